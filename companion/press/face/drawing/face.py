"""A face drawn as an SVG file, in Inkscape or by hand: art, with boxes that are filled from the card.

Layers and groups that hold a box are opened; all else is one drawing from one box to the next, so what lies
above and below a box stays there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.errors import DeckError
from companion.press.face.drawing.boxes import (
    BOXES,
    TAKEN,
    WORDS,
    FaceArea,
    Label,
    build_box,
    find_extent,
    find_label,
    get_own_style,
    get_placeholder,
    is_plain,
)
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.style import build_outline, get_page
from companion.press.face.drawing.svg_file import ArtFile, Node, read_art
from companion.press.face.lettering import Lettering
from companion.press.face.schema import Element, Face
from companion.press.frame.drawing import format_notation, parse_notation
from companion.press.frame.outlines import Bounds, Matrix, transform_bounds, transform_outline
from companion.sentences import say

BEYOND = 5.0  # how far beyond the page art is drawn where it is drawn as a picture, mm
UNDRAWN = {"defs", "clipPath", "linearGradient", "desc", "title", "metadata", ""}
"""Elements in which no box is looked for."""


def read_drawn_face(name: str, file: Path, styles: Mapping[str, Element], lettering: Lettering | None = None) -> Face:
    """Read a face that is an SVG file.

    Its page is the trim, unless a guide says otherwise; guides tell bleed and safe zone too.
    """
    return _Reader(read_art(file, file.name), styles, lettering).build_face(name, file)


class _Reader:
    def __init__(self, art: ArtFile, styles: Mapping[str, Element], lettering: Lettering | None) -> None:
        self.art, self.styles = art, styles
        self.parts = Parts(art, lettering)
        self.labels: dict[Node, Label] = {}
        self.opened: set[Node] = set()
        self._note_labels(art.root)
        self.guides = {each.rest: node for node, each in self.labels.items() if each.kind == "guide"}
        self.area = self._compute_area()

    def _note_labels(self, node: Node) -> bool:
        """Note the labels of an element and of all in it; true where there is one."""
        label = find_label(self.art, node)
        if label is None and node.tag in WORDS and "{" in get_placeholder(node):
            label = Label("text", "")  # words with a field in them are no art
        within_file = node.attributes.get("href", "").startswith("data:")  # which is drawn as a picture
        if label is None and node.tag == "image" and not within_file:
            label = Label("picture", "")
        if label is not None:
            self.labels[node] = label
        within = [self._note_labels(child) for child in node.children if child.tag not in UNDRAWN]
        if any(within):
            self.opened.add(node)
        return label is not None or any(within)

    def _compute_area(self) -> FaceArea:
        """The paper of the face: the page of the file, or its trim guide; and how far words stay from it."""
        width, height, matrix = get_page(self.art)
        page = FaceArea(self.art, width, height, matrix, 0.0)
        left, top, right, bottom = self._find_guide(page, "trim") or (0.0, 0.0, width, height)
        matrix = matrix.then(Matrix.translate(-left, -top))
        trim = page._replace(width=right - left, height=bottom - top, matrix=matrix)
        safe = self._find_guide(trim, "safe") or (0.0, 0.0, trim.width, trim.height)
        return trim._replace(safe=max(0.0, round(min(_compute_inset(trim, safe)), 2)))

    def _find_guide(self, area: FaceArea, name: str) -> Bounds | None:
        node = self.guides.get(name)
        box = None if node is None else find_extent(self.art, node)
        return None if node is None or box is None else transform_bounds(box, area.compute_matrix(node))

    def build_face(self, name: str, file: Path) -> Face:
        area = self.area
        size = round(area.width, 3), round(area.height, 3)
        bleed = self._find_guide(area, "bleed") or (0.0, 0.0, area.width, area.height)
        out = max(0.0, round(-max(_compute_inset(area, bleed)), 2))
        elements = tuple(self._build_elements(self.art.root.children))
        return Face(name, file, size, out, area.safe, elements, self._build_trim())

    def _build_trim(self) -> str:
        """The outline that the face is cut out along; empty for a plain rectangle."""
        node = self.guides.get("trim")
        if node is None or is_plain(node):
            return ""
        return format_notation(
            transform_outline(parse_notation(build_outline(self.art, node)), self.area.compute_matrix(node))
        )

    def _build_elements(self, nodes: Sequence[Node]) -> Iterator[Element]:
        for labelled, run in groupby(nodes, lambda node: node in self.labels or node in self.opened):
            if not labelled:
                yield from self._build_art(tuple(run))
                continue
            for node in run:
                if get_own_style(node).get("display") != "none":
                    try:
                        yield from tuple(self._build_labelled(node))
                    except DeckError as fault:
                        yield _build_fault_element(fault)

    def _build_art(self, nodes: Sequence[Node], **more: Any) -> Iterator[Element]:
        try:
            yield from self._build_drawing(nodes, more)
        except DeckError as fault:
            yield _build_fault_element(fault)

    def _build_drawing(self, nodes: Sequence[Node], more: dict[str, Any]) -> Iterator[Element]:
        try:
            drawing = self.parts.join_nodes(nodes, self.area.matrix, TAKEN if more else "")
        except DeckError as lost:
            from companion.press.face.drawing.scans import draw_as_picture

            if more:  # a picture takes no colour
                raise
            matrix = get_page(self.art).matrix.invert().then(self.area.matrix)
            yield {"kind": "art", "drawing": draw_as_picture(self.parts.words, nodes, lost, BEYOND), "matrix": matrix}
        else:
            if drawing.traces:
                yield {"kind": "art", "drawing": drawing, **more}

    def _build_labelled(self, node: Node) -> Iterator[Element]:
        """The elements for a node that has a label, or holds one that has a label."""
        label = self.labels.get(node)
        if label is not None and label.kind in BOXES:
            yield build_box(self.area, node, label, self.styles)
        elif label is not None and label.kind == "fill":
            if node in self.opened:
                raise self.art.fault(node, say("what takes a colour from the card cannot hold a box"))
            yield from self._build_art((node,), colour=label.filling, painted={})
        elif label is None or label.kind == "when":
            within = self._build_elements(self._open_group(node)) if node in self.opened else self._build_art((node,))
            if label is None:
                yield from within
            else:
                yield {"kind": "layer", "row": node.line, "when": label.filling, "elements": tuple(within)}

    def _open_group(self, node: Node) -> Sequence[Node]:
        """The nodes in a group that holds a box; a group that is clipped or translucent itself is refused."""
        self.parts.compute_inherited(node)
        if node.tag not in ("g", "a"):
            raise self.art.refuse_value(node, "element", node.tag)
        return node.children


def _build_fault_element(fault: DeckError) -> Element:
    """An element that raises a fault when it is drawn, so that a check reports each fault once."""
    return {"kind": "fault", "faults": [fault]}


def _compute_inset(area: FaceArea, box: Bounds) -> tuple[float, float, float, float]:
    """The distances of a box from the four sides of the trim around it, mm."""
    return box[0], box[1], area.width - box[2], area.height - box[3]
