"""Battles, revolts and turns at a table: the odds before, the throw, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.errors import InputError, Refused
from companion.rules.shogun.battle.battle import Battle
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.cubes import NEUTRAL, armies, counted, daimyo
from companion.rules.shogun.game.fight import Fought
from companion.rules.shogun.round.calendar import passed_words
from companion.sentences import Sentence, say
from companion.service.answer import Answer, Told, answering
from companion.service.shogun.figures import Fall, OddsTable, Tray, percent
from companion.service.shogun.standing import cubes_data, game_data, next_lines, seat_data, seat_line
from companion.service.shogun.table.numbers import with_fewer
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.table.history import Step
from companion.table.shogun.fights import THROWS, Fight, TurnReport, declared
from companion.table.shogun.keeping import campaign_at
from companion.table.shogun.requests import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt, WinterRevolt
from companion.table.shogun.state import ShogunState
from companion.table.shogun.telling import TellFight, completed
from companion.table.shogun.views import as_known, view

if TYPE_CHECKING:
    from companion.rules.shogun.odds.odds import Odds

__all__ = ["heading", "last_throw", "take_turn", "throw"]


@answering
def throw(
    here: ShogunSession,
    request: ThrowAttack | ThrowRevolt | ThrowCubes | WinterRevolt,
    *,
    foretell: bool = False,
    bare: bool = False,
) -> Answer:
    """Throw an attack, a revolt or cubes nobody fights with.

    Args:
        here: The table.
        request: What is thrown.
        foretell: Whether only the odds are told, and nothing is thrown.
        bare: Whether it was said that the building an event asks for does not stand there.
    """
    told = request if isinstance(request, WinterRevolt) else TellFight(request, bare)
    if foretell:
        return _foretold(here, completed(here.state, told) if isinstance(told, TellFight) else told)
    step = here.do(told)
    data, lines = _throw_data(here, step), (*_throw_lines(step), *log_told(step))
    if isinstance(request, WinterRevolt):
        seen = view(step.after)
        return Answer({**data, "game": game_data(seen)}, (*lines, *next_lines(seen)))
    return Answer(data, lines)


def _foretold(here: ShogunSession, request: Fight) -> Answer:
    """The odds of an attack or a revolt, and of an attack with fewer armies; nothing is thrown.

    Raises:
        InputError: When nobody would fight.
    """
    from companion.service.shogun.odds import odds_data
    from companion.table.shogun.chances import contents_told, odds_of  # numpy: only when it is needed

    state = as_known(here.state)
    contents, numbers = contents_told(state), []
    for sent, each in with_fewer(state, request):
        muster, judged = declared(state, each)
        odds = odds_of(state, muster, judged, contents)
        if odds is None:
            raise InputError("There are odds for an attack or a revolt only.")
        numbers.append((sent, odds))
    told = numbers[-1][1]
    lines: list[Told] = [*muster.notes, _odds_words(told, judged)]
    if len(numbers) == 1:
        return Answer(odds_data(told), tuple(lines))
    lines.append(OddsTable(tuple((sent, each.win, each.tie, each.lose) for sent, each in numbers)))
    table = [{"armies": sent, **odds_data(each)} for sent, each in numbers]
    return Answer({**odds_data(told), "numbers": table}, tuple(lines))


@answering
def last_throw(here: ShogunSession) -> Answer:
    """The last throw that stands: what came out, who won, where the cubes go."""
    standing = here.history.standing
    thrown = [s for s in here.history if s.event.kind in THROWS and s.event.number in standing]
    if not thrown:
        raise Refused("Nothing has been thrown at this table yet.")
    return Answer(
        _throw_data(here, thrown[-1]), (*_throw_lines(thrown[-1]), *log_told(here.history.steps[-1]))
    )


@answering
def take_turn(here: ShogunSession, request: TakeTurn, *, foretell: bool = False) -> Answer:
    """A player's turn in an action, on a board that the table keeps; see ``throw``."""
    if foretell:
        return _foretold(here, request)
    step, order = here.do(request), request.order
    report = _report(step)
    seen = view(step.after)
    thrown = step.event.kind != "act"
    data = {
        "table": here.name,
        "event": step.event.number,
        "done": not report.lost,
        "lines": list(report.lines),
        "passed": [{"player": player, "action": taken} for player, taken in report.passed],
        "throw": _throw_data(here, step) if thrown else None,
        "player": order.player,
        "seat": seat_data(seen, order.player),
        "game": game_data(seen),
    }
    lines: list[Told] = []
    if report.passed:
        assert step.before is not None  # the start is no turn
        words = passed_words(campaign_at(step.before).calendar, report.passed)
        lines.append(say("Passed over as blanks: {turns}.", turns=words))
    lines += report.lines
    if thrown:
        lines += [*_throw_lines(step), *log_told(step)]
    remedies = ("undo",) if report.passed else ()
    return Answer(data, (*lines, seat_line(seen, order.player), *next_lines(seen)), remedies=remedies)


