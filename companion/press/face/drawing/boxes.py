"""A face drawn as an SVG file, in Inkscape or by hand, and the template that such a face begins with.

Labels make a shape a box that is filled from the card: ``text:title``, ``picture:{photo}``, ``when:{boss}``.
Words in a box have the style of its placeholder. Layers and groups that contain a box are drawn element by
element; everything between two boxes is one drawing, so that the order from bottom to top stays the same.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from companion.data.decks import pictures
from companion.data.files import parse_toml
from companion.data.papers import is_colour, palette
from companion.data.rows import FIELD
from companion.data.schema import check_document, load_schema
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.paths import templates
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.styles import Node, walk_nodes
from companion.press.face.drawing.svg_file import QUOTED, SHAPES, ArtFile, inherit_style, read_art
from companion.press.face.drawing.words import BREAKS, WORDS, Words, find_text_area, parse_slant
from companion.press.face.schema import Element, Face, with_style
from companion.press.face.typesetting import ASCENT, DESCENT, DeckResources
from companion.press.frame import fonts, outlines
from companion.press.frame.outlines import Bounds, Matrix, parse_notation, transform_bounds, transform_outline
from companion.press.frame.trims import hexagon
from companion.sentences import Language, say, shorten_text
from companion.units import to_millimetres, to_points

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
BOXES = ("text", "picture", "drawing", "qr")  # labels of boxes that are filled from the card
LABELS = (*BOXES, "fill", "when", "guide")
"""All labels: boxes, shapes coloured by the card, shapes drawn on some cards only, and guides, never drawn."""
TAKEN = "fill:"  # the class of paths that take their colour from the card
WORD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.DOTALL)
LEAST_TYPE_SIZE = 6.0  # words in a box shrink to this at least, points
SHRUNK = 0.6  # and to this share of their placeholder's size
ALIGNED = {"middle": "center", "end": "right", "center": "center", "right": "right"}
GENERIC = ("monospace", "cursive", "fantasy")  # families that a program names by itself, for which our serif stands
LEADING = re.compile(r"(\d{1,2}(?:\.\d+)?|\d{1,4}(?=%))(%?)", re.ASCII)
ROUNDING = 0.01  # room added to a line of words, mm, against rounding
LARGEST_ALONE, LEAST_ALONE = 24.0, 6.0
"""Limits of the type in a box without a placeholder, which is as large as the box is high; points."""
ASKEW = 1e-3  # the cosine of the angle between the sides of a box may be this large
TRIMS = ("box", "rounded", "circle", "hex")
LONG = 30  # a sample with more letters is set smaller, over several lines
MOST_SAMPLE_LETTERS = 300
GAP = 1.5  # between boxes of a template, mm
HEIGHTS = {"picture": 24.0, "drawing": 10.0, "qr": 18.0}
HEIGHT, LONG_HEIGHT = 6.5, 18.0  # of boxes for short and for long samples, mm
LARGE, SMALL = 13.0, 9.0  # type sizes of short and of long samples, points
EXAMPLES = "text:title   text:{points} points   picture:photo   drawing:{icon}   qr:link   fill:colour"
EXPLAINED = (
    say("Red: how far colour runs. Black: the cut. Blue: keep words inside. These lines are not printed."),
    say("A label makes an object a box that is filled from the card (Object > Object Properties, Label):"),
    say(
        "A layer or an object labelled {label} is drawn on the cards that have something in {column}.",
        label="when:boss",
        column="boss",
    ),
    say("Everything else is printed as drawn. Anything that cannot be printed is reported, with its line."),
)
"""Instructions beside the page of a template."""
BEYOND = 5.0  # art that is drawn as a picture reaches this far beyond the page, mm
UNDRAWN = {"defs", "clipPath", "linearGradient", "desc", "title", "metadata", ""}
"""Elements that are not searched for boxes."""


class Label(NamedTuple):
    kind: str  # one of `LABELS`
    text: str  # the text after the colon

    @property
    def filling(self) -> str:
        """What fills the box, as a text with fields; a name alone stands for that field, or for that file."""
        match = FIELD.fullmatch(f"{{{self.text}}}") and not self.text.lower().endswith(pictures.FILES)
        return f"{{{self.text}}}" if match else self.text


def find_label(art: ArtFile, node: Node) -> Label | None:
    """The label of an element, from its label in Inkscape or its id; ``None`` for art, a misspelt one is an error."""
    for key in (f"{INKSCAPE} label", "id"):
        match = WORD.fullmatch(node.attributes.get(key, ""))
        if match is None:
            continue
        kind, rest = match[1], match[2].strip()
        if kind in LABELS:
            return Label(kind, rest)
        if close := suggest_words(kind.lower(), LABELS):
            names = ", ".join(f"{each}:" for each in close)
            label_text = shorten_text(match[0], QUOTED)
            raise art.fault(node, say("'{label}' is not a label; did you mean {names}?", label=label_text, names=names))
    return None


def get_placeholder(node: Node) -> str:
    """The words of a text element, a line of text for each of its lines."""
    lines = [""]
    for each in walk_nodes(node):
        is_line = any(value == "line" and key.endswith(" role") for key, value in each.attributes.items())
        if (is_line or each.tag in BREAKS) and "".join(lines).strip():
            lines.append("")
        if each.parent is not None and each.parent.tag != "desc":
            lines[-1] += each.words
    return "\n".join(" ".join(line.split()) for line in lines).strip("\n")


def get_type_style(words: Words, node: Node, scale: float) -> dict[str, Any]:
    """The keys of a text element that follow from its placeholder's style; `scale` is mm per unit."""
    art, first = words.art, next((each for each in walk_nodes(node) if each.words.strip()), None)
    style = inherit_style(first.parent if first else node)
    size = to_points(art.parse_number(node, "font-size", style.get("font-size", "16")) * scale)
    anchor, family = style.get("text-anchor", "start"), style["font-family"].split(",")[0].strip("'\" ")
    generic = fonts.name_styled_font("regular", *parse_slant(style)) if family.casefold() in GENERIC else family
    font = words.find_name(style) or generic
    leading = LEADING.fullmatch(style.get("line-height", "normal"))
    return {
        "size": round(size, 2),
        "least": round(min(size, max(LEAST_TYPE_SIZE, SHRUNK * size)), 2),
        "font": font,
        "align": ALIGNED.get(anchor) or ALIGNED.get(style.get("text-align", ""), "left"),
        "colour": get_colour(art, node, style.get("fill", "#000000")),
        "leading": round(float(leading[1]) / (100 if leading[2] else 1), 3) if leading else 1.25,
    }


