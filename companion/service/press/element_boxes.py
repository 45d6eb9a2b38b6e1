"""Where the elements of a card lie, what a page may change of them, and which column of the table fills each."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.data.schema import get_element_keys
from companion.press.face.context import FaceContext, Proof, compute_extent
from companion.press.face.schema import Element
from companion.press.face.typesetting import text_extent
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.frame import Frame, Item, Picture, Shape, Text
from companion.press.frame.outlines import IDENTITY, Bounds, compute_tight_bounds
from companion.sentences import Sentence, say

PANEL = ("x", "y", "width", "height", "size", "colour", "fill", "align", "fit")
"""Keys of an element that a page can change; of each kind those that it has."""


class ElementBox(NamedTuple):
    """An element where it lies on a card, mm."""

    name: str
    box: Bounds  # left, top, width, height
    file: str  # the face's
    number: int  # of the element in its face, from 1
    keys: Mapping[str, str | float]  # those of the panel, as written; "" if missing
    choices: Mapping[str, tuple[str, ...]]  # the words that a key may have
    column: int  # the column that fills it; -1 for none
    digest: str  # of the face's content
    locked: Sentence | None  # why it is only for reading


class BoxFinder(Proof):
    """Finds where the elements of a card lie, and which column fills each; it draws nothing."""

    def __init__(
        self, columns: Sequence[str], rules: Mapping[str, object], language: str, faces: Mapping[Path, str]
    ) -> None:
        super().__init__()
        self.language, self._columns, self._rules, self._faces = language, columns, rules, faces
        self._found: list[ElementBox] = []
        self.by_frame: dict[str, tuple[ElementBox, ...]] = {}

    def note(self, context: FaceContext, element: Element, items: Sequence[Item]) -> None:
        bounds = [_measure_item(each) for each in items]
        if "width" in element and ("height" in element or element["kind"] == "qr"):
            x, y, width, height = context.locate_box({"height": element["width"], **element})
            bounds = [(x, y, x + width, y + height)]
        if not bounds:
            return
        left, top, right, bottom = enclose_boxes(bounds)
        file, number = getattr(element, "file", context.face.file), getattr(element, "number", 0)
        digest, locked = self._faces.get(file, "") if number else "", say("this face comes with Companion")
        if file.suffix == ".svg":
            locked = say("{file} is a drawing; change it in Inkscape", file=file.name)
        schema = get_element_keys(element["kind"])
        keys = {key: element.get(key, "") for key in PANEL if key in schema}
        text = str(element.get("text", element.get("file", element.get("part", ""))))
        text = context.shelf.words.get(text[1:], text) if text.startswith("$") else text
        box = ElementBox(
            name=context.text(element.get("name", element["kind"])),
            box=(left, top, right - left, bottom - top),
            file=file.name,
            number=number,
            keys=keys,
            choices={key: tuple(filter(None, schema[key]["enum"])) for key in keys if "enum" in schema[key]},
            column=self._find_column(text),
            digest=digest,
            locked=None if digest else locked,
        )
        self._found.append(box)

    def _find_column(self, text: str, depth: int = 3) -> int:
        """The first column that a text names in braces, by itself or by a rule of the deck."""
        for name in re.findall(r"[\w.-]+", " ".join(re.findall(r"\{[^{}]*\}", text))):
            for each in (f"{name}.{self.language}", name, name.rpartition(".")[0]):
                if each in self._columns:
                    return self._columns.index(each)
            if depth and name in self._rules and (column := self._find_column(str(self._rules[name]), depth - 1)) >= 0:
                return column
        return -1

    def draw_over(self, frame: Frame) -> Frame:
        self.by_frame[frame.name], self._found = tuple(self._found), []
        return frame

    def draw_lines(self, frame: Frame) -> Frame:
        return frame


def _measure_item(item: Item) -> Bounds:
    match item:
        case Shape():
            return compute_tight_bounds(item.outline)
        case Text():
            return text_extent(item, IDENTITY)
        case Picture():
            return item.x, item.y, item.x + item.width, item.y + item.height
    return compute_extent(item)
