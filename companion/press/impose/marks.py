"""The margin of a sheet: cut marks as ticks or lines, the line to fold at, and a line of small words.

The words name the sheet, and the printer it is corrected for. Cut lines are marks of pieces that are no
rectangles, and lines for machines that cut: a machine looks for three marks near the corners of a sheet - a
square and two brackets, as most of them do - and cuts along the lines of a file that has the same marks in
the same places.
"""

from collections.abc import Collection, Iterator, Sequence

from companion.data.papers import Paper
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Shape, Text
from companion.press.frame.outlines import Bounds, Matrix, Outline, line, moved, polygon, rect
from companion.press.frame.trims import beyond, grown
from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid, Slot, front_matrix, mirrored
from companion.units import points

MARK_WEIGHT = 0.2  # width of a mark, mm
LINE = 2.8  # the height that a line of words of the largest size needs beyond the marks, mm
CLEAR, ASIDE = 0.45, 3.0  # from the marks' ends to a line at least, from the first mark to its start, mm
ASCENT = 1.75  # of the largest type, mm
LARGEST_TYPE, NOTE_TYPE, LEAST_TYPE = 6.0, 5.5, 3.0  # type sizes of the words, points


def cut_marks(grid: Grid, slots: Collection[Slot], style: str) -> list[Shape]:
    """The marks of a page for the slots in use; `style` is ``corners``, ``lines`` or ``none``.

    Where neighbours lie apart each has its own cut, and the gutter two; where they touch, one cut serves
    both. Ticks stand at the border of the rows and columns in use, where a ruler joins two of them. Lines run
    on between them, in the gutters, just outside the trims.
    """
    if style == "none" or not grid.marks or not slots:
        return []
    boxes = [
        (round(slot.x, 6), round(slot.y, 6), round(slot.x + grid.width, 6), round(slot.y + grid.height, 6))
        for slot in slots  # rounded, so that the edges of cards that touch are one and the same number
    ]
    lines = _cut_lines(grid, boxes, style)
    return [Shape(each, stroke="#000000", width=MARK_WEIGHT, role="cut") for each in lines]


def fold_line(paper_width: float, top: float, bottom: float) -> Shape:
    """The dashed line down the middle of a sheet that is folded before it is cut; mm."""
    middle = paper_width / 2
    return Shape(
        line(middle, top, middle, bottom), stroke="#000000", width=MARK_WEIGHT, dash=(4, 2), role="fold"
    )


def _cut_lines(grid: Grid, boxes: Collection[Bounds], style: str) -> Iterator[Outline]:
    """Ticks at both ends of every cut; or lines just outside every trim, ticks between trims that touch."""
    near, far = grid.bleed + MARK_GAP, grid.bleed + MARK_GAP + MARK_LENGTH
    for axis in (0, 1):
        cuts, ends = (
            sorted({box[at] for box in boxes for at in (side, side + 2)}) for side in (axis, 1 - axis)
        )
        firsts = {box[axis] for box in boxes}
        for at in cuts:
            free = grid.gutter >= 2 * MARK_WEIGHT or at in (
                cuts[0],
                cuts[-1],
            )  # else a line would lie in a trim
            if style == "lines" and free:
                beside = at + (-1 if at in firsts else 1) * MARK_WEIGHT / 2
                drawn = [line(beside, ends[0] - far, beside, ends[-1] + far)]
            else:
                drawn = [
                    line(at, ends[0] - far, at, ends[0] - near),
                    line(at, ends[-1] + near, at, ends[-1] + far),
                ]
            for each in drawn:
                yield tuple((letter, point[::-1]) for letter, point in each) if axis else each


def slug(grid: Grid, words: str, edge: float, rows: int | None = None) -> Text | None:
    """Set the line where it is largest and touches neither card nor mark; ``None`` where there is no room.

    It runs below the marks or left of them where the margin, `edge` mm of white, leaves room; else between
    the ticks of one card. Where only some `rows` of the grid are taken it has the foot of the page.
    """
    fitting = (text for text in _places(grid, words, edge, rows) if text.size >= LEAST_TYPE)
    return max(fitting, key=lambda text: (text.size, text.turn == 0), default=None)


def strip(grid: Grid, words: str, column: int) -> Text | None:
    """A line between the lower ticks of a column; ``None`` where it would be too small to read."""
    if not grid.marks or column >= grid.columns:
        return None
    left, _, _, bottom = grid.trim
    left += column * (grid.width + grid.gutter)
    text = _set(words, left + 1.5, bottom + grid.bleed + MARK_GAP + 1.0 + 1.2, grid.width - 3, 0)
    return text if text.size >= LEAST_TYPE else None


def note(words: str, right: float, base: float, room: float) -> Text | None:
    """A line of small words that ends at `right` and fits into `room`, mm; ``None`` if too small to read."""
    text = _set(words, right, base, room, 0, NOTE_TYPE)._replace(anchor="end")
    return text if text.size >= LEAST_TYPE else None


