"""Throws told: which cubes go where, how likely it was, the verdict; and the turns that led to them."""

from companion.answers import Answer, Told
from companion.play.game import event_data
from companion.play.shogun.fights.fight import TurnReport
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.chances import contents_told, odds_of
from companion.play.shogun.telling.figures import Fall, Tray, percent
from companion.play.shogun.telling.standing import game_data, log_told, next_lines, seat_data, seat_line
from companion.play.shogun.telling.throw_words import heading, moved, odds_words
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.cubes import counted
from companion.rules.shogun.game.fight import Fought
from companion.rules.shogun.odds.odds import Odds
from companion.rules.shogun.round.calendar import passed_words
from companion.sentences import say
from companion.table.history import Moment, Step


def tell_fight(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The outcome of a throw, and of the turn or the winter that led to it."""
    if getattr(step.request, "order", None) is not None:
        return tell_turn(here, step)
    data, lines = throw_data(here, step), (*throw_lines(step), *log_told(step))
    if getattr(step.request, "late", False):
        lines = (say("Told late: event and cards are as they were said, not those of this round."), *lines)
    if getattr(step.request, "hungry", None) is not None:
        seen = view(step.after)
        return Answer({**data, "game": game_data(seen)}, (*lines, *next_lines(seen)))
    return Answer(data, lines)


def tell_turn(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The outcome of a turn on a kept board, with the throw it led to."""
    order, report, seen = step.request.order, step.report, view(step.after)
    assert isinstance(report, TurnReport)
    thrown = report.fought is not None
    data = event_data(
        here,
        step,
        done=not report.lost,
        lines=report.lines,
        passed=report.passed,
        throw=throw_data(here, step) if thrown else None,
        player=order.player,
        seat=seat_data(seen, order.player),
        game=game_data(seen),
    )
    lines: list[Told] = []
    if report.passed:
        assert step.before is not None  # the start is no turn
        words = passed_words(campaign_at(step.before).calendar, report.passed)
        lines.append(say("Passed over as blanks: {turns}.", turns=words))
    lines += report.lines
    if thrown:
        lines += [*throw_lines(step), *log_told(step)]
    remedies = ("undo",) if report.passed else ()
    return Answer(data, (*lines, seat_line(seen, order.player), *next_lines(seen)), remedies=remedies)


def _odds(step: Step[ShogunState]) -> tuple[Fought, Odds | None]:
    """A throw, and its odds as the players knew them before."""
    fought, before = step.report.fought, step.before
    assert before is not None  # a throw is never the first event
    if fought.throw.lost_by:
        return fought, None
    return fought, odds_of(before, fought.muster, fought.judged, contents_told(before))


def throw_data(here: Moment[ShogunState], step: Step[ShogunState]) -> dict[str, object]:
    """A throw for a program."""
    fought, odds = _odds(step)
    out = counted(fought.throw.out)
    cubes = {"in": counted(fought.throw.thrown), "out": out, "tray": counted(fought.tower.tray)}
    data = event_data(here, step, throw=fought.throw.number, **cubes)
    if odds is not None and fought.verdict is not None:
        chances = {"chance": odds.chance(fought.verdict.winner), "chance_of_tray": odds.chance_of_tray(out)}
        data |= {"odds": odds, **chances, "verdict": fought.verdict}
    if fought.throw.lost_by:
        data |= {"lost_by": fought.throw.lost_by, "verdict": fought.verdict}
    notes, outside = fought.muster.notes, view(step.after).outside
    return {**data, "notes": notes, "outside": outside, "hash": hash_told(step)}


def throw_lines(step: Step[ShogunState]) -> tuple[Told, ...]:
    """A throw for the players."""
    fought, odds = _odds(step)
    lines: list[Told] = [heading(step), *fought.muster.notes]
    if fought.throw.lost_by:
        return (*lines, *fought.verdict.lines.values()) if fought.verdict is not None else tuple(lines)
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
