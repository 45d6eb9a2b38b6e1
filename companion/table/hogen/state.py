"""The state of a table of Hogen: the players, the game with all its secrets, and what everyone heard."""

from __future__ import annotations

from dataclasses import dataclass

from companion.data.hogen.events import Event
from companion.errors import Refused
from companion.rules.hogen.game import Game
from companion.rules.hogen.turn import PublicEvent

__all__ = ["AnsweredUnseen", "Heard", "HogenState"]


@dataclass(frozen=True, slots=True)
class AnsweredUnseen:
    """A seat answered with real cards, at a table that keeps no account of the palace.

    Attributes:
        seat: Who answered.
    """

    seat: str

    def __str__(self) -> str:
        return f"answer {self.seat}"


Heard = PublicEvent | AnsweredUnseen
"""What the whole table heard."""


@dataclass(frozen=True, slots=True)
class HogenState:
    """A table of Hogen; holds every secret and is never shown, only its views are.

    Attributes:
        names: The players' names, seat by seat from A, going left.
        game: The game.
        first: The game when every seat had laid its rallied samurai; ``None`` before.
        heard: Everything the table heard since, in order.
    """

    names: tuple[str, ...]
    game: Game
    first: Game | None = None
    heard: tuple[Heard, ...] = ()

    @property
    def seats(self) -> str:
        """The letters of the seats, going left."""
        return self.game.turn.seats

    @property
    def dealt(self) -> bool:
        """Whether the companion holds the cards; else the players hold real ones."""
        return self.game.hands is not None

    def noted(self) -> tuple[Event, ...]:
        """What was heard, where all of it can stand in a log.

        Raises:
            Refused: At a table that keeps no account of the palace.
        """
        events: list[Event] = []
        for each in self.heard:
            if isinstance(each, AnsweredUnseen):
                break
            events.append(each)
        if self.game.turn.palace is None or len(events) < len(self.heard):
            raise Refused(
                "This table keeps no account of the palace, so its log says too little to deduce from."
            )
        return tuple(events)
