"""An art file as elements with their lines: SVG read by expat, nothing fetched and nothing expanded.

A document type and what it may define - entities above all - is refused, and so are style sheets and
scripts. What lies in foreign namespaces, such as the notes of a drawing program, is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate, errors

from companion.data.files import read_text
from companion.data.vocabulary import guesses
from companion.errors import DeckError, Place
from companion.sentences import Sentence, say, shortened

MOST_DRAWING_BYTES = 4_000_000
MOST_DRAWING_ELEMENTS, DEEPEST = 50_000, 60  # elements of a file, and the depth to which they may be nested
MOST_NAMED_GROUPS = 8  # of the groups of a file, where another was asked for
QUOTED = 60  # characters of a wrong value that are repeated
WORDED = {"text", "tspan", "flowRoot", "flowPara", "desc"}  # elements whose words are kept
SVG, LINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "


@dataclass(eq=False, slots=True)
class Node:
    """An element of an art file; words are children without a tag."""

    tag: str
    attributes: Mapping[str, str]  # those of SVG; `xlink:href` as `href`
    line: int  # in the file
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    words: str = ""  # of a child without a tag


@dataclass(frozen=True, eq=False)
class ArtFile:
    """An art file."""

    name: str  # as a face names it
    root: Node
    named: Mapping[str, Node]  # by id
    classes: frozenset[str]

    def fault(self, node: Node, what: Sentence) -> DeckError:
        """An error about an element, with its line and its name."""
        known = shortened(node.attributes.get("id", ""), QUOTED)
        shown = f'<{node.tag} id="{known}">' if known else f"<{node.tag}>"
        return DeckError("{element}: {fault}.", place=Place(self.name, node.line), element=shown, fault=what)

    def without(self, part: str) -> Sentence:
        """The sentence that it has no such group, and which it has."""
        groups = [name for name, node in self.named.items() if node.tag == "g"]
        names = guesses(part, groups) or groups[:MOST_NAMED_GROUPS]
        shown = {"part": shortened(part, QUOTED), "names": shortened(", ".join(names), 4 * QUOTED) or "-"}
        return say("'{file}' has no group '{part}'; it has {names}", file=self.name, **shown)

    def unknown(self, node: Node, key: str, value: str) -> DeckError:
        """The error for an attribute or a value that would be lost."""
        shown = {"name": shortened(key, QUOTED), "value": shortened(value, QUOTED)}
        what = say('{name}="{value}" would be lost; draw it as paths with plain fills and lines', **shown)
        return self.fault(node, what)


def read_art(file: Path, name: str) -> ArtFile:
    """Read an art file; the very same value is given as long as the file holds the same."""
    return _gathered(name, read_text(file, MOST_DRAWING_BYTES))


@lru_cache(maxsize=64)
def _gathered(name: str, content: str) -> ArtFile:
    gathering = _Gathering(name)
    try:
        gathering.parser.Parse(content, True)
    except ExpatError as error:
        place, reason = Place(name, error.lineno), errors.messages[error.code]
        raise DeckError("this is not a whole SVG file ({reason}).", place=place, reason=reason) from None
    if gathering.root is None or gathering.root.tag != "svg":
        raise DeckError("this is not an SVG file.", place=Place(name))
    return ArtFile(name, gathering.root, gathering.named, frozenset(gathering.classes))


class _Gathering:
    """Gathers the elements of a file as expat tells of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.named: dict[str, Node] = {}
        self.classes: set[str] = set()
        self._count = 0
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
        self._count += 1
        if self._count > MOST_DRAWING_ELEMENTS or len(self._open) > DEEPEST:
            bounds = {"most": MOST_DRAWING_ELEMENTS, "deep": DEEPEST}
            what = say(
                "more than {most} elements, or more than {deep} in one another, are too many", **bounds
            )
            raise self._fault(what)
        if not name.startswith(SVG) or (parent is None and len(self._open) > 1):
            self._open.append(None)  # a note of a drawing program, with all that lies in it
            self._listen()
            return
        tag = name.removeprefix(SVG)
        if tag in ("style", "script"):
            self._refused()
        attributes = {key.removeprefix(LINK): value for key, value in given.items()}
        node = Node(tag, attributes, self.parser.CurrentLineNumber, parent)
        self._open.append(node)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        self.classes.update(attributes.get("class", "").split())
        known = attributes.get("id")
        if known is not None:
            if known in self.named:
                raise self._fault(say("two elements have the id '{id}'", id=shortened(known, QUOTED)))
            self.named[known] = node
        self._listen()

    def _end(self, name: str) -> None:
        self._open.pop()
        self._listen()

    def _listen(self) -> None:
        """Hear the words of an element that has some."""
        node = self._open[-1]
        worded = node is not None and node.tag in WORDED
        self.parser.CharacterDataHandler = self._say if worded else None

    def _say(self, words: str) -> None:
        node = self._open[-1]
        assert node is not None
        node.children.append(Node("", {}, self.parser.CurrentLineNumber, node, words=words))

    def _refused(self, *_: object) -> None:
        what = say(
            "a document type, an entity, a style sheet or a script stands here; write plain attributes "
            "(Inkscape: save as Plain SVG)"
        )
        raise self._fault(what)

    def _fault(self, what: Sentence) -> DeckError:
        return DeckError("{fault}.", place=Place(self.name, self.parser.CurrentLineNumber), fault=what)
