"""Draw an art file as one picture if it has what outlines cannot show: masks, filters, pictures.

Another program draws the file. Only what that would silently skip is changed first - styles, colours and
lengths as browsers know them, capitals, words in frames, linked pictures - or it is a fault.
"""

import json
import re
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from math import ceil
from pathlib import Path
from subprocess import DEVNULL, PIPE, TimeoutExpired, run
from tempfile import TemporaryDirectory
from urllib.parse import unquote, unquote_to_bytes
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

from companion.data.decks.pictures import DRAWINGS
from companion.data.files import check_inside, read_bytes
from companion.errors import DeckError, InputError
from companion.limit import give_up, note_progress
from companion.press.face.drawing.styles import Node, walk_nodes
from companion.press.face.drawing.svg_file import (
    COLOURS,
    FIXED,
    GEOMETRY,
    HTML,
    IDLE,
    MOVING,
    OWN,
    PLAIN,
    QUOTED,
    SILENT,
    UNDRAWN,
    VOID,
    XML,
    ArtFile,
    inherit_style,
    is_no_colour,
    parse_art,
)
from companion.press.face.drawing.words import LINES, WORDS, Words, is_framed, keeps_spaces
from companion.press.frame import fonts
from companion.press.frame.drawing import Scan
from companion.press.frame.frame import Picture
from companion.press.frame.outlines import Matrix, transform_bounds
from companion.sentences import say, shorten_text
from companion.units import MM_PER_INCH

DPI, COARSE, MOST_DOTS = 600, 200, 7_000  # dots per inch, the coarse ones if so many take too long; and along a side
BROWSER = sys.platform == "emscripten"  # then its canvas draws
MOST_CANVAS = 4_096  # dots along a side of a canvas
MOST_LINKED = 50_000_000  # bytes of a linked picture
UNSEEN = {"flowRoot", "foreignObject", "hatch", "mesh", "meshgradient"}  # elements that would not be drawn
UNDRAWABLE = say("such an element would be lost; draw it as paths")
PAINTED = [key for key in PLAIN if key.startswith(("fill", "stroke", "color", "paint", "visibility"))]
KNOWN = {*PLAIN, *OWN, *VOID, *COLOURS, *GEOMETRY, "offset"} - {"class", "d"}  # keys that say how a file looks
SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_USED = re.compile(r"#([^\s\"')]+)")  # ids that something may refer to, and colours
_DECLARED = re.compile(r"[a-z][a-z-]*:[^;:{}]+")  # what every program understands; one that meets else skips the rest
_UNKNOWN = re.compile(r"\bvar\(|\bcalc\(|\b(?:min|max|clamp)\(|[\d.](?:Q|rem|ch|lh|[dls]?v(?:w|h|min|max))\b")
ENGLISH = 0x409  # the language in which a font names its family
SECONDS = 8  # of the processor, and again for fewer dots: a stranger's deck has 20; five times as many by the clock
PROGRAM = """
import json, sys, resvg_py
try:
    from resource import RLIMIT_CPU, setrlimit
    setrlimit(RLIMIT_CPU, (int(sys.argv[1]),) * 2)  # nobody's end leaves one that draws for ever
except ImportError:
    pass
sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin.buffer)))
"""
SvgDrawer = Callable[[str, tuple[str, ...], str], str | None]
"""Draws an SVG, its fonts as families, as a file of this name: its path, ``""`` if it fails, ``None`` if too slow."""
register_namespace("", SVG.strip("{}"))


@lru_cache(maxsize=16)  # a file that cannot be drawn is tried once, not for every card
def draw_svg(svg: str, fonts_used: tuple[str, ...], name: str) -> str | None:
    """Draw an SVG by resvg, in a process of its own: a hostile file might draw for ever, or end it."""
    files = [_write_font(font) for font in fonts_used]
    order = json.dumps({"svg_string": svg, "dpi": 96, "skip_system_fonts": True, "font_files": files}).encode()
    program = [sys.executable, "-c", PROGRAM, f"{SECONDS}"]
    with suppress(TimeoutExpired):
        drawn = run(program, input=order, stdout=PIPE, stderr=DEVNULL, timeout=5 * SECONDS)
        if drawn.returncode != -9:  # as the system ends what has used up its time of the processor
            return str(_keep_file(drawn.stdout, name)) if drawn.returncode == 0 else ""  # notes use this file name
    return None


