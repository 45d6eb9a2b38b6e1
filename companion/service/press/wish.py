"""What somebody wants printed, in a few words that can be sent from one program to another."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from companion.data.games import open_deck
from companion.data.papers import paper
from companion.service.press.order import PrintOrder

INKS = ("full", "low")
"""The inks there are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One edition of one game.

    Attributes:
        game: Its name.
        paper: The sheet's name.
        sides: The way backs are printed.
        language: Code of the words on the cards.
        ink: ``full`` or ``low``.
        parts: Components asked for; all when empty.
    """

    game: str
    paper: str = "a4"
    sides: str = "duplex-long"
    language: str = "en"
    ink: str = "full"
    parts: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """A short name; the same for the same wish."""
        return sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def order(self) -> PrintOrder:
        """The order it comes to.

        Raises:
            InputError: When there is no such game or paper.
        """
        return PrintOrder(
            (open_deck(self.game),),
            (paper(self.paper),),
            (self.language,),
            self.language,
            (self.sides,),
            (self.ink,),
            only=self.parts,
        )
