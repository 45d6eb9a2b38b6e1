"""Draw marks on a sheet: cut marks, the fold line, a line of small text, and marks for cutting machines.

The text names the sheet, and the printer it is corrected for. Pieces that are not rectangular get an
outline. Most cutting machines look for three marks near the corners of a sheet - a square and two
brackets - and cut along the lines of a file that has the same marks in the same places.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from companion.data.papers import Paper, Profile
from companion.errors import InputError, PaperError
from companion.press.frame import fonts, outlines
from companion.press.frame.frame import Frame, Shape, Text
from companion.press.frame.outlines import IDENTITY, Matrix, Outline, line, polygon, rect, transform_outline
from companion.press.frame.trims import find_bleed_outline, offset_outline
from companion.press.sheets.grid import MARK_GAP, MARK_LENGTH, TINY, Grid, Slot, compute_front_matrix
from companion.sentences import Sentence, say
from companion.units import to_points

MARK_WEIGHT, DASH = 0.2, (1.0, 1.0)  # width of a mark, and dashes of an outline, mm
LINE = 2.8  # height of a line of text of the largest size, mm
CLEAR, ASIDE = 0.45, 3.0  # from the ends of marks to the text at least; from the first mark to its start, mm
ASCENT = 1.75  # of the largest type, mm
LARGEST_TYPE, NOTE_TYPE, LEAST_TYPE = 6.0, 5.5, 3.0  # type sizes, points

PlacedFrames = Sequence[tuple[Frame, Slot]]


def draw_marks(grid: Grid, pieces: PlacedFrames, style: str, turn: Matrix = IDENTITY) -> list[Shape]:
    """The cut marks of a page, in the style ``corners``, ``lines`` or ``none``; `turn` turns the sheet to its back.

    Neighbours with a gutter between them have a cut each; neighbours that touch share one. Ticks are outside
    the rows and columns in use, at both ends of every cut. Lines run from tick to tick, in the gutters, just
    outside the trims. Pieces that ticks do not show how to cut are outlined.
    """
    boxes_cards = style == "lines" and not grid.shares_cuts  # between touching cards, a line would be on one of them
    boxes, outlined = [], list[Outline]()
    for frame, slot in pieces if style != "none" else ():
        if frame.trim is not None and (boxes_cards or find_bleed_outline(frame, 0.0) is not None):
            matrix = compute_front_matrix(slot, frame.width, frame.height)
            edge = transform_outline(offset_outline(frame.trim, MARK_WEIGHT / 2), matrix)
            outlined.append(transform_outline(edge, turn))
        else:  # rounded, so that the edges of touching cards are equal
            boxes.append(tuple(round(side, 6) for side in outlines.transform_bounds(slot.box, turn)))
    lines = _list_cut_lines(grid, boxes, style) if boxes and grid.marks else ()
    marks = [Shape(each, stroke="#000000", width=MARK_WEIGHT, role="cut") for each in lines]
    for edge in outlined:  # just outside the cut, as dashes on white, which show on light and dark faces
        marks.append(Shape(edge, stroke="#ffffff", width=MARK_WEIGHT, role="cut"))
        marks.append(Shape(edge, stroke="#000000", width=MARK_WEIGHT, dash=DASH, role="cut"))
    return marks


def draw_fold_line(paper: Paper) -> Shape:
    """The dashed line, from margin to margin, along which a sheet is folded before it is cut."""
    fold = line(paper.width / 2, paper.margin, paper.width / 2, paper.height - paper.margin)
    return Shape(fold, stroke="#000000", width=MARK_WEIGHT, dash=(4, 2), role="fold")


def _list_cut_lines(grid: Grid, boxes: Collection[Sequence[float]], style: str) -> Iterator[Outline]:
    """Yield ticks at both ends of every cut; for ``lines``, lines just outside the trims, or ticks if trims touch."""
    start, far = grid.bleed + MARK_GAP, grid.bleed + MARK_GAP + MARK_LENGTH
    for axis in (0, 1):
        cuts, edges = (sorted({box[i] for box in boxes for i in (side, side + 2)}) for side in (axis, 1 - axis))
        firsts = {box[axis] for box in boxes}
        for i in cuts:
            free = min(grid.gaps) >= 2 * MARK_WEIGHT or i in (cuts[0], cuts[-1])  # or a line would be inside a trim
            if style == "lines" and free:
                beside = i + (-1 if i in firsts else 1) * MARK_WEIGHT / 2
                lines = [line(beside, edges[0] - far, beside, edges[-1] + far)]
            else:
                lines = [line(i, edges[0] - far, i, edges[0] - start), line(i, edges[-1] + start, i, edges[-1] + far)]
            for each in lines:
                yield tuple((letter, point[::-1]) for letter, point in each) if axis else each


def set_slug(grid: Grid, words: str, edge: float, rows: int | None = None) -> Text | None:
    """Set the sheet's line of text where its type is largest, clear of cards and marks; ``None`` if none fits.

    Places are below the marks or left of them, if there is room up to the margin of `edge` mm, and between
    the ticks of a card; if only some `rows` of the grid are in use, also the foot of the page.
    """
    texts = (text for text in _try_places(grid, words, edge, rows) if text.size >= LEAST_TYPE)
    return max(texts, key=lambda text: (text.size, text.turn == 0), default=None)


def set_note(words: str, right: float, base: float, room: float) -> Text | None:
    """Set small text that ends at `right` and is at most `room` mm long; ``None`` if it would be too small to read."""
    text = _fit_line(words, right, base, room, 0, NOTE_TYPE)._replace(anchor="end")
    return text if text.size >= LEAST_TYPE else None


def _try_places(grid: Grid, words: str, edge: float, rows: int | None) -> Iterator[Text]:
    left, _, _, bottom = grid.trim
    paper, marks = grid.paper, grid.edge
    aside = ASIDE + (LEG if len(grid.rooms) > 1 else 0.0)  # clear of a cutting machine's marks
    free_below, free_left = paper.height - edge - bottom - marks, left - marks - edge
    below, beside = (min(1.0, (free - CLEAR) / (LINE - CLEAR)) for free in (free_below, free_left))
    if below * LARGEST_TYPE >= LEAST_TYPE:
        offset = min(CLEAR + 2, free_below - (LINE - CLEAR) * below)
        base, start = bottom + marks + offset + ASCENT * below, left + aside
        yield _fit_line(words, start, base, paper.width - edge - start, 0, below * LARGEST_TYPE)
    foot = paper.height - edge
    if rows is not None and free_below + (grid.rows - rows) * (grid.height + grid.gaps[1]) >= LINE:
        yield _fit_line(words, left + aside, foot - (LINE - CLEAR - ASCENT), paper.width - edge - left - aside, 0)
    if beside * LARGEST_TYPE >= LEAST_TYPE:
        offset = min(CLEAR + 2, free_left - (LINE - CLEAR) * beside)
        base, start = left - marks - offset - (LINE - CLEAR - ASCENT) * beside, bottom - aside
        yield _fit_line(words, base, start, start - edge, 270, beside * LARGEST_TYPE)
    if grid.marks:
        yield _fit_line(words, left + 1.5, bottom + grid.bleed + MARK_GAP + 1.0 + 1.2, grid.width - 3, 0)


def _fit_line(words: str, x: float, y: float, room: float, turn: float, largest: float = LARGEST_TYPE) -> Text:
    size = min(largest, LARGEST_TYPE * to_points(room) / max(fonts.measure_width(words, "regular", LARGEST_TYPE), 1e-9))
    return Text(words, x, y, int(size * 4) / 4, colour="#555555", turn=turn, role="margin")


REGISTER = "register"  # the role of the marks that a cutting machine looks for
SQUARE, LEG, WEIGHT = 5.0, 20.0, 0.5  # side of the square, length of the brackets' legs and their width, mm
REGISTER_GAP = 1.0  # from those marks to the nearest bleed, mm
REGISTER_ROOM = SQUARE + REGISTER_GAP  # the side of the corners that they need, mm


def draw_register_marks(paper: Paper, grid: Grid) -> tuple[Shape, ...]:
    """The marks for a cutting machine: a square and two brackets, with shorter legs along edges that cards reach."""
    edge, right, low = paper.margin, paper.width - paper.margin, paper.height - paper.margin
    beside, above = (side - grid.bleed - edge for side in grid.trim[:2])  # from the margin to the bleed
    longest = min(LEG, (right - edge) / 3, (low - edge) / 3)
    across, down = (
        longest if other >= WEIGHT + REGISTER_GAP - TINY else min(longest, free - REGISTER_GAP)
        for free, other in ((beside, above), (above, beside))
    )
    inner = right - WEIGHT
    upper = ((right, edge), (right, edge + down), (inner, edge + down), (inner, edge + WEIGHT))
    lower = ((edge, low), (edge, low - down), (edge + WEIGHT, low - down), (edge + WEIGHT, low - WEIGHT))
    outlines = (
        rect(edge, edge, SQUARE, SQUARE),
        polygon((*upper, (right - across, edge + WEIGHT), (right - across, edge))),
        polygon((*lower, (edge + across, low - WEIGHT), (edge + across, low))),
    )
    return tuple(Shape(each, "#000000", role=REGISTER) for each in outlines)


def build_cut_sheet(paper: Paper, number: int, grid: Grid, pieces: PlacedFrames) -> Frame:
    """The lines along which a machine cuts a sheet, with the same marks; not changed by printer corrections."""
    cuts = list[Shape]()
    for frame, slot in pieces:
        place = compute_front_matrix(slot, frame.width, frame.height)
        edge = transform_outline(frame.trim or rect(0, 0, frame.width, frame.height), place)
        cuts.append(Shape(edge, stroke="#ff0000", width=0.1, role="cut"))
    return Frame(str(number), paper.width, paper.height, (*draw_register_marks(paper, grid), *cuts))


PERFECT = 5.0  # the reading of every vernier if the back is exactly behind its front, mm
RULER = 100  # length of the rulers, mm
EDGE = 10.0  # from the printable edge to the line of a vernier, mm


def compute_scale_arms(paper: Paper) -> tuple[float, float]:
    """The distances from the middle of a calibration sheet to its left and right verniers, and to the others; mm."""
    arms = paper.width / 2 - paper.margin - EDGE, paper.height / 2 - paper.margin - EDGE
    if min(arms) < 75:
        raise PaperError("{paper} is too small for the calibration sheet; it needs 180 x 180 mm.", paper=paper.title)
    return arms


class Readings(NamedTuple):
    """The readings of the calibration sheet, mm; 5.0 on a vernier is perfect."""

    top: float = PERFECT  # more means the back is too far to the right
    bottom: float = PERFECT
    left: float = PERFECT  # more means the back is too low
    right: float = PERFECT
    across: float = 100.0  # the measured length of the horizontal 100 mm ruler
    down: float = 100.0


def compute_profile(readings: Readings, paper: Paper, printer: str, tray: str = "") -> Profile:
    """Turn readings into a profile: the offset and turn that fit all four verniers best."""
    a, b = compute_scale_arms(paper)
    for name, value in readings._asdict().items():
        fields: dict[str, Any] = {"name": name, "value": float(value)}
        if name in ("across", "down"):
            if not abs(value - RULER) <= 3:
                raise InputError(
                    "{name} {value}: the ruler is 100 mm long; a sheet so far off was not printed at 100%.", **fields
                )
        elif not 0 <= value <= 10:
            raise InputError("{name} {value}: a scale reads from 0 to 10, and 5 if all is well.", **fields)
    top, bottom, left, right = (value - PERFECT for value in readings[:4])
    turn = (a * (right - left) + b * (top - bottom)) / (2 * (a * a + b * b))
    offset_x, offset_y = round((top + bottom) / 2, 4), round((left + right) / 2, 4)
    corrections = {"offset_x": offset_x, "offset_y": offset_y, "rotation": round(math.degrees(turn), 5)}
    scale_x, scale_y = (round(length / RULER, 5) for length in (readings.across, readings.down))
    return Profile(printer, tray, paper.name, **corrections, scale_x=scale_x, scale_y=scale_y)


def correct_front(profile: Profile | None, paper: Paper) -> Matrix:
    """The matrix that corrects a front before printing, so that it comes out true to size."""
    if profile is None:
        return IDENTITY
    return _transform_about_middle(Matrix.scale_by(1 / profile.scale_x, 1 / profile.scale_y), paper)


def correct_back(profile: Profile | None, paper: Paper, turn: Matrix) -> Matrix:
    """The matrix that aligns a back with its front; the profile is as seen from the front, `turn` turns the sheet."""
    if profile is None:
        return IDENTITY
    scaled = Matrix.rotate(profile.rotation).then(Matrix.scale_by(profile.scale_x, profile.scale_y))
    matrix = scaled.then(Matrix.translate(profile.offset_x, profile.offset_y))
    return turn.then(_transform_about_middle(matrix.invert(), paper)).then(turn)


def compute_reach(profile: Profile | None, paper: Paper) -> tuple[float, float]:
    """The farthest that the corrections move any point of a front, and of a back, mm."""
    turn = Matrix(a=-1.0, e=paper.width)
    fronts, backs = correct_front(profile, paper), correct_back(profile, paper, turn)
    return _compute_longest_shift(fronts, paper), _compute_longest_shift(backs, paper)


def describe_profile(profile: Profile) -> Sentence:
    """The name and values of a profile, for the margin and for lists."""
    name: Sentence | str = profile.printer
    if profile.tray:
        name = say("{printer}, tray {tray}", printer=profile.printer, tray=profile.tray)
    fields = {"x": profile.offset_x, "y": profile.offset_y, "turn": profile.rotation}
    fields |= {"across": profile.scale_x * 100, "down": profile.scale_y * 100}
    return say(
        "{printer}: backs {x} mm right, {y} mm down, {turn}° clockwise; size {across} × {down}%",
        printer=name,
        **{key: round(value, 2) + 0.0 for key, value in fields.items()},  # no -0
    )


def _transform_about_middle(matrix: Matrix, paper: Paper) -> Matrix:
    x, y = paper.width / 2, paper.height / 2
    return Matrix.translate(-x, -y).then(matrix).then(Matrix.translate(x, y))


def _compute_longest_shift(matrix: Matrix, paper: Paper) -> float:
    corners = [(x, y) for x in (0.0, paper.width) for y in (0.0, paper.height)]
    return max(
        max(abs(new - still) for new, still in zip(matrix.transform_point(*xy), xy, strict=True)) for xy in corners
    )
