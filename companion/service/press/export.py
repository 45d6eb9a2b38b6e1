"""Export the faces of a deck: as pictures, shown together, for print services, for virtual tables."""

import csv
import io
import itertools
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.answers import Answer, describe_files
from companion.data.deck import Deck
from companion.data.decks.languages import select_language
from companion.data.files import Passage, Spool, write_files
from companion.data.outputs import TEXT_MARK, ZIP_MARK, is_replaceable, list_inputs
from companion.data.papers import parse_paper
from companion.errors import InputError
from companion.press import exports
from companion.press.exports import Canvas, Product
from companion.press.face.pieces import Heap, Piece, format_file_name, select_components, sort_into_heaps
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.press_ready import PressPage, render_press_ready, separate_inks
from companion.press.ink.raster import DPI, build_cut_page, check_pixels, encode_png, extend_edges, render_pictures
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out, pick
from companion.press.preflight import Examination
from companion.press.sheets.leaf import get_edition_language
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.press import EXPORTS
from companion.service.press.printing import Goal
from companion.service.press.review import review
from companion.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Export:
    """What to export: a deck, its language, the kind of export and its options."""

    deck: Deck
    language: str  # code of the language on the cards
    kind: str  # a name in `EXPORTS`
    output: Path  # the folder for the folder of files, or a single file to write
    only: Sequence[str] = ()  # names of components; empty for all
    bleed: bool = False  # pictures include the bleed
    dpi: int | None = None  # of pictures; `None` for the default of the export
    fit: bool = False  # scale cards to a size of the service
    product: str | None = None  # the service's name of a product, if it sells several of a size
    address: str | None = None  # the URL of the folder of pictures; `None` for where they are written
    paper: str = "a4"  # of a contact sheet
    force: bool | Collection[str] = ()  # rules whose faults do not stop it; true for all
    strict: bool = False  # drawings that cannot be drawn exactly stop it
    cards: Sequence[str] = ()  # names of cards; empty for all
    look: Mapping[str, Any] = field(default_factory=dict)  # options of exports that show cards together

    @property
    def name(self) -> str:
        return f"{self.deck.name}-{self.language}-{self.kind}"

    def folder(self, *endings: str) -> Path:
        """The folder for its files; an ``InputError`` if `output` is a file with such an ending."""
        if any(Goal(self.output, ending).is_file for ending in endings):
            raise InputError("'{file}' is one file, but there are several; name a folder.", file=str(self.output))
        return self.output / self.name


@dataclass
class ExportFiles:
    """The files that an export makes."""

    folder: Path
    files: dict[Path, bytes | Spool | Passage] = field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()  # says what was written, and where
    lines: list[Sentence] = field(default_factory=list)  # further lines
    data: dict[str, Any] = field(default_factory=dict)  # further values for programs
    spool: Spool = field(default_factory=Spool)  # holds pictures until they are written


def export(wanted: Export, overwrite: bool = False) -> Answer:
    """Write the files of an export: all or none."""
    deck, only = wanted.deck, wanted.only
    folded = [component.name for component in select_components(deck, only) if only and component.net]
    if folded:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=join_with_commas(folded)
        )
    examination = Examination()
    picked = pick(deck, only, wanted.cards) if wanted.cards else ()
    pieces = list(examination.examine(lay_out(deck, wanted.language, only, picked, examination.errors)))
    seen = review(examination.list_faults(deck, wanted.language, only), (deck,), wanted.force, wanted.strict)
    if seen.faults:
        return seen.build_negative_answer("force")
    if not pieces:
        raise InputError("{deck} has no card that could be written.", deck=deck.name)
    made: ExportFiles = globals()[EXPORTS[wanted.kind]](wanted, pieces)
    write_files(made.files, overwrite=overwrite, folders=wanted.output not in made.files)
    if made.folder.name == wanted.name:  # a folder of this export: delete files of cards it no longer has
        beside = {each for file in made.files for each in file.parent.glob(f"*{file.suffix}")}
        for each in beside - made.files.keys() - list_inputs():
            if each.is_file() and is_replaceable(each):
                each.unlink()
    names = [file.relative_to(made.folder) for file in made.files]
    return Answer(
        {"folder": made.folder, "files": names, **made.data, "remarks": seen.remarks},
        (*made.notes, *seen.notes, *made.lines),
        files=tuple(made.files),
    )


