"""A face drawn as an SVG file, in Inkscape or by hand, and the template that such a face begins with.

Labels make a shape a box that is filled from the card: ``text:title``, ``picture:{photo}``, ``when:{boss}``.
Its words are set as its placeholder is, in the style that drawing programs write. Layers and groups that hold
a box are opened; all else is one drawing from one box to the next, so what lies above and below a box stays
there.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from companion.data.files import parse_toml
from companion.data.papers import is_colour, palette
from companion.data.rows import FIELD
from companion.data.schema import check_document, load_schema
from companion.data.vocabulary import suggest_words
from companion.errors import DeckError, Place
from companion.paths import templates
from companion.press.face.drawing.flow import WORDS, find_region
from companion.press.face.drawing.parts import Parts
from companion.press.face.drawing.styles import Node, walk_nodes
from companion.press.face.drawing.svg_file import QUOTED, SHAPES, ArtFile, inherit_style, read_art
from companion.press.face.drawing.words import Words, parse_slant
from companion.press.face.schema import Element, Face, with_style
from companion.press.face.typesetting import ASCENT, DESCENT, Lettering
from companion.press.frame import fonts, outlines
from companion.press.frame.outlines import Bounds, Matrix, parse_notation, transform_bounds, transform_outline
from companion.press.frame.trims import hexagon
from companion.sentences import Language, say, shorten_text
from companion.units import to_millimetres, to_points

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
BOXES = ("text", "picture", "drawing", "qr")  # labels of boxes that are filled from the card
LABELS = (*BOXES, "fill", "when", "guide")
"""All labels: boxes, what takes a colour from the card, what is drawn on some cards, and what on none."""
TAKEN = "fill:"  # the class of paths that take their colour from the card
FILES = (".png", ".jpg", ".jpeg", ".svg")  # endings of names that are no fields
WORD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.DOTALL)
LEAST_TYPE_SIZE = 6.0  # the smallest size words of a box shrink to, points
SHRUNK = 0.6  # the smallest part of their placeholder's size that they shrink to
ALIGNED = {"middle": "center", "end": "right", "center": "center", "right": "right"}
GENERIC = ("monospace", "cursive", "fantasy")  # families that a program names by itself, for which our serif stands
LEADING = re.compile(r"(\d{1,2}(?:\.\d+)?|\d{1,4}(?=%))(%?)", re.ASCII)
ROUNDING = 0.01  # the room added to a line of words, mm
LARGEST_ALONE, LEAST_ALONE = 24.0, 6.0
"""Words in a box without a placeholder are as large as the box is high, between these, points."""
ASKEW = 1e-3  # the deviation from a right angle that the sides of a box may have
TRIMS = ("box", "rounded", "circle", "hex")
LONG = 30  # a sample with more letters is set smaller, over several lines
MOST_SAMPLE_LETTERS = 300
GAP = 1.5  # between boxes, mm
HEIGHTS = {"picture": 24.0, "drawing": 10.0, "qr": 18.0}
HEIGHT, LONG_HEIGHT = 6.5, 18.0  # of words that are short, and of long ones, mm
LARGE, SMALL = 13.0, 9.0  # the type of short and of long words, points
EXAMPLES = "text:title   text:{points} points   picture:photo   drawing:{icon}   qr:link   fill:colour"
EXPLAINED = (
    say("Red: how far colour runs. Black: the cut. Blue: words stay within. These lines are not printed."),
    say("A label makes an object a box that is filled from the card (Object > Object Properties, Label):"),
    say(
        "A layer or an object labelled {label} is drawn on the cards that have something in {column}.",
        label="when:boss",
        column="boss",
    ),
    say("Everything else is printed as drawn. Anything that cannot be printed is reported, with its line."),
)
"""The words beside the page."""
BEYOND = 5.0  # how far beyond the page art is drawn where it is drawn as a picture, mm
UNDRAWN = {"defs", "clipPath", "linearGradient", "desc", "title", "metadata", ""}
"""Elements in which no box is looked for."""


class Label(NamedTuple):
    kind: str  # one of `LABELS`
    rest: str  # the text behind the colon

    @property
    def filling(self) -> str:
        """What fills the box, as a text with fields; a name alone stands for that field, or for that file."""
        named = FIELD.fullmatch(f"{{{self.rest}}}") and not self.rest.lower().endswith(FILES)
        return f"{{{self.rest}}}" if named else self.rest


def find_label(art: ArtFile, node: Node) -> Label | None:
    """The label of an element, by its name in Inkscape or by its id; ``None`` for art.

    A word that is nearly a label is an error, since it would be drawn as art.
    """
    for key in (f"{INKSCAPE} label", "id"):
        found = WORD.fullmatch(node.attributes.get(key, ""))
        if found is None:
            continue
        kind, rest = found[1], found[2].strip()
        if kind in LABELS:
            return Label(kind, rest)
        if close := suggest_words(kind.lower(), LABELS):
            names = ", ".join(f"{each}:" for each in close)
            shown = shorten_text(found[0], QUOTED)
            raise art.fault(node, say("'{label}' is no label; did you mean {names}?", label=shown, names=names))
    return None


def get_own_style(node: Node) -> dict[str, str]:
    """The style that an element sets itself, by the names of SVG."""
    return {key: value.strip() for key, value in node.attributes.items() if " " not in key}


def get_placeholder(node: Node) -> str:
    """The words that stand in a box, one line of text for each of its lines."""
    lines = [""]
    for child in _walk_descendants(node):
        role = next((each for each in child.attributes if each.endswith(" role")), "")
        if (child.attributes.get(role) == "line" or child.tag == "flowPara") and "".join(lines).strip():
            lines.append("")
        lines[-1] += child.words
    return "\n".join(" ".join(line.split()) for line in lines).strip("\n")


def _walk_descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.tag != "desc":
            yield child
            yield from _walk_descendants(child)


def get_type_style(words: Words, node: Node, scale: float) -> dict[str, Any]:
    """The keys of a text element that its placeholder sets; `scale` is mm per unit."""
    art, style = words.art, {**inherit_style(node)}
    for each in _walk_first_words(node):
        style.update(get_own_style(each))
    size = to_points(art.parse_number(node, "font-size", style.get("font-size", "16")) * scale)
    anchor, family = style.get("text-anchor", "start"), style["font-family"].split(",")[0].strip("'\" ")
    generic = fonts.name_styled_font("regular", *parse_slant(style)) if family.casefold() in GENERIC else family
    _, font = words.find_name(style) or ("", generic)
    leading = LEADING.fullmatch(style.get("line-height", "normal"))
    return {
        "size": round(size, 2),
        "least": round(min(size, max(LEAST_TYPE_SIZE, SHRUNK * size)), 2),
        "font": font,
        "align": ALIGNED.get(anchor) or ALIGNED.get(style.get("text-align", ""), "left"),
        "colour": get_colour(art, node, style.get("fill", "#000000")),
        "leading": round(float(leading[1]) / (100 if leading[2] else 1), 3) if leading else 1.25,
    }


def get_colour(art: ArtFile, node: Node, given: str) -> str:
    """The colour of words; ink where there is none, or a gradient."""
    return "ink" if given == "none" or given.startswith("url(") else art.parse_colour(node, "fill", given)[0]


def _walk_first_words(node: Node) -> Iterator[Node]:
    """The elements nested at the beginning of a text, as drawing programs write them."""
    for child in node.children:
        if child.tag in ("tspan", "flowPara"):
            yield child
            yield from _walk_first_words(child)
            return


class FaceArea(NamedTuple):
    """The paper of a drawn face, mm."""

    words: Words  # of the file
    width: float  # of the trim
    height: float  # of the trim
    matrix: Matrix  # from the file's units to mm from the top left corner of the trim
    safe: float  # how far from the trim words stay

    @property
    def art(self) -> ArtFile:
        return self.words.art

    def compute_matrix(self, node: Node) -> Matrix:
        """The matrix from an element's own coordinates to mm on the face."""
        if node.parent is None:
            return self.matrix
        return self.art.parse_transform(node).then(self.compute_matrix(node.parent))


