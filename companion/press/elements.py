"""The kinds of elements a face may have: each turns a few numbers and words into shapes.

Every kind is one function and a list of keys; a misspelt key is an error and not a silently missing
line. ``docs/own-decks.md`` lists them for people who make their own decks.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.press.frame import Item, Outline, Picture, Use, circle, line, polygon, rect
from companion.press.matrix import Matrix
from companion.press.outlines import moved, parsed
from companion.press.pens import BOX, PEN, Element, at, shape
from companion.press.setting import Box, set_words
from companion.sentences import say

if TYPE_CHECKING:
    from companion.press.layout import Setting

__all__ = ["KEYS", "draw"]

COMMON = {"kind", "when", "repeat"}


def draw(setting: Setting, element: Element) -> Iterator[Item]:
    """Draw one element of a face.

    Raises:
        DeckError: For an unknown kind, an unknown key, or a missing one.
        PaperError: For words that do not fit their box.
    """
    kind = str(element.get("kind", ""))
    if kind not in KINDS:
        raise setting.fault(
            say("'{kind}' is no kind of element; the kinds are {kinds}", kind=kind, kinds=", ".join(KINDS))
        )
    for key in sorted(element.keys() - KEYS[kind] - COMMON):
        raise setting.fault(say("'{key}' is no key of a {kind}", key=key, kind=kind))
    try:
        yield from KINDS[kind](setting, element)
    except KeyError as missing:
        raise setting.fault(say("a {kind} needs '{key}'", kind=kind, key=str(missing.args[0]))) from None


def _rect(setting: Setting, element: Element) -> Iterator[Item]:
    x, y = at(setting, element)
    width, height = setting.value(element["width"]), setting.value(element["height"])
    yield shape(setting, element, rect(x, y, width, height, setting.value(element.get("radius", 0))))


def _circle(setting: Setting, element: Element) -> Iterator[Item]:
    x, y = at(setting, element)
    yield shape(setting, element, circle(x, y, setting.value(element["radius"])))


def _line(setting: Setting, element: Element) -> Iterator[Item]:
    x, y = at(setting, element)
    yield shape(
        setting, element, line(x, y, x + setting.value(element["dx"]), y + setting.value(element["dy"]))
    )


def _polygon(setting: Setting, element: Element) -> Iterator[Item]:
    x, y = at(setting, element)
    points = tuple((x + float(px), y + float(py)) for px, py in element["points"])
    yield shape(setting, element, polygon(points, closed=bool(element.get("closed", True))))


def _path(setting: Setting, element: Element) -> Iterator[Item]:
    notation = setting.text(element["d"])
    try:
        outline = parsed(notation)
    except (ValueError, IndexError):
        raise setting.fault(say("'{value}' is no path", value=notation)) from None
    x, y = at(setting, element)
    matrix = (
        Matrix.scaled(setting.value(element.get("scale", 1)))
        .then(Matrix.turned(setting.value(element.get("turn", 0))))
        .then(Matrix.moved(x, y))
    )
    yield shape(setting, element, moved(outline, matrix))


def _text(setting: Setting, element: Element) -> Iterator[Item]:
    words = setting.text(str(element["text"]))
    x, y = at(setting, element)
    size = setting.value(element["size"])
    box = Box(
        setting.text(str(element.get("name", words[:20]))),
        x, y, setting.value(element["width"]), setting.value(element["height"]),
        size, setting.value(element.get("least", size)), setting.text(element.get("font", "regular")),
        setting.colour(element.get("colour", "ink")) or "#000000", setting.text(element.get("align", "left")),
        setting.text(element.get("valign", "middle")), setting.value(element.get("leading", 1.25)),
        setting.value(element.get("turn", 0)), setting.text(str(element.get("role", ""))),
    )  # fmt: skip
    yield from set_words(words, box, setting.label)


def _face(setting: Setting, element: Element) -> Iterator[Item]:
    name = setting.text(element["name"])
    given = {key: setting.text(str(value)) for key, value in element.get("with", {}).items()}
    fields: Mapping[str, str] = given
    if element.get("inherit"):
        fields = ChainMap(given, setting.fields)  # type: ignore[arg-type]
    label = "/".join([name, *given.values()]) if not element.get("inherit") else f"{name}/{setting.label}"
    frame = setting.shelf.frame(name, label, fields)
    x, y = at(setting, element)
    turn, scale = setting.value(element.get("turn", 0)), setting.value(element.get("scale", 1))
    middle = Matrix.moved(-frame.width / 2, -frame.height / 2)
    back = Matrix.moved(frame.width / 2 * scale + x, frame.height / 2 * scale + y)
    placed = middle.then(Matrix.scaled(scale)).then(Matrix.turned(turn)).then(back)
    yield Use(frame, placed, _clip(setting, element))


def _clip(setting: Setting, element: Element) -> Outline | None:
    """The box of an element outside which nothing of it shows, moved on by its repeat."""
    if "clip" not in element:
        return None
    left, top, width, height = (setting.value(number) for number in element["clip"])
    if "repeat" in element:
        left, top = left + float(setting.fields["dx"]), top + float(setting.fields["dy"])
    return rect(left, top, width, height)


def _matrix(setting: Setting, element: Element) -> Iterator[Item]:
    """A seal: rows of cells, ``1`` light, inside a dark border one cell wide."""
    cells, columns = setting.text(element["cells"]), int(setting.value(element["columns"]))
    x, y = at(setting, element)
    rows = len(cells) // columns
    cell = setting.value(element["width"]) / (columns + 2)
    outline: list[Any] = list(rect(x, y, cell * (columns + 2), cell * (rows + 2)))
    light = {divmod(index, columns) for index, letter in enumerate(cells) if letter == "1"}
    for loop in _borders(light):
        outline += polygon(tuple((x + (column + 1) * cell, y + (row + 1) * cell) for row, column in loop))
    yield shape(setting, element, tuple(outline))


def _borders(cells: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The borders of areas of cells, as corners (row, column); cells side by side leave no seam."""
    ends: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(cells):
        for inner, start, end in (
            ((row - 1, column), (row, column), (row, column + 1)),
            ((row, column + 1), (row, column + 1), (row + 1, column + 1)),
            ((row + 1, column), (row + 1, column + 1), (row + 1, column)),
            ((row, column - 1), (row + 1, column), (row, column)),
        ):
            if inner not in cells:
                ends.setdefault(start, []).append(end)
    while ends:
        loop = [next(iter(ends))]
        while True:
            onward = ends[loop[-1]]
            corner = onward.pop()
            if not onward:
                del ends[loop[-1]]
            if corner == loop[0]:
                break
            loop.append(corner)
        around = zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False)
        yield [corner for before, corner, after in around if before[0] != after[0] and before[1] != after[1]]


