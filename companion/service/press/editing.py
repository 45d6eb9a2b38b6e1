"""A deck edited on a page: its tables as rows, its cards as they would look, and its files, which stay the truth.

What is typed is laid out as if it were saved (`drafts`); a file is written only if it is as the page has it.
"""

import difflib
import hashlib
import re
import shutil
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.answers import Answer
from companion.data.deck import Card, Component, Deck
from companion.data.decks.edited_files import TEXTS, EditedTable, read_edited_table, set_face_values
from companion.data.decks.headings import PLAIN
from companion.data.decks.pictures import DRAWINGS, KINDS
from companion.data.decks.sources import TABLES, WORKBOOKS, open_source
from companion.data.files import MOST_TEXT_BYTES, check_inside, drafts, read_bytes, read_toml, write_files
from companion.data.outputs import is_portable_name
from companion.data.papers import parse_paper
from companion.data.rows import TableReading
from companion.data.schema import MOST_CARDS
from companion.errors import CompanionError, InputError, OutputError, Place, Refused
from companion.paths import find_user_folder
from companion.press.composition import compose
from companion.press.face.pieces import Piece, select_components
from companion.press.face.schema import Element
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.preflight import Examination
from companion.press.preflight_rules import FORCIBLE, UNDRAWN
from companion.sentences import Sentence, join_sentences, say
from companion.service.press.element_boxes import PANEL, BoxFinder, ElementBox
from companion.service.press.own_decks import open_any_deck
from companion.service.press.printing import PrintOrder, list_editions, print_decks

MOST_STEPS, MOST_STEP_BYTES = 200, 50_000_000  # that can be undone
MOST_SEEN = 20  # tables as pages have them
MOST_LINES = 12  # of a file that was changed elsewhere, shown beside ours
MOST_COPIED = 200_000_000  # bytes of a deck's files of which a copy is kept
KEPT_COPIES = 20  # of all decks
GAME_CARDS = say("this deck comes with Companion; begin one of your own to change it")


@dataclass(frozen=True, slots=True)
class EditedRow:
    """A row of a table, with the key of the first card made of it, if any."""

    cells: tuple[str, ...]
    card: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as a page shows it."""

    part: str
    parts: Mapping[str, str]  # titles of all components with cards, by name
    file: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[EditedRow, ...] = ()
    digest: str = ""  # of the file's content
    copies: int = -1  # the column with the number of copies; -1 if there is none
    locked: Sentence | str = ""  # why the table is only for reading, and where it is changed
    can_undo: bool = False
    can_redo: bool = False
    card_count: int = 0
    sheet_count: int = 0
    faults: tuple[Sentence, ...] = ()  # of the whole deck


@dataclass(frozen=True, slots=True)
class CardSide:
    svg: str
    boxes: tuple[ElementBox, ...]


@dataclass(frozen=True, slots=True)
class EditedCard:
    """A card as it would be if what is typed were saved."""

    name: str = ""
    width: float = 0.0  # mm
    height: float = 0.0  # mm
    sides: tuple[CardSide, ...] = ()
    faults: tuple[tuple[Sentence, bool], ...] = ()  # each with whether it stops a print


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that was changed elsewhere: the lines that differ, there and here."""

    file: str
    now: tuple[str, ...]
    ours: tuple[str, ...]


class RowChange(NamedTuple):
    """Cells to set, or rows to add, duplicate or delete."""

    cells: Mapping[tuple[int, int], str] = {}  # by row and column; rows after the last are added
    add: int | None = None  # before which row
    duplicate: tuple[int, ...] = ()
    delete: tuple[int, ...] = ()


class FaceChange(NamedTuple):
    file: str
    element: int
    digest: str
    values: Mapping[str, str | float | None]


class _Table(NamedTuple):
    """Where the cards of a component are written."""

    component: str
    file: Path | None
    raw: Mapping[str, Any]
    plain: bool
    locked: Sentence | str


