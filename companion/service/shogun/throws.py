"""The throws of a table, looked at again: what to do with the real cubes, what proves the numbers.

Before one is thrown, its odds are told, and those of other numbers of armies; nothing is written.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import facts
from companion.errors import CompanionError, InputError, Refused
from companion.play.game import table_data
from companion.play.shogun.fights import (
    THROWS,
    Fight,
    TakeTurn,
    ThrowAttack,
    ThrowRevolt,
    TurnReport,
    muster_request,
)
from companion.play.shogun.state import ShogunState, campaign_at
from companion.play.shogun.telling.figures import OddsRows, PlayerMark, percent, whole_percents
from companion.play.shogun.telling.story import remarks, remarks_told
from companion.play.shogun.telling.throws import (
    contents_told,
    describe_fight,
    heading,
    odds_of,
    odds_words,
    throw_words,
)
from companion.play.shogun.views import as_known
from companion.rules.shogun.battle import Battle, Revolt
from companion.rules.shogun.campaign import Fought, declare
from companion.rules.shogun.odds import Throwing
from companion.rules.shogun.realm import COLOURS, GREEN, NEUTRAL, Land, armies, counted, daimyo
from companion.rules.shogun.round.stages import Calendar
from companion.rules.shogun.tower import Ages
from companion.sentences import Sentence, say, say_count
from companion.service.shogun.odds import describe_attack_odds, describe_revolt_odds
from companion.service.shogun.session import ShogunSession, standing
from companion.table.history import History, Step


def throws_made(here: ShogunSession) -> Iterator[tuple[int, bool]]:
    """The number of every throw's event, the last one first, and whether it was undone."""
    stands = here.history.standing
    made = (step.event for step in reversed(here.history.steps) if step.event.kind in THROWS)
    return ((event.number, event.number not in stands) for event in made)


def describe_throw(here: ShogunSession, number: int, undone: bool) -> dict[str, object]:
    """A throw of a table in a line, by the number of its event."""
    step = here.history.step(number)
    text = throw_words(step)
    return {"event": number, "throw": step.event.result["throw"], "undone": undone, "text": text}


@answering
def throw_at(here: ShogunSession, event: int | None = None) -> Answer:
    """One throw, with every cube and what to do with the real ones."""
    steps = standing(here) if event is None else here.history
    found = [s for s in steps if s.event.kind in THROWS and event in (None, s.event.number)]
    if not found:
        raise Refused("Nothing has been thrown at this table yet.")
    step = found[-1]
    told = describe_fight(here, step)
    fought: Fought = step.report.fought
    judged, verdict = fought.judged, fought.verdict
    outcome = {
        **told.data,
        "heading": heading(step),
        "province": step.request.province,
        "sides": None if judged is None else _sides(judged),
        "result": None if verdict is None else verdict.lines["result"],
        "strengths": None if verdict is None else verdict.strengths,
        "ledger": _ledger(fought),
        "todo": tuple(_todo(fought)),
        "undone": step.event.number not in here.history.standing,
        "newest": step is here.history.steps[-1],
        "last": here.history.last is not None and here.history.last.number == step.event.number,
        "real": step.request.out is not None,
    }
    return replace(told, outcome=outcome)


def _sides(judged: Any) -> dict[str, str]:
    if isinstance(judged, Battle):
        return {"attacker": judged.attacker, "defender": judged.defender}
    return {"owner": judged.owner}


def _ledger(fought: Fought) -> list[dict[str, object]]:
    """The cubes of each colour in a throw, which are alike: only the difference is told."""
    went, out = Counter(counted(fought.throw.thrown)), Counter(counted(fought.throw.out))
    stay, loose = went - out, out - went
    return [
        {"colour": c, "thrown": went[c], "inside": stay[c], "loose": loose[c], "out": out[c]}
        for c in COLOURS
        if went[c] or out[c]
    ]


def _handling(cubes: Mapping[str, int], words: Sentence, picture: str = "") -> dict[str, object]:
    return {"cubes": [(c, cubes[c]) for c in COLOURS if cubes.get(c)], "text": words, "picture": picture}


