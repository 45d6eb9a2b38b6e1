"""Events at a table of Hogen as every seat hears them; seats are the letters A to D, going left."""

from dataclasses import dataclass

from companion.data.hogen.cards import Call, Card

SEATS = "ABCD"  # the seats in playing order: B sits to the left of A


def seats_of(players: int) -> str:
    """The seats of a game of 3 or 4."""
    return SEATS[:players]


@dataclass(frozen=True, slots=True)
class Called:
    """A seat calls: ``call B clan Taira``."""

    seat: str
    call: Call

    def __str__(self) -> str:
        return f"call {self.seat} {self.call}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that was asked has no such samurai in hand: ``pass C``."""

    seat: str

    def __str__(self) -> str:
        return f"pass {self.seat}"


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat lays a samurai and takes one, if that is told: ``answer A lays Taira2 takes Minamoto2``."""

    seat: str
    lays: Card | None = None
    takes: Card | None = None

    def __str__(self) -> str:
        if self.lays is None:
            return f"answer {self.seat}"
        return f"answer {self.seat} lays {self.lays} takes {self.takes}"


@dataclass(frozen=True, slots=True)
class Accused:
    """A seat names every other seat's rallied samurai: ``accused B A=Taira2 C=Fujiwara1 wrong``."""

    seat: str
    named: tuple[tuple[str, Card], ...]
    right: bool

    def __str__(self) -> str:
        named = " ".join(f"{seat}={card}" for seat, card in self.named)
        return f"accused {self.seat} {named} {'right' if self.right else 'wrong'}"


@dataclass(frozen=True, slots=True)
class Saw:
    """A rallied samurai that I alone saw after my wrong accusation: ``saw C Fujiwara2``."""

    seat: str
    card: Card

    def __str__(self) -> str:
        return f"saw {self.seat} {self.card}"


Event = Called | Passed | Answered | Accused | Saw
