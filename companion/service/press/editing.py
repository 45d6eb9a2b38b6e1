"""A deck edited on a page: its tables as rows, its cards as they would look, and its files, which stay the truth.

What is typed is laid out as if it were saved (`drafts`); a file is written only if it is as the page has it.
"""

import difflib
import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import chain, count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from companion.data.deck import Card, Component, Deck, list_games
from companion.data.decks.edited_files import TEXTS, EditedTable, read_edited_table, set_face_values
from companion.data.decks.pictures import FILES
from companion.data.decks.plain_deck import match_columns
from companion.data.decks.sources import TABLES, WORKBOOKS
from companion.data.files import (
    MOST_TEXT_BYTES,
    check_inside,
    drafts,
    find_encoding,
    read_bytes,
    read_toml,
    write_files,
)
from companion.data.outputs import is_portable_name
from companion.data.papers import parse_paper
from companion.errors import CompanionError, InputError, Place, Refused
from companion.paths import find_user_folder
from companion.press.composition import compose
from companion.press.face.pieces import select_components
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.preflight import Examination
from companion.press.preflight_rules import FORCIBLE, UNDRAWN
from companion.press.sheets.leaf import describe_sheets
from companion.sentences import Sentence, join_sentences, join_with_commas, say, say_count
from companion.service.press.changes import Change
from companion.service.press.element_boxes import BoxFinder, ElementBox
from companion.service.press.own_decks import open_any_deck, zip_folder
from companion.service.press.printing import PrintOrder, list_editions, print_decks

MOST_STEPS, MOST_STEP_BYTES = 200, 50_000_000  # that can be undone
MOST_SEEN = 20  # tables as pages have them
MOST_LINES = 12  # of a file that was changed elsewhere, shown beside ours
MOST_COPIED, MOST_COPIED_FILES = 200_000_000, 20_000  # bytes and files of a deck of which a copy is kept
KEPT_COPIES = 20  # of all decks


class Sheet(NamedTuple):
    """A table as a page shows it."""

    part: str
    parts: Mapping[str, str]  # titles of all components with cards, by name
    counts: Sentence | str  # of all cards and sheets; "" for a deck with faults
    problems: tuple[Sentence, ...]  # of the whole deck
    can_undo: bool
    can_redo: bool
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    cards: tuple[str, ...] = ()  # the key of the first card made of each row; "" for none
    digest: str = ""  # of the file's content
    copies: int = -1  # the column with the number of copies; -1 if there is none
    locked: Sentence | None = None  # why the table is only for reading, and where it is changed


class CardSide(NamedTuple):
    svg: str
    boxes: tuple[ElementBox, ...]  # where its elements lie


class EditedCard(NamedTuple):
    """A card as it would be if what is typed were saved."""

    name: str = ""
    width: float = 0.0  # mm
    height: float = 0.0  # mm
    sides: tuple[CardSide, ...] = ()
    faults: tuple[tuple[Sentence, bool], ...] = ()  # each with whether it stops a print


class Conflict(NamedTuple):
    """A file that was changed elsewhere: the lines that differ, there and here."""

    file: str
    now: tuple[str, ...]
    ours: tuple[str, ...]


KINDS = {"name": str, "table": str, "heading": int, "key": str, "copies": str, "derive": dict}
"""What is read here of a component in deck.toml, whatever else there is wrong."""


class _Place(NamedTuple):
    """Where the cards of a component are written."""

    component: str
    raw: Mapping[str, Any] = {}  # as deck.toml has it, `KINDS` of that kind only
    file: Path = Path()
    locked: Sentence | None = None


_Step = tuple[Path, str, bytes]  # a file, the digest that it must have, and its content after the change
_Found = tuple[Component, Card] | None  # the card of a row
_Rows = tuple[Sequence[str], Sequence[Sequence[str]], Sequence[_Found]]


