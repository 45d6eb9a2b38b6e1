"""Plain pieces for tests of paper: coloured rectangles with a number, with and without backs."""

from dataclasses import replace
from pathlib import Path

from companion.data.deck import Deck, read_deck
from companion.press.composition import Composition, compose
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Shape, Text
from companion.press.frame.outlines import rect
from companion.press.sheets.gang import Edition
from tests.press.decks import write_deck


def build_face(name: str, width: float, height: float, bleed: float, colour: str = "#a9bc90") -> Frame:
    ground = Shape(
        rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), fill=colour, role="ground", group=colour
    )
    return Frame(name, width, height, (ground, Text(name, width / 2, height / 2, 6, anchor="middle")), bleed)


def build_card(number: int, width: float, height: float, bleed: float, back: bool = True, colour: str = "") -> Piece:
    """Fronts differ in colour, so that neighbours share no cut, unless one is given."""
    shade = colour or f"#a9{number % 200 + 20:02x}90"
    behind = build_face(f"back {number}", width, height, bleed, colour or f"#2b{number % 200 + 20:02x}63")
    return Piece(
        "tiny",
        "cards",
        str(number),
        build_face(f"front {number}", width, height, bleed, shade),
        behind if back else None,
        "cards",
    )


def build_cards(count: int, width: float = 58, height: float = 87, bleed: float = 3, backs: bool = True) -> list[Piece]:
    return [build_card(number, width, height, bleed, backs) for number in range(1, count + 1)]


def read_tiny_deck(folder: Path) -> Deck:
    file = write_deck(folder)
    return read_deck(file, file.parent / "faces")


def compose_with(edition: Edition, pieces: list[Piece], **changes: object) -> Composition:
    return compose(replace(edition, **changes), pieces)
