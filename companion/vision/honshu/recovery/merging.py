"""Several photos of one map on one lattice: what one shows in glare, another shows plainly."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import atan2, pi
from operator import itemgetter
from typing import NamedTuple

from companion.errors import InputError
from companion.vision.honshu.reading import How
from companion.vision.honshu.recovery.geometry import SIDE, Cell, Pose, cells_of, shared_start
from companion.vision.honshu.recovery.layers import CardSquare, Layers, covering, decide
from companion.vision.honshu.recovery.sighting import Sighting
from companion.vision.matrices import Matrix, mapped

_PLAIN = 0.8  # strength of evidence above which no seal of a card that shows two was found misread
_FIRM = 3  # other readings that one of such a seal counts as


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


def motions_of(sightings: Sequence[Sighting]) -> dict[int, Motion]:
    """From lattices, by number, to that of the first, upright; without those with too little in common."""
    motions = {0: _upright(sightings[0].plane)}
    poses = {face: moved(pose, motions[0]) for face, pose in sightings[0].poses.items()}
    for _ in sightings:  # what has little in common with the first may have more with the others
        for number, seen in enumerate(sightings):
            if number not in motions and (motion := _motion(seen.poses, poses)):
                motions[number] = motion
                poses = {face: moved(pose, motion) for face, pose in seen.poses.items()} | poses
    return motions


def merge(
    sightings: Sequence[Sighting], cards: int = 13, proofs: int = 1, without: Collection[int] = ()
) -> Merged:
    """One map, upright as the first of its photos shows it: each square as most photos read it.

    So many must read a square alike that any has read, else it is a doubt; and beyond so many cards so many,
    and half of those that show it all, must show a card, else it is none. Some faces may be left out.
    """
    motions = motions_of(sightings)
    if apart := [number for number in range(1, len(sightings) + 1) if number - 1 not in motions]:
        raise InputError(
            "Photo {number} does not show the same map as photo 1; give photos of one map.", number=apart[0]
        )
    every = [_placed(seen, motions[number], without) for number, seen in enumerate(sightings)]
    poses = _poses(every, cards, proofs)
    layers = _layers(every, poses, proofs)
    while fallen := _fallen(every, poses, layers):
        poses = {face: pose for face, pose in poses.items() if face not in fallen}
        layers = _layers(every, poses, proofs)
    return Merged(poses, layers, [motions[number] for number in range(len(sightings))])


class _Placed(NamedTuple):
    """A sighting on the common lattice."""

    strength: Mapping[CardSquare, float]
    poses: Mapping[int, Pose]
    read: Mapping[Cell, CardSquare]
    firm: Collection[CardSquare]  # of these, those that hardly can be misread


def _placed(seen: Sighting, motion: Motion, without: Collection[int]) -> _Placed:
    poses = {face: moved(pose, motion) for face, pose in seen.poses.items() if face not in without}
    tops = [top for top in seen.layers.tops.values() if top.how is How.READ and top.face in poses]
    plain = Counter(top.face for top in tops if top.strength > _PLAIN)
    read = {cells_of(poses[top.face])[top.square]: top[:2] for top in tops}
    firm = {top[:2] for top in tops if plain[top.face] > 1 and top.strength > _PLAIN}
    return _Placed(seen.strength, poses, read, firm)


def _poses(every: Sequence[_Placed], cards: int, proofs: int) -> dict[int, Pose]:
    """The poses of faces on which twice as many readings agree as on another."""
    votes = defaultdict[int, Counter[Pose]](Counter)
    for each in every:
        for face, pose in each.poses.items():
            votes[face][pose] += 1 + sum(face == read for read, _ in each.read.values())
    found, whole = dict[int, Pose](), sum(len(each.poses) >= cards for each in every)
    for face in sorted(votes, key=lambda each: -max(votes[each].values())):
        (pose, count), *others = votes[face].most_common(2)
        shown = sum(each.poses.get(face) == pose for each in every)
        rare = (len(found) >= cards or shared_start(face, found)) and (shown < proofs or 2 * shown < whole)
        if not (rare or any(2 * other > count for _, other in others)):
            found[face] = pose
    return dict(sorted(found.items()))


def _layers(every: Sequence[_Placed], poses: Mapping[int, Pose], proofs: int) -> Layers:
    """The squares in sight: each as most read it, by the photo that shows it best.

    A square that one of three reads otherwise is a doubt.
    """
    strength, disputed, cover = dict[CardSquare, float](), list[Cell](), covering(poses)
    for cell, squares in cover.items():
        fits, votes = list[Mapping[CardSquare, float]](), Counter[CardSquare]()
        for each in every:
            here = {own for own in squares if each.poses.get(own[0]) == poses[own[0]]}
            fits.append({own: each.strength[own] if own in here else 0.0 for own in squares})
            if read := each.read.get(cell):
                votes[read] += _FIRM if read in each.firm else 1
        (first, count), (_, against) = [*votes.most_common(2), ((-1, 0), 0), ((-1, 0), 0)][:2]
        if not count:
            strength |= {own: max(fit[own] for fit in fits) for own in squares}
        elif 3 * against > count or count < proofs or first not in squares:
            strength |= dict.fromkeys(squares, 0.0)
            disputed.append(cell)
        else:
            readers = [fit for each, fit in zip(every, fits, strict=True) if each.read.get(cell) == first]
            strength |= max(readers, key=itemgetter(first))
    layers = decide(cover, strength)
    doubted = {cell: layers.tops[cell]._replace(how=How.UNKNOWN) for cell in disputed}
    return Layers({**layers.tops, **doubted}, layers.above)


def _fallen(every: Sequence[_Placed], poses: Mapping[int, Pose], layers: Layers) -> set[int]:
    """The cards of which single photos read squares, but all of them together none."""
    read = {face for each in every for face, _ in each.read.values()}
    return poses.keys() & read - {top.face for top in layers.tops.values() if top.how is not How.INFERRED}
