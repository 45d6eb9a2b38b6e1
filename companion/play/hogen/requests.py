"""What players of Hogen ask of a table; a request is written in its log field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.codec import UNSAID


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table.

    Attributes:
        players: Their names, going left.
        seed: What the shuffles follow from; who knows it knows the cards.
        real: Whether the players hold real cards.
        palace: With real cards: the four that lie open, or ``None`` to keep no account of them.
        starts: With real cards: the seat that begins; drawn when it is not given.
        rulings: What the table plays by; every ruling that is not named has its default.
        deduction: Whether players may see what can be deduced from their seat; settled for the whole game.
    """

    players: tuple[str, ...]
    seed: str
    real: bool = False
    palace: tuple[str, ...] | None = None
    starts: str | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)
    deduction: bool = field(default=True, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class LayRallied:
    """Lay a rallied samurai face down."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class CallCards:
    """Call a clan, a rank or a samurai."""

    seat: str
    call: str


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Answer a call; what is laid and taken may be unseen where no account of the palace is kept."""

    seat: str
    lays: str | None = None
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class PassAll:
    """Everybody who is still asked passes."""


@dataclass(frozen=True, slots=True)
class Accuse:
    """Name the rallied samurai of all others, seat by seat."""

    seat: str
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LookAtCards:
    """Look at what only one seat may see; all hear that it was done, and nobody what was seen."""

    seat: str
