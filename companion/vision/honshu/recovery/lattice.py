"""The lattice of a map: grown from the card that shows most seals, card by card, under one homography.

Whoever reads a seal knows where its card lies, if only roughly; the homography of all whose spots fit
together leaves false readings out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import atan2, dist, hypot, pi, tau
from typing import Any, NamedTuple, cast

from companion.vision.eyes import Eyes, Patch, Spot
from companion.vision.honshu.recovery.geometry import (
    FIRST_START,
    SEAL,
    SIDE,
    Cell,
    Pose,
    Seal,
    card_planes,
    cells_of,
    ground_of,
    seal_corners,
)
from companion.vision.matrices import (
    Matrix,
    Point,
    Quad,
    inverse,
    mapped,
    median,
    middle,
    onto,
    product,
    quad_under,
    scaled,
)

Faces = frozenset[int]
_MOST = 3  # cards that may be too many: of more nobody would be asked
_MOST_APART = 6  # parts that lie apart, of which some may belong to a map
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
_LARGEST = 24  # cards that hang together, among which those are sought


def parts(poses: Mapping[int, Pose]) -> list[Faces]:
    """The faces that hang together: each card covers a square of another of its part, or is covered there."""
    cells = {face: set(cells_of(pose)) for face, pose in poses.items()}
    found = list[Faces]()
    for face in cells:
        touching = [part for part in found if any(cells[face] & cells[other] for other in part)]
        found = [part for part in found if part not in touching] + [Faces({face}).union(*touching)]
    return found


def main_part(poses: Mapping[int, Pose], cards: int) -> Faces:
    """Those of most cards that hang together; if no start province is there, fewer that are a whole map."""
    most, *others = sorted(parts(poses), key=_size, reverse=True)
    whole = (part for part in others if (len(part), starts(part)) == (cards, 1))
    return most if starts(most) else next(whole, most)


def _size(part: Set[int]) -> tuple[int, int]:
    return len(part), starts(part)


def starts(faces: Set[int]) -> int:
    """How many of the faces are start provinces."""
    return sum(face >= FIRST_START for face in faces)


def ways(poses: Mapping[int, Pose], cards: int) -> list[Faces]:
    """The faces that may be left out so that the rest makes a map of so many cards, the likeliest first.

    In a map each card overlaps another, and one of them is a start province; what is missing yet may join
    parts and be that. No more is left out than need be, but then all that lies apart, unless parts of several
    cards close round a hole in which the only card that is missing lies; none of these when nothing makes a
    map.
    """
    main, together = main_part(poses, cards), sorted(parts(poses), key=_size, reverse=True)
    apart = [part for part in together if part != main]
    loose = Faces(poses.keys() - main)
    whole_but_one = len(poses) == cards - 1 and starts(poses.keys()) == 1
    if whole_but_one and apart and len(apart[-1]) > 1 and _around_hole(poses, together):
        return [Faces()]
    if _makes_map(poses, main, cards):
        some = (loose.difference(*each) for each in _some(apart))
        left = [out for out in some if _makes_map(poses, poses.keys() - out, cards)]
        least = [out for out in left if not any(other < out for other in left)]
        return list(dict.fromkeys([*sorted(least, key=len), loose]))
    cells = {face: set(cells_of(pose)) for face, pose in poses.items()}

    def held(out: Faces) -> int:
        """How many squares those left out have in common with others."""
        return sum(len(cells[one] & cells[other]) for one in out - loose for other in main - out)

    for count in range(1, _MOST + 1 if len(main) <= _LARGEST else 0):
        chosen = [loose.union(each) for each in combinations(sorted(main), count)]
        if found := [out for out in chosen if _makes_map(poses, main - out, cards, joined=True)]:
            return sorted(found, key=held)
    return []


def _some(apart: Sequence[Faces]) -> Iterator[Sequence[Faces]]:
    """Some of the parts that lie apart, or none of them."""
    for count in range(len(apart) + 1 if len(apart) <= _MOST_APART else 1):
        yield from combinations(apart, count)


def _makes_map(poses: Mapping[int, Pose], faces: Set[int], cards: int, joined: bool = False) -> bool:
    missing, together = cards - len(faces), parts({face: poses[face] for face in faces})
    apart = len(together) - 1
    if missing < apart > 1 and not joined:  # one card may join several parts, each further one joins one
        apart -= max((len(each) for _, each in _joints(poses, together)), default=2) - 2
    return 0 <= apart <= (0 if joined else missing) <= missing and (
        starts(faces) == 1 or (starts(faces) == 0 and missing > 0)
    )


def _joints(poses: Mapping[int, Pose], together: Sequence[Faces]) -> Iterator[tuple[Set[Cell], Set[Faces]]]:
    """Wherever one more card may lie: its cells, and the parts that it would join."""
    cells = {part: {cell for face in part for cell in cells_of(poses[face])} for part in together}
    for row, column in set().union(*cells.values()):
        for turn in (0, 1):  # half a turn is on the same cells
            for r, c in cells_of(Pose(0, 0, turn)):
                lying = set(cells_of(Pose(row - r, column - c, turn)))
                yield lying, {part for part in together if not lying.isdisjoint(cells[part])}


def _around_hole(poses: Mapping[int, Pose], together: Sequence[Faces]) -> bool:
    """True where all parts lie about a cell that they leave bare, on which a card lies that joins them."""
    whose = {cell: part for part in together for face in part for cell in cells_of(poses[face])}
    holes = {
        (row, column)
        for row, column in {(row + 1, column) for row, column in whose} - whose.keys()
        if {whose.get((row + down, column + across)) for down, across in _BESIDE} == set(together)
    }
    return any(holes & lying and len(joined) == len(together) for lying, joined in _joints(poses, together))


_SEEDS = 6  # cards from which a lattice is grown; the best of these counts
_NEAR = 2.6
"""Squares from a seal that is known to one that may be added; farther off the homography is not sure."""
_STRAIGHT = 6.0  # pixels a corner of a seal of the first card may be off its plane
_REACH = 4  # squares between parts of a map that hang together by a card not read yet


@dataclass
class Lattice:
    """A map as seals alone tell it."""

    plane: Matrix  # homography from mm of the lattice to pixels
    poses: dict[int, Pose]
    seals: list[Seal]
    loose: set[int]  # faces that hang together with the others by none of their squares


class Snapped(NamedTuple):
    """A seal put on the nearest position of the lattice."""

    pose: Pose
    off: float  # squares across or down, whichever is more, that it is off there
    lean: float  # radians
    size: float  # its width on the lattice, in widths of a seal
    middle: Point  # on the lattice, mm


def snap(seal: Seal, back: Matrix) -> Snapped:
    """Put a seal on the nearest position of a lattice; ``back`` leads from pixels to its mm."""
    corners = mapped(back, seal.corners)
    one, two, three, four = corners
    right, down = (two[0] - one[0] + three[0] - four[0]) / 2, (two[1] - one[1] + three[1] - four[1]) / 2
    angle = atan2(down, right)
    turn = round(angle / (pi / 2)) % 4
    lean = (angle - turn * pi / 2 + pi) % tau - pi
    x, y = there = middle(corners)
    at_x, at_y = _ground(turn, seal.square)
    across, along = (x - at_x) / SIDE, (y - at_y) / SIDE
    column, row = round(across), round(along)
    off = max(abs(across - column), abs(along - row))
    return Snapped(Pose(row, column, turn), off, abs(lean), hypot(right, down) / SEAL, there)


@cache
def _ground(turn: int, square: int) -> Point:
    """The middle of a seal on a card turned so in the corner of the lattice, mm."""
    return middle(mapped(ground_of(Pose(0, 0, turn)), seal_corners(square)))


def fit(eyes: Eyes, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> Matrix | None:
    """The homography from the lattice to pixels on which most seals agree to a fifth of a square.

    The jitter of a hand passes, a false reading does not. ``None`` where the seals give none.
    """
    known = [seal for seal in seals if seal.face in poses]
    spots = [
        corner for seal in known for corner in mapped(ground_of(poses[seal.face]), seal_corners(seal.square))
    ]
    pixels = [corner for seal in known for corner in seal.corners]
    width = median(dist(seal.corners[0], seal.corners[1]) for seal in known)
    return eyes.plane(spots, pixels, 0.2 * SIDE * width / SEAL) or eyes.plane(spots, pixels, None)


def find_lattice(eyes: Eyes, seals: Sequence[Seal], cards: int) -> Lattice | None:
    """The lattice of most of the seals; ``None`` where no two cards fit together.

    There may be false seals among them. With fewer cards found than a finished map has, parts lying apart are
    kept.
    """
    by_face = defaultdict[int, list[Seal]](list)
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


def _grow(eyes: Eyes, first: int, by_face: Mapping[int, Sequence[Seal]]) -> Lattice | None:
    own = by_face[first]
    spots = [corner for seal in own for corner in seal_corners(seal.square)]
    pixels = [corner for seal in own for corner in seal.corners]
    plane = eyes.plane(spots, pixels, _STRAIGHT if len(own) > 2 else None)
    if plane is None:
        return None
    straight = [seal for seal in own if _off(seal, plane) < _STRAIGHT]
    grown = Lattice(plane, {first: Pose(0, 0, 0)}, straight or list(own), set())
    while added := _nearest(grown, by_face):
        back = inverse(grown.plane)
        for face, pose in added:
            grown.poses[face] = pose
            grown.seals += [seal for seal in by_face[face] if snap(seal, back).pose == pose]
        found = fit(eyes, grown.seals, grown.poses)
        if found is None:
            break
        grown.plane = found
    return grown


def _off(seal: Seal, plane: Matrix) -> float:
    """Pixels across or down, whichever is more, that corners of a seal are off a card's plane."""
    pairs = zip(mapped(plane, seal_corners(seal.square)), seal.corners, strict=True)
    return max(max(abs(x - seen_x), abs(y - seen_y)) for (x, y), (seen_x, seen_y) in pairs)


