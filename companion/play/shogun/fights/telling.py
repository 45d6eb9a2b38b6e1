"""Throws told: which cubes go where, how likely it was, the verdict; and the turns that led to them."""

from collections.abc import Iterator

from companion.answers import Answer, Told
from companion.play.game import event_data
from companion.play.shogun.fights.fight import TurnReport
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.chances import contents_told, odds_of
from companion.play.shogun.telling.figures import Tray, TrayRow, percent
from companion.play.shogun.telling.standing import game_data, log_told, next_lines, seat_data, seat_line
from companion.play.shogun.telling.throw_words import chance_word, heading, in_a_row, moved, odds_words
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.battle.verdict import goes_to
from companion.rules.shogun.game.campaign import Fought
from companion.rules.shogun.odds.odds import Odds
from companion.rules.shogun.realm import counted, tallied
from companion.rules.shogun.round.stages import passed_words
from companion.sentences import Sentence, say
from companion.table.history import Moment, Step


def tell_fight(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The outcome of a throw, and of the turn or the winter that led to it."""
    if getattr(step.request, "order", None) is not None:
        return tell_turn(here, step)
    data, lines, brief = throw_data(here, step), (*throw_lines(step), *log_told(step)), brief_lines(step)
    if getattr(step.request, "hungry", None) is not None:
        seen = view(step.after)
        return Answer({**data, "game": game_data(seen)}, (*lines, *next_lines(seen)), brief)
    return Answer(data, lines, brief)


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
    first: list[Sentence] = []
    if report.passed:
        assert step.before is not None  # the start is no turn
        words = passed_words(campaign_at(step.before).calendar, report.passed)
        first.append(say("Passed over as blanks: {turns}.", turns=words))
    first += report.lines
    throw = (*throw_lines(step), *log_told(step)) if thrown else ()
    lines = (*first, *throw, seat_line(seen, order.player))
    after, remedies = next_lines(seen), ("undo",) if report.passed else ()
    brief = (*brief_lines(step, tuple(first)), *after) if thrown else ()
    return Answer(data, (*lines, *after), brief, remedies=remedies)


def _odds(step: Step[ShogunState]) -> tuple[Fought, Odds | None]:
    """A throw, and its odds as the players knew them before."""
    fought, before = step.report.fought, step.before
    assert before is not None  # a throw is never the first event
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
    notes, outside = fought.muster.notes, view(step.after).outside
    return {**data, "notes": notes, "outside": outside, "hash": hash_told(step)}


_MOVES = ("losses", "survivors", "tray", "held-back", "card", "province", "markers")
"""What a verdict says of cubes, card and province, in the order in which it is done."""


def brief_lines(step: Step[ShogunState], began: tuple[Sentence, ...] = ()) -> tuple[Told, ...]:
    """A throw for whoever plays on: who wins and by what, what came out, what goes where."""
    fought, odds = _odds(step)
    verdict, out = fought.verdict, counted(fought.throw.out)
    first = list(began or (heading(step),))
    moves = [say("Nobody fights: all of it stays in the tray for the next throw.")]
    if verdict is not None:
        first.append(verdict.lines["result"])
        first += [] if odds is None else [chance_word(odds.chance(verdict.winner))]
        first += [verdict.lines[name] for name in ("green",) if name in verdict.lines]
        stays = "province" if verdict.winner == "attacker" else ""  # what stays as it is is not told
        heaps = {
            "losses": ("tower" if verdict.into_tower else "supply", verdict.into_tower or verdict.to_supply),
            "survivors": ("province", verdict.survivors),
            "tray": ("tray", verdict.stays_in_tray),
        }
        moves = [
            goes_to(*heaps[name], tallied) if name in heaps else verdict.lines[name]
            for name in _MOVES
            if name in verdict.lines and name != stays
        ]
    return (in_a_row(first), TrayRow(out), *((in_a_row(moves),) if moves else ()))


def throw_lines(step: Step[ShogunState]) -> Iterator[Told]:
    """A throw for the players."""
    fought, odds = _odds(step)
    verdict = fought.verdict
    yield from (heading(step), *fought.muster.notes)
    if odds is not None:
        yield odds_words(odds, fought.judged)
    yield from moved(fought)
    yield say("In the tray:")
    yield Tray(counted(fought.throw.out))
    if verdict is not None:
        yield from verdict.lines.values()
    else:
        yield say("Nobody fights: all of it stays in the tray for the next throw.")
    if odds is not None and verdict is not None:
        chance = percent(odds.chance(verdict.winner))
        yield say("This happens in {chance} of such throws.", chance=chance)
