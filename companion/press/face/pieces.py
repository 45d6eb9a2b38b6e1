"""Pieces to cut out, the components of a deck that a person asks for, and their heaps in a box."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import pi
from typing import NamedTuple

from companion.data.deck import Component, Deck
from companion.data.vocabulary import folded, guesses, has_words, plain, which, words_of
from companion.errors import InputError
from companion.press.frame.frame import Frame
from companion.press.frame.loops import area
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


UNFIT = re.compile(r"[/\\:*?\"<>|\x00-\x1f]|^\.+$")
"""Characters that a card's name may have and a file's on some computer may not; names that are folders."""
DEVICE = re.compile(r"^(con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)", re.IGNORECASE)
"""Names that stand for a device on Windows, whatever follows their first dot."""
LONGEST = 120  # bytes of a name


SHAPES = {"card": 1.0, "circle": pi / 4, "hex": 0.75}  # the part of its box that each shape covers
ALIKE = 0.015


@dataclass(slots=True)
class Heap:
    """Cards of one component and one size."""

    component: str
    width: float  # mm
    height: float  # mm
    cards: list[tuple[Piece, int]]  # each different card and its count, in the order of the deck

    @property
    def shape(self) -> str:
        """``card``, ``circle`` or ``hex``, whichever its trim is most like."""
        trim = self.cards[0][0].front.trim
        part = 1.0 if trim is None else area(trim) / (self.width * self.height)
        likely = min(SHAPES, key=lambda name: abs(SHAPES[name] - part))
        return likely if abs(SHAPES[likely] - part) < ALIKE else "card"

    @property
    def backs(self) -> int:
        """The number of different backs; a blank one counts too."""
        return len({id(piece.back) for piece, _ in self.cards})


def heaps(pieces: Iterable[Piece]) -> list[Heap]:
    """Sort pieces by component and size; copies of a card are counted."""
    counts: dict[str, list[Piece]] = {}
    for piece in pieces:
        counts.setdefault(piece.key, []).append(piece)
    found: dict[tuple[str, float, float], Heap] = {}
    for piece, *more in counts.values():
        size = piece.component, round(piece.front.width, 2), round(piece.front.height, 2)
        heap = found.setdefault(size, Heap(*size, cards=[]))
        heap.cards.append((piece, 1 + len(more)))
    return list(found.values())


def file_name(text: str) -> str:
    """A text as a name of a file that leads into no other folder and suits every disk."""
    one = unicodedata.normalize("NFC", text)  # a Mac takes both ways of writing é for one name
    fit = DEVICE.sub(r"\1-", UNFIT.sub("-", one))
    seen = "".join(filter(str.isprintable, fit))
    return seen.encode()[:LONGEST].decode(errors="ignore") or "-"