def _report(step: Step[ShogunState]) -> TurnReport:
    assert isinstance(step.report, TurnReport)
    return step.report


def _fought(step: Step[ShogunState]) -> tuple[ShogunState, Fought]:
    fought = _report(step).fought
    assert fought is not None  # it is a throw
    assert step.before is not None  # a throw is never the first event
    return step.before, fought


def _odds(before: ShogunState, fought: Fought) -> Odds | None:
    from companion.table.shogun.chances import contents_told, odds_of  # numpy: only when it is needed

    return odds_of(before, fought.muster, fought.judged, contents_told(before))


def _throw_data(here: ShogunSession, step: Step[ShogunState]) -> dict[str, Any]:
    """A throw for a program."""
    from companion.service.shogun.odds import odds_data  # numpy again

    before, fought = _fought(step)
    out = counted(fought.throw.out)
    data: dict[str, Any] = {
        "table": here.name,
        "event": step.event.number,
        "throw": fought.throw.number,
        "in": counted(fought.throw.thrown),
        "out": out,
        "tray": counted(fought.tower.tray),
    }
    odds = _odds(before, fought)
    if odds is not None and fought.verdict is not None:
        data["odds"] = odds_data(odds)
        data["chance"] = odds.chance(fought.verdict.winner)
        data["chance_of_tray"] = odds.chance_of_tray(out)
        data["verdict"] = fought.verdict.as_answer()
    data["notes"] = list(fought.muster.notes)
    data["outside"] = cubes_data(view(step.after))["outside"]
    data["hash"] = step.event.hash
    return data


def _throw_lines(step: Step[ShogunState]) -> tuple[Told, ...]:
    """A throw for the players."""
    before, fought = _fought(step)
    odds = _odds(before, fought)
    lines: list[Told] = [heading(step), *fought.muster.notes]
    if odds is not None:
        lines.append(_odds_words(odds, fought.judged))
    if step.request.out is None:
        lines.append(Fall(counted(fought.throw.thrown), counted(fought.throw.out)))
    lines += [*_moved(fought), say("In the tray:"), Tray(counted(fought.throw.out))]
    if fought.verdict is None:
        return (*lines, say("Nobody fights: all of it stays in the tray for the next throw."))
    lines += fought.verdict.lines.values()
    if odds is not None:
        chance = percent(odds.chance(fought.verdict.winner))
        lines.append(say("This happens in {chance} of such throws.", chance=chance))
    return tuple(lines)


def _moved(fought: Fought) -> Iterator[Sentence]:
    """What goes in, stays inside and comes loose: what people with cubes of their own lay to and fro.

    Cubes of one colour are alike, so of each colour only the difference is told; it tells nothing of the
    inside that the tray does not.
    """
    thrown, out = Counter(counted(fought.throw.thrown)), Counter(counted(fought.throw.out))
    yield say("Thrown: {cubes}.", cubes=armies(thrown))
    if thrown - out:
        yield say("Inside stay: {cubes}.", cubes=armies(thrown - out))
    if out - thrown:
        yield say("Came loose from inside: {cubes}.", cubes=armies(out - thrown))


def _odds_words(odds: Odds, judged: Battle | Revolt | None) -> Sentence:
    assert judged is not None  # there are odds
    if isinstance(judged, Revolt):
        return say(
            "Before the throw: {player} keeps the province {win}, loses it {lost} (by a tie: {tie}).",
            player=daimyo(judged.owner),
            win=percent(odds.win),
            lost=percent(odds.lost),
            tie=percent(odds.tie),
        )
    return say(
        "Before the throw: {player} wins {win}, tie {tie}, loses {lose}.",
        player=daimyo(judged.attacker),
        win=percent(odds.win),
        tie=percent(odds.tie),
        lose=percent(odds.lose),
    )


def heading(step: Step[ShogunState]) -> Sentence:
    """Which throw it is, over what, and who fights."""
    province, fought = step.request.province, _fought(step)[1]
    number, judged = fought.throw.number, fought.judged
    match judged:
        case None:
            return say("Throw {throw}.", throw=number)
        case Battle(defender=defender) if defender == NEUTRAL:
            what = say("{attacker} attacks a neutral province", attacker=daimyo(judged.attacker))
        case Battle():
            what = say(
                "{attacker} attacks {defender}",
                attacker=daimyo(judged.attacker),
                defender=daimyo(judged.defender),
            )
        case Revolt():
            what = say("the farmers revolt against {owner}", owner=daimyo(judged.owner))
    if province:
        return say("Throw {throw}, {province}: {what}.", throw=number, province=province, what=what)
    return say("Throw {throw}: {what}.", throw=number, what=what)
