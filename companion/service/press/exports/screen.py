"""Cards on a screen: decks for its tables, and all cards small on a few pages."""

import csv
import io
import itertools
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.answers import written
from companion.data.decks.languages import in_language
from companion.data.outputs import MADE_ENTRY, MADE_TEXT
from companion.data.papers import paper
from companion.errors import InputError
from companion.press.exports.spread import contact_pages
from companion.press.exports.tabletop import FOLDER, Atlas, atlases, names, saved_object, widgets
from companion.press.face.pieces import Piece, file_name, heaps
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import pdf
from companion.press.ink.raster import cut, png_file, rasters
from companion.press.sheets.leaf import speech
from companion.sentences import say
from companion.service.press.exports.wanted import Export, Made, different, pictures_written
from companion.service.press.order import Goal
from companion.units import MM_PER_INCH

COARSE, MARGIN = 150, 8.0  # resolution of an overview where none is asked for; its least white margin, mm


THUMBNAIL = 256  # pixels of the picture by which Tabletop Simulator shows a saved object


def to_tabletop(export: Export, pieces: Sequence[Piece]) -> Made:
    """Atlases of cards for Tabletop Simulator and the saved object that lays the decks out."""
    made = Made(export.folder("png", "json", "pdf"))
    address = _address(export.address, made.folder)
    box = list(atlases(heaps(pieces)))
    _sheets(made, box)
    saved = made.folder / f"{file_name(export.deck.name)}.json"
    made.files[saved] = saved_object(box, address, _titles(export)).encode()
    made.files[saved.with_suffix(".png")] = _thumbnail(pieces[0].front)
    copied = say(
        "Copy {file} and {picture} into Documents/My Games/Tabletop Simulator/Saves/Saved Objects; "
        "in the game it is under Objects > Saved Objects.",
        file=saved.name,
        picture=saved.with_suffix(".png").name,
    )
    online = say(
        "Others at the table see the cards only when the pictures lie on the web: put them there, "
        "and export again with their address."
    )
    made.lines += [copied, online] if export.address is None else [copied]
    return made


def to_screentop(export: Export, pieces: Sequence[Piece]) -> Made:
    """Atlases of cards for Screentop, which is told their columns and rows, and a table of what they hold."""
    made = Made(export.folder("png", "csv", "pdf"))
    box = list(atlases(heaps(pieces), hidden=False))
    _sheets(made, box)
    titles, table = _titles(export), io.StringIO(f"{MADE_TEXT}what lies where on the sheets\n", newline="")
    table.seek(0, io.SEEK_END)
    rows = csv.writer(table)
    rows.writerow(("sheet", "column", "row", "name", "copies", "back"))
    for atlas in box:
        for place, (piece, count) in enumerate(atlas.cards):
            row, column = divmod(place, atlas.columns)
            where = f"{atlas.name}.png", column + 1, row + 1
            rows.writerow((*where, titles.get(piece.key, piece.card), count, f"{atlas.back_name}.png"))
        told = say(
            "{file}: columns: {columns}; rows: {rows}.",
            file=f"{atlas.name}.png",
            columns=atlas.columns,
            rows=atlas.rows,
        )
        made.lines.append(told)
    made.files[made.folder / "cards.csv"] = table.getvalue().encode()
    made.lines.append(
        say("Upload the pictures at screentop.gg, and say there how many columns and rows each has.")
    )
    return made


def _sheets(made: Made, box: Sequence[Atlas]) -> None:
    """The pictures of atlases; some share a back."""
    pictures = {atlas.back_name: atlas.back for atlas in box} | {atlas.name: atlas.front for atlas in box}
    for name, picture in zip(pictures, rasters(pictures.values()), strict=True):
        made.files[made.folder / f"{name}.png"] = made.spool.passage(png_file(picture))
    made.told = (pictures_written(len(pictures), made.folder),)
    made.data["sheets"] = [
        {"file": f"{atlas.name}.png", "columns": atlas.columns, "rows": atlas.rows, "cards": len(atlas.cards)}
        for atlas in box
    ]