def _places(grid: Grid, words: str, edge: float, rows: int | None) -> Iterator[Text]:
    left, _, _, bottom = grid.trim
    paper, marks = grid.paper, grid.bleed + (MARK_GAP + MARK_LENGTH if grid.marks else 0.0)
    free_below, free_left = paper.height - edge - bottom - marks, left - marks - edge
    below, beside = (min(1.0, (free - CLEAR) / (LINE - CLEAR)) for free in (free_below, free_left))
    if below * LARGEST_TYPE >= LEAST_TYPE:
        off = min(CLEAR + 2, free_below - (LINE - CLEAR) * below)
        base, start = bottom + marks + off + ASCENT * below, left + ASIDE
        yield _set(words, start, base, paper.width - edge - start, 0, below * LARGEST_TYPE)
    foot = paper.height - edge
    if rows is not None and free_below + (grid.rows - rows) * (grid.height + grid.gutter) >= LINE:
        yield _set(words, left + ASIDE, foot - (LINE - CLEAR - ASCENT), paper.width - edge - left - ASIDE, 0)
    if beside * LARGEST_TYPE >= LEAST_TYPE:
        off = min(CLEAR + 2, free_left - (LINE - CLEAR) * beside)
        base, start = left - marks - off - (LINE - CLEAR - ASCENT) * beside, bottom - ASIDE
        yield _set(words, base, start, start - edge, 270, beside * LARGEST_TYPE)
    if grid.marks:
        between = strip(grid, words, 0)
        yield from [between] if between else []
        yield _set(words, left - grid.bleed - MARK_GAP - 0.8, bottom - 1.5, grid.height - 3, 270)


def _set(words: str, x: float, y: float, room: float, turn: float, largest: float = LARGEST_TYPE) -> Text:
    size = min(largest, LARGEST_TYPE * points(room) / max(fonts.width(words, "regular", LARGEST_TYPE), 1e-9))
    return Text(words, x, y, int(size * 4) / 4, colour="#555555", turn=turn, role="margin")


REGISTER = "register"  # the role of the marks that a machine looks for
SQUARE, LEG, WEIGHT = 5.0, 20.0, 0.5  # side of the square, length of the brackets' legs and their width, mm
REGISTER_ROOM = SQUARE + 1.0  # the room for those marks and a little white along every edge of a sheet, mm
DASH = (1.0, 1.0)

PlacedFrames = Sequence[tuple[Frame, Slot]]


def marks_round(grid: Grid, placed: PlacedFrames, style: str, over: Matrix | None = None) -> list[Shape]:
    """The marks of a page: ticks or lines along straight cuts, and the outline of other pieces.

    `style` is ``corners``, ``lines`` or ``none``; `over` turns the sheet over, for the marks of its back.
    """
    rounded = style == "lines" and not grid.shared  # between cards that touch a line would lie on one of them
    shaped = [each for each in placed if style != "none" and _outlined(each[0], rounded)]
    straight = [slot for frame, slot in placed if not _outlined(frame, rounded)]
    if over is not None:
        straight = [mirrored(grid, slot, over) for slot in straight]
    marks = cut_marks(grid, straight, style)
    for frame, slot in shaped:
        assert frame.trim is not None
        line = moved(grown(frame.trim, MARK_WEIGHT / 2), front_matrix(frame, grid, slot))
        line = line if over is None else moved(line, over)
        # Just outside the cut, and seen on light and on dark: dashes on white.
        marks.append(Shape(line, stroke="#ffffff", width=MARK_WEIGHT, role="cut"))
        marks.append(Shape(line, stroke="#000000", width=MARK_WEIGHT, dash=DASH, role="cut"))
    return marks


def _outlined(frame: Frame, rounded: bool) -> bool:
    """True where ticks say too little of a piece; of rounded corners only where that is asked for."""
    return frame.trim is not None and (rounded or beyond(frame, 0.0) is not None)


def register_marks(paper: Paper, edge: float) -> tuple[Shape, ...]:
    """The marks a machine looks for: a square at the upper left, brackets upper right and lower left.

    They stand `edge` mm from the edges of the paper.
    """
    right, low = paper.width - edge, paper.height - edge
    leg = min(LEG, (right - edge) / 3, (low - edge) / 3)
    inner = right - WEIGHT
    upper = ((right, edge), (right, edge + leg), (inner, edge + leg), (inner, edge + WEIGHT))
    lower = ((edge, low), (edge, low - leg), (edge + WEIGHT, low - leg), (edge + WEIGHT, low - WEIGHT))
    outlines = (
        rect(edge, edge, SQUARE, SQUARE),
        polygon((*upper, (right - leg, edge + WEIGHT), (right - leg, edge))),
        polygon((*lower, (edge + leg, low - WEIGHT), (edge + leg, low))),
    )
    return tuple(Shape(each, "#000000", role=REGISTER) for each in outlines)


def cut_sheet(paper: Paper, number: int, grid: Grid, placed: PlacedFrames, edge: float) -> Frame:
    """The lines that a machine cuts a sheet along, with the marks it looks for; true to size.

    The marks stand `edge` mm from the edges of the paper.
    """
    lines = (
        moved(frame.trim or rect(0, 0, frame.width, frame.height), front_matrix(frame, grid, slot))
        for frame, slot in placed
    )
    cuts = (Shape(line, stroke="#ff0000", width=0.1, role="cut") for line in lines)
    return Frame(str(number), paper.width, paper.height, (*register_marks(paper, edge), *cuts))
