"""The log of a table: an event a line, remarks for all, its truth played again, and the end of a game.

Remarked on is whatever could not be prevented: undone throws with what came of them, throws after an undo
that came otherwise, results and cards that were told by hand, trays and boards that were put right. None of
it need be wrong; nothing of it is hidden.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.answers import Answer, Told
from companion.data.vocabulary import told_of
from companion.play.game import (
    FinalRank,
    Game,
    Part,
    event_data,
    kind_of,
    log_lines,
    other_beginning,
    untrue,
    verdict_data,
)
from companion.play.shogun.by_hand import ChooseTower, CorrectBoard, CorrectInside, CorrectTray
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.plans import opened_words, turned_over
from companion.play.shogun.round import BeginWinter, DrawEvent, LayCards
from companion.play.shogun.start import BeginTable, ExportSeed
from companion.play.shogun.state import ShogunState, campaign_at
from companion.play.shogun.telling.figures import percent
from companion.play.shogun.telling.standing import awaited, log_told
from companion.play.shogun.telling.throws import (
    contents_told,
    heading,
    in_a_row,
    in_and_out,
    odds_of,
    throw_words,
)
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.realm import Cube, Land, armies, counted, daimyo
from companion.rules.shogun.round.bids import action_words
from companion.rules.shogun.round.stages import Stage, season_line, season_words
from companion.rules.shogun.score import MAJORITIES, final_ranking, score_board
from companion.sentences import Sentence, say, say_count
from companion.table.archive import verify_log
from companion.table.history import REDO, UNDO, Event, History, Moment, Step, reversed_step
from companion.table.shelf import Header

PARTS = (
    Part("provinces", say("provinces")),
    Part("buildings", say("buildings")),
    Part("majorities", say("majorities")),
)
"""What the points of all winters are made of."""


def stands(here: Moment[ShogunState]) -> Sentence:
    """The present stage of a game."""
    state, calendar = here.state, here.state.calendar
    if state.game is None:
        return say("The tower alone; throws so far: {throws}", throws=state.tower.throws)
    if calendar is not None and calendar.stage == Stage.OVER:
        return say("The game is over.")
    waits = awaited(state)
    what = waits.words
    if calendar is None:
        return what
    if calendar.stage == Stage.WINTER and waits.action is None:  # a season, and all that goes on in it
        return say("Year {year}, {season}.", year=calendar.year, season=season_words(calendar.season))
    if waits.action is not None:
        what = action_words(waits.action)
        if waits.player is not None:
            what = say("{player}, {what}", player=daimyo(waits.player), what=what)
    return say(
        "Year {year}, {season}: {what}", year=calendar.year, season=season_words(calendar.season), what=what
    )


def final_ranks(here: Moment[ShogunState]) -> tuple[FinalRank, ...]:
    """Everybody's rank once the game is over; nobody's before."""
    game = here.state.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return ()
    return tuple(
        FinalRank(each.player, daimyo(each.player), each.rank, each.points)
        for each in final_ranking(game.realm)
    )


def points(here: Moment[ShogunState]) -> dict[str, dict[str, int]]:
    """The points of every winter by part."""
    history, found = here.history, dict[str, Counter[str]]()
    for number in sorted(history.standing):
        step = history.step(number)
        if step.event.kind == "points" and step.before is not None:
            realm = campaign_at(step.before).realm
            for player, score in score_board(realm.board, realm.lands, realm.players).items():
                for line in score.lines:
                    majority = "majorities" if line.rule in MAJORITIES else "buildings"
                    part = line.rule if line.rule == "provinces" else majority
                    found.setdefault(player, Counter())[part] += line.points
    return {player: dict(counted) for player, counted in found.items()}


_told = partial(told_of, "shogun", "remarkable")

_Steps = tuple[Step[ShogunState], ...]


def remarkable(here: Moment[ShogunState]) -> tuple[Sentence, ...]:
    """What was remarkable in a game that is over; of several alike the earliest."""
    if not final_ranks(here):
        return ()
    steps = tuple(map(here.history.step, sorted(here.history.standing)))
    return (*_find_throws(steps), *_changes(steps), *_host(steps), *_comeback(here, steps))


def _find_throws(steps: _Steps) -> Iterator[Sentence]:
    """The throw that was won with the smallest chance, less than even, and that of the most cubes."""
    least, luckiest, most, largest = 0.5, None, 1, None
    for step in steps:
        if step.event.kind not in THROWS or not isinstance(step.report, TurnReport):
            continue
        fought = step.report.fought
        if fought is None or step.before is None:
            continue
        if len(fought.throw.thrown) > most:
            most, largest = len(fought.throw.thrown), step
        odds = odds_of(step.before, fought.muster, fought.judged, contents_told(step.before))
        if odds is not None and fought.verdict is not None and fought.verdict.winner != "tie":
            chance = odds.chance(fought.verdict.winner)
            if chance < least:
                least, luckiest = chance, (step, fought.verdict.lines["result"])
    if luckiest is not None:
        step, result = luckiest
        yield _told("luckiest", throw=heading(step), result=result, chance=percent(least))
    if largest is not None:
        yield _told("fall", count=most, throw=heading(largest))


def _changes(steps: _Steps) -> Iterator[Sentence]:
    """The province that went most often from one player to another."""
    changes, owner = Counter[str](), dict[str, str]()
    for step in steps:
        for name, land in _lands(step):
            if land.owner is not None and owner.setdefault(name, land.owner) != land.owner:
                changes[name] += 1
                owner[name] = land.owner
    for province, count in changes.most_common(1):
        if count > 1:
            yield _told("province", province=province, count=count)


def _host(steps: _Steps) -> Iterator[Sentence]:
    """The most armies of a player in one province."""
    found = [
        (land.armies, -step.event.number, name, land.owner, step.after.calendar)
        for step in steps
        for name, land in _lands(step)
        if land.owner is not None
    ]
    if not found:
        return
    armies, _, province, owner, calendar = max(found, key=lambda each: each[:2])
    if calendar is not None and owner is not None:
        told = {"player": daimyo(owner), "count": armies, "province": province}
        yield _told("army", **told, when=season_line(calendar))


def _comeback(here: Moment[ShogunState], steps: _Steps) -> Iterator[Sentence]:
    """The points by which a winner was behind after the first winter."""
    first: dict[str, int] = next(
        (step.event.result["total"] for step in steps if step.event.kind == "points"), {}
    )
    for rank in final_ranks(here):
        behind = max(first.values(), default=0) - first.get(rank.seat, 0)
        if rank.rank == 1 and behind > 0:
            yield _told("comeback", behind, player=rank.name)
            return


def _lands(step: Step[ShogunState]) -> Iterable[tuple[str, Land]]:
    """Every province after a step of a game that has begun."""
    return () if step.after.calendar is None else step.after.lands.items()


_KINDS = {CorrectTray: "tray", CorrectInside: "inside", ChooseTower: "tower", CorrectBoard: "board"}


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing in a log that all should know."""

    # ``undone``; ``otherwise`` for a throw after an undo that is not what was undone; ``entered`` from a real
    # tower; ``tray``, ``inside`` or ``board`` put right by hand; ``tower`` for a choice of the tower;
    # ``told`` for cards or provinces that were not drawn by Companion; ``seed`` for a seed let out before it
    # was revealed, ``chosen`` for one that somebody chose
    kind: str
    step: Step[ShogunState]
    undone: Step[ShogunState] | None = None  # the throw that it was before, if it is thrown otherwise

    for_programs = ("event", "kind", "throw", "text")

    @property
    def event(self) -> int:
        """The number of the event that it is on."""
        return self.step.event.number

    @property
    def throw(self) -> Any:
        """The number of the throw, where it is on one."""
        return self.step.event.result.get("throw")

    @property
    def text(self) -> Sentence:
        """The remark in words."""
        return _remark_words(self)


