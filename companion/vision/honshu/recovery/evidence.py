"""Evidence for seals: how well a photo at a known spot fits a code, under the blur of that photo."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.honshu.recovery.geometry import SEAL, SQUARES, Floats, Pose, seal_corners
from companion.vision.honshu.recovery.poses import CardPlane
from companion.vision.honshu.recovery.seals import Grey, Seal, code_book

_FINE = 6  # pixels a mm of a patch, and of a cell of a seal: with its border it has six
_QUIET = 0.6  # of the light zone about a seal that belongs to its picture, mm
_MARGIN = int(_QUIET * _FINE)
_LEARNERS = 40  # seals from which the blur is learned
_FAINT = 6.0  # spread of grey within a code (of 255) below which there is none
Patch = NDArray[np.float32]


class Fit(NamedTuple):
    """The evidence of a spot for one code."""

    ring: float  # correlation with the whole seal, -1 to 1
    own: float  # correlation of the code's sixteen cells, -1 to 1
    ahead: float  # more than with the next code by so much; negative when another fits better

    @property
    def strength(self) -> float:
        """All of it in one figure, 0 to 0.99; above 0.6 it is as good as read."""
        strength = max(0.0, min(0.99, (self.own - 0.35) / 0.6))
        return strength * (1 if self.ring > 0.45 else 0.4) * (1 if self.ahead > -0.12 else 0.5)


class Found(NamedTuple):
    """The code that fits a spot best, by its number in the book, with its fit."""

    code: int
    fit: Fit


def patch(
    picture: NDArray[np.uint8], plane: Floats, left: float, top: float, side: float, fine: int
) -> Patch:
    """A square of a card seen straight from above, ``fine`` pixels a mm.

    ``plane`` leads from mm of the card to pixels; ``left``, ``top`` and ``side`` are mm of the card.
    """
    size = round(side * fine)
    scale = np.array([[1 / fine, 0, left + 0.5 / fine], [0, 1 / fine, top + 0.5 / fine], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(
        picture, plane @ scale, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return seen.astype(np.float32)


def _normal(codes: Floats) -> Floats:
    flat = codes.reshape(len(codes), -1)
    return np.asarray((flat - flat.mean(1, keepdims=True)) / (flat.std(1, keepdims=True) + 1e-9))


class Sight:
    """A photo in grey, and what its seals taught of its blur."""

    def __init__(self, grey: Grey) -> None:
        self.grey = grey
        self._books = [_normal(code_book())] * 4
        bits = np.pad(code_book(), ((0, 0), (1, 1), (1, 1)))
        self._bordered = np.pad(bits, ((0, 0), (1, 1), (1, 1)), constant_values=1)
        self._pictures: dict[int, Patch] = {}

    def learn(self, cards: Mapping[int, CardPlane], poses: Mapping[int, Pose], seals: Sequence[Seal]) -> None:
        """Learn the blur of a seal's cells into one another, and blur the code book alike."""
        around, shown = [], []
        inner = np.lib.stride_tricks.sliding_window_view
        for seal in [each for each in seals if each.face in cards][:_LEARNERS]:
            corners = seal_corners(seal.square)
            ends = corners.astype(np.float32), seal.corners.astype(np.float32)
            plane = np.asarray(cv2.getPerspectiveTransform(*ends), np.float64)
            seen = patch(self.grey, plane, float(corners[0, 0]), float(corners[0, 1]), SEAL, _FINE)
            cells = seen.reshape(6, _FINE, 6, _FINE)[:, 1:-1, :, 1:-1].mean((1, 3))
            turn = poses[seal.face].turn
            cells = np.rot90((cells - cells.mean()) / (cells.std() + 1e-6), -turn)
            bits = np.rot90(self._bordered[seal.face * SQUARES + seal.square], -turn)
            around.append(inner(bits, (3, 3))[1:-1, 1:-1].reshape(-1, 9))
            shown.append(cells[1:-1, 1:-1].ravel())
        self._books = [_normal(code_book())] * 4
        if len(around) < 4:
            return
        terms, cells = np.vstack(around), np.concatenate(shown)
        terms = np.c_[terms, np.ones(len(terms))]
        kernel = np.linalg.solve(terms.T @ terms + np.eye(10), terms.T @ cells)[:9].reshape(3, 3)
        if kernel[1, 1] <= 0:
            return
        windows = inner(self._bordered, (3, 3), axis=(1, 2))[:, 1:-1, 1:-1]
        self._books = [
            _normal(np.einsum("nrcij,ij->nrc", windows, np.rot90(kernel, turn))) for turn in range(4)
        ]

    def _picture(self, code: int | None) -> Patch:
        """A seal as it ought to look, with its light zone; its cells grey where no code is given."""
        key = -1 if code is None else code
        if key not in self._pictures:
            bits = np.full((4, 4), 0.5) if code is None else code_book()[code]
            cells = np.kron(np.pad(bits, 1), np.ones((_FINE, _FINE)))
            whole = np.pad(cells, _MARGIN, constant_values=1).astype(np.float32) * 255
            self._pictures[key] = np.asarray(cv2.GaussianBlur(whole, (0, 0), _FINE * 0.25), np.float32)
        return self._pictures[key]

    def _spot(self, plane: Floats, square: int, reach: float) -> Patch:
        left, top = seal_corners(square)[0]
        edge = reach + _MARGIN / _FINE
        return patch(self.grey, plane, left - edge, top - edge, SEAL + 2 * edge, _FINE)

    def _against(self, spot: Patch, corners: NDArray[np.intp], turn: int) -> Floats:
        """Correlation (n x codes) of what stands at n corners (x, y of the border) with all codes."""
        means = cv2.boxFilter(
            spot, -1, (_FINE - 2, _FINE - 2), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE
        )
        steps = _FINE * np.arange(1, 5) + 1
        x, y = corners[:, 0, None] + steps, corners[:, 1, None] + steps
        cells = means[y[:, :, None], x[:, None, :]].reshape(len(corners), 16).astype(np.float64)
        spread = cells.std(1, keepdims=True)
        cells = (cells - cells.mean(1, keepdims=True)) / (spread + 1e-6)
        return np.where(spread < _FAINT, -1.0, cells @ self._books[turn].T / 16)

    def fit(self, card: CardPlane, face: int, square: int, turn: int) -> Fit:
        """The evidence of a square's seal for its code; ``turn`` is in quarters, on the lattice."""
        code = face * SQUARES + square
        spot = self._spot(card.plane, square, card.reach)
        match = cv2.matchTemplate(spot, self._picture(code), cv2.TM_CCOEFF_NORMED)
        _, ring, _, found = cv2.minMaxLoc(match)
        fits = self._against(spot, np.array([found]) + _MARGIN, turn)[0]
        own = float(fits[code])
        fits[code] = -1
        return Fit(ring, own, own - float(fits.max()))

    def any_code(self, plane: Floats, turn: int, reach: float) -> Found | None:
        """The code that fits the spot of a card's first seal best, if anything there looks like a seal."""
        spot = self._spot(plane, 0, reach)
        match = cv2.matchTemplate(spot, self._picture(None), cv2.TM_CCOEFF_NORMED)
        most = spot.shape[0] - 6 * _FINE
        best: Found | None = None
        about = np.stack(np.meshgrid(np.arange(-2, 3), np.arange(-2, 3)), -1).reshape(-1, 2)
        for _ in range(3):
            _, ring, _, (x, y) = cv2.minMaxLoc(match)
            if ring < 0.35:
                break
            corners = np.clip(about + np.array([x + _MARGIN, y + _MARGIN]), 0, most)
            fits = self._against(spot, corners, turn)
            row, code = np.unravel_index(fits.argmax(), fits.shape)
            top = np.partition(fits[row], -2)[-2:]
            if best is None or top[1] > best.fit.own:
                best = Found(int(code), Fit(ring, float(top[1]), float(top[1] - top[0])))
            match[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5] = -1
        return best
