"""The type of a box's words: as its placeholder is, in the style that drawing programs write."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.press.face.drawing.style import inherit_style, number, solid
from companion.press.face.drawing.svg_file import ArtFile, Node
from companion.press.face.drawing.words import slant
from companion.press.frame.fonts import styled
from companion.units import points

LEAST_TYPE_SIZE = 6.0  # the smallest size words of a box shrink to, points
SHRUNK = 0.6  # the smallest part of their placeholder's size that they shrink to
ALIGNED = {"middle": "center", "end": "right", "center": "center", "right": "right"}
OURS = {
    *("", "noto serif jp", "companion serif", "companionserif"),
    *("inherit", "serif", "sans-serif", "sans", "monospace", "cursive", "fantasy", "system-ui"),
}
"""Families that a drawing program names by itself, or that are our own."""
LEADING = re.compile(r"(\d{1,2}(?:\.\d+)?|\d{1,4}(?=%))(%?)", re.ASCII)


def told(node: Node) -> dict[str, str]:
    """The style of an element."""
    return {key: value.strip() for key, value in node.attributes.items() if " " not in key}


def placeholder(node: Node) -> str:
    """The words that stand in a box, one line a line."""
    lines = [""]
    for child in _leaves(node):
        role = next((each for each in child.attributes if each.endswith(" role")), "")
        if (child.attributes.get(role) == "line" or child.tag == "flowPara") and "".join(lines).strip():
            lines.append("")
        lines[-1] += child.words
    return "\n".join(" ".join(line.split()) for line in lines).strip("\n")


def _leaves(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.tag != "desc":
            yield child
            yield from _leaves(child)


def type_style(art: ArtFile, node: Node, scale: float) -> dict[str, Any]:
    """The keys of a text element that its placeholder tells; `scale` is mm a unit."""
    style = {**inherit_style(node)}
    for each in _first_words(node):
        style.update(told(each))
    size = points(number(art, node, "font-size", style.get("font-size", "16")) * scale)
    anchor = style.get("text-anchor", "start")
    leading = LEADING.fullmatch(style.get("line-height", "normal"))
    return {
        "size": round(size, 2),
        "least": round(min(size, max(LEAST_TYPE_SIZE, SHRUNK * size)), 2),
        "font": _font(style),
        "align": ALIGNED.get(anchor) or ALIGNED.get(style.get("text-align", ""), "left"),
        "colour": colour_of(art, node, style.get("fill", "#000000")),
        "leading": round(float(leading[1]) / (100 if leading[2] else 1), 3) if leading else 1.25,
    }


def colour_of(art: ArtFile, node: Node, given: str) -> str:
    """The colour that words inherit; ink where there is none, or several."""
    return "ink" if given == "none" or given.startswith("url(") else solid(art, node, "fill", given)


def _first_words(node: Node) -> Iterator[Node]:
    """The parts of a text within one another at its beginning, as drawing programs write them."""
    for child in node.children:
        if child.tag in ("tspan", "flowPara"):
            yield child
            yield from _first_words(child)
            return


def _font(style: Mapping[str, str]) -> str:
    """A font of the deck where the family is neither ours nor one that the drawing program chose."""
    family = style.get("font-family", "").split(",")[0].strip("'\" ")
    if family.casefold() not in OURS:
        return family
    return styled("regular", *slant(style))
