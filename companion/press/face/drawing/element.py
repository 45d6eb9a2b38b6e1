"""The kind of element that places a part of an art file on a face."""

import os
from collections.abc import Iterator

from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.drawing.parts import Parts, parts_of
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.drawing.transforms import check_unit, page_of
from companion.press.face.schema import MOST_SCALE, Element
from companion.press.frame.frame import Bounds, Item, Use
from companion.press.frame.matrix import Matrix
from companion.sentences import say, shortened

LEAST_SCALE = 0.01  # a drawing is made a hundred times smaller at most


def _drawing(context: FaceContext, element: Element) -> Iterator[Item]:
    """Place a part of an art file, a whole one, or an icon of the deck, in the colours of the card."""
    name = context.text(element["file"])
    part = context.text(element["part"]) if "part" in element else ""
    if not part:
        name, _, part = name.partition("#")
    if not part and not name.lower().endswith(".svg"):
        own, icon = context.face.file, context.shelf.lettering.icon(name, context.colour("ink") or "")
        if icon is not None and not (own.suffix == ".svg" and name in _parts(context, own.name).art.named):
            yield Use(icon.frame, _matrix(context, element, icon.box), context.clip(element))
            return
        name, part = own.name, name  # a group of the face's own file, where it is drawn
    parts = _parts(context, name)
    paints = {key: context.colour(value) for key, value in element.get("with", {}).items()}
    for key in paints:
        if key not in parts.art.classes:
            what = say(
                "no element of '{file}' has the class '{name}'", file=name, name=shortened(key, QUOTED)
            )
            raise context.fault(what)
    if not {"width", "height"} & element.keys():
        check_unit(parts.art)
    role, group = (context.text(str(element.get(key, ""))) for key in ("role", "group"))
    if not part and not {"with", "opacity", "pen"} & element.keys():  # which only outlines can have
        wide, high, _ = page_of(parts.art)
        matrix = _matrix(context, element, (0.0, 0.0, wide, high))
        whole = parts.whole(max(wide, high) * matrix.scale)
        yield Use(whole, matrix, context.clip(element), role, group)
        return
    found = parts.painted(part, paints, context.value(element.get("opacity", 1), 0, 1))
    if found is None:
        raise context.fault(parts.art.without(part))
    if not found.count:
        raise context.fault(say("'with' leaves nothing of '{part}' to be drawn", part=part or name))
    matrix = _matrix(context, element, found.seen if part else (0.0, 0.0, found.width, found.height))
    if "pen" in element:
        found = found.bolder(context.value(element["pen"], 0) / matrix.scale, parts.bolder)
    yield Use(found, matrix, context.clip(element), role, group)


def _parts(context: FaceContext, name: str) -> Parts:
    """The parts of the file that a face calls by a name; of a drawn face, its own too."""
    key = (context.face.file.parent, name)
    if key not in context.shelf.art:
        own = context.face.file
        lacking = say("there is no drawing '{file}'", file=shortened(name, QUOTED))
        file = own if name == own.name and own.suffix == ".svg" else context.file(name, lacking)
        # On some systems Art.svg opens for art.svg, and the next one to print the deck has another.
        if file.is_file() and file.name not in os.listdir(file.parent):
            raise context.fault(lacking)
        context.shelf.art[key] = parts_of(read_art(file, name), context.shelf.lettering)
    return context.shelf.art[key]


def _matrix(context: FaceContext, element: Element, seen: Bounds) -> Matrix:
    x, y = context.at(element)
    turned = Matrix.turned(context.value(element.get("turn", 0)))
    if "width" not in element and "height" not in element:
        scale = context.value(element.get("scale", 1), LEAST_SCALE, MOST_SCALE)
        return Matrix.scaled(scale).then(turned).then(Matrix.moved(x, y))
    left, top, right, bottom = seen
    sides = [
        (context.value(element[key], 0.01), max(extent, 0.01))
        for key, extent in (("width", right - left), ("height", bottom - top))
        if key in element
    ]
    scale = min(side / extent for side, extent in sides)
    wide = context.value(element.get("width", (right - left) * scale))
    high = context.value(element.get("height", (bottom - top) * scale))
    middle = Matrix.moved(-(left + right) / 2, -(top + bottom) / 2)
    return middle.then(Matrix.scaled(scale)).then(turned).then(Matrix.moved(x + wide / 2, y + high / 2))


KINDS: dict[str, Drawer] = {"drawing": _drawing}
