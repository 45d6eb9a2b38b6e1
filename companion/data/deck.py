"""A deck is data: a TOML file with its components, tables of cards, words in each language, and faces.

The three games are decks like any that a person makes (docs/own-decks.md). Here the file and its
tables become frozen values; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.data.decks.tables import add_cases, give_codes, give_variants, join_rows, matches, read_rows
from companion.data.drafts import Draft
from companion.data.files import inside, read_toml
from companion.data.schema import MOST, check, declared, style
from companion.data.table import Row
from companion.data.vocabulary import load_words
from companion.errors import DeckError, InputError, Place
from companion.sentences import Sentence, say

__all__ = ["TUCKBOX", "Card", "Component", "Deck", "load_deck"]

TUCKBOX = "tuckbox"
"""Every deck has a box of this name, printed when it is asked for."""


class Card:
    """One card, tile or sheet before it is drawn; of a large deck its fields lie on disk until then.

    Args:
        id: What tells it apart in its component: its number or name.
        front: What its face is filled with.
        back: What its back is filled with.
        draft: Where the fields are put.
    """

    __slots__ = ("_at", "_draft", "id")

    def __init__(self, id: str, front: dict[str, str], back: dict[str, str], draft: Draft) -> None:
        self.id, self._draft, self._at = id, draft, draft.put((front, back))

    @property
    def sides(self) -> tuple[dict[str, str], dict[str, str]]:
        """What its face and its back are filled with."""
        front, back = self._draft.get(self._at)
        return front, back

    @property
    def fields(self) -> Mapping[str, str]:
        """What its face is filled with."""
        return self.sides[0]

    @property
    def back(self) -> Mapping[str, str]:
        """What its back is filled with."""
        return self.sides[1]


@dataclass(frozen=True)
class Component:
    """One kind of thing in the box.

    Attributes:
        name: As ``--only`` takes it, such as ``map-cards``.
        face: The face file's name; may hold ``{field}`` places.
        back: The back's face, or ``None`` when the back stays blank.
        cards: What is printed, copies included.
        run: Components with the same run share sheets.
        extra: Whether it is printed only when asked for by name.
        net: The model it is folded from instead of cards, such as ``tower``; else empty.
    """

    name: str
    face: str
    back: str | None
    cards: tuple[Card, ...]
    run: str
    extra: bool = False
    net: str = ""


@dataclass(frozen=True)
class Deck:
    """A game or a person's own deck.

    Attributes:
        name: Such as ``honshu``; names the files that are written.
        file: The deck file.
        components: In the order they are printed.
        languages: Codes of its word files.
        faces: Folder of its faces.
        faults: Why it does not hold together, where it was asked for all the same.
        notes: What a person should know of how it was read.
        styles: Keys and values that elements of its faces take over, by the name of the style.
        fonts: Its own fonts by the names faces use: files beside the deck.
        icons: Its icons by the names texts use: files beside the deck, or ``file.svg#group``.
        icon_folder: A folder beside the deck whose files are icons by their names.
    """

    name: str
    file: Path
    components: tuple[Component, ...]
    languages: tuple[str, ...]
    faces: Path
    faults: tuple[InputError, ...] = ()
    notes: tuple[Sentence, ...] = ()
    styles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    fonts: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    icon_folder: str = "icons"

    def words(self, code: str) -> Mapping[str, str]:
        """The deck's words in a language; none where it has none in any.

        Raises:
            DeckError: When the deck has no such language.
        """
        if not self.languages:
            return {}
        file = self.file.parent / f"words.{code}.toml"
        if code not in self.languages:
            raise DeckError(
                "the deck {deck} has no words in '{code}'; it has {codes}.",
                place=Place(file=file.name), deck=self.name, code=code, codes=", ".join(self.languages),
            )  # fmt: skip
        return load_words(file)


def load_deck(file: Path, faces: Path, faulty: bool = False) -> Deck:
    """Read a deck file with its tables.

    Args:
        file: ``game.toml``, or a person's ``deck.toml``.
        faces: Where its faces lie.
        faulty: Whether a deck whose components do not hold together is given back with all its faults.

    Raises:
        InputError: One sentence with file, and row and column where a table is at fault.
    """
    raw, place = read_toml(file), Place(file=file.name)
    check(raw, declared("deck"), place, say("a deck"))
    name = raw["name"]
    if not _names_a_file(name):
        raise DeckError("the name '{name}' cannot be part of a file's name.", place=place, name=name)
    styles = raw.get("style", {})
    for each in styles:
        check(styles[each], style(), place, say("the style {name}", name=each))
    faults: list[InputError] = []
    components: list[Component] = []
    for each in raw.get("component", ()):
        if each["name"] in {earlier.name for earlier in components}:
            faults.append(DeckError("the component {name} stands twice.", place=place, name=each["name"]))
        try:
            components.append(_component(file.parent, place, each, faults))
        except InputError as fault:
            faults.append(fault)
            components.append(Component(each["name"], "", None, (), each["name"]))
        if sum(len(component.cards) for component in components) > MOST:
            raise DeckError("the deck has more than {most} cards.", place=place, most=MOST)
    if not raw.get("component"):
        faults.append(DeckError("the deck has no component.", place=place))
    if faults and not faulty:
        raise faults[0]
    if TUCKBOX not in {component.name for component in components}:
        components.append(Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX))
    languages = tuple(sorted(path.name.split(".")[1] for path in file.parent.glob("words.*.toml")))
    return Deck(
        name, file, tuple(components), languages, faces, tuple(faults), styles=styles,
        fonts=raw.get("font", {}), icons=raw.get("icon", {}), icon_folder=raw.get("icons", "icons"),
    )  # fmt: skip


def _names_a_file(name: str) -> bool:
    return name.isprintable() and not set(name) & set("/\\:")


def _component(folder: Path, place: Place, raw: Mapping[str, Any], faults: list[InputError]) -> Component:
    name = raw["name"]
    if not _names_a_file(name):
        raise DeckError("the name '{name}' cannot be part of a file's name.", place=place, name=name)
    if "net" in raw:
        return Component(name, "", None, (), name, raw.get("extra", False), raw["net"])
    single, copies = list[Card](), raw.get("copies", 1)

    def named() -> Iterator[tuple[str, Place]]:
        for card, where in _cards(folder, place, raw):
            single.append(card)
            yield card.id, where

    miscalled = list(_named_twice(named()))
    if len(single) * copies > MOST:
        raise DeckError("the component {name} has more than {most} cards.", place=place, name=name, most=MOST)
    faults += miscalled
    cards = tuple(card for card in single for _ in range(copies))
    expected = raw.get("count", len(cards))
    if len(cards) != expected:
        miscounted = DeckError(
            "the component {name} has {found} cards; {expected} were expected.",
            place=place, name=name, found=len(cards), expected=expected,
        )  # fmt: skip
        faults.append(miscounted)
    return Component(name, raw["face"], raw.get("back"), cards, raw.get("run", name), raw.get("extra", False))


def _named_twice(named: Iterable[tuple[str, Place]]) -> Iterator[DeckError]:
    """What is wrong with the names of cards: each must have one, and one of its own."""
    seen: set[str] = set()
    for name, place in named:
        if not name:
            yield DeckError("the card has no name; a text was expected.", place=place)
        elif name in seen:
            yield DeckError(
                "the card '{name}' stands twice; give each its own name, or print more with 'copies'.",
                place=place, name=name,
            )  # fmt: skip
        seen.add(name)


def _cards(folder: Path, place: Place, raw: Mapping[str, Any]) -> Iterator[tuple[Card, Place]]:
    """The cards of a component, each with the place where its name stands."""
    shared, draft = {key: str(value) for key, value in raw.get("fields", {}).items()}, Draft()
    key = raw.get("key", "number")
    if "table" in raw:
        rows: Iterable[Row] = _table(folder, raw)
        backs: dict[str, dict[str, str]] = {}
        if "back_where" in raw:
            rows = list(rows)
            behind = [row for row in rows if matches(row.cells, raw["back_where"])]
            for fault in _named_twice((_key(row, key), row.place(key)) for row in behind):
                raise fault
            backs = {row.cells[key]: row.cells for row in behind}
        for row in rows:
            if not matches(row.cells, raw.get("where", {})):
                continue
            name = _key(row, key)
            if "back_where" in raw and name not in backs:
                raise DeckError("there is no back for card {id}.", place=row.place(key), id=name)
            front = {**shared, **row.cells} if shared else row.cells
            back = {**shared, **backs[name]} if name in backs else front
            yield Card(name, front, back, draft), row.place(key)
    elif "cards" in raw:
        for index, fields in enumerate(raw["cards"], 1):
            filled = {**shared, **{name: str(value) for name, value in fields.items()}}
            where = Place(place.file, column=f"component.{raw['name']}.cards.{index}.{key}")
            yield Card(filled.get(key, str(index)), filled, filled, draft), where
    else:
        for number in range(1, raw.get("range", 1) + 1):
            fields = {**shared, "number": str(number)}
            yield Card(str(number), fields, fields, draft), place


def _key(row: Row, key: str) -> str:
    """The name of a card in its row."""
    if key not in row.cells:
        raise DeckError("the table {table} has no column '{key}'.", table=row.file, key=key)
    return row.cells[key]


def _table(folder: Path, raw: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of a component's table, one after the other, with all that the deck adds to them."""
    rows = read_rows(inside(folder, folder / raw["table"]))
    if not raw.keys().isdisjoint(("codes", "variants", "join")):  # these look at all rows together
        whole = list(rows)
        cells = [row.cells for row in whole]
        if "codes" in raw:
            give_codes(cells, folder, raw["codes"])
        if "variants" in raw:
            give_variants(cells, raw["table"], raw["variants"])
        if "join" in raw:
            join_rows(cells, folder, raw["join"])
        rows = iter(whole)
    for row in rows:
        add_cases(row.cells, raw.get("cases", ()))
        yield row
