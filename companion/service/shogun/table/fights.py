"""Battles, revolts and turns at a table: the odds before, the throw, the verdict."""

from __future__ import annotations

from typing import Any

from companion.answers import Answer, Told, answering
from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.chances import contents_told, odds_of
from companion.play.shogun.fights import THROWS, Fight, TurnReport, declared
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.requests import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt, WinterRevolt
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling import TellFight, completed
from companion.play.shogun.trust.declaring import Announce, GiveNumber, is_declared_first
from companion.play.shogun.trust.phones import LeaveOut, OpenNumber, OpenTyped, SealNumber, SealTyped
from companion.play.shogun.views import as_known, view
from companion.rules.shogun.cubes import counted, daimyo
from companion.rules.shogun.game.fight import Fought
from companion.rules.shogun.game.turn import declare
from companion.rules.shogun.odds.odds import Odds
from companion.rules.shogun.round.calendar import passed_words
from companion.sentences import say
from companion.service.shogun.figures import Fall, OddsTable, Tray, percent
from companion.service.shogun.odds import odds_data
from companion.service.shogun.standing import cubes_data, game_data, next_lines, seat_data, seat_line
from companion.service.shogun.table.numbers import with_fewer
from companion.service.shogun.table.opening import ShogunSession, log_told
from companion.service.shogun.table.phones import numbers_data, numbers_lines
from companion.service.shogun.throw_words import declared_words, heading, moved, odds_words
from companion.table.history import Step


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
    whole = completed(here.state, told) if isinstance(told, TellFight) else told
    if not isinstance(whole, ThrowCubes) and is_declared_first(here.state, whole):
        return declare_fight(here, whole)
    return tell_fight(here, here.do(told))