def is_plain(node: Node) -> bool:
    """True where a shape is a rectangle without rounded corners, or no shape at all."""
    return node.tag not in SHAPES or (node.tag == "rect" and not {"rx", "ry"} & node.attributes.keys())


def find_words_extent(area: FaceArea, node: Node) -> Bounds | None:
    """The frame that words flow in, in their own coordinates; ``None`` where it has no shape.

    Words without a frame get as many lines as they are written in, from their beginning to the safe zone.
    """
    art, style, matrix = area.art, get_own_style(node), area.compute_matrix(node)
    shape = find_region(art, node)
    if shape is not None:
        box = art.find_extent(shape)
        return None if box is None else transform_bounds(box, art.parse_transform(shape))
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
    deep = (DESCENT + lines * type_["leading"]) * size + ROUNDING / matrix.scale
    return left, y - ASCENT * size, right, y + deep


def get_line_start(art: ArtFile, node: Node) -> tuple[float, float]:
    """The beginning of the base line of the first words, in their own coordinates."""
    holder = next((each for each in walk_nodes(node) if "x" in each.attributes and "y" in each.attributes), node)
    x, y = (holder.attributes.get(key, "0").replace(",", " ").split() or ["0"] for key in ("x", "y"))
    return art.parse_number(holder, "x", x[0]), art.parse_number(holder, "y", y[0])


