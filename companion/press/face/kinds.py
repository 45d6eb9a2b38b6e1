"""The kinds of elements that the faces of every game may have, and the functions that draw them.

``docs/deck-files.md`` lists them for people who make decks of their own.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from companion.data.decks.card_rows import add_cases, join_rows, matches, read_card_rows
from companion.press.face.context import QUOTED, Drawer, FaceContext
from companion.press.face.look import (
    build_clip_outline,
    draw_outline,
    draw_words,
    is_plain_colour,
    parse_tint,
    with_effects,
)
from companion.press.face.markup import set_larger, set_text
from companion.press.face.schema import MOST_SCALE, Element, WrittenElement
from companion.press.face.typesetting import MOST_TYPE_SIZE, TextBox
from companion.press.frame.frame import Item, Use
from companion.press.frame.outlines import (
    Matrix,
    Outline,
    Segment,
    circle,
    line,
    parse_path,
    polygon,
    rect,
    transform_outline,
)
from companion.sentences import say, shorten_text

LEAST_MODULE = 0.4  # side of the smallest module a phone reads off paper, mm
MOST_QR_BYTES = 2331  # bytes that the largest QR code holds where a quarter of it may be lost (level M)
LEAST_TYPE_SIZE = 0.1  # type of this size is a speck, points
QUIET = 4  # light modules round a QR code
# What most decks do without.
_LATER = {
    **dict.fromkeys(("picture", "drawing", "art", "layer", "fault"), "companion.press.face.picture"),
    **dict.fromkeys(("map", "land", "pattern"), "companion.press.face.land"),
}


def _draw_rect(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    width, height = (context.value(element[side], 0) for side in ("width", "height"))
    outline, clip = rect(x, y, width, height, context.value(element.get("radius", 0), 0)), element.get("clip")
    if isinstance(clip, str):  # it is of that shape, its line and shadow too
        outline = build_clip_outline(context, element, clip, (x, y, x + width, y + height))
    return draw_outline(context, element, outline)


def _draw_circle(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    return draw_outline(context, element, circle(x, y, context.value(element["radius"], 0)))


def _draw_line(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    dx, dy = context.value(element["dx"]), context.value(element["dy"])
    return draw_outline(context, element, line(x, y, x + dx, y + dy))


def _draw_polygon(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    points = tuple((x + float(px), y + float(py)) for px, py in element["points"])
    return draw_outline(context, element, polygon(points, closed=bool(element.get("closed", True))))


def _draw_path(context: FaceContext, element: Element) -> Iterator[Item]:
    notation = context.text(element["d"])
    try:
        outline = parse_path(notation)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):  # as the parser feels
        raise context.fault(say("'{value}' is not a path", value=shorten_text(notation, QUOTED))) from None
    x, y = context.locate(element)
    matrix = (
        Matrix.scale_by(context.value(element.get("scale", 1), -MOST_SCALE, MOST_SCALE))
        .then(Matrix.rotate(context.value(element.get("turn", 0))))
        .then(Matrix.translate(x, y))
    )
    return draw_outline(context, element, transform_outline(outline, matrix))


def _draw_text(context: FaceContext, element: Element) -> Iterator[Item]:
    words = context.text(str(element["text"]))
    box = element.box if isinstance(element, WrittenElement) else None
    if box is None:
        box = _build_text_box(context, element)
        if isinstance(element, WrittenElement) and element.is_fixed:
            element.box = box
    name = context.text(str(element["name"])) if "name" in element else shorten_text(" ".join(words.split()), 20)
    box = box._replace(name=name)
    if context.shelf.larger:
        room = _build_text_box(context, {**element, **element.get("large", {})})._replace(name=name)
        items = set_larger(context, words, box, room)
    else:
        room, items = box, set_text(context, words, box)
    tint = None if is_plain_colour(element.get("colour")) else parse_tint(context, element.get("colour"))
    if not ("stroke" in element or "shadow" in element) and (tint is None or tint.is_plain):
        yield from items
    else:
        yield from draw_words(context, element, room, items)


def _build_text_box(context: FaceContext, element: Element) -> TextBox:
    """The box of a text, without its name."""
    x, y = context.locate(element)
    size = context.value(element["size"], LEAST_TYPE_SIZE, MOST_TYPE_SIZE)
    least = element.get("least", element.get("shrink", size))
    least = min(context.value(least, LEAST_TYPE_SIZE, MOST_TYPE_SIZE), size)
    weight, turn = context.text(element.get("font", "regular")), context.value(element.get("turn", 0))
    tint = parse_tint(context, element.get("colour", "ink"))
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


def _draw_face(context: FaceContext, element: Element) -> Iterator[Item]:
    name = context.text(element["name"])
    given = {key: context.text(str(value)) for key, value in element.get("with", {}).items()}
    fields: Mapping[str, str] = given
    if element.get("inherit"):
        fields = ChainMap(given, context.fields)  # type: ignore[arg-type]
    label = "/".join([name, *given.values()]) if not element.get("inherit") else f"{name}/{context.label}"
    frame = context.shelf.lay_out_face(name, label, fields)
    x, y = context.locate(element)
    turn = context.value(element.get("turn", 0))
    scale = context.value(element.get("scale", 1), 1 / MOST_SCALE, MOST_SCALE)
    middle = Matrix.translate(-frame.width / 2, -frame.height / 2)
    back = Matrix.translate(frame.width / 2 * scale + x, frame.height / 2 * scale + y)
    placed = middle.then(Matrix.scale_by(scale)).then(Matrix.rotate(turn)).then(back)
    yield Use(frame, placed, context.clip(element))


def _draw_matrix(context: FaceContext, element: Element) -> Iterator[Item]:
    """Draw a seal: rows of cells, ``1`` light, inside a dark border one cell wide."""
    cells, columns = context.text(element["cells"]), int(context.value(element["columns"], 1))
    x, y = context.locate(element)
    rows = len(cells) // columns
    cell = context.value(element["width"]) / (columns + 2)
    outline: list[Any] = list(rect(x, y, cell * (columns + 2), cell * (rows + 2)))
    light = {divmod(index, columns) for index, letter in enumerate(cells) if letter == "1"}
    for loop in _trace_borders(light):
        outline += polygon(tuple((x + (column + 1) * cell, y + (row + 1) * cell) for row, column in loop))
    yield context.shape(element, tuple(outline))


def _trace_borders(cells: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The borders of areas of cells, as corners (row, column); cells side by side are one area."""
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


