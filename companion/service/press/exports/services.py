"""Cards for services that print them: pictures and PDF of the size that is cut, in the order they want."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.answers import written
from companion.data.files import Passage, Spool
from companion.press.exports.products import DPI, SERVICES, SOLD, Canvas, Product, orders, suiting
from companion.press.face.pieces import Heap, Piece, file_name, heaps
from companion.press.frame.frame import Frame
from companion.press.ink.press_ready import Printed, press_ready, separated
from companion.press.ink.raster import drawn_on, png_file, rasters
from companion.sentences import Sentence, say, say_count
from companion.service.press.exports.wanted import Export, Made, pictures_written
from companion.service.press.order import Goal
from companion.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

SIDES = ("fronts", "backs")  # the folders of pictures
SHORT, TINY = 0.3, 0.001  # the width of waste that may stay empty, mm; the enlargement that is not told of


def _sold(export: Export, pieces: Sequence[Piece]) -> list[tuple[Heap, Product]]:
    """Cards with the product of their size that a service sells."""
    service = SERVICES[export.kind]
    return [(heap, suiting(service, heap, export.fit, export.product)) for heap in heaps(pieces)]


def _told(export: Export, heap: Heap, product: Product, canvas: Canvas) -> Iterator[Sentence]:
    """The product that cards are sold as, and their enlargement where there is one."""
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


def to_service(export: Export, pieces: Sequence[Piece]) -> Made:
    """Fronts and backs in folders of their own, in the order of the deck, of the size a service wants."""
    made = Made(export.folder("png", "pdf"))
    groups = []
    taken: set[str] = set()
    every: list[Canvas] = []
    for heap, product in _sold(export, pieces):
        pages: list[tuple[Path, Canvas]] = []
        digits = max(2, len(str(sum(count for _, count in heap.cards))))
        begun, number = made.folder / file_name(f"{heap.component}-{product.name}"), 0
        while str(begun).casefold() in taken:  # another size of the component that is cut to the same
            begun = begun.with_name(f"{begun.name}+")
        taken.add(str(begun).casefold())
        blank = Frame("blank", heap.width, heap.height, ()) if heap.backs > 1 else None
        for piece, count in heap.cards:
            behind = piece.back or blank  # where others have backs of their own, a blank one is a picture too
            for _ in range(count):
                number += 1
                name = f"{number:0{digits}}-{file_name(piece.card)}.png"
                pages.append((begun / SIDES[0] / name, Canvas.of(piece.front, product, export.fit)))
                if behind is not None and (heap.backs > 1 or number == 1):
                    back = name if heap.backs > 1 else "back.png"
                    pages.append(
                        (begun / SIDES[1] / back, Canvas.of(behind, product, export.fit, behind=True))
                    )
        made.files |= _inked(pages, made.spool)
        every += (canvas for _, canvas in pages)
        made.lines += _told(export, heap, product, pages[0][1])
        if export.kind == "makeplayingcards" and product.name in SOLD:
            _order(made, begun, [file for file, _ in pages])
        sold = {"component": heap.component, "product": product.name, "pixels": product.pixels}
        groups.append({**sold, "cards": number, "backs": heap.backs})
    made.lines += _short(every)
    made.told = (pictures_written(sum(file.suffix == ".png" for file in made.files), made.folder),)
    made.data["products"] = groups
    return made


def _order(made: Made, folder: Path, files: Sequence[Path]) -> None:
    """An order for MPC Autofill beside its pictures."""
    sides = {side: [f"{side}/{each.name}" for each in files if each.parent.name == side] for side in SIDES}
    for number, order in enumerate(orders(*sides.values()), 1):
        made.files[folder / ("order.xml" if number == 1 else f"order-{number}.xml")] = order
    made.lines.append(
        say("MPC Autofill uploads them: start it in {folder}, beside order.xml.", folder=str(folder))
    )


def _inked(pages: Sequence[tuple[Path, Canvas]], spool: Spool) -> dict[Path, Passage]:
    """Sheets as PNG pictures; one that is there often is drawn once."""
    drawn = dict(_drawn((canvas for _, canvas in pages), spool, png_file))
    return {file: drawn[_same(canvas)] for file, canvas in pages}


def _drawn(
    sheets: Iterable[Canvas], spool: Spool, written: Callable[[Image], bytes]
) -> Iterator[tuple[tuple[int, ...], Passage]]:
    """Every different sheet once, as the bytes of a picture that reaches to its edges, by its key."""
    dots = DPI / MM_PER_INCH
    once = {_same(canvas): canvas for canvas in sheets}
    pictures = rasters(canvas.frame for canvas in once.values())
    for (key, canvas), picture in zip(once.items(), pictures, strict=True):
        yield key, spool.passage(written(drawn_on(picture, [side * dots for side in canvas.drawn])))


def _same(canvas: Canvas) -> tuple[int, ...]:
    """A key of a sheet: its face and how it is turned."""
    (use,) = canvas.frame.items
    return id(use.frame), round(use.matrix.b)  # type: ignore[union-attr]


def to_drivethrucards(export: Export, pieces: Sequence[Piece]) -> Made:
    """A PDF/X-1a for each size of cards: pages with the waste around them, each back before its front."""
    goal = Goal(export.output, "pdf")
    made = Made(goal.folder)
    by_product: dict[Product, list[Heap]] = {}
    for heap, product in _sold(export, pieces):
        by_product.setdefault(product, []).append(heap)
    title = export.deck.words(export.language).get("title", export.deck.name)
    for product, some in by_product.items():
        file = goal.file(f"{export.name}-{product.name}", made.files)
        left, top = (product.sheet[0] - product.width) / 2, (product.sheet[1] - product.height) / 2
        trim = left, top, product.sheet[0] - left, product.sheet[1] - top
        blank = Canvas.of(Frame("blank", product.width, product.height, ()), product)
        pages: list[Canvas] = []
        for heap in some:
            begun = len(pages)
            for piece, count in heap.cards:
                front = Canvas.of(piece.front, product, export.fit)
                back = Canvas.of(piece.back, product, export.fit, behind=True) if piece.back else blank
                pages += count * [back, front]
            made.lines += _told(export, heap, product, pages[begun + 1])
        drawn = dict(_drawn(pages, made.spool, separated))
        sheets = (Printed(key, drawn[key].parts(), *product.sheet, trim) for key in map(_same, pages))
        made.files[file] = press_ready(sheets, title)
        made.lines += _short([canvas for canvas in pages if canvas is not blank])
    made.lines.append(
        say(
            "The PDF is PDF/X-1a in CMYK (FOGRA39), 300 dots an inch, the back of each card before its front."
        )
    )
    made.told = written(made.files)
    made.data["products"] = [
        {"product": product.name, "cards": sum(count for heap in some for _, count in heap.cards)}
        for product, some in by_product.items()
    ]
    return made


def _short(pages: Iterable[Canvas]) -> Iterator[Sentence]:
    """Says where faces end before the edge of their sheets."""
    short = max(canvas.short for canvas in pages)
    if short > SHORT:
        yield say(
            "The faces end {short} mm before the edge of the pictures; their outermost colours are drawn on.",
            short=round(short, 1),
        )
