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
from companion.data.decks.headings import select_language
from companion.data.files import Passage, Spool, write_files
from companion.data.outputs import TEXT_MARK, ZIP_MARK, is_replaceable, list_inputs
from companion.data.papers import parse_paper
from companion.errors import InputError
from companion.press import exports
from companion.press.card_names import pick
from companion.press.exports import Canvas, Product
from companion.press.face.pieces import Heap, Piece, format_file_name, select_components, sort_into_heaps
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import render_pdf
from companion.press.ink.press_ready import render_press_ready, separate_inks
from companion.press.ink.raster import DPI, build_cut_page, check_pixels, encode_png, render_pictures
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
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
    folder: Path
    files: dict[Path, bytes | Spool | Passage] = field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()  # says what was written, and where
    lines: list[Sentence] = field(default_factory=list)  # further lines
    data: dict[str, Any] = field(default_factory=dict)  # further values for programs
    spool: Spool = field(default_factory=Spool)  # holds pictures until they are written


def export(order: Export, overwrite: bool = False) -> Answer:
    """Write the files of an export: all or none."""
    deck, only = order.deck, order.only
    nets = [component.name for component in select_components(deck, only) if only and component.net]
    if nets:
        raise InputError(
            "{names} is folded from a net, which has no faces; print it instead.", names=join_with_commas(nets)
        )
    examination = Examination()
    picks = pick(deck, only, order.cards) if order.cards else ()
    pieces = list(examination.examine(lay_out(deck, order.language, only, picks, examination.errors)))
    result = review(examination.list_faults(deck, order.language, only), (deck,), order.force, order.strict)
    if result.faults:
        return result.build_negative_answer("force")
    if not pieces:
        raise InputError("{deck} has no card that could be written.", deck=deck.name)
    bundle: ExportFiles = globals()[EXPORTS[order.kind]](order, pieces)
    write_files(bundle.files, overwrite=overwrite, folders=order.output not in bundle.files)
    if bundle.folder.name == order.name:  # a folder of this export: delete files of cards it no longer has
        siblings = {each for file in bundle.files for each in file.parent.glob(f"*{file.suffix}")}
        for each in siblings - bundle.files.keys() - list_inputs():
            if each.is_file() and is_replaceable(each):
                each.unlink()
    names = [file.relative_to(bundle.folder) for file in bundle.files]
    return Answer(
        {"folder": bundle.folder, "files": names, **bundle.data, "remarks": result.remarks},
        (*bundle.notes, *result.notes, *bundle.lines),
        files=tuple(bundle.files),
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
                has_own_face = frame.name.startswith(f"{piece.deck}/")
                name = format_file_name(piece.card + suffix if has_own_face else frame.name)
                name_used = f"{format_file_name(piece.component)}/{name}"
                while name_used.casefold() in names:  # they may differ only in what file names cannot have
                    name_used += "+"
                names.add(name_used.casefold())
                yield name_used, frame


def export_pictures(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export every distinct face once, cut out or with its bleed."""
    kind, dpi = order.kind, order.dpi or DPI
    goal = Goal(order.output, kind)
    if not goal.is_file:
        goal = Goal(order.output / order.name, kind)
    result = ExportFiles(goal.folder)
    faces = list(_list_different_faces(pieces))
    if kind == "svg":
        contents = (render_svg(face, bleed=order.bleed).encode("utf-8") for _, face in faces)
    else:
        pictures = render_pictures((build_cut_page(face, order.bleed) for _, face in faces), dpi)
        contents = (encode_png(each, dpi) for each in pictures)
    for (name, _), content in zip(faces, contents, strict=True):
        result.files[goal.file(name, result.files)] = result.spool.write_passage(content)
    result.notes = describe_files(result.files) if goal.is_file else (_describe_pictures(len(faces), result.folder),)
    return result


def export_spread(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export the distinct fronts in one picture: a PNG, or an SVG or PDF if `output` is such a file."""
    kind = order.output.suffix.lower().removeprefix(".")
    if kind in ("svg", "pdf") and order.kind == "showcase":
        raise InputError("A showcase is a PNG picture; '{file}' is not one.", file=str(order.output))
    goal = Goal(order.output, kind if kind in ("svg", "pdf") else "png")
    result, dpi = ExportFiles(goal.folder), order.dpi or DPI
    faces = [*{id(piece.front): piece.front for piece in pieces}.values()]
    if order.kind == "showcase":
        cards = [*render_pictures((build_cut_page(face) for face in faces), dpi)]
        check_pixels(order.kind, sum(card.width for card in cards), 2 * max(card.height for card in cards))
        content = encode_png(exports.render_showcase(cards, **order.look), dpi)
    else:
        sheet = (exports.lay_out_sheet if order.kind == "sheet" else exports.lay_out_hand)(faces, **order.look)
        if goal.ending == "svg":
            content = render_svg(sheet).encode()
        elif goal.ending == "pdf":
            content = render_pdf([Page(sheet)], order.deck.name, order.language)
        else:
            content = encode_png(next(render_pictures([sheet], dpi)), dpi)
    result.files[goal.file(order.name)] = content
    result.notes, result.data["cards"] = describe_files(result.files), len(faces)
    return result


SIDES = ("fronts", "backs")  # folders of pictures
SHORT, TINY = 0.3, 0.001  # a strip left empty, mm, and an enlargement, that are too small for a note


def _choose_products(order: Export, pieces: Sequence[Piece]) -> list[tuple[Heap, Product]]:
    """Sort cards into heaps, and choose the product of a service for each."""
    service, options = exports.SERVICES[order.kind], (order.fit, order.product)
    return [(heap, exports.choose_product(service, heap, *options)) for heap in sort_into_heaps(pieces)]


def _describe_product(order: Export, heap: Heap, product: Product, canvas: Canvas) -> Iterator[Sentence]:
    """Yield notes on the product that cards are printed as, and on their scale if it is not 1."""
    yield say(
        "{component}: {product} of {service}, {cards}.",
        component=heap.component,
        product=product.name,
        service=exports.SERVICES[order.kind].title,
        cards=say_count("[one card|{count} cards]", sum(count for _, count in heap.cards)),
    )
    if abs(canvas.scale - 1) > TINY:
        yield say(
            "{component}: the cards are printed at {percent}% of their designed size.",
            component=heap.component,
            percent=round(100 * canvas.scale, 1),
        )


def export_for_service(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export fronts and backs to separate folders, in the order of the deck and the sizes of a service."""
    result = ExportFiles(order.folder("png", "pdf"))
    groups, names, canvases = [], set[str](), list[Canvas]()
    for heap, product in _choose_products(order, pieces):
        pages: list[tuple[Path, Canvas]] = []
        digits = max(2, len(str(sum(count for _, count in heap.cards))))
        folder = result.folder / format_file_name(f"{heap.component}-{product.name}")
        number = 0
        while str(folder).casefold() in names:  # two sizes of a component that are cut to the same product
            folder = folder.with_name(f"{folder.name}+")
        names.add(str(folder).casefold())
        blank = Frame("blank", heap.width, heap.height, ()) if heap.backs > 1 else None
        for piece, count in heap.cards:
            rear = piece.back or blank  # if cards have several backs, a blank back is a picture too
            for _ in range(count):
                number += 1
                name = f"{number:0{digits}}-{format_file_name(piece.card)}.png"
                pages.append((folder / SIDES[0] / name, Canvas.from_face(piece.front, product, order.fit)))
                if rear is not None and (heap.backs > 1 or number == 1):
                    back = name if heap.backs > 1 else "back.png"
                    pages.append((folder / SIDES[1] / back, Canvas.from_face(rear, product, order.fit, is_back=True)))
        sheets = dict(_render_sheets((canvas for _, canvas in pages), result.spool, encode_png))
        result.files |= {file: sheets[_build_sheet_key(canvas)] for file, canvas in pages}
        canvases += (canvas for _, canvas in pages)
        result.lines += _describe_product(order, heap, product, pages[0][1])
        if order.kind == "makeplayingcards" and product.name in exports.AUTOFILL_PRODUCTS:
            _add_order(result, folder, [file for file, _ in pages])
        fields = {"component": heap.component, "product": product.name, "pixels": product.pixels}
        groups.append({**fields, "cards": number, "backs": heap.backs})
    result.lines += _describe_short_faces(canvases)
    result.notes = (_describe_pictures(sum(file.suffix == ".png" for file in result.files), result.folder),)
    result.data["products"] = groups
    return result


def _add_order(result: ExportFiles, folder: Path, files: Sequence[Path]) -> None:
    """Add an order for MPC Autofill beside its pictures."""
    sides = {side: [f"{side}/{each.name}" for each in files if each.parent.name == side] for side in SIDES}
    for number, order in enumerate(exports.format_orders(*sides.values()), 1):
        result.files[folder / ("order.xml" if number == 1 else f"order-{number}.xml")] = order
    result.lines.append(say("MPC Autofill uploads them: start it in {folder}, beside order.xml.", folder=str(folder)))


def _render_sheets(
    sheets: Iterable[Canvas], spool: Spool, write: Callable[["Image"], bytes]
) -> Iterator[tuple[tuple[int, ...], Passage]]:
    """Yield every distinct sheet by its key, as the bytes of a picture."""
    by_key = {_build_sheet_key(canvas): canvas for canvas in sheets}
    pictures = render_pictures(canvas.frame for canvas in by_key.values())
    for key, picture in zip(by_key, pictures, strict=True):
        yield key, spool.write_passage(write(picture))


def _build_sheet_key(canvas: Canvas) -> tuple[int, ...]:
    """The key of a sheet: its face, and how it is turned."""
    use = canvas.frame.items[-1]
    return id(use.frame), round(use.matrix.b)  # type: ignore[union-attr]


def export_drivethrucards(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export a PDF/X-1a for each size of cards; pages include what is cut off, each back before its front."""
    goal = Goal(order.output, "pdf")
    result = ExportFiles(goal.folder)
    by_product: dict[Product, list[Heap]] = {}
    for heap, product in _choose_products(order, pieces):
        by_product.setdefault(product, []).append(heap)
    title = order.deck.words(order.language).get("title", order.deck.name)
    for product, heaps in by_product.items():
        file = goal.file(f"{order.name}-{product.name}", result.files)
        left, top = (product.sheet[0] - product.width) / 2, (product.sheet[1] - product.height) / 2
        trim = left, top, product.sheet[0] - left, product.sheet[1] - top
        blank = Canvas.from_face(Frame("blank", product.width, product.height, ()), product)
        pages: list[Canvas] = []
        for heap in heaps:
            first_page = len(pages)
            for piece, count in heap.cards:
                front = Canvas.from_face(piece.front, product, order.fit)
                back = Canvas.from_face(piece.back, product, order.fit, is_back=True) if piece.back else blank
                pages += count * [back, front]
            result.lines += _describe_product(order, heap, product, pages[first_page + 1])
        rendered = dict(_render_sheets(pages, result.spool, separate_inks))
        sheets = ((key, rendered[key].parts()) for key in map(_build_sheet_key, pages))
        result.files[file] = render_press_ready(sheets, product.sheet, trim, title)
        result.lines += _describe_short_faces([canvas for canvas in pages if canvas is not blank])
    result.lines.append(
        say("The PDF is PDF/X-1a in CMYK (FOGRA39), 300 dots an inch, the back of each card before its front.")
    )
    result.notes = describe_files(result.files)
    result.data["products"] = [
        {"product": product.name, "cards": sum(count for heap in heaps for _, count in heap.cards)}
        for product, heaps in by_product.items()
    ]
    return result


def _describe_short_faces(pages: Iterable[Canvas]) -> Iterator[Sentence]:
    """Yield a note if faces end before the edges of their pictures, with the widest gap, mm."""
    gap = max(canvas.uncovered_width for canvas in pages)
    if gap > SHORT:
        yield say(
            "The faces end {short} mm before the edge of the pictures; their outermost colours are drawn on.",
            short=round(gap, 1),
        )


COARSE, MARGIN = 150, 8.0  # the default resolution of a contact sheet, and its least margin, mm
THUMBNAIL = 256  # width and height, in pixels, of the picture of a saved object in Tabletop Simulator


def export_tabletop(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export atlases of cards for Tabletop Simulator, and the saved object that lays out the decks."""
    result = ExportFiles(order.folder("png", "json", "pdf"))
    address = _parse_address(order.address, result.folder)
    box = list(exports.build_atlases(sort_into_heaps(pieces)))
    _add_sheets(result, box)
    json_file = result.folder / f"{format_file_name(order.deck.name)}.json"
    result.files[json_file] = exports.format_saved_object(box, address, _list_titles(order)).encode()
    result.files[json_file.with_suffix(".png")] = _render_thumbnail(pieces[0].front)
    copied = say(
        "Copy {file} and {picture} into Documents/My Games/Tabletop Simulator/Saves/Saved Objects; "
        "in the game it is under Objects > Saved Objects.",
        file=json_file.name,
        picture=json_file.with_suffix(".png").name,
    )
    online = say(
        "Others at the table see the cards only when the pictures lie on the web: put them there, "
        "and export again with their address."
    )
    result.lines += [copied, online] if order.address is None else [copied]
    return result


def export_screentop(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export atlases of cards for Screentop, and a table of their columns and rows, which users enter there."""
    result = ExportFiles(order.folder("png", "csv", "pdf"))
    box = list(exports.build_atlases(sort_into_heaps(pieces), hides_faces=False))
    _add_sheets(result, box)
    titles, table = _list_titles(order), io.StringIO(newline="")
    table.write(f"{TEXT_MARK}what lies where on the sheets\n")
    rows = csv.writer(table)
    rows.writerow(("sheet", "column", "row", "name", "copies", "back"))
    for atlas in box:
        for place, (piece, count) in enumerate(atlas.cards):
            row, column = divmod(place, atlas.columns)
            position = f"{atlas.name}.png", column + 1, row + 1
            rows.writerow((*position, titles.get(piece.key, piece.card), count, f"{atlas.back_name}.png"))
        grid = {"columns": atlas.columns, "rows": atlas.rows}
        result.lines.append(say("{file}: columns: {columns}; rows: {rows}.", file=f"{atlas.name}.png", **grid))
    result.files[result.folder / "cards.csv"] = table.getvalue().encode()
    result.lines.append(say("Upload the pictures at screentop.gg, and say there how many columns and rows each has."))
    return result


def _add_sheets(result: ExportFiles, box: Sequence[exports.Atlas]) -> None:
    """Add the pictures of atlases, each once: some share a back."""
    pictures = {atlas.back_name: atlas.back for atlas in box} | {atlas.name: atlas.front for atlas in box}
    for name, picture in zip(pictures, render_pictures(pictures.values()), strict=True):
        result.files[result.folder / f"{name}.png"] = result.spool.write_passage(encode_png(picture))
    result.notes = (_describe_pictures(len(pictures), result.folder),)
    result.data["sheets"] = [
        {"file": f"{atlas.name}.png", "columns": atlas.columns, "rows": atlas.rows, "cards": len(atlas.cards)}
        for atlas in box
    ]


def _render_thumbnail(face: Frame) -> bytes:
    """Render a face as a PNG in a small transparent square."""
    from PIL import Image

    side = max(face.width, face.height)
    (picture,) = render_pictures([build_cut_page(face)], THUMBNAIL / side * MM_PER_INCH)
    image = Image.new("RGBA", (THUMBNAIL, THUMBNAIL))
    image.paste(picture, ((THUMBNAIL - picture.width) // 2, (THUMBNAIL - picture.height) // 2))
    return encode_png(image)


def export_playingcards(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export a table for PlayingCards.io, with a pile for each deck, as a file that its rooms import."""
    goal = Goal(order.output, "pcio")
    result = ExportFiles(goal.folder)
    box = sort_into_heaps(pieces)
    faces = exports.name_pictures(box)
    dpi, archive = order.dpi or COARSE, io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        pictures = render_pictures((build_cut_page(face) for _, face in faces.values()), dpi)
        table = exports.format_widgets(box, _list_titles(order), {key: name for key, (name, _) in faces.items()})
        names = (f"{exports.PCIO_FOLDER}/{name}" for name, _ in faces.values())
        parts = ((name, encode_png(each, dpi)) for name, each in zip(names, pictures, strict=True))
        for name, content in itertools.chain([("widgets.json", table)], parts):
            entry = zipfile.ZipInfo(name)  # without a time, so that equal tables give equal files
            entry.extra = ZIP_MARK
            file.writestr(entry, content)
    target = goal.file(order.name)
    result.files[target] = archive.getvalue()
    result.notes = describe_files(result.files)
    result.lines.append(say("In a room of playingcards.io, import {file} in the room's options.", file=target.name))
    result.data["decks"] = [{"component": heap.component, "cards": sum(n for _, n in heap.cards)} for heap in box]
    return result


def _list_titles(order: Export) -> dict[str, str]:
    """The titles of cards, from their field ``title`` or ``name``, by key of their pieces."""
    titles = {}
    for component in order.deck.components:
        for card in component.cards:
            fields = {**card.fields, **select_language(card.fields, order.language)}
            if title := fields.get("title") or fields.get("name"):
                titles[f"{component.name}/{card.id}"] = title
    return titles


def _parse_address(text: str | None, folder: Path) -> str:
    """The URL of the pictures' folder, ending in a slash."""
    if text is None:
        return f"{folder.resolve().as_uri()}/"
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https", "file") and (parts.netloc or parts.scheme == "file")
    except ValueError:
        is_address = False
    if not is_address or not text.isprintable() or " " in text or parts.query or parts.fragment:
        raise InputError("'{given}' is not the address of a folder on the web, such as https://…/cards/.", given=text)
    return f"{text.rstrip('/')}/"


def export_contact_sheet(order: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Export small pictures of all cards on a few pages: a PDF, or numbered PNG pictures if `output` is a PNG."""
    ending = "png" if order.output.suffix.lower() == ".png" else "pdf"
    goal = Goal(order.output, ending)
    result = ExportFiles(goal.folder)
    sheet = parse_paper(order.paper)
    words = get_edition_language(order.language)
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
    pages = exports.lay_out_contact_pages(faces, sheet.width, sheet.height, max(sheet.margin, MARGIN))
    if ending == "png":
        dpi = order.dpi or COARSE
        for page, picture in zip(pages, render_pictures(pages, dpi), strict=True):
            number = "" if len(pages) == 1 else f"-{page.name.rpartition('/')[2]}"
            result.files[goal.path.with_stem(goal.path.stem + number)] = encode_png(picture, dpi)
    else:
        title = order.deck.words(order.language).get("title", order.deck.name)
        result.files[goal.file(order.name)] = render_pdf([Page(page) for page in pages], title, order.language)
    result.notes = (
        (_describe_pictures(len(pages), result.folder),) if len(result.files) > 1 else describe_files(result.files)
    )
    result.data["pages"] = len(pages)
    return result
