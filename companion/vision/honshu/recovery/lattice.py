"""The lattice of a map: grown from the card that shows most seals, card by card, under one homography.

Whoever reads a seal knows where its card lies, if only roughly; the homography of all whose spots fit
together leaves false readings out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, dist, hypot, pi, tau
from typing import NamedTuple

from companion.vision.eyes import Eyes
from companion.vision.honshu.recovery.belonging import Faces, parts
from companion.vision.honshu.recovery.geometry import (
    SEAL,
    SIDE,
    Cell,
    Pose,
    cells_of,
    ground_of,
    seal_corners,
)
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Matrix, Point, inverse, mapped, median, middle

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
