"""The state of a table of Hogen: the players, the game with all its secrets, and what everyone heard."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.hogen.game import HiddenGame
from companion.rules.hogen.turn import PublicEvent


@dataclass(frozen=True, slots=True)
class HogenState:
    """A table of Hogen; holds every secret and is never shown, only its views are.

    Attributes:
        names: The players' names, seat by seat from A, going left.
        game: The game.
        first: The game when every seat had laid its rallied samurai; ``None`` before.
        heard: Everything the table heard since, in order.
        deduction: Whether players may see what can be deduced from their seat.
    """

    names: tuple[str, ...]
    game: HiddenGame
    first: HiddenGame | None = None
    heard: tuple[PublicEvent, ...] = ()
    deduction: bool = True

    @property
    def seats(self) -> str:
        """The letters of the seats, going left."""
        return self.game.turn.seats

    @property
    def dealt(self) -> bool:
        """Whether Companion holds the cards; else the players hold real ones."""
        return self.game.hands is not None