def get_colour(art: ArtFile, node: Node, text: str) -> str:
    """The colour of words; ``ink`` for ``none`` and for a gradient."""
    return "ink" if text == "none" or text.startswith("url(") else art.parse_colour(node, "fill", text)[0]


class FaceArea(NamedTuple):
    """The paper of a drawn face, mm."""

    words: Words  # of the file
    width: float  # of the trim
    height: float  # of the trim
    matrix: Matrix  # from the file's units to mm from the top left corner of the trim
    safe: float  # from the trim to the safe zone

    def compute_matrix(self, node: Node) -> Matrix:
        """The matrix from an element's own coordinates to mm on the face."""
        return self.words.art.compute_matrix(node).then(self.matrix)


def is_plain(node: Node) -> bool:
    """True for a rectangle without rounded corners, and for what is no shape."""
    return node.tag not in SHAPES or (node.tag == "rect" and not {"rx", "ry"} & node.attributes.keys())


def find_words_extent(area: FaceArea, node: Node) -> Bounds:
    """The box for words, in their own coordinates; without a frame they may reach as far as the safe zone."""
    art, style, matrix = area.words.art, node.attributes, area.compute_matrix(node)
    if (framed := find_text_area(art, node)) is not None:
        return framed
    x, y = get_line_start(art, node)
    type_ = get_type_style(area.words, node, matrix.scale)
    inset = (area.safe, area.safe, area.width - area.safe, area.height - area.safe)
    left, _, right, _ = transform_bounds(inset, matrix.invert())
    if style.get("inline-size", "0") != "0":
        wide = art.parse_number(node, "inline-size", style["inline-size"])
        left, right = {"left": (x, x + wide), "center": (x - wide / 2, x + wide / 2)}.get(type_["align"], (x - wide, x))
    elif type_["align"] == "center":
        reach = min(x - left, right - x)
        left, right = x - reach, x + reach
    else:
        left, right = (x, right) if type_["align"] == "left" else (left, x)
    size = to_millimetres(type_["size"]) / matrix.scale
    lines = get_placeholder(node).count("\n")
    depth = (DESCENT + lines * type_["leading"]) * size + ROUNDING / matrix.scale
    return left, y - ASCENT * size, right, y + depth


