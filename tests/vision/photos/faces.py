"""The faces of map cards and start provinces as our printer gets them, as pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pypdfium2

from companion.data.deck import open_deck
from companion.data.honshu.cards import Colour, load_cards
from companion.press.frame.frame import Frame, Item, Page, Shape
from companion.press.frame.low_ink import LowInk
from companion.press.ink.pdf import render_pdf
from companion.press.layout import lay_out

SIDE = 29.0
"""Of a square, mm."""
CARD = (2 * SIDE, 3 * SIDE)
"""Width and height of an upright card, mm."""
TOKEN = 12.0
"""Side of a printed token, mm."""
FINEST = 12
"""Pixels a mm at which faces are rendered."""


@cache
def _lay_out_frames(ink: str) -> dict[str, Frame]:
    seals = "none" if ink == "no seals" else "printed"
    deck = open_deck("honshu")
    pieces = list(lay_out(deck, "en", ["map-cards", "start-provinces"], seals=seals))
    fronts = [piece.front for piece in pieces] + [piece.back for piece in pieces[60:]]
    if ink == "low":
        low = LowInk()
        fronts = [frame and low.rewrite(frame) for frame in fronts]
    if ink == "red seals":
        fronts = [frame and replace(frame, items=tuple(map(_redden_seal, frame.items))) for frame in fronts]
    names = [card.name for card in load_cards()]
    return {name: frame for name, frame in zip(names, fronts, strict=True) if frame is not None}


def _redden_seal(item: Item) -> Item:
    """A seal in the vermilion of earlier prints; all else unchanged."""
    return item._replace(fill="#a52823") if isinstance(item, Shape) and item.role == "seal" else item


@cache
def _render_card(card: str, ink: str) -> np.ndarray:
    return _render_frame(_lay_out_frames(ink)[card])


def _render_frame(frame: Frame) -> np.ndarray:
    document = pypdfium2.PdfDocument(render_pdf([Page(frame)], "face", "en"))
    picture = document[0].render(scale=FINEST * 25.4 / 72).to_numpy()[..., 2::-1]
    document.close()
    return np.ascontiguousarray(picture)


@cache
def render_token(colour: Colour, pixels: int) -> np.ndarray:
    """The token that is printed in place of a cube, so many pixels a mm, as RGB."""
    pieces = lay_out(open_deck("honshu"), "en", ["tokens"])
    fronts = list({id(piece.front): piece.front for piece in pieces}.values())
    side = round(TOKEN * pixels)
    whole = _render_frame(fronts[list(Colour).index(colour)])
    return cv2.resize(whole, (side, side), interpolation=cv2.INTER_AREA)


@cache
def render_face(card: str, pixels: int = FINEST, ink: str = "full") -> np.ndarray:
    size = (round(CARD[0] * pixels), round(CARD[1] * pixels))
    return cv2.resize(_render_card(card, ink), size, interpolation=cv2.INTER_AREA)
