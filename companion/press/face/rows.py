"""The element that reads a table: ``rows`` places a face once for each row."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Any

from companion.data.deck_tables import add_cases, join_rows, matches, read_rows
from companion.press.face.context import Drawer, FaceContext
from companion.press.face.schema import Element
from companion.press.frame.frame import Item, Use
from companion.press.frame.matrix import Matrix
from companion.sentences import say

__all__ = ["KINDS"]


def _rows(context: FaceContext, element: Element) -> Iterator[Item]:
    x, y = context.at(element)
    dx, dy = context.value(element.get("dx", 0)), context.value(element.get("dy", 0))
    row_dx, row_dy = context.value(element.get("row_dx", 0)), context.value(element.get("row_dy", 0))
    columns = int(context.value(element.get("columns", 1_000_000)))
    name = context.text(element["face"])
    given = {key: context.text(str(value)) for key, value in element.get("with", {}).items()}
    for index, row in enumerate(_chosen(context, element)):
        line, column = divmod(index, columns)
        fields: Mapping[str, str] = ChainMap({"index": str(index)}, given, row)
        frame = context.shelf.frame(name, f"{name}/{context.label}/{index + 1}", fields)
        yield Use(frame, Matrix.moved(x + column * dx + line * row_dx, y + column * dy + line * row_dy))


def _chosen(context: FaceContext, element: Element) -> list[dict[str, str]]:
    """The rows asked for, with all that the element adds to them, in its order."""
    name = context.text(element["table"])
    file = context.file(name, say("there is no table '{file}'", file=name))
    rows = read_rows(file)
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


KINDS: dict[str, Drawer] = {"rows": _rows}
