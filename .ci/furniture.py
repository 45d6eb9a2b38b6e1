"""Find places for each province's label, building sites and armies, inside it and without overlaps.

Run ``python .ci/furniture.py`` whenever the map, the labels or a size here change (a test fails otherwise): it
writes all places to ``assets/games/shogun/furniture.json``, from which the board is printed.

A composition has three parts: the label, the sites in a row, a column or a corner, and a gourd, whose large
bulb is for armies and whose small one is for revolt markers. Compositions are tried from the tidiest, with
the widest margin to the province's outline, on; the first that fits is taken. Where a province is too small,
label and gourd may lie across its shore, partly on the sea. Nothing is random.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shapely import LineString, Polygon, box, contains_xy, prepare
from shapely.ops import unary_union

sys.path.insert(0, str(Path(__file__).parent.parent))
from companion.data.shogun.facts import Side, facts
from companion.data.shogun.landmap import land_map
from companion.paths import assets
from companion.press.frame import fonts
from companion.press.games.shogun.board import FURNITURE_FILE, LABEL_HEIGHT, NAME_SIZE, Box, Furniture, round_coasts
from companion.press.sheets.tiles import CLEAR
from companion.units import to_millimetres
from tests.press.flattening import flatten_outline

KANJI = 3.8  # width of the strip with the kanji on a label, mm
VALUES = 12.8  # width of the chests and the rice, mm
CREST = 4.4  # width of the region's crest after the name, mm
OUT = 4.6  # width of the mark of a province not used with three players, mm
SITE = 8.0  # side of a building site, as of a building tile, mm
ARMIES = 7.0  # radius of the place for armies, mm: a stack of tokens of 12 mm
MARKERS = 3.5  # radius of the place for revolt markers, mm
GAP = 0.75  # between two parts, mm
STEP = 0.25  # of the grid of places, mm
MARGINS = (3.4, 2.5, 1.9, 1.5, 1.2, 0.9, 0.7, 0.5, 0.42)  # to the outline, mm, in the order in which they are tried
RIM = 320  # blocked cells around a province's grid, more than any part's distance from the label
LEVEL = 244.25  # the horizontal seam between sheets of A4 or Letter, mm from the top
SEAMS = (188.0, 196.4, 314.0, 393.8, 445.5), (235.0, 428.0)  # the vertical ones above and below it, mm from the left
OFF = 1.5  # between a seam and a site or a bulb, mm; labels keep farther off, since cuts do from words
ASTRIDE = (2.5, 4.25, 6.5)  # between two parts on either side of a seam, mm
AFLOAT = (0.0, 4.0, 9.0)  # how far label and gourd may reach over the sea, mm, in the order of trial
AMPLE = 1.5  # a margin for which nothing needs to reach farther over the sea, mm
WISHES = (*((True, margin) for margin in MARGINS[:4]), *((False, margin) for margin in MARGINS))
"""What is tried, in this order: true if the sites must be below the label, aligned with it; and the margin."""


Gaps = tuple[float, ...]
"""Distances between two parts that are tried, mm."""


def format_furniture(furniture: Mapping[str, Furniture]) -> str:
    """The text of the furniture file, a line for each province."""
    lines = (f"{json.dumps(name)}: {json.dumps(asdict(each))}" for name, each in furniture.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def list_label_sizes() -> dict[str, tuple[float, int]]:
    """The width of each province's label, mm, and the number of its sites."""
    provinces = facts().board(Side.SUN).provinces
    return {name: (compute_label_width(name), province.sites) for name, province in provinces.items()}


def compute_label_width(name: str) -> float:
    """The width of a province's label, mm, with room for the three-player mark if it has one on either side."""
    out = any(facts().board(side).provinces[name].out_with_three for side in Side)
    words = to_millimetres(fonts.measure_width(name, "bold", NAME_SIZE))
    return round(KANJI + 0.9 + max(words + CREST, VALUES + (OUT if out else 0)) + 0.9, 2)


