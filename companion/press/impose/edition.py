"""An edition: a deck in one language and ink, on one paper, printed in one way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.data.deck import Deck
from companion.data.papers import Paper

if TYPE_CHECKING:
    from companion.data.papers import Profile

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")  # the ways backs are printed

MOST_NAMED_PARTS = 3  # components, or cards, that the name of a file spells out

MOST_LETTERS_OF_PARTS = 60  # of all of them together

MOST_NAME_LETTERS = 40  # of a name, in the name of a file


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class PrintOptions:
    """Options of printing that do not depend on the edition; who has them brings the methods."""

    only: tuple[str, ...] = ()  # components; all when empty
    copies: int = 1
    sheets: tuple[tuple[int, int], ...] = ()  # first and last numbers; all when empty
    marks: str = "corners"  # or `lines`, `none`
    marks_on_backs: bool = False
    bleed: float | None = None  # mm; `None` takes what suits faces and paper
    margin: float | None = None  # white along every edge, mm; `None` takes the printer's
    cover: bool = True  # a first page says how to print
    reverse_backs: bool = False  # backs in a file of their own come last first
    type: str = "usual"  # or `large`: words half as large again, what finds no room on an aid
    seals: str = "printed"  # or `none`: those that a photo of a map is read by
    cube: float = 8.0  # side of the cubes for a paper tower, mm
    thickness: float = 0.3  # of a card as printed, for the tuck box, mm
    sleeves: str = "none"  # for the tuck box: or `thin`, `thick`
    cut_lines: bool = False  # a machine cuts the sheets: they have its marks, and its lines come as files
    proof: bool = False  # draw bleed, trim, safe zone and the boxes of faces over the cards


@dataclass(frozen=True, repr=False)
class Edition(PrintOptions):
    """A deck in one language and ink, on one paper, printed in one way."""

    deck: Deck
    language: str  # code of the words on the cards
    paper: Paper
    sides: str = "duplex-long"  # one of `SIDES`
    ink: str = "full"  # or `low`
    printer: Profile | None = None  # `None` for a perfect one
    changed: bool = False  # print only changed cards
    picked: tuple[tuple[str, str], ...] = ()  # component and id of single cards; all when empty
    named: tuple[str, ...] = ()  # as the file names these; by their ids when empty
    white: float = 0.0  # left white by the printer where a narrower margin is asked for, mm; else 0
    uncovered: bool = False  # the sheets say how to print, since no first page goes before them

    @property
    def components(self) -> tuple[str, ...]:
        """The components that are laid out: those of the single cards, or those asked for."""
        return tuple(dict.fromkeys(component for component, _ in self.picked)) or self.only

    @property
    def partial(self) -> bool:
        """True where single cards or sheets are asked for."""
        return bool(self.picked or self.sheets)

    @property
    def whole(self) -> Edition:
        """The edition with all of its cards and sheets, each once."""
        return replace(self, picked=(), named=(), sheets=(), copies=1)

    @property
    def name(self) -> str:
        """The name of the file, without ending; it tells all that differs from the usual."""
        printer, cards = self.printer, tuple(map(_plain, self.named or [card for _, card in self.picked]))
        parts = [self.deck.name, *_few(tuple(map(_plain, self.only))), *_few(cards)]
        parts += [f"{self.copies}x"] if self.copies > 1 else []
        parts += [f"sheets-{runs(self.sheets)}"] if self.sheets else []
        parts += [self.language, self.paper.name]
        parts += [self.sides] if self.sides != "duplex-long" else []
        parts += ["low-ink"] if self.ink == "low" else []
        parts += ["large"] if self.type == "large" else []
        parts += ["no-seals"] if self.seals == "none" else []
        if printer:
            parts.append(_plain(f"{printer.printer} {printer.tray}".strip()))
        parts += [f"cube{self.cube:g}"] if self.cube != 8 else []
        parts += ["changed"] if self.changed else []
        parts += ["proof"] if self.proof else []
        return "-".join(parts)


def spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The first and last of numbers that follow one another."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        follows = found and found[-1][1] == number - 1
        found[-1:] = [(found[-1][0], number)] if follows else [*found[-1:], (number, number)]
    return found


def runs(numbers: Iterable[tuple[int, int]]) -> str:
    """First and last numbers of runs, such as ``2-3,7``."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in numbers)


def _few(names: tuple[str, ...]) -> tuple[str, ...]:
    short = len(names) <= MOST_NAMED_PARTS and len("-".join(names)) <= MOST_LETTERS_OF_PARTS
    return names if short else (names[0], f"and-{len(names) - 1}-more")


def _plain(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)[:MOST_NAME_LETTERS]
