"""A face is a TOML file in millimetres that says what one side of a card, tile or sheet looks like.

``docs/deck-files.md`` describes the file. Here it is read and checked; ``context`` fills it with a
card's fields and makes a frame of it. A misspelt key is an error and not a silently missing line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.data.files import read_toml
from companion.data.schema import check, declared
from companion.errors import Place
from companion.sentences import say

__all__ = ["Element", "Face", "read_face"]

Element = Mapping[str, Any]
"""An element as written in a face file."""


@dataclass(frozen=True)
class Face:
    """A face file.

    Attributes:
        name: Its name, without ``.toml``.
        file: Where it was read.
        size: Width and height of the trim, mm; a text may name fields of the card.
        bleed: How far its drawing reaches beyond the trim, mm.
        safe: How far from the trim words stay, mm.
        elements: The elements as written, the lowest first.
        trim: What it is cut out along: ``rounded``, ``circle``, ``hex`` or an outline; empty for its box.
        corner: Radius of rounded corners, mm.
    """

    name: str
    file: Path
    size: tuple[float | str, float | str]
    bleed: float
    safe: float
    elements: tuple[Element, ...]
    trim: str = ""
    corner: float | str = 3.0


def read_face(name: str, file: Path) -> Face:
    """Read a face file.

    Raises:
        DeckError: When it is not a TOML file, has no size, or a key that no face has.
    """
    raw = read_toml(file)
    check(raw, declared("face"), Place(file=file.name), say("a face"))
    width, height = (side if isinstance(side, str) else float(side) for side in raw["size"])
    bleed, safe = float(raw.get("bleed", 0)), float(raw.get("safe", 0))
    trim, corner = raw.get("trim", ""), raw.get("corner", 3.0)
    return Face(name, file, (width, height), bleed, safe, tuple(raw.get("element", ())), trim, corner)
