"""Draw an art file as one picture if it has what outlines cannot show: masks, filters, pictures.

Another program draws a copy of the file. What that program would silently skip is rewritten in the copy -
colour notations of browsers, capitals, linked pictures, fonts of the deck - or is a fault.
"""

import re
import sys
import warnings
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from unicodedata import normalize
from urllib.parse import unquote, unquote_to_bytes
from xml.etree import ElementTree

from companion.data.files import check_inside, read_bytes
from companion.errors import DeckError, InputError
from companion.press.face.drawing import resvg, svg_file
from companion.press.face.drawing.svg_file import COLOURS, QUOTED, SILENT, Node, inherit_style, walk_nodes
from companion.press.face.drawing.words import Words
from companion.press.frame import fonts
from companion.press.frame.drawing import Scan
from companion.press.frame.frame import Picture
from companion.press.frame.outlines import transform_bounds
from companion.sentences import say, shorten_text
from companion.units import MM_PER_INCH

DPI, MOST_DOTS = 600, 7_000  # dots per inch, and along a side
BROWSER = sys.platform == "emscripten"  # then its canvas draws
MOST_CANVAS = 4_096  # dots along a side of a canvas
MOST_LINKED = 50_000_000  # bytes of a linked picture
KINDS = ("PNG", "JPEG", "GIF", "WEBP")  # formats of linked and embedded pictures
UNSEEN = {"flowRoot", "foreignObject", "hatch", "mesh", "meshgradient"}  # elements that would not be drawn
UNDRAWABLE = say("such an element would be lost; draw it as paths")
NAMESPACE = f"{{{svg_file.SVG[:-1]}}}"  # the prefix of elements' names
_USED = re.compile(r"#([^\s\"')]+)")  # ids that something may refer to, and colours
SvgDrawer = Callable[[str, tuple[str, ...], str], str]
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
    most = MOST_CANVAS if BROWSER else MOST_DOTS
    dots = min(most, (width or max(wide, high)) * DPI / MM_PER_INCH) / max(wide, high)
    across, down, root = ceil(wide * dots), ceil(high * dots), copy.root.attrib
    root |= {"viewBox": f"{left} {top} {right - left} {bottom - top}", "width": f"{across}", "height": f"{down}"}
    root["style"] = f"{root.get('style', '')};width:{across}px;height:{down}px"
    copy.keep(nodes)
    copy.rewrite()
    file = _DRAWERS[-1](ElementTree.tostring(copy.root, "unicode"), tuple(copy.fonts), Path(art.name).name)
    if not file:
        raise fault from None
    note = say("{fault} It is drawn as a picture, {dpi} dots per inch.", fault=fault.message, dpi=DPI)
    picture = Picture(file, -margin, -margin, wide, high)
    return Scan(art.name, page.width, page.height, (picture,), margin, notes=(note, *words.notes))


