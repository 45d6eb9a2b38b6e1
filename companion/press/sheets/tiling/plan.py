"""The plan of a board in tiles: the board in small with every tile's name, and how it is put together."""

from collections.abc import Iterator

from companion.data.papers import Paper
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use, circle, line, polygon, rect
from companion.press.frame.matrix import Matrix
from companion.press.sheets.column import Column
from companion.press.sheets.tiling.cuts import Cuts
from companion.sentences import Language, Sentence, say, say_count

COLUMN = 160.0  # the width of the steps before they are scaled to the paper, mm
LOW, BESIDE = 0.55, 0.4  # the part of the page that the steps take at most: of its height, of its width
GAP = 5.0  # between the board and the steps, mm
SHEET, EDGE = "#dfe5ec", 0.3  # of the small sheets in the pictures of the steps: their colour; their line, mm


def plan(frame: Frame, cuts: Cuts, paper: Paper, flap: float, title: str, language: Language) -> Page:
    """The page before the tiles of a board, of which each has a flap under the next one, mm."""
    edge = paper.margin + 8
    wide, high = paper.width - 2 * edge, paper.height - 2 * edge - 4
    column = Column("plan", COLUMN)
    for number, (head, body, picture) in enumerate(_steps(frame, cuts, flap), 1):
        column.numbered(number, head.said(language), body.said(language), picture, 3)
    if cuts.touched:
        near = say_count(
            "No straight cuts on this paper spare all words: {count} [line lies|lines lie] within 3 mm "
            "of a cut.",
            cuts.touched,
        )
        column.words(near.said(language), 10, colour=SOFT, x=13)
    heading = Column("plan", COLUMN)
    heading.words(title, 22, "bold", gap=3)
    beside = paper.width > paper.height  # the board stands above its steps, or at the right of them
    share = (BESIDE, 1.0) if beside else (1.0, LOW)
    scale = min(wide * share[0] / COLUMN, high * share[1] / (column.y + heading.y))
    if not beside:  # as wide as the board becomes above it, so that title, board and steps are in line
        shape = frame.width / frame.height
        scale = min(scale, (high - GAP) * shape / (COLUMN + (heading.y + column.y) * shape))
    down, across, deep = heading.y * scale, COLUMN * scale + GAP, column.y * scale + GAP
    room = (wide - across, high - down) if beside else (wide, high - down - deep)
    factor = min(room[0] / frame.width, room[1] / frame.height)
    width, height = frame.width * factor, frame.height * factor
    begin = edge if beside else (paper.width - width) / 2
    left, top = begin + (across if beside else 0.0), edge + down
    onto = Matrix.scaled(factor).then(Matrix.moved(left, top))
    below = top if beside else top + height + GAP
    items: list[Item] = [
        Use(heading.frame(), Matrix.scaled(scale).then(Matrix.moved(begin, edge))),
        Use(frame, onto, rect(left, top, width, height)),
        *_names(cuts, onto),
        Use(column.frame(), Matrix.scaled(scale).then(Matrix.moved(begin, below))),
    ]
    label = say("{title}, plan of assembly", title=title).said(language)
    page = Frame(label, paper.width, paper.height, tuple(items))
    return Page(page, label, title, free=(paper.width - edge, paper.height - paper.margin - 2, wide))


def _names(cuts: Cuts, onto: Matrix) -> Iterator[Item]:
    """The cuts over the small board, and the name of each tile on a plate."""
    for name, (x1, y1, x2, y2) in zip(cuts.names, cuts.tiles, strict=True):
        (a, b), (c, d) = onto.apply(x1, y1), onto.apply(x2, y2)
        wide = 4 + 4.9 * len(name)  # two characters, or more in a board of very many tiles
        small = min(1.0, (c - a) / (wide + 2), (d - b) / 13)
        pen = max(small, 0.3)
        yield Shape(rect(a, b, c - a, d - b), None, "#ffffff", 1.1 * pen, role="plan")
        yield Shape(rect(a, b, c - a, d - b), None, VERMILION, 0.5 * pen, role="plan")
        middle, height = (a + c) / 2, (b + d) / 2
        plate = rect(middle - wide * small / 2, height - 4.5 * small, wide * small, 9 * small, small)
        yield Shape(plate, "#ffffff", VERMILION, 0.4 * pen, role="plan")
        y = height + 2.2 * small
        yield Text(name, middle, y, 17 * small, "bold", VERMILION, "middle", role="margin")