class DeckEditor:
    """Edits the deck at a path, in a process of its own, as decks from strangers are read."""

    def __init__(self, source: str, language: str = "en", keeps_copy: bool = True) -> None:
        self._source, self._path, self.language = source, Path(source), language
        self._keeps_copy, self.write_count = keeps_copy, 0
        self._document: Mapping[str, Any] = {}  # of deck.toml, as it could be read last
        self._uncopied: Sequence[Sentence] = ()  # which files the copy lacks
        self._is_table = self._path.suffix.lower() in TABLES and not self._path.is_dir()
        is_deck_file = self._path.suffix == ".toml" and self._path.is_file()
        self._home = self._path.parent if self._is_table or is_deck_file else self._path  # of a game, no folder at all
        self._deck_file = self._path if is_deck_file else self._home / "deck.toml"
        self._steps: list[_Step] = []
        self._undone: list[_Step] = []
        self._seen: dict[tuple[str, int], EditedTable] = {}  # tables as pages have them, by digest and heading

    # ---- tables

    def open_sheet(self, part: str) -> Sheet:
        """The table of a component, by default of the first; at first a copy of the deck is kept."""
        self._keep_copy()
        deck, faults, parts = None, list[Sentence](), dict[str, str]()
        counts: Sentence | str = ""
        try:
            deck = open_any_deck(self._source, faulty=True)
            language = deck.choose_language(self.language)
            titles, names = deck.words(language), [each.name for each in deck.components if each.face or not each.net]
            parts = {name: titles.get(f"component.{name}", name) for name in names}
            part = part if part in parts else next(iter(parts), "")
            faults = [each.message for each in deck.faults]
            counts = "" if faults else _describe_counts(deck, language)
        except CompanionError as error:  # its table is shown, to be mended here
            faults.append(error.message)
        sheet = Sheet(part, parts, counts, (*faults, *self._uncopied), bool(self._steps), bool(self._undone))
        with suppress(CompanionError):  # which opening the deck has found already
            place = self._find_place(part)
            table = None if place.locked else self._get_table(place)
            columns, rows, cards = _list_rows(place, table, deck)
            return sheet._replace(
                columns=columns,
                rows=rows,
                cards=tuple(f"{each[0].name}/{each[1].id}" if each else "" for each in cards),
                digest=_digest(table.encode(table.lines)) if table else "",
                copies=self._find_column(place, columns, "copies"),
                locked=place.locked,
            )
        return sheet

    def change(self, part: str, digest: str, change: Change) -> str | Conflict:
        """Carry out a change if the files are as the page has them; its table had this digest.

        Return the new digest of the file that was changed last; "" after `undo` and `redo`.
        """
        if change.undo or change.redo:
            steps, back = (self._undone, self._steps) if change.redo else (self._steps, self._undone)
            conflict = self._save(*steps[-1], back) if steps else None
            del steps[0 if conflict else -1 :]  # what was before a file of others can no longer be had either
            return conflict or ""
        written, count = "", self.write_count
        for step in self._apply(part, digest, change):
            if conflict := self._save(*step, self._steps):
                return conflict
            written = _digest(step[-1])
            if self.write_count != count:  # else what was undone can still be redone
                self._undone.clear()
        return written

    def _apply(self, part: str, digest: str, change: Change) -> Iterator[_Step]:
        """A step for each file that a change touches."""
        if replace(change, face=None) != Change():
            place = self._find_place(part)
            now = self._get_table(place)
            table = self._seen.get((digest, place.raw.get("heading", 0)), now)
            if change.column and change.column[0] < len(table.columns):
                self._check_unused(table.columns[change.column[0]], place.raw.get("key", "number"))
            lines = change.apply(table, self._find_column(place, table.columns, "number"))
            yield place.file, digest, table.encode(lines)
        if change.face:
            path = check_inside(self._home / "faces", self._home / "faces" / change.face.file)
            yield path, change.face.digest, set_face_values(_read(path), path, change.face.number, change.face.values)

    def _check_unused(self, column: str, key: str) -> None:
        """Raise an error if a file names a column: in braces, in a label of a drawing, or in a text of deck.toml."""
        names = "|".join(map(re.escape, {column, column.rpartition(".")[0] or column}))
        name = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-])")
        for file, content in self._read_files("faces/*.toml", "faces/*.svg", self._deck_file.name).items():
            is_deck = file == self._deck_file
            other = rb'"[\w.-]+"' if is_deck else rb"\w+:[\w.-]+" if file.suffix == ".svg" else rb"\0"
            texts = (each.decode("utf-8", "replace") for each in re.findall(rb"\{[^{}]*\}|" + other, content))
            if any(map(name.search, texts)) or (is_deck and column == key):
                used = "{file} uses the column '{column}'; change it there first."
                raise Refused(used, file=file.name, column=column)

    def add_picture(self, part: str, name: str, content: bytes) -> str | Conflict:
        """Lay a picture into the deck's folder, and add a row with it, or a card of a folder of pictures."""
        if Path(name).suffix.lower() not in FILES or not is_portable_name(name) or name.startswith("."):
            raise InputError("'{file}' is not a picture that can be printed.", file=name)
        if not self._is_table and not self._deck_file.exists():
            self._write(_choose_free_name(self._home / name), content)
            return ""
        place = self._find_place(part)
        table = self._get_table(place)
        folder, column, is_icon = self._find_picture_column(table.columns)
        goal = _choose_free_name(check_inside(self._home, folder / name))
        self._write(goal, content)
        row, title = len(table.texts), match_columns(table.columns)[0].get("title")
        cells = [(row, column, goal.stem if is_icon else goal.name)]
        if title in table.columns:
            cells.insert(0, (row, table.columns.index(title), Path(name).stem))
        return self.change(part, _digest(table.encode(table.lines)), Change(tuple(cells)))

    def _find_picture_column(self, columns: Sequence[str]) -> tuple[Path, int, bool]:
        """The folder and column of a picture that a face shows, as in ``pictures/{picture}``; whether it is an icon."""
        for face in self._read_files("faces/*.toml"):
            with suppress(CompanionError):
                for element in _list_mappings(read_toml(face), "element"):
                    match = re.fullmatch(r"([^{}]*/)?\{([\w.-]+)\}", str(element.get("file", "")))
                    if match and match[2] in columns:
                        is_icon = element.get("kind") == "drawing" and not match[1]
                        folder = read_toml(self._deck_file).get("icons", "icons") if is_icon else match[1] or ""
                        return self._home / folder, columns.index(match[2]), is_icon
        raise Refused("No face of this deck shows a picture that a column names.")

    # ---- cards and their elements

    def lay_out_row(self, part: str, row: int, change: Change) -> EditedCard:
        """The card of a row as it would be after a change."""
        try:
            place = self._find_place(part)
            table = None if place.locked else self._get_table(place)
            digests = {file: _digest(content) for file, content in self._read_files("faces/*.toml").items()}
            drafts.update((path, content) for path, _, content in self._apply(part, "", change))
            deck = open_any_deck(self._source, faulty=True)
            columns, _, cards = _list_rows(place, table, deck)
            shown = (None, *(line.number for line in table.lines[row + 1 : row + 2])) if table else ()
            faults = [(each.message, True) for each in deck.faults if table is None or each.place.row in shown]
            if row >= len(cards) or (found := cards[row]) is None:
                return EditedCard(faults=tuple(faults))
            language, rules = deck.choose_language(self.language), place.raw.get("derive", {})
            return _draw_card(deck, *found, BoxFinder(columns, rules, language, digests), faults)
        except CompanionError as error:
            return EditedCard(faults=((error.message, True),))
        finally:
            drafts.clear()

    def _read_files(self, *patterns: str) -> dict[Path, bytes]:
        """The files of the deck that can be read; what uses another says so."""
        found: dict[Path, bytes] = {}
        for file in chain.from_iterable(sorted(self._home.glob(each)) for each in patterns):
            with suppress(CompanionError):
                found[file] = _read(check_inside(self._home, file))
        return found

    # ---- prints

    def make_file(self, kind: str, paper: str, sides: str) -> tuple[str, bytes]:
        """The deck as one PDF, or the files of an export as a .zip, with its name; `Refused` with its faults."""
        from companion.service.press.export import Export, export

        with TemporaryDirectory() as folder:
            deck, goal, sheet = open_any_deck(self._source), Path(folder, "made"), parse_paper(paper)
            language = deck.choose_language(self.language)
            if kind == "pdf":
                name, goal = f"{deck.name}.pdf", goal.with_suffix(".pdf")
                answer = print_decks(PrintOrder((deck,), (sheet,), (language,), sides=(sides,)), goal)
            else:
                order = Export(deck, language, kind, goal, paper=paper)
                name, answer = f"{order.name}.zip", export(order)
            if answer.negative:
                raise Refused("{why}", why=join_sentences(each for each in answer.lines if isinstance(each, Sentence)))
            return name, goal.read_bytes() if goal.is_file() else zip_folder(goal)

    # ---- files

    def _find_place(self, part: str) -> _Place:
        """Where the cards of a component are written, by default those of the first.

        Faults of deck.toml are found when the deck is opened; meanwhile its table stays on the page.
        """
        with suppress(CompanionError):
            self._document = read_toml(self._deck_file) if self._deck_file.exists() else {}
        lone = {"component": [{"name": "cards", "table": self._path.name}]}
        found = _list_mappings(lone if self._is_table else self._document, "component")
        components = [each for each in found if "net" not in each]
        raw = next((each for each in components if each.get("name") == part), next(iter(components), {}))
        raw = {key: value for key, value in raw.items() if isinstance(value, KINDS.get(key, ()))}
        table, locked = Path(raw.get("table", "")), None
        if "://" in str(raw.get("table")):
            locked = say("this table comes from {address}; change it there", address=raw["table"])
        elif table.suffix.lower() in WORKBOOKS:
            locked = say("{file} is a workbook; change it in your spreadsheet, and save it there", file=table.name)
        elif table.name and table.suffix.lower() not in TEXTS:
            locked = say("{file} is changed in a text editor", file=table.name)
        elif raw and not table.name:
            locked = say("these cards are written in {file}; change them there", file="deck.toml")
        elif self._source.lower() in list_games():
            locked = say("this deck comes with Companion; begin one of your own to change it")
        elif not raw:
            locked = say("the cards of this folder are its pictures; drop more of them on this page")
        return _Place(raw.get("name", part), raw, self._home / table, locked)

    def _get_table(self, place: _Place) -> EditedTable:
        if place.locked:
            raise Refused("This table is only for reading: {why}.", why=place.locked)
        content, heading = _read(check_inside(self._home, place.file)), place.raw.get("heading", 0)
        key = _digest(content), heading
        if key not in self._seen:
            self._seen[key] = read_edited_table(content, place.file, heading, self._is_table)
            while len(self._seen) > MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return self._seen[key]

    def _find_column(self, place: _Place, columns: Sequence[str], field: str) -> int:
        """The column with the names of cards (``number``) or with their ``copies``; -1 if there is none."""
        match = re.fullmatch(r"\{(?:\{ *)?([\w.-]+)(?: or 1)?(?: *\})?\}", place.raw.get("copies", ""))
        names = {"number": place.raw.get("key", "number"), "copies": match and match[1]}
        name = match_columns(columns)[0].get(field) if self._is_table else names[field]
        return columns.index(name) if name in columns else -1

    def _save(self, path: Path, digest: str, content: bytes, back: list[_Step]) -> Conflict | None:
        """Write a file if it has the digest; the step that takes this back goes to a list."""
        now = _read(path)
        if _digest(now) != digest:
            return _compare(path, now, content)
        if now != content:
            self._write(path, content)
            back.append((path, _digest(content), now))
            while len(back) > MOST_STEPS or sum(len(before) for *_, before in back) > MOST_STEP_BYTES:
                del back[0]
        return None

    def _write(self, path: Path, content: bytes) -> None:
        self.write_count += 1
        write_files({path: content}, replaceable=(path,) if path.is_file() else (), folders=True)

    def _keep_copy(self) -> None:
        """Keep a copy of the deck as it was at the opening; pictures only if they are not too large."""
        folder, home, archive, lacking = find_user_folder("data"), self._home, BytesIO(), list[Sentence]()
        if folder is None or not self._keeps_copy:
            return
        found = [self._path] if self._is_table else islice(home.rglob("*"), MOST_COPIED_FILES)
        files = [each for each in found if each.is_file()]
        if sum(each.stat().st_size for each in files) > MOST_COPIED:
            files = [each for each in files if each.suffix.lower() in (*TEXTS, ".toml", ".svg", ".json")]
        with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
            for each in files:
                try:
                    packed.writestr(str(each.relative_to(home)), read_bytes(each, MOST_COPIED))
                except CompanionError as error:
                    lacking.append(error.message)
        if files:
            goal = folder / "before" / f"{time.strftime('%Y-%m-%d %H.%M.%S')} {home.absolute().name}.zip"
            try:
                write_files({goal: archive.getvalue()}, replaceable=(goal,), folders=True)
                for old in sorted(goal.parent.glob("*.zip"))[:-KEPT_COPIES]:
                    old.unlink()
            except CompanionError as error:
                lacking = [say("No copy of the deck as it was could be kept: {why}", why=error.message)]
        self._keeps_copy, self._uncopied = False, lacking


