"""Faults of elements that cannot be drawn for a card."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.data.colours import css_names, palette
from companion.data.vocabulary import guesses
from companion.errors import DeckError, Place
from companion.sentences import Sentence, listed, say, shortened


class FaceFault(DeckError):
    """An element that cannot be drawn for a card; `given` is the value at fault, if it is one value."""

    def __init__(self, place: Place, what: Sentence, card: str, given: object = None) -> None:
        super().__init__("{fault} ({card}).", place=place, fault=what, card=card)
        self._fault, self.given = what, given

    @property
    def what(self) -> Sentence:
        """The fault and the place of its face, to be said where the card is named already."""
        return say("{place}: {sentence}", place=self.place.words, sentence=self._fault)

    def find(self, element: Mapping[str, Any], place: Callable[..., Place]) -> None:
        """Take over the row of the key at fault, else of its element, where none of the file is known."""
        keys = [key for key, value in element.items() if self.given is not None and self.given == value]
        keys += [key for key, value in element.items() if isinstance(value, list) and self.given in value]
        if self.place.row is None and (found := place(*keys[:1])).file == self.place.file:
            self.place = found


def meant(fault: Sentence, name: str, known: Iterable[str]) -> Sentence:
    """A fault of a name that is unknown, with those that may have been meant."""
    close = guesses(name, dict.fromkeys(known))
    return say("{fault}; did you mean {names}?", fault=fault, names=listed(close)) if close else fault


def no_colour(name: str) -> Sentence:
    """The sentence for a name that no colour has."""
    close = guesses(name, dict.fromkeys((*palette(), *css_names())))
    if close:
        return say("'{value}' is not a colour; did you mean {names}?", value=name, names=listed(close))
    what = "'{value}' is not a colour; write #rrggbb, or a name of the palette or of CSS"
    return say(what, value=shortened(name, 80))


class TooMany(FaceFault):
    """A face with so many elements that nothing of it is drawn."""
