"""Eyes that answer with OpenCV for Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image

from companion.vision.eyes import CELL, FIGURES, Found, Patch, Photo, Spot, Surface
from companion.vision.matrices import Homography, Point, Quad

Grey = NDArray[np.float32]
_OF = FIGURES["surface"]
_STEP, _SURFACE_AROUND, _PART = _OF["step"], _OF["around"], _OF["part"]


def compare_surface(surface: NDArray[np.uint8], prints: Sequence[Grey]) -> Surface:
    """Compare a square with the prints of its picture; see ``Eyes.surfaces``."""
    colours = cv2.resize(surface, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY).astype(np.float32)
    fits = [_find_best_fit(grey, picture) for picture in prints]
    best, left, top = max(fits)
    picture = prints[fits.index((best, left, top))]
    side = len(picture)
    patch = colours[top : top + side, left : left + side]
    means = cv2.resize(patch.astype(np.float32), None, fx=1 / _STEP, fy=1 / _STEP, interpolation=cv2.INTER_AREA)
    likeness = _likeness(grey, picture, left, top)
    return Surface(best, np.dstack([likeness, means]).tolist())


def _find_best_fit(grey: Grey, picture: Grey) -> tuple[float, int, int]:
    """How well a picture fits at its best position, and that position, across and down.

    Its parts are compared one by one, so that a hidden one does not shift the others.
    """
    edge, spare = (len(picture) - 3 * _PART) // 2, (len(grey) - len(picture)) // 2 - _SURFACE_AROUND
    fits = np.zeros((2 * _SURFACE_AROUND + 1, 2 * _SURFACE_AROUND + 1), np.float32)
    for number in range(1, 9):  # part 0 has the seal, which differs from square to square
        y, x = (edge + _PART * index for index in divmod(number, 3))
        part = picture[y : y + _PART, x : x + _PART]
        wide = _PART + 2 * _SURFACE_AROUND
        window = grey[y + spare : y + spare + wide, x + spare : x + spare + wide]
        fits += np.maximum(cv2.matchTemplate(window, part, cv2.TM_CCOEFF_NORMED), 0)
    _, most, _, (across, down) = cv2.minMaxLoc(fits)
    return most / 8, across + spare, down + spare


def _likeness(grey: Grey, picture: Grey, left: int, top: int) -> Grey:
    """Correlation with the picture around each cell's middle; noise where print is hidden counts little."""
    side, best = len(picture), np.full((len(picture) // _STEP,) * 2, -1, np.float32)
    mean, square = _average_around(grey), _average_around(grey * grey)
    mean_printed = _average_around(picture)
    spread = np.maximum(_average_around(picture * picture) - mean_printed * mean_printed, 0) + _OF["faint"]
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            area = (slice(top + down, top + down + side), slice(left + across, left + across + side))
            both = _average_around(grey[area] * picture) - mean[area] * mean_printed
            variance = square[area] - mean[area] * mean[area]
            least = (_OF["least"] * mean[area] / mean_printed) ** 2 * spread
            correlation = both / np.sqrt(np.maximum(variance, least) * spread)
            best = np.maximum(best, correlation[_STEP // 2 :: _STEP, _STEP // 2 :: _STEP])
    return best


def _average_around(picture: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _OF["window"]), np.float32)


Floats = NDArray[np.float64]
_QUIET: int = FIGURES["quiet"]
_PEAK = FIGURES["peak"]
_AROUND = np.stack(np.meshgrid(*[np.arange(-_PEAK["around"], _PEAK["around"] + 1)] * 2), -1).reshape(-1, 2)


@dataclass
class _Picture:
    """A picture in grey and in colour, with the codes blurred as it is."""

    pixels: NDArray[np.uint8]
    photo: NDArray[np.uint8]
    books: Floats


class OpenCv:
    """Eyes that answer with OpenCV; a photo is anything numpy turns into rows, columns and red, green, blue.

    ``codes`` are 16 bits of each seal, 1 where it is light; ``pictures`` are square, in grey, each in several
    prints as rows of bytes, and are compared under several ``blurs``.
    """

    def __init__(self, codes: Sequence[int], pictures: Sequence[Sequence[bytes]], blurs: Sequence[float]) -> None:
        self._bits = (np.array(codes)[:, None] >> np.arange(15, -1, -1)) & 1
        squares = self._bits.astype(np.uint8).reshape(-1, 4, 4)
        rows = np.concatenate([cv2.aruco.Dictionary.getByteListFromBits(bits) for bits in squares])
        self._dictionary = cv2.aruco.Dictionary(rows, 4, 0)
        self._seals: dict[int | None, Grey] = {}
        self._pictures = [
            [_blur(_parse_square(each), blur) for each in prints for blur in blurs] for prints in pictures
        ]

    def size(self, photo: Photo) -> tuple[int, int]:
        if isinstance(photo, Image):  # numpy would copy its pixels
            return photo.size
        high, wide = photo.shape[:2]
        return wide, high

    def grey(self, photo: Photo, mirrored: bool = False) -> _Picture:
        colours = np.asarray(photo, np.uint8)
        grey = cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY)
        grey = cv2.flip(grey, 1) if mirrored else grey
        return _Picture(np.asarray(grey, np.uint8), colours, np.zeros((4, len(self._bits), 16)))

    def forget(self, picture: _Picture) -> None:
        pass  # Python frees it by itself

    def seals(self, grey: _Picture, longer: int) -> list[tuple[int, Quad]]:
        scale = longer / max(grey.pixels.shape)
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        small = cv2.resize(grey.pixels, None, fx=scale, fy=scale, interpolation=interpolation)
        settings = cv2.aruco.DetectorParameters()
        for name, value in FIGURES["detector"].items():
            setattr(settings, name, value)
        high, wide = small.shape
        seals = list[tuple[int, Quad]]()
        for (top, bottom), (left, right) in product(_split_side(high), _split_side(wide)):
            longest = max(bottom - top, right - left)
            settings.minMarkerPerimeterRate = 4 * FIGURES["least"] / longest
            settings.maxMarkerPerimeterRate = 4 * FIGURES["most"] * longer / longest
            detector = cv2.aruco.ArucoDetector(self._dictionary, settings)
            quads, ids, _ = detector.detectMarkers(small[top:bottom, left:right])
            corner = np.array([left + 0.5, top + 0.5])
            corners_found = (((quad[0] + corner) / scale - 0.5).tolist() for quad in quads)
            seals += zip([] if ids is None else map(int, ids.ravel()), corners_found, strict=True)
        return seals

    def plane(self, points: Sequence[Point], mapped: Sequence[Point], offset: float | None) -> Homography | None:
        method = (0, 3.0) if offset is None else (cv2.RANSAC, offset)
        try:
            matrix, _ = cv2.findHomography(np.array(points), np.array(mapped), *method)
        except cv2.error:
            return None
        if matrix is None or not np.isfinite(matrix).all():
            return None
        a, b, c, d, e, f, g, h, i = matrix.ravel().tolist()
        return a, b, c, d, e, f, g, h, i

    def cells(self, grey: _Picture, patches: Sequence[Patch]) -> list[list[float]]:
        parts = (_warp_grey(grey, patch).reshape(6, CELL, 6, CELL) for patch in patches)
        return [part[:, 1:-1, :, 1:-1].mean((1, 3)).ravel().tolist() for part in parts]

    def learn(self, grey: _Picture, books: Sequence[Sequence[Sequence[float]]]) -> None:
        grey.books = np.array(books)

    def measure_fits(self, grey: _Picture, spots: Sequence[tuple[Spot, int]]) -> list[Found]:
        return [self._fit(grey, spot, code) for spot, code in spots]

    def find_codes(self, grey: _Picture, spots: Sequence[Spot]) -> list[Found | None]:
        return [self._seek(grey, spot) for spot in spots]

    def surfaces(self, grey: _Picture, squares: Sequence[tuple[Patch, int]]) -> list[Surface]:
        return [compare_surface(_warp_patch(grey.photo, patch), self._pictures[number]) for patch, number in squares]

    def measure_glare(self, grey: _Picture, patches: Sequence[Patch], level: int) -> list[float]:
        return [float((_warp_grey(grey, patch) > level).mean()) for patch in patches]

    def _draw_seal(self, code: int | None) -> Grey:
        """A seal as it should look, with its light zone; with grey cells if no code is given."""
        if code not in self._seals:
            bits = np.full(16, 0.5) if code is None else self._bits[code]
            cells = np.kron(np.pad(bits.reshape(4, 4), 1), np.ones((CELL, CELL)))
            pixels = np.pad(cells, _QUIET, constant_values=1).astype(np.float32) * 255
            self._seals[code] = _blur(pixels, CELL / 4)
        return self._seals[code]

    def _fit(self, grey: _Picture, spot: Spot, code: int) -> Found:
        patch = _warp_grey(grey, spot.patch)
        _, ring, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(patch, self._draw_seal(code), cv2.TM_CCOEFF_NORMED))
        fits = _correlate_codes(patch, np.array([(x + _QUIET, y + _QUIET)]), grey.books[spot.turn])[0]
        likeness = float(fits[code])
        fits[code] = -1
        return Found(code, ring, likeness, likeness - float(fits.max()))

    def _seek(self, grey: _Picture, spot: Spot) -> Found | None:
        patch = _warp_grey(grey, spot.patch)
        match = cv2.matchTemplate(patch, self._draw_seal(None), cv2.TM_CCOEFF_NORMED)
        best: Found | None = None
        for _ in range(_PEAK["most"]):
            _, ring, _, (x, y) = cv2.minMaxLoc(match)
            if ring < _PEAK["least"]:
                break
            corners = np.clip(_AROUND + np.array([x + _QUIET, y + _QUIET]), 0, len(patch) - 6 * CELL)
            fits = _correlate_codes(patch, corners, grey.books[spot.turn])
            row, code = np.unravel_index(fits.argmax(), fits.shape)
            other, first = np.partition(fits[row], -2)[-2:].tolist()
            if best is None or first > best.correlation:
                best = Found(int(code), ring, first, first - other)
            wide = _PEAK["apart"]
            match[max(0, y - wide) : y + wide + 1, max(0, x - wide) : x + wide + 1] = -1
        return best


def _split_side(side: int) -> list[tuple[int, int]]:
    """First and last pixels of overlapping tiles along a side of a picture.

    The detector compares all candidates of a tile with each other; in tiles there are fewer.
    """
    overlap = FIGURES["tile_over"]
    count = max(1, -(-(side - overlap) // FIGURES["tile"]))
    bounds = [(side - overlap) * index // count for index in range(count + 1)]
    return [(start, end + overlap) for start, end in pairwise(bounds)]


def decode_photo(content: bytes, halved: bool = False) -> NDArray[np.uint8]:
    """Decode a photo as stored to rows, columns and red, green, blue of 255; raises if that fails."""
    colours = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
    flags = colours | cv2.IMREAD_IGNORE_ORIENTATION
    photo = np.asarray(cv2.imdecode(np.frombuffer(content, np.uint8), flags), np.uint8)
    return np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2RGB, photo), np.uint8)


def _parse_square(grey: bytes) -> Grey:
    side = round(len(grey) ** 0.5)
    return np.frombuffer(grey, np.uint8).reshape(side, side).astype(np.float32)


def _blur(picture: Grey, blur: float) -> Grey:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32) if blur else picture


def _warp_grey(grey: _Picture, patch: Patch) -> Grey:
    return _warp_patch(grey.pixels, patch).astype(np.float32)


def _warp_patch(picture: NDArray[np.uint8], patch: Patch) -> NDArray[np.uint8]:
    plane, size = np.array(patch.plane).reshape(3, 3), (patch.size, patch.size)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, plane, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _correlate_codes(patch: Grey, corners: NDArray[np.intp], book: Floats) -> Floats:
    """Correlation (n x codes) of the cells at n corners (x, y of the border) with all codes."""
    inner = (CELL - 2, CELL - 2)
    means = cv2.boxFilter(patch, -1, inner, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    steps = CELL * np.arange(1, 5) + 1
    x, y = corners[:, 0, None] + steps, corners[:, 1, None] + steps
    cells = means[y[:, :, None], x[:, None, :]].reshape(len(corners), 16).astype(np.float64)
    spread = cells.std(1, keepdims=True)
    cells = (cells - cells.mean(1, keepdims=True)) / (spread + 1e-6)
    return np.where(spread < FIGURES["faint"], -1.0, cells @ book.T / 16)
