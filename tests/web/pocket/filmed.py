"""A film of a phone's screen: its codes as another one's camera sees them from a hand's breadth."""

import base64
import io
from collections.abc import Sequence
from math import cos, sin
from pathlib import Path

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Page

SIZE = (1280, 720)
STAYS = 4  # frames of a camera that takes 30 a second, for a code that stays an eighth of one

SHOWN = """most => new Promise(done => {
    const pen = CanvasRenderingContext2D.prototype, paint = pen.putImageData, all = [];
    pen.putImageData = function (...given) {
        paint.apply(this, given);
        if (all.length < most) all.push(this.canvas.toDataURL());
        if (all.length === most) { pen.putImageData = paint; done(all); }
    };
})"""
"""What a page draws from now on, picture by picture."""


def screen(page: Page, codes: int) -> list[np.ndarray]:
    """So many codes as the page shows them one after another, a dot a square."""
    page.wait_for_function("() => document.querySelector('#film canvas').style.width")
    shots = [base64.b64decode(each.partition(",")[2]) for each in page.evaluate(SHOWN, codes)]
    return [np.array(Image.open(io.BytesIO(shot)).convert("RGB")) for shot in shots]


def film(codes: Sequence[np.ndarray], to: Path) -> Path:
    """A film that a fake camera plays again and again: out of square, not quite still, blurred, in grain."""
    chance = np.random.default_rng(1)
    grain = chance.normal(0, 4, (SIZE[1], SIZE[0], 3)).astype(np.float32)
    with to.open("wb") as out:
        for number, code in enumerate(codes):
            out.write(_seen(code, number, np.roll(grain, 97 * number, (0, 1))) * STAYS)
    return to


def _seen(code: np.ndarray, number: int, grain: np.ndarray) -> bytes:
    large = cv2.resize(code, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    side, sway = large.shape[0], np.float32([14 * sin(number / 3), 10 * cos(number / 2)])
    corners = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
    there = np.float32([[390, 110], [880, 95], [905, 620], [370, 640]]) + sway
    room = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    lying = cv2.getPerspectiveTransform(corners, there)
    cv2.warpPerspective(large, lying, SIZE, room, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    seen = np.clip(cv2.GaussianBlur(room, (0, 0), 0.9) + grain, 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes())
