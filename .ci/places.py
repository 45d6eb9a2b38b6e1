"""Draw anew what the reading of photos knows of empty places for cubes: ``assets/games/honshu/places.pgm``.

Run ``python .ci/places.py`` whenever the faces of production squares change; a test says so.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from companion.data.games import open_deck
from companion.data.honshu.cards import Colour, load_cards
from companion.press.frame.page import Page
from companion.press.ink.pdf import pdf
from companion.press.layout import lay_out
from companion.vision.honshu.recovery.cubes import FINE, PLACES_FILE, WIDE
from companion.vision.honshu.recovery.geometry import CUBE_PLACE, SIDE

FINE_FACE = 12
"""Pixels a mm at which faces are rendered before they are made small."""


def places(faces: int = 66) -> dict[Colour, list[np.ndarray]]:
    """The empty places of the first faces in grey, as they are printed now."""
    pieces = lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces"])
    found: dict[Colour, list[np.ndarray]] = {colour: [] for colour in Colour}
    for piece, card in list(zip(pieces, load_cards(), strict=False))[:faces]:
        six = [square for row in card.squares for square in row]
        colours = {k: square.colour for k, square in enumerate(six) if square.terrain.value == "production"}
        if not colours or piece.front is None:
            continue
        document = pypdfium2.PdfDocument(pdf([Page(piece.front)], card.name, "en"))
        drawn = document[0].render(scale=FINE_FACE * 25.4 / 72).to_numpy()
        picture = cv2.cvtColor(drawn[..., :3], cv2.COLOR_BGR2GRAY)
        document.close()
        for k, colour in colours.items():
            left, top = (round((at * SIDE + CUBE_PLACE - WIDE / 2) * FINE_FACE) for at in (k % 2, k // 2))
            wide = round(WIDE * FINE_FACE)
            part = picture[top : top + wide, left : left + wide]
            size = round(WIDE * FINE)
            found[colour].append(cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA))
    return found


if __name__ == "__main__":
    rows = [np.median(np.stack(pictures), 0).astype(np.uint8) for pictures in places().values()]
    cv2.imwrite(str(Path(PLACES_FILE)), np.vstack(rows))
