"""Read an art file as elements with their lines: SVG parsed by expat, nothing fetched.

Style sheets and styles are written into the attributes of the elements they are for. Short entities
stand for their text, as one drawing program has them; all others are refused. Scripts are skipped, and
so is what lies in foreign namespaces, such as the notes of a drawing program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate, errors

from companion.data.files import read_bytes
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.sentences import Sentence, say, shorten_text

MOST_DRAWING_BYTES = 4_000_000
DEEPEST = 60  # elements within one another
MOST_NAMED_GROUPS = 8  # of the groups of a file, where another was asked for
QUOTED = 60  # characters of a wrong value that are repeated
WORDED = {"text", "tspan", "textPath", "a", "flowRoot", "flowPara", "flowSpan", "desc", "style"}
"""Elements whose words are kept."""
SILENT = {
    *("title", "desc", "metadata", "defs", "clipPath", "mask", "marker", "symbol", "pattern", "filter"),
    *("linearGradient", "radialGradient", "style", "view", "animate", "animateTransform", "set"),
}
"""Elements that are not drawn where they stand."""
MOST_FILLED = 8  # how often variables of a style are looked for, for they may stand in one another
LONGEST_ENTITY = 200  # letters; and no entity holds another
MOST_FONT_LETTERS = 200  # of the family, size and more that are told together
GEOMETRY = {*("x", "y", "width", "height", "d", "cx", "cy", "r", "rx", "ry")}
"""What is no style, whoever writes it there."""
SVG, LINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "


@dataclass(eq=False, slots=True)
class Node:
    """An element of an art file; words are children without a tag."""

    tag: str
    attributes: dict[str, str]  # those of SVG, and its style; `xlink:href` as `href`
    line: int  # in the file
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    words: str = ""  # of a child without a tag
    number: int = 0  # of all elements of the file, in order


def walk_nodes(node: Node) -> Iterator[Node]:
    """An element and all that lies in it, in the order of the file."""
    yield node
    for child in node.children:
        yield from walk_nodes(child)


@dataclass(frozen=True, eq=False)
class ArtFile:
    """An SVG file that was read: its elements, its names and classes, and what only a picture can show."""

    name: str  # as a face names it
    folder: Path  # where it lies
    content: bytes  # with its variables filled in
    root: Node
    nodes: Sequence[Node]
    named: Mapping[str, Node]  # by id
    classes: frozenset[str]
    lost: DeckError | None  # what its style sheets say that only a picture can show
    ruled: Mapping[str, str]  # the keys and values of such rules

    def fault(self, node: Node, what: Sentence) -> DeckError:
        """An error about an element, with its line and its name."""
        known = shorten_text(node.attributes.get("id", ""), QUOTED)
        shown = f'<{node.tag} id="{known}">' if known else f"<{node.tag}>"
        return DeckError("{element}: {fault}.", place=Place(self.name, node.line), element=shown, fault=what)

    def describe_missing_group(self, part: str) -> Sentence:
        """A sentence that the file has no such group, and which groups it has."""
        groups = [name for name, node in self.named.items() if node.tag == "g"]
        names = suggest_words(part, groups) or groups[:MOST_NAMED_GROUPS]
        shown = {"part": shorten_text(part, QUOTED), "names": shorten_text(", ".join(names), 4 * QUOTED) or "-"}
        return say("'{file}' has no group '{part}'; it has {names}", file=self.name, **shown)

    def refuse_value(self, node: Node, key: str, value: str) -> DeckError:
        shown = {"name": shorten_text(key, QUOTED), "value": shorten_text(value, QUOTED)}
        what = say('{name}="{value}" would be lost; draw it as paths with plain fills and lines', **shown)
        return self.fault(node, what)


_LEFT_OUT = re.compile(r"(?s)/\*.*?(?:\*/|\Z)|<!--|-->|@[^{;]*+(?:;|\{(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\})?")
_FONT = re.compile(r"(.*?)((?:\d++\.?\d*+|\.\d++)(?:px|pt|em|mm|%))(?:\s*/\s*\S+)?\s+(.+)")
_SELECTOR = re.compile(r"\*|[#.]?[\w-]+|[\w-]+\.[\w-]+")
_IDLE = re.compile(r"|.*:(?:hover|active|focus|visited|link)\b.*")  # selectors of what no paper shows
_CALL = re.compile(rb"\b(var|light-dark)\(\s*+((?:[^(),]++|\([^()]*+\))*+)(?:,((?:[^()]++|\([^()]*+\))*+))?\)")
_VARIABLE = re.compile(rb"(--[\w-]++)\s*+:\s*+([^;{}\"'<]{1,100}+)(?=[;}\"'<])")


def read_art(file: Path, name: str) -> ArtFile:
    """Read an art file; as long as its content is the same, so is the value."""
    content = read_bytes(file, MOST_DRAWING_BYTES + 1)
    _check_size(name, content)
    return _parse_file(name, file.parent, content)


def _check_size(name: str, content: bytes) -> None:
    if len(content) > MOST_DRAWING_BYTES:
        raise DeckError("it is larger than {most} bytes.", place=Place(name), most=MOST_DRAWING_BYTES)


@lru_cache(maxsize=64)
def _parse_file(name: str, folder: Path, content: bytes) -> ArtFile:
    content, gathering = _fill_variables(content), _ArtParser(name)
    _check_size(name, content)
    try:
        gathering.parser.Parse(content, True)
    except (ValueError, LookupError):  # of its encoding
        raise DeckError("its encoding is not known here; save it as UTF-8.", place=Place(name)) from None
    except ExpatError as error:
        place, reason = Place(name, error.lineno), errors.messages[error.code]
        raise DeckError("this is not a whole SVG file ({reason}).", place=place, reason=reason) from None
    if gathering.root is None or gathering.root.tag != "svg":
        raise DeckError("this is not an SVG file.", place=Place(name))
    gathering.apply_styles()
    told = gathering.named, frozenset(gathering.classes), gathering.lost, gathering.ruled
    return ArtFile(name, folder, content, gathering.root, gathering.nodes, *told)


def _fill_variables(content: bytes) -> bytes:
    """Replace variables by their values, and ``light-dark`` by its colour for light paper."""
    values: dict[bytes, set[bytes]] = {}
    for name, value in _VARIABLE.findall(content) if b"var(" in content else ():
        values.setdefault(name, set()).add(value.strip())

    def resolve(found: re.Match[bytes]) -> bytes:
        kind, first, usual = found.groups()
        known = {first} if kind == b"light-dark" else values.get(first.strip(), {usual or b""} - {b""})
        return next(iter(known)) if len(known) == 1 else found[0]  # it stays, and is a fault

    for _ in range(MOST_FILLED if b"var(" in content or b"light-dark(" in content else 0):
        content = _CALL.sub(resolve, content[: MOST_DRAWING_BYTES + 1])
    return content


def _parse_declarations(style: str) -> dict[str, str]:
    parts = (part.partition(":") for part in style.split(";"))
    told = {key.strip(): value.removesuffix("!important").strip() for key, _, value in parts if value.strip()}
    if found := _FONT.fullmatch(told.get("font", "")[:MOST_FONT_LETTERS]):
        del told["font"]
        told |= {"font-size": found[2], "font-family": found[3]}
        told |= {"font-weight": "bold" if "bold" in found[1] else "normal"}
        told |= {"font-style": "italic" if "italic" in found[1] else "normal"}
    return told


class _ArtParser:
    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.named: dict[str, Node] = {}
        self.classes: set[str] = set()
        self.nodes: list[Node] = []
        self._count = 0
        self.lost: DeckError | None = None
        self.ruled: dict[str, str] = {}
        self._open: list[Node | None] = [None]
        self.parser = parser = ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._check_entity
        parser.SkippedEntityHandler = self._refuse_entity
        parser.ProcessingInstructionHandler = self._check_instruction
        parser.buffer_text = True

    def _start(self, name: str, given: dict[str, str]) -> None:
        parent = self._open[-1]
        if len(self._open) > DEEPEST:
            raise self._fault(say("elements are nested more than {most} levels deep", most=DEEPEST))
        self._count += 1
        tag = name.removeprefix(SVG)
        if " " in tag or tag == "script" or (parent is None and len(self._open) > 1):
            self._open.append(None)  # a note of a drawing program, with all that lies in it
            self._watch_words()
            return
        attributes = {key.removeprefix(LINK): value for key, value in given.items()}
        node = Node(tag, attributes, self.parser.CurrentLineNumber, parent, number=self._count - 1)
        self.nodes.append(node)
        self._open.append(node)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        self.classes.update(attributes.get("class", "").split())
        self.named.setdefault(attributes.get("id", ""), node)
        self._watch_words()

    def _end(self, name: str) -> None:
        self._open.pop()
        self._watch_words()

    def _watch_words(self) -> None:
        """Take in words only while the open element is one whose words are kept."""
        node = self._open[-1]
        worded = node is not None and node.tag in WORDED
        self.parser.CharacterDataHandler = self._add_words if worded else None

    def _add_words(self, words: str) -> None:
        node = self._open[-1]
        assert node is not None
        node.children.append(Node("", {}, self.parser.CurrentLineNumber, node, words=words))

    def apply_styles(self) -> None:
        """Write the rules of style sheets, and the styles of elements, into attributes."""
        self.named.pop("", None)
        sheet = "".join(words.words for node in self.nodes if node.tag == "style" for words in node.children)
        rules: dict[str, tuple[tuple[int, int], dict[str, str]]] = {}
        for rule in _LEFT_OUT.sub("", sheet).replace(":root", "svg").split("}"):
            head, _, body = rule.rpartition("{")
            declared = _parse_declarations(body)
            for selector in map(str.strip, head.rpartition("{")[2].split(",")):
                if _IDLE.fullmatch(selector) is None and _SELECTOR.fullmatch(selector) is None:
                    what = say(
                        "the rule '{rule}' of its style sheet would be lost", rule=shorten_text(selector, QUOTED)
                    )
                    self.lost = self._fault(what)
                    self.ruled |= declared
                rank = 1 + selector.count(".") + 2 * selector.count("#"), len(rules)
                rules.setdefault(selector, (rank, {}))[1].update(declared)
        for node in self.nodes:
            given, told = node.attributes, dict[str, str]()
            classes = [f".{each}" for each in given.get("class", "").split()]
            marks = ("*", node.tag, *classes, *(node.tag + each for each in classes), f"#{given.get('id')}")
            for _, style in sorted((rules[mark] for mark in marks if mark in rules), key=itemgetter(0)):
                told |= style
            told |= _parse_declarations(given.get("style", ""))
            given.update((key, value) for key, value in told.items() if key not in GEOMETRY)

    def _check_entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        if value is None or parameter or len(value) > LONGEST_ENTITY or "&" in value:
            self._refuse_entity(name)

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise self._fault(say("the entity '{name}' is refused", name=shorten_text(name, QUOTED)))

    def _check_instruction(self, name: str, _: str) -> None:
        if name == "xml-stylesheet":
            raise self._fault(say("a style sheet in another file would be lost; write it into this one"))

    def _fault(self, what: Sentence) -> DeckError:
        return DeckError("{fault}.", place=Place(self.name, self.parser.CurrentLineNumber), fault=what)
