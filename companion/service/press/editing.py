"""A deck edited on a page: its tables as rows, its cards as they would look, and its files, which stay the truth.

What is typed is laid out as if it were saved (`drafts`); a file is written only if it is as the page has it.
"""

import difflib
import hashlib
import re
import shutil
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.answers import Answer
from companion.data.deck import Card, Component, Deck
from companion.data.decks.edited_files import TEXTS, EditedTable, list_lines, read_edited_table, set_face_values
from companion.data.decks.headings import PLAIN
from companion.data.decks.pictures import DRAWINGS, KINDS
from companion.data.decks.sources import TABLES, WORKBOOKS, open_source
from companion.data.files import MOST_TEXT_BYTES, check_inside, drafts, read_bytes, read_toml, write_files
from companion.data.outputs import is_portable_name
from companion.data.papers import parse_paper
from companion.data.rows import TableReading
from companion.errors import CompanionError, InputError, OutputError, Place, Refused, describe_system_error
from companion.paths import find_user_folder
from companion.press.composition import compose
from companion.press.face.pieces import select_components
from companion.press.face.schema import Element
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.preflight import Examination
from companion.press.preflight_rules import FORCIBLE, UNDRAWN
from companion.sentences import Sentence, join_sentences, say
from companion.service.press.element_boxes import PANEL, BoxFinder, ElementBox
from companion.service.press.own_decks import open_any_deck
from companion.service.press.printing import PrintOrder, list_editions, print_decks
from companion.service.press.row_changes import ColumnChange, RowChange, change_table

MOST_STEPS, MOST_STEP_BYTES = 200, 50_000_000  # that can be undone
WHOLE = {"codes", "variants", "join", "back_where", "where", "count"}
"""Keys of a component for which all rows are needed at once."""
MOST_SEEN = 20  # tables as pages have them
MOST_LINES = 12  # of a file that was changed elsewhere, shown beside ours
MOST_COPIED, MOST_COPIED_FILES = 200_000_000, 20_000  # bytes and files of a deck of which a copy is kept
KEPT_COPIES = 20  # of all decks
GAME_CARDS = say("this deck comes with Companion; begin one of your own to change it")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as a page shows it."""

    part: str
    parts: Mapping[str, str]  # titles of all components with cards, by name
    file: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = ()  # the key of the first card made of each row; "" for none
    digest: str = ""  # of the file's content
    copies: int = -1  # the column with the number of copies; -1 if there is none
    locked: Sentence | str = ""  # why the table is only for reading, and where it is changed
    can_undo: bool = False
    can_redo: bool = False
    card_count: int = 0
    sheet_count: int = 0
    faults: tuple[Sentence, ...] = ()  # of the whole deck


@dataclass(frozen=True, slots=True)
class EditedCard:
    """A card as it would be if what is typed were saved."""

    name: str = ""
    width: float = 0.0  # mm
    height: float = 0.0  # mm
    sides: tuple[tuple[str, tuple[ElementBox, ...]], ...] = ()  # as SVG, and where its elements lie
    faults: tuple[tuple[Sentence, bool], ...] = ()  # each with whether it stops a print


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that was changed elsewhere: the lines that differ, there and here."""

    file: str
    now: tuple[str, ...]
    ours: tuple[str, ...]


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


_Step = tuple[Path, bytes, bytes]  # a file, before and after a change