def _todo(fought: Fought) -> Iterator[dict[str, object]]:
    """The steps to take with the real cubes, one after the other."""
    went, out = Counter(counted(fought.throw.thrown)), Counter(counted(fought.throw.out))
    if went - out:
        yield _handling(went - out, say("Inside stay: {cubes}.", cubes=armies(went - out)))
    if out - went:
        yield _handling(out - went, say("Came loose from inside: {cubes}.", cubes=armies(out - went)))
    verdict = fought.verdict
    if verdict is None:
        if out:
            yield _handling(out, say("Nobody fights: all of it stays in the tray for the next throw."))
        return
    heaps = {
        "survivors": verdict.survivors,
        "losses": {**verdict.to_supply, **verdict.into_tower},
        "tray": verdict.stays_in_tray,
    }
    pictures = {**_PICTURES, "province": "farmer" if verdict.province == "neutral" else "castle"}
    for name in ("survivors", "losses", "tray", "held-back", "card", "province", "markers"):
        if name in verdict.lines:
            yield _handling(heaps.get(name, {}), verdict.lines[name], pictures.get(name, ""))


_PICTURES = {"card": "move", "markers": "revolt", "held-back": "army"}
"""Small pictures for what is done without cubes."""


def last_fight(here: ShogunSession) -> ThrowAttack | ThrowRevolt | None:
    """The last battle or revolt that stands, as it was thrown: for the same two again."""
    stands = here.history.standing
    requests = (step.request for step in reversed(here.history.steps) if step.event.number in stands)
    return next((each for each in requests if isinstance(each, (ThrowAttack, ThrowRevolt))), None)


@answering
def foretell(here: ShogunSession, request: Fight) -> Answer:
    """The odds of a request, and of an attack with fewer armies; or what a turn without a fight brings."""
    state = as_known(here.state)
    if isinstance(request, TakeTurn):
        *_, most = _with_fewer(state, request)
        assert isinstance(most, TakeTurn)  # only its armies are fewer
        came = declare(campaign_at(state), most.order, facts().events, state.rulings)
        if came.clash is None:
            return Answer({"done": not came.lost, "lines": came.lines}, came.lines)
    contents, numbers = contents_told(state), []
    for sent, each in enumerate(_with_fewer(state, request), 1):
        muster, judged = muster_request(state, each)
        odds = odds_of(state, muster, judged, contents)
        if odds is None:
            raise InputError("There are odds for an attack or a revolt only.")
        numbers.append((sent, odds))
    told = numbers[-1][1]
    lines: list[Told] = [*muster.notes, odds_words(told, judged)]
    if len(numbers) == 1:
        return Answer(told, tuple(lines))
    lines.append(OddsRows(tuple((sent, each.win, each.tie, each.lose) for sent, each in numbers)))
    table = [{"armies": sent, **encode(each)} for sent, each in numbers]
    return Answer({**encode(told), "numbers": table}, tuple(lines))


@answering
def odds_at_table(here: ShogunSession, fight: ThrowAttack | ThrowRevolt, **told: Any) -> Answer:
    """The odds of any fight in the tower of a table, by its rulings and the event in force.

    The armies are those that are said, whatever stands on the board.
    """
    known = as_known(here.state)
    request = fight if known.calendar is None else _in_round(known.calendar, fight)
    mustered, judged = muster_request(replace(known, game=None), request)
    tower = Throwing(known.tower.preset, {}, counted(known.tower.tray), contents_told(known))
    if isinstance(judged, Revolt):
        return describe_revolt_odds(mustered, judged, tower, known.rulings, **told)
    assert isinstance(request, ThrowAttack)
    assert judged is not None  # somebody fights
    return describe_attack_odds(request.attack.armies, mustered, judged, tower, known.rulings, **told)