def _nearest(grown: Lattice, by_face: Mapping[int, Sequence[Seal]]) -> list[tuple[int, Pose]]:
    """The two cards, with their poses, that fit best next to those known."""
    back = inverse(grown.plane)
    known = mapped(back, [seal.middle for seal in grown.seals])
    candidates = []
    for face, seals in by_face.items():
        if face in grown.poses:
            continue
        votes = defaultdict[Pose, list[tuple[float, float]]](list)
        for seal in seals:
            there = snap(seal, back)
            if there.off < 0.36 and there.lean < 0.45 and 0.6 < there.size < 1.6:
                near = min(dist(each, there.middle) for each in known) / SIDE
                if near < _NEAR:
                    votes[there.pose].append((near, there.off))
        if votes:
            pose = max(votes, key=lambda each: (len(votes[each]), -min(votes[each])[0]))
            nearest, least = min(votes[pose])[0], min(off for _, off in votes[pose])
            candidates.append((nearest - 0.6 * len(votes[pose]) + least, face, pose))
    return [(face, pose) for _, face, pose in sorted(candidates)[:2]]


def _settle(eyes: Eyes, found: Lattice, by_face: Mapping[int, Sequence[Seal]]) -> bool:
    """Put all cards anew on the final lattice, twice; false when too little holds."""
    for _ in range(2):
        poses, kept, back = {}, list[Seal](), inverse(found.plane)
        for face in found.poses:
            votes = defaultdict[Pose, list[Seal]](list)
            for seal in by_face[face]:
                there = snap(seal, back)
                if there.off < 0.4 and there.lean < 0.22:
                    votes[there.pose].append(seal)
            if votes:
                poses[face] = max(votes, key=lambda each: len(votes[each]))
                kept += votes[poses[face]]
        if len(kept) < 2:
            return False
        plane = fit(eyes, kept, poses)
        if plane is None:
            return False
        found.poses, found.seals, found.plane = poses, kept, plane
    return True


