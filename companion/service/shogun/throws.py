"""The throws of a table: the steps with the real cubes, the odds before a throw, and each player's luck.

Nothing here is written to the table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.answers import Answer, AnswerLine, catch_refusals
from companion.codec import encode
from companion.data.shogun.facts import facts
from companion.errors import CompanionError, InputError, Refused
from companion.play.game import table_data
from companion.play.shogun.fights import THROWS, Fight, TakeTurn, ThrowAttack, ThrowRevolt, TurnReport, compute_forces
from companion.play.shogun.state import ShogunState, get_campaign
from companion.play.shogun.story import describe_remarks, list_remarks
from companion.play.shogun.throws import (
    compute_odds,
    describe_fight,
    describe_heading,
    describe_odds,
    describe_throw_result,
    get_known_contents,
)
from companion.play.shogun.views import OddsRows, PlayerMark, format_percent, round_percents, without_hidden_cubes
from companion.rules.shogun.battle import Battle, Revolt
from companion.rules.shogun.campaign import FightResult, declare_turn
from companion.rules.shogun.odds import PlannedThrow
from companion.rules.shogun.realm import COLOURS, GREEN, NEUTRAL, Land, count_cubes, describe_armies, name_player
from companion.rules.shogun.stages import Calendar
from companion.rules.shogun.tower import Ages
from companion.sentences import Sentence, say, say_count
from companion.service.shogun.odds import describe_attack_odds, describe_revolt_odds
from companion.service.shogun.session import ShogunSession, list_standing_events
from companion.table.history import History, Transition


def list_throws(table: ShogunSession) -> Iterator[tuple[int, bool]]:
    """Yield the event number of every throw, the last first, and whether it was undone."""
    numbers = table.history.standing_numbers
    throws = (step.event for step in reversed(table.history.steps) if step.event.kind in THROWS)
    return ((event.number, event.number not in numbers) for event in throws)


def describe_throw(table: ShogunSession, number: int, undone: bool) -> dict[str, object]:
    """Describe a throw in one line, by the number of its event."""
    step = table.history.get_transition(number)
    text = describe_throw_result(step)
    return {"event": number, "throw": step.event.result["throw"], "undone": undone, "text": text}


@catch_refusals
def get_throw(table: ShogunSession, event: int | None = None) -> Answer:
    """Describe a throw with its cubes and the steps with the real ones; by default the last that is not undone."""
    steps = list_standing_events(table) if event is None else table.history
    throws = [s for s in steps if s.event.kind in THROWS and event in (None, s.event.number)]
    if not throws:
        raise Refused("Nothing has been thrown at this table yet.")
    step = throws[-1]
    answer = describe_fight(table, step)
    result: FightResult = step.report.fight
    conflict, verdict = result.sides, result.verdict
    outcome = {
        **answer.data,
        "heading": describe_heading(step),
        "province": step.request.province,
        "sides": None if conflict is None else _encode_sides(conflict),
        "result": None if verdict is None else verdict.lines["result"],
        "strengths": None if verdict is None else verdict.strengths,
        "ledger": _count_cubes(result),
        "todo": tuple(_list_tasks(result)),
        "undone": step.event.number not in table.history.standing_numbers,
        "newest": step is table.history.steps[-1],
        "last": table.history.undoable_event is not None and table.history.undoable_event.number == step.event.number,
        "real": step.request.out is not None,
    }
    return replace(answer, outcome=outcome)


def _encode_sides(conflict: Any) -> dict[str, str]:
    if isinstance(conflict, Battle):
        return {"attacker": conflict.attacker, "defender": conflict.defender}
    return {"owner": conflict.owner}


def _count_cubes(result: FightResult) -> list[dict[str, object]]:
    """The cubes of each colour in a throw; cubes of a colour are alike, so only differences are counted."""
    cubes_in, out = Counter(count_cubes(result.throw.cubes_in)), Counter(count_cubes(result.throw.cubes_out))
    stays, loosened = cubes_in - out, out - cubes_in
    return [
        {"colour": c, "thrown": cubes_in[c], "inside": stays[c], "loose": loosened[c], "out": out[c]}
        for c in COLOURS
        if cubes_in[c] or out[c]
    ]


def _build_task(cubes: Mapping[str, int], words: Sentence, picture: str = "") -> dict[str, object]:
    return {"cubes": [(c, cubes[c]) for c in COLOURS if cubes.get(c)], "text": words, "picture": picture}


def _list_tasks(result: FightResult) -> Iterator[dict[str, object]]:
    """Yield the steps to take with the real cubes, in order."""
    cubes_in, out = Counter(count_cubes(result.throw.cubes_in)), Counter(count_cubes(result.throw.cubes_out))
    if staying := cubes_in - out:
        yield _build_task(staying, say("Inside stay: {cubes}.", cubes=describe_armies(staying)))
    if loosened := out - cubes_in:
        yield _build_task(loosened, say("Came loose from inside: {cubes}.", cubes=describe_armies(loosened)))
    verdict = result.verdict
    if verdict is None:
        if out:
            yield _build_task(out, say("Nobody fights: all of it stays in the tray for the next throw."))
        return
    heaps = {
        "survivors": verdict.survivors,
        "losses": {**verdict.to_supply, **verdict.into_tower},
        "tray": verdict.stays_in_tray,
    }
    pictures = {**_PICTURES, "province": "farmer" if verdict.province == "neutral" else "castle"}
    for name in ("survivors", "losses", "tray", "held-back", "card", "province", "markers"):
        if name in verdict.lines:
            yield _build_task(heaps.get(name, {}), verdict.lines[name], pictures.get(name, ""))


_PICTURES = {"card": "move", "markers": "revolt", "held-back": "army"}
"""Pictures of steps without cubes."""


def find_last_fight(table: ShogunSession) -> ThrowAttack | ThrowRevolt | None:
    """The request of the last battle or revolt not undone, to throw it again; ``None`` if there is none."""
    requests = (step.request for step in reversed(list_standing_events(table)))
    return next((each for each in requests if isinstance(each, (ThrowAttack, ThrowRevolt))), None)


@catch_refusals
def odds_before_throw(session: ShogunSession, request: Fight) -> Answer:
    """The odds of a fight, for an attack also with fewer armies; or the outcome of a turn without a fight."""
    state = without_hidden_cubes(session.state)
    if isinstance(request, TakeTurn):
        *_, most = _list_smaller_fights(state, request)
        assert isinstance(most, TakeTurn)  # the same kind of request
        result = declare_turn(get_campaign(state), most.order, facts().events, state.rulings)
        if result.clash is None:
            return Answer({"done": not result.is_lost, "lines": result.lines}, result.lines)
    contents, numbers = get_known_contents(state), []
    for armies, each in enumerate(_list_smaller_fights(state, request), 1):
        forces, conflict = compute_forces(state, each)
        odds = compute_odds(state, forces, conflict, contents)
        if odds is None:
            raise InputError("There are odds only for an attack or a revolt.")
        numbers.append((armies, odds))
    answer = numbers[-1][1]
    lines: list[AnswerLine] = [*forces.notes, describe_odds(answer, conflict)]
    if len(numbers) == 1:
        return Answer(answer, tuple(lines))
    lines.append(OddsRows(tuple((armies, each.win, each.tie, each.lose) for armies, each in numbers)))
    table = [{"armies": armies, **encode(each)} for armies, each in numbers]
    return Answer({**encode(answer), "numbers": table}, tuple(lines))


@catch_refusals
def describe_table_odds(table: ShogunSession, fight: ThrowAttack | ThrowRevolt, **options: Any) -> Answer:
    """The odds of a fight in the tower of a table, by its rulings and its event in force."""
    state = without_hidden_cubes(table.state)
    request = fight if state.calendar is None else _with_round_effects(state.calendar, fight)
    forces, conflict = compute_forces(replace(state, game=None), request)
    tower = PlannedThrow(state.tower.preset, {}, count_cubes(state.tower.tray), get_known_contents(state))
    if isinstance(conflict, Revolt):
        return describe_revolt_odds(forces, conflict, tower, state.rulings, **options)
    assert isinstance(request, ThrowAttack)
    assert conflict is not None  # it is a fight
    return describe_attack_odds(request.attack.armies, forces, conflict, tower, state.rulings, **options)


def _with_round_effects(calendar: Calendar, fight: ThrowAttack | ThrowRevolt) -> ThrowAttack | ThrowRevolt:
    """Add to a fight the event in force and the special cards that its sides have this round."""
    if calendar.event is None:  # in winter, for example
        return fight
    event, taken = calendar.get_rule(facts().events), calendar.taken
    if isinstance(fight, ThrowRevolt):
        uprising = fight.rising
        defends = uprising.defence_card or taken.get(uprising.owner) == "defence"
        return replace(fight, rising=replace(uprising, event=uprising.event or event, defence_card=defends))
    attack = fight.attack
    attacks = attack.attack_card or taken.get(attack.attacker) == "attack"
    defends = attack.defence_card or taken.get(attack.defender) == "defence"
    attack_now = replace(attack, event=attack.event or event, attack_card=attacks, defence_card=defends)
    return replace(fight, attack=attack_now)


def _list_smaller_fights(state: ShogunState, request: Fight) -> Iterator[Fight]:
    """Yield an attack with 1 army, with 2, and so on, up to its own number or all but one; other fights unchanged."""
    match request:
        case TakeTurn(order=order) if order.target is not None and order.province is not None:
            land = get_campaign(state).realm.lands.get(order.province, Land())
            most = order.armies or max(1, land.armies - 1)
            for armies in range(1, most + 1):
                yield replace(request, order=replace(order, armies=armies))
        case ThrowAttack(attack=attack):
            for armies in range(1, attack.armies + 1):
                yield replace(request, attack=replace(attack, armies=armies))
        case _:
            yield request


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of a fight in whole per cent and the number of cubes thrown, or why it is refused."""

    thrown: int = 0
    percents: Sequence[int] = ()
    notes: Sequence[Sentence] = ()
    refused: Sentence | None = None


