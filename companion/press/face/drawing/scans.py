"""Draw an art file as one picture if it has what outlines cannot show: masks, filters, pictures.

Another program draws the text of the file. Only the places that it would silently skip are changed first -
colours and lengths as browsers know them, capitals, words in frames, linked pictures - or they are a fault.
"""

import re
import sys
import warnings
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from io import BytesIO
from math import ceil
from operator import itemgetter
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from companion.data.files import check_inside, read_bytes
from companion.errors import DeckError, InputError
from companion.press.face.drawing import resvg
from companion.press.face.drawing.flow import WORDS, find_text_area
from companion.press.face.drawing.styles import Node, is_plain, walk_nodes
from companion.press.face.drawing.svg_file import (
    COLOURS,
    FIXED,
    GEOMETRY,
    IDLE,
    OWN,
    PLAIN,
    QUOTED,
    SILENT,
    SVG,
    UNDRAWN,
    VOID,
    WORDED,
    find_choice,
    inherit_style,
)
from companion.press.face.drawing.words import Words
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
KINDS = ("PNG", "JPEG", "GIF", "WEBP")  # formats of linked and embedded pictures that every program reads
OTHERS = ("BMP", "TIFF", "AVIF")  # formats that are converted to PNG
TURNED = 0x0112  # the EXIF number of how the camera was held
UNSEEN = {"flowRoot", "foreignObject", "hatch", "mesh", "meshgradient"}  # elements that would not be drawn
UNDRAWABLE = say("such an element would be lost; draw it as paths")
BLENDS = {
    *("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light"),
    *("difference", "exclusion", "hue", "saturation", "color", "luminosity"),
}
"""The blends that resvg knows."""
GENERIC = {"": resvg.SERIF, "serif": resvg.SERIF, "sans-serif": resvg.SANS}  # families that have no name of their own
PAINTED = [key for key in PLAIN if key.startswith(("fill", "stroke", "color", "paint", "visibility"))]
KNOWN = {*PLAIN, *OWN, *VOID, *COLOURS, *GEOMETRY, "offset"} - {"class"}  # keys that say how a file looks
HIDING, HIDDEN = f'<hidden:defs xmlns:hidden="{SVG[:-1]}">'.encode(), b"</hidden:defs>"
_USED = re.compile(r"#([^\s\"')]+)")  # ids that something may refer to, and colours
_TAG = re.compile(rb"""<([^\s/>]+)(?:[^>"']|"[^"]*"|'[^']*')*+>""")
_UNKNOWN = re.compile(r"\bvar\(|\bcalc\(|\b(?:min|max|clamp)\(|[\d.](?:rem|ch|lh|[dls]?v(?:w|h|min|max))\b")
SvgDrawer = Callable[[str, tuple[resvg.FontFace, ...], str], str]
"""Draws an SVG with some fonts into a file of a given name; returns its path, or "" if it cannot."""
_DRAWERS: list[SvgDrawer] = [resvg.draw_svg]  # the last is used


def use_drawer(drawer: SvgDrawer) -> None:
    """Draw all art files with this drawer from now on."""
    _DRAWERS.append(drawer)


