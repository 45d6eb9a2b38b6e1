"""The lattice of a map: grown card by card from the one with most seals in sight, under one homography.

Each seal shows roughly where its card is; one homography, fitted to all seals that agree, excludes false
readings.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import atan2, dist, hypot, pi, tau
from typing import Any, NamedTuple, cast

from companion.vision.eyes import Eyes, Patch, Spot
from companion.vision.honshu import geometry
from companion.vision.matrices import (
    Homography,
    Point,
    Quad,
    build_homography,
    build_scaling,
    inverse,
    map_points,
    map_quad,
    median,
    middle,
    product,
)

Faces = frozenset[int]
_MOST = 3  # most surplus cards for which sets to leave out are listed
_MOST_APART = 6  # most separate parts of which all selections are tried
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
_LARGEST = 24  # most cards of the main part among which surplus ones are searched


def group_faces(poses: Mapping[int, geometry.Pose]) -> list[Faces]:
    """Group faces into parts of cards that overlap, directly or through others."""
    cells = {face: set(geometry.list_cells(pose)) for face, pose in poses.items()}
    parts = list[Faces]()
    for face in cells:
        neighbours = [part for part in parts if any(cells[face] & cells[other] for other in part)]
        parts = [part for part in parts if part not in neighbours] + [Faces({face}).union(*neighbours)]
    return parts


def find_main_part(poses: Mapping[int, geometry.Pose], cards: int) -> Faces:
    """The largest part; if it has no start province, a smaller one that is a whole map with one."""
    most, *others = sorted(group_faces(poses), key=_rank_part, reverse=True)
    complete = (part for part in others if (len(part), count_starts(part)) == (cards, 1))
    return most if count_starts(most) else next(complete, most)


def _rank_part(part: Set[int]) -> tuple[int, int]:
    return len(part), count_starts(part)


def count_starts(faces: Set[int]) -> int:
    """The number of start provinces among faces."""
    return sum(face >= geometry.FIRST_START for face in faces)


def list_exclusions(poses: Mapping[int, geometry.Pose], cards: int) -> list[Faces]:
    """The sets of faces that may be left out so that a map of so many cards remains, the likeliest first.

    In a map each card overlaps another, and one is a start province; missing cards may join parts or be the
    start. The smallest sets come first, then all separate parts; nothing is left out if parts of several cards
    surround a hole for the only missing card. Empty if no set leaves a map.
    """
    main, groups = find_main_part(poses, cards), sorted(group_faces(poses), key=_rank_part, reverse=True)
    parts = [part for part in groups if part != main]
    loose_faces = Faces(poses.keys() - main)
    lacks_one = len(poses) == cards - 1 and count_starts(poses.keys()) == 1
    if lacks_one and parts and len(parts[-1]) > 1 and _is_around_hole(poses, groups):
        return [Faces()]
    if _makes_map(poses, main, cards):
        faces = (loose_faces.difference(*each) for each in _list_selections(parts))
        left = [out for out in faces if _makes_map(poses, poses.keys() - out, cards)]
        least = [out for out in left if not any(other < out for other in left)]
        return list(dict.fromkeys([*sorted(least, key=len), loose_faces]))
    cells = {face: set(geometry.list_cells(pose)) for face, pose in poses.items()}

    def count_shared(out: Faces) -> int:
        """How many cells the faces left out of the main part share with others in it."""
        return sum(len(cells[one] & cells[other]) for one in out - loose_faces for other in main - out)

    for count in range(1, _MOST + 1 if len(main) <= _LARGEST else 0):
        selections = [loose_faces.union(each) for each in combinations(sorted(main), count)]
        if exclusions := [out for out in selections if _makes_map(poses, main - out, cards, is_joined=True)]:
            return sorted(exclusions, key=count_shared)
    return []


def _list_selections(parts: Sequence[Faces]) -> Iterator[Sequence[Faces]]:
    """All selections of separate parts, the empty one first."""
    for count in range(len(parts) + 1 if len(parts) <= _MOST_APART else 1):
        yield from combinations(parts, count)


def _makes_map(poses: Mapping[int, geometry.Pose], faces: Set[int], cards: int, is_joined: bool = False) -> bool:
    missing, parts = cards - len(faces), group_faces({face: poses[face] for face in faces})
    gaps = len(parts) - 1
    if missing < gaps > 1 and not is_joined:  # one card may join several parts, each other one joins one
        gaps -= max((len(each) for _, each in _list_joints(poses, parts)), default=2) - 2
    return 0 <= gaps <= (0 if is_joined else missing) <= missing and (
        count_starts(faces) == 1 or (count_starts(faces) == 0 and missing > 0)
    )


def _list_joints(
    poses: Mapping[int, geometry.Pose], parts: Sequence[Faces]
) -> Iterator[tuple[Set[geometry.Cell], Set[Faces]]]:
    """Each position for one more card: its cells, and the parts that it would join."""
    cells = {part: {cell for face in part for cell in geometry.list_cells(poses[face])} for part in parts}
    for row, column in set().union(*cells.values()):
        for turn in (0, 1):  # half a turn covers the same cells
            for r, c in geometry.list_cells(geometry.Pose(0, 0, turn)):
                cells_there = set(geometry.list_cells(geometry.Pose(row - r, column - c, turn)))
                yield cells_there, {part for part in parts if not cells_there.isdisjoint(cells[part])}


def _is_around_hole(poses: Mapping[int, geometry.Pose], parts: Sequence[Faces]) -> bool:
    """True if an empty cell touches all parts, and one card on it would join them all."""
    part_of_cell = {cell: part for part in parts for face in part for cell in geometry.list_cells(poses[face])}
    holes = {
        (row, column)
        for row, column in {(row + 1, column) for row, column in part_of_cell} - part_of_cell.keys()
        if {part_of_cell.get((row + down, column + across)) for down, across in _BESIDE} == set(parts)
    }
    return any(holes & cells and len(lying_joined) == len(parts) for cells, lying_joined in _list_joints(poses, parts))


_SEEDS = 6  # first cards that are tried; the best lattice is used
_NEAR = 2.6
"""The most squares from a known seal to one that is added; farther off, the homography is uncertain."""
_STRAIGHT = 6.0  # most pixels from a seal's corner to the first card's plane
_REACH = 4  # most squares between parts that a card not found yet may join


@dataclass
class Lattice:
    """A map as far as its seals show it."""

    plane: Homography  # from mm of the lattice to pixels
    poses: dict[int, geometry.Pose]
    seals: list[geometry.Seal]
    loose_faces: set[int]  # faces that overlap no card of the main part


class SnappedSeal(NamedTuple):
    """A seal put on the nearest position of the lattice."""

    pose: geometry.Pose
    offset: float  # distance from there, squares across or down, whichever is more
    lean: float  # radians
    size: float  # its width on the lattice, in widths of a seal
    middle: Point  # on the lattice, mm


def snap(seal: geometry.Seal, back: Homography) -> SnappedSeal:
    """Put a seal on the nearest position of a lattice; ``back`` leads from pixels to its mm."""
    corners = map_points(back, seal.corners)
    one, two, three, four = corners
    right, down = (two[0] - one[0] + three[0] - four[0]) / 2, (two[1] - one[1] + three[1] - four[1]) / 2
    angle = atan2(down, right)
    turn = round(angle / (pi / 2)) % 4
    lean = (angle - turn * pi / 2 + pi) % tau - pi
    x, y = point = middle(corners)
    at_x, at_y = _compute_middle(turn, seal.square)
    across, along = (x - at_x) / geometry.SIDE, (y - at_y) / geometry.SIDE
    column, row = round(across), round(along)
    offset = max(abs(across - column), abs(along - row))
    return SnappedSeal(geometry.Pose(row, column, turn), offset, abs(lean), hypot(right, down) / geometry.SEAL, point)


@cache
def _compute_middle(turn: int, square: int) -> Point:
    """The middle of a seal on a card with a turn in the corner of the lattice, mm."""
    return middle(map_points(geometry.build_ground(geometry.Pose(0, 0, turn)), geometry.seal_corners(square)))


def fit_plane(eyes: Eyes, seals: Sequence[geometry.Seal], poses: Mapping[int, geometry.Pose]) -> Homography | None:
    """The homography from the lattice to pixels on which most seals agree to a fifth of a square.

    That allows for cards laid by hand, not for a false reading. ``None`` if the seals give none.
    """
    placed_seals = [seal for seal in seals if seal.face in poses]
    spots = [
        corner
        for seal in placed_seals
        for corner in map_points(geometry.build_ground(poses[seal.face]), geometry.seal_corners(seal.square))
    ]
    pixels = [corner for seal in placed_seals for corner in seal.corners]
    width = median(dist(seal.corners[0], seal.corners[1]) for seal in placed_seals)
    return eyes.plane(spots, pixels, 0.2 * geometry.SIDE * width / geometry.SEAL) or eyes.plane(spots, pixels, None)


def find_lattice(eyes: Eyes, seals: Sequence[geometry.Seal], cards: int) -> Lattice | None:
    """The lattice of most of the seals; ``None`` if no two cards fit together.

    Some seals may be false. With fewer cards than a finished map has, parts that lie apart are kept.
    """
    by_face = defaultdict[int, list[geometry.Seal]](list)
    for seal in seals:
        by_face[seal.face].append(seal)
    best: Lattice | None = None
    for face in sorted(by_face, key=lambda each: -len({seal.square for seal in by_face[each]}))[:_SEEDS]:
        lattice = _grow(eyes, face, by_face)
        if lattice and (best is None or len(lattice.seals) > len(best.seals)):
            best = lattice
        if best and len(best.seals) == len(seals):
            break
    if best is None or not _settle(eyes, best, by_face):
        return None
    _keep_together(best, cards)
    return best


def _grow(eyes: Eyes, first: int, by_face: Mapping[int, Sequence[geometry.Seal]]) -> Lattice | None:
    face_seals = by_face[first]
    spots = [corner for seal in face_seals for corner in geometry.seal_corners(seal.square)]
    pixels = [corner for seal in face_seals for corner in seal.corners]
    plane = eyes.plane(spots, pixels, _STRAIGHT if len(face_seals) > 2 else None)
    if plane is None:
        return None
    straight = [seal for seal in face_seals if _measure_offset(seal, plane) < _STRAIGHT]
    lattice = Lattice(plane, {first: geometry.Pose(0, 0, 0)}, straight or list(face_seals), set())
    while added := _find_nearest(lattice, by_face):
        back = inverse(lattice.plane)
        for face, pose in added:
            lattice.poses[face] = pose
            lattice.seals += [seal for seal in by_face[face] if snap(seal, back).pose == pose]
        plane_lattice = fit_plane(eyes, lattice.seals, lattice.poses)
        if plane_lattice is None:
            break
        lattice.plane = plane_lattice
    return lattice


def _measure_offset(seal: geometry.Seal, plane: Homography) -> float:
    """The largest distance of a seal's corners from a card's plane, across or down, pixels."""
    pairs = zip(map_points(plane, geometry.seal_corners(seal.square)), seal.corners, strict=True)
    return max(max(abs(x - seen_x), abs(y - seen_y)) for (x, y), (seen_x, seen_y) in pairs)


def _find_nearest(lattice: Lattice, by_face: Mapping[int, Sequence[geometry.Seal]]) -> list[tuple[int, geometry.Pose]]:
    """The two cards, with their poses, that fit best next to those known."""
    back = inverse(lattice.plane)
    points = map_points(back, [seal.middle for seal in lattice.seals])
    candidates = []
    for face, seals in by_face.items():
        if face in lattice.poses:
            continue
        votes = defaultdict[geometry.Pose, list[tuple[float, float]]](list)
        for seal in seals:
            snapped = snap(seal, back)
            if snapped.offset < 0.36 and snapped.lean < 0.45 and 0.6 < snapped.size < 1.6:
                distance = min(dist(each, snapped.middle) for each in points) / geometry.SIDE
                if distance < _NEAR:
                    votes[snapped.pose].append((distance, snapped.offset))
        if votes:
            pose = max(votes, key=lambda each: (len(votes[each]), -min(votes[each])[0]))
            nearest, least = min(votes[pose])[0], min(offset for _, offset in votes[pose])
            candidates.append((nearest - 0.6 * len(votes[pose]) + least, face, pose))
    return [(face, pose) for _, face, pose in sorted(candidates)[:2]]


def _settle(eyes: Eyes, lattice: Lattice, by_face: Mapping[int, Sequence[geometry.Seal]]) -> bool:
    """Place all cards on the final lattice again, twice; false when too few fit."""
    for _ in range(2):
        poses, seals_kept, back = {}, list[geometry.Seal](), inverse(lattice.plane)
        for face in lattice.poses:
            votes = defaultdict[geometry.Pose, list[geometry.Seal]](list)
            for seal in by_face[face]:
                snapped = snap(seal, back)
                if snapped.offset < 0.4 and snapped.lean < 0.22:
                    votes[snapped.pose].append(seal)
            if votes:
                poses[face] = max(votes, key=lambda each: len(votes[each]))
                seals_kept += votes[poses[face]]
        if len(seals_kept) < 2:
            return False
        plane = fit_plane(eyes, seals_kept, poses)
        if plane is None:
            return False
        lattice.poses, lattice.seals, lattice.plane = poses, seals_kept, plane
    return True


def _keep_together(lattice: Lattice, cards: int) -> None:
    """Drop cards that do not overlap the main part, unless a card not found yet may join them to it."""
    cells = {face: set(geometry.list_cells(pose)) for face, pose in lattice.poses.items()}
    parts = group_faces(lattice.poses)
    main = max(parts, key=lambda part: sum(seal.face in part for seal in lattice.seals))
    cells_reached = set[geometry.Cell]().union(*(cells[face] for face in main))
    for part in parts:
        if part is main:
            continue
        if len(main) < cards and _fits_lattice(lattice, part, cells, cells_reached):
            lattice.loose_faces |= part
        else:
            lattice.poses = {face: pose for face, pose in lattice.poses.items() if face not in part}
    lattice.seals = [seal for seal in lattice.seals if seal.face in lattice.poses]


def _fits_lattice(
    lattice: Lattice, part: Faces, cells: Mapping[int, Iterable[geometry.Cell]], cells_reached: set[geometry.Cell]
) -> bool:
    """True for a part that fits the lattice well enough that a card not found yet may join it."""
    back = inverse(lattice.plane)
    snapped = [snap(seal, back) for seal in lattice.seals if seal.face in part]
    gap = min(abs(row - r) + abs(column - c) for face in part for row, column in cells[face] for r, c in cells_reached)
    return (
        len(snapped) >= 2
        and gap <= _REACH
        and median(each.offset for each in snapped) < 0.2
        and median(each.lean for each in snapped) < 0.12
    )


_FIRST = 0.06  # first bends that are tried beside none, either way
_LEAST = 0.012  # smallest bend that differs from the errors of cards laid by hand
_BETTER = 0.9  # most of the error without a bend that may remain with one
_KEPT = 0.85  # share of corners that count; the others may be of false seals
_SEALS = 8  # fewest seals from which a bend is measured
_TRIES = 6


class Lens(NamedTuple):
    """The distortion of a lens: division by a factor that grows with a point's squared distance from its middle."""

    middle: Point = (0.0, 0.0)
    reach: float = 1.0  # pixels from the middle to a corner
    bend: float = 0.0  # a corner is divided by 1 + bend; below 0 for a wide-angle lens

    def straighten_points(self, points: Iterable[Point]) -> list[Point]:
        """Points of the photo as they were without the lens."""
        (x0, y0), bend, points_found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            factor = 1 + bend * ((x - x0) ** 2 + (y - y0) ** 2)
            points_found.append((x0 + (x - x0) / factor, y0 + (y - y0) / factor))
        return points_found

    def bend_points(self, points: Iterable[Point]) -> list[Point]:
        """Straight points as the photo shows them."""
        (x0, y0), bend, points_found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            factor = (1 + max(0.0, 1 - 4 * bend * ((x - x0) ** 2 + (y - y0) ** 2)) ** 0.5) / 2
            points_found.append((x0 + (x - x0) / factor, y0 + (y - y0) / factor))
        return points_found

    def bend_quad(self, quad: Quad) -> Quad:
        """A straight quad as the photo shows it."""
        one, two, three, four = self.bend_points(quad)
        return one, two, three, four

    def straighten_seals(self, seals: Iterable[geometry.Seal]) -> list[geometry.Seal]:
        """Seals of the photo as they were without the lens."""
        seals_found = []
        for seal in seals:
            one, two, three, four = self.straighten_points(seal.corners)
            seals_found.append(seal._replace(corners=(one, two, three, four)))
        return seals_found


