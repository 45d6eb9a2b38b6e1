"""Make ``assets/games/honshu/places.pgm``: bare production squares, with which photo reading finds cubes.

Run ``python .ci/places.py`` whenever the faces of production squares change; a test fails otherwise.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from companion.data.deck import open_deck
from companion.data.honshu.cards import Colour, load_cards
from companion.press.frame.frame import Page
from companion.press.frame.low_ink import LowInk
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out
from companion.vision.honshu.cubes import FINE, PLACES_FILE
from companion.vision.honshu.geometry import SIDE

FINE_FACE = 12
"""Pixels per mm at which faces are rendered, before they are reduced."""


def render_production_squares(ink: str, faces: int = 66) -> dict[Colour, list[np.ndarray]]:
    """The production squares of the first ``faces`` cards in grey, by colour, printed in ``full`` or ``low`` ink."""
    pieces = lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces"])
    found: dict[Colour, list[np.ndarray]] = {colour: [] for colour in Colour}
    low = LowInk()
    for piece, card in list(zip(pieces, load_cards(), strict=False))[:faces]:
        six = [square for row in card.squares for square in row]
        colours = {k: square.colour for k, square in enumerate(six) if square.terrain.value == "production"}
        if not colours or piece.front is None:
            continue
        front = low.rewrite(piece.front) if ink == "low" else piece.front
        document = pypdfium2.PdfDocument(render_pdf([Page(front)], card.name, "en"))
        drawn = document[0].render(scale=FINE_FACE * 25.4 / 72).to_numpy()
        picture = cv2.cvtColor(drawn[..., :3], cv2.COLOR_BGR2GRAY)
        document.close()
        wide, size = round(SIDE * FINE_FACE), round(SIDE * FINE)
        for k, colour in colours.items():
            left, top = k % 2 * wide, k // 2 * wide
            part = picture[top : top + wide, left : left + wide]
            found[colour].append(cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA))
    return found


if __name__ == "__main__":
    both = [render_production_squares(ink) for ink in ("full", "low")]
    rows = [np.median(np.stack(each[colour]), 0) for colour in Colour for each in both]
    cv2.imwrite(str(Path(PLACES_FILE)), np.vstack(rows).astype(np.uint8))
