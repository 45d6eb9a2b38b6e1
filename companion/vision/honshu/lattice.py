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
    found = list[Faces]()
    for face in cells:
        touching = [part for part in found if any(cells[face] & cells[other] for other in part)]
        found = [part for part in found if part not in touching] + [Faces({face}).union(*touching)]
    return found


def find_main_part(poses: Mapping[int, geometry.Pose], cards: int) -> Faces:
    """The largest part; if it has no start province, a smaller one that is a whole map with one."""
    most, *others = sorted(group_faces(poses), key=_rank_part, reverse=True)
    whole = (part for part in others if (len(part), count_starts(part)) == (cards, 1))
    return most if count_starts(most) else next(whole, most)


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
    main, together = find_main_part(poses, cards), sorted(group_faces(poses), key=_rank_part, reverse=True)
    apart = [part for part in together if part != main]
    loose = Faces(poses.keys() - main)
    whole_but_one = len(poses) == cards - 1 and count_starts(poses.keys()) == 1
    if whole_but_one and apart and len(apart[-1]) > 1 and _is_around_hole(poses, together):
        return [Faces()]
    if _makes_map(poses, main, cards):
        some = (loose.difference(*each) for each in _list_selections(apart))
        left = [out for out in some if _makes_map(poses, poses.keys() - out, cards)]
        least = [out for out in left if not any(other < out for other in left)]
        return list(dict.fromkeys([*sorted(least, key=len), loose]))
    cells = {face: set(geometry.list_cells(pose)) for face, pose in poses.items()}

    def count_shared(out: Faces) -> int:
        """How many cells the faces left out of the main part share with others in it."""
        return sum(len(cells[one] & cells[other]) for one in out - loose for other in main - out)

    for count in range(1, _MOST + 1 if len(main) <= _LARGEST else 0):
        chosen = [loose.union(each) for each in combinations(sorted(main), count)]
        if found := [out for out in chosen if _makes_map(poses, main - out, cards, joined=True)]:
            return sorted(found, key=count_shared)
    return []


def _list_selections(apart: Sequence[Faces]) -> Iterator[Sequence[Faces]]:
    """All selections of separate parts, the empty one first."""
    for count in range(len(apart) + 1 if len(apart) <= _MOST_APART else 1):
        yield from combinations(apart, count)


def _makes_map(poses: Mapping[int, geometry.Pose], faces: Set[int], cards: int, joined: bool = False) -> bool:
    missing, together = cards - len(faces), group_faces({face: poses[face] for face in faces})
    apart = len(together) - 1
    if missing < apart > 1 and not joined:  # one card may join several parts, each other one joins one
        apart -= max((len(each) for _, each in _list_joints(poses, together)), default=2) - 2
    return 0 <= apart <= (0 if joined else missing) <= missing and (
        count_starts(faces) == 1 or (count_starts(faces) == 0 and missing > 0)
    )


def _list_joints(
    poses: Mapping[int, geometry.Pose], together: Sequence[Faces]
) -> Iterator[tuple[Set[geometry.Cell], Set[Faces]]]:
    """Each position for one more card: its cells, and the parts that it would join."""
    cells = {part: {cell for face in part for cell in geometry.list_cells(poses[face])} for part in together}
    for row, column in set().union(*cells.values()):
        for turn in (0, 1):  # half a turn covers the same cells
            for r, c in geometry.list_cells(geometry.Pose(0, 0, turn)):
                lying = set(geometry.list_cells(geometry.Pose(row - r, column - c, turn)))
                yield lying, {part for part in together if not lying.isdisjoint(cells[part])}


def _is_around_hole(poses: Mapping[int, geometry.Pose], together: Sequence[Faces]) -> bool:
    """True if an empty cell touches all parts, and one card on it would join them all."""
    whose = {cell: part for part in together for face in part for cell in geometry.list_cells(poses[face])}
    holes = {
        (row, column)
        for row, column in {(row + 1, column) for row, column in whose} - whose.keys()
        if {whose.get((row + down, column + across)) for down, across in _BESIDE} == set(together)
    }
    return any(holes & lying and len(joined) == len(together) for lying, joined in _list_joints(poses, together))


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
    x, y = there = middle(corners)
    at_x, at_y = _compute_middle(turn, seal.square)
    across, along = (x - at_x) / geometry.SIDE, (y - at_y) / geometry.SIDE
    column, row = round(across), round(along)
    off = max(abs(across - column), abs(along - row))
    return SnappedSeal(geometry.Pose(row, column, turn), off, abs(lean), hypot(right, down) / geometry.SEAL, there)


@cache
def _compute_middle(turn: int, square: int) -> Point:
    """The middle of a seal on a card with a turn in the corner of the lattice, mm."""
    return middle(map_points(geometry.build_ground(geometry.Pose(0, 0, turn)), geometry.seal_corners(square)))


