"""The log of a table: one line for each event, remarks for all, its check by replay, and the end of a game.

Remarks list what players should know because it cannot be prevented: throws that were undone, throws that
differ after an undo, results and cards entered by hand, corrected trays and boards. Nothing of it need be
wrong, but nothing is hidden.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.answers import Answer, AnswerLine
from companion.data.vocabulary import say_phrase
from companion.play.game import (
    FinalRank,
    Game,
    Part,
    describe_faults,
    describe_log_end,
    event_data,
    kind_of,
    list_start_faults,
    verdict_data,
)
from companion.play.shogun.corrections import ChooseTower, CorrectBoard, CorrectInside, CorrectTray
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.plans import describe_turned_card, list_turned_cards
from companion.play.shogun.round import BeginWinter, DrawEvent, LayCards
from companion.play.shogun.standing import describe_log, find_next_action
from companion.play.shogun.start import BeginTable, ExportSeed
from companion.play.shogun.state import ShogunState, get_campaign
from companion.play.shogun.throws import (
    compute_odds,
    count_in_and_out,
    describe_heading,
    describe_throw_result,
    get_known_contents,
    join_lines,
)
from companion.play.shogun.views import find_visible_hash, format_percent, view
from companion.rules.shogun.bids import name_action
from companion.rules.shogun.realm import Cube, Land, count_cubes, describe_armies, name_player
from companion.rules.shogun.score import MAJORITIES, rank_realm, score_board
from companion.rules.shogun.stages import Stage, describe_season, name_season
from companion.sentences import Sentence, say, say_count
from companion.table.archive import verify_log
from companion.table.history import REDO, UNDO, Event, History, Snapshot, Transition, find_reversed_transition
from companion.table.shelf import Header

PARTS = (
    Part("provinces", say("provinces")),
    Part("buildings", say("buildings")),
    Part("majorities", say("majorities")),
)
"""The parts that the points of all winters are made of."""


def describe_stage(table: Snapshot[ShogunState]) -> Sentence:
    state, calendar = table.state, table.state.calendar
    if state.game is None:
        return say("The tower alone; throws so far: {throws}", throws=state.tower.throws)
    if calendar is not None and calendar.stage == Stage.OVER:
        return say("The game is over.")
    next_action = find_next_action(state)
    action = next_action.words
    if calendar is None:
        return action
    if calendar.stage == Stage.WINTER and next_action.action is None:  # the season says it all
        return say("Year {year}, {season}.", year=calendar.year, season=name_season(calendar.season))
    if next_action.action is not None:
        action = name_action(next_action.action)
        if next_action.player is not None:
            action = say("{player}, {what}", player=name_player(next_action.player), what=action)
    return say("Year {year}, {season}: {what}", year=calendar.year, season=name_season(calendar.season), what=action)


def rank_players(table: Snapshot[ShogunState]) -> tuple[FinalRank, ...]:
    """Everybody's rank once the game is over; empty before."""
    game = table.state.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return ()
    return tuple(
        FinalRank(each.player, name_player(each.player), each.rank, each.points) for each in rank_realm(game.realm)
    )


def count_points(table: Snapshot[ShogunState]) -> dict[str, dict[str, int]]:
    history, points = table.history, dict[str, Counter[str]]()
    for number in sorted(history.standing_numbers):
        step = history.get_transition(number)
        if step.event.kind == "points" and step.before is not None:
            realm = get_campaign(step.before).realm
            for player, score in score_board(realm.board, realm.lands, realm.players).items():
                for line in score.lines:
                    majority = "majorities" if line.rule in MAJORITIES else "buildings"
                    part = line.rule if line.rule == "provinces" else majority
                    points.setdefault(player, Counter())[part] += line.points
    return {player: dict(parts) for player, parts in points.items()}


_describe = partial(say_phrase, "shogun", "remarkable")

_Steps = tuple[Transition[ShogunState], ...]


def describe_highlights(table: Snapshot[ShogunState]) -> tuple[Sentence, ...]:
    """Highlights of a finished game, a sentence each; among ties the earliest."""
    if not rank_players(table):
        return ()
    steps = tuple(map(table.history.get_transition, sorted(table.history.standing_numbers)))
    return (
        *_describe_throws(steps),
        *_describe_changes(steps),
        *_describe_largest_army(steps),
        *_describe_comeback(table, steps),
    )


def _describe_throws(steps: _Steps) -> Iterator[Sentence]:
    """The least likely win with a chance below one half, and the throw with the most cubes."""
    least, luckiest, most, largest = 0.5, None, 1, None
    for step in steps:
        if step.event.kind not in THROWS or not isinstance(step.report, TurnReport):
            continue
        fight_result = step.report.fight
        if fight_result is None or step.before is None:
            continue
        if len(fight_result.throw.cubes_in) > most:
            most, largest = len(fight_result.throw.cubes_in), step
        odds = compute_odds(step.before, fight_result.forces, fight_result.sides, get_known_contents(step.before))
        if odds is not None and fight_result.verdict is not None and fight_result.verdict.winner != "tie":
            chance = odds.get_chance(fight_result.verdict.winner)
            if chance < least:
                least, luckiest = chance, (step, fight_result.verdict.lines["result"])
    if luckiest is not None:
        step, result = luckiest
        yield _describe("luckiest", throw=describe_heading(step), result=result, chance=format_percent(least))
    if largest is not None:
        yield _describe("fall", count=most, throw=describe_heading(largest))