def build_box(area: FaceArea, node: Node, label: Label, styles: Mapping[str, Element]) -> Element:
    """The element that fills a box, within a layer in the place of the box.

    The box is a shape, words, a picture, or a group of them.
    """
    art = area.art
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
            keys |= {"text": label.filling or get_placeholder(words or node), "name": label.rest or "text"}
            if words is not None:
                keys |= _build_type_keys(area, words, border, box[1], height)
            else:  # in the colour of its rectangle, as large as a line fits
                size = min(LARGEST_ALONE, max(LEAST_ALONE, to_points(height) / (ASCENT + DESCENT)))
                colour = get_colour(art, border, get_own_style(border).get("fill", "#000000"))
                keys |= {"size": round(size, 2), "least": LEAST_ALONE, "colour": colour}
        case "qr":
            keys |= {"text": label.filling, "x": x + (width - side) / 2, "y": y + (height - side) / 2, "width": side}
            del keys["height"]
        case "picture":
            keys |= _build_picture_keys(art, node, label)
        case _:
            keys["file"] = label.filling
    if label.kind != "text" and label.filling != label.rest:  # what names nothing draws nothing
        keys["when"] = label.filling
    rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in keys.items()}
    element = _apply_description(art, node, label, rounded, styles)
    layer: dict[str, Any] = {"kind": "layer", "row": node.line, "size": (width, height)}
    layer["name"] = element.get("name", label.rest)  # a face that extends this one puts another in its place
    if turn:
        layer["matrix"] = Matrix.rotate(turn).then(Matrix.translate(*matrix.transform_point(box[0], box[1])))
        element = {**element, "matrix": layer["matrix"]}
    layer["elements"] = (element,)
    if label.kind in ("picture", "drawing"):
        outline = () if is_plain(border) else parse_notation(art.build_outline(border))
        layer["clip"] = transform_outline(outline, matrix) or None  # what fills it shows within its outline
    return layer


def _build_type_keys(area: FaceArea, words: Node, border: Node, top: float, height: float) -> dict[str, Any]:
    """Keys for words set like their placeholder: at the top of their own frame, else where they stand.

    `border` is the rectangle that is the box, `top` its upper edge in its coordinates; or the placeholder
    itself.
    """
    keys = get_type_style(area.words, words, area.compute_matrix(words).scale)
    keys["valign"] = "top"
    if border is not words:
        matrix, size = area.compute_matrix(border), to_millimetres(keys["size"])
        at = area.compute_matrix(words).transform_point(*get_line_start(area.art, words))
        above = (matrix.invert().transform_point(*at)[1] - top) * math.hypot(matrix.c, matrix.d) - ASCENT * size
        free = height - size * (ASCENT + DESCENT + get_placeholder(words).count("\n") * keys["leading"])
        part = above / free if free > 0 else 0.5
        keys["valign"] = ("top", "middle", "bottom")[round(2 * min(1.0, max(0.0, part)))]
    return keys


def _build_picture_keys(art: ArtFile, node: Node, label: Label) -> dict[str, Any]:
    """Keys for the picture that fills a box; a picture placed in the drawing itself keeps its fit."""
    if label.rest:
        return {"file": label.filling, "fit": "fill"}
    given, kept = node.attributes.get("href", ""), node.attributes.get("preserveAspectRatio", "")
    if not given or given.startswith("data:"):
        what = say("a picture within the file would be lost; link it (Inkscape: Import > Link)")
        raise art.fault(node, what)
    fit = "stretch" if kept == "none" else "fill" if "slice" in kept else "fit"
    return {"file": unquote(given), "fit": fit}


def _apply_description(
    art: ArtFile, node: Node, label: Label, keys: dict[str, Any], styles: Mapping[str, Element]
) -> Element:
    """The element of a box with the keys added that the TOML in its description gives."""
    notes = (each for each in node.children if each.tag == "desc")
    described = "".join(words.words for each in notes for words in each.children)
    place = Place(art.name, node.line)
    shown = shorten_text(f"{label.kind}:{label.rest}", QUOTED)
    try:
        given = parse_toml(described)
    except (ValueError, RecursionError) as wrong:
        told: dict[str, Any] = {"place": place, "label": shown, "reason": shorten_text(str(wrong), QUOTED)}
        raise DeckError("the description of '{label}' is not TOML ({reason}).", **told) from None
    whole = {**keys, **with_style({"kind": label.kind, **given}, styles, lambda: place)}
    face = load_schema("face")
    schema = {"$defs": face["$defs"], "oneOf": face["properties"]["element"]["items"]["oneOf"]}
    check_document(whole, schema, place, say("the box '{label}'", label=shown))
    return whole


class Blank(NamedTuple):
    """The paper of a face that is yet to be drawn, mm."""

    width: float  # of the trim
    height: float  # of the trim
    bleed: float  # how far colour runs beyond the cut
    safe: float  # how far from the cut words stay
    trim: str = "box"  # one of `TRIMS`
    corner: float = 3.0  # radius of rounded corners