def fit_plane(eyes: Eyes, seals: Sequence[geometry.Seal], poses: Mapping[int, geometry.Pose]) -> Homography | None:
    """The homography from the lattice to pixels on which most seals agree to a fifth of a square.

    That allows for cards laid by hand, not for a false reading. ``None`` if the seals give none.
    """
    known = [seal for seal in seals if seal.face in poses]
    spots = [
        corner
        for seal in known
        for corner in map_points(geometry.build_ground(poses[seal.face]), geometry.seal_corners(seal.square))
    ]
    pixels = [corner for seal in known for corner in seal.corners]
    width = median(dist(seal.corners[0], seal.corners[1]) for seal in known)
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
        grown = _grow(eyes, face, by_face)
        if grown and (best is None or len(grown.seals) > len(best.seals)):
            best = grown
        if best and len(best.seals) == len(seals):
            break
    if best is None or not _settle(eyes, best, by_face):
        return None
    _keep_together(best, cards)
    return best


def _grow(eyes: Eyes, first: int, by_face: Mapping[int, Sequence[geometry.Seal]]) -> Lattice | None:
    own = by_face[first]
    spots = [corner for seal in own for corner in geometry.seal_corners(seal.square)]
    pixels = [corner for seal in own for corner in seal.corners]
    plane = eyes.plane(spots, pixels, _STRAIGHT if len(own) > 2 else None)
    if plane is None:
        return None
    straight = [seal for seal in own if _measure_offset(seal, plane) < _STRAIGHT]
    grown = Lattice(plane, {first: geometry.Pose(0, 0, 0)}, straight or list(own), set())
    while added := _find_nearest(grown, by_face):
        back = inverse(grown.plane)
        for face, pose in added:
            grown.poses[face] = pose
            grown.seals += [seal for seal in by_face[face] if snap(seal, back).pose == pose]
        found = fit_plane(eyes, grown.seals, grown.poses)
        if found is None:
            break
        grown.plane = found
    return grown


def _measure_offset(seal: geometry.Seal, plane: Homography) -> float:
    """The largest distance of a seal's corners from a card's plane, across or down, pixels."""
    pairs = zip(map_points(plane, geometry.seal_corners(seal.square)), seal.corners, strict=True)
    return max(max(abs(x - seen_x), abs(y - seen_y)) for (x, y), (seen_x, seen_y) in pairs)


def _find_nearest(grown: Lattice, by_face: Mapping[int, Sequence[geometry.Seal]]) -> list[tuple[int, geometry.Pose]]:
    """The two cards, with their poses, that fit best next to those known."""
    back = inverse(grown.plane)
    known = map_points(back, [seal.middle for seal in grown.seals])
    candidates = []
    for face, seals in by_face.items():
        if face in grown.poses:
            continue
        votes = defaultdict[geometry.Pose, list[tuple[float, float]]](list)
        for seal in seals:
            there = snap(seal, back)
            if there.offset < 0.36 and there.lean < 0.45 and 0.6 < there.size < 1.6:
                near = min(dist(each, there.middle) for each in known) / geometry.SIDE
                if near < _NEAR:
                    votes[there.pose].append((near, there.offset))
        if votes:
            pose = max(votes, key=lambda each: (len(votes[each]), -min(votes[each])[0]))
            nearest, least = min(votes[pose])[0], min(off for _, off in votes[pose])
            candidates.append((nearest - 0.6 * len(votes[pose]) + least, face, pose))
    return [(face, pose) for _, face, pose in sorted(candidates)[:2]]


def _settle(eyes: Eyes, found: Lattice, by_face: Mapping[int, Sequence[geometry.Seal]]) -> bool:
    """Place all cards on the final lattice again, twice; false when too few fit."""
    for _ in range(2):
        poses, kept, back = {}, list[geometry.Seal](), inverse(found.plane)
        for face in found.poses:
            votes = defaultdict[geometry.Pose, list[geometry.Seal]](list)
            for seal in by_face[face]:
                there = snap(seal, back)
                if there.offset < 0.4 and there.lean < 0.22:
                    votes[there.pose].append(seal)
            if votes:
                poses[face] = max(votes, key=lambda each: len(votes[each]))
                kept += votes[poses[face]]
        if len(kept) < 2:
            return False
        plane = fit_plane(eyes, kept, poses)
        if plane is None:
            return False
        found.poses, found.seals, found.plane = poses, kept, plane
    return True


def _keep_together(found: Lattice, cards: int) -> None:
    """Drop cards that do not overlap the main part, unless a card not found yet may join them to it."""
    cells = {face: set(geometry.list_cells(pose)) for face, pose in found.poses.items()}
    together = group_faces(found.poses)
    main = max(together, key=lambda part: sum(seal.face in part for seal in found.seals))
    reached = set[geometry.Cell]().union(*(cells[face] for face in main))
    for part in together:
        if part is main:
            continue
        if len(main) < cards and _fits_lattice(found, part, cells, reached):
            found.loose_faces |= part
        else:
            found.poses = {face: pose for face, pose in found.poses.items() if face not in part}
    found.seals = [seal for seal in found.seals if seal.face in found.poses]