class DeckEditor:
    """Edits the deck at a path, in a process of its own, as decks from strangers are read."""

    def __init__(self, source: str, language: str = "en", keeps_copy: bool = True) -> None:
        self._source, self._path, self.language = source, Path(source), language
        self._keeps_copy, self.write_count = keeps_copy, 0
        self._uncopied: tuple[Sentence, ...] = ()  # which files the copy lacks
        self._home = self._path.parent if self._path.is_file() else self._path  # of a game, no folder at all
        self._steps: list[_Step] = []
        self._undone: list[_Step] = []
        self._components: tuple[bytes, Sequence[Mapping[str, Any]]] = b"", ()
        self._seen: dict[str, EditedTable] = {}  # tables as pages have them, by digest

    # ---- tables

    def open_sheet(self, part: str) -> Sheet:
        """The table of a component, by default of the first; at first a copy of the deck is kept."""
        self._keep_copy()
        sheet = Sheet(part, {}, can_undo=bool(self._steps), can_redo=bool(self._undone))
        deck, cards = None, dict[int, tuple[Component, Card]]()
        try:
            deck = open_any_deck(self._source, faulty=True)
            language, components = deck.choose_language(self.language), deck.components
            titles, names = deck.words(language), [each.name for each in components if each.face or not each.net]
            parts = {name: titles.get(f"component.{name}", name) for name in names}
            part = part if part in parts else next(iter(parts), "")
            faults = tuple(each.message for each in deck.faults)
            counts = (0, 0) if faults else _count_sheets(deck, language)
            sheet = replace(sheet, parts=parts, faults=faults, card_count=counts[0], sheet_count=counts[1])
        except CompanionError as error:  # its table is shown, to be mended here
            sheet = replace(sheet, faults=(error.message,))
            with suppress(CompanionError):
                part = self._find_table(part, None).component
        with suppress(CompanionError):  # which opening the deck has found already
            place = self._find_table(part, deck)
            columns, numbers, cells, digest = self._read_table(place)
            cards = _list_row_cards(deck, place, part) if deck else {}
            keys = [f"{found[0].name}/{found[1].id}" if (found := cards.get(each)) else "" for each in numbers]
            if place.file is None and deck is not None:  # for reading, the fields of its cards
                different = _list_different_cards(deck, part)
                columns = list(different[0].fields) if different else ()
                cells = [[each.fields.get(name, "") for name in columns] for each in different]
                keys = [f"{part}/{each.id}" for each in different]
            details: dict[str, Any] = {"file": place.file.name if place.file else "", "columns": tuple(columns)}
            details |= {"rows": tuple(map(tuple, cells)), "cards": tuple(keys)}
            details |= {"digest": digest, "locked": place.locked}
            sheet = replace(sheet, part=part, copies=_find_copies_column(place, columns), **details)
        return replace(sheet, faults=(*sheet.faults, *self._uncopied))

    def change_rows(self, part: str, digest: str, change: RowChange) -> Sheet | Conflict:
        """Write a change into the table if that has this digest."""
        table, place, file = self._get_table(part)
        base = self._seen.get(digest, table)
        changed = change_table(base, change, self._find_key_column(place, table.columns))
        return self._save(file, digest, changed.encode()) or self.open_sheet(part)

    def change_column(self, part: str, digest: str, change: ColumnChange) -> Sheet | Conflict:
        """Add, rename or delete a column of the table if that has this digest, and nothing names the column."""
        table, place, file = self._get_table(part)
        base = self._seen.get(digest, table)
        columns, at = base.columns, len(base.columns) if change.at is None else change.at
        if change.name is not None and (not change.name.strip() or change.name.strip() in columns):
            raise Refused("A column needs a name that no other has.")
        is_key = not place.plain and at == self._find_key_column(place, columns)
        if at < len(columns) and (user := "deck.toml" if is_key else self._find_user(columns[at])):
            raise Refused("{file} uses the column '{column}'; change it there first.", file=user, column=columns[at])
        changed = base.change_column(at, change.name and change.name.strip())
        return self._save(file, digest, changed.encode()) or self.open_sheet(part)

    def _find_user(self, column: str) -> str:
        """The name of a file that names a column: in braces, in a label of a drawing, or in a text of deck.toml."""
        names = "|".join(map(re.escape, {column, column.rpartition(".")[0] or column}))
        name = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-])")
        files = {self._deck_file: rb'\{[^{}]*\}|"[\w.-]+"'} if self._deck_file.exists() else {}
        for file in self._read_faces(".toml", ".svg"):
            files[file] = rb"\{[^{}]*\}" if file.suffix == ".toml" else rb"\{[^{}]*\}|\w+:[\w.-]+"
        for file, places in files.items():
            if any(name.search(each.decode("utf-8", "replace")) for each in re.findall(places, _read(file))):
                return file.name
        return ""

    def add_picture(self, part: str, name: str, content: bytes) -> Sheet:
        """Lay a picture into the deck's folder, and add a row with it, or a card of a folder of pictures."""
        stem, ending = Path(name).stem, Path(name).suffix.lower()
        if ending not in (*KINDS, *DRAWINGS) or not is_portable_name(name) or name.startswith("."):
            raise InputError("'{file}' is not a picture that can be printed.", file=name)
        if not self._is_table and not self._deck_file.exists():
            self._write({_choose_free_name(self._home / name): content})
            return self.open_sheet(part)
        table, place, file = self._get_table(part)
        elements = list[Element]()
        for face in self._read_faces():
            with suppress(CompanionError):
                elements += read_toml(face).get("element", ())
        folder, column, is_icon = _find_picture_column(elements, table.columns)
        if column < 0:
            raise Refused("No face of this deck shows a picture that a column names.")
        folder = read_toml(self._deck_file).get("icons", "icons") if is_icon else folder
        goal = _choose_free_name(check_inside(self._home, self._home / folder / name))
        self._write({goal: content})
        count, title = len(table.rows), _match_column(table.columns, "title")
        cell = goal.stem if is_icon else goal.name
        change = RowChange(({(count, title): stem} if title >= 0 else {}) | {(count, column): cell})
        changed = change_table(table, change, self._find_key_column(place, table.columns)).encode()
        self._save(file, _digest(table.encode()), changed)
        return self.open_sheet(part)

    def undo(self, part: str, redo: bool = False) -> Sheet | Conflict:
        """Take back the last change of this page, or make it again."""
        steps, others = (self._undone, self._steps) if redo else (self._steps, self._undone)
        if not steps:
            return self.open_sheet(part)
        path, before, after = steps[-1]
        then, goal = (before, after) if redo else (after, before)
        if (now := _read(path)) != then:
            steps.clear()  # what was before it can no longer be had either
            return _compare(path, now, goal)
        self._write({path: goal})
        others.append(steps.pop())
        return self.open_sheet(part)

    # ---- cards and their elements

    def lay_out_row(self, part: str, row: int, texts: Mapping[int, str], face: FaceChange | None = None) -> EditedCard:
        """The card of a row, with other texts in some columns, or with an element changed, as if that were saved."""
        try:
            place = self._find_table(part, None)
            columns, numbers, cells, _ = self._read_table(place)
            if place.file is not None and not place.locked and row < len(cells):
                table, *_ = self._get_table(part, place)
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
        key, texts = self._find_key_column(place, table.columns), changed.texts[row]
        if place.plain or key < 0 or table.texts[row][key] != texts[key]:
            return False
        shows_table = any(b'"rows"' in content for content in self._read_faces().values())
        if shows_table or any(not WHOLE.isdisjoint(raw) for raw in self._read_components()):
            return False
        return all(text.count(":") + 1 >= most for text, most in zip(texts, table.most_parts, strict=True))

    def change_element(self, change: FaceChange) -> Conflict | str:
        """Write changed values of an element into its face; return the digest that this has then."""
        path, content = self._build_face(change)
        return self._save(path, change.digest, content) or _digest(content)

    def _build_face(self, change: FaceChange) -> tuple[Path, bytes]:
        path = next((file for file in self._read_faces() if file.name == change.file), None)
        elements = read_toml(path).get("element", ()) if path else ()
        if path is None or not 0 < change.element <= len(elements) or not set(change.values) <= set(PANEL):
            raise InputError("there is no such element in this face.", place=Place(change.file))
        return path, set_face_values(_read(path), change.element, change.values)

    def _read_faces(self, *endings: str) -> dict[Path, bytes]:
        """The faces that can be read; what uses another says so."""
        faces: dict[Path, bytes] = {}
        for file in sorted((self._home / "faces").glob("*")):
            with suppress(CompanionError):
                if file.suffix in (endings or (".toml",)):
                    faces[file] = _read(check_inside(self._home, file))
        return faces

    def _lay_out_card(self, place: _Table, columns: Sequence[str], number: int, row: int) -> EditedCard:
        part, deck = place.component, open_any_deck(self._source, faulty=True)
        found = _list_row_cards(deck, place, part).get(number) if place.file else None
        name = place.file.name if place.file else ""
        faults = [(each.message, True) for each in deck.faults if each.place.row in (None, number) or not name]
        if found is None:
            different = _list_different_cards(deck, part) if place.file is None else []
            if row >= len(different):
                return EditedCard(faults=tuple(faults))
            found = next(each for each in deck.components if each.name == part), different[row]
        return self._draw_card(deck, *found, columns, faults)

    def _draw_card(
        self, deck: Deck, component: Component, card: Card, columns: Sequence[str], faults: list[tuple[Sentence, bool]]
    ) -> EditedCard:
        alone = replace(deck, components=(component._replace(cards=(card,), extra=False),))
        language = deck.choose_language(self.language)
        raws = self._read_components()
        rules: Mapping[str, object] = next((raw.get("derive", {}) for raw in raws if raw["name"] == component.name), {})
        faces = {file: _digest(file.read_bytes()) for file in self._read_faces()}  # as written, not as drafts
        boxes = BoxFinder(columns, rules, language, faces)
        examination = Examination()
        pieces = list(examination.examine(lay_out(alone, language, gathered=examination.errors, proof=boxes)))
        label = f"{deck.name}/{component.name}/{card.id}"
        for each in examination.list_faults(alone, language):
            if each.card in (label, f"{label}/back"):
                faults.append((each.text, each.rule in (*UNDRAWN, *FORCIBLE)))
        sides = [
            (render_svg(side), boxes.get_boxes(side))
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

    @property
    def _deck_file(self) -> Path:
        return self._path if self._path.suffix == ".toml" and self._path.is_file() else self._home / "deck.toml"

    @property
    def _is_table(self) -> bool:
        return self._path.suffix.lower() in TABLES and not self._path.is_dir()

    def _read_components(self) -> Sequence[Mapping[str, Any]]:
        if self._is_table or not self._deck_file.exists():
            return ()
        content = _read(self._deck_file)
        if self._components[0] != content:
            raw = read_toml(self._deck_file)
            self._components = content, [each for each in raw.get("component", ()) if "net" not in each]
        return self._components[1]

    def _find_table(self, part: str, deck: Deck | None) -> _Table:
        if self._is_table:
            return _Table("cards", self._path, {}, True, _describe_lock(self._path))
        components = self._read_components()
        raw = next((each for each in components if each["name"] == part), components[0] if components else None)
        if raw is None:
            pictures = say("the cards of this folder are its pictures; drop more of them on this page")
            return _Table(part, None, {}, False, GAME_CARDS if deck is not None and deck.shipped else pictures)
        if "table" not in raw:
            locked = say("these cards are written in {file}; change them there", file="deck.toml")
            return _Table(raw["name"], None, raw, False, locked)
        if "://" in raw["table"]:
            locked = say("this table comes from {address}; change it there", address=raw["table"])
            return _Table(raw["name"], None, raw, False, locked)
        file = check_inside(self._home, self._home / raw["table"])
        return _Table(raw["name"], file, raw, False, _describe_lock(file))

    def _read_table(self, place: _Table) -> tuple[Sequence[str], list[int], list[list[str]], str]:
        """Its columns, the number of each row in the file, their texts, and a digest of its content."""
        if place.file is None:
            return (), [], [], ""
        if not place.locked:
            table, *_ = self._get_table(place.component)
            return table.columns, table.numbers, table.texts, _digest(table.encode())
        reading = TableReading(place.raw.get("sheet", ""), place.raw.get("heading", 0), place.plain)
        rows = list(open_source(place.file, reading)())
        columns = list(rows[0].cells) if rows else []
        return columns, [row.number for row in rows], [[*row.cells.values()] for row in rows], ""

    def _get_table(self, part: str, place: _Table | None = None) -> tuple[EditedTable, _Table, Path]:
        place = place or self._find_table(part, None)
        if place.file is None or place.locked:
            raise Refused("This table is only for reading: {why}.", why=place.locked)
        content = _read(place.file)
        if (digest := _digest(content)) not in self._seen:
            self._seen[digest] = read_edited_table(content, place.file, place.raw.get("heading", 0), place.plain)
            while len(self._seen) > MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return self._seen[digest], place, place.file

    def _find_key_column(self, place: _Table, columns: Sequence[str]) -> int:
        if place.plain:
            return _match_column(columns, "number")
        key = place.raw.get("key", "number")
        return columns.index(key) if key in columns else -1

    def _save(self, path: Path, digest: str, content: bytes) -> Conflict | None:
        now = _read(path)
        if _digest(now) != digest:
            return _compare(path, now, content)
        if now != content:
            self._write({path: content})
            self._steps.append((path, now, content))
            self._undone.clear()
            while len(self._steps) > MOST_STEPS or sum(len(after) for *_, after in self._steps) > MOST_STEP_BYTES:
                del self._steps[0]
        return None

    def _write(self, files: Mapping[Path, bytes]) -> None:
        self.write_count += 1
        write_files(files, replaceable=tuple(path for path in files if path.is_file()), folders=True)

    def _keep_copy(self) -> None:
        """Keep a copy of the deck as it was at the opening; pictures only if they are not too large."""
        folder, home = find_user_folder("data"), self._home
        found = [self._path] if self._is_table else islice(home.rglob("*"), MOST_COPIED_FILES)
        files = [each for each in found if each.is_file()] if self._keeps_copy and folder else []
        self._keeps_copy = False
        if not files or folder is None:
            return
        if sum(each.stat().st_size for each in files) > MOST_COPIED:
            files = [each for each in files if each.suffix.lower() in (*TEXTS, ".toml", ".svg", ".json")]
        goal = folder / "before" / f"{time.strftime('%Y-%m-%d %H.%M.%S')} {home.absolute().name}.zip"
        try:
            goal.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED) as archive:
                for each in files:
                    try:
                        info = zipfile.ZipInfo.from_file(each, each.relative_to(home), strict_timestamps=False)
                        content = each.read_bytes()
                    except OSError as error:
                        details = {"file": str(each.relative_to(home)), "reason": describe_system_error(error)}
                        self._uncopied += (say("{file} cannot be used: {reason}.", **details),)
                        continue
                    archive.writestr(info, content)
        except OSError:
            self._keeps_copy = True
            with suppress(OSError):
                goal.unlink(missing_ok=True)  # what there is of it
            raise OutputError("No copy of the deck could be kept in {folder}.", folder=str(goal.parent)) from None
        for old in sorted(goal.parent.glob("*.zip"))[:-KEPT_COPIES]:
            old.unlink()


