"""Figures of Shogun between two sentences: a tray, bars of chances, a curve, a sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.answers import Figure
from companion.data.shogun import StartingGroup
from companion.rules.score import Score
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Tray(Figure):
    """Cubes sorted by colour: how many of each."""

    cubes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TrayRow(Figure):
    """Cubes sorted by colour, in one line."""

    cubes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Chances(Figure):
    """Outcomes with their probabilities, each drawn with a bar."""

    rows: tuple[tuple[Sentence, float], ...]


@dataclass(frozen=True, slots=True)
class CubeCounts(Figure):
    """The cubes of each colour that are inside, in the tray and outside."""

    counts: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class OddsCurve(Figure):
    """The chances by armies sent: who attacks whom, and for each number from 1 a win and a tie."""

    title: Sentence
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class OddsRows(Figure):
    """Numbers of armies to choose from: how many, and the chances of a win, a tie and a loss."""

    rows: tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ScoreLines(Figure):
    """The lines of a player's score; each may name provinces."""

    score: Score[str]


@dataclass(frozen=True, slots=True)
class FixedSetup(Figure):
    """The provinces each player begins with, and the armies there; as many for each player."""

    armies: Mapping[str, tuple[StartingGroup, ...]]


@dataclass(frozen=True, slots=True)
class HashCheck(Figure):
    """How to compute the sealed hash elsewhere, from the revealed seed and the salt."""

    seed: str
    salt: str


@dataclass(frozen=True, slots=True)
class PlayerMark(Figure):
    """A player's name and colour sign, above what is said about them."""

    player: str


def format_decimal(value: float, places: int = 1) -> Sentence:
    """A number with exactly so many decimals, at least one."""
    whole, _, decimals = f"{value:.{places}f}".partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=decimals)


def round_percents(chances: Sequence[float]) -> tuple[int, ...]:
    """Round probabilities that add up to 1 to whole percents that add up to 100."""
    exact = [100 * chance for chance in chances]
    whole = [int(each) for each in exact]
    nearest = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
    for at in nearest[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)


def format_percent(chance: float, places: int = 1) -> Sentence:
    return say("{value}%", value=format_decimal(100 * chance, places) if places else f"{100 * chance:.0f}")