def _in_round(calendar: Calendar, fight: ThrowAttack | ThrowRevolt) -> ThrowAttack | ThrowRevolt:
    """A fight with the event in force and the special cards held in a round."""
    if calendar.event is None:  # as in winter
        return fight
    event, held = calendar.rule(facts().events), calendar.taken
    if isinstance(fight, ThrowRevolt):
        rising = fight.rising
        defends = rising.defence_card or held.get(rising.owner) == "defence"
        return replace(fight, rising=replace(rising, event=rising.event or event, defence_card=defends))
    attack = fight.attack
    attacks = attack.attack_card or held.get(attack.attacker) == "attack"
    defends = attack.defence_card or held.get(attack.defender) == "defence"
    known = replace(attack, event=attack.event or event, attack_card=attacks, defence_card=defends)
    return replace(fight, attack=known)


def _with_fewer(state: ShogunState, request: Fight) -> Iterator[Fight]:
    """A fight with 1 army, with 2, and so on to what was asked; anything but an attack as it is.

    Where a turn names no number, all armies go that can: one stays behind.
    """
    match request:
        case TakeTurn(order=order) if order.target is not None and order.province is not None:
            land = campaign_at(state).realm.lands.get(order.province, Land())
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
    """The odds of a fight in whole percents, and the number of cubes that go in; or why it is refused."""

    thrown: int = 0
    percents: Sequence[int] = ()
    notes: Sequence[Sentence] = ()
    refused: Sentence | None = None


def odds_by_armies(here: ShogunSession, request: ThrowAttack, numbers: Sequence[int]) -> dict[int, FightOdds]:
    """The odds of an attack with each of several numbers of armies, as ``fight_odds`` tells them."""
    return {
        number: fight_odds(here, replace(request, attack=replace(request.attack, armies=number)))
        for number in numbers
    }


def fight_odds(here: ShogunSession, request: ThrowAttack | ThrowRevolt) -> FightOdds:
    """The odds of a fight before it is thrown."""
    state = as_known(here.state)
    try:
        muster, judged = muster_request(state, request)
        odds = odds_of(state, muster, judged, contents_told(state))
    except CompanionError as error:
        return FightOdds(refused=error.sentence)
    assert odds is not None  # somebody fights
    return FightOdds(odds.thrown, whole_percents((odds.win, odds.tie, odds.lose)), muster.notes)


@dataclass(frozen=True, slots=True)
class LuckLine:
    """One fight, as one player had it."""

    event: int
    throw: int
    kind: str  # ``attack`` or ``revolt``
    part: str  # ``attacker``, ``defender`` or ``owner``
    against: str  # the other side's colour, or ``NEUTRAL`` for the farmers
    province: str
    armies: tuple[int, int]  # what this player threw, and what the other side did
    chance: float
    chance_of_tie: float
    outcome: str  # ``win``, ``tie`` or ``lose``, for this player; the owner loses a tied revolt
    tied: bool  # true when neither side had more armies
    likelihood: float  # how likely the outcome that came was
    luck: float  # where the throw stands for this player among all it could have been: 0 worst, 1 best
    undone: bool
    entered: bool  # true when a real tower was thrown


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """A player's fights, and what they come to."""

    player: str
    throws: tuple[LuckLine, ...]

    for_programs = ("fights", "won", "expected", "luck", "throws")

    @property
    def counted(self) -> tuple[LuckLine, ...]:
        """The fights that stand."""
        return tuple(line for line in self.throws if not line.undone)

    @property
    def fights(self) -> int:
        """The number of them."""
        return len(self.counted)

    @property
    def won(self) -> int:
        """The number that were won."""
        return sum(line.outcome == "win" for line in self.counted)

    @property
    def expected(self) -> float:
        """The number that was to be won on average."""
        return sum(line.chance for line in self.counted)

    @property
    def luck(self) -> float | None:
        """Mean luck of the fights that stand: 0.5 is middling; none without a fight."""
        lines = self.counted
        return sum(line.luck for line in lines) / len(lines) if lines else None


def players_luck(history: History[ShogunState]) -> tuple[PlayerLuck, ...]:
    """The fights of every player, reckoned with what the table is told of the inside by now."""
    lines: dict[str, list[LuckLine]] = {player: [] for player in history.state.players}
    standing, revealed = history.standing, history.state.seal.revealed
    for step in history:
        for player, line in _lines(step, step.event.number not in standing, revealed):
            lines[player].append(line)
    return tuple(PlayerLuck(player, tuple(found)) for player, found in lines.items())