def remarks(history: History[ShogunState]) -> tuple[Remark, ...]:
    """Everything in a log that all should know, in the order it happened."""
    return tuple(_remarks(history))


def _remarks(history: History[ShogunState]) -> Iterator[Remark]:
    taken_back: dict[object, Step[ShogunState]] = {}
    for step in history:
        event, request = step.event, step.request
        if event.kind in (UNDO, REDO):
            continue
        thrown = event.kind in THROWS
        place = event.result.get("label")
        if isinstance(request, ExportSeed):
            yield Remark("seed", step)
        elif isinstance(request, BeginTable):
            if request.chosen:
                yield Remark("chosen", step)
        elif history.undone(event):
            if thrown:
                taken_back[place] = step
            yield Remark("undone", step)
        elif thrown and request.out is not None:
            yield Remark("entered", step)
        elif thrown and place in taken_back and in_and_out(taken_back[place]) != in_and_out(step):
            yield Remark("otherwise", step, taken_back[place])
        elif type(request) in _KINDS:
            yield Remark(_KINDS[type(request)], step)
        elif _told_by_hand(request):
            yield Remark("told", step)


def _told_by_hand(request: object) -> bool:
    match request:
        case LayCards(actions=actions, specials=specials):
            return actions is not None or specials is not None
        case DrawEvent(event=event):
            return event is not None
        case BeginWinter(drawn=drawn):
            return bool(drawn)
    return False


