"""The state of a table of Hogen: the players, the game with all its secrets, and what everyone has heard."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.data import hogen
from companion.errors import InputError, TableError
from companion.rules.hogen.game import HiddenGame, PublicEvent


@dataclass(frozen=True, slots=True)
class HogenState:
    """A table of Hogen with every secret; only views of it are ever shown."""

    names: tuple[str, ...]  # the players' names, seat by seat from A, going left
    game: HiddenGame
    first: HiddenGame | None = None  # the game when every seat had laid its rallied samurai; ``None`` before
    events: tuple[PublicEvent, ...] = ()  # all public events since then, in order
    deduction: bool = True

    @property
    def seats(self) -> str:
        """The letters of the seats, going left."""
        return self.game.turn.seats

    @property
    def players(self) -> dict[str, str]:
        """Seat to name, going left."""
        return dict(zip(self.seats, self.names, strict=True))

    @property
    def is_dealt(self) -> bool:
        """True when Companion holds the cards; otherwise the players hold real ones."""
        return self.game.hands is not None

    def with_public_events(self, *events: PublicEvent) -> HogenState:
        """The state after the whole table has heard more events."""
        game = self.game
        for event in events:
            game = game.apply(event)
        return replace(self, game=game, events=(*self.events, *events))


def check_seat(seats: str, seat: str) -> None:
    if seat not in tuple(seats):
        raise InputError("'{value}' is not a seat; expected {seats}.", value=seat, seats=", ".join(seats))


def check_state(state: HogenState) -> None:
    """Raise a ``TableError`` unless each of the sixteen samurai is in exactly one place."""
    game = state.game
    if game.hands is None or game.turn.palace is None:
        return
    cards = [*game.turn.palace, *game.rallied.values(), *(card for hand in game.hands.values() for card in hand)]
    if sorted(cards, key=lambda card: card.number) != list(hogen.CARDS):
        raise TableError("This table no longer has each of the sixteen samurai exactly once.")
