"""The frames of an art file that words flow in."""

from __future__ import annotations

import math
from typing import NamedTuple

from companion.press.face.drawing.styles import Node
from companion.press.face.drawing.svg_file import IDLE, ArtFile, inherit_style
from companion.press.frame.outlines import transform_bounds

WORDS = ("text", "flowRoot")  # the element of words in SVG, and in files of older drawing programs
ANCHORS = {"middle": 0.5, "end": 1.0}  # the share of a line before its anchor
ALIGNED = {**ANCHORS, "center": 0.5, "right": 1.0}  # parts of what a line leaves free that lie before it


class TextArea(NamedTuple):
    """The frame that words flow in, in their own coordinates."""

    left: float
    width: float
    top: float
    bottom: float
    placed: bool = False  # the first line stands on the top, not below it


def find_region(art: ArtFile, node: Node) -> Node | None:
    """The shape that the words of an element flow in; ``None`` if there is none."""
    area = node.attributes.get("shape-inside", "none")
    if area != "none":
        return art.get_link_target(node, "shape-inside", area.partition(")")[0] + ")")
    regions = (each for each in node.children if each.tag == "flowRegion")
    return next((shape for each in regions for shape in each.children), None)


def find_text_area(art: ArtFile, node: Node) -> TextArea | None:
    """The frame that the words of an element flow in; ``None`` where they stand on lines of their own."""
    wide = node.attributes.get("inline-size", "0")
    inside = node.attributes.get("shape-inside", "").partition(")")[0] + ")"
    region = None if art.leads_nowhere(inside) else find_region(art, node)
    if region is not None:
        box = art.find_extent(region)
        if box is None:
            raise art.refuse_value(node, "shape-inside", inside)
        left, top, right, bottom = transform_bounds(box, art.parse_transform(region))
        return TextArea(left, right - left, top, bottom)
    if wide in IDLE:
        return None
    width, (x, y) = art.parse_number(node, "inline-size", wide), (art.parse_coordinate(node, key) for key in "xy")
    left = x - ANCHORS.get(inherit_style(node)["text-anchor"], 0.0) * width
    return TextArea(left, width, y, math.inf, placed=True)
