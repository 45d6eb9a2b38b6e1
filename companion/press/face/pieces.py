"""Pieces to cut out, and the components of a deck that a person asks for."""

from collections.abc import Collection
from typing import NamedTuple

from companion.data.deck import Component, Deck
from companion.data.vocabulary import folded, guesses, has_words, plain, which, words_of
from companion.errors import InputError
from companion.press.frame.frame import Frame
from companion.sentences import Sentence, joined, say


class Piece(NamedTuple):
    """One thing to cut out."""

    deck: str
    component: str
    card: str  # its id in the component
    front: Frame
    back: Frame | None
    run: str  # pieces of one run share sheets

    @property
    def key(self) -> str:
        """Its card's key in the deck."""
        return f"{self.component}/{self.card}"

    @property
    def mismatch(self) -> Sentence | None:
        """The fault of a back that has another size than its front."""
        front, back = self.front, self.back
        if back is not None and back.trim is not None and front.trim is None:
            return say("the back has a trim; its front, which tells how both are cut, has none")
        if back is None or max(abs(back.width - front.width), abs(back.height - front.height)) <= 0.01:
            return None
        sizes = {"wide": back.width, "high": back.height, "width": front.width, "height": front.height}
        given = {side: float(length) for side, length in sizes.items()}
        return say("the back is {wide} x {high} mm; its front is {width} x {height} mm", **given)


def chosen(deck: Deck, only: Collection[str]) -> tuple[Component, ...]:
    """The components a person asks for, by their keys or printed names; when none are named, all but extras.

    A name may stand for a family: ``board`` for ``board-sun`` and ``board-moon``. Extras of a family come
    only when it has nothing else.
    """
    if not only:
        return tuple(component for component in deck.components if not component.extra)
    wanted = {component.name for name in only for component in _family(deck, name)}
    return tuple(component for component in deck.components if component.name in wanted)


def _family(deck: Deck, name: str) -> list[Component]:
    """The components of a name: the one whose key it is, else all whose keys begin with it, else by words."""
    asked = folded(name)
    same = [component for component in deck.components if folded(component.name) == asked]
    family = [each for each in deck.components if folded(each.name).startswith(f"{asked}-")]
    found = same or family or _by_words(deck, name)
    return [each for each in found if not each.extra] or found


def _by_words(deck: Deck, name: str) -> list[Component]:
    """The components of one family whose printed names, in any language, have these words."""
    titles = deck.titles()
    spelt = [(str(text), part) for part in deck.components for _, text in titles[part.name].fields]
    found = [part for text, part in spelt if plain(text) == plain(name)]
    if not found and words_of(name):
        found = [part for text, part in spelt if has_words(text, name)]
    if len({part.name.partition("-")[0] for part in found if not part.extra}) < 2 and found:
        return found
    keys = {folded(text): part.name for text, part in spelt} | {key: key for key in titles}
    if likely := [part.name for part in found] or [keys[each] for each in guesses(folded(name), keys)]:
        raise which("'{name}' may be {names}; say which.", name, map(titles.__getitem__, likely))
    raise InputError(
        "'{name}' is not a component of {deck}; it has {names}.",
        name=name,
        deck=deck.name,
        names=joined(titles.values(), "; "),
    )
