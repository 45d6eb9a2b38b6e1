"""What cannot be drawn for a card."""

from __future__ import annotations

from companion.errors import DeckError, Place
from companion.sentences import Sentence, say

__all__ = ["FaceFault", "TooMany"]


class FaceFault(DeckError):
    """An element that cannot be drawn for a card.

    Attributes:
        what: What is wrong with which face, to be said where the card is named already.
    """

    def __init__(self, place: Place, what: Sentence, card: str) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=what, card=card)
        self.what = say("{place}: {sentence}", place=place.words, sentence=what)


class TooMany(FaceFault):
    """A face with so many elements that nothing of it is drawn."""