def _fits_lattice(
    found: Lattice, part: Faces, cells: Mapping[int, Iterable[geometry.Cell]], reached: set[geometry.Cell]
) -> bool:
    """True for a part that fits the lattice well enough that a card not found yet may join it."""
    back = inverse(found.plane)
    there = [snap(seal, back) for seal in found.seals if seal.face in part]
    gap = min(abs(row - r) + abs(column - c) for face in part for row, column in cells[face] for r, c in reached)
    return (
        len(there) >= 2
        and gap <= _REACH
        and median(each.offset for each in there) < 0.2
        and median(each.lean for each in there) < 0.12
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
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = 1 + over * ((x - x0) ** 2 + (y - y0) ** 2)
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bend_points(self, points: Iterable[Point]) -> list[Point]:
        """Straight points as the photo shows them."""
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = (1 + max(0.0, 1 - 4 * over * ((x - x0) ** 2 + (y - y0) ** 2)) ** 0.5) / 2
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bend_quad(self, quad: Quad) -> Quad:
        """A straight quad as the photo shows it."""
        one, two, three, four = self.bend_points(quad)
        return one, two, three, four

    def straighten_seals(self, seals: Iterable[geometry.Seal]) -> list[geometry.Seal]:
        """Seals of the photo as they were without the lens."""
        found = []
        for seal in seals:
            one, two, three, four = self.straighten_points(seal.corners)
            found.append(seal._replace(corners=(one, two, three, four)))
        return found


_PATCHES = frozenset({"cells", "fits", "sought", "surfaces", "brighter"})  # questions about parts of a picture


class _LensEyes:
    """Eyes for questions in pixels without distortion, which are converted to those of the photo."""

    def __init__(self, eyes: Eyes, lens: Lens) -> None:
        self._eyes, self._lens = eyes, lens

    def __getattr__(self, question: str) -> Callable[..., Any]:
        answer = getattr(self._eyes, question)
        if question not in _PATCHES:
            return cast("Callable[..., Any]", answer)
        return lambda grey, asked, *given: answer(grey, [self._bend_query(each) for each in asked], *given)

    def _bend_query(self, asked: Any) -> Any:
        """A question about a patch, moved to the part of the picture where the patch is seen."""
        if not isinstance(asked, Patch):
            first, *others = asked
            made = (self._bend_query(first), *others)
            return Spot(*made) if isinstance(asked, Spot) else made
        step = 1 / asked.size
        side = asked.size - 0.5
        corners = map_quad(asked.plane, ((-0.5, -0.5), (side, -0.5), (side, side), (-0.5, side)))
        plane = build_homography(self._lens.bend_quad(corners))
        return Patch(product(plane, build_scaling(step, step, step / 2, step / 2)), asked.size)


def look_through(eyes: Eyes, lens: Lens) -> Eyes:
    """Wrap eyes so that questions can ignore the distortion of a lens."""
    return cast(Eyes, _LensEyes(eyes, lens)) if lens.bend else eyes


def fit_lens(eyes: Eyes, size: tuple[int, int], found: Lattice) -> Lens:
    """The lens with which a lattice's seals fit their cards best; one without a bend if they show none."""
    centre = (size[0] - 1) / 2, (size[1] - 1) / 2
    plain = Lens(centre, dist(centre, (0, 0)))
    if len(found.seals) < _SEALS:
        return plain

    def measure_error(bend: float) -> float:
        if bend not in known:
            known[bend] = _measure_lens_error(
                eyes, plain._replace(bend=bend).straighten_seals(found.seals), found.poses
            )
        return known[bend]

    known, step, best = dict[float, float](), _FIRST, 0.0
    while measure_error(best) > min(measure_error(best - step), measure_error(best + step)) and abs(best) < 5 * _FIRST:
        best += step if measure_error(best + step) < measure_error(best - step) else -step
    for _ in range(_TRIES):
        step /= 2
        best = min((best, best - step, best + step), key=measure_error)
    told = abs(best) >= _LEAST and measure_error(best) < _BETTER * measure_error(0.0)
    return plain._replace(bend=best) if told else plain


def _measure_lens_error(eyes: Eyes, seals: Sequence[geometry.Seal], poses: Mapping[int, geometry.Pose]) -> float:
    """The sum of squared distances in pixels of seals from their cards, without the worst."""
    plane = fit_plane(eyes, seals, poses)
    if plane is None:
        return float("inf")
    cards = geometry.fit_card_planes(plane, poses, seals)
    away = sorted(
        dist(one, other) ** 2
        for seal in seals
        for one, other in zip(
            map_quad(cards[seal.face].plane, geometry.seal_corners(seal.square)), seal.corners, strict=True
        )
    )
    return sum(away[: round(_KEPT * len(away))])
