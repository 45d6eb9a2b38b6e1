"""Cut lines: marks of pieces that are no rectangles, and lines for machines that cut.

A machine looks for three marks near the corners of a sheet - a square and two brackets, as most of them do -
and cuts along the lines of a file that has the same marks in the same places.
"""

from collections.abc import Sequence

from companion.data.papers import Paper
from companion.press.frame.frame import Frame, Shape, polygon, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import moved
from companion.press.frame.trims import beyond, grown
from companion.press.impose.grid import Grid, Slot
from companion.press.impose.imposition import front_matrix, mirrored
from companion.press.impose.marks import MARK_WEIGHT, cut_marks

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
