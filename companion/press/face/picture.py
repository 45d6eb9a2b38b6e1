"""Draw the elements for pictures and parts of art files, and for the art and layers of drawn faces."""

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from companion.data.decks import pictures
from companion.errors import DeckError, InputError
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.drawing.boxes import TAKEN
from companion.press.face.drawing.parts import Parts, get_parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.kinds import with_effects
from companion.press.face.schema import MOST_SCALE, Element
from companion.press.frame.drawing import Drawing, Scan
from companion.press.frame.frame import Frame, Item, Picture, Use
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix
from companion.press.frame.pictures import inspect_picture
from companion.sentences import join_with_commas, say, shorten_text

FITS = ("stretch", "fit", "fill")
"""Stretched to its box; whole, leaving a part of the box free; or filling the box, with a part of it cut off."""
ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
LEAST_SCALE = 0.01  # the least scale of a drawing
LARGEST_FACE = 8_000.0  # the bleed of a layer, so that nothing of it is cut off, mm


def _draw_picture(context: FaceContext, element: Element) -> Iterator[Item]:
    name = context.text(element["file"])
    file = context.get_file(name, say("there is no picture '{file}'", file=shorten_text(name, QUOTED)), local=True)
    x, y, width, height = context.locate_box(element, 0.1)
    is_drawing = file.suffix.lower() in pictures.DRAWINGS
    parts = get_parts(read_art(file, name), context.shelf.resources) if is_drawing else None
    size = parts.art.page[:2] if parts else _measure_dots(context, file)
    fit = _get_choice(context, element, "fit", FITS, "stretch")
    part_x = ACROSS[_get_choice(context, element, "align", ACROSS, "center")]
    part_y = DOWN[_get_choice(context, element, "valign", DOWN, "middle")]
    left, top, wide, high = 0.0, 0.0, width, height
    if fit != "stretch":
        scale = (min if fit == "fit" else max)(width / size[0], height / size[1])
        wide, high = size[0] * scale, size[1] * scale
        left, top = (width - wide) * part_x, (height - high) * part_y
    across, down = (left, top) if fit == "fill" else (x + left, y + top)
    picture: Item = Picture(str(file), across, down, wide, high)
    if parts is not None:
        matrix = Matrix.scale_by(wide / size[0], high / size[1]).then(Matrix.translate(across, down))
        picture = Use(parts.draw_page(max(wide, high)), matrix)
    if fit == "fill":  # the frame has no bleed, so what is outside it is cut off
        picture = Use(Frame(f"picture/{name}", width, height, (picture,)), Matrix.translate(x, y))
    yield picture


def _measure_dots(context: FaceContext, file: Path) -> tuple[float, float]:
    """The width and height of a picture in dots, turned upright."""
    try:
        raster = inspect_picture(file)
    except InputError as error:
        raise context.fault(error.sentence) from None
    return raster.width, raster.height


def _get_choice(context: FaceContext, element: Element, key: str, choices: Collection[str], default: str) -> str:
    word = context.text(element.get(key, default))
    if word not in choices:
        fault = say("'{key}' is '{value}'; choose one of {names}", key=key, value=word, names=join_with_commas(choices))
        raise context.fault(fault)
    return word


