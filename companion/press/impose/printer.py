"""Printers that print askew: the inverse of their profiles.

Looking through the front of a sheet, a printer puts a point p of the back - taken from the middle of the
sheet - at ``scale(turned(p)) + offset``, and a point of the front at ``scale(p)``. The inverse of the one
goes over every back, the inverse of the other over every front.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.data.papers import Paper
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.sentences import Sentence, say

if TYPE_CHECKING:
    from companion.data.printers import Profile


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
        "{printer}: backs {x} mm right, {y} mm down, {turn}° clockwise; size {across} × {down} %",
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
