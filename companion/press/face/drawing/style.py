"""The fills and lines of art files, as attributes and styles tell them."""

import math
import re
from collections.abc import Mapping

from companion.data.colours import FLOAT, css_colour, css_names
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.sentences import say, shortened
from companion.units import MM_PER_INCH

Style = Mapping[str, str]  # style keys of an element, by the names of SVG

CLIPS = " clips"  # a key of ours, for what lies in a clip path, where colours and lines do not count
XML = "http://www.w3.org/XML/1998/namespace "
PLAIN: Style = {
    CLIPS: "",
    "class": "",
    **dict.fromkeys(("fill", "color"), "#000000"),
    **dict.fromkeys(("fill-rule", "clip-rule"), "nonzero"),
    **dict.fromkeys(("stroke-width", "fill-opacity", "stroke-opacity"), "1"),
    **dict.fromkeys(("stroke", "stroke-dasharray"), "none"),
    "stroke-dashoffset": "0",
    **dict.fromkeys(("font-style", "font-weight", "letter-spacing", "word-spacing", "paint-order"), "normal"),
    **{"stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4"},
    **{"font-family": "serif", "font-size": "16", "white-space": "normal"},
    **{"text-anchor": "start", "text-transform": "none"},
    **{"visibility": "visible", f"{XML}space": "default"},
}
"""The keys that elements inherit, with their defaults."""
OWN = {"opacity", "clip-path", "display", "stop-color", "stop-opacity"}
"""The keys that are not inherited."""
COLOURS = {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
UNDRAWN = {"vector-effect", "font", "font-variant", "font-variant-caps"}
"""Keys whose effect is lost in pictures too."""
VOID = {
    *("filter", "mask", "mix-blend-mode", "isolation", "transform-origin", *UNDRAWN),
    *("marker-start", "marker-mid", "marker-end", "marker", "requiredExtensions"),
    *("text-decoration", "text-decoration-line", "textLength", "rotate", "writing-mode", "direction"),
    *("dominant-baseline", "alignment-baseline", "baseline-shift"),
}
"""Keys whose effect would be lost in outlines."""
IDLE = {
    *("", "0", "none", "normal", "auto", "isolate", "luminance", "0px", "0.0", "0 0", "0px 0px"),
    *("lr", "lr-tb", "horizontal-tb", "ltr", "inherit", "baseline", "alphabetic"),
}
"""The values of them that have none."""
LARGEST = 1e6  # no number of a drawing is so large
PIXEL = MM_PER_INCH / 96  # a unit of a page that names no other, mm
UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72, "pc": MM_PER_INCH / 6, "Q": 0.25}
"""Lengths that programs write, mm."""

_NUMBER = re.compile(rf"({FLOAT})\s*(px|%|{'|'.join(UNITS)})?", re.ASCII)
_KNOWN = re.compile(
    r"none|currentcolor|inherit|context-(?:fill|stroke)|url\(.*|#(?:[0-9a-f]{3}|[0-9a-f]{6})"
    r"|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)"
)
_LINK = re.compile(r"""url\(\s*(['"]?)(#[^'")]+)\1\s*\)""")


def style_of(art: ArtFile, node: Node, inherited: Style) -> dict[str, str]:
    """The style of an element: its own keys and those it inherits."""
    style = {key: inherited[key] for key in PLAIN}
    for key, value in node.attributes.items():
        if key == "class":
            style[key] = f"{inherited[key]} {value}"
        elif key in PLAIN or key in OWN:
            value = value.strip()
            if value == "inherit" and key in PLAIN:
                continue
            if value not in CHOICES.get(key, (value,)):
                raise art.unknown(node, key, value)
            style[key] = value
        elif key in VOID and value.strip() not in IDLE:
            raise art.unknown(node, key, value)
    return style


def inherit_style(node: Node | None) -> Style:
    """All that an element and those around it say, the narrowest counting, and what is usual."""
    if node is None:
        return PLAIN
    return {**inherit_style(node.parent), **{key: value.strip() for key, value in node.attributes.items()}}