_PATCHES = frozenset({"cells", "measure_fits", "find_codes", "surfaces", "measure_glare"})  # about parts of a picture


class _LensEyes:
    """Eyes for questions in pixels without distortion, which are converted to those of the photo."""

    def __init__(self, eyes: Eyes, lens: Lens) -> None:
        self._eyes, self._lens = eyes, lens

    def __getattr__(self, question: str) -> Callable[..., Any]:
        answer = getattr(self._eyes, question)
        if question not in _PATCHES:
            return cast("Callable[..., Any]", answer)
        return lambda grey, queries, *arguments: answer(grey, [self._bend_query(each) for each in queries], *arguments)

    def _bend_query(self, query: Any) -> Any:
        """A question about a patch, moved to the part of the picture where the patch is seen."""
        if not isinstance(query, Patch):
            first, *others = query
            bent = (self._bend_query(first), *others)
            return Spot(*bent) if isinstance(query, Spot) else bent
        step = 1 / query.size
        side = query.size - 0.5
        corners = map_quad(query.plane, ((-0.5, -0.5), (side, -0.5), (side, side), (-0.5, side)))
        plane = build_homography(self._lens.bend_quad(corners))
        return Patch(product(plane, build_scaling(step, step, step / 2, step / 2)), query.size)


def look_through(eyes: Eyes, lens: Lens) -> Eyes:
    """Wrap eyes so that questions can ignore the distortion of a lens."""
    return cast(Eyes, _LensEyes(eyes, lens)) if lens.bend else eyes


