"""How a map is laid and photographed, and how each level of photos looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.vision.photos import table

LEVELS = ("easy", "mixed", "hard")


@dataclass(frozen=True)
class Between:
    """An option that chance chooses for each photo, from one value to another."""

    low: float
    high: float

    def draw_value(self, random: np.random.Generator) -> float:
        return float(random.uniform(self.low, self.high))


@dataclass(frozen=True)
class OneOf:
    """An option that chance chooses for each photo out of some."""

    choices: tuple[Any, ...]

    def draw_value(self, random: np.random.Generator) -> Any:
        return self.choices[random.integers(len(self.choices))]


@dataclass(frozen=True)
class Look:
    """How a map is laid and photographed; any of it can be chosen for ``generate``."""

    maps: int = 1  # how many lie there: 1, or 2 side by side, or none
    cards: int = 13  # how many each has
    jitter: tuple[float, float] = (2.0, 3.0)  # mm and degrees a card lies off the lattice at most
    spent: float = 0.35  # share of cubes that have left the map
    cube: float = 8.0  # edge of a cube, mm
    tokens: bool = False  # whether printed tokens lie there in place of cubes
    off: float = 0.7  # how far from its place a cube is set down, mm
    surface: str = "wood"  # the table, one of table.SURFACES or grounds.GROUNDS
    printed: str = "plain"  # plain, grey, pale, warm, streaks, low ink, with no seals or with red seals
    sleeves: bool = False  # whether cards are sleeved
    megapixels: float = 12.0  # of the photo
    tilt: float = 5.0  # of the phone from straight above, degrees
    side: float = 0.0  # from which side it looks; 0 the player's, degrees
    roll: float = 0.0  # of the phone in its own plane, degrees; 180 is upside down
    fill: float = 0.92  # how much of the photo the map takes; above 1 it is cut off
    slope: float = 0.15  # how uneven the light is, 0 to 1
    shadows: float = 0.0  # how dark a shadow over the map is, 0 for none
    spots: int = 0  # of glare
    glare: float = 0.0  # how bright they are; 1 makes black white
    blur: float = 0.5  # of the lens, pixels
    shake: float = 0.0  # of the hand, pixels
    noise: float = 3.0  # of 255, in mid grey
    white: float = 0.05  # how far the colours of the light are off, a share
    exposure: float = 0.95  # gain
    quality: int = 88  # of JPEG
    around: str = ""  # what lies by the map: one of AROUND; map has two maps touch
    unseen: int = 0  # how many cards have coins on all their seals
    on_places: tuple[str, ...] = ()  # things on places for cubes, of THINGS or finger
    anywhere: tuple[str, ...] = ()  # things on the map or beside it, of THINGS, seal coin, cable, or of HANDS
    wander: float = 0.0  # how far a cube stands off its place, mm, but on its square; 0 for off
    wooden: str = ""  # cubes or cylinders of real wood; "" for painted cubes
    strays: str = ""  # knocked cubes, two on a square, or some across an edge
    wear: float = 0.0  # how worn the cards are, 0 to 1
    curl: float = 0.0  # how high cards are bent at most, mm
    lamps: bool = False  # whether two lamps of different colours light it
    barrel: float = 0.0  # how the lens bends straight lines: -0.2 a very wide one, above 0 outwards
    defocus: float = 0.0  # radius of the disc a point becomes, pixels
    mirrored: bool = False  # whether it is left for right
    aspect: float = 0.0  # how many times as long as short it is; 0 for 4 : 3
    scale: float = 0.0  # pixels of a mm, in place of fill; 0 for none
    kept: tuple[int, int] = (0, 0)  # longer side, pixels, and quality of the JPEG made of the photo's; 0 for none

    @property
    def strewn(self) -> bool:
        """Whether anything but cubes that stand where they should is on the map."""
        things = (self.unseen, self.on_places, self.anywhere)
        return any(map(bool, (*things, self.wander, self.wooden, self.strays, self.curl)))


def choose_look(random: np.random.Generator, level: str) -> Look:
    chance, pick = random.uniform, random.choice
    common = Look(
        spent=chance(0.1, 0.6),
        cube=float(pick([8, 8, 10])),
        surface=str(pick(table.SURFACES)),
        side=chance(-35, 35),
        roll=chance(-10, 10),
        fill=chance(0.86, 0.97),
        exposure=chance(0.8, 1.05),
    )
    if level == "easy":
        return replace(
            common,
            megapixels=chance(8, 12),
            tilt=chance(0, 12),
            slope=chance(0.05, 0.25),
            shadows=float(pick([0, 0, 0.2])),
            blur=chance(0.5, 0.9),
            noise=chance(2, 4),
            quality=int(random.integers(80, 91)),
        )
    if level == "mixed":
        return replace(
            common,
            megapixels=float(np.exp(chance(np.log(2), np.log(12)))),
            tilt=chance(0, 40),
            roll=chance(-20, 20),
            slope=chance(0.1, 0.4),
            shadows=float(pick([0, chance(0.2, 0.5)])),
            spots=int(random.integers(0, 3)),
            glare=chance(0.3, 0.9),
            blur=chance(0.5, 1.2),
            shake=float(pick([0, 0, chance(1, 3)])),
            noise=chance(3, 8),
            white=0.1,
            quality=int(random.integers(60, 91)),
            sleeves=bool(random.random() < 0.15),
        )
    if level == "hard":
        return replace(
            common,
            megapixels=chance(2, 4),
            tilt=chance(20, 40),
            roll=chance(-20, 20),
            slope=chance(0.2, 0.5),
            shadows=float(pick([0, chance(0.3, 0.6), chance(0.3, 0.6)])),
            spots=int(random.integers(1, 4)),
            glare=chance(0.6, 1.2),
            blur=chance(0.9, 1.5),
            shake=float(pick([0, chance(1, 3.5)])),
            noise=chance(5, 11),
            white=0.15,
            quality=int(random.integers(60, 81)),
            sleeves=bool(random.random() < 0.15),
        )
    raise ValueError(f"{level!r} is no level; expected one of {', '.join(LEVELS)}")