def draw_as_picture(
    words: Words, nodes: Sequence[Node], fault: DeckError, margin: float = 0.0, width: float = 0.0
) -> Scan:
    """Draw elements of a file as a picture of its page and `margin` mm around it; `fault` says why.

    The longer side of the page is printed `width` mm long, or as long as in the file if that is 0.

    Raises:
        DeckError: `fault` if it cannot be drawn; another if it would look different from what is meant.
    """
    art, copy, page = words.art, _Copy(words), words.art.get_page()
    wide, high = page.width + 2 * margin, page.height + 2 * margin
    left, top, right, bottom = transform_bounds((-margin, -margin, wide - margin, high - margin), page.matrix.invert())
    copy.keep(nodes)
    copy.rewrite(background=not margin)
    copy.set(art.root, "viewBox", f"{left} {top} {right - left} {bottom - top}")
    for dpi in (DPI, COARSE):
        most = MOST_CANVAS if BROWSER else MOST_DOTS
        dots = min(most, (width or max(wide, high)) * dpi / MM_PER_INCH) / max(wide, high)
        across, down = ceil(wide * dots), ceil(high * dots)
        copy.set(art.root, "width", f"{across}")
        copy.set(art.root, "height", f"{down}")
        copy.set(art.root, "style", f"width:{across}px;height:{down}px")
        faces = tuple((font, tuple(families)) for font, families in copy.faces.items())
        if file := _DRAWERS[-1](copy.write(), faces, Path(art.name).name):
            note = say("{fault} It is drawn as a picture, {dpi} dots per inch.", fault=fault.message, dpi=dpi)
            picture = Picture(file, -margin, -margin, wide, high)
            return Scan(art.name, page.width, page.height, (picture,), margin, notes=(note, *words.notes))
    raise fault from None


