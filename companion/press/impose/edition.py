"""An edition: a deck in one language and ink, on one paper, printed in one way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.data.deck import Deck
from companion.data.papers import Paper
from companion.sentences import Sentence, say

if TYPE_CHECKING:
    from companion.data.printers import Profile

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")
"""The ways backs are printed."""

MOST_NAMED = 3
"""Components, or cards, that the name of a file spells out."""

MOST_LETTERS = 40
"""Of a name, in the name of a file."""

A_SHEET = say("a calibration sheet")


@dataclass(frozen=True, kw_only=True)
class PrintOptions:
    """How something is printed, whichever edition it is.

    Attributes:
        only: Components asked for; all when empty.
        copies: How often each piece is printed.
        sheets: First and last numbers of the sheets asked for; all when empty.
        marks: ``corners``, ``lines`` or ``none``.
        marks_on_backs: Whether backs have marks too.
        bleed: Wanted bleed, mm; ``None`` takes what suits faces and paper.
        margin: What stays white along every edge, mm; ``None`` takes what the printer leaves white.
        cover: Whether a first page says how to print.
        reverse_backs: Whether backs in a file of their own come last first.
        seals: ``printed``, or ``none`` to leave out the seals that a photo of a map is read by.
        cube: Side of the cubes that a paper tower is made for, mm.
        thickness: Of a card as printed, mm; for the tuck box.
        sleeves: ``none``, ``thin`` or ``thick``; for the tuck box.
        mend: What a person does when backs miss their fronts, as the face they use calls it.
        cut_lines: Whether a machine cuts the sheets: they have its marks, and its lines come as files.
        proof: Whether bleed, trim, safe zone and the boxes of faces are drawn over the cards.
    """

    only: tuple[str, ...] = ()
    copies: int = 1
    sheets: tuple[tuple[int, int], ...] = ()
    marks: str = "corners"
    marks_on_backs: bool = False
    bleed: float | None = None
    margin: float | None = None
    cover: bool = True
    reverse_backs: bool = False
    seals: str = "printed"
    cube: float = 8.0
    thickness: float = 0.3
    sleeves: str = "none"
    mend: Sentence = A_SHEET
    cut_lines: bool = False
    proof: bool = False


@dataclass(frozen=True)
class Edition(PrintOptions):
    """What to print and how.

    Attributes:
        deck: The deck.
        language: Code of the words on the cards.
        paper: The sheet.
        sides: One of ``SIDES``.
        ink: ``full`` or ``low``.
        printer: The profile of the printer, or ``None`` for a perfect one.
        changed: Whether only changed cards are printed.
        picked: Component and id of the single cards asked for; all when empty.
        white: What the printer leaves white along the edges where a narrower margin is asked for, mm; else 0.
        uncovered: Whether the sheets say themselves how to print, since no first page goes before them.
    """

    deck: Deck
    language: str
    paper: Paper
    sides: str = "duplex-long"
    ink: str = "full"
    printer: Profile | None = None
    changed: bool = False
    picked: tuple[tuple[str, str], ...] = ()
    white: float = 0.0
    uncovered: bool = False

    @property
    def components(self) -> tuple[str, ...]:
        """The components that are laid out: those of the single cards, or those asked for."""
        return tuple(dict.fromkeys(component for component, _ in self.picked)) or self.only

    @property
    def partial(self) -> bool:
        """Whether single cards or sheets are asked for."""
        return bool(self.picked or self.sheets)

    @property
    def whole(self) -> Edition:
        """The edition with all of its cards and sheets, each once."""
        return replace(self, picked=(), sheets=(), copies=1)

    @property
    def name(self) -> str:
        """Of the file that is written, without ending: what differs from the usual is in it."""
        printer, cards = self.printer, tuple(_plain(card) for _, card in self.picked)
        parts = [self.deck.name, *_few(self.only), *_few(cards)]
        parts += [f"{self.copies}x"] if self.copies > 1 else []
        parts += [f"sheets-{runs(self.sheets)}"] if self.sheets else []
        parts += [self.language, self.paper.name]
        parts += [self.sides] if self.sides != "duplex-long" else []
        parts += ["low-ink"] if self.ink == "low" else []
        parts += ["no-seals"] if self.seals == "none" else []
        if printer:
            parts.append(_plain(f"{printer.printer} {printer.tray}".strip()))
        parts += [f"cube{self.cube:g}"] if self.cube != 8 else []
        parts += ["changed"] if self.changed else []
        parts += ["proof"] if self.proof else []
        return "-".join(parts)


def runs(numbers: Iterable[tuple[int, int]]) -> str:
    """First and last numbers of runs, such as ``2-3,7``."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in numbers)


def _few(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as a file has them: not more than it can spell out."""
    return names if len(names) <= MOST_NAMED else (names[0], f"and-{len(names) - 1}-more")


def _plain(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)[:MOST_LETTERS]