def _draw_rows(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    dx, dy = context.value(element.get("dx", 0)), context.value(element.get("dy", 0))
    row_dx, row_dy = context.value(element.get("row_dx", 0)), context.value(element.get("row_dy", 0))
    columns = int(context.value(element.get("columns", 1_000_000), 1))
    name = context.text(element["face"])
    given = {key: context.text(str(value)) for key, value in element.get("with", {}).items()}
    for index, row in enumerate(_select_rows(context, element)):
        line, column = divmod(index, columns)
        fields: Mapping[str, str] = ChainMap({"index": str(index)}, given, row)
        context.shelf.count_element(context)
        frame = context.shelf.lay_out_face(name, f"{name}/{context.label}/{index + 1}", fields)
        yield Use(frame, Matrix.translate(x + column * dx + line * row_dx, y + column * dy + line * row_dy))


def _select_rows(context: FaceContext, element: Element) -> list[dict[str, str]]:
    """The rows of a table that an element asks for, joined, completed and sorted as it says."""
    name = context.text(element["table"])
    file = context.get_file(name, say("there is no table '{file}'", file=name))
    rows = [row.cells for row in read_card_rows(file)]
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


def _draw_qr(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.locate(element)
    words = context.text(element["text"])
    found = len(words.encode())
    if not 0 < found <= MOST_QR_BYTES:
        raise context.fault(
            say("a QR code holds 1 to {most} bytes; this text has {found}", most=MOST_QR_BYTES, found=found)
        )
    outline = build_qr_outline(words, context.value(element["width"], 0.1))
    yield context.shape(
        {"fill": "#000000", "role": "qr", **element}, transform_outline(outline, Matrix.translate(x, y))
    )


def build_qr_outline(text: str, width: float) -> Outline:
    """A text as a QR code, quiet zone included in its width, mm; dark modules side by side are joined."""
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


def build_lazy_drawers(modules: Mapping[str, str]) -> dict[str, Drawer]:
    """A drawer for each kind of element, by the modules that draw them.

    A module is imported only when a face has such an element, for that takes longer than printing a card.
    """

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawer: Drawer = import_module(modules[element["kind"]]).KINDS[element["kind"]]
        return drawer(context, element)

    return dict.fromkeys(modules, draw)


KINDS: dict[str, Drawer] = {
    "rect": with_effects(_draw_rect, turns=True),
    "circle": with_effects(_draw_circle, turns=True),
    "line": with_effects(_draw_line, turns=True),
    "polygon": with_effects(_draw_polygon, turns=True),
    "path": with_effects(_draw_path),
    "text": with_effects(_draw_text),
    "face": _draw_face,
    "rows": _draw_rows,
    "matrix": _draw_matrix,
    "qr": _draw_qr,
    **build_lazy_drawers(_LATER),
}