def _describe_changes(steps: _Steps) -> Iterator[Sentence]:
    """The province that changed hands most often."""
    changes, owner = Counter[str](), dict[str, str]()
    for step in steps:
        for name, land in _list_lands(step):
            if land.owner is not None and owner.setdefault(name, land.owner) != land.owner:
                changes[name] += 1
                owner[name] = land.owner
    for province, count in changes.most_common(1):
        if count > 1:
            yield _describe("province", province=province, count=count)


def _describe_largest_army(steps: _Steps) -> Iterator[Sentence]:
    """The largest army that stood in one province."""
    candidates = [
        (land.armies, -step.event.number, name, land.owner, step.after.calendar)
        for step in steps
        for name, land in _list_lands(step)
        if land.owner is not None
    ]
    if not candidates:
        return
    armies, _, province, owner, calendar = max(candidates, key=lambda each: each[:2])
    if calendar is not None and owner is not None:
        fields = {"player": name_player(owner), "count": armies, "province": province}
        yield _describe("army", **fields, when=describe_season(calendar))


def _describe_comeback(table: Snapshot[ShogunState], steps: _Steps) -> Iterator[Sentence]:
    """How far the winner was behind after the first winter, if at all."""
    first: dict[str, int] = next((step.event.result["total"] for step in steps if step.event.kind == "points"), {})
    for rank in rank_players(table):
        deficit = max(first.values(), default=0) - first.get(rank.seat, 0)
        if rank.rank == 1 and deficit > 0:
            yield _describe("comeback", deficit, player=rank.name)
            return


def _list_lands(step: Transition[ShogunState]) -> Iterable[tuple[str, Land]]:
    """Every province after an event of a game that has begun."""
    return () if step.after.calendar is None else step.after.lands.items()


_KINDS = {CorrectTray: "tray", CorrectInside: "inside", ChooseTower: "tower", CorrectBoard: "board"}


@dataclass(frozen=True, slots=True)
class Remark:
    """An event in a log that all players should know about."""

    # ``undone``; ``otherwise`` for a throw that differs from the same throw before an undo; ``entered`` for one of
    # a real tower; ``tray``, ``inside`` or ``board`` for corrections; ``tower`` for a choice of the tower;
    # ``told`` for cards or provinces that players drew by hand; ``seed`` for an exported seed; ``chosen`` for a
    # seed that somebody chose
    kind: str
    step: Transition[ShogunState]
    earlier_throw: Transition[ShogunState] | None = None  # for ``otherwise``, the throw before the undo

    json_fields = ("event", "kind", "throw", "text")

    @property
    def event(self) -> int:
        return self.step.event.number

    @property
    def throw(self) -> Any:
        """The number of the throw; ``None`` for other events."""
        return self.step.event.result.get("throw")

    @property
    def text(self) -> Sentence:
        return _describe_remark(self)


def list_remarks(history: History[ShogunState]) -> tuple[Remark, ...]:
    """All remarks on a log, in the order of events."""
    return tuple(_find_remarks(history))


def _find_remarks(history: History[ShogunState]) -> Iterator[Remark]:
    taken_back: dict[object, Transition[ShogunState]] = {}
    for step in history:
        event, request = step.event, step.request
        if event.kind in (UNDO, REDO):
            continue
        is_throw = event.kind in THROWS
        place = event.result.get("label")
        if isinstance(request, ExportSeed):
            yield Remark("seed", step)
        elif isinstance(request, BeginTable):
            if request.chosen:
                yield Remark("chosen", step)
        elif history.is_undone(event):
            if is_throw:
                taken_back[place] = step
            yield Remark("undone", step)
        elif is_throw and request.out is not None:
            yield Remark("entered", step)
        elif is_throw and place in taken_back and count_in_and_out(taken_back[place]) != count_in_and_out(step):
            yield Remark("otherwise", step, taken_back[place])
        elif type(request) in _KINDS:
            yield Remark(_KINDS[type(request)], step)
        elif _is_entered_by_hand(request):
            yield Remark("told", step)


def _is_entered_by_hand(request: object) -> bool:
    match request:
        case LayCards(actions=actions, specials=specials):
            return actions is not None or specials is not None
        case DrawEvent(event=event):
            return event is not None
        case BeginWinter(drawn=provinces):
            return bool(provinces)
    return False


def describe_remarks(history: History[ShogunState]) -> tuple[AnswerLine, ...]:
    """The remarks on a log, a line each, below a heading; empty when there are none."""
    remarks = list_remarks(history)
    lines = [each.text for each in remarks if each.kind not in ("entered", "told")]
    throws = [each.throw for each in remarks if each.kind == "entered"]
    if throws:
        lines.append(say("Entered from a real tower: throws {throws}.", throws=_format_ranges(throws)))
    numbers = [each.event for each in remarks if each.kind == "told"]
    if numbers:
        lines.append(say("Entered by hand, not drawn here: cards of events {events}.", events=_format_ranges(numbers)))
    if not lines:
        return ()
    return (say("Public record:"), *(say("  {line}", line=line) for line in lines))


