"""Things of card and wood in space, from frames as the press draws them and nets as they are folded."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from light import Facet, Floats, Picture, Skin, to_light

from companion.data.papers import palette
from companion.press.frame.frame import Frame
from companion.press.ink.raster import build_cut_page, render_pictures
from companion.press.nets.net import Net, Panel, Point, RigidMotion, fold_net

CARD = 0.34  # thickness of the card that is printed on, mm
WHITE, CORE = to_light("#f7f3ea"), to_light("#ece6d8")  # its other side, and where it is cut
FLAT = RigidMotion((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0))
"""From a sheet to one that lies on the table, its upper edge away from the viewer."""
CHAMFER = 0.55  # of the edges of a wooden cube, mm


def turn_to(x: float, z: float, turn: float = 0.0, y: float = 0.0) -> RigidMotion:
    """From what stands at the middle of the table to its place: turned about the upright, degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return RigidMotion((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c), (x, y, z))


def shift(x: float, y: float, z: float) -> RigidMotion:
    return RigidMotion(shift=(x, y, z))


def tilt(degrees: float) -> RigidMotion:
    """About the x axis: a sheet's upper edge towards the viewer, or away from them."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return RigidMotion((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c))


def spin(degrees: float) -> RigidMotion:
    """In the plane of a sheet, clockwise as it is seen."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return RigidMotion((c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0))


def move_points(move: RigidMotion, points: object) -> Floats:
    """The places that points of two or three numbers are moved to."""
    given = np.asarray(points, dtype=np.float64)
    if given.shape[1] == 2:
        given = np.column_stack([given, np.zeros(len(given))])
    return (given @ np.array(move[:3]) + move.shift).astype(np.float32)


class Prints:
    """Frames as pixels, each drawn once."""

    def __init__(self, dpi: float = 200.0) -> None:
        self.dpi, self.made = dpi, dict[int, tuple[Frame, Floats]]()

    def render(self, frame: Frame) -> Floats:
        if id(frame) not in self.made:
            shown = next(render_pictures([build_cut_page(frame)], self.dpi)).convert("RGB")
            self.made[id(frame)] = (frame, to_light(np.asarray(shown)))
        return self.made[id(frame)][1]

    def place_picture(self, frame: Frame, corner: Floats, along: Floats, below: Floats) -> Picture:
        """A frame on a plane: its upper left corner, and its upper and its left edge as ways in space."""
        pixels = self.render(frame)
        across, down = pixels.shape[1] / (along @ along), pixels.shape[0] / (below @ below)
        return Picture(pixels, corner, along * np.float32(across), below * np.float32(down))

    def place_side(self, frame: Frame, move: RigidMotion, other: bool = False) -> Picture:
        """A frame on the sheet's own plane; on its other side it is turned over its upright axis."""
        x, width = (frame.width, -frame.width) if other else (0.0, frame.width)
        corner, right, down = move_points(move, [(x, 0), (x + width, 0), (x, frame.height)])
        return self.place_picture(frame, corner, right - corner, down - corner)


def build_facet(points: Floats, skin: Skin, casts: bool = True) -> Facet:
    """A flat piece that is seen where its points run clockwise, x right and y down."""
    following = np.roll(points, -1, axis=0)
    normal = np.cross(points.astype(np.float64), following.astype(np.float64)).sum(axis=0)
    return Facet((points,), (normal / np.linalg.norm(normal)).astype(np.float32), skin, casts)


def turn_over(each: Facet) -> Facet:
    return Facet(tuple(ring[::-1] for ring in each.rings), -each.normal, each.skin, each.casts)


def build_facing(points: Floats, way: Floats, skin: Skin, casts: bool = True) -> Facet:
    """A flat piece that is seen from the side to which a way leads."""
    made = build_facet(points, skin, casts)
    return made if made.normal @ way > 0 else turn_over(made)