def _qr(setting: Setting, element: Element) -> Iterator[Item]:
    from companion.press.qr import qr_outline

    x, y = at(setting, element)
    outline = qr_outline(setting.text(element["text"]), setting.value(element["width"]))
    yield shape(setting, {"fill": "#000000", "role": "qr", **element}, moved(outline, Matrix.moved(x, y)))


def _picture(setting: Setting, element: Element) -> Iterator[Item]:
    file = setting.face.file.parent / setting.text(element["file"])
    if not file.is_file():
        raise setting.fault(say("there is no picture '{file}'", file=file.name))
    x, y = at(setting, element)
    yield Picture(str(file), x, y, setting.value(element["width"]), setting.value(element["height"]))


def _drawn_from_a_map(setting: Setting, element: Element) -> Iterator[Item]:
    from companion.press.land import elements

    yield from elements.KINDS[element["kind"]](setting, element)


def _of_the_board(setting: Setting, element: Element) -> Iterator[Item]:
    from companion.press.board import elements

    yield from elements.KINDS[element["kind"]](setting, element)


def _rows(setting: Setting, element: Element) -> Iterator[Item]:
    from companion.press import table_elements

    yield from table_elements.KINDS[element["kind"]](setting, element)


KINDS: dict[str, Callable[[Setting, Element], Iterator[Item]]] = {
    "rect": _rect, "circle": _circle, "line": _line, "polygon": _polygon, "path": _path, "text": _text,
    "face": _face, "matrix": _matrix, "qr": _qr, "picture": _picture,
    "map": _drawn_from_a_map, "land": _drawn_from_a_map, "pattern": _drawn_from_a_map,
    "rows": _rows,
    "sea": _of_the_board, "realm": _of_the_board, "furniture": _of_the_board,
}  # fmt: skip

KEYS: dict[str, set[str]] = {
    "rect": BOX | PEN | {"radius"},
    "circle": {"x", "y", "radius"} | PEN,
    "line": {"x", "y", "dx", "dy"} | PEN,
    "polygon": {"x", "y", "points", "closed"} | PEN,
    "path": {"x", "y", "d", "scale", "turn"} | PEN,
    "text": BOX
    | {"text", "name", "size", "least", "font", "colour", "align", "valign", "leading", "turn", "role"},
    "face": {"x", "y", "name", "with", "inherit", "turn", "scale", "clip"},
    "matrix": {"x", "y", "width", "cells", "columns"} | PEN,
    "qr": {"x", "y", "width", "text"} | PEN,
    "picture": BOX | {"file"},
    "map": BOX
    | {"file", "context", "fill", "stroke", "stroke_width", "neutral", "water", "sea", "around", "across"}
    | {"mark", *(f"mark_{key}" for key in PEN)},
    "land": BOX | PEN | {"file", "context", "name", "pattern", "unit", "pattern_colour", "pattern_width"},
    "pattern": BOX | {"name", "unit", "colour", "stroke_width", "group"},
    "rows": {"x", "y", "dx", "dy", "columns", "row_dx", "row_dy", "face", "with"}
    | {"table", "where", "join", "cases", "sort"},
    "sea": {"radius", "fill", "stroke", "stroke_width"},
    "realm": {"side", "water", "ripples", "neutral", "neutral_line", "lake", "line", "route", "route_under"},
    "furniture": {"side"},
}
"""What each kind of element may have, besides ``kind``, ``when`` and ``repeat``."""