def _keep_file(content: bytes, name: str) -> Path:
    """Write a file to a folder that is deleted when Companion exits."""
    file = Path(_make_folder().name, blake2b(content, digest_size=12).hexdigest(), name)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    return file


@cache
def _make_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="companion-")


@cache
def _write_font(font: str) -> str:
    """Write a font to a file, as a family that has its name and no other style."""
    from fontTools.ttLib import TTFont

    font_object, name = TTFont(BytesIO(fonts.get_font_content(font))), fonts.get_font_name(font)
    font_object["name"].names = []
    for number in (1, 6):  # the family, and the PostScript name
        font_object["name"].setName(name, number, 3, 1, ENGLISH)
    if "OS/2" in font_object:
        font_object["OS/2"].usWeightClass, font_object["OS/2"].fsSelection = 400, 0x40
    font_object["head"].macStyle = 0
    goal = BytesIO()
    font_object.save(goal)
    return str(_keep_file(goal.getvalue(), f"{name}.ttf"))


_DRAWERS: list[SvgDrawer] = [draw_svg]  # the last is used


def use_drawer(drawer: SvgDrawer) -> None:
    _DRAWERS.append(drawer)


def draw_as_picture(
    words: Words, nodes: Sequence[Node], fault: DeckError, margin: float = 0.0, width: float = 0.0
) -> Scan:
    """Draw elements of a file as a picture of its page and `margin` mm around it; `fault` says why.

    The longer side of the page is printed `width` mm long, or as long as in the file if that is 0.

    Raises:
        DeckError: `fault` if it cannot be drawn; another if it would look different from what is meant.
        LimitExceeded: It takes too long, in a deck with limits.
    """
    art, copy, page = words.art, _Copy(words), words.art.page
    wide, high = page.width + 2 * margin, page.height + 2 * margin
    left, top, right, bottom = transform_bounds((-margin, -margin, wide - margin, high - margin), page.matrix.invert())
    copy.keep(nodes)
    copy.rewrite(art.root)
    root = copy.elements[art.root]
    style = f"{root.get('style')};".lstrip(";")
    root.set("viewBox", f"{left} {top} {right - left} {bottom - top}")
    if not margin and (colour := art.get_background()):
        place = {"x": f"{left}", "y": f"{top}", "width": f"{right - left}", "height": f"{bottom - top}"}
        root.insert(0, Element(f"{SVG}rect", {**place, "fill": colour, "stroke": "none"}))
    for dpi in (DPI, COARSE):
        most = MOST_CANVAS if BROWSER else MOST_DOTS
        dots = min(most, (width or max(wide, high)) * dpi / MM_PER_INCH) / max(wide, high)
        across, down = ceil(wide * dots), ceil(high * dots)
        root.attrib.update(width=f"{across}", height=f"{down}", style=f"{style}width:{across}px;height:{down}px")
        file = _DRAWERS[-1](tostring(root, "unicode"), tuple(copy.fonts), Path(art.name).name)
        if file:
            note = say("{fault} It is drawn as a picture, {dpi} dots per inch.", fault=fault.message, dpi=dpi)
            picture = Picture(file, -margin, -margin, wide, high)
            return Scan(art.name, page.width, page.height, (picture,), margin, notes=(note, *words.notes))
    if file is None:  # else each of a stranger's drawings would take as long
        note_progress(file=art.name)
        give_up(2 * SECONDS)
    raise fault from None


def _walk_elements(element: Element) -> Iterator[Element]:
    """Yield the elements that an `ArtFile` has as nodes, in its order."""
    yield element
    for child in element:
        if child.tag.startswith(SVG) or "{" not in child.tag:
            child.tag = SVG + child.tag.removeprefix(SVG)
            if child.tag.removeprefix(SVG) not in MOVING:
                yield from _walk_elements(child)


