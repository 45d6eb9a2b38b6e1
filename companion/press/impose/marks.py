"""The margin of a sheet: cut marks as ticks or lines, the line to fold at, and a line of small words.

The words name the sheet, and the printer it is corrected for. Cut lines are marks of pieces that are no
rectangles, and lines for machines that cut: a machine looks for three marks near the corners of a sheet - a
square and two brackets, as most of them do - and cuts along the lines of a file that has the same marks in
the same places.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from companion.data.papers import Paper, Profile
from companion.errors import InputError, PaperError
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Shape, Text
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix, Outline, line, moved, polygon, rect
from companion.press.frame.trims import beyond, grown
from companion.press.impose.grid import MARK_GAP, MARK_LENGTH, Grid, Slot, front_matrix, mirrored
from companion.sentences import Sentence, say
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


PERFECT = 5.0  # the reading of every vernier when the back lies right behind its front, mm
RULER = 100  # length of the rulers, mm
EDGE = 10.0  # from the printable edge to the line of a vernier, mm


def scale_arms(paper: Paper) -> tuple[float, float]:
    """From the middle of a calibration sheet to its left and right verniers, to the upper and lower; mm."""
    arms = paper.width / 2 - paper.margin - EDGE, paper.height / 2 - paper.margin - EDGE
    if min(arms) < 75:
        raise PaperError(
            "{paper} is too small for the calibration sheet; it needs 180 x 180 mm.", paper=paper.title
        )
    return arms


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of the calibration sheet, mm; 5.0 on a vernier is perfect."""

    top: float = PERFECT  # more means the back lies too far to the right
    bottom: float = PERFECT
    left: float = PERFECT  # more means the back lies too low
    right: float = PERFECT
    across: float = 100.0  # of the horizontal 100 mm ruler
    down: float = 100.0


def measured(readings: Readings, paper: Paper, printer: str, tray: str = "") -> Profile:
    """Turn readings into a profile: the offset and turn that fit all four verniers best."""
    a, b = scale_arms(paper)
    for name in ("top", "bottom", "left", "right"):
        value = getattr(readings, name)
        if not 0 <= value <= 10:
            raise InputError(
                "{name} {value}: a vernier reads from 0 to 10, and 5 when all is well.",
                name=name,
                value=float(value),
            )
    for name in ("across", "down"):
        value = getattr(readings, name)
        if not abs(value - RULER) <= 3:
            raise InputError(
                "{name} {value}: the ruler is 100 mm long; a sheet so far off was not printed at 100%.",
                name=name,
                value=float(value),
            )
    top, bottom, left, right = (
        value - PERFECT for value in (readings.top, readings.bottom, readings.left, readings.right)
    )
    turn = (a * (right - left) + b * (top - bottom)) / (2 * (a * a + b * b))
    offset_x, offset_y = round((top + bottom) / 2, 4), round((left + right) / 2, 4)
    turned = {"offset_x": offset_x, "offset_y": offset_y, "rotation": round(math.degrees(turn), 5)}
    scale_x, scale_y = (round(length / RULER, 5) for length in (readings.across, readings.down))
    return Profile(printer, tray, paper.name, **turned, scale_x=scale_x, scale_y=scale_y)


def correct_front(profile: Profile | None, paper: Paper) -> Matrix:
    """The matrix over a front before it is printed, so that it comes out true to size."""
    if profile is None:
        return IDENTITY
    return _about_middle(Matrix.scaled(1 / profile.scale_x, 1 / profile.scale_y), paper)


def correct_back(profile: Profile | None, paper: Paper, over: Matrix) -> Matrix:
    """The matrix over a back before it is printed, so that it meets its front.

    `over` turns the sheet over; the profile looks through the front, the page does not.
    """
    if profile is None:
        return IDENTITY
    printed = (
        Matrix.turned(profile.rotation)
        .then(Matrix.scaled(profile.scale_x, profile.scale_y))
        .then(Matrix.moved(profile.offset_x, profile.offset_y))
    )
    return over.then(_about_middle(printed.inverse(), paper)).then(over)


def reach(profile: Profile | None, paper: Paper) -> tuple[float, float]:
    """The greatest distance that the corrections move anything on a front, and on a back, mm."""
    if profile is None:
        return 0.0, 0.0
    over = Matrix(a=-1.0, e=paper.width)
    fronts, backs = correct_front(profile, paper), correct_back(profile, paper, over)
    return _most_moved(fronts, paper), _most_moved(backs, paper)


def profile_words(profile: Profile) -> Sentence:
    """A profile's name and values, for the margin and for lists."""
    name: Sentence | str = profile.printer
    if profile.tray:
        name = say("{printer}, tray {tray}", printer=profile.printer, tray=profile.tray)
    return say(
        "{printer}: backs {x} mm right, {y} mm down, {turn}° clockwise; size {across} × {down}%",
        printer=name,
        x=_shown(profile.offset_x),
        y=_shown(profile.offset_y),
        turn=_shown(profile.rotation),
        across=_shown(profile.scale_x * 100),
        down=_shown(profile.scale_y * 100),
    )


def _shown(value: float) -> float:
    return round(value, 2) + 0.0  # no minus before a nought


def _about_middle(matrix: Matrix, paper: Paper) -> Matrix:
    x, y = paper.width / 2, paper.height / 2
    return Matrix.moved(-x, -y).then(matrix).then(Matrix.moved(x, y))


def _most_moved(matrix: Matrix, paper: Paper) -> float:
    corners = [(x, y) for x in (0.0, paper.width) for y in (0.0, paper.height)]
    return max(
        max(abs(moved - still) for moved, still in zip(matrix.apply(*at), at, strict=True)) for at in corners
    )
