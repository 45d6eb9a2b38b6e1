"""A deck is data: a TOML file with its components, tables of cards, words in each language, and faces.

The three games are decks like any that a person makes (docs/own-decks.md). Here the file and its
tables become frozen values; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.data.deck_tables import add_cases, give_codes, join_rows, matches, read_rows
from companion.data.files import read_toml
from companion.data.schema import MOST, check, declared
from companion.data.vocabulary import load_words
from companion.errors import DeckError, Place
from companion.sentences import say

__all__ = ["TUCKBOX", "Card", "Component", "Deck", "load_deck"]

TUCKBOX = "tuckbox"
"""Every deck has a box of this name, printed when it is asked for."""


@dataclass(frozen=True)
class Card:
    """One card, tile or sheet before it is drawn.

    Attributes:
        id: What tells it apart in its component: its number or name.
        fields: What its face is filled with.
        back: What its back is filled with.
    """

    id: str
    fields: Mapping[str, str]
    back: Mapping[str, str]


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
    """

    name: str
    file: Path
    components: tuple[Component, ...]
    languages: tuple[str, ...]
    faces: Path

    def words(self, code: str) -> Mapping[str, str]:
        """The deck's words in a language.

        Raises:
            DeckError: When the deck has no such language.
        """
        file = self.file.parent / f"words.{code}.toml"
        if code not in self.languages:
            raise DeckError(
                "the deck {deck} has no words in '{code}'; it has {codes}.",
                place=Place(file=file.name), deck=self.name, code=code, codes=", ".join(self.languages),
            )  # fmt: skip
        return load_words(file)


def load_deck(file: Path, faces: Path) -> Deck:
    """Read a deck file with its tables.

    Args:
        file: ``game.toml``, or a person's ``deck.toml``.
        faces: Where its faces lie.

    Raises:
        DeckError: One sentence with file, and row and column where a table is at fault.
    """
    raw, place = read_toml(file), Place(file=file.name)
    check(raw, declared("deck"), place, say("a deck"))
    name = raw["name"]
    if not name.isprintable() or set(name) & set("/\\:"):
        raise DeckError("the name '{name}' cannot be part of a file's name.", place=place, name=name)
    components = tuple(_component(file.parent, place, each) for each in raw.get("component", ()))
    if not components:
        raise DeckError("the deck has no component.", place=place)
    for index, component in enumerate(components):
        if component.name in {earlier.name for earlier in components[:index]}:
            raise DeckError("the component {name} stands twice.", place=place, name=component.name)
    if TUCKBOX not in {component.name for component in components}:
        components = (*components, Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX))
    languages = tuple(sorted(path.name.split(".")[1] for path in file.parent.glob("words.*.toml")))
    return Deck(name, file, components, languages, faces)


def _component(folder: Path, place: Place, raw: Mapping[str, Any]) -> Component:
    name = raw["name"]
    if "net" in raw:
        return Component(name, "", None, (), name, raw.get("extra", False), raw["net"])
    single, copies = tuple(_cards(folder, place, raw)), raw.get("copies", 1)
    if len(single) * copies > MOST:
        raise DeckError("the component {name} has more than {most} cards.", place=place, name=name, most=MOST)
    cards = tuple(card for card in single for _ in range(copies))
    expected = raw.get("count", len(cards))
    if len(cards) != expected:
        raise DeckError(
            "the component {name} has {found} cards; {expected} were expected.",
            place=place, name=name, found=len(cards), expected=expected,
        )  # fmt: skip
    return Component(name, raw["face"], raw.get("back"), cards, raw.get("run", name), raw.get("extra", False))


def _cards(folder: Path, place: Place, raw: Mapping[str, Any]) -> Iterator[Card]:
    shared = {key: str(value) for key, value in raw.get("fields", {}).items()}
    key = raw.get("key", "number")
    if "table" in raw:
        rows = _table(folder, raw)
        fronts = [row for row in rows if matches(row, raw.get("where", {}))]
        backs = (
            {row[key]: row for row in rows if matches(row, raw["back_where"])} if "back_where" in raw else {}
        )
        for row in fronts:
            if key not in row:
                raise DeckError(
                    "the table {table} has no column '{key}'.", place=place, table=raw["table"], key=key
                )
            if "back_where" in raw and row[key] not in backs:
                raise DeckError("there is no back for card {id}.", place=place, id=row[key])
            yield Card(row[key], {**shared, **row}, {**shared, **backs.get(row[key], row)})
    elif "cards" in raw:
        for index, fields in enumerate(raw["cards"], 1):
            filled = {**shared, **{name: str(value) for name, value in fields.items()}}
            yield Card(filled.get(key, str(index)), filled, filled)
    else:
        for number in range(1, raw.get("range", 1) + 1):
            fields = {**shared, "number": str(number)}
            yield Card(str(number), fields, fields)


def _table(folder: Path, raw: Mapping[str, Any]) -> list[dict[str, str]]:
    """The rows of a component's table with all that the deck adds to them."""
    rows = read_rows(folder / raw["table"])
    if "codes" in raw:
        give_codes(rows, folder, raw["codes"])
    if "join" in raw:
        join_rows(rows, folder, raw["join"])
    for row in rows:
        add_cases(row, raw.get("cases", ()))
    return rows