class _Step(NamedTuple):
    path: Path
    before: bytes
    after: bytes


class DeckEditor:
    """Edits the deck at a path, in a process of its own, as decks from strangers are read."""

    def __init__(self, source: str, language: str = "en") -> None:
        self._source, self._path, self.language = source, Path(source), language
        self._steps: list[_Step] = []
        self._undone: list[_Step] = []
        self._has_copy = False
        self._components: tuple[bytes, Sequence[Mapping[str, Any]]] = b"", ()
        self._seen: dict[str, EditedTable] = {}  # tables as pages have them, by digest

    # ---- tables

    def open_sheet(self, part: str) -> Sheet:
        """The table of a component, by default of the first; at first a copy of the deck is kept."""
        self._keep_copy()
        try:
            deck = open_any_deck(self._source, faulty=True)
        except CompanionError as error:
            return self._build_faulty_sheet(part, error)
        language = deck.choose_language(self.language)
        components = [each for each in deck.components if each.face or (each.cards and not each.net)]
        titles = deck.words(language)
        parts = {each.name: titles.get(f"component.{each.name}", each.name) for each in components}
        part = part if part in parts else next(iter(parts), "")
        place = self._find_table(part, deck)
        columns, numbers, cells, digest = self._read_table(place)
        cards = _list_row_cards(deck, place, part)
        pairs = zip(numbers, cells, strict=True)
        rows = tuple(EditedRow(tuple(texts), _get_key(cards.get(number))) for number, texts in pairs)
        faults = tuple(each.message for each in deck.faults)
        counts = (0, 0) if faults else _count_sheets(deck, language)
        copies = _find_copies_column(place, columns)
        states = bool(self._steps), bool(self._undone)
        name = place.file.name if place.file else ""
        return Sheet(part, parts, name, tuple(columns), rows, digest, copies, place.locked, *states, *counts, faults)

    def _build_faulty_sheet(self, part: str, error: CompanionError) -> Sheet:
        """The table of a deck that cannot be opened, so that it can be mended here."""
        states: dict[str, Any] = {"can_undo": bool(self._steps), "can_redo": bool(self._undone)}
        sheet = Sheet(part, {}, faults=(error.message,), **states)
        with suppress(CompanionError, OSError):
            place = self._find_table(part, None)
            columns, _, cells, digest = self._read_table(place)
            rows = tuple(EditedRow(tuple(texts), "") for texts in cells)
            assert place.file is not None
            details: dict[str, Any] = {"file": place.file.name, "columns": tuple(columns), "rows": rows}
            copies = _find_copies_column(place, columns)
            details |= {"digest": digest, "copies": copies, "locked": place.locked}
            sheet = replace(sheet, part=place.component, parts={place.component: place.component}, **details)
        return sheet

    def change_rows(self, part: str, digest: str, change: RowChange, merge: bool = False) -> Sheet | Conflict:
        """Write a change into the table if that has this digest.

        With `merge`, into another one too, where its rows are as they were.
        """
        table, place = self._get_table(part)
        assert place.file is not None
        key, now = self._find_key_column(place, table.columns), table.encode()
        if merge and digest in self._seen:
            change, digest = _move_change(change, self._seen[digest], table), _digest(now)
        if _digest(now) != digest:
            ours = _change_table(self._seen[digest], change, key).encode() if digest in self._seen else now
            return _compare(place.file, now, ours)
        if conflict := self._save(place.file, digest, _change_table(table, change, key).encode()):
            return conflict
        return self.open_sheet(part)

    def add_copies_column(self, part: str, digest: str) -> Sheet | Conflict:
        """Give a table a column for the number of copies, and say so in the deck file."""
        import tomlkit

        table, place = self._get_table(part)
        assert place.file is not None
        if _find_copies_column(place, table.columns) >= 0 or "copies" in place.raw:
            raise Refused("The deck file says already how many copies there are.")
        if not place.plain:
            file = self._path if self._path.suffix == ".toml" else self._path / "deck.toml"
            raw = read_bytes(file, MOST_TEXT_BYTES)
            document: Any = tomlkit.parse(raw.decode())
            component = next(each for each in document["component"] if each["name"] == place.component)
            component.value._insert_after("table", "copies", tomlkit.item("{copies}"))
            self._save(file, _digest(raw), tomlkit.dumps(document).encode())
        if conflict := self._save(place.file, digest, table.add_column("copies", "1").encode()):
            return conflict
        return self.open_sheet(part)

    def add_picture(self, part: str, name: str, content: bytes) -> Sheet:
        """Lay a picture into the deck's folder, and add a row with it, or a card of a folder of pictures."""
        stem, ending = Path(name).stem, Path(name).suffix.lower()
        if ending not in (*KINDS, *DRAWINGS) or not is_portable_name(name) or name.startswith("."):
            raise InputError("'{file}' is not a picture that can be printed.", file=name)
        if self._path.is_dir() and not (self._path / "deck.toml").exists():
            self._write({_choose_free_name(self._path / name): content})
            return self.open_sheet(part)
        table, place = self._get_table(part)
        assert place.file is not None
        elements = (each for face in self._list_faces() for each in read_toml(face).get("element", ()))
        folder, column = _find_picture_column(elements, table.columns)
        if column < 0:
            raise Refused("No face of this deck shows a picture that a column names.")
        goal = check_inside(place.file.parent, place.file.parent / folder / name)
        goal.parent.mkdir(exist_ok=True)
        goal = _choose_free_name(goal)
        self._write({goal: content})
        count, title = len(table.rows), _match_column(table.columns, "title")
        change = RowChange(({(count, title): stem} if title >= 0 else {}) | {(count, column): goal.name})
        changed = _change_table(table, change, self._find_key_column(place, table.columns)).encode()
        self._save(place.file, _digest(table.encode()), changed)
        return self.open_sheet(part)

    def undo(self, part: str, redo: bool = False) -> Sheet | Conflict:
        """Take back the last change of this page, or make it again."""
        steps, others = (self._undone, self._steps) if redo else (self._steps, self._undone)
        if not steps:
            return self.open_sheet(part)
        step = steps.pop()
        then, goal = (step.before, step.after) if redo else (step.after, step.before)
        now = read_bytes(step.path, MOST_TEXT_BYTES)
        if now != then:
            steps.clear()  # what was before it can no longer be had either
            return _compare(step.path, now, goal)
        self._write({step.path: goal})
        others.append(step)
        return self.open_sheet(part)

    # ---- cards and their elements

    def lay_out_row(self, part: str, row: int, texts: Mapping[int, str], face: FaceChange | None = None) -> EditedCard:
        """The card of a row, with other texts in some columns, or with an element changed, as if that were saved."""
        try:
            place = self._find_table(part, None)
            columns, numbers, cells, _ = self._read_table(place)
            if place.file is not None and not place.locked and row < len(cells):
                table, _ = self._get_table(part, place)
                changed = table.set_cells({(row, column): text for column, text in texts.items()}) if texts else table
                is_alone = self._is_alone(place, table, changed, row)
                drafts[place.file] = (changed.keep_row(row) if is_alone else changed).encode()
            if face is not None:
                path, content = self._build_face(face)
                drafts[path] = content
            return self._lay_out_card(place, columns, numbers[row] if row < len(numbers) else 0, row)
        except CompanionError as error:
            return EditedCard(faults=((error.message, True),))
        finally:
            drafts.clear()

    def _is_alone(self, place: _Table, table: EditedTable, changed: EditedTable, row: int) -> bool:
        """True if a row makes the same card when it is the only one of its table, which is read sooner."""
        key, whole = self._find_key_column(place, table.columns), {"codes", "variants", "join", "back_where", "where"}
        if key < 0 or table.texts[row][key] != (texts := changed.texts[row])[key]:
            return False
        if place.plain or any(not (whole | {"count"}).isdisjoint(raw) for raw in self._read_components()):
            return False
        return all(text.count(":") + 1 >= most for text, most in zip(texts, table.most_parts, strict=True))

    def change_element(self, change: FaceChange) -> Conflict | None:
        """Write changed values of an element into its face."""
        path, content = self._build_face(change)
        return self._save(path, change.digest, content)

    def _build_face(self, change: FaceChange) -> tuple[Path, bytes]:
        path = next((file for file in self._list_faces() if file.name == change.file), None)
        if path is None or not set(change.values) <= set(PANEL):
            raise InputError("there is no such face in this deck.", place=Place(change.file))
        return path, set_face_values(read_bytes(path, MOST_TEXT_BYTES), change.element, change.values)

    def _list_faces(self) -> list[Path]:
        folder = self._path.parent if self._path.suffix else self._path
        return [check_inside(folder, file) for file in sorted((folder / "faces").glob("*.toml"))]

    def _lay_out_card(self, place: _Table, columns: Sequence[str], number: int, row: int) -> EditedCard:
        part, deck = place.component, open_any_deck(self._source, faulty=True)
        found = _list_row_cards(deck, place, part).get(number) if place.file else None
        name = place.file.name if place.file else ""
        faults = [(each.message, True) for each in deck.faults if each.place.row in (None, number) or not name]
        if found is None:
            component = next((each for each in deck.components if each.name == part), None)
            if place.file is not None or component is None or not 0 <= row < len(component.cards):
                return EditedCard(faults=tuple(faults))
            found = component, component.cards[row]
        return self._draw_card(deck, *found, columns, faults)

    def _draw_card(
        self, deck: Deck, component: Component, card: Card, columns: Sequence[str], faults: list[tuple[Sentence, bool]]
    ) -> EditedCard:
        alone = replace(deck, components=(component._replace(cards=(card,), extra=False),))
        language = deck.choose_language(self.language)
        raws = self._read_components()
        rules: Mapping[str, object] = next((raw.get("derive", {}) for raw in raws if raw["name"] == component.name), {})
        boxes = BoxFinder(columns, rules, language, {file: _digest(file.read_bytes()) for file in self._list_faces()})
        examination = Examination()
        pieces = list(examination.examine(lay_out(alone, language, gathered=examination.errors, proof=boxes)))
        label = f"{deck.name}/{component.name}/{card.id}"
        for each in examination.list_faults(alone, language):
            if each.card in (label, f"{label}/back"):
                faults.append((each.text, each.rule in (*UNDRAWN, *FORCIBLE)))
        sides = [
            CardSide(render_svg(side, subset=True), boxes.get_boxes(side))
            for piece in pieces
            for side in (piece.front, piece.back)
            if side is not None
        ]
        width, height = (pieces[0].front.width, pieces[0].front.height) if pieces else (0.0, 0.0)
        return EditedCard(card.id, width, height, tuple(sides), tuple(dict.fromkeys(faults)))

    # ---- prints

    def print_deck(self, paper: str, sides: str) -> tuple[str, bytes]:
        """The deck as one PDF, with its name; `Refused` with its faults."""
        with TemporaryDirectory() as folder:
            deck, goal = open_any_deck(self._source), Path(folder) / "cards.pdf"
            order = PrintOrder((deck,), (parse_paper(paper),), (deck.choose_language(self.language),), sides=(sides,))
            _refuse_faults(print_decks(order, goal))
            return f"{deck.name}.pdf", goal.read_bytes()

    def export_deck(self, kind: str) -> tuple[str, bytes]:
        """The files of an export as a .zip, with its name."""
        from companion.service.press.export import Export, export

        with TemporaryDirectory() as folder:
            deck = open_any_deck(self._source)
            order = Export(deck, deck.choose_language(self.language), kind, Path(folder, "files"))
            _refuse_faults(export(order))
            archive = shutil.make_archive(f"{folder}/packed", "zip", Path(folder, "files"))
            return f"{order.name}.zip", Path(archive).read_bytes()

    # ---- files

    def _read_components(self) -> Sequence[Mapping[str, Any]]:
        file = self._path if self._path.suffix == ".toml" else self._path / "deck.toml"
        if self._path.suffix.lower() in set(TABLES) - {".toml"} or not file.exists():
            return ()
        content = read_bytes(file, MOST_TEXT_BYTES)
        if self._components[0] != content:
            self._components = content, [each for each in read_toml(file).get("component", ()) if "net" not in each]
        return self._components[1]

    def _find_table(self, part: str, deck: Deck | None) -> _Table:
        if self._path.suffix.lower() in TABLES and self._path.suffix != ".toml":
            return _Table("cards", self._path, {}, True, _describe_lock(self._path))
        components = self._read_components()
        raw = next((each for each in components if each["name"] == part), components[0] if components else None)
        if raw is None:
            pictures = say("the cards of this folder are its pictures; drop more of them on this page")
            return _Table(part, None, {}, False, GAME_CARDS if deck is not None and deck.shipped else pictures)
        folder = self._path.parent if self._path.suffix else self._path
        if "table" not in raw:
            locked = say("these cards are written in {file}; change them there", file="deck.toml")
            return _Table(raw["name"], None, raw, False, locked)
        if "://" in raw["table"]:
            locked = say("this table comes from {address}; change it there", address=raw["table"])
            return _Table(raw["name"], None, raw, False, locked)
        file = check_inside(folder, folder / raw["table"])
        return _Table(raw["name"], file, raw, False, _describe_lock(file))

    def _read_table(self, place: _Table) -> tuple[Sequence[str], list[int], list[list[str]], str]:
        """Its columns, the number of each row in the file, their texts, and a digest of its content."""
        if place.file is None:
            return (), [], [], ""
        if not place.locked:
            table, _ = self._get_table(place.component)
            return table.columns, table.numbers, table.texts, _digest(table.encode())
        rows = list(open_source(place.file, _build_reading(place))())
        columns = list(rows[0].cells) if rows else []
        return columns, [row.number for row in rows], [[*row.cells.values()] for row in rows], ""

    def _get_table(self, part: str, place: _Table | None = None) -> tuple[EditedTable, _Table]:
        place = place or self._find_table(part, None)
        if place.file is None or place.locked:
            raise Refused("This table is only for reading: {why}.", why=place.locked)
        content = read_bytes(place.file, MOST_TEXT_BYTES)
        if (digest := _digest(content)) not in self._seen:
            self._seen[digest] = read_edited_table(content, place.file, place.raw.get("heading", 0), place.plain)
            while len(self._seen) > MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return self._seen[digest], place

    def _find_key_column(self, place: _Table, columns: Sequence[str]) -> int:
        if place.plain:
            return _match_column(columns, "number")
        key = place.raw.get("key", "number")
        return columns.index(key) if key in columns else -1

    def _save(self, path: Path, digest: str, content: bytes) -> Conflict | None:
        now = read_bytes(path, MOST_TEXT_BYTES + 1)
        if _digest(now) != digest:
            return _compare(path, now, content)
        if now != content:
            self._write({path: content})
            self._steps.append(_Step(path, now, content))
            self._undone.clear()
            while len(self._steps) > MOST_STEPS or sum(len(each.after) for each in self._steps) > MOST_STEP_BYTES:
                del self._steps[0]
        return None

    def _write(self, files: Mapping[Path, bytes]) -> None:
        write_files(files, replaceable=tuple(path for path in files if path.is_file()))

    def _keep_copy(self) -> None:
        """Keep a copy of the deck as it was at the opening; pictures only if they are not too large."""
        folder = find_user_folder("data")
        if self._has_copy or folder is None:
            return
        home = self._path if self._path.is_dir() else self._path.parent
        whole = self._path.is_dir() or self._path.suffix == ".toml"
        files = [each for each in sorted(home.rglob("*")) if each.is_file()] if whole else [self._path]
        if sum(each.stat().st_size for each in files) > MOST_COPIED:
            files = [each for each in files if each.suffix.lower() in (*TEXTS, ".toml", ".svg", ".json")]
        goal = folder / "before" / f"{time.strftime('%Y-%m-%d %H.%M.%S')} {home.absolute().name}.zip"
        try:
            goal.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                for each in files:
                    archive.write(each, each.relative_to(home))
        except OSError:
            raise OutputError("No copy of the deck could be kept in {folder}.", folder=str(goal.parent)) from None
        for old in sorted(goal.parent.glob("*.zip"))[:-KEPT_COPIES]:
            old.unlink()
        self._has_copy = True