class _Copy:
    """A copy of a file with the places changed that another program would not draw as they are meant."""

    def __init__(self, words: Words) -> None:
        self.words, self.art = words, words.art
        root = fromstring(self.art.content)
        root.tag = f"{SVG}svg"
        self.elements = dict(zip(self.art.nodes, _walk_elements(root), strict=True))
        self.fonts: dict[str, None] = {}  # those that its words need
        self._hidden: set[Node] = set()
        for node in self.art.nodes:
            if node.tag == "style":
                self.elements[node].text = ""  # every element has its style of these rules
        self._used = {*_USED.findall(" ".join(value for each in self.art.nodes for value in each.attributes.values()))}

    def keep(self, nodes: Sequence[Node]) -> None:
        """Keep only these neighbouring elements; the others become definitions, since something may refer to them."""
        visible, node = {*nodes}, nodes[0].parent if nodes else None
        while node is not None:
            for child in node.children:
                if child.tag and child.tag not in SILENT and child not in visible:
                    definition = Element(f"{SVG}defs")
                    definition.append(self.elements[child])
                    self._replace(child, definition)
                    self._hidden.add(child)
            visible, node = {node}, node.parent

    def _replace(self, node: Node, element: Element) -> None:
        assert node.parent is not None  # as nothing is in the place of a whole file
        parent, old = self.elements[node.parent], self.elements[node]
        parent[[*parent].index(old)] = element
        element.tail, old.tail = old.tail, None

    def rewrite(self, node: Node) -> None:
        """Rewrite everything in an element that would be skipped silently, or raise a fault for it."""
        style = {key: value for key, value in node.style.items() if _DECLARED.fullmatch(f"{key}:{value}")}
        defined = node in self._hidden or (node.parent is not None and node.parent.tag == "defs")
        is_drawn = not defined and node.attributes.get("display") != "none"
        if is_drawn or not self._used.isdisjoint(each.attributes.get("id") for each in walk_nodes(node)):
            self._rewrite_element(node, style)
        self.elements[node].set("style", _format_style(style))

    def _rewrite_element(self, node: Node, style: dict[str, str]) -> None:
        element, given = self.elements[node], node.attributes
        if node.tag in WORDS:
            caps = {inherit_style(each)["font-variant-caps"] for each in walk_nodes(node) if each.tag}
            if caps != {"normal"} or is_framed(node):  # no other program draws them
                self._replace(node, self._draw_words(node))
                return
        self._check(node)
        for key in COLOURS:
            if key not in given:
                element.attrib.pop(key, None)  # it is no colour
            else:
                style[key] = self._format_colour(node, key, given[key])
        if self.art.leads_nowhere(given.get("filter", "")):
            style["filter"] = "none"
        if given.get("vector-effect") == FIXED:
            width = self.art.parse_number(node, "stroke-width", inherit_style(node)["stroke-width"])
            style["stroke-width"] = f"{self.art.compute_fixed_pen(node, width):.6g}"
        if "transform" in style:
            element.set("transform", _format_matrix(self.art.parse_transform(node)))
            del style["transform"]
        element.attrib.update({key: given[key] for key in GEOMETRY & style.keys() if key in given})
        if node.tag in ("image", "feImage"):
            self._embed_picture(node)
        if node.tag in (*LINES, "text", "textPath"):
            self._rewrite_words(node, style)
        chosen = self.art.find_choice(node) if node.tag == "switch" else None
        for child in node.children:
            if child.tag and chosen in (None, child):
                self.rewrite(child)
            elif child.tag:
                element.remove(self.elements[child])

    def _check(self, node: Node) -> None:
        """Raise a fault for anything that would be lost silently."""
        for key, value in node.attributes.items():
            cut = key in ("clip-path", "mask") and "(" in value and not value.startswith("url(")
            blend = key == "mix-blend-mode" and value.startswith("plus")  # as resvg knows all others
            dashed = key == "pathLength" and "stroke-dasharray" in node.attributes
            moved = key in ("rotate", "translate", "scale") and key in node.style
            boxed = key == "transform-box" and {"transform", "transform-origin"} <= node.attributes.keys()
            other = cut or blend or dashed or moved or boxed or key in UNDRAWN
            if (other and value.strip() not in IDLE) or (key in KNOWN and _UNKNOWN.search(value)):
                raise self.art.refuse_value(node, key, value)
        if node.tag in UNSEEN:
            raise self.art.fault(node, HTML if node.words.strip() else UNDRAWABLE)
        href = node.attributes.get("href", "")
        if node.tag in ("textPath", "tref") or (node.tag == "use" and href and not href.startswith("#")):
            self.art.get_link_target(node, "href", href)

    def _format_colour(self, node: Node, key: str, value: str) -> str:
        """A paint as every program knows it."""
        if is_no_colour(value):
            return value if "(" in value else value.lower().replace("currentc", "currentC")
        colour, opacity = self.art.parse_colour(node, key, value)
        return f"{colour}{round(255 * opacity):02x}"

    def _embed_picture(self, node: Node) -> None:
        """Embed a picture, which must be in the deck's folder if it is a link, as every program reads it."""
        href = node.attributes.get("href", "").strip()
        if not href or href.startswith("#"):
            return
        (head, _, data), is_within = href.partition(","), href.startswith("data:")
        file = self.art.folder / (Path(self.art.name).name if is_within else unquote(href))
        is_art = head.startswith("data:image/svg+xml") if is_within else file.suffix.lower() in DRAWINGS
        try:
            if is_within:
                content = unquote_to_bytes(data)
                content = b64decode(content) if head.endswith(";base64") else content
            else:
                content = read_bytes(check_inside(self.words.home, file), MOST_LINKED)
        except DeckError:
            raise  # it is outside the deck's folder
        except InputError:
            fault = say("the folder of the deck has no picture '{file}'", file=shorten_text(href, QUOTED))
            raise self.art.fault(node, fault) from None
        except ValueError:
            raise self.art.fault(node, say("it is damaged")) from None
        if is_art:
            content = self._draw_art(node, parse_art(file.name, file.parent, content))
        elif not BROWSER:  # which reads all kinds by itself
            from companion.press.frame.pillow import load_picture

            goal = BytesIO()
            try:
                load_picture(_keep_file(content, file.name)).save(goal, "PNG", compress_level=1)
            except InputError as error:
                raise self.art.fault(node, error.sentence) from None
            content = goal.getvalue()
        target = f"{LINK}href" if f"{LINK}href" in self.elements[node].attrib else "href"
        data = b64encode(content).decode("ascii")
        self.elements[node].set(target, f"data:image/png;base64,{data}")

    def _draw_art(self, node: Node, art: ArtFile) -> bytes:
        """Another art file, which is a picture in this one, as sharp as if it filled its page."""
        fault = self.art.fault(node, UNDRAWABLE)
        try:
            scan = draw_as_picture(self.words.with_art(art), art.root.children, fault, width=max(self.art.page[:2]))
        except RecursionError:
            raise self.art.fault(node, say("it uses itself, or something of another kind")) from None
        return b"".join(Path(each.file).read_bytes() for each in scan.items if isinstance(each, Picture))

    def _draw_words(self, node: Node) -> Element:
        within = {key: value for key, value in node.attributes.items() if key in OWN | VOID}
        turned = _format_matrix(self.art.parse_transform(node))
        group = Element(f"{SVG}g", {"transform": turned, "style": _format_style(within)})
        for notation, style in self.words.draw_lines(node, inherit_style(node)):
            painted = {key: style[key] for key in PAINTED} | {"fill-rule": "nonzero"}
            painted |= {key: self._format_colour(node, key, painted[key]) for key in COLOURS & painted.keys()}
            group.append(Element(f"{SVG}path", {"d": notation, "style": _format_style(painted)}))
        return group

    def _rewrite_words(self, node: Node, style: dict[str, str]) -> None:
        """Write words as they are printed, and name their fonts as we do."""
        inherited, element = inherit_style(node), self.elements[node]
        element.text = self.words.change_case(node, inherited, element.text or "")
        for child in element:
            child.tail = self.words.change_case(node, inherited, child.tail or "")
        style["text-transform"] = "none"
        if line := node.attributes.get("text-decoration-line"):
            style["text-decoration"] = line
        if keeps_spaces(inherited):
            element.set(f"{{{XML.strip()}}}space", "preserve")
        if node.attributes.get("direction") == "rtl":
            style["text-anchor"] = {"start": "end", "end": "start"}.get(inherited["text-anchor"], "middle")
        text = self.words.change_case(node, inherited, "".join(child.words for child in node.children))
        if text.strip():
            font = self.words.choose_font(inherited)
            self.words.check_letters(node, text, font)
            needed = dict.fromkeys((font, *(each for each, _ in fonts.split_runs(text, font))))
            self.fonts |= needed
            families = ",".join(f"'{fonts.get_font_name(each)}'" for each in needed)
            style |= {"font-family": families, "font-weight": "400", "font-style": "normal"}


def _format_matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{part:.9g}' for part in matrix)})"


def _format_style(style: Mapping[str, str]) -> str:
    return ";".join(f"{key}:{value}" for key, value in style.items())
