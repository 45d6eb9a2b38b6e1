"""Battles, revolts and other throws as they are asked for, and what is told of them besides the log."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.codec import SPARSE, UNSAID
from companion.rules.shogun.battle.muster import Attack, Rising
from companion.rules.shogun.game.campaign import Fought, Order
from companion.rules.shogun.round.stages import Turn
from companion.sentences import Sentence

THROWS = ("attack", "revolt", "throw")  # the kinds of event in which cubes are thrown
Counts = Mapping[str, int]  # cubes by colour


@dataclass(frozen=True, slots=True)
class ThrowAttack:
    """Throw an attack."""

    attack: Attack = field(metadata=SPARSE)
    markers: int = 0
    province: str = ""  # for the log; empty where it was not said
    supply: Counts = field(default_factory=dict)  # what is left in the supplies, where the players know it
    out: Counts | None = None  # what came out of a real tower; ``None`` to throw into Companion's
    # the turn it comes from, where the board is kept
    order: Order | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class Hungry:
    """A province drawn to revolt in winter."""

    player: str
    province: str


@dataclass(frozen=True, slots=True)
class ThrowRevolt:
    """Throw a revolt, as ``ThrowAttack``; ``hungry`` names the winter revolt of a kept board."""

    rising: Rising = field(metadata=SPARSE)
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None
    order: Order | None = field(default=None, metadata=UNSAID)
    hungry: Hungry | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class ThrowCubes:
    """Throw cubes nobody fights with, besides those in the tray; what comes out stays there."""

    cubes: Counts
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a turn on a kept board; it is written as an act, or as the fight it leads to."""

    order: Order
    out: Counts | None = None  # what came out of a real tower, if one is thrown
    blanks: bool = True  # true when untold turns before it were blanks; it is refused otherwise


@dataclass(frozen=True, slots=True)
class WinterRevolt:
    """Throw the revolt of a province that was drawn, on a kept board; it is written as a revolt."""

    province: str
    out: Counts | None = None


Fight = ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn | WinterRevolt  # requests that may lead to a throw


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The part of a turn or a throw that is told and not written down."""

    lines: tuple[Sentence, ...] = ()  # of what happened before the tower was asked
    lost: bool = False  # true when the action was lost
    fought: Fought | None = None
    passed: tuple[Turn, ...] = ()
