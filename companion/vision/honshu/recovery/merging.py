"""Several photos of one map on one lattice: what one shows in glare, another shows plainly."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import atan2, pi
from typing import NamedTuple

from companion.errors import InputError
from companion.vision.honshu.recovery.geometry import SIDE, Pose, cells_of, shared_start
from companion.vision.honshu.recovery.layers import Layers, covering, decide
from companion.vision.honshu.recovery.sighting import Sighting
from companion.vision.matrices import Matrix, mapped


class Motion(NamedTuple):
    """From one lattice to another: quarter turns clockwise about its upper left, then down and across."""

    turn: int
    down: int
    across: int


class Merged(NamedTuple):
    """One map from several photos: how each face lies, what is in sight, and each photo's lattice on it."""

    poses: Mapping[int, Pose]
    layers: Layers
    motions: Sequence[Motion]


def moved(pose: Pose, motion: Motion) -> Pose:
    """The pose of a card on another lattice."""
    cells = [_moved(row, column, motion.turn) for row, column in cells_of(pose)]
    return Pose(
        min(row for row, _ in cells) + motion.down,
        min(column for _, column in cells) + motion.across,
        (pose.turn + motion.turn) % 4,
    )


def _moved(row: int, column: int, turn: int) -> tuple[int, int]:
    for _ in range(turn):
        row, column = column, -row
    return row, column


def _motion(one: Mapping[int, Pose], other: Mapping[int, Pose]) -> Motion | None:
    """From one photo's lattice to another's, on which most of their common cards agree."""
    common = one.keys() & other.keys()
    votes = Counter[Motion]()
    for face in common:
        turn = (other[face].turn - one[face].turn) % 4
        there = moved(one[face], Motion(turn, 0, 0))
        votes[Motion(turn, other[face].row - there.row, other[face].column - there.column)] += 1
    if not votes:
        return None
    (motion, count), *_ = votes.most_common(1)
    return motion if count >= 2 and 2 * count > len(common) else None


def _upright(plane: Matrix) -> Motion:
    """The motion after which rows of a lattice go to the right in its photo."""
    (x, y), (right, down) = mapped(plane, [(0, 0), (SIDE, 0)])
    return Motion(round(atan2(down - y, right - x) / (pi / 2)) % 4, 0, 0)


def merge(sightings: Sequence[Sighting]) -> Merged:
    """One map, upright as the first of its photos shows it: of each seal the best evidence counts."""
    motions = {0: _upright(sightings[0].plane)}
    poses = {face: moved(pose, motions[0]) for face, pose in sightings[0].poses.items()}
    strength = dict(sightings[0].strength)
    while left := [number for number in range(len(sightings)) if number not in motions]:
        for number in left:
            seen = sightings[number]
            if motion := _motion(seen.poses, poses):
                break
        else:
            raise InputError(
                "Photo {number} does not show the same map as photo 1; give photos of one map.",
                number=left[0] + 1,
            )
        motions[number] = motion
        for face, pose in seen.poses.items():
            there = moved(pose, motion)
            if face not in poses and not shared_start(face, poses):
                poses[face] = there
            if poses.get(face) == there:
                for square in range(6):
                    known = strength.get((face, square), 0.0)
                    strength[face, square] = max(known, seen.strength[face, square])
    layers = decide(covering(poses), strength)
    return Merged(poses, layers, [motions[number] for number in range(len(sightings))])
