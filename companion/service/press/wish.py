"""A print that somebody wants, in a few words that can be sent from one program to another."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TypeAlias

from companion.data.papers import paper, profiles_file
from companion.press.impose.edition import Edition
from companion.service.press.order import PrintOrder, editions_of
from companion.service.press.own_decks import own_deck, titles

Said: TypeAlias = Mapping[str, str | tuple[str, ...]]  # what a form or an address says

INKS = ("full", "low")
TYPES = ("usual", "large")
SEALS = ("printed", "none")
CUBES = ("8", "10", "12")  # sides of the cubes that a paper tower is made for, mm
SLEEVES = ("none", "thin", "thick")


@dataclass(frozen=True, slots=True)
class Wish:
    """One edition of one game."""

    game: str  # or the name of a deck that is kept
    paper: str = "a4"
    sides: str = "duplex-long"
    language: str = "en"
    ink: str = "full"
    parts: tuple[str, ...] = ()  # components; all when empty
    cards: str = ""  # single ones, as a person names them; all when empty
    margin: float | None = None  # white along every edge, mm; the printer's when `None`
    seals: str = "printed"
    cube: str = "8"
    sleeves: str = "none"
    reverse: str = ""  # anything where backs in a file of their own come last first
    printer: str = ""  # a measured one, and its tray
    tray: str = ""
    force: str = ""  # anything where it is printed with its faults
    type: str = "usual"

    @property
    def fingerprint(self) -> str:
        """A short name; the same for the same wish, as long as its printer is not measured anew."""
        measured = b""
        if self.printer and profiles_file().exists():
            measured = profiles_file().read_bytes()
        return sha256(repr(self).encode() + measured).hexdigest()[:16]

    @property
    def said(self) -> Said:
        """The wish as the fields of a form, without what is as usual."""
        unlike = {each.name: getattr(self, each.name) for each in fields(self)}
        unlike = {name: value for name, value in unlike.items() if value not in ((), "", None)}
        parts = {"part": unlike.pop("parts")} if "parts" in unlike else {}
        return {name: str(value) for name, value in unlike.items()} | parts

    @property
    def title(self) -> str:
        """What the game or deck is called."""
        return titles().get(self.game) or self.game.capitalize()

    @property
    def order(self) -> PrintOrder:
        """The order it comes to."""
        decks, papers = (own_deck(self.game),), (paper(self.paper),)
        printed_as = (self.language,), self.language, (self.sides,), (self.ink,)
        return PrintOrder(
            decks,
            papers,
            *printed_as,
            printer=self.printer or None,
            tray=self.tray or ("-" if self.printer else None),
            cards=(self.cards,) if self.cards else (),
            only=self.parts,
            margin=self.margin,
            type=self.type,
            seals=self.seals,
            cube=float(self.cube),
            sleeves=self.sleeves,
            reverse_backs=bool(self.reverse) and self.sides == "separate",
            force=bool(self.force),
        )

    @property
    def edition(self) -> Edition:
        """The one edition that the order comes to."""
        return next(editions_of(self.order))
