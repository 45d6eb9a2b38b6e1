"""Exports cards for tables on a screen, and all cards small on a few pages."""

import csv
import io
import itertools
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.answers import describe_files
from companion.data.decks.languages import select_language
from companion.data.outputs import TEXT_MARK, ZIP_MARK
from companion.data.papers import parse_paper
from companion.errors import InputError
from companion.press.exports import (
    FOLDER,
    Atlas,
    build_atlases,
    format_saved_object,
    format_widgets,
    lay_out_contact_pages,
    name_pictures,
)
from companion.press.face.pieces import Piece, format_file_name, sort_into_heaps
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import build_cut_page, encode_png, render_pictures
from companion.press.sheets.leaf import get_edition_language
from companion.sentences import say
from companion.service.press.exports.wanted import Export, ExportFiles, describe_pictures, list_different_faces
from companion.service.press.order import Goal
from companion.units import MM_PER_INCH

COARSE, MARGIN = 150, 8.0  # resolution of an overview where none is asked for; its least white margin, mm


THUMBNAIL = 256  # pixels of the picture by which Tabletop Simulator shows a saved object


def export_tabletop(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Atlases of cards for Tabletop Simulator, and the saved object that lays the decks out."""
    made = ExportFiles(export.folder("png", "json", "pdf"))
    address = _parse_address(export.address, made.folder)
    box = list(build_atlases(sort_into_heaps(pieces)))
    _add_sheets(made, box)
    saved = made.folder / f"{format_file_name(export.deck.name)}.json"
    made.files[saved] = format_saved_object(box, address, _list_titles(export)).encode()
    made.files[saved.with_suffix(".png")] = _render_thumbnail(pieces[0].front)
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


def export_screentop(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Atlases of cards for Screentop, whose users enter columns and rows, and a table of their contents."""
    made = ExportFiles(export.folder("png", "csv", "pdf"))
    box = list(build_atlases(sort_into_heaps(pieces), hidden=False))
    _add_sheets(made, box)
    titles, table = (_list_titles(export), io.StringIO(f"{TEXT_MARK}what lies where on the sheets\n", newline=""))
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
    made.lines.append(say("Upload the pictures at screentop.gg, and say there how many columns and rows each has."))
    return made


def _add_sheets(made: ExportFiles, box: Sequence[Atlas]) -> None:
    """Add the pictures of atlases; some share a back."""
    pictures = {atlas.back_name: atlas.back for atlas in box} | {atlas.name: atlas.front for atlas in box}
    for name, picture in zip(pictures, render_pictures(pictures.values()), strict=True):
        made.files[made.folder / f"{name}.png"] = made.spool.write_passage(encode_png(picture))
    made.told = (describe_pictures(len(pictures), made.folder),)
    made.data["sheets"] = [
        {"file": f"{atlas.name}.png", "columns": atlas.columns, "rows": atlas.rows, "cards": len(atlas.cards)}
        for atlas in box
    ]


def _render_thumbnail(face: Frame) -> bytes:
    """A face in a small transparent square."""
    from PIL import Image

    side = max(face.width, face.height)
    (picture,) = render_pictures([build_cut_page(face)], THUMBNAIL / side * MM_PER_INCH)
    whole = Image.new("RGBA", (THUMBNAIL, THUMBNAIL))
    whole.paste(picture, ((THUMBNAIL - picture.width) // 2, (THUMBNAIL - picture.height) // 2))
    return encode_png(whole)


def export_playingcards(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """A table of PlayingCards.io with a pile for each deck, as one file that its rooms import."""
    goal = Goal(export.output, "pcio")
    made = ExportFiles(goal.folder)
    box = sort_into_heaps(pieces)
    faces = name_pictures(box)
    dpi, packed = export.dpi or COARSE, io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        pictures = render_pictures((build_cut_page(face) for _, face in faces.values()), dpi)
        table = format_widgets(box, _list_titles(export), {key: name for key, (name, _) in faces.items()})
        parts = (
            (f"{FOLDER}/{name}", encode_png(each, dpi))
            for (name, _), each in zip(faces.values(), pictures, strict=True)
        )
        for name, content in itertools.chain([("widgets.json", table)], parts):
            entry = zipfile.ZipInfo(name)  # without a time, so that the same gives the same
            entry.extra = ZIP_MARK
            file.writestr(entry, content)
    written_to = goal.file(export.name)
    made.files[written_to] = packed.getvalue()
    made.told = describe_files(made.files)
    made.lines.append(say("In a room of playingcards.io, import {file} in the room's options.", file=written_to.name))
    made.data["decks"] = [{"component": heap.component, "cards": sum(count for _, count in heap.cards)} for heap in box]
    return made


def _list_titles(export: Export) -> dict[str, str]:
    """The titles of cards: their field ``title`` or ``name``, by the key of their pieces."""
    found = {}
    for component in export.deck.components:
        for card in component.cards:
            fields = {**card.fields, **select_language(card.fields, export.language)}
            title = fields.get("title") or fields.get("name")
            if title:
                found[f"{component.name}/{card.id}"] = title
    return found


def _parse_address(given: str | None, folder: Path) -> str:
    """The URL of the pictures' folder, ending in a slash."""
    if given is None:
        return f"{folder.resolve().as_uri()}/"
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(given)
        known = parts.scheme in ("http", "https", "file") and (parts.netloc or parts.scheme == "file")
    except ValueError:
        known = False
    if not known or not given.isprintable() or " " in given or parts.query or parts.fragment:
        raise InputError("'{given}' is not the address of a folder on the web, such as https://…/cards/.", given=given)
    return f"{given.rstrip('/')}/"


def export_contact_sheet(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """All cards small on a few pages: a PDF, or numbered PNG pictures if a PNG is named."""
    ending = "png" if export.output.suffix.lower() == ".png" else "pdf"
    goal = Goal(export.output, ending)
    made = ExportFiles(goal.folder)
    sheet = parse_paper(export.paper)
    words = get_edition_language(export.language)
    counts = {id(piece.front): count for heap in sort_into_heaps(pieces) for piece, count in heap.cards}

    def format_caption(title: str, count: int) -> str:
        if title == "back":
            return say("back").translate(words)
        if title.endswith("/back"):
            title = say("{card}, back", card=title.removesuffix("/back")).translate(words)
        return title if count == 1 else say("{name} × {count}", count=count, name=title).translate(words)

    def list_captioned_faces() -> Iterator[tuple[str, Frame]]:
        for name, face in list_different_faces(pieces):
            count = counts.get(id(face), 1)
            yield format_caption(name.partition("/")[2], count), face

    pages = list(lay_out_contact_pages(list_captioned_faces(), sheet.width, sheet.height, max(sheet.margin, MARGIN)))
    if ending == "png":
        dpi = export.dpi or COARSE
        for page, picture in zip(pages, render_pictures(pages, dpi), strict=True):
            number = "" if len(pages) == 1 else f"-{page.name.rpartition('/')[2]}"
            made.files[goal.given.with_stem(goal.given.stem + number)] = encode_png(picture, dpi)
    else:
        title = export.deck.words(export.language).get("title", export.deck.name)
        made.files[goal.file(export.name)] = render_pdf([Page(page) for page in pages], title, export.language)
    alone = ending == "pdf" or len(pages) == 1
    made.told = describe_files(made.files) if alone else (describe_pictures(len(pages), made.folder),)
    made.data["pages"] = len(pages)
    return made