def tell_fight(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """What came of a throw, and of the turn or the winter that led to it."""
    if getattr(step.request, "order", None) is not None:
        return _tell_turn(here, step)
    data, lines = _throw_data(here, step), (*_throw_lines(step), *log_told(step))
    if getattr(step.request, "late", False):
        lines = (say("Told late: event and cards are as they were said, not those of this round."), *lines)
    if getattr(step.request, "hungry", None) is not None:
        seen = view(step.after)
        return Answer({**data, "game": game_data(seen)}, (*lines, *next_lines(seen)))
    return Answer(data, lines)


def _foretold(here: ShogunSession, request: Fight) -> Answer:
    """The odds of an attack or a revolt, and of an attack with fewer armies; nothing is thrown.

    Raises:
        InputError: When nobody would fight.
    """
    state = as_known(here.state)
    contents, numbers = contents_told(state), []
    for sent, each in with_fewer(state, request):
        muster, judged = declared(state, each)
        odds = odds_of(state, muster, judged, contents)
        if odds is None:
            raise InputError("There are odds for an attack or a revolt only.")
        numbers.append((sent, odds))
    told = numbers[-1][1]
    lines: list[Told] = [*muster.notes, odds_words(told, judged)]
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
    """A player's turn in an action, on a board that the table keeps; see ``throw``.

    Foretold, a turn that leads to no fight tells what it would bring.
    """
    if foretell:
        state = as_known(here.state)
        *_, (_, most) = with_fewer(state, request)
        assert isinstance(most, TakeTurn)  # only its armies are fewer
        came = declare(campaign_at(state), most.order, facts().events, state.rulings)
        if came.clash is not None:
            return _foretold(here, request)
        return Answer({"done": not came.lost, "lines": list(came.lines)}, came.lines)
    if is_declared_first(here.state, request):
        return declare_fight(here, request)
    return _tell_turn(here, here.do(request))


def _tell_turn(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    order, report = step.request.order, _report(step)
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


def declare_fight(
    here: ShogunSession, request: ThrowAttack | ThrowRevolt | TakeTurn | WinterRevolt
) -> Answer:
    """Declare a fight and write it down; it is thrown when the number is given.

    A fight whose numbers were given before it was undone is thrown with them at once.
    """
    step = here.do(Announce(request))
    told = tell_declared(here, step)
    if here.state.attempt is not None:
        return throw_opened(here) if here.state.attempt.ready else told
    known = here.state.numbers.get(step.event.result["label"])
    return told if known is None else give_number(here, known)


def tell_declared(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """What has been declared, how likely it is, and who gives the number."""
    assert step.before is not None  # a declaration is never the first event
    before, (muster, judged) = step.before, step.report
    asked_from = step.event.result.get("number_from") or number_awaited(here)
    odds = odds_of(before, muster, judged, contents_told(before))
    assert odds is not None  # somebody fights
    data = {
        "table": here.name,
        "event": step.event.number,
        "declared": dict(muster.cubes),
        "number_from": asked_from,
        "odds": odds_data(odds),
        "hash": step.event.hash,
        **({"numbers": numbers_data(here)} if step.after.attempt else {}),
    }
    give = (
        numbers_lines(here)
        if step.after.attempt
        else [
            say(
                "{player} gives a number now, any from 0; nobody can have known it.",
                player=daimyo(str(asked_from)),
            )
        ]
    )
    lines = (declared_words(step), *muster.notes, odds_words(odds, judged), *log_told(step), *give)
    return Answer(data, lines, remedies=("number",))


@answering
def give_number(here: ShogunSession, number: int, by: str | None = None) -> Answer:
    """Give the number that the declared fight waits for: it is thrown.

    Where numbers are sealed first, it is sealed; given once more, when all are sealed, it is opened.

    Args:
        here: The table.
        number: Any from 0.
        by: Who gives it; who is asked, by default.
    """
    attempt = here.state.attempt
    if attempt is None:
        return tell_fight(here, here.do(GiveNumber(number, by)))
    player = by or number_awaited(here) or attempt.phones[0]
    opens = player in attempt.seals and not attempt.unsealed
    return _gone_on(here, OpenTyped(player, number) if opens else SealTyped(player, number))


@answering
def seal_number(here: ShogunSession, player: str, seal: str) -> Answer:
    """Seal the number of a player's phone; the same seal once more changes nothing."""
    attempt = here.state.attempt
    if attempt is not None and attempt.seals.get(player) == seal:
        return _tell_numbers(here)
    return _gone_on(here, SealNumber(player, seal))


@answering
def open_number(here: ShogunSession, player: str, number: str, salt: str) -> Answer:
    """Open the number of a player's phone; when all are open, the declared fight is thrown."""
    attempt = here.state.attempt
    if attempt is not None and attempt.opened.get(player) == (number, salt):
        return throw_opened(here)
    return _gone_on(here, OpenNumber(player, number, salt))


@answering
def leave_out(here: ShogunSession, player: str) -> Answer:
    """Go on without a player's phone; the log tells it to all."""
    return _gone_on(here, LeaveOut(player))


def _gone_on(here: ShogunSession, request: object) -> Answer:
    here.do(request)
    return throw_opened(here)


@answering
def throw_opened(here: ShogunSession) -> Answer:
    """Throw the declared fight, if all its numbers are open."""
    attempt = here.state.attempt
    if attempt is not None and attempt.ready:
        return tell_fight(here, here.do(here.state.declared))
    return _tell_numbers(here)


def _tell_numbers(here: ShogunSession) -> Answer:
    step = here.history.steps[-1]
    data = {"table": here.name, "event": step.event.number, "numbers": numbers_data(here), "hash": here.head}
    return Answer(data, (*numbers_lines(here), *log_told(step)), remedies=("number",))


def number_awaited(here: ShogunSession) -> str | None:
    """Who is asked for a number now; nobody, when nothing is declared."""
    attempt = here.state.attempt
    if attempt is not None:
        return next(iter((*attempt.unsealed, *attempt.unopened)), None)
    if here.state.declared is None:
        return None
    declaration = next(step for step in reversed(here.history.steps) if step.event.kind == "declare")
    return str(declaration.event.result["number_from"])


def _report(step: Step[ShogunState]) -> TurnReport:
    assert isinstance(step.report, TurnReport)
    return step.report


def _fought(step: Step[ShogunState]) -> tuple[ShogunState, Fought]:
    fought = _report(step).fought
    assert fought is not None  # it is a throw
    assert step.before is not None  # a throw is never the first event
    return step.before, fought


def _odds(before: ShogunState, fought: Fought) -> Odds | None:
    return odds_of(before, fought.muster, fought.judged, contents_told(before))


def _throw_data(here: ShogunSession, step: Step[ShogunState]) -> dict[str, Any]:
    """A throw for a program."""
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
        lines.append(odds_words(odds, fought.judged))
    if step.request.out is None:
        lines.append(Fall(counted(fought.throw.thrown), counted(fought.throw.out)))
    lines += [*moved(fought), say("In the tray:"), Tray(counted(fought.throw.out))]
    if fought.verdict is None:
        return (*lines, say("Nobody fights: all of it stays in the tray for the next throw."))
    lines += fought.verdict.lines.values()
    if odds is not None:
        chance = percent(odds.chance(fought.verdict.winner))
        lines.append(say("This happens in {chance} of such throws.", chance=chance))
    return tuple(lines)