def _refuse_faults(answer: Answer) -> None:
    if answer.negative:
        raise Refused("{why}", why=join_sentences(line for line in answer.lines if isinstance(line, Sentence)))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def _compare(path: Path, now: bytes, ours: bytes) -> Conflict:
    """The lines that differ between a file as it is and as it would be."""
    there, here = (content.decode("utf-8", "replace").splitlines() for content in (now, ours))
    lines = [each for each in difflib.ndiff(there, here) if each[0] in "-+"]
    shown = (tuple(each[2:] for each in lines if each[0] == sign)[:MOST_LINES] for sign in "-+")
    return Conflict(path.name, *shown)


def _describe_lock(file: Path) -> Sentence | str:
    if file.suffix.lower() in WORKBOOKS:
        return say("{file} is a workbook; change it in your spreadsheet, and save it there", file=file.name)
    if file.suffix.lower() not in TEXTS:
        return say("{file} is changed in a text editor", file=file.name)
    return ""


def _build_reading(place: _Table) -> TableReading:
    return TableReading(place.raw.get("sheet", ""), place.raw.get("heading", 0), place.plain)


def _list_row_cards(deck: Deck, place: _Table, part: str) -> dict[int, tuple[Component, Card]]:
    """The first card of each row of a table, by its number in the file; those of one component before others."""
    cards: dict[int, tuple[Component, Card]] = {}
    for component in sorted(deck.components, key=lambda each: each.name != part):
        for card in component.cards:
            if card.place and card.place.row and place.file and card.place.file == place.file.name:
                cards.setdefault(card.place.row, (component, card))
    return cards


