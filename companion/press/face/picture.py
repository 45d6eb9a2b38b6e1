"""The kind of element that puts a picture into a box: stretched, whole within it, or filling it."""

from collections.abc import Iterator
from pathlib import Path

from companion.errors import InputError
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.drawing.parts import parts_of
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.drawing.transforms import page_of
from companion.press.face.look.asking import whole
from companion.press.face.schema import Element
from companion.press.frame.frame import Frame, Item, Picture, Use
from companion.press.frame.matrix import Matrix
from companion.press.pictures.reading import look_at
from companion.sentences import listed, say, shortened

FITS = ("stretch", "fit", "fill")
"""As its box is; whole, with a rest of the box left free; over all of the box, with a rest of it cut off."""
ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def _picture(context: FaceContext, element: Element) -> Iterator[Item]:
    """Put a picture - PNG, JPEG or SVG - into a box."""
    name = context.text(element["file"])
    file = context.file(name, say("there is no picture '{file}'", file=shortened(name, QUOTED)), beside=True)
    x, y = context.at(element)
    width, height = (context.value(element[side], 0.1) for side in ("width", "height"))
    drawn = file.suffix.lower() == ".svg"
    parts = parts_of(read_art(file, name), context.shelf.lettering) if drawn else None
    size = page_of(parts.art)[:2] if parts else _dots(context, file)
    fit = _one(context, element, "fit", FITS)
    part_x = ACROSS[_one(context, element, "align", tuple(ACROSS), "center")]
    part_y = DOWN[_one(context, element, "valign", tuple(DOWN), "middle")]
    left, top, wide, high = 0.0, 0.0, width, height
    if fit != "stretch":
        scale = (min if fit == "fit" else max)(width / size[0], height / size[1])
        wide, high = size[0] * scale, size[1] * scale
        left, top = (width - wide) * part_x, (height - high) * part_y

    def placed(x: float, y: float) -> Item:
        if parts is None:
            return Picture(str(file), x, y, wide, high)
        drawing = parts.whole(max(wide, high))
        return Use(drawing, Matrix.scaled(wide / size[0], high / size[1]).then(Matrix.moved(x, y)))

    if fit == "fill":  # what lies beyond a frame without bleed does not show
        yield Use(Frame(f"picture/{name}", width, height, (placed(left, top),)), Matrix.moved(x, y))
    else:
        yield placed(x + left, y + top)


def _dots(context: FaceContext, file: Path) -> tuple[float, float]:
    """Across and down, as the picture is seen."""
    try:
        about = look_at(file)
    except InputError as error:
        raise context.fault(error.sentence) from None
    return about.width, about.height


def _one(
    context: FaceContext, element: Element, key: str, choices: tuple[str, ...], usual: str = "stretch"
) -> str:
    given = context.text(element.get(key, usual))
    if given not in choices:
        what = say("'{key}' is '{value}'; it may be {names}", key=key, value=given, names=listed(choices))
        raise context.fault(what)
    return given


KINDS: dict[str, Drawer] = {"picture": whole(_picture, "radius", "shadow", "stroke", turns=True)}