def build_slab(
    move: RigidMotion,
    width: float,
    height: float,
    thick: float,
    front: Skin,
    back: Skin,
    core: Skin = CORE,
    casts: bool = True,
) -> Iterator[Facet]:
    """A plate whose front lies so much before its back; `move` is that of its back."""
    low = move_points(move, [(0, 0), (width, 0), (width, height), (0, height)])
    high = low + np.float32(move.z) * np.float32(thick)
    yield build_facing(high, np.float32(move.z), front, casts)
    yield build_facing(low, -np.float32(move.z), back, casts and thick > 1)
    for index in range(4):
        other = (index + 1) % 4
        side = np.stack([low[index], low[other], high[other], high[index]])
        yield build_facing(side, side.mean(axis=0) - (low + high).mean(axis=0) / 2, core, thick > 1)


def build_card(
    prints: Prints, move: RigidMotion, front: Frame, back: Frame | None = None, thick: float = CARD, casts: bool = True
) -> list[Facet]:
    """A printed card; `move` is that of a sheet whose middle is its own."""
    own = move @ shift(-front.width / 2, -front.height / 2, 0)
    over = own @ shift(0, 0, thick)
    behind = WHITE if back is None else prints.place_side(back, own, other=True)
    return list(build_slab(own, front.width, front.height, thick, prints.place_side(front, over), behind, casts=casts))


def build_net(
    prints: Prints,
    net: Net,
    move: RigidMotion,
    angles: Mapping[str, float] | None = None,
    without: Collection[str] = (),
    printed: int = 1,
) -> Iterator[Facet]:
    """A folded net of card; it is printed on the side of the sheet's z axis, or for -1 on the other.

    Tabs that are glued are not seen, and left out.
    """
    bent = [replace(fold, angle=(angles or {}).get(fold.b, fold.angle)) for fold in net.folds]
    moves = fold_net(replace(net, folds=tuple(bent)))
    folds = {tuple(sorted(fold.edge)) for fold in net.folds}
    for panel in net.panels:
        if panel.name in without or panel.letter:
            continue
        own = move @ moves[panel.name]
        out = np.float32(own.z) * printed
        ring, *holes = (move_points(own, points) for points in (panel.points, *panel.holes))
        art = _find_art(prints, panel, own) if panel.art else WHITE
        middle = ring.mean(axis=0)  # inside, it ends within the walls that hang on it
        less = np.float32(1 - 3 * CARD / np.linalg.norm(np.ptp(ring, axis=0)))
        inner = [middle + (each - middle) * less - out * np.float32(CARD) for each in (ring, *holes)]
        yield Facet((ring, *holes), out, art)
        yield Facet(tuple(inner), -out, WHITE)
        for flat, upper, lower in zip((panel.points, *panel.holes), (ring, *holes), inner, strict=True):
            clockwise = 1 if _compute_area(flat) > 0 else -1
            within = clockwise if flat is panel.points else -clockwise
            for index, (start, end) in enumerate(zip(flat, (*flat[1:], flat[0]), strict=True)):
                if tuple(sorted((start, end))) not in folds:
                    other = (index + 1) % len(flat)
                    way = own.rotate(((end[1] - start[1]) * within, (start[0] - end[0]) * within, 0.0))
                    side = np.stack([upper[index], upper[other], lower[other], lower[index]])
                    yield build_facing(side, np.float32(way), CORE, casts=False)


def _compute_area(ring: Sequence[Point]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True))


def _find_art(prints: Prints, panel: Panel, own: RigidMotion) -> Picture:
    """The picture of a panel, on the side of its edge on which the panel lies."""
    assert panel.art
    (x1, y1), (x2, y2) = panel.art.edge
    middle = np.mean(panel.points, axis=0)
    right = np.array((x2 - x1, y2 - y1))
    inward = middle - (x1, y1) - right * ((middle - (x1, y1)) @ right / (right @ right))
    down = inward / np.linalg.norm(inward) * np.linalg.norm(right) * panel.art.frame.height / panel.art.frame.width
    corner, along, below = move_points(own, [(x1, y1), (x2, y2), (x1 + down[0], y1 + down[1])])
    return prints.place_picture(panel.art.frame, corner, along - corner, below - corner)


