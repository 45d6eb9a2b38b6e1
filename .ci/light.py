"""Flat pieces of paper and wood in space, seen through a camera, in daylight: what a photograph would show.

Lengths are mm; x runs to the right, y downward and z towards the viewer, as nets fold; on the table y is 0.
Light is the sun, a small disc, and a sky of many lights, each with the map of what it sees first. Every pixel
is nine smaller ones, each lit by another ninth of all lights: their mean has soft shadows without grain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float32]
FINE = 3  # smaller pixels along each side of one
SUNS, SKIES = 3 * FINE * FINE, 9 * FINE * FINE  # lights
SUN, SKY, BOUNCED = 0.56, 0.58, 0.16  # strength of the sun, of the sky, and of what the table gives back
WARM, COOL = np.float32((1.05, 1.0, 0.92)), np.float32((0.97, 1.0, 1.04))
SHARP = 3.2  # half the width of the sun, degrees: a window's, not the real one's
CELLS = {True: 1800, False: 800}  # across the map of a light of the sun, and of the sky
SLIVER = 0.02  # how narrow, against its length, what is seen from its edge is
NEAR = 0.35  # how far above a surface what shades it stands at least, mm


def to_light(colour: str | NDArray[np.uint8]) -> Floats:
    """Colours of a screen as amounts of light."""
    shown = np.array(bytearray.fromhex(colour[1:])) if isinstance(colour, str) else colour
    part = np.asarray(shown, dtype=np.float32) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(np.float32)


@dataclass(frozen=True)
class Picture:
    """What is printed on a plane: pixels as amounts of light, and where they lie."""

    pixels: Floats
    start: Floats  # the place of the upper left corner
    right: Floats  # pixels per mm along the rows, as a direction
    down: Floats

    def look_up(self, places: Floats) -> Floats:
        """The light that places of the plane give back."""
        across, below = (
            ((places - self.start) @ way - 0.5)[None].astype(np.float32) for way in (self.right, self.down)
        )
        found = [
            cv2.remap(self.pixels, across[:, part], below[:, part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[
                0
            ]
            for part in (slice(at, at + 32000) for at in range(0, across.shape[1], 32000))
        ]
        return np.concatenate(found)


Skin = Floats | Picture
"""What a side of a piece looks like: one colour, or a picture."""


@dataclass(frozen=True)
class Facet:
    """A flat piece in space, seen from one side: its outline, clockwise, then its holes."""

    rings: tuple[Floats, ...]
    normal: Floats  # towards those who see it
    skin: Skin
    casts: bool = True  # a shadow


@dataclass(frozen=True)
class Camera:
    """Where one stands, what one looks at, and how wide one sees."""

    place: tuple[float, float, float]
    goal: tuple[float, float, float]
    width: int  # pixels
    height: int
    angle: float = 30.0  # degrees from the left edge to the right one

    @property
    def axes(self) -> tuple[Any, Any, Any]:
        """Right, down, and back towards the camera."""
        back = np.float32(self.place) - np.float32(self.goal)
        back /= np.linalg.norm(back)
        down = np.float32((0, 1, 0)) - back * back[1]
        down /= np.linalg.norm(down)
        return np.cross(down, back), down, back


Ground = Callable[[Floats], Floats]
"""The light that places on the table give back."""


@dataclass
class _Seen:
    """What is seen first from somewhere: the number of a facet in each cell, from 1, and its nearness."""

    near: Floats
    number: NDArray[np.int32]

    def draw(self, number: int, rings: Sequence[Floats], nearness: Floats) -> None:
        """Draw what has an outline in cells, the nearness of each corner given, where nothing is nearer."""
        high, wide = self.near.shape
        low, far = np.floor(rings[0].min(axis=0)).astype(int), np.ceil(rings[0].max(axis=0)).astype(int) + 1
        left, top, right, bottom = max(low[0], 0), max(low[1], 0), min(far[0], wide), min(far[1], high)
        if left >= right or top >= bottom:
            return
        mask = np.zeros((bottom - top, right - left), np.uint8)
        shift = [np.round((ring - (left, top)) * 16).astype(np.int32) for ring in rings]
        cv2.fillPoly(mask, shift, 1, shift=4)
        # between the corners it is even; across what is seen from its edge, a sliver, it is left the same
        middle, mean = rings[0].mean(axis=0), nearness.mean()
        (a, b), *_ = np.linalg.lstsq(rings[0] - middle, nearness - mean, rcond=SLIVER)
        xs, ys = np.arange(left, right) - middle[0], np.arange(top, bottom) - middle[1]
        within = np.clip(a * xs[None] + b * ys[:, None] + mean, nearness.min(), nearness.max()).astype(np.float32)
        there = self.near[top:bottom, left:right]
        drawn = (mask > 0) & (within > there)
        there[drawn] = within[drawn]
        self.number[top:bottom, left:right][drawn] = number


class _Shade:
    """What one light sees first, as far as the pieces reach."""

    def __init__(self, facets: Sequence[Facet], towards: Floats, sun: bool) -> None:
        self.towards = towards
        side = np.cross(towards, np.float32((0, 0, 1) if abs(towards[2]) < 0.9 else (1, 0, 0)))
        side /= np.linalg.norm(side)
        self.axes = np.stack([side, np.cross(towards, side)])
        flat = [[ring @ self.axes.T for ring in facet.rings] for facet in facets]
        least = np.min([rings[0].min(axis=0) for rings in flat], axis=0) - 1
        most = np.max([rings[0].max(axis=0) for rings in flat], axis=0) + 1
        self.least, self.scale = least, CELLS[sun] / (most - least).max()
        wide, high = np.ceil((most - least) * self.scale).astype(int)
        seen = _Seen(np.full((high, wide), -1e9, np.float32), np.zeros((high, wide), np.int32))
        for facet, rings in zip(facets, flat, strict=True):
            seen.draw(1, [(ring - least) * self.scale for ring in rings], facet.rings[0] @ towards)
        self.near = seen.near

    def find_lit(self, places: Floats, facing: Floats) -> NDArray[np.bool_]:
        """True for each place to which the light comes, where it does not come from behind."""
        slant = np.sqrt(np.clip(1 - facing**2, 0, 1)) / np.clip(facing, 0.2, 1)
        cell = np.round((places @ self.axes.T - self.least) * self.scale).astype(np.int32)
        high, wide = self.near.shape
        inside = (cell[:, 0] >= 0) & (cell[:, 0] < wide) & (cell[:, 1] >= 0) & (cell[:, 1] < high)
        column, row = np.clip(cell[:, 0], 0, wide - 1), np.clip(cell[:, 1], 0, high - 1)
        above = self.near[row, column] - places @ self.towards
        return (facing > 0) & ~(inside & (above > NEAR + slant / self.scale))


def _list_suns(towards: tuple[float, float, float]) -> list[Floats]:
    middle = np.float32(towards) / np.float32(np.linalg.norm(towards))
    side = np.cross(middle, (0, 0, 1))
    side /= np.linalg.norm(side)
    across = np.cross(middle, side)
    found = []
    for number in range(SUNS):
        reach, turn = math.tan(math.radians(SHARP)) * math.sqrt((number + 0.5) / SUNS), number * 2.39996
        way = middle + reach * (math.cos(turn) * side + math.sin(turn) * across)
        found.append((way / np.linalg.norm(way)).astype(np.float32))
    return found


def _list_skies() -> list[Any]:
    """Directions spread evenly over the sky."""
    found = []
    for number in range(SKIES):
        up, turn = (number + 0.5) / SKIES, number * 2.39996
        flat = math.sqrt(1 - up * up)
        found.append(np.float32((flat * math.cos(turn), -up, flat * math.sin(turn))))
    return found


def render_scene(
    camera: Camera,
    facets: Sequence[Facet],
    ground: Ground,
    sun: tuple[float, float, float] = (-0.5, -0.75, 0.62),
    beyond: str = "#efe6d2",
) -> Image.Image:
    """The picture of pieces on a table; `sun` is the way to it, `beyond` the colour of what is far away."""
    wide, high = camera.width * FINE, camera.height * FINE
    right, down, back = camera.axes
    place = np.float32(camera.place)
    focal = wide / 2 / math.tan(math.radians(camera.angle) / 2)
    first = _Seen(np.zeros((high, wide), np.float32), np.zeros((high, wide), np.int32))
    for number, facet in enumerate(facets, 1):
        if facet.normal @ (facet.rings[0][0] - place) >= 0:
            continue
        flat = []
        for ring in facet.rings:
            away = -(ring - place) @ back
            assert away.min() > 1, "a piece reaches behind the camera"
            across, below = ((ring - place) @ axis / away * focal for axis in (right, down))
            flat.append(np.stack([across + wide / 2, below + high / 2], axis=1))
        first.draw(number, flat, 1 / (-(facet.rings[0] - place) @ back))
    casting = [facet for facet in facets if facet.casts]
    suns, skies = _list_suns(sun), _list_skies()
    far = to_light(beyond)
    total = np.zeros((camera.height, camera.width, 3), np.float32)
    for part in range(FINE * FINE):
        row, column = divmod(part, FINE)
        near, numbers = first.near[row::FINE, column::FINE], first.number[row::FINE, column::FINE]
        ys, xs = np.mgrid[row:high:FINE, column:wide:FINE].astype(np.float32)
        rays = (xs - wide / 2)[..., None] / focal * right + (ys - high / 2)[..., None] / focal * down - back
        rays, near, numbers = rays.reshape(-1, 3).astype(np.float32), near.ravel(), numbers.ravel()
        onto = np.where(rays[:, 1] > 1e-4, -place[1] / np.maximum(rays[:, 1], 1e-4), 1e7)
        reach = np.where(numbers > 0, 1 / np.maximum(near, 1e-9), onto)
        reach = np.minimum(reach, 1e6)
        places = (place + rays * reach[:, None]).astype(np.float32)
        colours, normals = _find_sides(facets, ground, numbers, places)
        lights = [(_Shade(casting, way, True), SUN * FINE * FINE / SUNS * WARM) for way in suns[part :: FINE * FINE]]
        lights += [
            (_Shade(casting, way, False), SKY * 2 * FINE * FINE / SKIES * COOL) for way in skies[part :: FINE * FINE]
        ]
        light = _compute_light(lights, places, normals)
        shown = colours * light
        haze = np.where(numbers == 0, np.clip((reach - 900) / 1500, 0, 1), 0)[:, None] ** 0.8
        total += (shown * (1 - haze) + far * haze).reshape(total.shape)
    return _convert_to_screen(total / (FINE * FINE))


def _find_sides(
    facets: Sequence[Facet], ground: Ground, numbers: NDArray[np.int32], places: Floats
) -> tuple[Floats, Floats]:
    """Of every place, what it gives back of each colour, and which way it faces."""
    colours, normals = np.empty_like(places), np.empty_like(places)
    order = np.argsort(numbers, kind="stable")
    bounds = np.searchsorted(numbers[order], np.arange(len(facets) + 2))
    for number in range(len(facets) + 1):
        chosen = order[bounds[number] : bounds[number + 1]]
        if not len(chosen):
            continue
        if number == 0:
            colours[chosen], normals[chosen] = ground(places[chosen]), (0, -1, 0)
            continue
        skin, normals[chosen] = facets[number - 1].skin, facets[number - 1].normal
        colours[chosen] = skin.look_up(places[chosen]) if isinstance(skin, Picture) else skin
    return colours, normals


def _compute_light(lights: Sequence[tuple[_Shade, Floats]], places: Floats, normals: Floats) -> Floats:
    """How much of each colour of light comes to every place."""
    lifted = places + normals * np.float32(0.12)
    came = BOUNCED * np.clip((1 + normals[:, 1]) / 2, 0, 1)[:, None] * WARM
    free = np.zeros(len(places), np.float32)  # part of the lights that come, for what walls give one another
    for shade, strength in lights:
        facing = normals @ shade.towards
        lit = shade.find_lit(lifted, facing)
        came += np.where(lit, facing, 0)[:, None].astype(np.float32) * strength.astype(np.float32)
        free += lit / np.float32(len(lights))
    return came + (0.05 + 0.1 * free)[:, None] * COOL


def _convert_to_screen(light: Floats) -> Image.Image:
    """Amounts of light as a screen shows them; what is brighter than white bends to it."""
    bent = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2), np.maximum(light, 0))
    told = np.where(bent <= 0.0031308, bent * 12.92, 1.055 * bent ** (1 / 2.4) - 0.055)
    return Image.fromarray((np.clip(told, 0, 1) * 255).round().astype(np.uint8))
