"""A throw in the players' words: who fights, how likely it is, and which cubes go where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING

from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.figures import percent
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.game.campaign import Fought
from companion.rules.shogun.realm import NEUTRAL, Cube, armies, counted, daimyo
from companion.sentences import Sentence, say
from companion.table.history import Step

if TYPE_CHECKING:
    from companion.rules.shogun.odds.odds import Odds


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
