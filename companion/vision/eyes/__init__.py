"""Eyes: the few questions that are asked about pixels. Whoever answers them keeps the pixels to himself.

Questions come in batches, and answers are plain numbers: between a reader and its eyes may lie the border
between two languages.
"""

import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from companion.paths import assets
from companion.vision.matrices import Matrix, Point, Quad

Photo = Any  # upright and in colour, as these eyes are given it: decoded here, or known there by its number
Picture = Any  # in grey; only the eyes that made it know what it is

FIGURES = tomllib.loads((assets() / "vision" / "figures.toml").read_text("utf-8"))
CELL: int = FIGURES["cell"]


class Patch(NamedTuple):
    """A square part of a picture as it is seen from straight above."""

    plane: Matrix  # from its pixels, counted from the middle of the first, to those of the picture
    size: int  # pixels a side


class Spot(NamedTuple):
    """A place for a seal."""

    patch: Patch
    turn: int  # of its card on the lattice, quarters: which of the learned books holds


class Found(NamedTuple):
    """The fit of a spot with a code: the one that was expected, or the one that fits best."""

    code: int  # its number in the book
    ring: float  # correlation with the whole seal, -1 to 1
    own: float  # correlation of the code's sixteen cells, -1 to 1
    ahead: float  # more than with the next code by so much; negative when another fits better


class Surface(NamedTuple):
    """A patch beside the small picture that it ought to look like, cell by cell."""

    like: float  # of the whole, 0 to 1: what of it is hidden says nothing
    cells: Sequence[Sequence[Sequence[float]]]
    """By row and column of the picture: the likeness there, -1 to 1, then red, green and blue of 255."""


class Eyes(Protocol):
    """The answers about pixels, of one code book and of a few small pictures that may be looked for."""

    def size(self, photo: Photo) -> tuple[int, int]:
        """The width and height of a photo, pixels."""

    def grey(self, photo: Photo, mirrored: bool = False) -> Picture:
        """A photo in grey, as it is or as a mirror shows it."""

    def forget(self, picture: Picture) -> None:
        """Let go of a picture in grey; it is asked about no more."""

    def seals(self, grey: Picture, longer: int) -> list[tuple[int, Quad]]:
        """The seals found in a picture brought to so many pixels of its longer side.

        Each with its number in the code book and its corners, clockwise from the upper left of the upright
        seal, in the picture's own pixels; some twice.
        """

    def plane(self, points: Sequence[Point], seen: Sequence[Point], off: float | None) -> Matrix | None:
        """The homography on which most points agree that are seen there; ``None`` where there is none.

        Each may be off by so many pixels; all of them count where no such number is given.
        """

    def cells(self, grey: Picture, patches: Sequence[Patch]) -> list[list[float]]:
        """The mean grey within each of the 6 x 6 cells of patches that show a seal with its border."""

    def learn(self, grey: Picture, books: Sequence[Sequence[Sequence[float]]]) -> None:
        """Take these for the codes of a picture, as its blur leaves them.

        By turn, then by code its sixteen cells, with mean 0 and spread 1.
        """

    def fits(self, grey: Picture, spots: Sequence[tuple[Spot, int]]) -> list[Found]:
        """The fit of each spot with the code of this number."""

    def sought(self, grey: Picture, spots: Sequence[Spot]) -> list[Found | None]:
        """The code that fits each spot best; ``None`` where nothing looks like a seal."""

    def surfaces(self, grey: Picture, squares: Sequence[tuple[Patch, int]]) -> list[Surface]:
        """Each patch beside the small picture of this number, in the print of it that fits best.

        Two pixels of a patch are one of the picture, which lies in its middle or a little off.
        """

    def brighter(self, grey: Picture, patches: Sequence[Patch], than: int) -> list[float]:
        """The share of each patch that is brighter than so much of 255."""
