"""Pieces to cut out, and the components of a deck that a person asks for."""

from collections.abc import Collection
from typing import NamedTuple

from companion.data.deck import Component, Deck
from companion.data.vocabulary import folded
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
    """The components a person asks for; when none are named, all but the extras.

    A name may stand for a family: ``board`` for ``board-sun`` and ``board-moon``. Extras of a family come
    only when it has nothing else.
    """
    if not only:
        return tuple(component for component in deck.components if not component.extra)
    wanted: set[str] = set()
    for name in only:
        wanted |= _family(deck, name)
    return tuple(component for component in deck.components if component.name in wanted)


def _family(deck: Deck, name: str) -> set[str]:
    """The components of a name: the one that has it, also as it is printed, else all that begin with it."""
    if any(component.name == name for component in deck.components):
        return {name}
    family = [component for component in deck.components if component.name.startswith(f"{name}-")]
    family = family or [
        component
        for component in deck.components
        if folded(name) in [folded(str(each)) for _, each in deck.titled(component.name).fields]
    ]
    if not family:
        raise InputError(
            "'{name}' is not a component of {deck}; it has {names}.",
            name=name,
            deck=deck.name,
            names=joined((deck.titled(each.name) for each in deck.components), "; "),
        )
    return {each.name for each in family if not each.extra} or {each.name for each in family}