def get_line_start(art: ArtFile, node: Node) -> tuple[float, float]:
    """The start of the first base line of words, in their own coordinates."""
    holder = next((each for each in walk_nodes(node) if "x" in each.attributes and "y" in each.attributes), node)
    x, y = (holder.attributes.get(key, "0").replace(",", " ").split() or ["0"] for key in ("x", "y"))
    return art.parse_number(holder, "x", x[0]), art.parse_number(holder, "y", y[0])


def build_box(area: FaceArea, node: Node, label: Label, styles: Mapping[str, Element]) -> Element:
    """The layer for a labelled shape, words, picture, or group of them, with the element that fills it."""
    art = area.words.art
    border = next((each for each in node.children if each.tag == "rect"), node) if node.tag == "g" else node
    words = next((each for each in walk_nodes(node) if each.tag in WORDS), None)
    box = art.find_extent(border)
    if box is None and words is not None:
        border, box = words, find_words_extent(area, words)
    matrix = area.compute_matrix(border)
    if box is None or min(box[2] - box[0], box[3] - box[1]) <= 0:
        raise art.fault(node, say("a box needs a size; draw it as a rectangle, or as words in a frame"))
    across, down = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    square = abs(matrix.a * matrix.c + matrix.b * matrix.d) <= ASKEW * across * down
    if not square or matrix.a * matrix.d < matrix.b * matrix.c:
        raise art.fault(node, say("a box may be turned, but neither mirrored nor slanted"))
    turn = round(math.degrees(math.atan2(matrix.b, matrix.a)), 2)
    width, height = (box[2] - box[0]) * across, (box[3] - box[1]) * down
    x, y = matrix.transform_point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    x, y = (0.0, 0.0) if turn else (x - width / 2, y - height / 2)
    side = min(width, height)
    keys: dict[str, Any] = {"kind": label.kind, "x": x, "y": y, "width": width, "height": height}
    match label.kind:
        case "text":
            keys |= {"text": label.filling or get_placeholder(words or node), "name": label.text or "text"}
            if words is not None:
                keys |= _build_type_keys(area, words, border, box[1], height)
            else:  # type in the colour of the rectangle, as large as fits one line
                size = min(LARGEST_ALONE, max(LEAST_ALONE, to_points(height) / (ASCENT + DESCENT)))
                colour = get_colour(art, border, border.attributes.get("fill", "#000000"))
                keys |= {"size": round(size, 2), "least": LEAST_ALONE, "colour": colour}
        case "qr":
            keys |= {"text": label.filling, "x": x + (width - side) / 2, "y": y + (height - side) / 2, "width": side}
            del keys["height"]
        case "picture":
            keys |= _build_picture_keys(art, node, label)
        case _:
            keys["file"] = label.filling
    if label.kind != "text" and label.filling != label.text:  # an empty name draws nothing
        keys["when"] = label.filling
    keys_rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in keys.items()}
    element = _apply_description(art, node, label, keys_rounded, styles)
    layer: dict[str, Any] = {"kind": "layer", "row": node.line, "size": (width, height)}
    layer["name"] = element.get("name", label.text)  # by which a face that extends this one replaces it
    if turn:
        layer["matrix"] = Matrix.rotate(turn).then(Matrix.translate(*matrix.transform_point(box[0], box[1])))
        element = {**element, "matrix": layer["matrix"]}
    layer["elements"] = (element,)
    if label.kind in ("picture", "drawing"):
        outline = () if is_plain(border) else parse_notation(art.build_outline(border))
        layer["clip"] = transform_outline(outline, matrix) or None  # its contents are clipped to its outline
    return layer