class _Copy:
    def __init__(self, words: Words) -> None:
        self.words, self.art = words, words.art
        self.root = ElementTree.fromstring(self.art.content)
        elements = [*self.root.iter()]
        self.elements = {node: elements[node.number] for node in self.art.nodes}
        self.fonts: dict[str, None] = {}  # fonts that its words need, as an ordered set

    def keep(self, nodes: Sequence[Node]) -> None:
        """Keep only these neighbouring elements; others that something refers to stay as definitions."""
        ids_used = {*_USED.findall(" ".join(value for each in self.art.nodes for value in each.attributes.values()))}
        visible, node = {*nodes}, nodes[0].parent if nodes else None
        while node is not None:
            holder = self.elements[node]
            for child in node.children:
                if not child.tag or child.tag in SILENT or child in visible:
                    continue
                definitions, element = ElementTree.Element(f"{NAMESPACE}defs"), self.elements[child]
                holder[[*holder].index(element)] = definitions
                if ids_used.isdisjoint(each.attributes.get("id") for each in walk_nodes(child)):
                    for each in walk_nodes(child):
                        self.elements.pop(each, None)
                else:
                    definitions.append(element)
            visible, node = {node}, node.parent

    def rewrite(self) -> None:
        """Rewrite everything that would be skipped silently, or raise a fault for it."""
        for node, element in self.elements.items():
            if not element.tag.startswith("{"):
                element.tag = NAMESPACE + element.tag
            self._check(node, element)
            style = [element.get("style", "").strip("; ")]
            for key in node.attributes.keys() & COLOURS:
                if colour := self.art.normalise_colour(node, key, node.attributes[key]):
                    style.append(f"{key}:{colour}")
            if node.tag in ("image", "feImage"):
                self._embed_picture(node, element)
            self.words.check_lines(node)
            if node.tag not in ("style", "desc") and any(child.words.strip() for child in node.children):
                style.append(self._set_words(node, element))
            if any(style):
                element.set("style", ";".join(filter(None, style)))
        for key, value in self.art.rule_values.items():  # from rules whose selectors are not understood
            is_type = key.startswith("font") or key == "text-transform"
            if (is_type and self.fonts) or (key in COLOURS and self.art.normalise_colour(self.art.root, key, value)):
                raise self.art.refuse_value(self.art.root, key, value)

    def _check(self, node: Node, element: ElementTree.Element) -> None:
        """Raise a fault for anything that would be lost silently."""
        attributes = node.attributes
        for key, value in attributes.items():
            cut = key in ("clip-path", "mask") and not value.startswith("url(")
            if ((cut or key in svg_file.UNDRAWN) and value.strip() not in svg_file.IDLE) or "var(" in value:
                raise self.art.refuse_value(node, key, value)
        if attributes.get("transform") != element.get("transform"):  # it is given in a style
            raise self.art.refuse_value(node, "transform", attributes.get("transform", ""))
        is_alternative = node.parent is not None and node.parent.tag == "switch"
        if node.tag in UNSEEN and not is_alternative:
            raise self.art.fault(node, UNDRAWABLE)
        if node.tag in ("use", "textPath", "tref"):
            self.art.get_link_target(node, "href", attributes.get("href", ""))

    def _embed_picture(self, node: Node, element: ElementTree.Element) -> None:
        """Embed a linked picture, which must be in the deck's folder, in the copy."""
        href = node.attributes.get("href", "").strip()
        if not href or href.startswith("#"):
            return
        (head, _, data), file = href.partition(","), self.art.folder / unquote(href)
        try:
            if head.startswith("data:"):
                content = b64decode(data) if head.endswith(";base64") else unquote_to_bytes(data)
            else:
                content = read_bytes(check_inside(self.words.home, file), MOST_LINKED)
            vector = head.startswith("data:image/svg+xml") or file.suffix.lower() == ".svg"
            kind = "svg+xml" if vector else _read_kind(content)
        except DeckError:
            raise  # it is outside the deck's folder
        except InputError:
            fault = say("there is no picture '{file}'", file=shorten_text(href, QUOTED))
            raise self.art.fault(node, fault) from None
        except ValueError:
            raise self.art.fault(node, say("it is damaged")) from None
        if vector and b"<text" in content:
            raise self.art.fault(node, UNDRAWABLE)
        for key in element.attrib.keys() & {"href", f"{{{svg_file.LINK[:-1]}}}href"}:
            element.set(key, f"data:image/{kind};base64,{b64encode(content).decode('ascii')}")

    def _set_words(self, node: Node, element: ElementTree.Element) -> str:
        """Write an element's words in the case of its style; return the style keys that set their font."""
        cased, font = self.words.get_casing(node, inherit_style(node)), self.words.choose_font(inherit_style(node))
        text = normalize("NFC", cased("".join(child.words for child in node.children)))
        self.words.check_letters(node, text, font)
        element.text = cased(element.text or "")
        for each in element:
            each.tail = cased(each.tail or "")
        fonts_used = {font: None, **dict.fromkeys(each for each, _ in fonts.split_runs(text, font))}
        self.fonts |= fonts_used
        families = ",".join(f"'{fonts.get_font_name(each)}'" for each in fonts_used)
        return f"font-family:{families};font-weight:400;font-style:normal"


def _read_kind(content: bytes) -> str:
    """The format of a picture, decoded completely to find damage; a browser finds it by itself."""
    if BROWSER:
        return "png"
    from PIL import Image

    try:
        with warnings.catch_warnings(action="error"), Image.open(BytesIO(content), formats=KINDS) as image:
            image.load()
            return str(image.format).lower()
    except Exception as error:  # damaged files raise all kinds of errors in decoders
        raise ValueError from error
