"""A throw in the players' words: who fights, how likely it is, which cubes go where, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce

from companion.answers import Answer, Told
from companion.play.game import event_data
from companion.play.shogun.state import ShogunState, campaign_at
from companion.play.shogun.telling.figures import Tray, TrayRow, percent
from companion.play.shogun.telling.standing import game_data, log_told, next_lines, seat_line
from companion.play.shogun.views import ages_told, hash_told, view
from companion.rules.shogun.battle import Battle, Muster, Revolt, goes_to
from companion.rules.shogun.campaign import Fought
from companion.rules.shogun.odds import Odds, Throwing, battle_odds, revolt_odds
from companion.rules.shogun.realm import NEUTRAL, Cube, armies, counted, daimyo, tallied
from companion.rules.shogun.round.stages import passed_words
from companion.rules.shogun.tower import Ages, Contents, Guess
from companion.sentences import Sentence, say
from companion.table.history import Moment, Step


def contents_told(state: ShogunState) -> Contents:
    """The inside as the players know it, by the choice of the table."""
    ages = ages_told(state)
    return Guess(len(state.players), state.tower.throws) if ages is None else Ages(ages)


def odds_of(
    state: ShogunState, muster: Muster, judged: Battle | Revolt | None, contents: Contents
) -> Odds | None:
    """The odds before a throw from a state; ``None`` for a throw nobody judges."""
    throwing = Throwing(state.tower.preset, muster.cubes, counted(state.tower.tray), contents)
    if isinstance(judged, Battle):
        return battle_odds(throwing, judged, state.rulings)
    return None if judged is None else revolt_odds(throwing, judged, state.rulings)


def moved(fought: Fought) -> Iterator[Sentence]:
    """The cubes that go in, stay inside and come loose: what people with cubes of their own lay to and fro.

    Cubes of one colour are alike, so of each colour only the difference is told; it tells nothing of the
    inside that the tray does not.
    """
    thrown, out = Counter(counted(fought.throw.thrown)), Counter(counted(fought.throw.out))
    yield say("Thrown: {cubes}.", cubes=armies(thrown))
    if thrown - out:
        yield say("Inside stay: {cubes}.", cubes=armies(thrown - out))
    if out - thrown:
        yield say("Came loose from inside: {cubes}.", cubes=armies(out - thrown))


def odds_words(odds: Odds, judged: Battle | Revolt | None) -> Sentence:
    """The chance of each side before the throw."""
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


def chance_word(chance: float) -> Sentence:
    """How likely it was that it came so, in a word."""
    words = (
        (0.9, say("That was nearly certain.")),
        (0.6, say("That was likely.")),
        (0.4, say("The chances were even.")),
        (0.1, say("That was unlikely.")),
    )
    return next((word for least, word in words if chance >= least), say("That was rare."))


def heading(step: Step[ShogunState]) -> Sentence:
    """The number of a throw, its province, and who fights."""
    province, fought = step.request.province, step.report.fought
    number, judged = fought.throw.number, fought.judged
    if judged is None:
        return say("Throw {throw}.", throw=number)
    what = what_words(judged)
    if province:
        return say("Throw {throw}, {province}: {what}.", throw=number, province=province, what=what)
    return say("Throw {throw}: {what}.", throw=number, what=what)


def what_words(judged: Battle | Revolt) -> Sentence:
    """The two sides of a fight."""
    match judged:
        case Battle(attacker=attacker, defender=defender) if defender == NEUTRAL:
            return say("{attacker} attacks a neutral province", attacker=daimyo(attacker))
        case Battle(attacker=attacker, defender=defender):
            return say("{attacker} attacks {defender}", attacker=daimyo(attacker), defender=daimyo(defender))
    return say("the farmers revolt against {owner}", owner=daimyo(judged.owner))


def in_and_out(step: Step[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    """The cubes of each colour that went into a throw, and those that came out."""
    went, came = (counted(map(Cube.parse, step.event.result[key])) for key in ("in", "out"))
    return went, came


def throw_words(step: Step[ShogunState]) -> Sentence:
    """A throw in a line: who fought over what, what came out, and the verdict."""
    fought = step.report.fought
    verdict = fought.verdict
    told = say("{throw} Out came {cubes}.", throw=heading(step), cubes=armies(in_and_out(step)[1]))
    return told if verdict is None else say("{throw} {result}", throw=told, result=verdict.lines["result"])


def fight_line(step: Step[ShogunState]) -> Sentence:
    """A throw in a line of the history, with the first of what came before it."""
    return in_a_row((*step.report.lines[:1], throw_words(step)))


def in_a_row(lines: Iterable[Sentence]) -> Sentence:
    """Sentences one after the other."""
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), lines)


def describe_fight(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The outcome of a throw; on a kept board with the turn that led to it, and what comes next."""
    seen, order = view(step.after), getattr(step.request, "order", None)
    data, lines = throw_data(here, step), (*throw_lines(step), *log_told(step))
    if order is None and getattr(step.request, "hungry", None) is None:
        return Answer(data, lines, brief_lines(step))
    data, after = {**data, "game": game_data(seen)}, next_lines(seen)
    if order is None:
        return Answer(data, (*lines, *after), brief_lines(step))
    first: tuple[Sentence, ...] = step.report.lines
    if step.report.passed:
        assert step.before is not None  # the start is no turn
        words = passed_words(campaign_at(step.before).calendar, step.report.passed)
        first = (say("Passed over as blanks: {turns}.", turns=words), *first)
    brief = (*brief_lines(step, first), *after)
    remedies = ("undo",) if step.report.passed else ()
    return Answer(data, (*first, *lines, seat_line(seen, order.player), *after), brief, remedies=remedies)


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