def build_cube(move: RigidMotion, colour: str, side: float = 8.0) -> Iterator[Facet]:
    """A wooden cube with its edges broken; `move` is that of the middle of its lower face."""
    half, near = side / 2, side / 2 - CHAMFER
    wood, edge = to_light(palette()[colour]), np.minimum(to_light(palette()[colour]) * 1.25 + 0.03, 1)
    centred = move @ shift(0, -half, 0)
    middle = move_points(centred, [(0, 0, 0)])[0]

    def build_outward(corners: list[tuple[float, float, float]], skin: Floats, casts: bool) -> Facet:
        points = move_points(centred, corners)
        return build_facing(points, points.mean(axis=0) - middle, skin, casts)

    def turn(axis: int, place: tuple[float, float, float]) -> tuple[float, float, float]:
        return (*place[-axis:], *place[:-axis]) if axis else place  # type: ignore[return-value]

    square = ((-near, -near), (near, -near), (near, near), (-near, near))
    for axis in range(3):
        for sign in (-1, 1):
            yield build_outward([turn(axis, (a, b, sign * half)) for a, b in square], wood, True)
            for other in (-1, 1):
                one, two = (sign * near, other * half), (sign * half, other * near)
                ends = [(*one, -near), (*one, near), (*two, near), (*two, -near)]
                yield build_outward([turn(axis, end) for end in ends], edge, False)
    for x in (-1, 1):
        for y in (-1, 1):
            for z in (-1, 1):
                corners = [
                    (x * half, y * near, z * near),
                    (x * near, y * half, z * near),
                    (x * near, y * near, z * half),
                ]
                yield build_outward(corners, edge, False)


@cache
def _make_grain(seed: int, along: float, across: float) -> Floats:
    """Noise from -1 to 1 that is longer in one direction, and repeats."""
    noise = np.random.default_rng(seed).standard_normal((1024, 1024)).astype(np.float32)
    wide = np.tile(noise, (3, 3))
    soft = cv2.GaussianBlur(wide, (0, 0), sigmaX=along, sigmaY=across)[1024:2048, 1024:2048]
    return (soft / np.abs(soft).max()).astype(np.float32)


def _look_up(noise: Floats, x: Floats, z: Floats) -> Floats:
    found = [
        cv2.remap(noise, x[None, part] % 1024, z[None, part] % 1024, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)[0]
        for part in (slice(start, start + 32000) for start in range(0, len(x), 32000))
    ]
    return np.concatenate(found)


def make_washi(colour: str = "paper") -> object:
    """A ground of paper with fibres in it."""
    base = to_light(palette()[colour])

    def find_light(where: Floats) -> Floats:
        x, z = where[:, 0], where[:, 2]
        fibres = _look_up(_make_grain(3, 9, 0.8), x * 4, z * 4) + _look_up(_make_grain(4, 0.8, 9), x * 4, z * 4)
        clouds = _look_up(_make_grain(5, 30, 30), x, z)
        return (base * (1 + 0.035 * fibres + 0.03 * clouds)[:, None]).astype(np.float32)

    return find_light


def make_wood(colour: str = "#94693f", board: float = 150.0) -> object:
    """A table of boards that run from left to right."""
    base = to_light(colour)

    def find_light(where: Floats) -> Floats:
        x, z = where[:, 0], where[:, 2]
        number = np.floor(z / board)
        shift = number * 337.0
        rings = _look_up(_make_grain(6, 60, 5), x * 0.7 + shift, z * 2 + shift)
        fine = _look_up(_make_grain(7, 40, 0.7), x * 2 + shift, z * 4)
        tone = 1 + 0.13 * np.sin(rings * 22) * 0.5 + 0.09 * fine + 0.05 * np.sin(number * 12.9)
        joint = np.abs(z / board - np.round(z / board)) * board
        tone = np.where(joint < 0.5, tone * 0.55, tone)
        return (base * tone[:, None]).astype(np.float32)

    return find_light