def _keep_together(found: Lattice, cards: int) -> None:
    """Drop what does not hang together: a card covers at least one square of another or is covered there."""
    cells = {face: set(cells_of(pose)) for face, pose in found.poses.items()}
    together = parts(found.poses)
    main = max(together, key=lambda part: sum(seal.face in part for seal in found.seals))
    reached = set[Cell]().union(*(cells[face] for face in main))
    for part in together:
        if part is main:
            continue
        if len(main) < cards and _squarely(found, part, cells, reached):
            found.loose |= part
        else:
            found.poses = {face: pose for face, pose in found.poses.items() if face not in part}
    found.seals = [seal for seal in found.seals if seal.face in found.poses]


def _squarely(found: Lattice, part: Faces, cells: Mapping[int, Iterable[Cell]], reached: set[Cell]) -> bool:
    """True for a part that sits on the lattice well enough to hang on by a card not read yet."""
    back = inverse(found.plane)
    there = [snap(seal, back) for seal in found.seals if seal.face in part]
    gap = min(
        abs(row - r) + abs(column - c) for face in part for row, column in cells[face] for r, c in reached
    )
    return (
        len(there) >= 2
        and gap <= _REACH
        and median(each.off for each in there) < 0.2
        and median(each.lean for each in there) < 0.12
    )


_FIRST = 0.06  # bend on both sides of none that is tried first
_LEAST = 0.012  # bend below which none is told from the jitter of hands
_BETTER = 0.9  # share of what seals are off without a bend that must be left with one at most
_KEPT = 0.85  # share of corners that are held against their cards; among the others are false seals
_SEALS = 8  # below which no bend is told
_TRIES = 6


