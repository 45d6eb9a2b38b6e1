"""The round: one page that shows what the table waits for; plans, the last winter, points, and the replay.

A plan is made in secret on one's own phone; its cards, and how cards fell that players shuffle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.fights import THROWS, TakeTurn, revolt_in_winter
from companion.play.shogun.plans import LayPlan, unplanned
from companion.play.shogun.round import (
    POINTS,
    WINTER,
    BeginWinter,
    CountPoints,
    EndRound,
    LayCards,
    TakeSpecial,
)
from companion.play.shogun.start import DraftCard
from companion.play.shogun.state import ShogunState, holding_of
from companion.play.shogun.telling.figures import percent, whole_percents
from companion.play.shogun.telling.standing import (
    DRAFT,
    TOWER_ALONE,
    Awaited,
    awaited,
    calendar_lines,
    game_data,
    next_lines,
)
from companion.play.shogun.views import view
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import ARMIES, Land, armies, daimyo
from companion.rules.shogun.round.bids import ACTIONS, CHEST_CARDS, SPECIALS, Plan, action_words, bid_named
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.setup import PILE
from companion.sentences import Sentence, listed, say
from companion.service.shogun.board_map import BoardMap, board_map
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
from companion.service.shogun.throws import foretell
from companion.table.history import Step
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
    out_of_tower,
    own_last,
    page,
    spot,
)
from companion.web.shogun.setup import opened_events
from companion.web.tables.replay import Draw, Piece, Scene, replay_pages
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, Visit

PICTURES = {
    "five": "recruit-5",
    "three": "recruit-3",
    "one": "recruit-1",
    "combat-a": "battle-a",
    "combat-b": "battle-b",
    **{each: each for each in ("castle", "temple", "theatre", "rice", "tax")},
}
"""The picture of each action."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The provinces touched so far, and what they would bring."""

    province: str = ""
    target: str = ""
    armies: int = 0
    most: int = 0
    told: Answer | None = None
    numbers: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    problem: Sentence | None = None

    @property
    def odds(self) -> Mapping[str, Any] | None:
        """The odds, where it leads to a fight."""
        data = {} if self.told is None else self.told.data
        return data if "win" in data else None

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """The outcome in words; odds are drawn."""
        if self.told is None or self.odds is not None:
            return ()
        return tuple(line for line in self.told.lines if isinstance(line, Sentence))


async def _show(visit: Visit) -> Response:
    waiting, seen = awaited(visit.table.state), view(visit.table.state, visit.seat)
    drawn = board_map(seen)
    if drawn is None:
        return visit.go("setup") if seen.game is None else visit.go()
    elsewhere = led_on(visit)
    if elsewhere is not None:
        return elsewhere
    acting = may_act(visit, waiting.player)
    chosen = _chosen(visit, waiting) if acting else Chosen()
    return page(
        visit,
        "board",
        map=drawn,
        touch=_touches(visit, drawn, waiting, chosen, acting),
        waiting=waiting,
        acting=acting,
        chosen=chosen,
        looked=drawn.province(visit.form.text("look")),
        seen=seen,
        game=game_data(seen),
        lines=[*calendar_lines(seen)],
        next=next_lines(seen),
        own_events=own_events(visit.table),
        calendar=seen.calendar,
        events=facts().events,
        last=last_event(visit.table),
        back=own_last(visit),
        goes=any(source == chosen.province for source, _, _ in waiting.marches),
        under={n: percent(row["win"], 0) for n, row in chosen.numbers.items()},
        pictures=PICTURES,
        hundred=lambda odds: whole_percents((odds["win"], odds["tie"], odds["lose"])),
    )


def _chosen(visit: Visit, waiting: Awaited) -> Chosen:
    """The choice as far as it can be made, and what it would bring."""
    form = visit.form
    province, target = form.text("province") or waiting.planned, form.text("to")
    if province not in waiting.provinces and not (waiting.stage == DRAFT and province == PILE):
        return Chosen()
    if waiting.stage == DRAFT:
        return Chosen(province)
    if waiting.stage == Stage.REVOLTS:
        return _foreseen(Chosen(province), foretell(visit.table, revolt_in_winter(province)))
    goes = {to: most for source, to, most in waiting.marches if source == province}
    most = goes.get(target, 0)
    armies = form.number("armies-is", 1, ARMIES, form.number("armies", 1, ARMIES, most or 1))
    found = Chosen(province, target if most else "", min(armies, most), most)
    foreseen = _foreseen(found, _foretold(visit, waiting, found))
    if foreseen.odds is None:
        return foreseen
    every = _foretold(visit, waiting, replace(found, armies=most)).data or {}
    rows = every.get("numbers", [{"armies": 1, **every}] if every else ())
    return replace(foreseen, numbers={row["armies"]: row for row in rows})