def place_all_furniture() -> Mapping[str, Furniture]:
    """The places in all 45 provinces, the same on both sides of the board."""
    placed = {}
    for name, (width, sites) in list_label_sizes().items():
        best: Furniture | None = None
        for gaps, reach in product(((GAP,), (GAP, *ASTRIDE)), AFLOAT):
            if best and (best.margin >= AMPLE or gaps[1:]):
                break
            found = place_furniture(build_mainland(name), (width, LABEL_HEIGHT), sites, gaps, build_shore(name, reach))
            if found and _is_ashore(name, found) and (best is None or found.margin > best.margin):
                best = found
        if best is None:
            raise ValueError(f"no room in {name}")
        placed[name] = best
    return placed


def _is_ashore(name: str, placed: Furniture) -> bool:
    """True if more than half of a label is on its land."""
    x, y, width, height = placed.label
    return bool(build_mainland(name).intersection(box(x, y, x + width, y + height)).area > 0.5 * width * height)


@cache
def build_mainland(name: str) -> Polygon:
    """The largest piece of a province as drawn, without lakes and their shores."""
    drawn = round_coasts()
    names = [each.name for each in land_map().context if each.kind == "lake"]
    lakes = unary_union([Polygon(line).buffer(0.8) for each in names for line in flatten_outline(drawn[each])])
    pieces = [Polygon(line).buffer(0).difference(lakes) for line in flatten_outline(drawn[name])]
    parts = [part for piece in pieces for part in getattr(piece, "geoms", [piece])]
    largest: Polygon = max(parts, key=lambda part: part.area)
    return largest


def build_shore(name: str, reach: float) -> Polygon:
    """A province with the sea around it, as far as some mm, away from all other land and from sea routes."""
    land, drawn = build_mainland(name), round_coasts()
    if not reach:
        return land
    others = [Polygon(line).buffer(1) for each in drawn if each != name for line in flatten_outline(drawn[each])]
    routes = [LineString(part).buffer(2.5) for route in land_map().sea_routes for part in route.parts]
    return land.union(land.buffer(reach).difference(unary_union([*others, *routes])))


def place_furniture(
    land: Polygon, label: tuple[float, float], sites: int, gaps: Gaps, shore: Polygon | None = None
) -> Furniture | None:
    """Find places for a province's parts, as tidy as possible; ``None`` if they do not fit.

    ``land`` is without lakes, and ``label`` has its width and height; there are 1 to 3 sites. Label and
    gourd lie on the ``shore``, or on land without one. Lengths are in mm.
    """
    rooms = {margin: _Room(land, margin, shore or land) for margin in MARGINS}
    for tidy, margin in WISHES:
        found = _place_in_room(rooms[margin], label, sites, tidy, gaps)
        if found is not None:
            return found
    return None


def _place_in_room(room: _Room, label: tuple[float, float], sites: int, tidy: bool, gaps: Gaps) -> Furniture | None:
    starts = room.list_starts(label)
    if not len(starts):
        return None
    relations = _RELATIONS[:3] if tidy else _RELATIONS
    for blocks, relation, gap in product(_list_arrangements(sites), relations, gaps):
        dx, dy = _place_beside((0.0, 0.0, *label), _measure_extent(blocks), relation, gap)
        squares = tuple((dx + x, dy + y) for x, y in blocks)
        both = starts
        for x, y in squares:
            both = room.keep_free(both, room.find_free_for_part((SITE, SITE)), x, y)
        if not len(both):
            continue
        for (ax, ay), bulbs in _list_gourds(label, squares, gaps):
            with_armies = room.keep_free(both, room.find_free_for_disc(ARMIES), ax, ay)
            if not len(with_armies):
                continue
            for mx, my in bulbs:
                all_of = room.keep_free(with_armies, room.find_free_for_disc(MARKERS), mx, my)
                if len(all_of):
                    x, y = room.find_midmost(all_of)
                    blocks = tuple((x + bx, y + by) for bx, by in squares)
                    return Furniture((x, y, *label), blocks, (x + ax, y + ay), (x + mx, y + my), room.margin)
    return None


def _list_arrangements(sites: int) -> Iterator[tuple[tuple[float, float], ...]]:
    """Arrangements of the sites in a row, a column, a corner, or steps: left and top of each, in mm."""
    pitch = math.ceil((SITE + GAP) / STEP) * STEP
    yield tuple((index * pitch, 0.0) for index in range(sites))
    if sites == 1:
        return
    yield tuple((0.0, index * pitch) for index in range(sites))
    if sites == 3:
        square = ((0.0, 0.0), (pitch, 0.0), (0.0, pitch), (pitch, pitch))
        for left_out in (1, 0, 3, 2):
            yield tuple(each for index, each in enumerate(square) if index != left_out)
    for step in (2.0, -2.0, 4.0, -4.0, 6.0, -6.0):
        yield _move_to_origin(tuple((index * pitch, index * step) for index in range(sites)))
        yield _move_to_origin(tuple((index * step, index * pitch) for index in range(sites)))