def _get_key(card: tuple[Component, Card] | None) -> str:
    return f"{card[0].name}/{card[1].id}" if card else ""


def _count_sheets(deck: Deck, language: str) -> tuple[int, int]:
    """The numbers of cards and of sheets on A4, as they are printed by default."""
    cards = sum(len(each.cards) for each in select_components(deck, ()))
    with suppress(CompanionError):
        (edition,) = list_editions(PrintOrder((deck,), (parse_paper("a4"),), (language,)))
        pieces: list[Piece] = list(lay_out(deck, language, gathered=[]))
        return cards, compose(edition, pieces).sheets
    return cards, 0


def _match_column(columns: Sequence[str], field: str) -> int:
    names = [each.casefold() for each in columns]
    return next((names.index(each) for each in PLAIN[field].split() if each in names), -1)


def _find_copies_column(place: _Table, columns: Sequence[str]) -> int:
    if place.plain:
        return _match_column(columns, "copies")
    match = re.fullmatch(r"\{(?:\{ *)?([\w.-]+)(?: or 1)?(?: *\})?\}", str(place.raw.get("copies", "")))
    return columns.index(match[1]) if match and match[1] in columns else -1


def _move_change(change: RowChange, base: EditedTable, table: EditedTable) -> RowChange:
    """A change of the rows of one table, for those of another that are the same."""
    there = [base.lines[at].cells for at in base.rows], [table.lines[at].cells for at in table.rows]
    rows = {
        base_row: row
        for base_row, row, size in _match_rows(*there)
        for base_row, row in zip(range(base_row, base_row + size), range(row, row + size), strict=True)
    }
    rows |= {len(there[0]) + more: len(there[1]) + more for more in range(len(change.cells) + 1)}
    wanted = {row for row, _ in change.cells} | {*change.duplicate, *change.delete}
    if not wanted <= rows.keys() or base.columns != table.columns:
        raise Refused("These rows were changed in the file too; look at it again, then change them.")
    cells = {(rows[row], column): text for (row, column), text in change.cells.items()}
    add = None if change.add is None else rows.get(change.add, len(there[1]))
    return RowChange(
        cells, add, tuple(rows[row] for row in change.duplicate), tuple(rows[row] for row in change.delete)
    )