class Lens(NamedTuple):
    """How a lens bends, by division with the square of the distance from its middle."""

    middle: Point = (0.0, 0.0)
    reach: float = 1.0  # pixels from the middle to a corner
    bend: float = 0.0  # that a corner is divided by more than 1; below 0 the lens is a wide one

    def straight(self, points: Iterable[Point]) -> list[Point]:
        """Points of the photo as they were without the lens."""
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = 1 + over * ((x - x0) ** 2 + (y - y0) ** 2)
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bent(self, points: Iterable[Point]) -> list[Point]:
        """Straight points as the photo shows them."""
        (x0, y0), over, found = self.middle, self.bend / self.reach**2, []
        for x, y in points:
            by = (1 + max(0.0, 1 - 4 * over * ((x - x0) ** 2 + (y - y0) ** 2)) ** 0.5) / 2
            found.append((x0 + (x - x0) / by, y0 + (y - y0) / by))
        return found

    def bent_quad(self, quad: Quad) -> Quad:
        """A straight quad as the photo shows it."""
        one, two, three, four = self.bent(quad)
        return one, two, three, four

    def seals(self, seals: Iterable[Seal]) -> list[Seal]:
        """Seals of the photo where they were without the lens."""
        found = []
        for seal in seals:
            one, two, three, four = self.straight(seal.corners)
            found.append(seal._replace(corners=(one, two, three, four)))
        return found


_PATCHES = frozenset(
    {"cells", "fits", "sought", "surfaces", "brighter"}
)  # questions about parts of a picture


class _Through:
    """Eyes that are asked about straight pixels, and look through a lens."""

    def __init__(self, eyes: Eyes, lens: Lens) -> None:
        self._eyes, self._lens = eyes, lens

    def __getattr__(self, question: str) -> Callable[..., Any]:
        answer = getattr(self._eyes, question)
        if question not in _PATCHES:
            return cast("Callable[..., Any]", answer)
        return lambda grey, asked, *given: answer(grey, [self._bent(each) for each in asked], *given)

    def _bent(self, asked: Any) -> Any:
        """What is asked about a patch, about the part of the picture where it is seen."""
        if not isinstance(asked, Patch):
            first, *others = asked
            made = (self._bent(first), *others)
            return Spot(*made) if isinstance(asked, Spot) else made
        step = 1 / asked.size
        side = asked.size - 0.5
        corners = quad_under(asked.plane, ((-0.5, -0.5), (side, -0.5), (side, side), (-0.5, side)))
        plane = onto(self._lens.bent_quad(corners))
        return Patch(product(plane, scaled(step, step, step / 2, step / 2)), asked.size)


def through(eyes: Eyes, lens: Lens) -> Eyes:
    """Eyes that are asked about straight pixels, and look through a lens."""
    return cast(Eyes, _Through(eyes, lens)) if lens.bend else eyes


def lens_of(eyes: Eyes, size: tuple[int, int], found: Lattice) -> Lens:
    """The lens under which the seals of a lattice fit best on their cards; a plain one if that tells none."""
    middle = (size[0] - 1) / 2, (size[1] - 1) / 2
    plain = Lens(middle, dist(middle, (0, 0)))
    if len(found.seals) < _SEALS:
        return plain

    def off(bend: float) -> float:
        if bend not in known:
            known[bend] = _lens_off(eyes, plain._replace(bend=bend).seals(found.seals), found.poses)
        return known[bend]

    known, step, best = dict[float, float](), _FIRST, 0.0
    while off(best) > min(off(best - step), off(best + step)) and abs(best) < 5 * _FIRST:
        best += step if off(best + step) < off(best - step) else -step
    for _ in range(_TRIES):
        step /= 2
        best = min((best, best - step, best + step), key=off)
    told = abs(best) >= _LEAST and off(best) < _BETTER * off(0.0)
    return plain._replace(bend=best) if told else plain


def _lens_off(eyes: Eyes, seals: Sequence[Seal], poses: Mapping[int, Pose]) -> float:
    """How far seals are off where their cards should show them, all but the worst; pixels, squared."""
    plane = fit(eyes, seals, poses)
    if plane is None:
        return float("inf")
    cards = card_planes(plane, poses, seals)
    away = sorted(
        dist(one, other) ** 2
        for seal in seals
        for one, other in zip(
            quad_under(cards[seal.face].plane, seal_corners(seal.square)), seal.corners, strict=True
        )
    )
    return sum(away[: round(_KEPT * len(away))])
