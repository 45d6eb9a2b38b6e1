"""What players of Shogun look at between two sentences: a tray, bars of chances, a curve, a sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.service.answer import Figure

__all__ = [
    "Chances",
    "CubeCounts",
    "Fall",
    "FixedSetup",
    "Frequencies",
    "HashCheck",
    "OddsCurve",
    "PlayerMark",
    "ScoreSheet",
    "Tray",
    "decimal",
    "percent",
]


@dataclass(frozen=True, slots=True)
class Tray(Figure):
    """Cubes sorted by colour.

    Attributes:
        cubes: How many of each colour.
    """

    cubes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Chances(Figure):
    """What may happen, each with a bar.

    Attributes:
        rows: What it is, and its probability.
    """

    rows: tuple[tuple[Sentence, float], ...]


@dataclass(frozen=True, slots=True)
class CubeCounts(Figure):
    """Where the cubes of each colour are.

    Attributes:
        counts: How many are inside, in the tray and outside, by colour.
    """

    counts: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class OddsCurve(Figure):
    """Armies sent against the chance to win.

    Attributes:
        title: Who attacks whom.
        points: For each number of armies from 1 the chances to win and of a tie.
    """

    title: Sentence
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Frequencies(Figure):
    """How often things happened in many throws, against how often they should.

    Attributes:
        rows: What it is, how often it was tried, the shares that happened and were expected, and how many
            standard deviations lie between them.
    """

    rows: tuple[tuple[Sentence, int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet(Figure):
    """The lines of a player's score.

    Attributes:
        score: The lines; each may name provinces.
    """

    score: Score[str]


@dataclass(frozen=True, slots=True)
class FixedSetup(Figure):
    """The provinces each player begins with.

    Attributes:
        places: Province and armies, by player, as many of each.
    """

    places: Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Fall(Figure):
    """A throw on its way through the tower; what falls is decided already.

    Attributes:
        thrown: How many cubes of each colour go in.
        fallen: How many come out.
    """

    thrown: Mapping[str, int]
    fallen: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HashCheck(Figure):
    """How the sealed hash is made again elsewhere.

    Attributes:
        seed: The revealed seed.
        salt: What was hashed with it.
    """

    seed: str
    salt: str


@dataclass(frozen=True, slots=True)
class PlayerMark(Figure):
    """A player's name with the sign of their colour, above what is told of them.

    Attributes:
        player: Their colour.
    """

    player: str


def decimal(value: float, places: int = 1, signed: bool = False) -> Sentence:
    """A number with just so many decimals, at least one."""
    whole, _, decimals = f"{value:{'+' if signed else ''}.{places}f}".partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=decimals)


def percent(chance: float, places: int = 1) -> Sentence:
    """A probability in percent."""
    return say("{value}%", value=decimal(100 * chance, places) if places else f"{100 * chance:.0f}")
