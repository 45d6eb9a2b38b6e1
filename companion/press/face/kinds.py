"""The kinds of elements that the faces of every game may have, and the functions that draw them.

``docs/deck-files.md`` lists them for people who make their own decks.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from companion.data.decks.card_rows import add_cases, card_rows, join_rows, matches
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.look import inked, simple, tint_of, whole, within, worded
from companion.press.face.markup import set_larger, set_text
from companion.press.face.schema import MOST_SCALE, Element, Written
from companion.press.face.typesetting import MOST_TYPE_SIZE, TextBox
from companion.press.frame.frame import Item, Use
from companion.press.frame.outlines import (
    Matrix,
    Outline,
    Segment,
    circle,
    line,
    moved,
    parsed,
    polygon,
    rect,
)
from companion.sentences import say, shortened

LEAST_MODULE = 0.4  # side of the smallest module a phone reads off paper, mm
MOST_QR_BYTES = 2331  # bytes that the largest QR code holds where a quarter of it may be lost (level M)
LEAST_TYPE_SIZE = 0.1  # type of this size is a speck, points
QUIET = 4  # light modules round a QR code


def _rect(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    width, height = (context.value(element[side], 0) for side in ("width", "height"))
    outline, clip = rect(x, y, width, height, context.value(element.get("radius", 0), 0)), element.get("clip")
    if isinstance(clip, str):  # it is of that shape, its line and shadow too
        outline = within(context, element, clip, (x, y, x + width, y + height))
    return inked(context, element, outline)


def _circle(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    return inked(context, element, circle(x, y, context.value(element["radius"], 0)))


def _line(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    dx, dy = context.value(element["dx"]), context.value(element["dy"])
    return inked(context, element, line(x, y, x + dx, y + dy))


def _polygon(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    points = tuple((x + float(px), y + float(py)) for px, py in element["points"])
    return inked(context, element, polygon(points, closed=bool(element.get("closed", True))))


def _path(context: FaceContext, element: Element) -> Iterator[Item]:
    notation = context.text(element["d"])
    try:
        outline = parsed(notation)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):  # as the parser feels
        raise context.fault(say("'{value}' is not a path", value=shortened(notation, QUOTED))) from None
    x, y = context.at(element)
    matrix = (
        Matrix.scaled(context.value(element.get("scale", 1), -MOST_SCALE, MOST_SCALE))
        .then(Matrix.turned(context.value(element.get("turn", 0))))
        .then(Matrix.moved(x, y))
    )
    return inked(context, element, moved(outline, matrix))


def _text(context: FaceContext, element: Element) -> Iterator[Item]:
    words = context.text(str(element["text"]))
    box = element.box if isinstance(element, Written) else None
    if box is None:
        box = _box(context, element)
        if isinstance(element, Written) and element.fixed:
            element.box = box
    name = context.text(str(element["name"])) if "name" in element else shortened(" ".join(words.split()), 20)
    box = box._replace(name=name)
    if context.shelf.larger:
        room = _box(context, {**element, **element.get("large", {})})._replace(name=name)
        items = set_larger(context, words, box, room)
    else:
        room, items = box, set_text(context, words, box)
    tint = None if simple(element.get("colour")) else tint_of(context, element.get("colour"))
    if not ("stroke" in element or "shadow" in element) and (tint is None or tint.plain):
        yield from items
    else:
        yield from worded(context, element, room, items)


def _box(context: FaceContext, element: Element) -> TextBox:
    """The box of a text, still without a name."""
    x, y = context.at(element)
    size = context.value(element["size"], LEAST_TYPE_SIZE, MOST_TYPE_SIZE)
    least = element.get("least", element.get("shrink", size))
    least = min(context.value(least, LEAST_TYPE_SIZE, MOST_TYPE_SIZE), size)
    weight, turn = context.text(element.get("font", "regular")), context.value(element.get("turn", 0))
    tint = tint_of(context, element.get("colour", "ink"))
    return TextBox(
        "",
        x,
        y,
        context.value(element["width"], 0),
        context.value(element["height"], 0),
        size,
        least,
        weight,
        tint.flat if tint else "#000000",
        context.text(element.get("align", "left")),
        context.text(element.get("valign", "middle")),
        context.value(element.get("leading", 1.25), 0, 100),
        turn,
        context.text(str(element.get("role", ""))),
        context.value(element.get("spacing", 0), -0.5, 10),
        context.text(element.get("bullet", "")),
    )


def _face(context: FaceContext, element: Element) -> Iterator[Item]:
    name = context.text(element["name"])
    given = {key: context.text(str(value)) for key, value in element.get("with", {}).items()}
    fields: Mapping[str, str] = given
    if element.get("inherit"):
        fields = ChainMap(given, context.fields)  # type: ignore[arg-type]
    label = "/".join([name, *given.values()]) if not element.get("inherit") else f"{name}/{context.label}"
    frame = context.shelf.frame(name, label, fields)
    x, y = context.at(element)
    turn = context.value(element.get("turn", 0))
    scale = context.value(element.get("scale", 1), 1 / MOST_SCALE, MOST_SCALE)
    middle = Matrix.moved(-frame.width / 2, -frame.height / 2)
    back = Matrix.moved(frame.width / 2 * scale + x, frame.height / 2 * scale + y)
    placed = middle.then(Matrix.scaled(scale)).then(Matrix.turned(turn)).then(back)
    yield Use(frame, placed, context.clip(element))


def _matrix(context: FaceContext, element: Element) -> Iterator[Item]:
    """A seal: rows of cells, ``1`` light, inside a dark border one cell wide."""
    cells, columns = context.text(element["cells"]), int(context.value(element["columns"], 1))
    x, y = context.at(element)
    rows = len(cells) // columns
    cell = context.value(element["width"]) / (columns + 2)
    outline: list[Any] = list(rect(x, y, cell * (columns + 2), cell * (rows + 2)))
    light = {divmod(index, columns) for index, letter in enumerate(cells) if letter == "1"}
    for loop in _borders(light):
        outline += polygon(tuple((x + (column + 1) * cell, y + (row + 1) * cell) for row, column in loop))
    yield context.shape(element, tuple(outline))


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


def _rows(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    dx, dy = context.value(element.get("dx", 0)), context.value(element.get("dy", 0))
    row_dx, row_dy = context.value(element.get("row_dx", 0)), context.value(element.get("row_dy", 0))
    columns = int(context.value(element.get("columns", 1_000_000), 1))
    name = context.text(element["face"])
    given = {key: context.text(str(value)) for key, value in element.get("with", {}).items()}
    for index, row in enumerate(_chosen(context, element)):
        line, column = divmod(index, columns)
        fields: Mapping[str, str] = ChainMap({"index": str(index)}, given, row)
        context.shelf.count(context)
        frame = context.shelf.frame(name, f"{name}/{context.label}/{index + 1}", fields)
        yield Use(frame, Matrix.moved(x + column * dx + line * row_dx, y + column * dy + line * row_dy))


def _chosen(context: FaceContext, element: Element) -> list[dict[str, str]]:
    """The rows asked for, with all that the element adds to them, in its order."""
    name = context.text(element["table"])
    file = context.file(name, say("there is no table '{file}'", file=name))
    rows = [row.cells for row in card_rows(file)]
    if "join" in element:
        join_rows(rows, file.parent, element["join"])
    for row in rows:
        add_cases(row, element.get("cases", ()))
    where: dict[str, Any] = {
        column: value if isinstance(value, list) else context.text(str(value))
        for column, value in element.get("where", {}).items()
    }
    chosen = [row for row in rows if matches(row, where)]
    return sorted(chosen, key=lambda row: [row.get(column, "") for column in element.get("sort", ())])


def _qr(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    words = context.text(element["text"])
    found = len(words.encode())
    if not 0 < found <= MOST_QR_BYTES:
        raise context.fault(
            say("a QR code holds 1 to {most} bytes; this text has {found}", most=MOST_QR_BYTES, found=found)
        )
    outline = qr_outline(words, context.value(element["width"], 0.1))
    yield context.shape({"fill": "#000000", "role": "qr", **element}, moved(outline, Matrix.moved(x, y)))


def qr_outline(text: str, width: float) -> Outline:
    """A text as a QR code, quiet zone included in its width, mm; dark modules in a row are joined."""
    import qrcode

    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    module = width / (len(rows) + 2 * QUIET)
    outline: list[Segment] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                outline += rect((x + QUIET) * module, (y + QUIET) * module, (end - x) * module, module)
            x = end + 1
    return tuple(outline)


def drawn_by(modules: Mapping[str, str]) -> dict[str, Drawer]:
    """The functions that draw kinds of elements by the modules that have them.

    A module is imported when a face has such an element: that takes longer than to print a card.
    """

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawer: Drawer = import_module(modules[element["kind"]]).KINDS[element["kind"]]
        return drawer(context, element)

    return dict.fromkeys(modules, draw)


# What most decks do without.
_LATER = {
    **dict.fromkeys(("picture", "drawing", "art", "layer", "fault"), "companion.press.face.picture"),
    **dict.fromkeys(("map", "land", "pattern"), "companion.press.face.land"),
}
KINDS: dict[str, Drawer] = {
    "rect": whole(_rect, turns=True),
    "circle": whole(_circle, turns=True),
    "line": whole(_line, turns=True),
    "polygon": whole(_polygon, turns=True),
    "path": whole(_path),
    "text": whole(_text),
    "face": _face,
    "rows": _rows,
    "matrix": _matrix,
    "qr": _qr,
    **drawn_by(_LATER),
}
