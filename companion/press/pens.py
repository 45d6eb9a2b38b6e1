"""What elements of a face have in common: their place, their pen, and the keys for both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.press.frame import Outline, Shape

if TYPE_CHECKING:
    from companion.press.layout import Setting

__all__ = ["BOX", "PEN", "Element", "at", "shape"]

Element = Mapping[str, Any]
"""An element as written in a face file."""

PEN = {"fill", "stroke", "stroke_width", "dash", "role", "group"}
BOX = {"x", "y", "width", "height"}


def at(setting: Setting, element: Element) -> tuple[float, float]:
    """The place of an element, moved on by its repeat."""
    x, y = setting.value(element.get("x", 0)), setting.value(element.get("y", 0))
    if "repeat" in element:
        x, y = x + float(setting.fields["dx"]), y + float(setting.fields["dy"])
    return x, y


def shape(setting: Setting, element: Element, outline: Outline) -> Shape:
    """An outline with the pen of an element."""
    return Shape(
        outline,
        setting.colour(element.get("fill")),
        setting.colour(element.get("stroke")),
        setting.value(element.get("stroke_width", 0.25)) if element.get("stroke") else 0.0,
        tuple(float(length) for length in element.get("dash", ())),
        setting.text(str(element.get("role", ""))),
        setting.text(str(element.get("group", ""))),
    )