def _thumbnail(face: Frame) -> bytes:
    """A face in a small clear square."""
    from PIL import Image

    side = max(face.width, face.height)
    (picture,) = rasters([cut(face)], THUMBNAIL / side * MM_PER_INCH)
    whole = Image.new("RGBA", (THUMBNAIL, THUMBNAIL))
    whole.paste(picture, ((THUMBNAIL - picture.width) // 2, (THUMBNAIL - picture.height) // 2))
    return png_file(whole)


def to_playingcards(export: Export, pieces: Sequence[Piece]) -> Made:
    """A table of PlayingCards.io with a pile for each deck, as one file that its rooms import."""
    goal = Goal(export.output, "pcio")
    made = Made(goal.folder)
    box = heaps(pieces)
    faces = names(box)
    dpi, packed = export.dpi or COARSE, io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        pictures = rasters((cut(face) for _, face in faces.values()), dpi)
        table = widgets(box, _titles(export), {key: name for key, (name, _) in faces.items()})
        parts = (
            (f"{FOLDER}/{name}", png_file(each, dpi))
            for (name, _), each in zip(faces.values(), pictures, strict=True)
        )
        for name, content in itertools.chain([("widgets.json", table)], parts):
            entry = zipfile.ZipInfo(name)  # without a time, so that the same gives the same
            entry.extra = MADE_ENTRY
            file.writestr(entry, content)
    written_to = goal.file(export.name)
    made.files[written_to] = packed.getvalue()
    made.told = written(made.files)
    made.lines.append(
        say("In a room of playingcards.io, import {file} in the room's options.", file=written_to.name)
    )
    made.data["decks"] = [
        {"component": heap.component, "cards": sum(count for _, count in heap.cards)} for heap in box
    ]
    return made


def _titles(export: Export) -> dict[str, str]:
    """The titles of cards: their field ``title`` or ``name``, by the key of their pieces."""
    found = {}
    for component in export.deck.components:
        for card in component.cards:
            fields = {**card.fields, **in_language(card.fields, export.language)}
            title = fields.get("title") or fields.get("name")
            if title:
                found[f"{component.name}/{card.id}"] = title
    return found


def _address(given: str | None, folder: Path) -> str:
    """The URL of the pictures' folder, with a slash at its end."""
    if given is None:
        return f"{folder.resolve().as_uri()}/"
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(given)
        known = parts.scheme in ("http", "https", "file") and (parts.netloc or parts.scheme == "file")
    except ValueError:
        known = False
    if not known or not given.isprintable() or " " in given or parts.query or parts.fragment:
        raise InputError(
            "'{given}' is not the address of a folder on the web, such as https://…/cards/.", given=given
        )
    return f"{given.rstrip('/')}/"


def to_contact(export: Export, pieces: Sequence[Piece]) -> Made:
    """All cards small on a few pages: a PDF, or where a PNG is named that picture, several with numbers."""
    ending = "png" if export.output.suffix.lower() == ".png" else "pdf"
    goal = Goal(export.output, ending)
    made = Made(goal.folder)
    sheet = paper(export.paper)
    words = speech(export.language)
    counts = {id(piece.front): count for heap in heaps(pieces) for piece, count in heap.cards}

    def shown(title: str, count: int) -> str:
        if title == "back":
            return say("back").said(words)
        if title.endswith("/back"):
            title = say("{card}, back", card=title.removesuffix("/back")).said(words)
        return title if count == 1 else say("{name} × {count}", count=count, name=title).said(words)

    def named() -> Iterator[tuple[str, Frame]]:
        for name, face in different(pieces):
            count = counts.get(id(face), 1)
            yield shown(name.partition("/")[2], count), face

    pages = list(contact_pages(named(), sheet.width, sheet.height, max(sheet.margin, MARGIN)))
    if ending == "png":
        dpi = export.dpi or COARSE
        for page, picture in zip(pages, rasters(pages, dpi), strict=True):
            number = "" if len(pages) == 1 else f"-{page.name.rpartition('/')[2]}"
            made.files[goal.given.with_stem(goal.given.stem + number)] = png_file(picture, dpi)
    else:
        title = export.deck.words(export.language).get("title", export.deck.name)
        made.files[goal.file(export.name)] = pdf([Page(page) for page in pages], title, export.language)
    alone = ending == "pdf" or len(pages) == 1
    made.told = written(made.files) if alone else (pictures_written(len(pages), made.folder),)
    made.data["pages"] = len(pages)
    return made
