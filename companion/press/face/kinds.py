"""The kinds of elements that the faces of every game may have, and what draws them."""

from __future__ import annotations

from companion.press.face import rows, shapes
from companion.press.face.context import Drawer
from companion.press.face.land import elements

__all__ = ["KINDS"]

KINDS: dict[str, Drawer] = {**shapes.KINDS, **elements.KINDS, **rows.KINDS}