def _move_to_origin(blocks: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    left, top = min(x for x, _ in blocks), min(y for _, y in blocks)
    return tuple((x - left, y - top) for x, y in blocks)


def _measure_extent(blocks: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return max(x for x, _ in blocks) + SITE, max(y for _, y in blocks) + SITE


_RELATIONS = tuple(product(("below", "above", "right", "left"), (0.5, 0.0, 1.0, 0.25, 0.75, -0.4, 1.4)))
"""On which side of one part another is, and how they are aligned: from 0, at the left or top ends, to 1."""


def _place_beside(part: Box, size: tuple[float, float], relation: tuple[str, float], gap: float) -> tuple[float, float]:
    """Left and top of a part of some size next to another one, on the grid."""
    side, align = relation
    x, y, width, height = part
    if side in ("below", "above"):
        at = (x + (width - size[0]) * align, y + height + gap if side == "below" else y - gap - size[1])
    else:
        at = (x + width + gap if side == "right" else x - gap - size[0], y + (height - size[1]) * align)
    return (
        (math.ceil if side == "right" else math.floor if side == "left" else round)(at[0] / STEP) * STEP,
        (math.ceil if side == "below" else math.floor if side == "above" else round)(at[1] / STEP) * STEP,
    )


def _list_gourds(
    label: tuple[float, float], squares: tuple[tuple[float, float], ...], gaps: Gaps
) -> Iterator[tuple[tuple[float, float], Iterator[tuple[float, float]]]]:
    """Middles of the large bulb next to the label or a site, each with those of the small one; without overlaps."""
    parts: list[Box] = [(x, y, SITE, SITE) for x, y in squares] + [(0.0, 0.0, *label)]
    seen = set()
    for part, relation, gap in product(parts, _RELATIONS, gaps):
        x, y = _place_beside(part, (2 * ARMIES, 2 * ARMIES), relation, gap)
        middle = (x + ARMIES, y + ARMIES)
        if middle not in seen and all(_is_clear(middle, ARMIES, each) for each in parts):
            seen.add(middle)
            yield middle, _list_bulbs(middle, parts)


def _list_bulbs(middle: tuple[float, float], parts: list[Box]) -> Iterator[tuple[float, float]]:
    """Middles of the small bulb around the large one."""
    for x, y in _AROUND:
        bulb = (middle[0] + x, middle[1] + y)
        if all(_is_clear(bulb, MARKERS, each) for each in parts):
            yield bulb


_TURNS = (0, 180, 90, 270, 45, 315, 135, 225, 30, 330, 150, 210, 60, 300, 120, 240, *range(15, 360, 30))  # degrees
_AROUND = tuple(  # from the large bulb's middle to the small one's
    tuple(round((ARMIES + MARKERS - 1.0) * part / STEP) * STEP for part in (math.cos(turn), math.sin(turn)))
    for turn in map(math.radians, _TURNS)
)


def _is_clear(middle: tuple[float, float], radius: float, part: Box) -> bool:
    x, y, width, height = part
    dx = max(x - middle[0], 0.0, middle[0] - x - width)
    dy = max(y - middle[1], 0.0, middle[1] - y - height)
    return dx * dx + dy * dy >= (radius + GAP - 0.3) ** 2


class _Room:
    """A province on a grid: the points where a part's top left corner, or a disc's middle, can be."""

    def __init__(self, land: Polygon, margin: float, shore: Polygon) -> None:
        self.land, self.margin, self.shore = land, margin, shore
        left, top, right, bottom = shore.bounds
        self.left, self.top = math.floor(left), math.floor(top)
        self.columns = math.ceil((right - self.left) / STEP) + 1
        self.rows = math.ceil((bottom - self.top) / STEP) + 1
        self._parts: dict[tuple[tuple[float, float], bool], NDArray[np.bool_]] = {}
        self._sums: dict[bool, NDArray[np.int64]] = {}
        self._discs: dict[float, NDArray[np.bool_]] = {}

    def find_inside(self, outline: Polygon, distance: float) -> NDArray[np.bool_]:
        """The points of the grid that are inside an outline by at least a distance, in mm."""

        shrunk = outline.buffer(-distance, quad_segs=3)
        prepare(shrunk)
        xs = self.left + STEP * np.arange(self.columns)
        ys = self.top + STEP * np.arange(self.rows)
        grid_x, grid_y = np.meshgrid(xs, ys)
        return np.asarray(contains_xy(shrunk, grid_x, grid_y), dtype=np.bool_)

    def find_off_seams(self, part: Box, distance: float) -> NDArray[np.bool_]:
        """The points from which a part is off every seam by a distance, in mm."""
        lefts, tops = (
            first + STEP * np.arange(count)
            for first, count in ((self.left + part[0], self.columns), (self.top + part[1], self.rows))
        )
        above, below = tops + part[3] <= LEVEL - distance, tops >= LEVEL + distance
        off = np.outer(above | below, np.ones(self.columns, dtype=np.bool_))
        for half, seams in zip((above, below), SEAMS, strict=True):
            for seam in seams:
                off &= ~np.outer(half, (lefts < seam + distance) & (lefts + part[2] > seam - distance))
        return off

    def _sum_inside(self, afloat: bool) -> NDArray[np.int64]:
        if afloat not in self._sums:
            sums = np.zeros((self.rows + 1, self.columns + 1), dtype=np.int64)
            inside = self.find_inside(self.shore if afloat else self.land, self.margin)
            sums[1:, 1:] = inside.cumsum(0).cumsum(1)
            self._sums[afloat] = sums
        return self._sums[afloat]

    def find_free_for_part(self, size: tuple[float, float], afloat: bool = False) -> NDArray[np.bool_]:
        """The points for the top left corner of a part, with a rim of blocked cells."""
        if (size, afloat) not in self._parts:
            across, down = math.ceil(size[0] / STEP) + 1, math.ceil(size[1] / STEP) + 1
            free = np.zeros((self.rows, self.columns), dtype=np.bool_)
            if across <= self.columns and down <= self.rows:
                s = self._sum_inside(afloat)
                full = s[down:, across:] - s[:-down, across:] - s[down:, :-across] + s[:-down, :-across]
                free[: full.shape[0], : full.shape[1]] = full == across * down
                free &= self.find_off_seams((0.0, 0.0, *size), CLEAR + STEP if afloat else OFF)
            self._parts[size, afloat] = np.pad(free, RIM)
        return self._parts[size, afloat]

    def find_free_for_disc(self, radius: float) -> NDArray[np.bool_]:
        """The points for the middle of a disc, with a rim of blocked cells."""
        if radius not in self._discs:
            free = self.find_inside(self.shore, self.margin + radius)
            free &= self.find_off_seams((-radius, -radius, 2 * radius, 2 * radius), OFF)
            self._discs[radius] = np.pad(free, RIM)
        return self._discs[radius]

    def list_starts(self, size: tuple[float, float]) -> NDArray[np.int64]:
        """Row and column, in the grid with its rim, of every point for the top left corner of a part."""

        return np.argwhere(self.find_free_for_part(size, afloat=True))

    def keep_free(self, places: NDArray[np.int64], free: NDArray[np.bool_], dx: float, dy: float) -> NDArray[np.int64]:
        """Those of the places from which a point at a distance of dx, dy mm is free."""
        rows, columns = places[:, 0] + round(dy / STEP), places[:, 1] + round(dx / STEP)
        kept: NDArray[np.int64] = places[free[rows, columns]]
        return kept

    def find_midmost(self, places: NDArray[np.int64]) -> tuple[float, float]:
        """The place nearest to the average of all, in mm on the map."""

        nearest = int(np.argmin(((places - places.mean(0)) ** 2).sum(1)))
        row, column = places[nearest] - RIM
        return self.left + STEP * float(column), self.top + STEP * float(row)


if __name__ == "__main__":
    (assets() / "games" / "shogun" / FURNITURE_FILE).write_text(
        format_furniture(place_all_furniture()), encoding="utf-8"
    )
