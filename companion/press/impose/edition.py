"""An edition: a deck in one language and ink, on one paper, printed in one way."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.data.deck import Deck
from companion.data.papers import Paper
from companion.data.printers import Profile
from companion.sentences import Sentence, say

__all__ = ["SIDES", "Edition", "PrintOptions"]

SIDES = ("duplex-long", "duplex-short", "fold", "fronts", "separate")
"""The ways backs are printed."""

MOST_NAMED = 3
"""Components that the name of a file spells out."""

A_SHEET = say("a calibration sheet")


@dataclass(frozen=True, kw_only=True)
class PrintOptions:
    """How something is printed, whichever edition it is.

    Attributes:
        only: Components asked for; all when empty.
        marks: ``corners``, ``lines`` or ``none``.
        marks_on_backs: Whether backs have marks too.
        bleed: Wanted bleed, mm; ``None`` takes what suits faces and paper.
        cover: Whether a first page says how to print.
        reverse_backs: Whether backs in a file of their own come last first.
        seals: ``printed``, or ``none`` to leave out the seals that a photo of a map is read by.
        cube: Side of the cubes that a paper tower is made for, mm.
        thickness: Of a card as printed, mm; for the tuck box.
        sleeves: ``none``, ``thin`` or ``thick``; for the tuck box.
        mend: What a person does when backs miss their fronts, as the face they use calls it.
    """

    only: tuple[str, ...] = ()
    marks: str = "corners"
    marks_on_backs: bool = False
    bleed: float | None = None
    cover: bool = True
    reverse_backs: bool = False
    seals: str = "printed"
    cube: float = 8.0
    thickness: float = 0.3
    sleeves: str = "none"
    mend: Sentence = A_SHEET


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
    """

    deck: Deck
    language: str
    paper: Paper
    sides: str = "duplex-long"
    ink: str = "full"
    printer: Profile | None = None
    changed: bool = False

    @property
    def name(self) -> str:
        """Of the file that is written, without ending: what differs from the usual is in it."""
        chosen, printer = self.only, self.printer
        if len(chosen) > MOST_NAMED:
            chosen = (chosen[0], f"and-{len(chosen) - 1}-more")
        parts = [self.deck.name, *chosen, self.language, self.paper.name]
        parts += [self.sides] if self.sides != "duplex-long" else []
        parts += ["low-ink"] if self.ink == "low" else []
        parts += ["no-seals"] if self.seals == "none" else []
        if printer:
            parts.append(re.sub(r"[^\w-]+", "-", f"{printer.printer} {printer.tray}".strip()))
        parts += [f"cube{self.cube:g}"] if self.cube != 8 else []
        parts += ["changed"] if self.changed else []
        return "-".join(parts)
