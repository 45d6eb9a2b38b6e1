"""What happens at a table of Hogen, as every seat hears it; seats are the letters A to D, going left."""

from __future__ import annotations

from dataclasses import dataclass

from companion.data.hogen.calls import Call
from companion.data.hogen.cards import Card

SEATS = "ABCD"
"""The seats in playing order: B sits to the left of A."""


def seats_of(players: int) -> str:
    """The seats of a game of 3 or 4."""
    return SEATS[:players]


@dataclass(frozen=True, slots=True)
class Called:
    """A seat calls: ``call B clan Taira``.

    Attributes:
        seat: Who calls.
        call: For what.
    """

    seat: str
    call: Call

    def __str__(self) -> str:
        return f"call {self.seat} {self.call}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that was asked has no such samurai in hand: ``pass C``.

    Attributes:
        seat: Who passes.
    """

    seat: str

    def __str__(self) -> str:
        return f"pass {self.seat}"


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat lays a samurai into the palace and takes one: ``answer A lays Taira2 takes Minamoto2``.

    Attributes:
        seat: Who answers.
        lays: The samurai that goes from the hand into the palace; ``None``, as the one taken, with real
            cards where no account of the palace is kept.
        takes: The samurai that goes from the palace into the hand.
    """

    seat: str
    lays: Card | None = None
    takes: Card | None = None

    def __str__(self) -> str:
        if self.lays is None:
            return f"answer {self.seat}"
        return f"answer {self.seat} lays {self.lays} takes {self.takes}"


@dataclass(frozen=True, slots=True)
class Accused:
    """A seat names every other seat's rallied samurai: ``accused B A=Taira2 C=Fujiwara1 wrong``.

    Attributes:
        seat: Who accuses.
        named: Each other seat with the samurai named for it, in seat order.
        right: Whether every name was right.
    """

    seat: str
    named: tuple[tuple[str, Card], ...]
    right: bool

    def __str__(self) -> str:
        named = " ".join(f"{seat}={card}" for seat, card in self.named)
        return f"accused {self.seat} {named} {'right' if self.right else 'wrong'}"


@dataclass(frozen=True, slots=True)
class Saw:
    """What I alone saw when my accusation was wrong: ``saw C Fujiwara2``.

    Attributes:
        seat: Whose rallied samurai I saw.
        card: The samurai.
    """

    seat: str
    card: Card

    def __str__(self) -> str:
        return f"saw {self.seat} {self.card}"


Event = Called | Passed | Answered | Accused | Saw