def _refuse_faults(answer: Answer) -> None:
    if answer.negative:
        raise Refused("{why}", why=join_sentences(line for line in answer.lines if isinstance(line, Sentence)))


def _read(path: Path) -> bytes:
    """A whole file; an error for one that is too large, of which only a part would be written back."""
    content = read_bytes(path, MOST_TEXT_BYTES + 1)
    if len(content) > MOST_TEXT_BYTES:
        fault = "the file is larger than {most} bytes, the limit for a text."
        raise InputError(fault, place=Place(path.name), most=MOST_TEXT_BYTES)
    return content


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def _compare(path: Path, now: bytes, ours: bytes) -> Conflict:
    """The lines that differ between a file as it is and as it would be."""
    differences = difflib.unified_diff(list_lines(now), list_lines(ours), n=0, lineterm="")
    lines = [*differences][2:]  # `ndiff` takes minutes for long tables
    shown = (tuple(each[1:] for each in lines if each[0] == sign)[:MOST_LINES] for sign in "-+")
    return Conflict(path.name, *shown)


def _describe_lock(file: Path) -> Sentence | str:
    if file.suffix.lower() in WORKBOOKS:
        return say("{file} is a workbook; change it in your spreadsheet, and save it there", file=file.name)
    if file.suffix.lower() not in TEXTS:
        return say("{file} is changed in a text editor", file=file.name)
    return ""


