"""The size on paper of an SVG file's page."""

from typing import NamedTuple

from companion.press.face.drawing.style import number
from companion.press.face.drawing.svg_file import QUOTED, ArtFile
from companion.press.face.drawing.transforms import UNITS
from companion.press.frame.matrix import Matrix
from companion.sentences import say, shortened

PIXEL = 25.4 / 96  # a unit of a page that names no other, mm


class SvgPage(NamedTuple):
    """The page of an SVG file, mm."""

    width: float
    height: float
    matrix: Matrix  # from the file's own units to mm from the page's top left corner


def page_of(art: ArtFile) -> SvgPage:
    """The page of a file; a view box without a width is taken as mm, as everywhere in drawings."""
    told = art.root.attributes.get("viewBox", "").replace(",", " ").split()
    view = [number(art, art.root, "viewBox", each) for each in told]
    width, height = (_length(art, key) for key in ("width", "height"))
    if not view and width and height:
        return SvgPage(width, height, Matrix.scaled(PIXEL))
    if len(view) != 4 or min(view[2:]) <= 0:
        raise art.fault(art.root, say("it does not say how large it is; give it a width, height and viewBox"))
    left, top, across, down = view
    wide = width or (height / down * across if height else across)
    high = height or wide / across * down
    scale = min(wide / across, high / down)
    middle = Matrix.moved((wide - across * scale) / 2, (high - down * scale) / 2)
    return SvgPage(wide, high, Matrix.moved(-left, -top).then(Matrix.scaled(scale)).then(middle))


def _length(art: ArtFile, key: str) -> float:
    """A side of the page, mm; nought where the file does not say it, or as a part of something else."""
    given = art.root.attributes.get(key, "").strip()
    if not given or given.endswith("%"):
        return 0.0
    unit = next((each for each in UNITS if given.endswith(each)), "")
    length = number(art, art.root, key, given.removesuffix(unit).strip()) * UNITS.get(unit, PIXEL)
    if length <= 0:
        raise art.fault(
            art.root, say('{name}="{value}" is no size', name=key, value=shortened(given, QUOTED))
        )
    return length