def _lines(step: Step[ShogunState], undone: bool, revealed: bool) -> Iterator[tuple[str, LuckLine]]:
    state, report = step.before, step.report
    if state is None or not isinstance(report, TurnReport) or report.fought is None:
        return
    fought = report.fought
    contents = Ages(state.tower.ages()) if revealed else contents_told(state)
    odds = odds_of(state, fought.muster, fought.judged, contents)
    verdict, judged = fought.verdict, fought.judged
    if odds is None or verdict is None:
        return
    if isinstance(judged, Battle):
        sides = [
            ("attacker", judged.attacker, judged.defender),
            ("defender", judged.defender, judged.attacker),
        ]
    else:
        assert judged is not None  # there is a verdict
        sides = [("owner", judged.owner, NEUTRAL)]
    thrown = fought.muster.cubes
    standing = odds.standing(verdict)
    for part, player, other in sides:
        if player == NEUTRAL:
            continue
        first = part != "defender"
        won, lost = (odds.win, odds.lost) if first else (odds.lose, odds.win)
        tied = verdict.winner == "tie"
        outcome = "win" if verdict.winner == part else "tie" if tied and part != "owner" else "lose"
        yield (
            player,
            LuckLine(
                event=step.event.number,
                throw=fought.throw.number,
                kind=step.event.kind,
                part=part,
                against=other,
                province=step.request.province,
                armies=(_thrown(thrown, player), _thrown(thrown, other)),
                chance=won,
                chance_of_tie=odds.tie,
                outcome=outcome,
                tied=tied,
                likelihood={"win": won, "tie": odds.tie, "lose": lost}[outcome],
                luck=standing if first else 1 - standing,
                undone=undone,
                entered=step.request.out is not None,
            ),
        )


def _thrown(cubes: Mapping[str, int], side: str) -> int:
    return cubes.get(GREEN if side == NEUTRAL else side, 0)


@answering
def tell_luck(here: ShogunSession) -> Answer:
    """Every fight with its odds and what came of it, by player."""
    found = players_luck(here.history)
    players = {own.player: own for own in found}
    data = table_data(here, players=players, remarks=remarks(here.history))
    lines = (line for own in found for line in _told_luck(own))
    return Answer(data, (*lines, *remarks_told(here.history)))


def _told_luck(own: PlayerLuck) -> Iterator[Told]:
    yield PlayerMark(own.player)
    if not own.throws:
        yield say("  No fight yet.")
    yield from (say("  {line}", line=_line(line)) for line in own.throws)
    if own.luck is not None:
        yield say_count(
            "  {count} fight[|s]: {won} won, {expected} expected; luck {luck}.",
            own.fights,
            won=own.won,
            expected=round(own.expected, 1),
            luck=percent(own.luck),
        )


def _line(line: LuckLine) -> Sentence:
    own, other = line.armies
    told = say(
        "{throw}. {what}, {own} against {other}: {outcome} ({chance} likely), luck {luck}",
        throw=line.throw,
        what=_what(line),
        own=own,
        other=other,
        outcome=_outcome(line),
        chance=percent(line.likelihood),
        luck=percent(line.luck),
    )
    if line.province:
        told = say("{line} [{note}]", line=told, note=line.province)
    if line.entered:
        told = say("{line} [{note}]", line=told, note=say("real tower"))
    if line.undone:
        told = say("{line} [{note}]", line=told, note=say("undone"))
    return told


def _outcome(line: LuckLine) -> Sentence:
    if line.tied and line.outcome == "lose":
        return say("lost by a tie")
    return {"win": say("won"), "tie": say("tie"), "lose": say("lost")}[line.outcome]


def _what(line: LuckLine) -> Sentence:
    if line.part == "owner":
        return say("against a revolt")
    if line.part == "defender":
        return say("attacked by {player}", player=daimyo(line.against))
    if line.against == NEUTRAL:
        return say("against a neutral province")
    return say("attack on {player}", player=daimyo(line.against))
