"""The contents of decks, an order to print some of them, and the editions it comes to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.answers import Answer, Figure
from companion.codec import encode
from companion.data.deck import TUCKBOX, Component, Deck
from companion.data.papers import Paper
from companion.press.face.pieces import chosen
from companion.press.impose.edition import Edition, PrintOptions
from companion.press.sheets.leaf import component_name

if TYPE_CHECKING:
    from companion.data.papers import Profile
from typing import NamedTuple

from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT


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
        for code, paper, sides, ink in product(codes, dict.fromkeys(order.papers), ways, inks):
            profile = find(paper.name)
            if profile is not None and profile.margin is not None:
                paper = paper._replace(margin=profile.margin)
            white = 0.0
            if order.margin is not None:
                white = paper.margin if order.margin < paper.margin else 0.0
                paper = paper._replace(margin=order.margin)
            yield Edition(deck, code, paper, sides, ink, profile, white=white, **picks, **options)


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
