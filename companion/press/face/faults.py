"""What cannot be drawn for a card."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import DeckError, Place
from companion.sentences import Sentence, say

__all__ = ["FaceFault", "TooMany"]


class FaceFault(DeckError):
    """An element that cannot be drawn for a card."""

    def __init__(self, place: Place, what: Sentence, card: str) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=what, card=card)
        self._fault = what

    @property
    def what(self) -> Sentence:
        """What is wrong with which face, to be said where the card is named already."""
        return say("{place}: {sentence}", place=self.place.words, sentence=self._fault)

    def find(self, place: Callable[[], Place]) -> None:
        """Take over the row of the element, where it is one of the same file and none is known yet."""
        if self.place.row is None and (found := place()).file == self.place.file:
            self.place = found


class TooMany(FaceFault):
    """A face with so many elements that nothing of it is drawn."""
