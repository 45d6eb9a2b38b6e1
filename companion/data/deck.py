"""A deck is data: a TOML file with its components, tables of cards, words in each language, and faces.

The three games are decks like those that people make (docs/own-decks.md); they are opened by name, the
others by file. This module makes frozen values of the file and its tables; it draws nothing.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self

from companion.data.catalogue import LANGUAGES, language
from companion.data.decks import pictures
from companion.data.decks.card_rows import count_copies, find_name_faults, read_cards
from companion.data.decks.headings import find_languages, has_unmarked_language
from companion.data.files import Spool, read_toml
from companion.data.outputs import is_portable_name
from companion.data.rows import Notes
from companion.data.schema import MOST_CARDS, check_card_count, check_document, load_schema, style_schema
from companion.data.vocabulary import Word, game_words, read_words
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.limit import note_progress
from companion.paths import assets, templates
from companion.sentences import Sentence, join_sentences, join_with_commas, say

NO_DECKS = {".zip": say("this file is packed; unpack it, and give the folder.")} | dict.fromkeys(
    (*pictures.FILES, *pictures.OTHERS),
    say("one picture is not a deck; put the pictures of all cards into a folder, and give the folder."),
)
"""What to do about files that are not decks, by their endings."""
TUCKBOX = "tuckbox"  # every deck has a box of this name, printed only when asked for
PAGE = "page-of-pdf"  # in place of a face: the cards of this component are cut from the pages of a PDF
RULES_AID = "rules-aid"  # every game has its rules in short under this name, likewise


class Card:
    """A card, tile or sheet before layout; the fields of a large deck stay on disk until they are needed."""

    __slots__ = ("_entry", "_spool", "id", "place")

    def __init__(
        self, id: str, front: dict[str, str], back: dict[str, str], spool: Spool, place: Place | None = None
    ) -> None:
        note_progress()
        self.id, self._spool, self._entry = id, spool, spool.put((front, back))
        self.place = place  # the row of its table; ``None`` without a table

    @property
    def sides(self) -> tuple[dict[str, str], dict[str, str]]:
        """The fields of its face and of its back."""
        front, back = self._spool.get(self._entry)
        return front, back

    @property
    def fields(self) -> Mapping[str, str]:
        return self.sides[0]

    @property
    def back(self) -> Mapping[str, str]:
        return self.sides[1]


class Component(NamedTuple):
    """One kind of card, tile or sheet in the box."""

    name: str
    face: str  # the name of its file; may contain fields, as in ``card-{kind}``
    back: str | None  # ``None`` if the back stays blank
    cards: tuple[Card, ...]
    run: str  # components with the same run share sheets
    extra: bool = False  # printed only when asked for by name
    net: str = ""  # the model to cut and fold, such as ``tower``; empty for cards
    languages: tuple[str, ...] = ()  # languages with columns of their own, such as ``title.en``
    least_scale: float = 1.0  # at which its boards may be printed in tiles if that saves sheets
    title: str = ""  # what messages call a card, with ``{fields}`` or as a ``$word``; empty for its id


@dataclass(repr=False, eq=False)
class Deck:
    """A game or a person's own deck."""

    name: str
    file: Path
    components: tuple[Component, ...]
    languages: tuple[str, ...]
    """Those of its word files and of columns in its tables; a deck with none can be printed in any language."""
    faces: Path
    faults: tuple[InputError, ...] = ()
    """Its faults, if it was opened in spite of them."""
    notes: tuple[Sentence, ...] = ()  # remarks for the user on how it was read
    styles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """The keys and values of each style, which elements of its faces can use by its name."""
    fonts: Mapping[str, str] = field(default_factory=dict)
    """Files beside the deck, or ``file.ttf#weight=600,width=85``, by the names faces use."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """Files beside the deck, or ``file.svg#group``, by the names texts use."""
    icon_folder: str = "icons"  # beside the deck; its files are icons by their names
    picture_edge: str = "mirror"  # how pictures that end at the cut get bleed: mirrored, stretched or not
    pictured: bool = False  # a folder of pictures, printed at whatever resolution they have
    whole: Self | None = None  # the deck with all its sides, if it is without some
    shipped: bool = False  # a game that comes with Companion, in all languages: with English words where one has none

    def words(self, code: str) -> Mapping[str, str]:
        """The deck's words in a language; without any word files, only the translated name of ``cards``."""
        file = self.file.parent / f"words.{code}.toml"
        if self.languages and code not in self.languages:
            raise DeckError(
                "the deck {deck} has no words in '{code}'; it has {codes}.",
                place=Place(file=file.name),
                deck=self.name,
                code=code,
                codes=join_with_commas(self.languages),
            )
        if self.shipped:
            return game_words(self.file.parent.name, code)
        if os.path.lexists(file):
            return read_words(file)
        has_words = any(os.path.lexists(file.with_name(f"words.{each}.toml")) for each in self.languages)
        if code in LANGUAGES[1:] and not has_words and any(each.name == "cards" for each in self.components):
            return {"component.cards": say("cards").translate(language(code))}  # the word in a new deck's file
        return {}

    @cached_property
    def sides(self) -> Mapping[str, frozenset[str]]:
        """The components for each side of the board, if its fields name several, such as ``side = "sun"``."""
        sides: dict[str, set[str]] = {}
        for part in self.components:
            side = part.cards[0].fields.get("side", "") if part.cards else ""
            if side.isalpha() and all(card.fields.get("side") == side for card in part.cards):
                sides.setdefault(side, set()).add(part.name)
        return {side: frozenset(names) for side, names in sides.items()} if len(sides) > 1 else {}

    def with_side(self, side: str) -> Self:
        """The deck without what is for other sides of the board; an `InputError` if it has no such side."""
        if side not in self.sides:
            raise InputError("{deck} has nothing for one side of a board; print it whole.", deck=self.name)
        others = frozenset().union(*(names for name, names in self.sides.items() if name != side))
        return replace(self, components=tuple(part for part in self.components if part.name not in others), whole=self)

    def titles(self) -> dict[str, Word]:
        """The printed name of each component in every language; its key if it has no name."""
        words = {code: self.words(self.choose_language(code)) for code in LANGUAGES}
        return {
            name: Word("", tuple((code, titles.get(f"component.{name}", name)) for code, titles in words.items()))
            for name in (component.name for component in self.components)
        }

    def choose_language(self, reader: str) -> str:
        """The language to print for a reader: their own if the deck has it, else its first."""
        return reader if reader in self.languages or not self.languages else self.languages[0]


