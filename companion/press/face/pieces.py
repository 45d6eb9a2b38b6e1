"""Pieces to cut out, selecting components of a deck by name, and sorting pieces into heaps."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from math import pi
from typing import Any, NamedTuple

from companion.data import vocabulary
from companion.data.deck import Component, Deck
from companion.data.outputs import DEVICE
from companion.data.vocabulary import fold_word, normalize_name, suggest_words
from companion.errors import InputError
from companion.press.frame.frame import Frame
from companion.press.frame.trims import compute_area
from companion.sentences import Sentence, join_sentences, say

UNFIT = r"[/\\:*?\"<>|\x00-\x1f]|^\.+$"
"""Characters that file names must not have on some system, and names that mean folders."""
LONGEST = 120  # bytes of a name
SHAPES = {"card": 1.0, "circle": pi / 4, "hex": 0.75}  # the share of its box that each shape covers
ALIKE = 0.015


class Piece(NamedTuple):
    deck: str
    component: str
    card: str  # its id in the component
    front: Frame
    back: Frame | None
    run: str  # pieces of one run are printed on sheets together

    @property
    def key(self) -> str:
        return f"{self.component}/{self.card}"

    @property
    def mismatch(self) -> Sentence | None:
        """What is wrong if the back's size or trim does not match the front; ``None`` if it matches."""
        front, back = self.front, self.back
        if back is not None and back.trim is not None and front.trim is None:
            return say("the back has a trim; its front, which sets how both are cut, has none")
        if back is None or max(abs(back.width - front.width), abs(back.height - front.height)) <= 0.01:
            return None
        sizes = {"wide": back.width, "high": back.height, "width": front.width, "height": front.height}
        return say("the back is {wide} x {high} mm; its front is {width} x {height} mm", **sizes)


def select_components(deck: Deck, only: Collection[str]) -> tuple[Component, ...]:
    """The components of these names, printed names or families (``board``); without names, all but extras."""
    if not only:
        return tuple(component for component in deck.components if not component.extra)
    names = {component.name for name in only for component in _get_family(deck, name)}
    return tuple(component for component in deck.components if component.name in names)


def _get_family(deck: Deck, name: str) -> list[Component]:
    """The components of a name: those with this key, else with keys that begin with it, else by printed name."""
    key = fold_word(name)
    same_name = [component for component in deck.components if fold_word(component.name) == key]
    family = [each for each in deck.components if fold_word(each.name).startswith(f"{key}-")]
    components = same_name or family or _get_by_title(deck, name)
    return [each for each in components if not each.extra] or components


def _get_by_title(deck: Deck, name: str) -> list[Component]:
    """The one family with these words in a printed name, in any language; an `InputError` for none or several."""
    titles = deck.titles()
    spellings = [(str(text), part) for part in deck.components for _, text in titles[part.name].fields]
    parts_found = [part for text, part in spellings if normalize_name(text) == normalize_name(name)]
    if not parts_found and vocabulary.normalize_words(name):
        parts_found = [part for text, part in spellings if vocabulary.has_words(text, name)]
    if len({part.name.partition("-")[0] for part in parts_found if not part.extra}) < 2 and parts_found:
        return parts_found
    keys = {fold_word(text): part.name for text, part in spellings} | {key: key for key in titles}
    if similar := [part.name for part in parts_found] or [keys[each] for each in suggest_words(fold_word(name), keys)]:
        options = map(titles.__getitem__, similar)
        raise vocabulary.build_choice_error("'{name}' may be {names}; write the name in full.", name, options)
    fields: dict[str, Any] = {"name": name, "deck": deck.name, "names": join_sentences(titles.values(), "; ")}
    raise InputError("'{name}' is not a component of {deck}; it has {names}.", **fields)


class Heap(NamedTuple):
    """Cards of one component and one size."""

    component: str
    width: float  # mm
    height: float  # mm
    cards: list[tuple[Piece, int]]  # each different card and its count, in the order of the deck

    @property
    def shape(self) -> str:
        """``card``, ``circle`` or ``hex``, whichever its trim resembles most."""
        trim = self.cards[0][0].front.trim
        part = 1.0 if trim is None else compute_area(trim) / (self.width * self.height)
        nearest = min(SHAPES, key=lambda name: abs(SHAPES[name] - part))
        return nearest if abs(SHAPES[nearest] - part) < ALIKE else "card"

    @property
    def backs(self) -> int:
        """The number of different backs; a blank one counts too."""
        return len({id(piece.back) for piece, _ in self.cards})


def sort_into_heaps(pieces: Iterable[Piece]) -> list[Heap]:
    """Sort pieces by component and size; copies of a card are counted."""
    counts: dict[str, list[Piece]] = {}
    for piece in pieces:
        counts.setdefault(piece.key, []).append(piece)
    heaps: dict[tuple[str, float, float], Heap] = {}
    for piece, *others in counts.values():
        size = piece.component, round(piece.front.width, 2), round(piece.front.height, 2)
        heap = heaps.setdefault(size, Heap(*size, cards=[]))
        heap.cards.append((piece, 1 + len(others)))
    return list(heaps.values())


def format_file_name(text: str) -> str:
    """Turn a text into a file name that is allowed on every system and cannot lead into another folder."""
    one = unicodedata.normalize("NFC", text)  # on a Mac, both encodings of é are one name
    fit = re.sub(DEVICE, r"\1-", re.sub(UNFIT, "-", one))
    printable = "".join(filter(str.isprintable, fit))
    return printable.encode()[:LONGEST].decode(errors="ignore") or "-"
