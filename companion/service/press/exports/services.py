"""Exports cards for services that print them: pictures and PDFs in their sizes and order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.answers import describe_files
from companion.data.files import Passage, Spool
from companion.press.exports import DPI, SERVICES, SOLD, Canvas, Product, choose_product, format_orders
from companion.press.face.pieces import Heap, Piece, format_file_name, sort_into_heaps
from companion.press.frame.frame import Frame
from companion.press.ink.press_ready import PressPage, render_press_ready, separate_inks
from companion.press.ink.raster import encode_png, extend_edges, render_pictures
from companion.sentences import Sentence, say, say_count
from companion.service.press.exports.wanted import Export, ExportFiles, describe_pictures
from companion.service.press.order import Goal
from companion.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

SIDES = ("fronts", "backs")  # the folders of pictures
SHORT, TINY = 0.3, 0.001  # the width of waste that may stay empty, mm; the enlargement that is not told of


def _choose_products(export: Export, pieces: Sequence[Piece]) -> list[tuple[Heap, Product]]:
    """Cards of each size with the product that a service sells in it."""
    service = SERVICES[export.kind]
    return [(heap, choose_product(service, heap, export.fit, export.product)) for heap in sort_into_heaps(pieces)]


def _describe_product(export: Export, heap: Heap, product: Product, canvas: Canvas) -> Iterator[Sentence]:
    """The product that cards are printed as, and their enlargement if there is one."""
    yield say(
        "{component}: {product} of {service}, {cards}.",
        component=heap.component,
        product=product.name,
        service=SERVICES[export.kind].title,
        cards=say_count("[one card|{count} cards]", sum(count for _, count in heap.cards)),
    )
    if abs(canvas.scale - 1) > TINY:
        yield say(
            "{component}: the cards become {percent}% as large as they were designed.",
            component=heap.component,
            percent=round(100 * canvas.scale, 1),
        )


def export_for_service(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """Fronts and backs in folders of their own, in the order of the deck and the size a service wants."""
    made = ExportFiles(export.folder("png", "pdf"))
    groups = []
    taken: set[str] = set()
    every: list[Canvas] = []
    for heap, product in _choose_products(export, pieces):
        pages: list[tuple[Path, Canvas]] = []
        digits = max(2, len(str(sum(count for _, count in heap.cards))))
        begun, number = made.folder / format_file_name(f"{heap.component}-{product.name}"), 0
        while str(begun).casefold() in taken:  # another size of the component that is cut to the same
            begun = begun.with_name(f"{begun.name}+")
        taken.add(str(begun).casefold())
        blank = Frame("blank", heap.width, heap.height, ()) if heap.backs > 1 else None
        for piece, count in heap.cards:
            behind = piece.back or blank  # where others have backs of their own, a blank one is a picture too
            for _ in range(count):
                number += 1
                name = f"{number:0{digits}}-{format_file_name(piece.card)}.png"
                pages.append((begun / SIDES[0] / name, Canvas.from_face(piece.front, product, export.fit)))
                if behind is not None and (heap.backs > 1 or number == 1):
                    back = name if heap.backs > 1 else "back.png"
                    pages.append((begun / SIDES[1] / back, Canvas.from_face(behind, product, export.fit, behind=True)))
        made.files |= _render_pictures(pages, made.spool)
        every += (canvas for _, canvas in pages)
        made.lines += _describe_product(export, heap, product, pages[0][1])
        if export.kind == "makeplayingcards" and product.name in SOLD:
            _add_order(made, begun, [file for file, _ in pages])
        sold = {"component": heap.component, "product": product.name, "pixels": product.pixels}
        groups.append({**sold, "cards": number, "backs": heap.backs})
    made.lines += _describe_short_faces(every)
    made.told = (describe_pictures(sum(file.suffix == ".png" for file in made.files), made.folder),)
    made.data["products"] = groups
    return made


def _add_order(made: ExportFiles, folder: Path, files: Sequence[Path]) -> None:
    """Add an order for MPC Autofill beside its pictures."""
    sides = {side: [f"{side}/{each.name}" for each in files if each.parent.name == side] for side in SIDES}
    for number, order in enumerate(format_orders(*sides.values()), 1):
        made.files[folder / ("order.xml" if number == 1 else f"order-{number}.xml")] = order
    made.lines.append(say("MPC Autofill uploads them: start it in {folder}, beside order.xml.", folder=str(folder)))


def _render_pictures(pages: Sequence[tuple[Path, Canvas]], spool: Spool) -> dict[Path, Passage]:
    """Pages as PNG pictures by file; pages that are alike are drawn once."""
    drawn = dict(_render_sheets((canvas for _, canvas in pages), spool, encode_png))
    return {file: drawn[_build_sheet_key(canvas)] for file, canvas in pages}


def _render_sheets(
    sheets: Iterable[Canvas], spool: Spool, written: Callable[[Image], bytes]
) -> Iterator[tuple[tuple[int, ...], Passage]]:
    """Every different sheet once, by its key, as the bytes of a picture that reaches its edges."""
    dots = DPI / MM_PER_INCH
    once = {_build_sheet_key(canvas): canvas for canvas in sheets}
    pictures = render_pictures(canvas.frame for canvas in once.values())
    for (key, canvas), picture in zip(once.items(), pictures, strict=True):
        yield key, spool.write_passage(written(extend_edges(picture, [side * dots for side in canvas.drawn])))


def _build_sheet_key(canvas: Canvas) -> tuple[int, ...]:
    """A key of a sheet: its face and how it is turned."""
    (use,) = canvas.frame.items
    return id(use.frame), round(use.matrix.b)  # type: ignore[union-attr]


def export_drivethrucards(export: Export, pieces: Sequence[Piece]) -> ExportFiles:
    """A PDF/X-1a for each size of cards: pages with the waste around them, each back before its front."""
    goal = Goal(export.output, "pdf")
    made = ExportFiles(goal.folder)
    by_product: dict[Product, list[Heap]] = {}
    for heap, product in _choose_products(export, pieces):
        by_product.setdefault(product, []).append(heap)
    title = export.deck.words(export.language).get("title", export.deck.name)
    for product, some in by_product.items():
        file = goal.file(f"{export.name}-{product.name}", made.files)
        left, top = (product.sheet[0] - product.width) / 2, (product.sheet[1] - product.height) / 2
        trim = left, top, product.sheet[0] - left, product.sheet[1] - top
        blank = Canvas.from_face(Frame("blank", product.width, product.height, ()), product)
        pages: list[Canvas] = []
        for heap in some:
            begun = len(pages)
            for piece, count in heap.cards:
                front = Canvas.from_face(piece.front, product, export.fit)
                back = Canvas.from_face(piece.back, product, export.fit, behind=True) if piece.back else blank
                pages += count * [back, front]
            made.lines += _describe_product(export, heap, product, pages[begun + 1])
        drawn = dict(_render_sheets(pages, made.spool, separate_inks))
        sheets = (PressPage(key, drawn[key].parts(), *product.sheet, trim) for key in map(_build_sheet_key, pages))
        made.files[file] = render_press_ready(sheets, title)
        made.lines += _describe_short_faces([canvas for canvas in pages if canvas is not blank])
    made.lines.append(
        say("The PDF is PDF/X-1a in CMYK (FOGRA39), 300 dots an inch, the back of each card before its front.")
    )
    made.told = describe_files(made.files)
    made.data["products"] = [
        {"product": product.name, "cards": sum(count for heap in some for _, count in heap.cards)}
        for product, some in by_product.items()
    ]
    return made


def _describe_short_faces(pages: Iterable[Canvas]) -> Iterator[Sentence]:
    """Where faces end before the edge of their sheets, and by how many mm."""
    short = max(canvas.uncovered_width for canvas in pages)
    if short > SHORT:
        yield say(
            "The faces end {short} mm before the edge of the pictures; their outermost colours are drawn on.",
            short=round(short, 1),
        )