def read_deck(file: Path, faces: Path, faulty: bool = False) -> Deck:
    """Read a deck file and its tables; with ``faulty``, a deck with faults is returned too."""
    raw, place = read_toml(file), Place(file=file.name)
    check_document(raw, load_schema("deck"), place, say("a deck"))
    name = raw["name"]
    _check_file_name(name, partial(raw.get_place, place, "name"))
    styles = raw.get("style", {})
    for each in styles:
        check_document(raw, style_schema(), place, say("the style {name}", name=each), path=("style", each))
    faults, notes = list[InputError](), Notes()
    components: list[Component] = []
    for number, each in enumerate(raw.get("component", ()), 1):
        get_place = partial(raw.get_place, place, "component", number)
        if each["name"] in {earlier.name for earlier in components}:
            faults.append(DeckError("the component {name} appears twice.", place=get_place("name"), name=each["name"]))
        try:
            components.append(_build_component(file.parent, place, get_place, each, faults, notes))
        except InputError as fault:
            faults.append(fault)
            components.append(Component(each["name"], "", None, (), each["name"]))
        check_card_count(sum(len(component.cards) for component in components), place)
    if not raw.get("component"):
        faults.append(DeckError("the deck has no component.", place=place))
    if faults and not faulty:
        remarks = (say("Note: {sentence}", sentence=note) for note in notes)  # which may be why
        faults[0].sentence = join_sentences([faults[0].sentence, *remarks]) or faults[0].sentence
        raise faults[0]
    if TUCKBOX not in {component.name for component in components}:
        components.append(Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX))
    languages = {path.name.split(".")[1] for path in file.parent.glob("words.*.toml")}
    # Without such files, ``title`` beside ``title.fr`` is English.
    if not languages and any(has_unmarked_language(part.cards[0].fields) for part in components if part.cards):
        languages.add("en")
    languages.update(code for component in components for code in component.languages)
    return Deck(
        *(name, file, tuple(components), tuple(sorted(languages)), faces, tuple(faults)),
        notes=(*pictures.describe_fetches(raw.get("component", ())), *notes),
        styles=styles,
        fonts={name: _format_font(each) for name, each in raw.get("font", {}).items()},
        icons=raw.get("icon", {}),
        icon_folder=raw.get("icons", "icons"),
    )