def _draw_drawing(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw an art file, a part of it, or an icon of the deck, in the colours that the element gives."""
    name = context.text(element["file"])
    part = context.text(element["part"]) if "part" in element else ""
    if not part:
        name, _, part = name.partition("#")
    if not part and not name.lower().endswith(pictures.DRAWINGS):
        path, icon = context.face.file, context.shelf.resources.find_icon(name, context.colour("ink") or "")
        if icon is not None and not (path.suffix == ".svg" and name in _get_parts(context, path.name).art.nodes_by_id):
            yield Use(icon.frame, _compute_matrix(context, element, icon.box), context.clip(element))
            return
        name, part = (path.name, name) if path.suffix == ".svg" else (name, "")  # a group of a drawn face's own file
    parts = _get_parts(context, name)
    paints = {key: context.colour(value) for key, value in element.get("with", {}).items()}
    for key in paints:
        if key not in parts.art.classes:
            fault = say("no element of '{file}' has the class '{name}'", file=name, name=shorten_text(key, QUOTED))
            raise context.fault(fault)
    if not {"width", "height"} & element.keys():
        parts.art.check_unit()
    role, group = (context.text(str(element.get(key, ""))) for key in ("role", "group"))
    if not part and not {"with", "opacity", "pen"} & element.keys():  # these need outlines
        wide, high, _ = parts.art.page
        matrix = _compute_matrix(context, element, (0.0, 0.0, wide, high))
        drawing = parts.draw_page(max(wide, high) * matrix.scale)
        yield Use(drawing, matrix, context.clip(element), role, group)
        return
    shape = parts.paint_part(part, paints, context.value(element.get("opacity", 1), 0, 1))
    if shape is None:
        raise context.fault(parts.art.describe_missing_group(part))
    if not shape.path_count:
        raise context.fault(say("'with' leaves nothing of '{part}' to be drawn", part=part or name))
    matrix = _compute_matrix(context, element, shape.visible_bounds if part else (0.0, 0.0, shape.width, shape.height))
    if "pen" in element:
        shape = shape.with_least_width(context.value(element["pen"], 0) / matrix.scale, parts.bold_cache)
    yield Use(shape, matrix, context.clip(element), role, group)


def _get_parts(context: FaceContext, name: str) -> Parts:
    """The parts of the file that a face calls `name`; a drawn face may name its own file."""
    key = (context.face.file.parent, name)
    if key not in context.shelf.art:
        face_file = context.face.file
        fault = say("there is no drawing '{file}'", file=shorten_text(name, QUOTED))
        file = face_file if name == face_file.name and face_file.suffix == ".svg" else context.get_file(name, fault)
        # Some systems open Art.svg as art.svg; the deck must print on others too.
        if file.is_file() and file.name not in os.listdir(file.parent):
            raise context.fault(fault)
        context.shelf.art[key] = get_parts(read_art(file, name), context.shelf.resources)
    return context.shelf.art[key]


def _compute_matrix(context: FaceContext, element: Element, bounds: Bounds) -> Matrix:
    x, y = context.locate(element)
    rotation = Matrix.rotate(context.value(element.get("turn", 0)))
    if "width" not in element and "height" not in element:
        scale = context.value(element.get("scale", 1), LEAST_SCALE, MOST_SCALE)
        return Matrix.scale_by(scale).then(rotation).then(Matrix.translate(x, y))
    left, top, right, bottom = bounds
    sides = [
        (context.value(element[key], 0.01), max(extent, 0.01))
        for key, extent in (("width", right - left), ("height", bottom - top))
        if key in element
    ]
    scale = min(side / extent for side, extent in sides)
    wide = context.value(element.get("width", (right - left) * scale))
    high = context.value(element.get("height", (bottom - top) * scale))
    middle = Matrix.translate(-(left + right) / 2, -(top + bottom) / 2)
    return middle.then(Matrix.scale_by(scale)).then(rotation).then(Matrix.translate(x + wide / 2, y + high / 2))


def _draw_art(context: FaceContext, element: Element) -> Iterator[Item]:
    drawing: Drawing | Scan = element["drawing"]
    if "colour" in element:
        assert isinstance(drawing, Drawing)
        colour = context.colour(element["colour"])
        kind = element["painted"]
        if colour not in kind:
            kind[colour] = drawing.with_paints({TAKEN: colour})
        drawing = kind[colour]
    if not isinstance(drawing, Drawing) or drawing.path_count:
        yield Use(drawing, element.get("matrix", IDENTITY))


def _draw_layer(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw elements that are shown, turned and clipped together."""
    layer = context._replace(face=context.face._replace(elements=element["elements"]), row=element["row"])
    matrix, clip = element.get("matrix", IDENTITY), element.get("clip")
    if matrix == IDENTITY and clip is None:
        yield from layer.draw_elements()
        return
    items = tuple(layer.draw_elements())
    wide, high = element["size"]  # it may draw outside its size
    yield Use(Frame(f"{context.face.name}/{element['row']}", wide, high, items, LARGEST_FACE), matrix, clip)


def _raise_fault(_: FaceContext, element: Element) -> Iterator[Item]:
    """Raise the fault of an element that cannot be drawn, for the first card only."""
    faults: list[DeckError] = element["faults"]
    if faults:
        raise faults.pop()
    return iter(())


KINDS: dict[str, Drawer] = {
    "picture": with_effects(_draw_picture, "radius", "shadow", "stroke", turns=True),
    "drawing": _draw_drawing,
    **{"art": _draw_art, "layer": _draw_layer, "fault": _raise_fault},
}
