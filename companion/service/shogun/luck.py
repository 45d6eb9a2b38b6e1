"""Who the tower has been kind to: each player's fights, from the exact odds of every throw of a log.

Luck is reckoned with what the table chose to show of the inside; once the seed is revealed, with everything
the tower knew. Throws that were undone stay in the list.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.answers import Answer, Told, answering
from companion.play.game import table_data
from companion.play.shogun.fights import TurnReport
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.figures import PlayerMark, percent
from companion.play.shogun.telling.story import remarks, remarks_told
from companion.play.shogun.telling.throws import contents_told, odds_of
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.realm import GREEN, NEUTRAL, daimyo
from companion.rules.shogun.tower import Ages
from companion.sentences import Sentence, say, say_count
from companion.service.shogun.session import ShogunSession
from companion.table.history import History, Step


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