def _format_font(font: str | Mapping[str, Any]) -> str:
    if isinstance(font, str):
        return font
    choice = ",".join(f"{key}={font[key]}" for key in ("weight", "width") if key in font)
    return f"{font['file']}#{choice}" if choice else str(font["file"])


def _check_file_name(name: str, place: Callable[[], Place]) -> None:
    if name.startswith(".") or not is_portable_name(f"{name}.json"):
        raise DeckError("the name '{name}' cannot be part of a file's name.", place=place(), name=name)


def _build_component(
    folder: Path,
    place: Place,
    get_place: Callable[..., Place],
    raw: Mapping[str, Any],
    faults: list[InputError],
    notes: Notes,
) -> Component:
    """Read a component of a deck file; ``get_place`` gives the place of one of its keys in the file."""
    name, extra = raw["name"], raw.get("extra", False)
    _check_file_name(name, partial(get_place, "name"))
    if "net" in raw:
        return Component(name, "", None, (), name, extra, raw["net"])
    cards, names, codes, spool = list[Card](), list[tuple[str, Place]](), set[str](), Spool()
    for id, front, back, row_place in read_cards(folder, place, raw, notes):
        if not names or "cards" in raw:  # one row is enough: all rows of a table have the same columns
            codes.update(find_languages(front))
        copies = count_copies(front, raw.get("copies", 1), row_place)
        row = Place(row_place.file, row_place.row) if row_place.row else None
        cards += [Card(id, front, back, spool, row)] * copies
        if len(cards) > MOST_CARDS:  # the place is not sought for every row
            check_card_count(len(cards), get_place())
        names.append((id, row_place))
    faults += find_name_faults(names)
    if not names and "where" in raw and "when" not in raw:
        table = raw.get("table", name)
        message = say("no row of {table} matches 'where' of the component {name}.", table=table, name=name)
        faults.append(DeckError(message, place=get_place("where")))
    expected = raw.get("count", len(cards))
    if len(cards) != expected:
        template = "cards of the component {name}: expected {expected}, not {found}."
        message = say(template, name=name, expected=expected, found=len(cards))
        faults.append(DeckError(message, place=get_place("count")))
    run, languages = raw.get("run", name), tuple(sorted(codes))
    more = {key: raw[key] for key in ("least_scale", "title") if key in raw}
    return Component(name, raw["face"], raw.get("back"), tuple(cards), run, extra, languages=languages, **more)


def list_games() -> tuple[str, ...]:
    return tuple(sorted(file.parent.name for file in (assets() / "games").glob("*/game.toml")))


def open_deck(path: str, faulty: bool = False) -> Deck:
    """Open a game by name, or a deck by its folder or TOML file; with ``faulty``, also a deck with faults."""
    file = Path(path)
    if file.suffix != ".toml" and (file / "deck.toml").is_file():
        file = file / "deck.toml"
    if file.suffix == ".toml":
        return read_deck(file, file.parent / "faces", faulty)
    game = path.lower()
    if game not in list_games():
        from difflib import get_close_matches  # slow to import

        if file.is_file():
            otherwise = say("this file is not a deck; give a folder, or a table (.csv, .xlsx, .json ...).")
            raise InputError(NO_DECKS.get(file.suffix.lower(), otherwise), place=Place(path))
        if file.suffix:
            raise InputError("there is no such file.", place=Place(path))
        if near := get_close_matches(game, list_games(), 1):
            raise InputError("'{name}' is not a game here; did you mean '{near}'?", name=game, near=near[0])
        raise InputError(
            "'{name}' is not a game here; choose {games}, or give the folder of your own deck.",
            name=game,
            games=join_with_commas(list_games()),
        )
    check_box(game, assets() / "games" / game)
    deck = read_deck(assets() / "games" / game / "game.toml", templates() / "faces" / game)
    aid = Component(RULES_AID, "", None, (), RULES_AID, True, RULES_AID)
    codes = tuple(dict.fromkeys((*LANGUAGES, *deck.languages)))
    return replace(deck, components=(*deck.components, aid), languages=codes, shipped=True)


def find_game_for_text(text: str) -> tuple[str, str] | None:
    """The game whose notation a text is in, such as a typed map, and a remedy that reads it; ``None`` for no game."""
    for game in list_games():
        for remedy, check in import_module(f"companion.data.{game}").OWN_FILES.items():
            with suppress(CompanionError):
                if check(text):
                    return game, remedy
    return None


def check_box(game: str, folder: Path) -> None:
    """Check all files of a game against the printed game, by the ``check_box`` of its data."""
    import_module(f"companion.data.{game}").check_box(folder)