class _Copy:
    """The text of a file with the places changed that another program would not draw as they are meant."""

    def __init__(self, words: Words) -> None:
        self.words, self.art = words, words.art
        self.nodes = dict.fromkeys(self.art.nodes)  # those that are left
        self.faces: dict[str, dict[str, None]] = {}  # the fonts that its words need, with their families
        self._edits: list[tuple[int, int, bytes]] = []
        self._attributes: dict[Node, dict[str, str]] = {}
        self._used = {*_USED.findall(" ".join(value for each in self.art.nodes for value in each.attributes.values()))}

    def keep(self, nodes: Sequence[Node]) -> None:
        """Keep only these neighbouring elements; others that something refers to stay as definitions."""
        visible, node = {*nodes}, nodes[0].parent if nodes else None
        while node is not None:
            for child in node.children:
                if not child.tag or child.tag in SILENT or child in visible:
                    continue
                if not self._is_used(child):
                    self._replace(child, b"")
                else:
                    end = self._find_end(child)
                    self._edits += [(child.start, child.start, HIDING), (end, end, HIDDEN)]
            visible, node = {node}, node.parent

    def _is_used(self, node: Node) -> bool:
        """True if an element of the file names this one, or one in it."""
        return not self._used.isdisjoint(each.attributes.get("id") for each in walk_nodes(node))

    def _replace(self, node: Node, content: bytes) -> None:
        self._edits.append((node.start, self._find_end(node), content))
        for each in walk_nodes(node):
            self.nodes.pop(each, None)

    def _find_end(self, node: Node) -> int:
        """Where an element ends in the file."""
        tag = self._get_tag(node)
        alone = tag[0].endswith(b"/>")
        return tag.end() if alone else self.art.content.index(b">", node.end) + 1

    def _get_tag(self, node: Node) -> re.Match[bytes]:
        tag = _TAG.match(self.art.content, node.start)
        assert tag is not None  # as the file was parsed
        return tag

    def set(self, node: Node, key: str, value: str) -> None:
        """Give an element an attribute; a style is added to its own."""
        attributes = self._attributes.setdefault(node, {})
        if key == "style":
            before = attributes.get(key, node.attributes.get("style", "")).strip("; \n\t")
            value = ";".join(filter(None, (before, value)))
        attributes[key] = value

    def write(self) -> str:
        """The text of the file with its changes."""
        edits = [*self._edits]
        for node, attributes in self._attributes.items():
            if node in self.nodes:
                tag = self._get_tag(node)
                text = tag[0]
                for key, value in attributes.items():
                    there = re.compile(rb"""(\s(?:[\w.-]+:)?%b\s*=\s*)(?:"[^"]*"|'[^']*')""" % key.encode())
                    given = f'"{escape(value)}"'.encode()
                    text, count = there.subn(partial(_put_value, given), text)
                    text = text if count else text.replace(tag[1], b"%b %b=%b" % (tag[1], key.encode(), given), 1)
                edits.append((*tag.span(), text))
        parts, at = list[bytes](), 0
        for start, end, content in sorted(edits, key=itemgetter(0, 1)):
            parts += [self.art.content[at:start], content]
            at = max(at, end)
        return b"".join((*parts, self.art.content[at:])).decode()

    def rewrite(self, background: bool) -> None:
        """Rewrite everything that would be skipped silently, or raise a fault for it."""
        root = self.art.root
        for node in [*self.nodes]:
            if node.attributes.get("display") == "none" and not self._is_used(node):
                self._replace(node, b"")
            elif node in self.nodes:
                self._rewrite_element(node)
        tag = self._get_tag(root)
        if b":" not in tag[1] and not re.search(rb"\sxmlns\s*=", tag[0]):
            self.set(root, "xmlns", SVG[:-1])
        if background and (colour := self.art.get_background()):
            rect = f'<hidden:rect xmlns:hidden="{SVG[:-1]}" width="100%" height="100%" fill="{colour}"/>'
            self._edits.append((tag.end(), tag.end(), rect.encode()))

    def _rewrite_element(self, node: Node) -> None:
        if node.tag in WORDS and self._is_set_here(node):
            self._replace(node, self._draw_words(node))
            return
        if not node.plain:  # a program that meets what it does not know passes over the rest
            style = ";".join(f"{key}:{value}" for key, value in node.style.items() if is_plain(f"{key}:{value}"))
            self._attributes[node] = {"style": style}
        self._check(node)
        for key, value in node.attributes.items():
            if key in COLOURS and (colour := self.art.normalise_colour(node, key, value)):
                self.set(node, "style", f"{key}:{colour}")
            elif key == "filter" and self.art.leads_nowhere(value):
                self.set(node, "style", "filter:none")
            elif key == "vector-effect" and value == FIXED:
                width = self.art.parse_number(node, "stroke-width", inherit_style(node)["stroke-width"])
                self.set(node, "style", f"stroke-width:{self.art.compute_fixed_pen(node, width):.6g}")
            elif key in GEOMETRY and key in node.style:
                self.set(node, key, value)
        if "transform" in node.style or "transform-origin" in node.attributes:
            self.set(node, "transform", _format_matrix(self.art.parse_transform(node)))
            self.set(node, "style", "transform-origin:0 0")
        if node.tag in ("image", "feImage"):
            self._embed_picture(node)
        if node.tag in WORDED and any(child.words.strip() for child in node.children):
            self._list_fonts(node)

    def _check(self, node: Node) -> None:
        """Raise a fault for anything that would be lost silently."""
        for key, value in node.attributes.items():
            cut = key in ("clip-path", "mask") and "(" in value and not value.startswith("url(")
            blend = key == "mix-blend-mode" and value not in BLENDS
            dashed = key == "pathLength" and "stroke-dasharray" in node.attributes
            moved = key in ("rotate", "translate", "scale") and key in node.style
            other = cut or blend or dashed or moved or key in UNDRAWN
            if (other and value.strip() not in IDLE) or (key in KNOWN and _UNKNOWN.search(value)):
                raise self.art.refuse_value(node, key, value)
        is_alternative = node.parent is not None and node.parent.tag == "switch" and find_choice(node.parent)
        if node.tag in UNSEEN and not is_alternative:
            raise self.art.fault(node, UNDRAWABLE)
        if node.tag in ("use", "textPath", "tref"):
            self.art.get_link_target(node, "href", node.attributes.get("href", ""))

    def _embed_picture(self, node: Node) -> None:
        """Embed a linked picture, which must be in the deck's folder, in the copy."""
        href = node.attributes.get("href", "").strip()
        if not href or href.startswith("#"):
            return
        (head, _, data), file = href.partition(","), self.art.folder / unquote(href)
        try:
            if head.startswith("data:"):
                content = b64decode(unquote_to_bytes(data)) if head.endswith(";base64") else unquote_to_bytes(data)
            else:
                content = read_bytes(check_inside(self.words.home, file), MOST_LINKED)
            vector = head.startswith("data:image/svg+xml") or file.suffix.lower() == ".svg"
            kind, content = ("svg+xml", content) if vector else _read_picture(content)
        except DeckError:
            raise  # it is outside the deck's folder
        except InputError:
            fault = say("there is no picture '{file}'", file=shorten_text(href, QUOTED))
            raise self.art.fault(node, fault) from None
        except ValueError:
            raise self.art.fault(node, say("it is damaged")) from None
        if vector and re.search(rb"<(?:\w+:)?(?:text|image)\b", content):
            raise self.art.fault(node, UNDRAWABLE)
        self.set(node, "href", f"data:image/{kind};base64,{b64encode(content).decode('ascii')}")

    def _is_set_here(self, node: Node) -> bool:
        """True for words with capitals or lines that another program does not know."""
        styles = [inherit_style(each) for each in walk_nodes(node) if each.tag in WORDED]
        cased = any(style["text-transform"] != "none" or style["font-variant-caps"] != "normal" for style in styles)
        return cased or find_text_area(self.art, node) is not None

    def _draw_words(self, node: Node) -> bytes:
        """A group of outlines in the place of words."""
        within = {key: value for key, value in node.attributes.items() if key in OWN | VOID}
        turned = _format_matrix(self.art.parse_transform(node))
        parts = [f'<hidden:g xmlns:hidden="{SVG[:-1]}" transform="{turned}" style="{_format_style(within)}">']
        for notation, style in self.words.draw_lines(node, inherit_style(node)):
            painted = {key: style[key] for key in PAINTED} | {"fill-rule": "nonzero"}
            for key in COLOURS & painted.keys():
                painted[key] = self.art.normalise_colour(node, key, painted[key]) or painted[key]
            parts.append(f'<hidden:path d="{notation}" style="{_format_style(painted)}"/>')
        return "".join((*parts, "</hidden:g>")).encode()

    def _list_fonts(self, node: Node) -> None:
        """List the fonts that the words of an element need, under the families that their style names."""
        style, text = inherit_style(node), "".join(child.words for child in node.children)
        font, (family, _) = self.words.choose_font(style), self.words.find_name(style) or ("", "")
        self.words.check_letters(node, text, font)
        needed = dict.fromkeys((font, *(each for each, _ in fonts.split_runs(text, font))))
        for each in needed:
            self.faces.setdefault(each, {})
        if BROWSER:  # it has fonts of its own for families and letters, so ours have names of their own
            names = ",".join(f"'{fonts.get_font_name(each)}'" for each in needed)
            self.set(node, "style", f"font-family:{names};font-weight:400;font-style:normal")
        else:
            self.faces[font][GENERIC.get(family.casefold(), family)] = None


def _format_matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{part:.9g}' for part in matrix)})"


def _put_value(given: bytes, attribute: re.Match[bytes]) -> bytes:
    return attribute[1] + given


def _format_style(style: Mapping[str, str]) -> str:
    return escape(";".join(f"{key}:{value}" for key, value in style.items()))


def _read_picture(content: bytes) -> tuple[str, bytes]:
    """A picture as every program reads it, with its kind, decoded to its last dot to find damage."""
    if BROWSER:  # which does that by itself
        return "png", content
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings(action="error"), Image.open(BytesIO(content), formats=KINDS + OTHERS) as image:
            image.load()
            turned, kind = image.getexif().get(TURNED, 1) != 1, str(image.format).replace("MPO", "JPEG")
            if kind in KINDS and not turned and image.mode != "CMYK":
                return kind.lower(), content
            goal = BytesIO()
            ImageOps.exif_transpose(image).convert("RGBA").save(goal, "PNG")
            return "png", goal.getvalue()
    except Exception as error:  # damaged files raise all kinds of errors in decoders
        raise ValueError from error
