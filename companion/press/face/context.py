"""From a face and a card to a frame: fields are filled in, words looked up, elements drawn."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import DeckError, Place
from companion.paths import assets
from companion.press.face.schema import Element, Face, palette, read_face
from companion.press.frame.frame import Frame, Item, Outline, Shape
from companion.sentences import Sentence, say

__all__ = ["Drawer", "FaceContext", "FaceShelf"]

FIELD = re.compile(r"\{([A-Za-z0-9_.-]+)\}")
MOST = 10_000
"""How often an element may be repeated."""
LARGEST = 1e9
"""No number on a face is so large; infinity is refused with it."""


class FaceShelf:
    """The faces of one deck in one language, each read once; shared icons stand behind them.

    Args:
        words: What ``$key`` stands for in this language.
        folders: Where faces are looked for, in order.
        kinds: What draws each kind of element; none where faces are only read.
    """

    def __init__(
        self, words: Mapping[str, str], *folders: Path, kinds: Mapping[str, Drawer] | None = None
    ) -> None:
        self.words = words
        self.folders = folders
        self.kinds = kinds or {}
        self._faces: dict[str, Face] = {}
        self._frames: dict[str, dict[tuple[str, ...], dict[tuple[str | None, ...], Frame]]] = {}

    def face(self, name: str) -> Face:
        """The face with a name.

        Raises:
            DeckError: When there is none, or its file is not a face.
        """
        if name not in self._faces:
            for folder in self.folders:
                if (folder / f"{name}.toml").is_file():
                    self._faces[name] = read_face(name, folder / f"{name}.toml")
                    break
            else:
                raise DeckError(
                    "there is no face '{name}'.", place=Place(file=str(self.folders[0])), name=name
                )
        return self._faces[name]

    def frame(self, name: str, label: str, fields: Mapping[str, str]) -> Frame:
        """Lay a face out with a card's fields.

        A frame depends only on the fields its face has read. Cards that agree in those, such as all
        the cards with one back, get the very same frame, and ink stores it once.

        Args:
            name: The face.
            label: The frame's name, for goldens and messages; a face that reads no field keeps its own.
            fields: What ``{field}`` stands for.
        """
        known = self._frames.setdefault(name, {})
        for names, frames in known.items():
            frame = frames.get(tuple(fields.get(each) for each in names))
            if frame is not None:
                return frame
        face = self.face(name)
        read = _Read(fields)
        context = FaceContext(self, face, label, read)
        size = context.value(face.size[0]), context.value(face.size[1])
        items = tuple(context.items())
        frame = Frame(label if read.names else name, *size, items, face.bleed, face.safe)
        names = tuple(sorted(read.names))
        known.setdefault(names, {})[tuple(fields.get(each) for each in names)] = frame
        return frame


class _Read(Mapping[str, str]):
    """A card's fields, remembering which of them a face has read."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


