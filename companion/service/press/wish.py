"""A print that somebody wants, in a few words that can be sent from one program to another."""

from dataclasses import dataclass
from hashlib import sha256

from companion.data.games import open_deck
from companion.data.papers import paper
from companion.service.press.order import PrintOrder

INKS = ("full", "low")


@dataclass(frozen=True, slots=True)
class Wish:
    """One edition of one game."""

    game: str
    paper: str = "a4"
    sides: str = "duplex-long"
    language: str = "en"
    ink: str = "full"
    parts: tuple[str, ...] = ()  # components; all when empty
    cards: str = ""  # single ones, as a person names them; all when empty

    @property
    def fingerprint(self) -> str:
        """A short name; the same for the same wish."""
        return sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def order(self) -> PrintOrder:
        """The order it comes to."""
        decks, papers = (open_deck(self.game),), (paper(self.paper),)
        printed_as = (self.language,), self.language, (self.sides,), (self.ink,)
        cards = (self.cards,) if self.cards else ()
        return PrintOrder(decks, papers, *printed_as, only=self.parts, cards=cards)