def _list_row_cards(deck: Deck, place: _Table, part: str) -> dict[int, tuple[Component, Card]]:
    """The first card of each row of a table, by its number in the file; those of one component before others."""
    cards: dict[int, tuple[Component, Card]] = {}
    for component in sorted(deck.components, key=lambda each: each.name != part):
        for card in component.cards:
            if card.place and card.place.row and place.file and card.place.file == place.file.name:
                cards.setdefault(card.place.row, (component, card))
    return cards


def _list_different_cards(deck: Deck, part: str) -> list[Card]:
    """The cards of a component, each once, whatever its copies."""
    return list(dict.fromkeys(card for each in deck.components if each.name == part for card in each.cards))


def _count_sheets(deck: Deck, language: str) -> tuple[int, int]:
    """The numbers of cards and of sheets on A4, as they are printed by default."""
    (edition,) = list_editions(PrintOrder((deck,), (parse_paper("a4"),), (language,)))
    sheets = compose(edition, list(lay_out(deck, language, gathered=[]))).sheets
    return sum(len(each.cards) for each in select_components(deck, ())), sheets


def _match_column(columns: Sequence[str], field: str) -> int:
    names = [each.casefold() for each in columns]
    return next((names.index(each) for each in PLAIN[field].split() if each in names), -1)


def _find_copies_column(place: _Table, columns: Sequence[str]) -> int:
    if place.plain:
        return _match_column(columns, "copies")
    match = re.fullmatch(r"\{(?:\{ *)?([\w.-]+)(?: or 1)?(?: *\})?\}", str(place.raw.get("copies", "")))
    return columns.index(match[1]) if match and match[1] in columns else -1


def _find_picture_column(elements: Iterable[Element], columns: Sequence[str]) -> tuple[str, int, bool]:
    """The folder and column of a picture that a face shows, as in ``pictures/{picture}``; whether it is an icon."""
    for element in elements:
        match = re.fullmatch(r"([^{}]*/)?\{([\w.-]+)\}", str(element.get("file", "")))
        if match and match[2] in columns:
            return match[1] or "", columns.index(match[2]), element["kind"] == "drawing" and not match[1]
    return "", -1, False


def _choose_free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(each for each in chain((path,), names) if not each.exists())
