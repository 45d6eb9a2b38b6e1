"""Photos of finished maps that never lay on a table, with the truth about them; for tests and measurements.

``generate(seed, level)`` gives the same photo for the same seed, wherever it runs. Levels:

- easy: 8 to 12 megapixels from nearly above, sharp, even light;
- mixed: 2 to 12 megapixels, tilt to 40 degrees, some blur, shadows, glare and sleeves;
- hard: 2 to 4 megapixels, 20 to 40 degrees, heavy blur and glare.

On all of them cards lie up to 2 mm and 3 degrees off the lattice.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.data.honshu.cards import Colour
from tests.vision.photos import around, camera, cubes, curling, laying, light, optics, pieces, strewing, table, wood
from tests.vision.photos.conditions import CONDITIONS
from tests.vision.photos.faces import FINEST
from tests.vision.photos.looks import LEVELS, Between, Look, OneOf, choose_look

__all__ = ["CONDITIONS", "LEVELS", "Generated", "generate"]


@dataclass(frozen=True)
class Generated:
    """A photo and the truth about it.

    Attributes:
        photo: As it comes out of its JPEG: (rows, columns, 3), RGB.
        jpeg: The file.
        truth: ``cells`` with ``r``, ``c``, ``card``, ``square``, ``terrain``, ``cube``, ``corners`` (pixels,
            from the map's upper left on clockwise) and ``scale`` (pixels a mm); ``cards`` with ``card``,
            ``r``, ``c``, ``turn``, ``order`` (from the bottom); ``seed``, ``level`` and the ``look``; of two
            maps ``beside`` has ``cells`` and ``cards`` of the second. Of cards that are none of the map
            ``around`` has ``card``, ``why`` and ``corners``. A cell may have ``thing``, what lies on its
            place for a cube, or ``behind`` if that is hidden, and ``hidden`` if its seal is. A ``cube`` is
            ``None`` if nobody can tell. ``fallen`` are squares where a cube lies and none may stand.
    """

    photo: np.ndarray
    jpeg: bytes
    truth: dict[str, Any]


def generate(seed: int, level: str = "mixed", **options: Any) -> Generated:
    random = np.random.default_rng([seed, LEVELS.index(level)])
    own = np.random.default_rng([seed, LEVELS.index(level), 28])  # of what older photos have not
    drawn = {
        name: each.draw_value(own) if isinstance(each, Between | OneOf) else each for name, each in options.items()
    }
    seen = replace(choose_look(random, level), **drawn)
    lying = both = laying.LyingMap((), {}, frozenset())
    if seen.maps:
        lying = both = laying.lay_map(random, seen.cards, seen.jitter, seen.spent)
    if seen.maps == 2:
        mine = [card.card for card in lying.cards]
        second = laying.lay_map(random, seen.cards, seen.jitter, seen.spent, mine)
        put = around.place_touching_map if seen.around == "map" else laying.place_beside
        second, both = put(own if seen.around == "map" else random, lying, second)
    elif seen.around:
        by_it = around.AROUND[seen.around](own, lying)
        both = around.combine(own, lying, by_it)
    points = list_goal_points(both)
    stands = (seen.megapixels, seen.tilt, seen.side, seen.roll, points, seen.fill)
    held = optics.hold_camera(*stands, seen.aspect, seen.scale)
    curls = curling.curl_cards(own, both, seen.curl, held.eye) if seen.curl else None
    if seen.strewn:
        strewn = strewing.strew_things(own, lying, seen.on_places, seen.anywhere, seen.unseen)
        both = replace(both, cubes=both.cubes - strewn.on.keys())
        far = seen.wander or seen.off
        standing = wood.stand_blocks(own, both, seen.cube, far, seen.wooden, seen.strays, strewn.pieces, curls)
        lying = replace(lying, cubes=lying.cubes - strewn.on.keys() - standing.gone)
        both = replace(both, cubes=frozenset())
    scene = set_up(random, both, seen, held, curls)
    flat = render_scene(scene, held)
    if seen.strewn:
        pieces.draw_pieces(flat, held, standing.pieces + strewn.pieces, scene.slant)
        hidden = strewn.paint(own, flat, held)
    photo = light_scene(random, flat, scene, held, seen)
    truth = describe_truth(lying, held, curls)
    truth |= {"seed": seed, "level": level, "look": asdict(seen)}
    if seen.maps == 2:
        truth["beside"] = describe_truth(second, held)
    elif seen.around:
        truth["around"] = around.describe_strays(by_it, seen.around, held.plane)
    if seen.strewn:
        truth["fallen"] = standing.fallen
        strewn.note(truth["cells"], lying, held, hidden)
    if seen.lamps:
        photo = optics.light_by_two_lamps(own, photo, held.plane, scene.middle, scene.reach)
    made = take_photo(random, _bend_photo(photo, seen, truth), seen, truth)
    return _resend_photo(made, *seen.kept) if seen.kept[0] else made


def _bend_photo(photo: np.ndarray, seen: Look, truth: dict[str, Any]) -> np.ndarray:
    """A photo through an imperfect lens, with its truth moved accordingly."""
    if seen.barrel:
        photo, to = optics.bend_photo(photo, seen.barrel)
        optics.move_truth(truth, to)
    if seen.defocus:
        photo = optics.defocus_photo(photo, seen.defocus)
    if seen.mirrored:
        photo, to = optics.mirror_photo(photo)
        optics.move_truth(truth, to)
    return photo


def _resend_photo(made: Generated, longer: int, quality: int) -> Generated:
    """A photo in another size, as a messenger forwards it."""
    photo, to = optics.resize_photo(made.photo, longer)
    optics.move_truth(made.truth, to, longer / max(made.photo.shape))
    return decode_photo(light.encode_jpeg(photo, quality), made.truth)


def decode_photo(jpeg: bytes, truth: dict[str, Any]) -> Generated:
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert decoded is not None
    return Generated(decoded, jpeg, truth)


def take_photo(random: np.random.Generator, photo: np.ndarray, seen: Look, truth: dict[str, Any]) -> Generated:
    """A lit scene through the lens, as a phone stores it."""
    white = 1 + random.uniform(-1, 1, 3) * (seen.white, seen.white / 3, seen.white)
    jpeg = light.expose_photo(
        random,
        photo,
        blur=seen.blur,
        shake=seen.shake,
        noise=seen.noise,
        white=white,
        exposure=seen.exposure,
        quality=seen.quality,
    )
    return decode_photo(jpeg, truth)


def describe_truth(lying: laying.LyingMap, held: camera.Camera, curls: curling.Curls | None = None) -> dict[str, Any]:
    """The truth about a map, with the places of its squares in the photo."""
    truth = laying.describe_squares(lying)
    for cell in truth["cells"]:
        level, k = lying.seen[cell["r"], cell["c"]]
        corners = laying.compute_corners(lying.cards[level], k)
        pixels = laying.map_points(held.plane, corners)
        if curls:
            pixels = held.project(np.c_[corners, -curls.measure_height_at(lying.cards[level], corners)])
        cell["corners"] = np.round(pixels, 2).tolist()
        cell["scale"] = round(held.measure_scale(corners.mean(0)), 3)
    return truth


def _find_visible_points(held: camera.Camera, outlines: np.ndarray, wide: float, beginning: np.ndarray) -> np.ndarray:
    """Points (n x 2, mm) that hold all of a table that a photo shows, and all under its map."""
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (held.columns, held.rows)
    seen = np.r_[laying.map_points(np.linalg.inv(held.plane), frame), outlines]
    points = np.array([seen.min(0) - 20, seen.max(0) + 20])  # the edge of a sleeve, a shadow
    whole = np.array([beginning, beginning + wide])
    within = (points > whole[0]).all() and (points < whole[1]).all()
    # Beyond its edge a table is mirrored, and a horizon in sight turns the frame inside out.
    below = np.c_[frame, np.ones(4)] @ np.linalg.inv(held.plane)[2]
    return points if within and ((below > 0).all() or (below < 0).all()) else whole


@dataclass(frozen=True)
class Scene:
    """A map on its table."""

    lying: laying.LyingMap  # the map
    ground: table.TablePicture  # the bare table
    laid: table.TablePicture | None  # what lies on it; None for nothing
    cubes: list[tuple[np.ndarray, Colour]]  # that stand on it
    slant: np.ndarray  # where a point 1 mm above the table throws its shadow, mm across and down
    middle: np.ndarray  # of the map, mm
    reach: float  # half of its extent, mm


def list_goal_points(lying: laying.LyingMap) -> np.ndarray:
    """Points (n x 2, mm) that a photo of a map is to show."""
    return laying.list_corners(lying) if lying.cards else np.array([[0, 0], [250, 0], [250, 220], [0, 220]])


def set_up(
    random: np.random.Generator,
    lying: laying.LyingMap,
    seen: Look,
    held: camera.Camera,
    curls: curling.Curls | None = None,
) -> Scene:
    """A map on its table, as much of that and as finely as a camera sees it."""
    outlines = list_goal_points(lying)
    low, high = outlines.min(0), outlines.max(0)
    middle, reach = (low + high) / 2, float((high - low).max()) / 2
    corners = [np.array(corner) for corner in (low, high, (low[0], high[1]), (high[0], low[1]))]
    near = max(map(held.measure_scale, corners))
    wide = min(8 * reach, 1400)
    beginning = middle - np.ceil(wide * table.COARSE) / 2 / table.COARSE
    sight = _find_visible_points(held, outlines, wide, beginning)
    bare = table.draw_surface(random, seen.surface, wide, sight - beginning)
    ground = table.TablePicture(bare, table.COARSE, *beginning)
    if not lying.cards:
        return Scene(lying, ground, None, [], np.zeros(2), middle, reach)
    pixels = int(np.clip(np.ceil(1.3 * near), 5, FINEST))
    laid = table.lay_down(random, bare, lying, pixels, seen.printed, seen.sleeves, seen.wear, curls)
    standing = cubes.stand_cubes(random, lying, seen.cube, seen.off)
    slant = random.uniform(-0.7, 0.7, 2)
    if seen.tokens:
        cubes.lay_tokens(laid, standing)
        standing = []
    if standing:
        cubes.shade_cubes(laid, standing, slant)
    return Scene(lying, ground, laid, standing, slant, middle, reach)


def render_scene(scene: Scene, held: camera.Camera) -> np.ndarray:
    """A scene as a camera sees it in plain light, before the lens."""
    size = (held.columns, held.rows)
    plane = held.plane @ np.linalg.inv(scene.ground.compute_matrix())
    photo = cv2.warpPerspective(scene.ground.picture, plane, size, borderMode=cv2.BORDER_REFLECT)
    if scene.laid is not None:
        plane = held.plane @ np.linalg.inv(scene.laid.compute_matrix())
        picture = scene.laid.picture
        cv2.warpPerspective(picture, plane, size, photo, borderMode=cv2.BORDER_TRANSPARENT)
        cubes.draw_cubes(photo, held, scene.cubes, scene.slant)
    return photo


def light_scene(
    random: np.random.Generator, flat: np.ndarray, scene: Scene, held: camera.Camera, seen: Look
) -> np.ndarray:
    """A scene that was rendered in plain light, under the light of a look."""
    glare = (seen.spots, seen.glare)
    place = (held.plane, scene.middle, scene.reach)
    return light.light_photo(random, flat, *place, slope=seen.slope, shadows=seen.shadows, glare=glare)
