"""The fills and lines of art files, from attributes or from the style that drawing programs write."""

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb
from functools import cache

from companion.paths import assets
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.sentences import say, shortened

Style = Mapping[str, str]  # style keys of an element, by the names of SVG

PLAIN: Style = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "class": "",
}
"""The keys that elements inherit, with their defaults."""
OWN = {"opacity", "clip-path", "display", "stop-color", "stop-opacity"}  # the keys that are not inherited
CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
_NONE = ("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end", "vector-effect")
VOID = {
    **dict.fromkeys(_NONE, "none"),
    **{"mix-blend-mode": "normal", "paint-order": "normal", "isolation": "auto", "clip": "auto"},
    **{"visibility": "visible", "stroke-dashoffset": "0"},
}
"""Keys whose effect would be lost, and the one value of each that has none."""
IDLE = re.compile(
    r"font|text-|letter-|word-|line-height|writing-|direction|unicode-|white-space|block-|color|solid-|shape-"
    r"|image-|inline-|dominant-|alignment-|baseline-|glyph-|kerning|-inkscape|pointer-|cursor|overflow"
    r"|enable-background|xml|data-|aria-"
)
"""Beginnings of keys that programs write on everything and that draw no path; also of foreign namespaces."""
NOTES = {"id", "style", "lang", "version", "role", "tabindex"}
LARGEST = 1e6  # no number of a drawing is so large

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_RGB = re.compile(r"rgb\(\s*\d+(%?)\s*,\s*\d+\1\s*,\s*\d+\1\s*\)", re.IGNORECASE)
_HSL = re.compile(r"hsl\(\s*\d+\.?\d*\s*,\s*\d+\.?\d*%\s*,\s*\d+\.?\d*%\s*\)", re.IGNORECASE)
_LINK = re.compile(r"""url\(\s*(['"]?)(#[^'")]+)\1\s*\)""")


def style_of(art: ArtFile, node: Node, inherited: Style, own: set[str]) -> dict[str, str]:
    """The style of an element: its own keys and those it inherits; the attributes `own` are no style."""
    style = {key: inherited[key] for key in PLAIN}
    given = {key: value for key, value in node.attributes.items() if key not in own and key not in NOTES}
    for part in node.attributes.get("style", "").split(";"):
        key, _, value = part.partition(":")
        if part.strip():
            given[key.strip()] = value
    for key, value in given.items():
        value = value.strip()
        if key == "class":
            style[key] = f"{inherited[key]} {value}"
        elif key in PLAIN or key in OWN:
            if value == "inherit" or value not in CHOICES.get(key, (value,)):
                raise art.unknown(node, key, value)
            style[key] = value
        elif (key in VOID and value != VOID[key]) or not (key in VOID or " " in key or IDLE.match(key)):
            raise art.unknown(node, key, value)
    return style


def number(art: ArtFile, node: Node, key: str, given: str) -> float:
    """A number of an element; ``px`` are units of the drawing, which are mm."""
    text = given.strip().removesuffix("px")
    if not _NUMBER.fullmatch(text) or abs(float(text)) > LARGEST:
        shown = shortened(given, QUOTED)
        what = say('{name}="{value}" is not a number; write mm without a unit', name=key, value=shown)
        raise art.fault(node, what)
    return float(text)


def coordinate(art: ArtFile, node: Node, key: str, default: float = 0.0) -> float:
    """The number of an attribute."""
    given = node.attributes.get(key)
    return default if given is None else number(art, node, key, given)


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
    """A colour as ``#rrggbb``, from that, one of CSS's names, ``rgb()`` or ``hsl()``."""
    if _HEX.fullmatch(given):
        return given.lower() if len(given) == 7 else "#" + "".join(2 * each for each in given[1:].lower())
    if given.lower() in _named():
        return _named()[given.lower()]
    channels = [float(each) for each in _NUMBER.findall(given)]
    if _RGB.fullmatch(given):
        parts = [each / (100 if "%" in given else 255) for each in channels]
    elif _HSL.fullmatch(given):
        turn, full, light = channels
        parts = list(hls_to_rgb(turn / 360, light / 100, full / 100))
    else:
        parts = []
    if not parts or max(parts) > 1:
        what = say(
            '{name}="{value}" is not a colour; write #rrggbb', name=key, value=shortened(given, QUOTED)
        )
        raise art.fault(node, what)
    return "#" + "".join(f"{int(255 * part + 0.5):02x}" for part in parts)


@cache
def _named() -> dict[str, str]:
    """The colours that CSS has names for."""
    lines = (assets() / "colours.txt").read_text("utf-8").splitlines()
    return {name: colour for name, colour in map(str.split, lines)}


def referred(art: ArtFile, node: Node, key: str, given: str) -> Node:
    """The element that ``url(#name)`` or ``#name`` refers to; nothing is fetched from other files."""
    link = _LINK.fullmatch(given)
    found = art.named.get((link.group(2) if link else given).removeprefix("#"))
    if found is None or not (link or given.startswith("#")):
        what = say('{name}="{value}" is not in this file', name=key, value=shortened(given, QUOTED))
        raise art.fault(node, what)
    return found
