"""The contents of decks, an order to print some of them, its editions, and a print that somebody wants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from companion.answers import Answer, Figure
from companion.codec import encode
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.papers import Paper, paper, profiles_file
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.press.face.pieces import chosen
from companion.press.impose.gang import Edition, PrintOptions
from companion.press.sheets.leaf import component_name
from companion.service.press.own_decks import own_deck, titles

if TYPE_CHECKING:
    from companion.data.papers import Profile


@dataclass(frozen=True, slots=True)
class Row:
    """A component of a deck: its name, how many pieces it has, and the name that is printed."""

    component: str
    count: int
    name: str


@dataclass(frozen=True, repr=False, eq=False)
class PrintOrder(PrintOptions):
    """An order; every deck, language, paper, way and ink asked for gives an edition."""

    decks: tuple[Deck, ...]
    papers: tuple[Paper, ...]
    languages: tuple[str, ...] = ()  # codes of the words on the cards; by default the reader's
    reader: str = "en"  # code of the language that the person reads
    sides: tuple[str, ...] = ("duplex-long",)  # as an `Edition` names them
    inks: tuple[str, ...] = ("full",)
    printer: str | None = None  # measured; the sheets are corrected for it
    tray: str | None = None
    profiles: Path | None = None  # the file of measured printers; `None` for the usual one
    changed: bool = False  # print only cards that look otherwise than the manifest says
    force: bool | Collection[str] = ()  # rules of which faults do not stop it, or all
    strict: bool = False  # a drawing that can only be drawn otherwise than it was stops it
    cards: tuple[str, ...] = ()  # as a person names them; all when empty


def editions_of(order: PrintOrder) -> Iterator[Edition]:
    """The editions of an order, each once."""
    find = _finding(order)
    ways, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for deck in order.decks:
        picks: dict[str, Any] = {}
        if order.cards:
            from companion.press.layout import named, pick

            asked = deck, order.only, order.cards
            picks = {"picked": pick(*asked), "named": named(*asked)}
        codes = dict.fromkeys(order.languages or (deck.readable(order.reader),))
        for code, stock, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = find(stock.name)
            if profile is not None and profile.margin is not None:
                stock = stock._replace(margin=profile.margin)
            white = 0.0
            if order.margin is not None:
                white = stock.margin if order.margin < stock.margin else 0.0
                stock = stock._replace(margin=order.margin)
            yield Edition(deck, code, stock, sides, ink, profile, white=white, **picks, **options)


def _finding(order: PrintOrder) -> Callable[[str], Profile | None]:
    """A function that finds the profile of an order's printer by the name of a paper."""
    name = order.printer
    if name is None:
        return lambda paper: None
    from companion.data.papers import find_profile, profiles_file, read_profiles

    return partial(find_profile, read_profiles(order.profiles or profiles_file()), name, order.tray)


@dataclass(frozen=True)
class Contents(Figure):
    """The components of decks: of each its name, the usual ones, and those printed only when asked for."""

    decks: tuple[tuple[str, tuple[Row, ...], tuple[Row, ...]], ...]


def list_components(decks: Sequence[Deck], only: Collection[str], reader: str) -> Answer:
    """Name the components of decks and the number of their pieces; to people also the extras.

    `only` are the components asked for, all when empty.
    """

    def row(deck: Deck, component: Component) -> Row:
        words = deck.words(deck.readable(reader))
        return Row(component.name, len(component.cards) or 1, component_name(component.name, words))

    rows = [(deck, tuple(row(deck, each) for each in chosen(deck, only))) for deck in decks]
    data = [{"game": deck.name, **encode(each)} for deck, found in rows for each in found]
    extras = [() if only else tuple(row(deck, each) for each in _extras(deck)) for deck in decks]
    contents = ((deck.name, found, more) for (deck, found), more in zip(rows, extras, strict=True))
    return Answer({"components": data}, (Contents(tuple(contents)),))


def _extras(deck: Deck) -> Sequence[Component]:
    """Components printed only when asked for; no tuck box where there are too few cards for one."""
    from companion.press.sheets.nets.tuckbox import card_stacks

    return [
        component
        for component in deck.components
        if component.extra and (component.net != TUCKBOX or card_stacks(deck))
    ]


class Goal(NamedTuple):
    """The place a person wants files written to."""

    given: Path  # a folder, a file with the ending, or `-`, the standard output
    ending: str  # of the written files, without its dot

    @property
    def is_file(self) -> bool:
        """True where one file is named."""
        return self.given == STANDARD_OUTPUT or (
            self.given.suffix.lower() == f".{self.ending}" and not self.given.is_dir()
        )

    @property
    def folder(self) -> Path:
        """The folder that all files go to; the standard output lies in none."""
        return self.given.parent if self.is_file and self.given != STANDARD_OUTPUT else self.given

    def file(self, name: str, taken: Collection[Path] = ()) -> Path:
        """The file of a document or picture; one that another has already is refused."""
        goal = self.given if self.is_file else self.folder / f"{name}.{self.ending}"
        if goal not in taken:
            return goal
        if self.is_file:
            raise InputError("'{file}' is one file, and several are made; name a folder.", file=str(goal))
        raise InputError("two decks would both be written to {file}.", file=str(goal))


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
