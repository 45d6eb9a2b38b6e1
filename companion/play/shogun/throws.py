"""A throw in sentences for players: who fights, the odds, which cubes go where, and the verdict."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce

import companion.play.shogun.views as views
from companion.answers import Answer, AnswerLine
from companion.play.game import event_data
from companion.play.shogun.standing import describe_log, describe_next_step, describe_possessions, game_data
from companion.play.shogun.state import ShogunState, get_campaign
from companion.rules.shogun.battle import Battle, Forces, Revolt, describe_destination
from companion.rules.shogun.campaign import FightResult
from companion.rules.shogun.odds import Odds, PlannedThrow, compute_battle_odds, compute_revolt_odds
from companion.rules.shogun.realm import (
    NEUTRAL,
    Cube,
    count_cubes,
    describe_armies,
    describe_armies_briefly,
    name_player,
)
from companion.rules.shogun.stages import describe_passed_turns
from companion.rules.shogun.tower import Ages, Guess, Inside
from companion.sentences import Sentence, say
from companion.table.history import Snapshot, Transition


def get_known_contents(state: ShogunState) -> Inside:
    """The inside of the tower as players may know it: ages of its cubes, or a guess if the table hides them."""
    ages = views.find_visible_ages(state)
    return Guess(len(state.players), state.tower.throws) if ages is None else Ages(ages)


def compute_odds(state: ShogunState, forces: Forces, conflict: Battle | Revolt | None, lodged: Inside) -> Odds | None:
    """The odds before a throw from a state; ``None`` for a throw without a fight."""
    throwing = PlannedThrow(state.tower.preset, forces.cubes, count_cubes(state.tower.tray), lodged)
    if isinstance(conflict, Battle):
        return compute_battle_odds(throwing, conflict, state.rulings)
    return None if conflict is None else compute_revolt_odds(throwing, conflict, state.rulings)


def describe_cube_moves(result: FightResult) -> Iterator[Sentence]:
    """The cubes that go in, stay inside and come loose, for players who move their own cubes.

    Cubes of one colour are alike, so of each colour only the difference is given; it reveals nothing of the
    inside that the tray does not.
    """
    cubes_in, out = Counter(count_cubes(result.throw.cubes_in)), Counter(count_cubes(result.throw.cubes_out))
    yield say("Thrown: {cubes}.", cubes=describe_armies(cubes_in))
    if cubes_in - out:
        yield say("Inside stay: {cubes}.", cubes=describe_armies(cubes_in - out))
    if out - cubes_in:
        yield say("Came loose from inside: {cubes}.", cubes=describe_armies(out - cubes_in))


def describe_odds(odds: Odds, conflict: Battle | Revolt | None) -> Sentence:
    """The chance of each side before the throw."""
    assert conflict is not None  # there are odds only for a fight
    if isinstance(conflict, Revolt):
        return say(
            "Before the throw: {player} keeps the province {win}, loses it {lost} (by a tie: {tie}).",
            player=name_player(conflict.owner),
            win=views.format_percent(odds.win),
            lost=views.format_percent(odds.lost),
            tie=views.format_percent(odds.tie),
        )
    return say(
        "Before the throw: {player} wins {win}, tie {tie}, loses {lose}.",
        player=name_player(conflict.attacker),
        win=views.format_percent(odds.win),
        tie=views.format_percent(odds.tie),
        lose=views.format_percent(odds.lose),
    )


def describe_chance(chance: float) -> Sentence:
    """Say how likely the outcome was."""
    words = (
        (0.9, say("That was nearly certain.")),
        (0.6, say("That was likely.")),
        (0.4, say("The chances were even.")),
        (0.1, say("That was unlikely.")),
    )
    return next((word for least, word in words if chance >= least), say("That was rare."))


def describe_heading(step: Transition[ShogunState]) -> Sentence:
    """The number of a throw, its province, and who fights."""
    province, result = step.request.province, step.report.fight
    number, conflict = result.throw.number, result.sides
    if conflict is None:
        return say("Throw {throw}.", throw=number)
    sides = describe_sides(conflict)
    if province:
        return say("Throw {throw}, {province}: {what}.", throw=number, province=province, what=sides)
    return say("Throw {throw}: {what}.", throw=number, what=sides)


def describe_sides(conflict: Battle | Revolt) -> Sentence:
    match conflict:
        case Battle(attacker=attacker, defender=defender) if defender == NEUTRAL:
            return say("{attacker} attacks a neutral province", attacker=name_player(attacker))
        case Battle(attacker=attacker, defender=defender):
            return say("{attacker} attacks {defender}", attacker=name_player(attacker), defender=name_player(defender))
    return say("the farmers revolt against {owner}", owner=name_player(conflict.owner))


def count_in_and_out(step: Transition[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    """The cubes of each colour that went into a throw, and those that came out."""
    cubes_in, came_out = (count_cubes(map(Cube.parse, step.event.result[key])) for key in ("in", "out"))
    return cubes_in, came_out


def describe_throw_result(step: Transition[ShogunState]) -> Sentence:
    """A throw in a line: who fought over what, what came out, and the verdict."""
    result = step.report.fight
    verdict = result.verdict
    line = say(
        "{throw} Out came {cubes}.", throw=describe_heading(step), cubes=describe_armies(count_in_and_out(step)[1])
    )
    return line if verdict is None else say("{throw} {result}", throw=line, result=verdict.lines["result"])


def fight_line(step: Transition[ShogunState]) -> Sentence:
    """A throw in a line of the history, after the first sentence of its turn, if any."""
    return join_lines((*step.report.lines[:1], describe_throw_result(step)))


def join_lines(lines: Iterable[Sentence]) -> Sentence:
    """Several sentences as one, in their order."""
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), lines)


def describe_fight(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The answer to a throw; on a kept board with the turn that led to it, and what comes next."""
    view = views.view(step.after)
    order = getattr(step.request, "order", None)
    data = throw_data(table, step)
    lines = (*describe_throw_fully(step), *describe_log(step))
    if order is None and getattr(step.request, "hungry", None) is None:
        return Answer(data, lines, describe_throw_briefly(step))
    data, after = {**data, "game": game_data(view)}, describe_next_step(view)
    if order is None:
        return Answer(data, (*lines, *after), describe_throw_briefly(step))
    first: tuple[Sentence, ...] = step.report.lines
    if step.report.passed_turns:
        assert step.before is not None  # a turn is never the first event
        words = describe_passed_turns(get_campaign(step.before).calendar, step.report.passed_turns)
        first = (say("Skipped as blanks: {turns}.", turns=words), *first)
    brief = (*describe_throw_briefly(step, first), *after)
    remedies = ("undo",) if step.report.passed_turns else ()
    return Answer(data, (*first, *lines, describe_possessions(view, order.player), *after), brief, remedies=remedies)


