"""What to print: the contents of decks, an order and its editions, and the choices of a web form."""

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
from companion.data.papers import Paper, parse_paper, profiles_file
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.press.face.pieces import select_components
from companion.press.sheets.gang import Edition, PrintOptions
from companion.press.sheets.leaf import get_component_name
from companion.service.press.own_decks import list_titles, open_kept_deck

if TYPE_CHECKING:
    from companion.data.papers import Profile


@dataclass(frozen=True, slots=True)
class Row:
    """A component of a deck: its name, its number of pieces, and the name that is printed."""

    component: str
    count: int
    name: str


@dataclass(frozen=True, repr=False, eq=False)
class PrintOrder(PrintOptions):
    """What to print; each combination of deck, language, paper, sides and ink is an edition."""

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


def list_editions(order: PrintOrder) -> Iterator[Edition]:
    """The editions of an order, each once."""
    find = _build_profile_finder(order)
    ways, inks = dict.fromkeys(order.sides), dict.fromkeys(order.inks)
    options = {each.name: getattr(order, each.name) for each in fields(PrintOptions)}
    for deck in order.decks:
        picks: dict[str, Any] = {}
        if order.cards:
            from companion.press.layout import parse_card_names, pick

            asked = deck, order.only, order.cards
            picks = {"picked": pick(*asked), "named": parse_card_names(*asked)}
        codes = dict.fromkeys(order.languages or (deck.choose_language(order.reader),))
        for code, stock, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = find(stock.name)
            if profile is not None and profile.margin is not None:
                stock = stock._replace(margin=profile.margin)
            white = 0.0
            if order.margin is not None:
                white = stock.margin if order.margin < stock.margin else 0.0
                stock = stock._replace(margin=order.margin)
            yield Edition(deck, code, stock, sides, ink, profile, white=white, **picks, **options)


def _build_profile_finder(order: PrintOrder) -> Callable[[str], Profile | None]:
    """A function that finds the profile of an order's printer by the name of a paper."""
    name = order.printer
    if name is None:
        return lambda paper: None
    from companion.data.papers import get_profile, profiles_file, read_profiles

    return partial(get_profile, read_profiles(order.profiles or profiles_file()), name, order.tray)


@dataclass(frozen=True)
class Contents(Figure):
    """The components of decks: a deck's name, its usual ones, and those printed only on request."""

    decks: tuple[tuple[str, tuple[Row, ...], tuple[Row, ...]], ...]


def list_components(decks: Sequence[Deck], only: Collection[str], reader: str) -> Answer:
    """The components of decks and their numbers of pieces; people are also shown the extras.

    `only` are the components asked for, all when empty.
    """

    def build_row(deck: Deck, component: Component) -> Row:
        words = deck.words(deck.choose_language(reader))
        return Row(component.name, len(component.cards) or 1, get_component_name(component.name, words))

    rows = [(deck, tuple(build_row(deck, each) for each in select_components(deck, only))) for deck in decks]
    data = [{"game": deck.name, **encode(each)} for deck, found in rows for each in found]
    extras = [() if only else tuple(build_row(deck, each) for each in _list_extras(deck)) for deck in decks]
    contents = ((deck.name, found, more) for (deck, found), more in zip(rows, extras, strict=True))
    return Answer({"components": data}, (Contents(tuple(contents)),))


def _list_extras(deck: Deck) -> Sequence[Component]:
    """Components printed only on request; no tuck box where there are too few cards for one."""
    from companion.press.nets.tuckbox import count_cards

    return [
        component
        for component in deck.components
        if component.extra and (component.net != TUCKBOX or count_cards(deck))
    ]


class Goal(NamedTuple):
    """Where a person wants files written."""

    given: Path  # a folder, a file with the ending, or `-`, the standard output
    ending: str  # of the written files, without its dot

    @property
    def is_file(self) -> bool:
        """True where one file is named, not a folder."""
        return self.given == STANDARD_OUTPUT or (
            self.given.suffix.lower() == f".{self.ending}" and not self.given.is_dir()
        )

    @property
    def folder(self) -> Path:
        """The folder of all files; the standard output has none."""
        return self.given.parent if self.is_file and self.given != STANDARD_OUTPUT else self.given

    def file(self, name: str, taken: Collection[Path] = ()) -> Path:
        """The file of a document or picture; an ``InputError`` if another one is written to it already."""
        goal = self.given if self.is_file else self.folder / f"{name}.{self.ending}"
        if goal not in taken:
            return goal
        if self.is_file:
            raise InputError("'{file}' is one file, and several are made; name a folder.", file=str(goal))
        raise InputError("two decks would both be written to {file}.", file=str(goal))


FormFields: TypeAlias = Mapping[str, str | tuple[str, ...]]  # what a form or an address says

INKS = ("full", "low")
TYPES = ("usual", "large")
SEALS = ("printed", "none")
CUBES = ("8", "10", "12")  # sides of the cubes that a paper tower is made for, mm
SLEEVES = ("none", "thin", "thick")


@dataclass(frozen=True, slots=True)
class EditionOrder:
    """One edition of one game or deck, as chosen in a form."""

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
        """A short hash; the same for equal choices until their printer is measured anew."""
        measured = b""
        if self.printer and profiles_file().exists():
            measured = profiles_file().read_bytes()
        return sha256(repr(self).encode() + measured).hexdigest()[:16]

    @property
    def form_fields(self) -> FormFields:
        """The choice as the fields of a form, without empty values."""
        unlike = {each.name: getattr(self, each.name) for each in fields(self)}
        unlike = {name: value for name, value in unlike.items() if value not in ((), "", None)}
        parts = {"part": unlike.pop("parts")} if "parts" in unlike else {}
        return {name: str(value) for name, value in unlike.items()} | parts

    @property
    def title(self) -> str:
        return list_titles().get(self.game) or self.game.capitalize()

    @property
    def order(self) -> PrintOrder:
        decks, papers = (open_kept_deck(self.game),), (parse_paper(self.paper),)
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
        return next(list_editions(self.order))