def _describe_remark(remark: Remark) -> Sentence:
    step, event = remark.step, remark.step.event
    name, fields = remark.kind, dict[str, object]()
    match remark.kind:
        case "undone" if isinstance(step.report, TurnReport) and step.report.fight is not None:
            name, fields = "undone throw", {"throw": describe_throw_result(step)}
        case "otherwise":
            assert remark.earlier_throw is not None  # set for ``otherwise``
            (cubes_in, came_out), (old_in, old_out) = (count_in_and_out(step), count_in_and_out(remark.earlier_throw))
            fields = {"cubes": describe_armies(cubes_in), "before": describe_armies(old_in)}
            fields |= {"out": describe_armies(came_out), "out_before": describe_armies(old_out)}
        case "entered":
            fields = {"throw": describe_throw_result(step)}
        case "tray":
            changes = {key: count_cubes(map(Cube.parse, event.result[key])) for key in ("added", "removed")}
            fields = {key: describe_armies(cubes) for key, cubes in changes.items()}
        case "tower" if event.request["real"]:
            name = "real tower"
    return say_phrase("shogun", "remark", name, event=event.number, **fields)


def _format_ranges(numbers: Sequence[int]) -> str:
    """Numbers in order, with ranges: ``2, 5-9``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    return ", ".join("-".join(map(str, each)) for each in ranges)


def event_line(history: History[ShogunState], step: Transition[ShogunState]) -> Sentence:
    """An event and its outcome in one line, without anything that was or is hidden."""
    reversed_step = find_reversed_transition(history, step.event)
    if reversed_step is not None and step.event.kind == UNDO:
        return say("Event {number} is undone.", number=reversed_step.event.number)
    if reversed_step is not None:
        return say("Event {number} is redone.", number=reversed_step.event.number)
    lines = (describe_turned_card(card) for card in list_turned_cards(step) if card.pass_reason)
    return join_lines((kind_of(history, step).describe_line(step), *lines))


def describe_reversal(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The event that an undo took back or a redo restored, and where the cubes are now."""
    redo, reversed_step = step.event.kind == REDO, find_reversed_transition(table.history, step.event)
    assert reversed_step is not None  # an undo of nothing is refused
    event, text = reversed_step.event, event_line(table.history, reversed_step)
    reversal = {"redone" if redo else "undone": event.number, "kind": event.kind, "text": text}
    cubes = {"throw": step.after.tower.throws, **view(step.after).cubes}
    data = event_data(table, step, **reversal, **cubes, hash=find_visible_hash(step))
    if redo:
        line = say("Event {number} is redone.", number=event.number)
        return Answer(data, (text, line, *describe_log(step)))
    line = say("Event {number} is undone. It stays in the log.", number=event.number)
    if event.kind in THROWS and event.request.get("out") is None:
        line = say(
            "Throw {throw} is undone. It stays in the log and on the luck sheet; "
            "the same cubes thrown again come out the same.",
            throw=event.result["throw"],
        )
    return Answer(data, (say("Undone: {what}", what=text), line, *describe_log(step)))


def describe_history_end(table: Snapshot[ShogunState]) -> Answer:
    """The remarks on a table's log, and the hash of its last event."""
    lines = (*describe_remarks(table.history), *describe_log(table.history.steps[-1]))
    return Answer({"remarks": list_remarks(table.history), "hash": find_visible_hash(table.history.steps[-1])}, lines)


def check_log(
    game: Game[ShogunState], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """Check a log, also against the hashes shown at its start and after an event, if given."""
    verdict = verify_log(events, game, head)
    # While a hash could be used to guess a card, none is shown or compared.
    is_visible = all(find_visible_hash(step, verdict.history.state) for step in verdict.history)
    if not is_visible:
        head, verdict = None, verify_log(events, game)
    faults = [*verdict.faults, *list_start_faults(events, commitment)]
    remarks = () if faults else list_remarks(verdict.history)
    data = verdict_data(header, verdict, faults, has_secrets=not is_visible)
    data |= {"seed": not verdict.is_seedless, "remarks": remarks}
    if faults:
        return Answer(data, describe_faults(faults), negative=True)
    lines: list[AnswerLine] = [
        say_count("{count} event[|s] replayed from the seed: nothing was changed.", verdict.events)
    ]
    if verdict.is_seedless:
        lines = [
            say_count("{count} event[|s] replayed without the seed: chain, rules and cubes agree.", verdict.events),
            say("Not checked: that filling, throws and cards came from the sealed seed, and the start itself."),
        ]
    lines += describe_log_end(verdict) if is_visible else ()
    lines += describe_remarks(verdict.history)
    return Answer(data, tuple(lines), remedies=("head",) if is_visible and head is None else ())
