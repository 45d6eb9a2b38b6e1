"""The cuts of a board into sheets: nowhere near words, if there is another place.

First the board is cut across into strips, then every strip by itself; or the other way round, when that
spares more words. A cut has a price: words it comes near, words it goes through. The cheapest set of cuts is
found exactly, by dynamic programming over every half millimetre and every edge of a word.
"""

import math
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from companion.press.frame.frame import Bounds

CLEAR = 3.0  # no cut comes nearer to words than this where another cut is possible, mm
STEP = 0.5  # between the places at which a cut is tried, mm
THROUGH = 4.0  # the price of a cut through words, when one near them costs 1


@dataclass(frozen=True)
class Cuts:
    """The tiles of a board."""

    tiles: tuple[Bounds, ...]  # strip by strip
    names: tuple[str, ...]  # strip letter and number
    touched: int  # lines of words that have a cut nearer than `CLEAR`


def choose_cuts(width: float, height: float, most: tuple[float, float], words: Sequence[Bounds]) -> Cuts:
    """Cut a board into as few tiles as the page allows, sparing its words; all in mm.

    `most` is the width and height a tile may have. Of the two ways to cut, the one that touches fewer words
    is taken.
    """
    level, upright = _strips(width, height, most, words), _strips(height, width, most[::-1], _turned(words))
    upright = replace(upright, tiles=tuple(_turned(upright.tiles)))
    return min(level, upright, key=lambda way: (len(way.tiles), way.touched))


def _turned(boxes: Iterable[Bounds]) -> list[Bounds]:
    return [(top, left, bottom, right) for left, top, right, bottom in boxes]


def near(cut: float, low: float, high: float, words: Sequence[Bounds]) -> list[Bounds]:
    """The words to which an upright cut at x = ``cut`` from y = ``low`` to ``high`` comes too near."""
    beside = [box for box in words if box[1] - CLEAR < high and box[3] + CLEAR > low]
    return [box for box in beside if box[0] - CLEAR < cut < box[2] + CLEAR]


def _strips(width: float, height: float, most: tuple[float, float], words: Sequence[Bounds]) -> Cuts:
    """Cut level strips first, then each of them upright."""
    turned = _turned(words)
    levels = _line(height, most[1], 0.0, width, turned)
    touched = sum(len(near(cut, 0.0, width, turned)) for cut in levels[1:-1])
    tiles: list[Bounds] = []
    names: list[str] = []
    for strip, (top, bottom) in enumerate(pairwise(levels), 1):
        uprights = _line(width, most[0], top, bottom, words)
        touched += sum(len(near(cut, top, bottom, words)) for cut in uprights[1:-1])
        for number, (left, right) in enumerate(pairwise(uprights), 1):
            tiles.append((left, top, right, bottom))
            names.append(f"{_letters(strip)}{number}")
    return Cuts(tuple(tiles), tuple(names), touched)


def _letters(strip: int) -> str:
    """The name of a strip, counted from 1: A to Z, then AA, AB and so on."""
    before, last = divmod(strip - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


def _line(length: float, most: float, low: float, high: float, words: Sequence[Bounds]) -> list[float]:
    """The cheapest cuts of a strip of some length into as few parts as possible, both ends included."""
    parts = max(1, math.ceil(length / most - 1e-9))
    if parts == 1:
        return [0.0, length]
    crossed = [box for box in words if box[1] - CLEAR < high and box[3] + CLEAR > low]
    even = length / parts
    places = {index * STEP for index in range(1, math.ceil(length / STEP))}
    places |= {part * even for part in range(1, parts)}
    # A hair inside the clear strip beside a word, so that rounding does not make a free cut a near one.
    places |= {at for box in crossed for at in (box[0] - CLEAR - 1e-6, box[2] + CLEAR + 1e-6)}
    price_at = _Prices(crossed)
    tried = [(at, price_at(at)) for at in sorted(places) if 0 < at < length]

    best = [_Way(0.0, 0.0, (0.0,))]
    for part in range(1, parts):
        least = length - (parts - part) * most - 1e-9
        found: list[_Way] = []
        window: deque[_Way] = deque()
        coming = iter(best)
        following = next(coming, None)
        for at, price in tried:
            while following is not None and following.cuts[-1] < at:
                while window and window[-1][:2] >= following[:2]:
                    window.pop()
                window.append(following)
                following = next(coming, None)
            while window and window[0].cuts[-1] < at - most - 1e-9:
                window.popleft()
            if window and at >= least:
                before = window[0]
                found.append(
                    _Way(before.price + price, before.uneven + abs(at - part * even), (*before.cuts, at))
                )
        best = found
    return [*min(way for way in best if length - way.cuts[-1] <= most + 1e-9).cuts, length]


class _Way(NamedTuple):
    """Cuts made so far, and their price."""

    price: float
    uneven: float
    cuts: tuple[float, ...]


class _Prices:
    """The price of a cut, from the number of words that begin before it and of those that have not ended."""

    def __init__(self, words: Sequence[Bounds]) -> None:
        self.lefts, self.rights = sorted(box[0] for box in words), sorted(box[2] for box in words)

    def __call__(self, at: float) -> float:
        near = bisect_left(self.lefts, at + CLEAR) - bisect_right(self.rights, at - CLEAR)
        through = bisect_left(self.lefts, at) - bisect_right(self.rights, at)
        return near + (THROUGH - 1) * through
