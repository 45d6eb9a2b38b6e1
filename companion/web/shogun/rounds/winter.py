"""The winter of a table with the board before it: hunger, revolts, points; and the points so far."""

from starlette.responses import Response

from companion.answers import Answer
from companion.play.shogun.plans.planning import TellHoldings
from companion.play.shogun.telling.awaited import awaited
from companion.play.shogun.views import view
from companion.play.shogun.winter import CountBoard, CountPoints, DrawWinter, Hand
from companion.rules.shogun.round.stages import Stage
from companion.service.playing import play
from companion.service.shogun.shown import last_winter, score_so_far, show_winter, side_of, told_board
from companion.web.shogun.lands import opened_events
from companion.web.shogun.page import LARGEST_EVENT
from companion.web.shogun.rounds.hub import drawn, show_round
from companion.web.visit import PLAYERS, WATCHERS, Page, Visit


async def _begin(visit: Visit) -> Response:
    """Hunger is reckoned, and the provinces that revolt are drawn."""
    form = visit.form

    def begun() -> Answer:
        seen = view(visit.table.state)
        hands = {}
        for player in seen.players:
            holding, rice = seen.holdings.get(player), form.number(f"rice-{player}", 0, 18)
            provinces = form.number(f"provinces-{player}", 0, 45) if holding is None else holding.provinces
            hands[player] = Hand(provinces, rice)
        return play(
            visit.table,
            DrawWinter(hands, form.all("drawn"), form.number("event", 1, 12) if form.has("event") else None),
        )

    visit.do(begun)
    return visit.go("round")


async def _counting(visit: Visit) -> Response:
    here, waiting = visit.table, awaited(visit.table.state)
    if waiting.board or waiting.stage != Stage.REVOLTS:
        return visit.go()
    return drawn(visit, "count", found=told_board(here.state), winter=show_winter(here).document)


async def _count(visit: Visit) -> Response:
    form = visit.form

    def counted() -> Answer:
        here = visit.table
        seen, found = view(here.state), told_board(here.state)
        chests = {player: form.number(f"chests-{player}", 0, 999) for player in seen.players}
        if not found.lands:
            points = {player: form.number(f"points-{player}", 0, 999) for player in seen.players}
            return play(here, CountPoints(opened_events(visit), points, chests))
        built = {name: form.all(f"built-{name}") for name in found.lands}
        if any(built[name] != land.buildings for name, land in found.lands.items()):
            play(here, TellHoldings({}, {name: kinds for name, kinds in built.items() if kinds}))
        found = told_board(here.state)
        found.chests.update(chests)
        return play(here, CountBoard(found, side_of(here), CountPoints(opened_events(visit), chests=chests)))

    visit.do(counted)
    return visit.go("winter")


async def _tale(visit: Visit) -> Response:
    """The last winter; whoever did not ask for it is led on when something else happens."""
    winter = last_winter(visit.table)
    if winter is None:
        return visit.go()
    missed = visit.form.number(
        "missed", 0, LARGEST_EVENT, 0
    )  # so long as nothing else happens, that leads on
    slept = missed == len(visit.table.history)
    if not (winter.fresh or slept or visit.form.has("look")):
        return visit.go()
    return drawn(visit, "winter", winter=winter, walk=winter.event if winter.fresh or slept else 0)


async def _score(visit: Visit) -> Response:
    seen = view(visit.table.state)
    if seen.calendar is None:  # the tower alone, or a draft: there is nothing to count yet
        return visit.go()
    answer = score_so_far(visit.table) if awaited(visit.table.state).board or seen.holdings else None
    return drawn(visit, "score", answer=answer)


PAGES = (
    Page("/t/{table}/round/winter", show_round, _begin, who=PLAYERS, game="shogun"),
    Page("/t/{table}/winter", _tale, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/count", _counting, _count, who=PLAYERS, game="shogun"),
    Page("/t/{table}/score", _score, who=WATCHERS, game="shogun", still=True),
)
"""Winter and points."""
