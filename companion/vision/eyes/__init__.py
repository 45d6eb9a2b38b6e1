"""Eyes: the few questions about pixels that reading a photo takes, in plain numbers; their answerer holds the pixels.

Questions come in batches, since a reader in Python may ask eyes that run in JavaScript: theirs and the
answers pass as JSON to ``assets/web/pocket/eyes.js`` and back.
"""

import json
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.paths import assets
from companion.vision.matrices import Matrix, Point, Quad

Photo = Any  # upright and in colour, as these eyes are given it: decoded here, or known there by its number
Picture = Any  # in grey; only the eyes that made it know what it is

FIGURES = tomllib.loads((assets() / "vision" / "figures.toml").read_text("utf-8"))
CELL: int = FIGURES["cell"]


class Patch(NamedTuple):
    """A square part of a picture, seen from straight above."""

    plane: Matrix  # from its pixels, counted from the middle of the first, to those of the picture
    size: int  # pixels a side


class Spot(NamedTuple):
    patch: Patch
    turn: int  # of its card on the lattice, quarters: which of the learned books holds


class Found(NamedTuple):
    """How well a code fits at a spot: the expected code, or the one that fits best."""

    code: int  # its number in the book
    ring: float  # correlation with the whole seal, -1 to 1
    correlation: float  # correlation of the code's sixteen cells, -1 to 1
    lead: float  # more than with the next code by so much; negative when another fits better


class Surface(NamedTuple):
    """A patch compared with the small picture it should look like, cell by cell."""

    likeness: float  # of the whole, 0 to 1: what of it is hidden says nothing
    cells: Sequence[Sequence[Sequence[float]]]
    """By row and column of the picture: the likeness there, -1 to 1, then red, green and blue of 255."""


class Eyes(Protocol):
    """Answers to questions about pixels, for one code book and a few small pictures to look for."""

    def size(self, photo: Photo) -> tuple[int, int]:
        """The width and height of a photo, pixels."""

    def grey(self, photo: Photo, mirrored: bool = False) -> Picture:
        """A photo in grey, mirrored if asked for."""

    def forget(self, picture: Picture) -> None:
        """Release a grey picture that is not needed any more."""

    def seals(self, grey: Picture, longer: int) -> list[tuple[int, Quad]]:
        """Find the seals in a picture scaled so that its longer side has so many pixels.

        Each seal has its number in the code book and its corners, clockwise from the upper left of the
        upright seal, in the picture's own pixels; some are found twice.
        """

    def plane(self, points: Sequence[Point], mapped: Sequence[Point], offset: float | None) -> Matrix | None:
        """The homography from points to where they are seen, on which most agree; ``None`` for none.

        Each may be ``offset`` by so many pixels; without that number all points count.
        """

    def cells(self, grey: Picture, patches: Sequence[Patch]) -> list[list[float]]:
        """The mean grey of each of the 6 x 6 cells of patches that show a seal with its border."""

    def learn(self, grey: Picture, books: Sequence[Sequence[Sequence[float]]]) -> None:
        """Use these codes for a picture, blurred as the picture is.

        By turn, then by code its sixteen cells, with mean 0 and spread 1.
        """

    def measure_fits(self, grey: Picture, spots: Sequence[tuple[Spot, int]]) -> list[Found]:
        """How well each spot fits the code of a number."""

    def find_codes(self, grey: Picture, spots: Sequence[Spot]) -> list[Found | None]:
        """The code that fits each spot best; ``None`` where nothing looks like a seal."""

    def surfaces(self, grey: Picture, squares: Sequence[tuple[Patch, int]]) -> list[Surface]:
        """Compare each patch with the small picture of a number, in its print that fits best.

        Two pixels of a patch are one of the picture, which lies in its middle or a little off.
        """

    def measure_glare(self, grey: Picture, patches: Sequence[Patch], level: int) -> list[float]:
        """The share of each patch brighter than a level, 0 to 255."""


_MADE: dict[str, Callable[[Any], Any]] = {
    "measure_fits": lambda all_: [Found(*each) for each in all_],
    "find_codes": lambda all_: [each and Found(*each) for each in all_],
    "surfaces": lambda all_: [Surface(*each) for each in all_],
}
"""What is made of answers that are more than numbers and lists of them."""


class Browser:
    """Answers of OpenCV.js, where pictures are known by numbers; ``ask`` passes a question as text.

    The arguments are those of ``OpenCv``, with bytes as lists of numbers.
    """

    def __init__(self, ask: Callable[[str], str], *arguments: object) -> None:
        self._ask = ask
        self.begin(*arguments, FIGURES)

    def __getattr__(self, question: str) -> Callable[..., Any]:
        def answer(*arguments: object) -> Any:
            answer = json.loads(self._ask(json.dumps([question, *arguments])))
            return _MADE[question](answer) if question in _MADE else answer

        return answer