def _foretold(visit: Visit, waiting: Awaited, chosen: Chosen) -> Answer:
    return foretell(visit.table, TakeTurn(_order(waiting, chosen)))


def _foreseen(chosen: Chosen, told: Answer) -> Chosen:
    return replace(chosen, told=None if told.refused else told, problem=told.refused)


def _order(waiting: Awaited, chosen: Chosen, thrown: int | None = None) -> Order:
    return Order(
        str(waiting.player),
        str(waiting.action),
        chosen.province or None,
        chosen.target or None,
        chosen.armies if chosen.target else 0,
        thrown,
    )


def _touches(
    visit: Visit, drawn: BoardMap, waiting: Awaited, chosen: Chosen, acting: bool
) -> dict[str, Touch]:
    """The link of each province: the next thing to choose, or what stands there."""
    goes = {to for source, to, _ in waiting.marches if source == chosen.province} if acting else set()
    asks = acting or (visit.watching and waiting.stage in (DRAFT, Stage.REVOLTS))  # what all may see
    found = {}
    for name in (each.name for each in drawn.provinces):
        asked, mark = {"look": name}, "looked" if name == visit.form.text("look") else ""
        if acting and name == chosen.province:
            asked, mark = {}, "chosen"
        elif acting and name == chosen.target:
            asked, mark = {"province": chosen.province}, "aim"
        elif name in goes:
            asked, mark = {"province": chosen.province, "to": name}, "target"
        elif asks and name in waiting.provinces:
            asked, mark = {"province": name} if acting else asked, "own" if goes else "open"
        found[name] = Touch.on(visit, asked, mark)
    return found


async def _turn(visit: Visit) -> Response:
    """A turn in an action: a card turned over, or a blank."""
    form = visit.form

    def take_turn() -> TakeTurn:
        waiting = awaited(visit.table.state)
        check_turn(visit, waiting.player)
        if waiting.action is None:
            raise Refused("This is not the moment for actions.")
        target = form.text("to")
        chosen = Chosen(
            "" if form.has("blank") else form.text("province"),
            target,
            form.number("armies", 0, ARMIES, 0) if target else 0,
        )
        if not (chosen.province or form.has("blank")):
            raise Refused("Touch a province first.")
        thrown = form.number("defending", 0, ARMIES) if form.has("defending") else None
        return TakeTurn(_order(waiting, chosen, thrown), out_of_tower(visit), blanks=False)

    return gone_on(visit, visit.play(take_turn))


def gone_on(visit: Visit, step: Step[ShogunState], following: str = "") -> Response:
    """On to the throw that came of it, else to the page that follows."""
    return visit.go("thrown" if step.event.kind in THROWS else following)


async def _draft(visit: Visit) -> Response:
    """A province card taken, and a group placed there."""
    form = visit.form

    def draft() -> DraftCard:
        player = check_turn(visit, awaited(visit.table.state).player)
        return DraftCard(player, form.text("province"), form.number("group", 1, ARMIES))

    visit.play(draft)
    return visit.go("board")


async def _winter(visit: Visit) -> Response:
    """The next step of a winter: hunger, one revolt, or the points."""

    def go_on() -> object:
        waiting = awaited(visit.table.state)
        if waiting.stage == Stage.WINTER:
            return BeginWinter(visit.form.all("drawn"))
        if waiting.player is None:
            return CountPoints(opened_events(visit))
        check_turn(visit, waiting.player)
        return revolt_in_winter(visit.form.text("province"), out_of_tower(visit))

    return gone_on(visit, visit.play(go_on), "winter")


async def _end(visit: Visit) -> Response:
    """A round ends before its last turn."""
    if not visit.form.has("sure"):
        raise InputError("Say that the round is over: what is left of it is passed over.")
    visit.play(EndRound)
    return visit.go()


_ON_THE_BOARD = (DRAFT, Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS)  # stages that are played on the board


async def _home(visit: Visit) -> Response:
    """The page on which a table of Shogun is played just now."""
    waiting = awaited(visit.table.state)
    if waiting.stage == TOWER_ALONE:
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
    if waiting.stage in (TOWER_ALONE, Stage.OVER, *_ON_THE_BOARD):
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
    if visit.table.state.calendar is None:  # the tower alone, or a draft: there is nothing to count yet
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
        owned = view(state).owned
        now = [replace(each, land=state.lands.get(each.name, Land())) for each in drawn]
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


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/board", _show, _turn, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/board/end", _show, _end, who=WATCHERS, game="shogun"),
    Page("/t/{table}/draft", _show, _draft, who=WATCHERS, game="shogun"),
    Page("/t/{table}/cold", _show, _winter, who=WATCHERS, game="shogun"),
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