def _draw_card(
    deck: Deck, component: Component, card: Card, boxes: BoxFinder, faults: list[tuple[Sentence, bool]]
) -> EditedCard:
    alone = replace(deck, components=(component._replace(cards=(card,), extra=False),))
    examination, language = Examination(), boxes.language
    pieces = list(examination.examine(lay_out(alone, language, gathered=examination.errors, proof=boxes)))
    label = f"{deck.name}/{component.name}/{card.id}"
    found = [each for each in examination.list_faults(alone, language) if each.card in (label, f"{label}/back")]
    faults += [(each.text, each.rule in (*UNDRAWN, *FORCIBLE)) for each in found]
    frames = [frame for piece in pieces for frame in (piece.front, piece.back) if frame]
    sides = tuple(CardSide(render_svg(frame), boxes.by_frame.get(frame.name, ())) for frame in frames)
    width, height = (frames[0].width, frames[0].height) if frames else (0.0, 0.0)
    return EditedCard(card.id, width, height, sides, tuple(dict.fromkeys(faults)))


def _read(path: Path) -> bytes:
    """A whole file; an error for one that is too large, of which only a part would be written back."""
    content = read_bytes(path, MOST_TEXT_BYTES + 1)
    if len(content) > MOST_TEXT_BYTES:
        fault = "the file is larger than {most} bytes, the limit for a text."
        raise InputError(fault, place=Place(path.name), most=MOST_TEXT_BYTES)
    return content