def choose_label(column: str, value: str, icons: Callable[[str], bool]) -> Label:
    """The label of the box that suits a column, by its value on a card; `icons` is true for icons' names."""
    if icons(value):
        return Label("drawing", column)
    if is_colour(value) or value in palette():
        return Label("fill", column)
    if value.lower().endswith(FILES):
        return Label("picture", column)
    return Label("qr" if value.startswith(("http://", "https://")) else "text", column)


def render_template(blank: Blank, samples: Mapping[Label, str], language: Language) -> str:
    """Render the SVG file with boxes and their samples; `language` is for the words beside the page."""
    from xml.sax.saxutils import escape, quoteattr  # what it opens of the net is read for no print

    import jinja2

    loader = jinja2.FileSystemLoader(templates() / "drawn")
    environment = jinja2.Environment(
        loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    environment.filters |= {"escaped": escape, "quoted": quoteattr}
    ground = next((label for label in samples if label.kind == "fill"), None)
    first, second, *others = (each.translate(language) for each in EXPLAINED)
    boxes = _lay_out_boxes(blank, {label: sample for label, sample in samples.items() if label is not ground})
    about = {"corners": hexagon(blank.width, blank.height), "ascent": ASCENT, "inkscape": INKSCAPE}
    explained = (first, second, EXAMPLES, *others)
    face = environment.get_template("face.svg")
    return face.render(blank=blank, ground=ground, boxes=boxes, explained=explained, **about)


def _lay_out_boxes(blank: Blank, samples: Mapping[Label, str]) -> list[dict[str, Any]]:
    """Lay out boxes from top to bottom of the safe zone, as high as there is room; codes stay readable."""
    short = {label: LONG_HEIGHT if len(sample) > LONG else HEIGHT for label, sample in samples.items()}
    wanted = [HEIGHTS.get(label.kind, height) for label, height in short.items()]
    room = max(blank.height - 2 * blank.safe, 0.1 * blank.height)
    codes = sum(height for label, height in zip(samples, wanted, strict=True) if label.kind == "qr")
    scale = min(1.0, max(room - codes, 0.1 * room) / max(sum(wanted) - codes + GAP * len(wanted), GAP))
    wide = max(blank.width - 2 * blank.safe, 0.1 * blank.width)
    y = (blank.height - room) / 2
    boxes: list[dict[str, Any]] = []
    for number, ((label, sample), height) in enumerate(zip(samples.items(), wanted, strict=True), 1):
        high = round(height if label.kind == "qr" else height * scale, 2)
        across = wide if label.kind in ("text", "picture") else min(high, wide)
        place = round((blank.width - across) / 2, 2), round(y, 2), round(across, 2), high
        size = min(high / (ASCENT + DESCENT), to_millimetres(SMALL if len(sample) > LONG else LARGE))
        words = "".join(filter(str.isprintable, sample))[:MOST_SAMPLE_LETTERS]
        about = {"number": number, "label": label, "sample": words, "place": place, "size": round(size - 0.005, 2)}
        boxes.append(about)
        y += high + GAP * scale
    return boxes


def read_drawn_face(name: str, file: Path, styles: Mapping[str, Element], lettering: Lettering) -> Face:
    """Read a face that is an SVG file.

    Its page is the trim, unless a guide says otherwise; guides tell bleed and safe zone too.
    """
    return _Reader(read_art(file, file.name), styles, lettering).build_face(name, file)


class _Reader:
    def __init__(self, art: ArtFile, styles: Mapping[str, Element], lettering: Lettering) -> None:
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
        width, height, matrix = self.art.get_page()
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
        """The outline that the face is cut out along; empty for a plain rectangle."""
        node = self.guides.get("trim")
        if node is None or is_plain(node):
            return ""
        outline = parse_notation(self.art.build_outline(node))
        return outlines.format_notation(transform_outline(outline, self.area.compute_matrix(node)))

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
            drawing = self.parts.join_nodes(nodes, self.area.matrix, TAKEN if more else "")
            if drawing.traces:
                yield {"kind": "art", "drawing": drawing, **more}
        except DeckError as lost:
            yield _build_fault_element(lost) if more else self._build_scan(nodes, lost)  # a picture takes no colour

    def _build_scan(self, nodes: Sequence[Node], lost: DeckError) -> Element:
        from companion.press.face.drawing.scans import draw_as_picture

        try:
            matrix = self.art.get_page().matrix.invert().then(self.area.matrix)
            return {"kind": "art", "drawing": draw_as_picture(self.parts.words, nodes, lost, BEYOND), "matrix": matrix}
        except DeckError as fault:
            return _build_fault_element(fault)

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