def _build_type_keys(area: FaceArea, words: Node, border: Node, top: float, height: float) -> dict[str, Any]:
    """Keys for words set like their placeholder, aligned to top, middle or bottom by where it is in the box.

    `border` is the rectangle of the box, or the placeholder itself if there is none; `top` is its upper
    edge in its own coordinates.
    """
    keys = get_type_style(area.words, words, area.compute_matrix(words).scale)
    keys["valign"] = "top"
    if border is not words:
        matrix, size = area.compute_matrix(border), to_millimetres(keys["size"])
        point = area.compute_matrix(words).transform_point(*get_line_start(area.words.art, words))
        top_gap = (matrix.invert().transform_point(*point)[1] - top) * math.hypot(matrix.c, matrix.d) - ASCENT * size
        free = height - size * (ASCENT + DESCENT + get_placeholder(words).count("\n") * keys["leading"])
        part = top_gap / free if free > 0 else 0.5
        keys["valign"] = ("top", "middle", "bottom")[round(2 * min(1.0, max(0.0, part)))]
    return keys


def _build_picture_keys(art: ArtFile, node: Node, label: Label) -> dict[str, Any]:
    """Keys for the picture that fills a box; a picture placed in the drawing itself keeps its fit."""
    if label.text:
        return {"file": label.filling, "fit": "fill"}
    href, ratio = node.attributes.get("href", ""), node.attributes.get("preserveAspectRatio", "")
    if not href or href.startswith("data:"):
        fault = say("a picture within the file would be lost; link it (Inkscape: Import > Link)")
        raise art.fault(node, fault)
    fit = "stretch" if ratio == "none" else "fill" if "slice" in ratio else "fit"
    return {"file": unquote(href), "fit": fit}


def _apply_description(
    art: ArtFile, node: Node, label: Label, keys: dict[str, Any], styles: Mapping[str, Element]
) -> Element:
    """The element of a box, with keys added or replaced from the TOML in its description."""
    notes = (each for each in node.children if each.tag == "desc")
    description = "".join(words.words for each in notes for words in each.children)
    place = Place(art.name, node.line)
    label_text = shorten_text(f"{label.kind}:{label.text}", QUOTED)
    try:
        values = parse_toml(description)
    except (ValueError, RecursionError) as error:
        fields: dict[str, Any] = {"place": place, "label": label_text, "reason": shorten_text(str(error), QUOTED)}
        raise DeckError("the description of '{label}' is not TOML ({reason}).", **fields) from None
    element = {**keys, **with_style({"kind": label.kind, **values}, styles, lambda: place)}
    face = load_schema("face")
    schema = {"$defs": face["$defs"], "oneOf": face["properties"]["element"]["items"]["oneOf"]}
    check_document(element, schema, place, say("the box '{label}'", label=label_text))
    return element


class Blank(NamedTuple):
    """The size and trim of a face that is not drawn yet, mm."""

    width: float  # of the trim
    height: float  # of the trim
    bleed: float  # from the cut outward
    safe: float  # from the cut inward to the safe zone
    trim: str = "box"  # one of `TRIMS`
    corner: float = 3.0  # radius of rounded corners


def choose_label(column: str, value: str, icons: Callable[[str], bool]) -> Label:
    """Choose the label of a box for a column by its value on a card; `icons` is true for names of icons."""
    if icons(value):
        return Label("drawing", column)
    if is_colour(value) or value in palette():
        return Label("fill", column)
    if value.lower().endswith(pictures.FILES):
        return Label("picture", column)
    return Label("qr" if value.startswith(("http://", "https://")) else "text", column)