def _match_rows(one: Sequence[object], other: Sequence[object]) -> Sequence[tuple[int, int, int]]:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()


def _change_table(table: EditedTable, change: RowChange, key: int) -> EditedTable:
    """The table after a change; new rows, and copies of rows, get a name of their own in the column `key`."""
    texts = table.texts
    names = {row[key] for row in texts} if key >= 0 else set()
    if change.delete:
        return table.delete_rows(change.delete)
    for row in sorted(change.duplicate, reverse=True):
        new = [*texts[row]]
        if key >= 0:
            new[key] = _choose_name(new[key], names)
        table = table.insert_rows(row + 1, [new])
    if change.add is not None:
        table = table.insert_rows(change.add, [_build_row(table, {}, key, names)])
    count, width = len(texts), max((column for _, column in change.cells), default=-1) + 1
    rows = max((row for row, _ in change.cells), default=-1) + 1
    if width > len(table.columns) or rows > MOST_CARDS:
        details: dict[str, Any] = {"rows": rows, "width": width, "most": MOST_CARDS, "columns": len(table.columns)}
        raise Refused(
            "The block has {rows} rows, {width} columns; at most {most} rows fit, and the table has {columns} columns.",
            **details,
        )
    by_row: dict[int, dict[int, str]] = {row: {} for row in range(count, rows)}
    for (row, column), text in change.cells.items():
        if row >= count:
            by_row[row][column] = text
    table = table.insert_rows(len(table.rows), [_build_row(table, cells, key, names) for cells in by_row.values()])
    return table.set_cells({at: text for at, text in change.cells.items() if at[0] < count})


