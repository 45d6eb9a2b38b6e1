"""An art file as elements with their lines: SVG read by expat, nothing fetched and nothing expanded.

A document type and what it may define - entities above all - is refused, and so is what reaches out
of the file. What lies in foreign namespaces, such as the notes of a drawing program, is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate, errors

from companion.data.files import read_text
from companion.data.outputs import note_input
from companion.errors import DeckError, Place
from companion.sentences import Sentence, say

__all__ = ["MOST_SHOWN", "ArtFile", "Node", "read_art"]

MOST = 8_000_000
"""The largest art file that is read, in bytes."""
MOST_SHOWN = 60
"""Signs of a wrong value that are repeated."""
SVG, LINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "


@dataclass(eq=False, slots=True)
class Node:
    """An element of an art file.

    Attributes:
        tag: Its name in SVG.
        attributes: Those of SVG; ``xlink:href`` as ``href``.
        line: Where it begins.
        parent: What it lies in.
        children: What lies in it.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    parent: Node | None
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class ArtFile:
    """An art file.

    Attributes:
        name: As messages name it.
        root: Its outermost element.
        named: Its elements by their ids.
    """

    name: str
    root: Node
    named: Mapping[str, Node]

    def fault(self, node: Node, what: Sentence) -> DeckError:
        """What is wrong with an element, with its line and its name."""
        known = node.attributes.get("id", "")[:MOST_SHOWN]
        shown = f'<{node.tag} id="{known}">' if known else f"<{node.tag}>"
        return DeckError("{element}: {fault}.", place=Place(self.name, node.line), element=shown, fault=what)


def read_art(file: Path, name: str) -> ArtFile:
    """Read an art file; one that was read already is not read again.

    Raises:
        InputError: When it cannot be read, is no SVG, or has what could reach out of it.
    """
    note_input(file)
    try:
        about = file.stat()
        return _read(file, name, about.st_mtime_ns, about.st_size)
    except (OSError, ValueError):
        return _read(file, name, 0, 0)


@lru_cache(maxsize=64)
def _read(file: Path, name: str, _changed: int, _size: int) -> ArtFile:
    gathering = _Gathering(name)
    try:
        gathering.parser.Parse(read_text(file, MOST), True)
    except ExpatError as error:
        raise DeckError(
            "this is not a whole SVG file ({reason}).",
            place=Place(name, error.lineno), reason=errors.messages[error.code],
        ) from None  # fmt: skip
    root = gathering.root
    if root is None or root.tag != "svg":
        raise DeckError("this is not an SVG file.", place=Place(name))
    return ArtFile(name, root, gathering.named)


class _Gathering:
    """Gathers the elements of a file as expat tells of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.named: dict[str, Node] = {}
        self._open: list[Node | None] = [None]
        self.parser = parser = ParserCreate("utf-8", namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refused
        parser.EntityDeclHandler = self._refused
        parser.ProcessingInstructionHandler = self._refused
        parser.buffer_text = True

    def _start(self, name: str, given: dict[str, str]) -> None:
        parent = self._open[-1]
        if not name.startswith(SVG) or (parent is None and len(self._open) > 1):
            self._open.append(None)  # a note of a drawing program, with all that lies in it
            return
        attributes = {key.removeprefix(LINK): value for key, value in given.items()}
        node = Node(name.removeprefix(SVG), attributes, self.parser.CurrentLineNumber, parent)
        self._open.append(node)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        known = attributes.get("id")
        if known is not None:
            if known in self.named:
                raise self._fault(say("two elements have the id '{id}'", id=known[:MOST_SHOWN]))
            self.named[known] = node

    def _end(self, name: str) -> None:
        self._open.pop()

    def _refused(self, *_: object) -> None:
        raise self._fault(
            say("a document type, an entity or a style sheet stands here; save the file as plain SVG")
        )

    def _fault(self, what: Sentence) -> DeckError:
        return DeckError("{fault}.", place=Place(self.name, self.parser.CurrentLineNumber), fault=what)