def _describe_pictures(count: int, folder: Path) -> Sentence:
    return say_count("Wrote [one picture|{count} pictures] to {folder}.", count, folder=str(folder))


def _list_different_faces(pieces: Sequence[Piece]) -> Iterator[tuple[str, Frame]]:
    """Yield every distinct face, with a file name such as ``map-cards/12`` or ``map-cards/card-back``."""
    seen, names = set[int](), set[str]()
    for piece in pieces:
        for frame, suffix in ((piece.front, ""), (piece.back, "-back")):
            if frame is not None and id(frame) not in seen:
                seen.add(id(frame))
                own = frame.name.startswith(f"{piece.deck}/")
                name = format_file_name(piece.card + suffix if own else frame.name)
                whole = f"{format_file_name(piece.component)}/{name}"
                while whole.casefold() in names:  # two cards may differ only in characters that file names cannot have
                    whole += "+"
                names.add(whole.casefold())
                yield whole, frame


def export_pictures(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export every distinct face once, cut out or with its bleed."""
    kind, dpi = wanted.kind, wanted.dpi or DPI
    goal = Goal(wanted.output, kind)
    if not goal.is_file:
        goal = Goal(wanted.output / wanted.name, kind)
    made = ExportFiles(goal.folder)
    faces = list(_list_different_faces(pieces))
    if kind == "svg":
        drawn = (render_svg(face, bleed=wanted.bleed).encode("utf-8") for _, face in faces)
    else:
        pictures = render_pictures((build_cut_page(face, wanted.bleed) for _, face in faces), dpi)
        drawn = (encode_png(each, dpi) for each in pictures)
    for (name, _), content in zip(faces, drawn, strict=True):
        made.files[goal.file(name, made.files)] = made.spool.write_passage(content)
    made.notes = describe_files(made.files) if goal.is_file else (_describe_pictures(len(faces), made.folder),)
    return made


def export_spread(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export the distinct fronts in one picture: a PNG, or an SVG or PDF if `output` is such a file."""
    named = wanted.output.suffix.lower().removeprefix(".")
    if named in ("svg", "pdf") and wanted.kind == "showcase":
        raise InputError("A showcase is a PNG picture; '{file}' is not one.", file=str(wanted.output))
    goal = Goal(wanted.output, named if named in ("svg", "pdf") else "png")
    made, dpi = ExportFiles(goal.folder), wanted.dpi or DPI
    faces = [*{id(piece.front): piece.front for piece in pieces}.values()]
    if wanted.kind == "showcase":
        cards = [*render_pictures((build_cut_page(face) for face in faces), dpi)]
        check_pixels(wanted.kind, sum(card.width for card in cards), 2 * max(card.height for card in cards))
        content = encode_png(exports.render_showcase(cards, **wanted.look), dpi)
    else:
        shown = (exports.lay_out_sheet if wanted.kind == "sheet" else exports.lay_out_hand)(faces, **wanted.look)
        if goal.ending == "svg":
            content = render_svg(shown).encode()
        elif goal.ending == "pdf":
            content = render_pdf([Page(shown)], wanted.deck.name, wanted.language)
        else:
            content = encode_png(next(render_pictures([shown], dpi)), dpi)
    made.files[goal.file(wanted.name)] = content
    made.notes, made.data["cards"] = describe_files(made.files), len(faces)
    return made


SIDES = ("fronts", "backs")  # folders of pictures
SHORT, TINY = 0.3, 0.001  # a strip left empty, mm, and an enlargement, that are too small for a note


def _choose_products(wanted: Export, pieces: Sequence[Piece]) -> list[tuple[Heap, Product]]:
    """Sort cards into heaps, and choose the product of a service for each."""
    service, chosen = exports.SERVICES[wanted.kind], (wanted.fit, wanted.product)
    return [(heap, exports.choose_product(service, heap, *chosen)) for heap in sort_into_heaps(pieces)]


def _describe_product(wanted: Export, heap: Heap, product: Product, canvas: Canvas) -> Iterator[Sentence]:
    """Yield notes on the product that cards are printed as, and on their scale if it is not 1."""
    yield say(
        "{component}: {product} of {service}, {cards}.",
        component=heap.component,
        product=product.name,
        service=exports.SERVICES[wanted.kind].title,
        cards=say_count("[one card|{count} cards]", sum(count for _, count in heap.cards)),
    )
    if abs(canvas.scale - 1) > TINY:
        yield say(
            "{component}: the cards are printed at {percent}% of their designed size.",
            component=heap.component,
            percent=round(100 * canvas.scale, 1),
        )


def export_for_service(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export fronts and backs to separate folders, in the order of the deck and the sizes of a service."""
    made = ExportFiles(wanted.folder("png", "pdf"))
    groups, taken, every = [], set[str](), list[Canvas]()
    for heap, product in _choose_products(wanted, pieces):
        pages: list[tuple[Path, Canvas]] = []
        digits = max(2, len(str(sum(count for _, count in heap.cards))))
        begun = made.folder / format_file_name(f"{heap.component}-{product.name}")
        number = 0
        while str(begun).casefold() in taken:  # two sizes of a component that are cut to the same product
            begun = begun.with_name(f"{begun.name}+")
        taken.add(str(begun).casefold())
        blank = Frame("blank", heap.width, heap.height, ()) if heap.backs > 1 else None
        for piece, count in heap.cards:
            behind = piece.back or blank  # if cards have several backs, a blank back is a picture too
            for _ in range(count):
                number += 1
                name = f"{number:0{digits}}-{format_file_name(piece.card)}.png"
                pages.append((begun / SIDES[0] / name, Canvas.from_face(piece.front, product, wanted.fit)))
                if behind is not None and (heap.backs > 1 or number == 1):
                    back = name if heap.backs > 1 else "back.png"
                    pages.append((begun / SIDES[1] / back, Canvas.from_face(behind, product, wanted.fit, behind=True)))
        drawn = dict(_render_sheets((canvas for _, canvas in pages), made.spool, encode_png))
        made.files |= {file: drawn[_build_sheet_key(canvas)] for file, canvas in pages}
        every += (canvas for _, canvas in pages)
        made.lines += _describe_product(wanted, heap, product, pages[0][1])
        if wanted.kind == "makeplayingcards" and product.name in exports.AUTOFILL_PRODUCTS:
            _add_order(made, begun, [file for file, _ in pages])
        sold = {"component": heap.component, "product": product.name, "pixels": product.pixels}
        groups.append({**sold, "cards": number, "backs": heap.backs})
    made.lines += _describe_short_faces(every)
    made.notes = (_describe_pictures(sum(file.suffix == ".png" for file in made.files), made.folder),)
    made.data["products"] = groups
    return made


def _add_order(made: ExportFiles, folder: Path, files: Sequence[Path]) -> None:
    """Add an order for MPC Autofill beside its pictures."""
    sides = {side: [f"{side}/{each.name}" for each in files if each.parent.name == side] for side in SIDES}
    for number, order in enumerate(exports.format_orders(*sides.values()), 1):
        made.files[folder / ("order.xml" if number == 1 else f"order-{number}.xml")] = order
    made.lines.append(say("MPC Autofill uploads them: start it in {folder}, beside order.xml.", folder=str(folder)))


def _render_sheets(
    sheets: Iterable[Canvas], spool: Spool, written: Callable[["Image"], bytes]
) -> Iterator[tuple[tuple[int, ...], Passage]]:
    """Yield every distinct sheet by its key, as the bytes of a picture whose colours extend to its edges."""
    dots = exports.DPI / MM_PER_INCH
    once = {_build_sheet_key(canvas): canvas for canvas in sheets}
    pictures = render_pictures(canvas.frame for canvas in once.values())
    for (key, canvas), picture in zip(once.items(), pictures, strict=True):
        yield key, spool.write_passage(written(extend_edges(picture, [side * dots for side in canvas.drawn_box])))


def _build_sheet_key(canvas: Canvas) -> tuple[int, ...]:
    """The key of a sheet: its face, and how it is turned."""
    (use,) = canvas.frame.items
    return id(use.frame), round(use.matrix.b)  # type: ignore[union-attr]


def export_drivethrucards(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export a PDF/X-1a for each size of cards; pages include what is cut off, each back before its front."""
    goal = Goal(wanted.output, "pdf")
    made = ExportFiles(goal.folder)
    by_product: dict[Product, list[Heap]] = {}
    for heap, product in _choose_products(wanted, pieces):
        by_product.setdefault(product, []).append(heap)
    title = wanted.deck.words(wanted.language).get("title", wanted.deck.name)
    for product, some in by_product.items():
        file = goal.file(f"{wanted.name}-{product.name}", made.files)
        left, top = (product.sheet[0] - product.width) / 2, (product.sheet[1] - product.height) / 2
        trim = left, top, product.sheet[0] - left, product.sheet[1] - top
        blank = Canvas.from_face(Frame("blank", product.width, product.height, ()), product)
        pages: list[Canvas] = []
        for heap in some:
            begun = len(pages)
            for piece, count in heap.cards:
                front = Canvas.from_face(piece.front, product, wanted.fit)
                back = Canvas.from_face(piece.back, product, wanted.fit, behind=True) if piece.back else blank
                pages += count * [back, front]
            made.lines += _describe_product(wanted, heap, product, pages[begun + 1])
        drawn = dict(_render_sheets(pages, made.spool, separate_inks))
        sheets = (PressPage(key, drawn[key].parts(), *product.sheet, trim) for key in map(_build_sheet_key, pages))
        made.files[file] = render_press_ready(sheets, title)
        made.lines += _describe_short_faces([canvas for canvas in pages if canvas is not blank])
    made.lines.append(
        say("The PDF is PDF/X-1a in CMYK (FOGRA39), 300 dots an inch, the back of each card before its front.")
    )
    made.notes = describe_files(made.files)
    made.data["products"] = [
        {"product": product.name, "cards": sum(count for heap in some for _, count in heap.cards)}
        for product, some in by_product.items()
    ]
    return made


def _describe_short_faces(pages: Iterable[Canvas]) -> Iterator[Sentence]:
    """Yield a note if faces end before the edges of their pictures, with the widest gap, mm."""
    short = max(canvas.uncovered_width for canvas in pages)
    if short > SHORT:
        yield say(
            "The faces end {short} mm before the edge of the pictures; their outermost colours are drawn on.",
            short=round(short, 1),
        )


COARSE, MARGIN = 150, 8.0  # the default resolution of a contact sheet, and its least margin, mm
THUMBNAIL = 256  # width and height, in pixels, of the picture of a saved object in Tabletop Simulator


def export_tabletop(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export atlases of cards for Tabletop Simulator, and the saved object that lays out the decks."""
    made = ExportFiles(wanted.folder("png", "json", "pdf"))
    address = _parse_address(wanted.address, made.folder)
    box = list(exports.build_atlases(sort_into_heaps(pieces)))
    _add_sheets(made, box)
    saved = made.folder / f"{format_file_name(wanted.deck.name)}.json"
    made.files[saved] = exports.format_saved_object(box, address, _list_titles(wanted)).encode()
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
    made.lines += [copied, online] if wanted.address is None else [copied]
    return made


def export_screentop(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export atlases of cards for Screentop, and a table of their columns and rows, which users enter there."""
    made = ExportFiles(wanted.folder("png", "csv", "pdf"))
    box = list(exports.build_atlases(sort_into_heaps(pieces), hidden=False))
    _add_sheets(made, box)
    titles, table = _list_titles(wanted), io.StringIO(newline="")
    table.write(f"{TEXT_MARK}what lies where on the sheets\n")
    rows = csv.writer(table)
    rows.writerow(("sheet", "column", "row", "name", "copies", "back"))
    for atlas in box:
        for place, (piece, count) in enumerate(atlas.cards):
            row, column = divmod(place, atlas.columns)
            where = f"{atlas.name}.png", column + 1, row + 1
            rows.writerow((*where, titles.get(piece.key, piece.card), count, f"{atlas.back_name}.png"))
        grid = {"columns": atlas.columns, "rows": atlas.rows}
        made.lines.append(say("{file}: columns: {columns}; rows: {rows}.", file=f"{atlas.name}.png", **grid))
    made.files[made.folder / "cards.csv"] = table.getvalue().encode()
    made.lines.append(say("Upload the pictures at screentop.gg, and say there how many columns and rows each has."))
    return made


def _add_sheets(made: ExportFiles, box: Sequence[exports.Atlas]) -> None:
    """Add the pictures of atlases, each once: some share a back."""
    pictures = {atlas.back_name: atlas.back for atlas in box} | {atlas.name: atlas.front for atlas in box}
    for name, picture in zip(pictures, render_pictures(pictures.values()), strict=True):
        made.files[made.folder / f"{name}.png"] = made.spool.write_passage(encode_png(picture))
    made.notes = (_describe_pictures(len(pictures), made.folder),)
    made.data["sheets"] = [
        {"file": f"{atlas.name}.png", "columns": atlas.columns, "rows": atlas.rows, "cards": len(atlas.cards)}
        for atlas in box
    ]


def _render_thumbnail(face: Frame) -> bytes:
    """Render a face as a PNG in a small transparent square."""
    from PIL import Image

    side = max(face.width, face.height)
    (picture,) = render_pictures([build_cut_page(face)], THUMBNAIL / side * MM_PER_INCH)
    whole = Image.new("RGBA", (THUMBNAIL, THUMBNAIL))
    whole.paste(picture, ((THUMBNAIL - picture.width) // 2, (THUMBNAIL - picture.height) // 2))
    return encode_png(whole)


def export_playingcards(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export a table for PlayingCards.io, with a pile for each deck, as a file that its rooms import."""
    goal = Goal(wanted.output, "pcio")
    made = ExportFiles(goal.folder)
    box = sort_into_heaps(pieces)
    faces = exports.name_pictures(box)
    dpi, packed = wanted.dpi or COARSE, io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        pictures = render_pictures((build_cut_page(face) for _, face in faces.values()), dpi)
        table = exports.format_widgets(box, _list_titles(wanted), {key: name for key, (name, _) in faces.items()})
        names = (f"{exports.PCIO_FOLDER}/{name}" for name, _ in faces.values())
        parts = ((name, encode_png(each, dpi)) for name, each in zip(names, pictures, strict=True))
        for name, content in itertools.chain([("widgets.json", table)], parts):
            entry = zipfile.ZipInfo(name)  # without a time, so that equal tables give equal files
            entry.extra = ZIP_MARK
            file.writestr(entry, content)
    written_to = goal.file(wanted.name)
    made.files[written_to] = packed.getvalue()
    made.notes = describe_files(made.files)
    made.lines.append(say("In a room of playingcards.io, import {file} in the room's options.", file=written_to.name))
    made.data["decks"] = [{"component": heap.component, "cards": sum(count for _, count in heap.cards)} for heap in box]
    return made


def _list_titles(wanted: Export) -> dict[str, str]:
    """The titles of cards, from their field ``title`` or ``name``, by key of their pieces."""
    found = {}
    for component in wanted.deck.components:
        for card in component.cards:
            fields = {**card.fields, **select_language(card.fields, wanted.language)}
            if title := fields.get("title") or fields.get("name"):
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


def export_contact_sheet(wanted: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export small pictures of all cards on a few pages: a PDF, or numbered PNG pictures if `output` is a PNG."""
    ending = "png" if wanted.output.suffix.lower() == ".png" else "pdf"
    goal = Goal(wanted.output, ending)
    made = ExportFiles(goal.folder)
    sheet = parse_paper(wanted.paper)
    words = get_edition_language(wanted.language)
    counts = {id(piece.front): count for heap in sort_into_heaps(pieces) for piece, count in heap.cards}

    def format_caption(title: str, count: int) -> str:
        if title == "back":
            return say("back").translate(words)
        if title.endswith("/back"):
            title = say("{card}, back", card=title.removesuffix("/back")).translate(words)
        return title if count == 1 else say("{name} × {count}", count=count, name=title).translate(words)

    faces = (
        (format_caption(name.partition("/")[2], counts.get(id(face), 1)), face)
        for name, face in _list_different_faces(pieces)
    )
    pages = list(exports.lay_out_contact_pages(faces, sheet.width, sheet.height, max(sheet.margin, MARGIN)))
    if ending == "png":
        dpi = wanted.dpi or COARSE
        for page, picture in zip(pages, render_pictures(pages, dpi), strict=True):
            number = "" if len(pages) == 1 else f"-{page.name.rpartition('/')[2]}"
            made.files[goal.path.with_stem(goal.path.stem + number)] = encode_png(picture, dpi)
    else:
        title = wanted.deck.words(wanted.language).get("title", wanted.deck.name)
        made.files[goal.file(wanted.name)] = render_pdf([Page(page) for page in pages], title, wanted.language)
    made.notes = (_describe_pictures(len(pages), made.folder),) if len(made.files) > 1 else describe_files(made.files)
    made.data["pages"] = len(pages)
    return made