def _build_row(table: EditedTable, cells: Mapping[int, str], key: int, names: set[str]) -> list[str]:
    row = [cells.get(column, "") for column in range(len(table.columns))]
    if key >= 0 and not row[key]:
        row[key] = _choose_name(max(names, key=lambda each: int(each) if each.isdigit() else 0, default="0"), names)
    names.add(row[key] if key >= 0 else "")
    return row


def _choose_name(name: str, names: set[str]) -> str:
    """A name like another that no row has: the next number, or with a number after it."""
    if name.isdigit():
        numbers = [int(each) for each in names if each.isdigit()]
        new = str(max(numbers, default=0) + 1)
    else:
        stem = re.sub(r"-\d+$", "", name) or "1"
        new = next(each for at in range(2, len(names) + 3) if (each := f"{stem}-{at}") not in names)
    names.add(new)
    return new


def _find_picture_column(elements: Iterable[Element], columns: Sequence[str]) -> tuple[str, int]:
    """The folder and the column of a picture that a face shows, such as ``pictures/{picture}``; -1 for none."""
    for element in elements:
        match = re.fullmatch(r"([^{}]*/)?\{([\w.-]+)\}", str(element.get("file", "")))
        if match and match[2] in columns:
            return match[1] or "", columns.index(match[2])
    return "", -1


def _choose_free_name(path: Path) -> Path:
    names: Iterator[Path] = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 10_000))
    return path if not path.exists() else next(each for each in names if not each.exists())
