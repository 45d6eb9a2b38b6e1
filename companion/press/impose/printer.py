"""Printers that print askew: readings of the calibration sheet, and the inverse of the profile they tell.

Looking through the front of a sheet, a printer puts a point p of the back - taken from the middle of the
sheet - at ``scale(turned(p)) + offset``, and a point of the front at ``scale(p)``. The inverse of the one
goes over every back, the inverse of the other over every front.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.data.papers import Paper, Profile
from companion.errors import InputError, PaperError
from companion.press.frame.outlines import IDENTITY, Matrix
from companion.sentences import Sentence, say

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


if TYPE_CHECKING:
    from companion.data.papers import Profile


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