def _list_mappings(document: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    found = document.get(key)  # what is no list of mappings is refused when it is laid out
    return found if isinstance(found, list) and all(isinstance(each, dict) for each in found) else ()


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def _compare(path: Path, now: bytes, ours: bytes) -> Conflict:
    """The lines that differ between a file as it is and as it would be."""
    before, after = (each.decode(find_encoding(each)[0], "replace").splitlines() for each in (now, ours))
    lines = [*difflib.unified_diff(before, after, n=0, lineterm="")][2:]  # `ndiff` takes minutes for long tables
    shown = (tuple(each[1:] for each in lines if each[0] == sign)[:MOST_LINES] for sign in "-+")
    return Conflict(path.name, *shown)


def _list_rows(place: _Place, table: EditedTable | None, deck: Deck | None) -> _Rows:
    """Columns and rows, each with the first card made of it; without a table, the cards of a component as rows."""
    components = sorted(deck.components if deck else (), key=lambda each: each.name != place.component)
    if table is None:
        cards = [(each, card) for each in components[:1] for card in dict.fromkeys(each.cards)]
        fields = [card.fields for _, card in cards]
        columns = tuple(fields[0]) if fields else ()
        return columns, [[each.get(name, "") for name in columns] for each in fields], cards
    by_row = dict[int | None, _Found]()
    for component in components:
        for card in component.cards:
            if card.place and card.place.file == place.file.name:
                by_row.setdefault(card.place.row, (component, card))
    return table.columns, table.texts, [by_row.get(line.number) for line in table.lines[1:]]


def _describe_counts(deck: Deck, language: str) -> Sentence | str:
    """The numbers of cards and of sheets on A4, as they are printed by default."""
    (edition,) = list_editions(PrintOrder((deck,), (parse_paper("a4"),), (language,)))
    sheets = compose(edition, list(lay_out(deck, language, gathered=[]))).sheets
    cards = say_count("[one card|{count} cards]", sum(len(each.cards) for each in select_components(deck, ())))
    return join_with_commas((cards, describe_sheets(sheets, "A4"))) if sheets else ""


def _choose_free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(each for each in chain((path,), names) if not each.exists())
