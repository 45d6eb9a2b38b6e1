"""Cards for services that print them: pictures and PDF of the size that is cut, in the order they want."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.answers import written
from companion.data.spool import Passage, Spool
from companion.press.exports.heap import Heap, file_name, heaps
from companion.press.exports.products import DPI, SERVICES, Canvas, Product, suiting
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Page
from companion.press.ink.pdf import pdf
from companion.press.ink.raster import drawn_on, png_file, rasters
from companion.sentences import Sentence, say, say_count
from companion.service.press.exports.wanted import Export, Made, pictures_written
from companion.service.press.order import Goal
from companion.units import MM_PER_INCH

SHORT, TINY = 0.3, 0.001  # the width of waste that may stay empty, mm; the enlargement that is not told of


def _sold(export: Export, pieces: Sequence[Piece]) -> list[tuple[Heap, Product]]:
    """Cards with the product of their size that a service sells."""
    service = SERVICES[export.kind]
    return [(heap, suiting(service, heap, export.fit)) for heap in heaps(pieces)]


def _told(export: Export, heap: Heap, product: Product, canvas: Canvas) -> Iterator[Sentence]:
    """The product that cards are sold as, and their enlargement where there is one."""
    yield say(
        "{component}: {product} of {service}, {cards}.",
        component=heap.component,
        product=product.name,
        service=SERVICES[export.kind].title,
        cards=say_count("one card", "{count} cards", sum(count for _, count in heap.cards)),
    )
    if abs(canvas.scale - 1) > TINY:
        yield say(
            "{component}: the cards become {percent} % as large as they were designed.",
            component=heap.component,
            percent=round(100 * canvas.scale, 1),
        )


def to_service(export: Export, pieces: Sequence[Piece]) -> Made:
    """Fronts and backs in folders of their own, in the order of the deck, of the size a service wants."""
    made = Made(export.folder("png", "pdf"))
    groups = []
    taken: set[str] = set()
    short = 0.0
    for heap, product in _sold(export, pieces):
        pages: list[tuple[Path, Canvas]] = []
        digits = max(2, len(str(sum(count for _, count in heap.cards))))
        begun, number = made.folder / file_name(f"{heap.component}-{product.name}"), 0
        while str(begun).casefold() in taken:  # another size of the component that is cut to the same
            begun = begun.with_name(f"{begun.name}+")
        taken.add(str(begun).casefold())
        for piece, count in heap.cards:
            for _ in range(count):
                number += 1
                name = f"{number:0{digits}}-{file_name(piece.card)}.png"
                pages.append((begun / "fronts" / name, Canvas.of(piece.front, product, export.fit)))
                if piece.back is not None and (heap.backs > 1 or number == 1):
                    back = name if heap.backs > 1 else "back.png"
                    pages.append(
                        (begun / "backs" / back, Canvas.of(piece.back, product, export.fit, behind=True))
                    )
        made.files |= _inked(pages, made.spool)
        short = max(short, *(canvas.short for _, canvas in pages))
        made.lines += _told(export, heap, product, pages[0][1])
        sold = {"component": heap.component, "product": product.name, "pixels": product.pixels}
        groups.append({**sold, "cards": number, "backs": heap.backs})
    if short > SHORT:
        told = say(
            "The faces end {short} mm before the edge of the pictures; their outermost colours are drawn on.",
            short=round(short, 1),
        )
        made.lines.append(told)
    made.told = (pictures_written(len(made.files), made.folder),)
    made.data["products"] = groups
    return made


def _inked(pages: Sequence[tuple[Path, Canvas]], spool: Spool) -> dict[Path, Passage]:
    """Sheets as PNG pictures; one that is there often is drawn once."""
    dots = DPI / MM_PER_INCH
    once = {_same(canvas): canvas for _, canvas in pages}
    pictures = rasters(canvas.frame for canvas in once.values())
    drawn = {
        key: spool.passage(png_file(drawn_on(picture, [side * dots for side in canvas.drawn])))
        for (key, canvas), picture in zip(once.items(), pictures, strict=True)
    }
    return {file: drawn[_same(canvas)] for file, canvas in pages}


def _same(canvas: Canvas) -> tuple[int, ...]:
    """A key of a sheet: its face and how it is turned."""
    (use,) = canvas.frame.items
    return id(use.frame), round(use.matrix.b)  # type: ignore[union-attr]


def to_drivethrucards(export: Export, pieces: Sequence[Piece]) -> Made:
    """A PDF for each size of cards: pages with the waste around them, each back before its front."""
    goal = Goal(export.output, "pdf")
    made = Made(goal.folder)
    by_product: dict[Product, list[Heap]] = {}
    for heap, product in _sold(export, pieces):
        by_product.setdefault(product, []).append(heap)
    for product, some in by_product.items():
        file = goal.file(f"{export.name}-{product.name}", made.files)
        pages: list[Page] = []
        short = 0.0
        for heap in some:
            canvases = []
            for piece, count in heap.cards:
                front = Canvas.of(piece.front, product, export.fit)
                back = Canvas.of(piece.back, product, export.fit, behind=True) if piece.back else None
                blank = Frame("blank", *product.sheet, ())
                pages += count * [_page(back.frame if back else blank, product), _page(front.frame, product)]
                canvases += [front, back] if back else [front]
            short = max(short, *(canvas.short for canvas in canvases))
            made.lines += _told(export, heap, product, canvases[0])
        made.files[file] = pdf(
            pages, export.deck.words(export.language).get("title", export.deck.name), export.language
        )
        if short > SHORT:
            told = say(
                "The faces end {short} mm before the edge of the pages, which stays white; draw them "
                "further beyond the cut.",
                short=round(short, 1),
            )
            made.lines.append(told)
    made.lines.append(
        say(
            "The PDF is in RGB, the back of each card before its front. DriveThruCards asks for PDF/X-1a "
            "in CMYK: convert it with a program that has their colour profile, and look the colours over."
        )
    )
    made.told = written(made.files)
    made.data["products"] = [
        {"product": product.name, "cards": sum(count for heap in some for _, count in heap.cards)}
        for product, some in by_product.items()
    ]
    return made


def _page(frame: Frame, product: Product) -> Page:
    left, top = (frame.width - product.width) / 2, (frame.height - product.height) / 2
    return Page(frame, trim=(left, top, frame.width - left, frame.height - top))