def remarks_told(history: History[ShogunState]) -> tuple[Told, ...]:
    """The remarks on a log; empty when there are none."""
    found = remarks(history)
    lines = [each.text for each in found if each.kind not in ("entered", "told")]
    entered = [each.throw for each in found if each.kind == "entered"]
    if entered:
        lines.append(say("Entered from a real tower: throws {throws}.", throws=_ranges(entered)))
    told = [each.event for each in found if each.kind == "told"]
    if told:
        lines.append(say("Told by hand, not drawn here: cards of events {events}.", events=_ranges(told)))
    if not lines:
        return ()
    return (say("For all to know:"), *(say("  {line}", line=line) for line in lines))


def _remark_words(remark: Remark) -> Sentence:
    """One thing that all should know."""
    step, event = remark.step, remark.step.event
    name, told = remark.kind, dict[str, object]()
    match remark.kind:
        case "undone" if isinstance(step.report, TurnReport) and step.report.fought is not None:
            name, told = "undone throw", {"throw": throw_words(step)}
        case "otherwise":
            assert remark.undone is not None  # it was thrown before
            (went, came), (had_gone, had_come) = in_and_out(step), in_and_out(remark.undone)
            told = {"cubes": armies(went), "before": armies(had_gone)}
            told |= {"out": armies(came), "out_before": armies(had_come)}
        case "entered":
            told = {"throw": throw_words(step)}
        case "tray":
            moved = {key: counted(map(Cube.parse, event.result[key])) for key in ("added", "removed")}
            told = {key: armies(cubes) for key, cubes in moved.items()}
        case "tower" if event.asked["real"]:
            name = "real tower"
    return told_of("shogun", "remark", name, event=event.number, **told)


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order, neighbours drawn together: ``2, 5-9``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, each)) for each in found)


def event_line(history: History[ShogunState], step: Step[ShogunState]) -> Sentence:
    """An event and its outcome in one line; nothing that was hidden then or is now."""
    about = reversed_step(history, step.event)
    if about is not None and step.event.kind == UNDO:
        return say("Event {number} is taken back.", number=about.event.number)
    if about is not None:
        return say("Event {number} stands again.", number=about.event.number)
    passed = (opened_words(card) for card in turned_over(step) if card.passed)
    return in_a_row((kind_of(history, step).line_of(step), *passed))


def tell_reversal(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The event that an undo took back or a redo restored, and the cubes as they lie now."""
    redo, about = step.event.kind == REDO, reversed_step(here.history, step.event)
    assert about is not None  # an undo without anything to undo is refused
    taken, named = about.event, event_line(here.history, about)
    reversal = {"redone" if redo else "undone": taken.number, "kind": taken.kind, "text": named}
    cubes = {"throw": step.after.tower.throws, **view(step.after).cubes}
    data = event_data(here, step, **reversal, **cubes, hash=hash_told(step))
    if redo:
        line = say("Event {number} stands again.", number=taken.number)
        return Answer(data, (named, line, *log_told(step)))
    line = say("Event {number} is undone. It stays in the log.", number=taken.number)
    if taken.kind in THROWS and taken.asked.get("out") is None:
        line = say(
            "Throw {throw} is undone. It stays in the log and on the luck sheet; "
            "the same cubes thrown again come out the same.",
            throw=taken.result["throw"],
        )
    return Answer(data, (say("Taken back: {what}", what=named), line, *log_told(step)))


def history_end(here: Moment[ShogunState]) -> Answer:
    """All that everybody should know of a table, and the hash of its last event."""
    lines = (*remarks_told(here.history), *log_told(here.history.steps[-1]))
    return Answer({"remarks": remarks(here.history), "hash": hash_told(here.history.steps[-1])}, lines)


def verified(
    game: Game[ShogunState], header: Header, events: Sequence[Event], head: str | None, commitment: str | None
) -> Answer:
    """The verdict on a log, against hashes that were shown at its start and after an event, where given."""
    verdict = verify_log(events, game, head)
    # Where a card could be guessed from a hash, none is told or looked for.
    told = all(hash_told(step, verdict.history.state) for step in verdict.history)
    if not told:
        head, verdict = None, verify_log(events, game)
    faults = [*verdict.faults, *other_beginning(events, commitment)]
    found = () if faults else remarks(verdict.history)
    judged = verdict_data(header, verdict, faults, sealed=not told)
    judged |= {"seed": not verdict.seedless, "remarks": found}
    if faults:
        return Answer(judged, untrue(faults), negative=True)
    lines: list[Told] = [
        say_count("{count} event[|s] followed again from the seed: every record is true.", verdict.events)
    ]
    if verdict.seedless:
        lines = [
            say_count(
                "{count} event[|s] followed again without the seed: chain, rules and cubes hold together.",
                verdict.events,
            ),
            say(
                "Not checked: that filling, throws and cards came from the sealed seed, and the start itself."
            ),
        ]
    lines += log_lines(verdict) if told else ()
    lines += remarks_told(verdict.history)
    return Answer(judged, tuple(lines), remedies=("head",) if told and head is None else ())
