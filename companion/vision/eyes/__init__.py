"""Eyes, which answer the few questions about pixels that reading a photo takes; not the reading of one game's map.

Questions come in batches, since Python may ask eyes that run in JavaScript: questions and answers then pass
as JSON to ``assets/web/pocket/eyes.js`` and back.
"""

import json
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.paths import assets
from companion.vision.matrices import Homography, Point, Quad

Photo = Any  # an upright photo in colour: its pixels, or its number in a browser
GreyPhoto = Any  # a grey picture, in whatever form the eyes that made it use

FIGURES = tomllib.loads((assets() / "vision" / "figures.toml").read_text("utf-8"))
CELL: int = FIGURES["cell"]


class Patch(NamedTuple):
    """A square part of a picture, seen from straight above."""

    plane: Homography  # from its pixels to the picture's; (0, 0) is the middle of the first
    size: int  # pixels a side


class Spot(NamedTuple):
    patch: Patch
    turn: int  # quarter turns of its card on the lattice, which choose a code book


class Found(NamedTuple):
    """How well a code fits at a spot: the expected code, or the one that fits best."""

    code: int  # its number in the book
    ring: float  # correlation with the whole seal, -1 to 1
    correlation: float  # correlation of the code's sixteen cells, -1 to 1
    lead: float  # ``own`` minus that of the next best code; negative if another fits better


class Surface(NamedTuple):
    """A patch compared with the small picture it should look like, cell by cell."""

    likeness: float  # likeness of the whole, 0 to 1, to which hidden parts add nothing
    cells: Sequence[Sequence[Sequence[float]]]
    """By row and column of the picture: the likeness there, -1 to 1, then red, green and blue, 0 to 255."""


class Eyes(Protocol):
    """Answers to questions about pixels, for one code book and a few small pictures to look for."""

    def size(self, photo: Photo) -> tuple[int, int]:
        """The width and height of a photo, pixels."""

    def grey(self, photo: Photo, mirrored: bool = False) -> GreyPhoto:
        """A photo in grey, mirrored if asked for."""

    def forget(self, picture: GreyPhoto) -> None:
        """Release a grey picture that is not needed any more."""

    def seals(self, grey: GreyPhoto, longer: int) -> list[tuple[int, Quad]]:
        """Find the seals in a picture scaled so that its longer side has so many pixels.

        Each seal has its number in the code book and its corners, clockwise from the upper left of the
        upright seal, in the picture's own pixels; some are found twice.
        """

    def plane(self, points: Sequence[Point], mapped: Sequence[Point], offset: float | None) -> Homography | None:
        """The homography from points to ``seen`` pixels on which most points agree; ``None`` if there is none.

        A point agrees that is at most ``offset`` pixels away; with ``None``, all points are fitted.
        """

    def cells(self, grey: GreyPhoto, patches: Sequence[Patch]) -> list[list[float]]:
        """The mean grey of each of the 6 x 6 cells of patches that show a seal with its border."""

    def learn(self, grey: GreyPhoto, books: Sequence[Sequence[Sequence[float]]]) -> None:
        """Use these code books for a picture; they are blurred as it is.

        There is one for each turn, with sixteen cells for each code, of mean 0 and spread 1.
        """

    def measure_fits(self, grey: GreyPhoto, spots: Sequence[tuple[Spot, int]]) -> list[Found]:
        """How well each spot fits the code of a number."""

    def find_codes(self, grey: GreyPhoto, spots: Sequence[Spot]) -> list[Found | None]:
        """The code that fits each spot best; ``None`` if nothing looks like a seal."""

    def surfaces(self, grey: GreyPhoto, squares: Sequence[tuple[Patch, int]]) -> list[Surface]:
        """Compare each patch with the picture of a number, in the print of it that fits best.

        A patch has two pixels for each one of the picture, which is in its middle or a little off.
        """

    def measure_glare(self, grey: GreyPhoto, patches: Sequence[Patch], level: int) -> list[float]:
        """The share of each patch brighter than a level, 0 to 255."""


_MADE: dict[str, Callable[[Any], Any]] = {
    "measure_fits": lambda all_: [Found(*each) for each in all_],
    "find_codes": lambda all_: [each and Found(*each) for each in all_],
    "surfaces": lambda all_: [Surface(*each) for each in all_],
}
"""Conversions of answers that are not just numbers and lists."""


class BrowserEyes:
    """Eyes that answer with OpenCV.js, where pictures have numbers; ``ask`` passes a question as JSON text.

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
