"""Create a new deck: a folder of files that can be printed at once, with comments that explain them.

Also SVG templates to draw faces in, and samples of the faces of new decks.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.answers import Answer, describe_files
from companion.data.catalogue import LANGUAGES
from companion.data.catalogue import language as get_language
from companion.data.deck import Component, Deck, list_games
from companion.data.decks.headings import PLAIN, list_known_fields
from companion.data.decks.plain_deck import Size, match_columns, parse_card_size
from companion.data.files import read_bytes, read_text, read_toml, write_files
from companion.data.outputs import is_portable_name
from companion.data.rows import FIELD, find_separator, strip_style
from companion.errors import DeckError, InputError, OutputError
from companion.paths import assets, templates
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import TRIMS, Blank, Label, choose_label, render_template
from companion.press.face.pieces import select_components
from companion.press.face.typesetting import DeckResources
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.sentences import ENGLISH, Language, say
from companion.service.press.own_decks import PICTURES, keep_deck, open_any_deck

TAKEN = Path("taken.toml")  # in a template: lists files of the games that a new deck gets too

SCHEMAS = ("deck.json", "face.json", "words.json")
"""The schemas by which editors check files, copied into the deck so that they work anywhere."""

UNNAMED = '"my-deck"'  # the name and title in every template

COMMENT = re.compile(rf"#({'|'.join(map(re.escape, LANGUAGES))})? ")
"""The start of a comment; one that names no language, as in files of the games, is English."""


def begin_deck(folder: Path, like: str, language: str) -> Answer:
    """Create a deck from one of ``templates/decks``; it is named after its folder."""
    files = {}
    for goal, source in _list_sources(templates() / "decks" / like, language).items():
        is_text = goal.suffix == ".toml"
        files[goal] = _localize_comments(read_text(source), goal, language).encode() if is_text else source.read_bytes()
    return _write_deck(folder, files)


def keep_starter_deck(like: str, language: str) -> str:
    """Store a new deck made from a starter deck, and return its name."""
    with TemporaryDirectory() as folder:
        begin_deck(Path(folder) / f"my-{like}", like, language)
        return keep_deck(Path(folder), PICTURES)


def _write_deck(folder: Path, files: Mapping[Path, bytes]) -> Answer:
    """Write the files of a new deck, which takes the name of its folder."""
    name = folder.absolute().name
    is_on_drive = folder.drive and not folder.root  # d:evil, which Windows would write into a folder of drive d
    if folder.name == ".." or is_on_drive or name.startswith(".") or not is_portable_name(name):
        raise OutputError("'{name}' cannot name a deck; give your new deck another name.", name=folder.name)
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        message = "{folder} is there already, and not empty; give your new deck another name."
        raise OutputError(message, folder=str(folder))
    if name.lower() in list_games():
        raise OutputError("'{name}' is a game here; give your new deck another name.", name=name)
    quoted = json.dumps(name, ensure_ascii=False).encode()
    files = {
        goal: content.replace(UNNAMED.encode(), quoted) if goal.suffix == ".toml" else content
        for goal, content in files.items()
    }
    files |= {Path("schemas", schema): (templates() / "schemas" / schema).read_bytes() for schema in SCHEMAS}
    write_files({folder / goal: content for goal, content in files.items()}, folders=True)
    line = say("Created {folder} ({count} files).", folder=str(folder), count=len(files))
    written = tuple(folder / goal for goal in files)
    return Answer({"folder": folder, "files": [*files]}, (line,), files=written)


def _list_sources(template: Path, language: str) -> dict[Path, Path]:
    """The source of each file of a new deck: in French, ``cards.fr.csv`` is the source of ``cards.csv``."""
    files = {file.relative_to(template): file for file in sorted(template.rglob("*")) if file.is_file()}
    if TAKEN in files:
        roots = {"assets": assets(), "templates": templates()}
        for part, names in read_toml(files.pop(TAKEN)).items():
            for name in names:
                top, _, rest = name.partition("/")
                files[Path(part, Path(rest).name)] = roots[top] / rest
    for goal in list(files):
        plain = goal.with_name(goal.name.split(".")[0] + goal.suffix)
        if plain != goal and plain in files:
            source = files.pop(goal)
            if goal.suffixes[0] == f".{language}":
                files[plain] = source
    return files


def parse_paragraphs(text: str) -> Iterator[dict[str | None, list[str]]]:
    """Yield comments and other paragraphs of a file in turn: lines by language, or under ``None`` if no comment."""
    for _, lines in groupby(text.splitlines(keepends=True), lambda line: bool(COMMENT.match(line))):
        paragraph: dict[str | None, list[str]] = {}
        for line in lines:
            match = COMMENT.match(line)
            paragraph.setdefault(match and (match[1] or ENGLISH.code), []).append(line)
        yield paragraph


def _localize_comments(text: str, goal: Path, language: str) -> str:
    """A file with its comments in one language only, and a first line that names its schema for editors."""
    comments = list[str]()
    for each in parse_paragraphs(text):  # comments only in English are notes in a game's files: dropped
        least = each.get(ENGLISH.code, []) if len(each) > 1 else []
        comments += each.get(None) or each.get(language) or least
    comment = "".join(COMMENT.sub("# ", line) for line in comments)
    kind = "face" if goal.parent.name == "faces" else goal.name.split(".")[0]
    parents = "../" * (len(goal.parts) - 1) or "./"
    return f"#:schema {parents}schemas/{kind}.json\n{comment}"


FACES = ("band", "picture", "frame", "full", "corners", "words")
"""The faces of a deck begun on a page, in `templates/new-deck`."""
COLUMNS = ("title", "value", "text", "colour", "picture", "copies")
NAMES = {**PLAIN, "picture": "picture image photo art bild foto"}
ALONG, ACROSS = ("x", "width", "dx"), ("y", "height", "dy")
TYPE, LENGTHS = ("size", "least"), ("radius", "unit", "stroke_width")
QUOTED = re.compile(r'(?<![^\t\n])(?:("(?:[^"]|"")*")(?![^\t\n])|"[^\t\n]*)')
"""A cell that a spreadsheet has quoted, or one whose own words begin with a quotation mark."""
LEAST_TYPE = 5.0  # points, on a small card too


def create_deck(parent: Path, name: str, size: str, face: str, table: str, language: str) -> Answer:
    """Create a deck from a size of cards, one of `FACES`, and a table as it was pasted; all may be changed later."""
    if not is_portable_name(name):
        raise OutputError("'{name}' cannot name a deck; give your new deck another name.", name=name)
    width, height = parse_card_size(size)
    home, files = templates() / "new-deck", dict[Path, bytes]()
    sources = {"deck.toml": "deck.toml", "faces/card.toml": f"faces/{face}.toml", "faces/back.toml": "back.toml"}
    for goal, source in sources.items():
        text = _localize_comments(read_text(home / source), Path(goal), language)
        files[Path(goal)] = (scale_face(text, width, height) if goal.startswith("faces") else text).encode()
    first = say("Title").translate(get_language(language))
    files[Path("cards.csv")] = format_table(table or f"title\n{first}").encode()
    return _write_deck(parent / name, files)


def scale_face(text: str, width: float, height: float) -> str:
    """A face with everything on it moved and scaled to another size; type and circles by the smaller factor."""
    import tomlkit

    face: Any = tomlkit.parse(text)
    (old_width, old_height), bleed = face["size"], face["bleed"]
    sides = {key: (old_width, width) for key in ALONG} | {key: (old_height, height) for key in ACROSS}
    least = min(width / old_width, height / old_height)
    face["size"] = [int(side) if side == int(side) else side for side in (width, height)]
    if "safe" in face:
        face["safe"] = _round(face["safe"] * min(least, 1))
    for element in face["element"]:
        for key, value in [*element.items()]:
            if key in TYPE:
                element[key] = max(_round(value * least), LEAST_TYPE)
            elif key in LENGTHS:
                element[key] = _round(value * least)
            elif key in sides and value != -bleed:  # what begins at the bleed does so on any size
                old, new = sides[key]
                is_whole = value == old + 2 * bleed
                element[key] = round(new + 2 * bleed, 2) if is_whole else _round(value * new / old)
    return tomlkit.dumps(face)


def _round(value: float) -> float | int:
    number = round(value, 1)
    return int(number) if number == int(number) else number


def format_table(text: str) -> str:
    """A pasted table as CSV, with the columns that a new deck has, whatever they are called; empty ones are added."""
    text = text.replace("\r\n", "\n").strip("\n")
    separator = find_separator(text) if text else ","
    if separator == "\t":
        text = QUOTED.sub(lambda cell: cell[1] or '"' + cell[0].replace('"', '""') + '"', text)
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=separator) if any(row)]
    if not (rows and list_known_fields(rows[0])):
        order = ("title", "text") if rows and len(rows[0]) == 2 else COLUMNS
        most = max(map(len, rows), default=0)
        rows.insert(0, [order[at] if at < len(order) else "" for at in range(most)])
    columns, _ = match_columns(rows[0], fields=NAMES)
    fields = {column: field if field != "number" else "no." for field, column in columns.items()}  # they are numbered
    heading = [fields.get(name) or name or f"column {at}" for at, name in enumerate(rows[0], 1)]
    names = [*heading, *(name for name in COLUMNS if name not in heading)]
    cells = [[*row[: len(heading)], *[""] * (len(names) - len(row))][: len(names)] for row in rows[1:]]
    goal = io.StringIO()
    csv.writer(goal, lineterminator="\n").writerows([names, *(cells or [["" for _ in names]])])
    return goal.getvalue()


CARD = Blank(63.0, 88.0, 2.0, 3.0)  # the default size, bleed and safe zone
SAMPLES = say("Title"), say("What the card says, over several lines.")
MOST_DRAWN_BOXES, MOST_SEARCHED_CARDS = 40, 200  # of a template; cards are searched for samples


def write_template(
    path: str,
    output: Path | None,
    language: Language,
    *,
    only: str | None = None,
    bleed: float | None = None,
    safe: float | None = None,
    trim: str | None = None,
    corner: float | None = None,
    overwrite: bool = False,
) -> Answer:
    """Write an SVG template to draw a face in, for a size, ``63x88`` or ``poker``, for a deck or for a table of cards.

    By default it is for the first component and named after it, with the bleed, safe zone and corners (mm)
    of its face.
    """
    if (size := _parse_size(path)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = (each.translate(language) for each in SAMPLES)
        samples = {Label("text", "title"): title, Label("picture", "picture"): "", Label("text", "text"): text}
    else:
        deck = open_any_deck(path)
        component = next((each for each in select_components(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _get_blank(deck, component), _list_samples(deck, component)
    sizes: dict[str, Any] = {"bleed": bleed, "safe": safe, "trim": trim, "corner": corner}
    blank = blank._replace(**{name: value for name, value in sizes.items() if value is not None})
    _check_blank(blank)
    file = output or Path(f"{name}.svg")
    content = render_template(blank, samples, language).encode("utf-8")
    # Repeating a command is no error: the file has the same content already.
    is_unchanged = file.is_file() and read_bytes(file, len(content) + 1, is_own=True) == content
    write_files({file: content}, overwrite=overwrite, replaceable=[file] if is_unchanged else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.', name=file.stem
    )
    data = {
        "file": file,
        "size": (blank.width, blank.height),
        "boxes": [f"{each.kind}:{each.text}" for each in samples],
    }
    return Answer(data, (*describe_files((file,)), hint), files=(file,))


@cache
def draw_sample(face: str, language: str) -> str:
    """A card with a face of new decks, as an SVG."""
    title, text = (each.translate(get_language(language)) for each in SAMPLES)
    with TemporaryDirectory() as folder:
        create_deck(Path(folder), "new", "tcg", face, f"title\tvalue\ttext\n{title}\t3\t{text}", language)
        (piece,) = lay_out(open_any_deck(str(Path(folder) / "new")), language)
        return render_svg(piece.front).replace("<svg", '<svg text-rendering="geometricPrecision"', 1)  # exact gaps


def _parse_size(text: str) -> Size | None:
    """The size given in place of a deck; ``None`` if it is not a size."""
    if Path(text).exists():
        return None
    try:
        return parse_card_size(text)
    except InputError:
        if text[:1].isdigit():
            raise
        return None


def _check_blank(blank: Blank) -> None:
    """Raise an ``InputError`` if the safe zone or rounded corners leave no room."""
    half = min(blank.width, blank.height) / 2
    size: dict[str, Any] = {"width": blank.width, "height": blank.height}
    for value in (blank.safe, blank.corner if blank.trim == "rounded" else 0.0):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.", value=value, **size
            )


def _get_blank(deck: Deck, component: Component) -> Blank:
    """The size and trim of a component's face, or the default if it is not drawn yet."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).get_face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size has fields
        return CARD


def _list_samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The labels of boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr fill {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = strip_style(value)
    columns.pop("seals", None)
    icons = DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {choose_label(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
