"""The round: one page that shows what the table waits for; plans, the last winter, points, and the replay.

A plan is made in secret on one's own phone; its cards, and how cards fell that players shuffle.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.responses import Response

from companion.data.shogun import facts
from companion.errors import Refused
from companion.play.shogun.plans import LayPlan, unplanned
from companion.play.shogun.round import POINTS, WINTER, LayCards, TakeSpecial
from companion.play.shogun.state import ShogunState, drafting_of, holding_of
from companion.play.shogun.telling.standing import (
    DRAFT,
    THROWS,
    awaited,
    calendar_lines,
    game_data,
    next_lines,
)
from companion.play.shogun.views import view
from companion.rules.shogun.realm import Land, armies, daimyo
from companion.rules.shogun.round.bids import ACTIONS, CHEST_CARDS, SPECIALS, Plan, action_words, bid_named
from companion.rules.shogun.round.stages import Stage
from companion.sentences import Sentence, listed, say
from companion.service.shogun.board_map import board_map
from companion.service.shogun.session import (
    EARLIER,
    PROPOSED,
    counted_last,
    last_event,
    last_lines,
    last_winter,
    lay_plan,
    open_bids,
    own_events,
    plan_begun,
    score_so_far,
    show_bids,
    side_of,
)
from companion.web.shogun.board import PICTURES
from companion.web.shogun.page import (
    LARGEST_EVENT,
    Touch,
    area,
    check_turn,
    falls_at,
    ground,
    led_on,
    line,
    may_act,
    own_last,
    page,
    spot,
)
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, Visit

_ON_THE_BOARD = (DRAFT, Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS)  # stages that are played on the board


async def _home(visit: Visit) -> Response:
    """The page on which a table of Shogun is played just now."""
    waiting = awaited(visit.table.state)
    if waiting.stage == THROWS:
        return visit.go("tower")
    if waiting.stage == Stage.LAY and counted_last(visit.table):
        return visit.go("winter")
    if waiting.stage in _ON_THE_BOARD:
        return visit.go("board")
    return visit.go("score" if waiting.stage == Stage.OVER else "round")


async def show_round(visit: Visit) -> Response:
    """The round as it stands; who has not planned yet is led to their plan."""
    here, waiting, seat = visit.table, awaited(visit.table.state), visit.seat
    counted = counted_last(here) and (waiting.stage == Stage.LAY or not visit.watching)
    if counted and not (visit.form.has("on") or visit.problem):
        return visit.go("winter")
    if waiting.stage in (THROWS, Stage.OVER, *_ON_THE_BOARD):
        return visit.go()
    elsewhere = led_on(visit)
    if elsewhere is not None:
        return elsewhere
    seen = view(here.state, seat)
    planning = waiting.stage == Stage.EVENT and not seen.plans_closed and visit.problem is None
    if planning and seat is not None and seat not in seen.laid and not visit.form.has("look"):
        return visit.go("plan")
    shown = show_bids(here)
    bids = shown if shown.yes else None
    if visit.watching:
        return drawn(visit, "screen", bids=bids)
    return drawn(
        visit,
        "round",
        bids=bids,
        away=[player for player in unplanned(here.state) if may_act(visit, player) and player != seat],
    )


async def _lay(visit: Visit) -> Response:
    """The cards of a round are dealt."""
    visit.play(LayCards)
    return visit.go("round")


async def _back(visit: Visit) -> Response:
    """A plan is taken back into the hand."""
    player = visit.seat
    if player is None:
        raise Refused("Take a seat first.")
    visit.play(lambda: LayPlan(player), stale=True)
    return visit.go("plan")


async def _open(visit: Visit) -> Response:
    """The bids of those who planned on their mat are told, and all are opened."""
    form = visit.form

    def open_all() -> None:
        told = {}
        for player in unplanned(visit.table.state):
            if not may_act(visit, player):
                raise Refused("{player} is still planning.", player=daimyo(player))
            bid = form.text(f"bid-{player}")
            told[player] = form.text(f"province-{player}") if bid == "province" else bid
        open_bids(visit.table, told, form.number("event", 1, 12) if form.has("event") else None)

    visit.do(open_all)
    return visit.go("round")


async def _take(visit: Visit) -> Response:
    """A special card is taken."""

    def take() -> TakeSpecial:
        player = check_turn(visit, awaited(visit.table.state).player)
        return TakeSpecial(player, visit.form.text("special"))

    visit.play(take)
    return visit.go("round")


def drawn(visit: Visit, template: str, **values: Any) -> Response:
    """A page of a round."""
    here = visit.table
    seen = view(here.state, visit.seat)
    waiting = awaited(here.state)
    taken = {} if seen.calendar is None else seen.calendar.taken
    last = here.history.steps[-1].event
    walk = values.pop("walk", last.number if last.kind in (WINTER.name, POINTS.name) else 0)
    return page(
        visit,
        template,
        seen=seen,
        game=game_data(seen),
        calendar=seen.calendar,
        waiting=waiting,
        lines=[*calendar_lines(seen)],
        next=next_lines(seen),
        last=last_lines(here),
        event=last_event(here),
        holders={special: player for player, special in taken.items()},
        missing=unplanned(here.state),
        own_events=own_events(here),
        back=own_last(visit),
        pictures=PICTURES,
        mine=partial(may_act, visit),
        sitting=visit.seat,
        events=facts().events,
        walk=walk,
        falls=falls_at(visit, walk),
        **values,
    )


_PROVINCE = "province"  # the choice for a bid that is a province card


async def _plan(visit: Visit) -> Response:
    seat, here = visit.seat, visit.table
    if seat is None:
        return visit.go("curtain")
    seen = view(here.state, seat)
    if (
        awaited(here.state).stage != Stage.EVENT
        or seen.plans_closed
        or (seat in seen.laid and not visit.problem)
    ):
        return visit.go("round")
    holding = holding_of(here.state, seat)
    source = visit.form.text("as")
    plan = _sent(visit) if visit.problem is not None else plan_begun(here, seat, source)
    assert seen.calendar is not None  # it is the stage of planning
    face_up = list(seen.calendar.actions)
    board = facts().board(side_of(visit.table))
    spaces = [*face_up, *(action for action in ACTIONS if action not in face_up)]
    return drawn(
        visit,
        "plan",
        plan=plan,
        holding=holding,
        spaces=spaces,
        face_up=len(face_up),
        source=source,
        chests=CHEST_CARDS,
        earlier=seen.earlier is not None,
        EARLIER=EARLIER,
        PROPOSED=PROPOSED,
        cards={card.province: card for card in facts().cards},
        region_of={name: region for region, names in board.regions.items() for name in names},
    )


def _sent(visit: Visit) -> Plan:
    """The plan as the form holds it."""
    form = visit.form
    cards = {action: form.text(f"card-{action}") for action in ACTIONS if form.has(f"card-{action}")}
    bid = form.text("bid", "0")
    return Plan(cards, form.text("bid-province") if bid == _PROVINCE else bid)


async def _seal(visit: Visit) -> Response:
    player = visit.seat
    if player is None:
        raise Refused("Take a seat first.")
    plan = _sent(visit)
    # Others may lay theirs meanwhile: that changes nothing in one's own.
    visit.do(lambda: lay_plan(visit.table, player, Plan(plan.cards, plan.bid)), stale=True)
    return visit.go("round")


async def _own_cards(visit: Visit) -> Response:
    """The spaces of the cards."""
    if awaited(visit.table.state).stage != Stage.LAY:
        return visit.go()
    spaces = range(1, 1 + len(ACTIONS))
    return drawn(
        visit,
        "own-cards",
        spaces=spaces,
        places=range(1, 1 + len(SPECIALS)),
        actions=ACTIONS,
        specials=SPECIALS,
    )


async def _lay_own(visit: Visit) -> Response:
    """The cards lie as they fell; those of which nothing is said are shuffled here."""
    visit.play(lambda: LayCards(_told_own(visit, "action"), _told_own(visit, "special")))
    return visit.go("round")


def _told_own(visit: Visit, name: str) -> tuple[str, ...] | None:
    told = (visit.form.text(f"{name}-{place}") for place in range(1, 1 + len(ACTIONS)))
    return tuple(card for card in told if card) or None


async def _tale(visit: Visit) -> Response:
    """The last winter; whoever did not ask for it is led on when something else happens."""
    winter = last_winter(visit.table)
    if winter is None:
        return visit.go()
    missed = visit.form.number(
        "missed", 0, LARGEST_EVENT, 0
    )  # so long as nothing else happens, that leads on
    slept = missed == len(visit.table.history)
    if not (winter["fresh"] or slept or visit.form.has("look")):
        return visit.go()
    return drawn(visit, "winter", winter=winter, walk=winter["event"] if winter["fresh"] or slept else 0)


async def _show_score(visit: Visit) -> Response:
    if visit.table.state.campaign is None:  # the tower alone, or a draft: there is nothing to count yet
        return visit.go()
    return drawn(visit, "score", answer=score_so_far(visit.table))


def _draw_replay(end: ShogunState) -> Draw | None:
    """Every province, and what each player owned, planned and bid."""
    last = board_map(view(end))
    drawn = last.provinces if last else ()
    touch, names = Touch(), [each.name for each in drawn]
    words: dict[str, Any] = {"area": area, "line": line, "spot": spot, "ground": ground}
    words |= {"armies": armies, "daimyo": daimyo, "touch": dict.fromkeys(names, touch)}
    words |= {"plan_words": _planned, "bid_words": lambda bid: bid_named(bid, names).words()}

    def draw(state: ShogunState) -> Scene:
        owned, drafting = view(state).owned, drafting_of(state.game)
        drafted = {} if drafting is None else drafting.draft.lands
        lands = drafted if state.campaign is None else state.campaign.realm.lands
        now = [replace(each, land=lands.get(each.name, Land())) for each in drawn]
        plans = {} if state.calendar is None else state.planning.of(state.calendar.label)
        parts: tuple[Mapping[str, Any], ...] = owned, plans, state.bids
        has = {each: tuple(part.get(each) for part in parts) for each in end.players}
        pieces = (
            *(Piece("land", each.land.owner, (each, touch)) for each in now),
            *(Piece("label", each.land, (each,)) for each in now),
            *(Piece("owns", told, (each, *told)) for each, told in has.items()),
        )
        return Scene(last and replace(last, provinces=tuple(now)), pieces, words)

    return draw


def _planned(plan: Plan) -> Sentence:
    """The cards of a plan in a row."""
    laid = plan.cards.items()
    return listed(say("{what}: {where}", what=action_words(action), where=name) for action, name in laid)


PAGES = (
    Page("/t/{table}", _home, who=WATCHERS, game="shogun"),
    Page("/t/{table}/round", show_round, who=WATCHERS, game="shogun", still=True),
    *(
        Page(f"/t/{{table}}/round/{name}", show_round, act, who=WATCHERS, game="shogun")
        for name, act in {"lay": _lay, "back": _back, "open": _open, "take": _take}.items()
    ),
    Page("/t/{table}/plan", _plan, _seal, who=SEATED, game="shogun"),
    Page("/t/{table}/own-cards", _own_cards, _lay_own, who=PLAYERS, game="shogun"),
    Page("/t/{table}/winter", _tale, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/score", _show_score, who=WATCHERS, game="shogun", still=True),
    *replay_pages("shogun", _draw_replay),
)
"""The round, the plan of a player, winter and points, and where a game is looked at again."""