def fit_lens(eyes: Eyes, size: tuple[int, int], lattice: Lattice) -> Lens:
    """The lens with which a lattice's seals fit their cards best; one without a bend if they show none."""
    centre = (size[0] - 1) / 2, (size[1] - 1) / 2
    plain = Lens(centre, dist(centre, (0, 0)))
    if len(lattice.seals) < _SEALS:
        return plain

    def measure_error(bend: float) -> float:
        if bend not in errors:
            errors[bend] = _measure_lens_error(
                eyes, plain._replace(bend=bend).straighten_seals(lattice.seals), lattice.poses
            )
        return errors[bend]

    errors, step, best = dict[float, float](), _FIRST, 0.0
    while measure_error(best) > min(measure_error(best - step), measure_error(best + step)) and abs(best) < 5 * _FIRST:
        best += step if measure_error(best + step) < measure_error(best - step) else -step
    for _ in range(_TRIES):
        step /= 2
        best = min((best, best - step, best + step), key=measure_error)
    does_bend = abs(best) >= _LEAST and measure_error(best) < _BETTER * measure_error(0.0)
    return plain._replace(bend=best) if does_bend else plain


def _measure_lens_error(eyes: Eyes, seals: Sequence[geometry.Seal], poses: Mapping[int, geometry.Pose]) -> float:
    """The sum of squared distances in pixels of seals from their cards, without the worst."""
    plane = fit_plane(eyes, seals, poses)
    if plane is None:
        return float("inf")
    cards = geometry.fit_card_planes(plane, poses, seals)
    errors = sorted(
        dist(one, other) ** 2
        for seal in seals
        for one, other in zip(
            map_quad(cards[seal.face].plane, geometry.seal_corners(seal.square)), seal.corners, strict=True
        )
    )
    return sum(errors[: round(_KEPT * len(errors))])
