"""A new table, and the table: every map and who leads, on each phone and the big screen; its end."""

import secrets

from starlette.responses import Response

from companion.answers import Answer
from companion.data.honshu.players import read_players
from companion.data.honshu.scoring_cards import scoring_card
from companion.play.honshu import GAME
from companion.play.honshu.ending import EndGame
from companion.play.honshu.seating import BeginTable
from companion.play.honshu.state import SEATS
from companion.play.honshu.views import View
from companion.service.honshu.scoring import MapRanking, score_of, standing, worded_cards
from companion.service.playing import play
from companion.service.session import Session
from companion.web.honshu.common import seen
from companion.web.honshu.grid import grid
from companion.web.honshu.now import act_now, scores_alone, to_do
from companion.web.people import LONGEST_NAME
from companion.web.tables.listing import to_score
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, Visit

_Row = tuple[str, str, object, object, object]  # seat, name, score, rank and note


async def _show(visit: Visit) -> Response:
    now = seen(visit)
    asked = to_do(visit, now)
    news = visit.table.history.steps[visit.drawn :]
    if asked["what"] == "map" and any(step.event.kind == "take" for step in news):
        return visit.go("card")  # the card that came by itself, as one that is taken
    mapless = [name for seat, name in now.names.items() if now.map_of(seat).land is None]
    answer = standing(now) if any(map_.land for map_ in now.maps.values()) else Answer()
    ranking = next((line for line in answer.lines if isinstance(line, MapRanking)), None)
    return visit.page(
        "honshu/standing.html",
        seen=now,
        rows=_rows(now, ranking),
        others=() if ranking is None else (ranking.other_winners, ranking.other_totals),
        notices=answer.notices,
        grids={seat: grid(map_) for seat, map_ in now.maps.items() if map_.squares},
        card=next((each for each in worded_cards(visit.language.code) if each.number == now.card), None),
        **asked,
        mapless=mapless,
        early=len(mapless) < len(now.names) and (mapless or (now.round > 1 and not now.played)),
    )


def _rows(now: View, ranking: MapRanking | None) -> list[_Row]:
    """Every player, the best first, then those whose map has no square."""
    seats = [seat for seat, map_ in now.maps.items() if map_.land is not None]
    rows: list[_Row] = []
    going_on = not (now.over or (now.played and not now.filling) or scores_alone(now))  # nobody has won
    if ranking is not None:
        rows = [
            (seats[at.index], map_.name, map_, at, not going_on and note) for map_, at, note in ranking.rows
        ]
    elif seats:
        rows = [(seats[0], now.names[seats[0]], score_of(now, seats[0]), None, None)]
    return rows + [(seat, name, None, None, None) for seat, name in now.names.items() if seat not in seats]


async def _act(visit: Visit) -> Response:
    table, over = visit.table, not visit.form.has("go_on")
    visit.do(lambda: play(table, EndGame(over)), stale=not over)
    return visit.go()


async def _new(visit: Visit) -> Response:
    if visit.form.text("then") == "counts":  # what cannot be is told where it was typed
        return await to_score(visit)
    return visit.page(
        "honshu/new.html",
        cards=worded_cards(visit.language.code),
        proposed=visit.house.tables.free_name("Honshu"),
        seats=SEATS,
        longest=LONGEST_NAME,
    )


async def _begin(visit: Visit) -> Response:
    name = visit.form.text("table")
    chosen = visit.form.text("scoring")
    card = scoring_card(chosen) if chosen not in ("", "0") else None
    way = visit.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if way == "counts":  # of maps that all lie before one device
        players = dict(zip(SEATS, read_players(visit.form.text("players")), strict=False))
    else:
        players = {seat: typed for seat in SEATS if (typed := visit.form.text(f"player-{seat}"))}
    begin = BeginTable(players, card, drawn=secrets.token_hex(16))
    visit.make_table(name, lambda shelf: Session(shelf, name, GAME, begin))
    if way:  # whoever only scores a map begins with it
        seats = [*players, *players][: len(players) + 1] if way == "counts" else [*players][:1]
        for seat in seats:  # one device has all maps before it, and is the first player's
            visit.become(visit.house.people.sit(name, seat, visit.who, players[seat], more=True))
        if way == "counts":
            visit.become(visit.house.people.turn_to(name, visit.who, seats[-1]))
        return visit.go_to(visit.url(way, name))
    return visit.go_begin(name, "seat")


PAGES = (
    Page("/t/{table}", _show, _act, who=WATCHERS, game="honshu", still=True),
    Page("/t/{table}/now", _show, act_now, who=SEATED, game="honshu"),
    Page("/new/honshu", _new, _begin, who=PLAYERS),
)
"""The table, and a new one."""