def render_template(blank: Blank, samples: Mapping[Label, str], language: Language) -> str:
    """Render an SVG template with boxes and their samples; `language` is that of the instructions beside it."""
    from xml.sax.saxutils import escape, quoteattr  # slow to import, and not needed to print

    import jinja2

    loader = jinja2.FileSystemLoader(templates() / "drawn")
    environment = jinja2.Environment(
        loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    environment.filters |= {"escaped": escape, "quoted": quoteattr}
    ground = next((label for label in samples if label.kind == "fill"), None)
    first, second, *others = (each.translate(language) for each in EXPLAINED)
    boxes = _lay_out_boxes(blank, {label: sample for label, sample in samples.items() if label is not ground})
    values = {"corners": hexagon(blank.width, blank.height), "ascent": ASCENT, "inkscape": INKSCAPE}
    examples = (first, second, EXAMPLES, *others)
    face = environment.get_template("face.svg")
    return face.render(blank=blank, ground=ground, boxes=boxes, explained=examples, **values)


def _lay_out_boxes(blank: Blank, samples: Mapping[Label, str]) -> list[dict[str, Any]]:
    """Lay out boxes from top to bottom of the safe zone, lower if room is short; QR codes keep their size."""
    heights = {label: LONG_HEIGHT if len(sample) > LONG else HEIGHT for label, sample in samples.items()}
    all_heights = [HEIGHTS.get(label.kind, height) for label, height in heights.items()]
    room = max(blank.height - 2 * blank.safe, 0.1 * blank.height)
    codes = sum(height for label, height in zip(samples, all_heights, strict=True) if label.kind == "qr")
    scale = min(1.0, max(room - codes, 0.1 * room) / max(sum(all_heights) - codes + GAP * len(all_heights), GAP))
    wide = max(blank.width - 2 * blank.safe, 0.1 * blank.width)
    y = (blank.height - room) / 2
    boxes: list[dict[str, Any]] = []
    for number, ((label, sample), height) in enumerate(zip(samples.items(), all_heights, strict=True), 1):
        high = round(height if label.kind == "qr" else height * scale, 2)
        across = wide if label.kind in ("text", "picture") else min(high, wide)
        place = round((blank.width - across) / 2, 2), round(y, 2), round(across, 2), high
        size = min(high / (ASCENT + DESCENT), to_millimetres(SMALL if len(sample) > LONG else LARGE))
        words = "".join(filter(str.isprintable, sample))[:MOST_SAMPLE_LETTERS]
        values = {"number": number, "label": label, "sample": words, "place": place, "size": round(size - 0.005, 2)}
        boxes.append(values)
        y += high + GAP * scale
    return boxes


def read_drawn_face(name: str, file: Path, styles: Mapping[str, Element], resources: DeckResources) -> Face:
    """Read an SVG file as a face; its page is the trim, unless a guide gives another, as guides give bleed and safe."""
    return _Reader(read_art(file, file.name), styles, resources).build_face(name, file)


class _Reader:
    def __init__(self, art: ArtFile, styles: Mapping[str, Element], resources: DeckResources) -> None:
        self.art, self.styles = art, styles
        self.parts = Parts(art, resources)
        self.labels: dict[Node, Label] = {}
        self.groups: set[Node] = set()
        self._note_labels(art.root)
        self.guides = {each.text: node for node, each in self.labels.items() if each.kind == "guide"}
        self.area = self._compute_area()

    def _note_labels(self, node: Node) -> bool:
        """Note the labels of an element and of everything in it; true if there is any."""
        label = find_label(self.art, node)
        if label is None and node.tag in WORDS and "{" in get_placeholder(node):
            label = Label("text", "")  # words with a field are filled in, not art
        within_file = node.attributes.get("href", "").startswith("data:")  # embedded: part of the art
        if label is None and node.tag == "image" and not within_file:
            label = Label("picture", "")
        if label is not None:
            self.labels[node] = label
        sizes_inside = [self._note_labels(child) for child in node.children if child.tag not in UNDRAWN]
        if any(sizes_inside):
            self.groups.add(node)
        return label is not None or any(sizes_inside)

    def _compute_area(self) -> FaceArea:
        """The area of the face: the page of the file or its trim guide, and the safe zone."""
        width, height, matrix = self.art.page
        page = FaceArea(self.parts.words, width, height, matrix, 0.0)
        left, top, right, bottom = self._find_guide(page, "trim") or (0.0, 0.0, width, height)
        matrix = matrix.then(Matrix.translate(-left, -top))
        trim = page._replace(width=right - left, height=bottom - top, matrix=matrix)
        safe = self._find_guide(trim, "safe") or (0.0, 0.0, trim.width, trim.height)
        return trim._replace(safe=max(0.0, round(min(_compute_inset(trim, safe)), 2)))

    def _find_guide(self, area: FaceArea, name: str) -> Bounds | None:
        node = self.guides.get(name)
        box = None if node is None else self.art.find_extent(node)
        return None if node is None or box is None else transform_bounds(box, area.compute_matrix(node))

    def build_face(self, name: str, file: Path) -> Face:
        area = self.area
        size = round(area.width, 3), round(area.height, 3)
        bleed = self._find_guide(area, "bleed") or (0.0, 0.0, area.width, area.height)
        out = max(0.0, round(-max(_compute_inset(area, bleed)), 2))
        elements = tuple(self._build_elements(self.art.root.children))
        return Face(name, file, size, out, area.safe, elements, self._build_trim())

    def _build_trim(self) -> str:
        """The notation of the outline along which the face is cut out; empty for a plain rectangle."""
        node = self.guides.get("trim")
        if node is None or is_plain(node):
            return ""
        outline = parse_notation(self.art.build_outline(node))
        return outlines.format_notation(transform_outline(outline, self.area.compute_matrix(node)))

    def _build_elements(self, nodes: Sequence[Node]) -> Iterator[Element]:
        for labelled, run in groupby(nodes, lambda node: node in self.labels or node in self.groups):
            if not labelled:
                yield from self._build_art(tuple(run))
                continue
            for node in run:
                if node.attributes.get("display") != "none":
                    try:
                        yield from tuple(self._build_labelled(node))
                    except DeckError as fault:
                        yield _build_fault_element(fault)

    def _build_art(self, nodes: Sequence[Node], **rest: Any) -> Iterator[Element]:
        try:
            drawing = self.parts.join_nodes(nodes, self.area.matrix, TAKEN if rest else "")
            if drawing.traces:
                yield {"kind": "art", "drawing": drawing, **rest}
        except DeckError as fault:
            # A picture cannot be coloured.
            yield _build_fault_element(fault) if rest else self._build_scan(nodes, fault)

    def _build_scan(self, nodes: Sequence[Node], loss: DeckError) -> Element:
        from companion.press.face.drawing.scans import draw_as_picture

        try:
            matrix = self.art.page.matrix.invert().then(self.area.matrix)
            return {"kind": "art", "drawing": draw_as_picture(self.parts.words, nodes, loss, BEYOND), "matrix": matrix}
        except DeckError as fault:
            return _build_fault_element(fault)

    def _build_labelled(self, node: Node) -> Iterator[Element]:
        label = self.labels.get(node)
        if label is not None and label.kind in BOXES:
            yield build_box(self.area, node, label, self.styles)
        elif label is not None and label.kind == "fill":
            if node in self.groups:
                raise self.art.fault(node, say("an object that takes its colour from the card cannot hold a box"))
            yield from self._build_art((node,), colour=label.filling, painted={})
        elif label is None or label.kind == "when":
            elements = self._build_elements(self._open_group(node)) if node in self.groups else self._build_art((node,))
            if label is None:
                yield from elements
            else:
                yield {"kind": "layer", "row": node.line, "when": label.filling, "elements": tuple(elements)}

    def _open_group(self, node: Node) -> Sequence[Node]:
        """The nodes of a group that contains a box; a group that is clipped or translucent itself is refused."""
        self.parts.compute_inherited(node)
        if node.tag not in ("g", "a"):
            raise self.art.refuse_value(node, "element", node.tag)
        return node.children


def _build_fault_element(fault: DeckError) -> Element:
    """An element that raises a fault when it is drawn, so that a check reports each fault once."""
    return {"kind": "fault", "faults": [fault]}


def _compute_inset(area: FaceArea, box: Bounds) -> tuple[float, float, float, float]:
    """The distances from the four sides of the trim to a box inside it, mm."""
    return box[0], box[1], area.width - box[2], area.height - box[3]
