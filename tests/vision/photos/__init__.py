"""Photos of finished maps that never lay on a table, with the truth about them; for tests and measurements.

``generate(seed, level)`` gives the same photo for the same seed, wherever it runs. Levels:

- easy: 8 to 12 megapixels from nearly above, sharp, even light;
- mixed: 2 to 12 megapixels, tilt to 40 degrees, some blur, shadows, glare and sleeves;
- hard: 2 to 4 megapixels, 20 to 40 degrees, heavy blur and glare.

On all of them cards lie up to 2 mm and 3 degrees off the lattice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.data.honshu.cards import Colour
from tests.vision.photos import around, camera, cubes, laying, light, pieces, strewing, table, wood
from tests.vision.photos.conditions import CONDITIONS
from tests.vision.photos.faces import FINEST

__all__ = ["CONDITIONS", "KINDS", "LEVELS", "Generated", "Look", "generate", "look"]

LEVELS = ("easy", "mixed", "hard")
KINDS: dict[str, dict[str, Any]] = {
    "grey print": {"printed": "grey"},
    "pale print": {"printed": "pale"},
    "warm print": {"printed": "warm"},
    "printed tokens": {"tokens": True},
    "sleeves": {"sleeves": True},
    "upside down": {"roll": 180.0},
    "cut off": {"fill": 1.35},
    "two maps": {"maps": 2},
    "no map": {"maps": 0, "surface": "checked"},
}
"""What else can come before a camera, as options of ``generate``."""


@dataclass(frozen=True)
class Generated:
    """A photo and the truth about it.

    Attributes:
        photo: As it comes out of its JPEG: (rows, columns, 3), RGB.
        jpeg: The file.
        truth: ``cells`` with ``r``, ``c``, ``card``, ``square``, ``terrain``, ``cube``, ``corners`` (pixels,
            from the map's upper left on clockwise) and ``scale`` (pixels a mm); ``cards`` with ``card``,
            ``r``, ``c``, ``turn``, ``order`` (from the bottom); ``seed``, ``level`` and the ``look``; of two
            maps ``beside`` has ``cells`` and ``cards`` of the second.
    """

    photo: np.ndarray
    jpeg: bytes
    truth: dict[str, Any]


@dataclass(frozen=True)
class Look:
    """How a map is laid and photographed; any of it can be chosen for ``generate``.

    Attributes:
        maps: How many lie there: 1, or 2 side by side, or none.
        cards: How many each has.
        jitter: Mm and degrees a card lies off the lattice at most.
        spent: Share of cubes that have left the map.
        cube: Edge of a cube, mm.
        tokens: Whether printed tokens lie there in place of cubes.
        off: How far from its place a cube is set down, mm.
        surface: The table, one of ``table.SURFACES``.
        printed: ``plain``, ``grey``, ``pale`` or ``warm``.
        sleeves: Whether cards are sleeved.
        megapixels: Of the photo.
        tilt: Of the phone from straight above, degrees.
        side: From which side it looks; 0 the player's, degrees.
        roll: Of the phone in its own plane, degrees; 180 is upside down.
        fill: How much of the photo the map takes; above 1 it is cut off.
        slope: How uneven the light is, 0 to 1.
        shadows: How dark a shadow over the map is, 0 for none.
        spots: Of glare.
        glare: How bright they are; 1 makes black white.
        blur: Of the lens, pixels.
        shake: Of the hand, pixels.
        noise: Of 255, in mid grey.
        white: How far the colours of the light are off, a share.
        exposure: Gain.
        quality: Of JPEG.
        around: What lies by the map: one of ``AROUND``; ``map`` has two maps touch.
        unseen: How many cards have coins on all their seals.
        on_places: Things on places for cubes, of ``THINGS`` or ``finger``.
        anywhere: Things on the map or beside it, of ``THINGS``, ``seal coin``, ``cable``, or of ``HANDS``.
        wander: How far a cube stands off its place, mm, but on its square; 0 for ``off``.
        wooden: ``cubes`` or ``cylinders`` of real wood; ``""`` for painted cubes.
        strays: ``knocked`` cubes, ``two`` on a square, or some ``across`` an edge.
    """

    maps: int = 1
    cards: int = 13
    jitter: tuple[float, float] = (2.0, 3.0)
    spent: float = 0.35
    cube: float = 8.0
    tokens: bool = False
    off: float = 0.7
    surface: str = "wood"
    printed: str = "plain"
    sleeves: bool = False
    megapixels: float = 12.0
    tilt: float = 5.0
    side: float = 0.0
    roll: float = 0.0
    fill: float = 0.92
    slope: float = 0.15
    shadows: float = 0.0
    spots: int = 0
    glare: float = 0.0
    blur: float = 0.5
    shake: float = 0.0
    noise: float = 3.0
    white: float = 0.05
    exposure: float = 0.95
    quality: int = 88
    around: str = ""
    unseen: int = 0
    on_places: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()
    wander: float = 0.0
    wooden: str = ""
    strays: str = ""

    @property
    def strewn(self) -> bool:
        """Whether anything but cubes that stand where they should is on the map."""
        chosen = (self.unseen, self.on_places, self.anywhere, self.wander, self.wooden, self.strays)
        return any(map(bool, chosen))


def look(random: np.random.Generator, level: str) -> Look:
    """How a photo of a level looks.

    Args:
        random: Where chance comes from.
        level: ``easy``, ``mixed`` or ``hard``.
    """
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


def generate(seed: int, level: str = "mixed", **options: Any) -> Generated:
    """A photo of a finished map.

    Args:
        seed: The same gives the same photo.
        level: ``easy``, ``mixed`` or ``hard``.
        options: Of its ``Look``, in place of what the level gives.
    """
    random = np.random.default_rng([seed, LEVELS.index(level)])
    own = np.random.default_rng([seed, LEVELS.index(level), 28])  # of what older photos have not
    seen = replace(look(random, level), **options)
    lying = both = laying.LyingMap((), {}, frozenset())
    if seen.maps:
        lying = both = laying.lie(random, seen.cards, seen.jitter, seen.spent)
    if seen.maps == 2:
        mine = [card.card for card in lying.cards]
        second = laying.lie(random, seen.cards, seen.jitter, seen.spent, mine)
        put = around.map_touching if seen.around == "map" else laying.beside
        second, both = put(own if seen.around == "map" else random, lying, second)
    elif seen.around:
        by_it = around.AROUND[seen.around](own, lying)
        both = around.together(own, lying, by_it)
    held = camera.hold(seen.megapixels, seen.tilt, seen.side, seen.roll, outlines_of(both), seen.fill)
    if seen.strewn:
        strewn = strewing.strew(own, lying, seen.on_places, seen.anywhere, seen.unseen)
        both = replace(both, cubes=both.cubes - strewn.on.keys())
        far = seen.wander or seen.off
        standing = wood.stand(own, both, seen.cube, far, seen.wooden, seen.strays, strewn.pieces)
        lying = replace(lying, cubes=lying.cubes - strewn.on.keys() - standing.gone)
        both = replace(both, cubes=frozenset())
    scene = set_up(random, both, seen, [held])
    glare = (seen.spots, seen.glare)
    flat = pictured(scene, held)
    if seen.strewn:
        pieces.draw(flat, held, standing.pieces + strewn.pieces, scene.slant)
        hidden = strewn.paint(own, flat, held)
    photo = light.lit(
        random,
        flat,
        held.plane,
        scene.middle,
        scene.reach,
        slope=seen.slope,
        shadows=seen.shadows,
        glare=glare,
    )
    told = seen_there(lying, held)
    told |= {"seed": seed, "level": level, "look": asdict(seen)}
    if seen.maps == 2:
        told["beside"] = seen_there(second, held)
    elif seen.around:
        told["around"] = around.told(by_it, seen.around)
    if seen.strewn:
        told["fallen"] = standing.fallen
        strewn.note(told["cells"], lying, held, hidden)
    return taken(random, photo, seen, told)


def taken(random: np.random.Generator, photo: np.ndarray, seen: Look, told: dict[str, Any]) -> Generated:
    """A lit photo through the lens, as a phone keeps it."""
    white = 1 + random.uniform(-1, 1, 3) * (seen.white, seen.white / 3, seen.white)
    jpeg = light.shot(
        random,
        photo,
        blur=seen.blur,
        shake=seen.shake,
        noise=seen.noise,
        white=white,
        exposure=seen.exposure,
        quality=seen.quality,
    )
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert decoded is not None
    return Generated(decoded, jpeg, told)


def seen_there(lying: laying.LyingMap, held: camera.Camera) -> dict[str, Any]:
    """The truth about a map, with where its squares come out in the photo."""
    told = laying.truth(lying)
    for cell in told["cells"]:
        level, k = lying.seen[cell["r"], cell["c"]]
        corners = laying.corners(lying.cards[level], k)
        cell["corners"] = np.round(laying.mapped(held.plane, corners), 2).tolist()
        cell["scale"] = round(held.scale(corners.mean(0)), 3)
    return told


def _in_sight(held: camera.Camera, outlines: np.ndarray, wide: float, beginning: np.ndarray) -> np.ndarray:
    """Points (n x 2, mm) that hold all of a table that a photo shows, and all under its map.

    Args:
        held: The camera.
        outlines: Of the map, mm.
        wide: How wide and high the table is, mm.
        beginning: Its upper left corner, mm.
    """
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (held.columns, held.rows)
    seen = np.r_[laying.mapped(np.linalg.inv(held.plane), frame), outlines]
    points = np.array([seen.min(0) - 20, seen.max(0) + 20])  # the edge of a sleeve, a shadow
    whole = np.array([beginning, beginning + wide])
    within = (points > whole[0]).all() and (points < whole[1]).all()
    # Beyond its edge a table is mirrored, and a horizon in sight turns the frame inside out.
    below = np.c_[frame, np.ones(4)] @ np.linalg.inv(held.plane)[2]
    return points if within and ((below > 0).all() or (below < 0).all()) else whole


@dataclass(frozen=True)
class Scene:
    """A map on its table.

    Attributes:
        lying: The map.
        ground: The bare table.
        laid: What lies on it; ``None`` for nothing.
        cubes: That stand on it.
        slant: Where a point 1 mm above the table throws its shadow, mm across and down.
        middle: Of the map, mm.
        reach: Half of its extent, mm.
    """

    lying: laying.LyingMap
    ground: table.TablePicture
    laid: table.TablePicture | None
    cubes: list[tuple[np.ndarray, Colour]]
    slant: np.ndarray
    middle: np.ndarray
    reach: float


def outlines_of(lying: laying.LyingMap) -> np.ndarray:
    """Points (n x 2, mm) that a photo of a map is to show."""
    return laying.outlines(lying) if lying.cards else np.array([[0, 0], [250, 0], [250, 220], [0, 220]])


def set_up(
    random: np.random.Generator, lying: laying.LyingMap, seen: Look, cameras: Sequence[camera.Camera]
) -> Scene:
    """A map on its table, as much of that and as finely as cameras see it."""
    outlines = outlines_of(lying)
    low, high = outlines.min(0), outlines.max(0)
    middle, reach = (low + high) / 2, float((high - low).max()) / 2
    corners = [np.array(corner) for corner in (low, high, (low[0], high[1]), (high[0], low[1]))]
    near = max(held.scale(corner) for held in cameras for corner in corners)
    wide = min(8 * reach, 1400)
    beginning = middle - np.ceil(wide * table.COARSE) / 2 / table.COARSE
    sight = np.concatenate([_in_sight(held, outlines, wide, beginning) for held in cameras])
    bare = table.surface(random, seen.surface, wide, sight - beginning)
    ground = table.TablePicture(bare, table.COARSE, *beginning)
    if not lying.cards:
        return Scene(lying, ground, None, [], np.zeros(2), middle, reach)
    pixels = int(np.clip(np.ceil(1.3 * near), 5, FINEST))
    laid = table.lay_down(random, bare, lying, pixels, seen.printed, seen.sleeves)
    standing = cubes.stand(random, lying, seen.cube, seen.off)
    slant = random.uniform(-0.7, 0.7, 2)
    if seen.tokens:
        cubes.lay(laid, standing)
        standing = []
    cubes.shade(laid, standing, slant)
    return Scene(lying, ground, laid, standing, slant, middle, reach)


def pictured(scene: Scene, held: camera.Camera) -> np.ndarray:
    """A scene as a camera sees it in plain light, before the lens."""
    size = (held.columns, held.rows)
    plane = held.plane @ np.linalg.inv(scene.ground.matrix())
    photo = cv2.warpPerspective(scene.ground.picture, plane, size, borderMode=cv2.BORDER_REFLECT)
    if scene.laid is not None:
        plane = held.plane @ np.linalg.inv(scene.laid.matrix())
        picture = scene.laid.picture
        cv2.warpPerspective(picture, plane, size, photo, borderMode=cv2.BORDER_TRANSPARENT)
        cubes.draw(photo, held, scene.cubes, scene.slant)
    return photo
