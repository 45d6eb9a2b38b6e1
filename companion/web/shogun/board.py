"""The board that a table keeps: looked at by all, and played on by touching provinces."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.fights import THROWS, TakeTurn, revolt_in_winter
from companion.play.shogun.round import BeginWinter, CountPoints, EndRound
from companion.play.shogun.set_up import DraftCard
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.figures import percent, whole_percents
from companion.play.shogun.telling.standing import (
    DRAFT,
    Awaited,
    awaited,
    calendar_lines,
    game_data,
    next_lines,
)
from companion.play.shogun.views import view
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import ARMIES
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.setup import PILE
from companion.sentences import Sentence
from companion.service.shogun.board_map import BoardMap, board_map
from companion.service.shogun.session import last_event, own_events
from companion.service.shogun.throws import foretell
from companion.table.history import Step
from companion.web.shogun.lands import opened_events
from companion.web.shogun.page import Touch, check_turn, led_on, may_act, out_of_tower, own_last, page
from companion.web.visit import WATCHERS, Page, Visit

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


PAGES = (
    Page("/t/{table}/board", _show, _turn, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/board/end", _show, _end, who=WATCHERS, game="shogun"),
    Page("/t/{table}/draft", _show, _draft, who=WATCHERS, game="shogun"),
    Page("/t/{table}/cold", _show, _winter, who=WATCHERS, game="shogun"),
)
"""The board; its forms each have an address of their own."""