def _steps(frame: Frame, cuts: Cuts, flap: float) -> Iterator[tuple[Sentence, Sentence, Frame | None]]:
    size = {"width": frame.width, "height": frame.height}
    printed = "The board is {width} × {height} mm; print {count} sheet[|s] at 100%."
    yield say("Print at 100%"), say_count(printed, len(cuts.tiles), **size), None
    yield (
        say("Trim left and top"),
        say("Of every sheet trim the left and the top edge at the ticks, where it has a neighbour there."),
        _picture(_trimmed()),
    )
    told = (
        "Begin with {first}. Lay each next tile with its trimmed edge on the ticks of the one before, over "
        "its flap of {flap} mm; row after row. Let the picture guide you, then glue."
    )
    right = next((name for name, at in zip(cuts.names, cuts.tiles, strict=True) if at[0] > 0), None)
    laid = right and _picture(_laid(cuts.names[0], right))
    yield say("Lay tile on tile"), say(told, first=cuts.names[0], flap=flap), laid or None
    last = say("Trim the outer edges last, all at once, at the outer ticks.")
    yield say("Trim the outside"), last, _picture(_outside())


def _picture(items: Iterator[Item]) -> Frame:
    return Frame("plan/step", 34, 19, tuple(items), bleed=3)


def _sheet(x: float, y: float, width: float, height: float, fill: str = SHEET) -> Shape:
    return Shape(rect(x, y, width, height), fill, INDIGO, EDGE)


def _cut(x1: float, y1: float, x2: float, y2: float) -> Shape:
    return Shape(line(x1, y1, x2, y2), None, VERMILION, 0.6, (1.4, 0.9))


def _trimmed() -> Iterator[Item]:
    """A sheet with its two cuts, and scissors at one of them."""
    yield _sheet(5, 2, 27, 16, "#ffffff")
    yield Shape(rect(9, 6, 23, 12), SHEET)
    yield _cut(9, 2, 9, 18)
    yield _cut(5, 6, 32, 6)
    for x, y in ((1.6, 4.1), (1.6, 7.9)):
        yield Shape(circle(x, y, 1.1), None, INK, 0.45)
    yield Shape(line(2.5, 4.8, 7.8, 7.4), None, INK, 0.55)
    yield Shape(line(2.5, 7.2, 7.8, 4.6), None, INK, 0.55)


def _laid(first: str, right: str) -> Iterator[Item]:
    """The first tile with its flap, and the one at its right that comes over it."""
    yield _sheet(0, 4, 17, 14)
    yield Shape(rect(13.4, 4, 3.6, 14), "#ffffff", INDIGO, EDGE, (0.8, 0.6))
    yield _sheet(18.6, 2.4, 15, 14)
    yield Text(first, 6.7, 13, 11, "bold", INDIGO, "middle", role="cover")
    yield Text(right, 26.1, 11.4, 11, "bold", INDIGO, "middle", role="cover")
    yield Shape(line(24, 14, 17, 14), None, VERMILION, 0.7)
    yield Shape(polygon(((14.6, 14), (17.6, 12.4), (17.6, 15.6))), VERMILION)


def _outside() -> Iterator[Item]:
    """The board of four tiles, with a cut all round it."""
    yield _sheet(2, 1, 30, 17, "#ffffff")
    yield Shape(rect(5, 4, 24, 11), SHEET)
    yield Shape(line(17, 4, 17, 15), None, INDIGO, EDGE)
    yield Shape(line(5, 9.5, 29, 9.5), None, INDIGO, EDGE)
    yield Shape(rect(5, 4, 24, 11), None, VERMILION, 0.6, (1.4, 0.9))