def compute_odds_by_armies(table: ShogunSession, request: ThrowAttack, numbers: Sequence[int]) -> dict[int, FightOdds]:
    """The odds of an attack for each of several numbers of armies; see ``compute_fight_odds``."""
    return {
        number: compute_fight_odds(table, replace(request, attack=replace(request.attack, armies=number)))
        for number in numbers
    }


def compute_fight_odds(table: ShogunSession, request: ThrowAttack | ThrowRevolt) -> FightOdds:
    state = without_hidden_cubes(table.state)
    try:
        forces, conflict = compute_forces(state, request)
        odds = compute_odds(state, forces, conflict, get_known_contents(state))
    except CompanionError as error:
        return FightOdds(refused=error.sentence)
    assert odds is not None  # it is a fight
    return FightOdds(odds.thrown, round_percents((odds.win, odds.tie, odds.lose)), forces.notes)


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A fight from the side of one player."""

    event: int
    throw: int
    kind: str  # ``attack`` or ``revolt``
    part: str  # ``attacker``, ``defender`` or ``owner``
    against: str  # the other side's colour, or ``NEUTRAL`` for the farmers
    province: str
    armies: tuple[int, int]  # thrown by this player, and by the other side
    chance: float
    chance_of_tie: float
    outcome: str  # ``win``, ``tie`` or ``lose``, for this player; the owner loses a tied revolt
    tied: bool  # true if neither side had more armies
    likelihood: float  # how likely this outcome was
    luck: float  # the rank of the throw for this player among all possible ones: 0 worst, 1 best
    undone: bool
    entered: bool  # true if a real tower was used


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    player: str
    throws: tuple[LuckLine, ...]

    json_fields = ("fights", "won", "expected", "luck", "throws")

    @property
    def standing_fights(self) -> tuple[LuckLine, ...]:
        return tuple(line for line in self.throws if not line.undone)

    @property
    def fights(self) -> int:
        return len(self.standing_fights)

    @property
    def won(self) -> int:
        return sum(line.outcome == "win" for line in self.standing_fights)

    @property
    def expected(self) -> float:
        """The expected number of wins: the sum of the chances."""
        return sum(line.chance for line in self.standing_fights)

    @property
    def luck(self) -> float | None:
        """The mean luck of the fights not undone, 0 to 1, where 0.5 is average; ``None`` without a fight."""
        lines = self.standing_fights
        return sum(line.luck for line in lines) / len(lines) if lines else None


def compute_luck(history: History[ShogunState]) -> tuple[PlayerLuck, ...]:
    """The luck of every player, computed with what is known now about the inside of the tower."""
    lines: dict[str, list[LuckLine]] = {player: [] for player in history.state.players}
    standing_numbers, is_revealed = history.standing_numbers, history.state.seal.is_revealed
    for step in history:
        for player, line in _list_luck_lines(step, step.event.number not in standing_numbers, is_revealed):
            lines[player].append(line)
    return tuple(PlayerLuck(player, tuple(player_lines)) for player, player_lines in lines.items())


def _list_luck_lines(step: Transition[ShogunState], undone: bool, is_revealed: bool) -> Iterator[tuple[str, LuckLine]]:
    state, report = step.before, step.report
    if state is None or not isinstance(report, TurnReport) or report.fight is None:
        return
    result = report.fight
    contents = Ages(state.tower.list_ages()) if is_revealed else get_known_contents(state)
    odds = compute_odds(state, result.forces, result.sides, contents)
    verdict, conflict = result.verdict, result.sides
    if odds is None or verdict is None:
        return
    if isinstance(conflict, Battle):
        parts = [("attacker", conflict.attacker, conflict.defender), ("defender", conflict.defender, conflict.attacker)]
    else:
        assert conflict is not None  # it has a verdict
        parts = [("owner", conflict.owner, NEUTRAL)]
    cubes = result.forces.cubes
    luck = odds.compute_luck(verdict)
    for part, player, other in parts:
        if player == NEUTRAL:
            continue
        first = part != "defender"
        chance_won, chance_lost = (odds.win, odds.lost) if first else (odds.lose, odds.win)
        is_tie = verdict.winner == "tie"
        outcome = "win" if verdict.winner == part else "tie" if is_tie and part != "owner" else "lose"
        yield (
            player,
            LuckLine(
                event=step.event.number,
                throw=result.throw.number,
                kind=step.event.kind,
                part=part,
                against=other,
                province=step.request.province,
                armies=(_count_thrown(cubes, player), _count_thrown(cubes, other)),
                chance=chance_won,
                chance_of_tie=odds.tie,
                outcome=outcome,
                tied=is_tie,
                likelihood={"win": chance_won, "tie": odds.tie, "lose": chance_lost}[outcome],
                luck=luck if first else 1 - luck,
                undone=undone,
                entered=step.request.out is not None,
            ),
        )


def _count_thrown(cubes: Mapping[str, int], side: str) -> int:
    return cubes.get(GREEN if side == NEUTRAL else side, 0)


@catch_refusals
def describe_luck(table: ShogunSession) -> Answer:
    luck = compute_luck(table.history)
    players = {each.player: each for each in luck}
    data = table_data(table, players=players, remarks=list_remarks(table.history))
    lines = (line for each in luck for line in _describe_player_luck(each))
    return Answer(data, (*lines, *describe_remarks(table.history)))


def _describe_player_luck(luck: PlayerLuck) -> Iterator[AnswerLine]:
    yield PlayerMark(luck.player)
    if not luck.throws:
        yield say("  No fight yet.")
    yield from (say("  {line}", line=_describe_luck_line(line)) for line in luck.throws)
    if luck.luck is not None:
        yield say_count(
            "  {count} fight[|s]: {won} won, {expected} expected; luck {luck}.",
            luck.fights,
            won=luck.won,
            expected=round(luck.expected, 1),
            luck=format_percent(luck.luck),
        )


def _describe_luck_line(line: LuckLine) -> Sentence:
    armies, other = line.armies
    sentence = say(
        "{throw}. {what}, {own} against {other}: {outcome} ({chance} likely), luck {luck}",
        throw=line.throw,
        what=_describe_role(line),
        own=armies,
        other=other,
        outcome=_describe_outcome(line),
        chance=format_percent(line.likelihood),
        luck=format_percent(line.luck),
    )
    if line.province:
        sentence = say("{line} [{note}]", line=sentence, note=line.province)
    if line.entered:
        sentence = say("{line} [{note}]", line=sentence, note=say("real tower"))
    if line.undone:
        sentence = say("{line} [{note}]", line=sentence, note=say("undone"))
    return sentence


def _describe_outcome(line: LuckLine) -> Sentence:
    if line.tied and line.outcome == "lose":
        return say("lost by a tie")
    return {"win": say("won"), "tie": say("tie"), "lose": say("lost")}[line.outcome]


def _describe_role(line: LuckLine) -> Sentence:
    if line.part == "owner":
        return say("against a revolt")
    if line.part == "defender":
        return say("attacked by {player}", player=name_player(line.against))
    if line.against == NEUTRAL:
        return say("against a neutral province")
    return say("attack on {player}", player=name_player(line.against))