def _find_odds(step: Transition[ShogunState]) -> tuple[FightResult, Odds | None]:
    """A throw, and its odds from what players knew before it."""
    result, before = step.report.fight, step.before
    assert before is not None  # a throw is never the first event
    return result, compute_odds(before, result.forces, result.sides, get_known_contents(before))


def throw_data(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> dict[str, object]:
    result, odds = _find_odds(step)
    out = count_cubes(result.throw.cubes_out)
    cubes = {"in": count_cubes(result.throw.cubes_in), "out": out, "tray": count_cubes(result.tower.tray)}
    data = event_data(table, step, throw=result.throw.number, **cubes)
    if odds is not None and result.verdict is not None:
        chances = {"chance": odds.get_chance(result.verdict.winner), "chance_of_tray": odds.compute_tray_chance(out)}
        data |= {"odds": odds, **chances, "verdict": result.verdict}
    supply = views.view(step.after).outside
    return {**data, "notes": result.forces.notes, "outside": supply, "hash": views.find_visible_hash(step)}


_MOVES = ("losses", "survivors", "tray", "held-back", "card", "province", "markers")
"""The lines of a verdict on cubes, card and province, in the order in which players move them."""


def describe_throw_briefly(step: Transition[ShogunState], opening: tuple[Sentence, ...] = ()) -> tuple[AnswerLine, ...]:
    """Describe a throw for players who want to go on: who wins by how much, what came out, what goes where."""
    result, odds = _find_odds(step)
    verdict, out = result.verdict, count_cubes(result.throw.cubes_out)
    first = list(opening or (describe_heading(step),))
    moves = [say("Nobody fights: all of it stays in the tray for the next throw.")]
    if verdict is not None:
        first.append(verdict.lines["result"])
        first += [] if odds is None else [describe_chance(odds.get_chance(verdict.winner))]
        first += [verdict.lines[name] for name in ("green",) if name in verdict.lines]
        place = "province" if verdict.winner == "attacker" else ""  # what does not change is left out
        heaps = {
            "losses": ("tower" if verdict.into_tower else "supply", verdict.into_tower or verdict.to_supply),
            "survivors": ("province", verdict.survivors),
            "tray": ("tray", verdict.stays_in_tray),
        }
        moves = [
            describe_destination(*heaps[name], describe_armies_briefly) if name in heaps else verdict.lines[name]
            for name in _MOVES
            if name in verdict.lines and name != place
        ]
    return (join_lines(first), views.TrayRow(out), *((join_lines(moves),) if moves else ()))


def describe_throw_fully(step: Transition[ShogunState]) -> Iterator[AnswerLine]:
    """Describe a throw in full."""
    result, odds = _find_odds(step)
    verdict = result.verdict
    yield from (describe_heading(step), *result.forces.notes)
    if odds is not None:
        yield describe_odds(odds, result.sides)
    yield from describe_cube_moves(result)
    yield say("In the tray:")
    yield views.Tray(count_cubes(result.throw.cubes_out))
    if verdict is not None:
        yield from verdict.lines.values()
    else:
        yield say("Nobody fights: all of it stays in the tray for the next throw.")
    if odds is not None and verdict is not None:
        chance = views.format_percent(odds.get_chance(verdict.winner))
        yield say("This happens in {chance} of such throws.", chance=chance)