def number(art: ArtFile, node: Node, key: str, given: str) -> float:
    """A number of an element in units of the drawing, which are pixels to lengths of paper."""
    found = _NUMBER.fullmatch(given.strip())
    if found is None or abs(float(found[1])) > LARGEST:
        shown = shortened(given, QUOTED)
        what = say('{name}="{value}" is not a number; write mm without a unit', name=key, value=shown)
        raise art.fault(node, what)
    value = float(found[1])
    if found[2] == "%":
        return value / 100 * _whole(art, key)
    return value * UNITS[found[2]] / PIXEL if found[2] in UNITS else value


def view_of(art: ArtFile, node: Node) -> list[float]:
    """The left, top, width and height that an element shows; nothing where it does not say it."""
    told = node.attributes.get("viewBox", "").replace(",", " ").split()
    view = [number(art, node, "viewBox", each) for each in told]
    return view if len(view) == 4 and min(view[2:]) > 0 else []


def _whole(art: ArtFile, key: str) -> float:
    """The length that a part in per cent is of: a side of the page, or their mean."""
    given = (art.root.attributes.get(side, "0").strip("%") for side in ("width", "height"))
    wide, high = view_of(art, art.root)[2:] or (number(art, art.root, "em", each) for each in given)
    across, down = "x" in key or key in ("width", "cx"), "y" in key or key == "height"
    return wide if across else high if down else math.hypot(wide, high) / 2**0.5


def coordinate(art: ArtFile, node: Node, key: str, default: float = 0.0) -> float:
    """The number of an attribute."""
    given = node.attributes.get(key, "auto")
    return default if given == "auto" else number(art, node, key, given)


def fraction(art: ArtFile, node: Node, key: str, given: str) -> float:
    """A part of the whole, 0 to 1, or in per cent."""
    text = given.strip()
    value = number(art, node, key, text.removesuffix("%"))
    return min(1.0, max(0.0, value / 100 if text.endswith("%") else value))


def dashes(art: ArtFile, node: Node, given: str) -> tuple[float, ...]:
    """Lengths of dashes and gaps; none for a whole line."""
    if given == "none":
        return ()
    found = tuple(number(art, node, "stroke-dasharray", each) for each in given.replace(",", " ").split())
    if min(found, default=0) < 0:
        raise art.unknown(node, "stroke-dasharray", given)
    return found * (1 + len(found) % 2) if sum(found) >= 0.01 else ()


def solid(art: ArtFile, node: Node, key: str, given: str) -> str:
    """A colour as ``#rrggbb``, from any notation of CSS."""
    return tinted(art, node, key, given)[0]


def tinted(art: ArtFile, node: Node, key: str, given: str) -> tuple[str, float]:
    """A colour as ``#rrggbb``, from any notation of CSS, and its opacity."""
    found = css_colour(given.lower().partition(" icc-color")[0])
    if found is None:
        shown = shortened(given, QUOTED)
        raise art.fault(node, say('{name}="{value}" is not a colour; write #rrggbb', name=key, value=shown))
    return found


def spelled(art: ArtFile, node: Node, key: str, given: str) -> str:
    """A colour as every program knows it; nothing for one, or what stands for it, that is written so."""
    text = given.strip().lower()
    if _KNOWN.fullmatch(text) or (text in css_names() and text != "rebeccapurple"):
        return ""
    colour, opacity = tinted(art, node, key, given)
    return f"{colour}{round(255 * opacity):02x}"


def referred(art: ArtFile, node: Node, key: str, given: str) -> Node:
    """The element that ``url(#name)`` or ``#name`` refers to; nothing is fetched from other files."""
    link = _LINK.fullmatch(given)
    found = art.named.get((link.group(2) if link else given).removeprefix("#"))
    if found is None or not (link or given.startswith("#")):
        what = say('{name}="{value}" is not in this file', name=key, value=shortened(given, QUOTED))
        raise art.fault(node, what)
    return found