@dataclass(frozen=True)
class FaceContext:
    """One face being laid out for one card.

    Attributes:
        shelf: Where nested faces and words come from.
        face: The face.
        label: The frame's name.
        fields: The card's fields.
    """

    shelf: FaceShelf
    face: Face
    label: str
    fields: Mapping[str, str]

    def items(self) -> Iterator[Item]:
        """Everything the elements draw, in order.

        Raises:
            PaperError: For words that do not fit their box.
        """
        for element in self.face.elements:
            for repeated in self._repeated(element):
                if repeated.shown(element.get("when")):
                    yield from self.shelf.kinds[element["kind"]](repeated, element)

    def at(self, element: Element) -> tuple[float, float]:
        """The place of an element, moved on by its repeat."""
        x, y = self.value(element.get("x", 0)), self.value(element.get("y", 0))
        if "repeat" in element:
            x, y = x + float(self.fields["dx"]), y + float(self.fields["dy"])
        return x, y

    def shape(self, element: Element, outline: Outline) -> Shape:
        """An outline with the pen of an element."""
        return Shape(
            outline,
            self.colour(element.get("fill")),
            self.colour(element.get("stroke")),
            self.value(element.get("stroke_width", 0.25)) if element.get("stroke") else 0.0,
            tuple(float(length) for length in element.get("dash", ())),
            self.text(str(element.get("role", ""))),
            self.text(str(element.get("group", ""))),
        )

    def _repeated(self, element: Mapping[str, Any]) -> Iterator[FaceContext]:
        repeat = element.get("repeat")
        if repeat is None:
            yield self
            return
        columns, rows = int(self.value(repeat.get("columns", 1))), int(self.value(repeat.get("rows", 1)))
        first = int(self.value(repeat.get("from", 0)))
        if columns * rows > MOST:
            raise self.fault(say("{count} repetitions are more than {most}", count=columns * rows, most=MOST))
        for index in range(columns * rows):
            row, column = divmod(index, columns)
            place = {
                "index": str(first + index), "column": str(column), "row": str(row),
                "dx": str(column * self.value(repeat.get("dx", 0))),
                "dy": str(row * self.value(repeat.get("dy", 0))),
            }  # fmt: skip
            yield replace(self, fields=ChainMap(place, self.fields))  # type: ignore[arg-type]

    def shown(self, given: object) -> bool:
        """Whether an element is drawn: ``a == b|c``, ``a != b|c``, or a text that is not empty."""
        if given is None:
            return True
        condition = str(given)
        for sign, wanted in (("==", True), ("!=", False)):
            left, found, right = condition.partition(sign)
            if found:
                options = [option.strip() for option in self.text(right.strip()).split("|")]
                return (self.text(left.strip()) in options) is wanted
        return self.text(condition).strip() != ""

    def text(self, given: object) -> str:
        """A text with its ``{field}`` places filled; ``$key`` is looked up in the words, then filled."""
        filled = FIELD.sub(self._field, str(given))
        if filled.startswith("$"):
            if filled[1:] not in self.shelf.words:
                raise self.fault(say("there is no word '{key}' in the word file", key=filled[1:]))
            filled = FIELD.sub(self._field, self.shelf.words[filled[1:]])
        return filled

    def _field(self, match: re.Match[str]) -> str:
        name = match.group(1)
        found = self.fields.get(name, self.shelf.words.get(name))
        if found is None:
            raise self.fault(say("the card has no field '{field}'", field=name))
        return found

    def value(self, given: object) -> float:
        """A number, given as such or as a text with fields; ``a+b`` is added, ``a*b`` multiplied."""
        if isinstance(given, int | float):
            return float(given)
        filled = self.text(given)
        try:
            total = 0.0
            for term in filled.split("+"):
                product = 1.0
                for factor in term.split("*"):
                    product *= float(factor)
                total += product
        except ValueError:
            raise self.fault(say("'{value}' is not a number", value=filled)) from None
        if not abs(total) < LARGEST:
            raise self.fault(say("'{value}' is not a number", value=filled))
        return total

    def colour(self, given: object) -> str | None:
        """A colour by its name in the palette, or as ``#rrggbb``; ``none`` and nothing give none."""
        name = "" if given is None else self.text(given)
        if name in ("", "none"):
            return None
        if re.fullmatch(r"#[0-9a-fA-F]{6}", name):
            return name.lower()
        if name not in palette():
            raise self.fault(
                say("'{value}' is not a colour; write #rrggbb or a name of the palette", value=name)
            )
        return palette()[name]

    def file(self, name: str, fault: Sentence) -> Path:
        """A file beside the deck file, beside the face, or among the game's assets; a fault if in none."""
        folder = self.face.file.parent
        for each in (folder.parent / name, folder / name, assets() / "games" / folder.name / name):
            if each.is_file():
                return each
        raise self.fault(fault)

    def fault(self, sentence: Sentence) -> DeckError:
        """A fault of this face, naming its file and the card."""
        return DeckError(
            "{fault} ({card}).", place=Place(file=self.face.file.name), fault=sentence, card=self.label
        )


Drawer = Callable[[FaceContext, Element], Iterator[Item]]
"""Draws the elements of one kind."""
