"""Cards on a screen: a deck for Tabletop Simulator, and all cards small on a few pages."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.answers import written
from companion.data.decks.languages import in_language
from companion.data.papers import paper
from companion.errors import InputError
from companion.press.exports.contact import contact_pages
from companion.press.exports.heap import file_name, heaps
from companion.press.exports.tabletop import atlases, saved_object
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import pdf
from companion.press.ink.raster import png_file, rasters
from companion.press.sheets.labels import speech
from companion.sentences import say
from companion.service.press.exports.wanted import Export, Made, different, pictures_written
from companion.service.press.order import Goal

COARSE, MARGIN = 150, 8.0  # resolution of an overview where none is asked for; its least white margin, mm


def to_tabletop(export: Export, pieces: Sequence[Piece]) -> Made:
    """Atlases of cards for Tabletop Simulator and the saved object that lays the decks out."""
    made = Made(export.folder("png", "json", "pdf"))
    address = _address(export.address, made.folder)
    box = list(atlases(heaps(pieces)))
    pictures = {atlas.back_name: atlas.back for atlas in box} | {atlas.name: atlas.front for atlas in box}
    for name, picture in zip(pictures, rasters(pictures.values()), strict=True):
        made.files[made.folder / f"{name}.png"] = made.spool.passage(png_file(picture))
    saved = made.folder / f"{file_name(export.deck.name)}.json"
    made.files[saved] = saved_object(box, address, _titles(export)).encode()
    copied = say(
        "Copy {file} into Documents/My Games/Tabletop Simulator/Saves/Saved Objects; in the game it is "
        "under Objects > Saved Objects.",
        file=saved.name,
    )
    online = say(
        "Others at the table see the cards only when the pictures lie on the web: put them there, "
        "and export again with their address."
    )
    made.told = (pictures_written(len(pictures), made.folder),)
    made.lines += [copied, online] if export.address is None else [copied]
    made.data["sheets"] = [
        {"file": f"{atlas.name}.png", "columns": atlas.columns, "rows": atlas.rows, "cards": len(atlas.cards)}
        for atlas in box
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
