"""A map found in one photo: seals, lattice, evidence and layers, repeated until nothing changes."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, pi, tanh
from typing import NamedTuple

from companion.vision.honshu.geometry import (
    SIDE,
    SQUARES,
    CardPlane,
    Cell,
    Pose,
    Seal,
    Sight,
    SquareQuery,
    build_ground,
    compute_strength,
    fit_card_planes,
    is_second_start,
    list_cells,
    seal_corners,
    turn_pose,
)
from companion.vision.honshu.lattice import Lattice, fit_plane, snap
from companion.vision.honshu.reading import How
from companion.vision.matrices import Homography, inverse, map_points, map_quad, product

_REACH = 4.0  # most mm that a card may be off its pose


class Missing(NamedTuple):
    """A card found by searching: its face and pose, the seal that showed it, and how certain it is."""

    face: int
    pose: Pose
    seal: Seal
    confidence: float


def _sum_support(sight: Sight, plane: Homography, pose: Pose, face: int, best: Mapping[Cell, float]) -> tuple[int, int]:
    """How many squares of a supposed card read as its own, and how many should but do not."""
    card, good, bad = CardPlane(product(plane, build_ground(pose)), _REACH), 0, 0
    fits = sight.measure_fits(SquareQuery(card, face, square, pose.turn) for square in range(SQUARES))
    for read, cell in zip(fits, list_cells(pose), strict=True):
        if read.correlation > 0.72 and read.ring > 0.45 and read.lead > -0.1:
            good += 1
        elif best.get(cell, 0.0) < 0.55:
            bad += 1
    return good, bad


def has_support(sight: Sight, plane: Homography, pose: Pose, face: int, best: Mapping[Cell, float]) -> bool:
    """True when other squares of a card support a pose at least as much as they oppose it."""
    good, bad = _sum_support(sight, plane, pose, face, best)
    return good >= max(1, bad)


def find_missing_cards(
    sight: Sight,
    plane: Homography,
    known: Collection[int],
    cover: Collection[Cell],
    best: Mapping[Cell, float],
    banned: Collection[tuple[int, Pose]],
) -> Sequence[Missing]:
    """Cards not known yet, the most certain first.

    ``plane`` leads from mm of the lattice to pixels. Cards are searched around the cells of ``cover``,
    where known cards lie; ``best`` is the strength of the best evidence on each cell. ``banned`` lists
    faces with poses proved wrong.
    """
    cells = {
        (row + down, column + across)
        for row, column in cover
        for down in range(-2, 3)
        for across in range(-2, 3)
        if abs(down) + abs(across) <= 3
    }
    unread = [cell for cell in sorted(cells) if best.get(cell, 0.0) <= 0.55]
    asked = [(cell, turn) for cell in unread for turn in range(4)]
    planes = [(product(plane, build_ground(_build_pose(cell, 0, turn))), turn) for cell, turn in asked]
    found = dict[int, Missing]()
    for (cell, turn), seen in zip(asked, sight.find_codes(planes, _REACH), strict=True):
        if seen is None or seen.correlation < 0.78 or seen.lead < 0.06 or seen.ring < 0.45:
            continue
        face, square = divmod(seen.code, SQUARES)
        pose = _build_pose(cell, square, turn)
        if face in known or is_second_start(face, known) or (face, pose) in banned:
            continue
        if not any(each in cover for each in list_cells(pose)):
            continue
        good, bad = _sum_support(sight, plane, pose, face, best)
        if bad > good or (good <= 1 and (seen.correlation < 0.9 or seen.lead < 0.2)):
            continue
        sure = seen.correlation + seen.lead
        if face not in found or found[face].confidence < sure:
            corners = map_quad(product(plane, build_ground(pose)), seal_corners(square))
            found[face] = Missing(face, pose, Seal(face, square, corners), sure)
    return sorted(found.values(), key=lambda each: -each.confidence)


def _build_pose(cell: Cell, square: int, turn: int) -> Pose:
    row, column = list_cells(Pose(0, 0, turn))[square]
    return Pose(cell[0] - row, cell[1] - column, turn)


CardSquare = tuple[int, int]  # a face and a square of it
READ = 0.6  # strength of evidence that is as good as a reading
_AHEAD = 0.15  # how much stronger a square that was read is than others on its cell


class Top(NamedTuple):
    face: int
    square: int
    evidence: How
    strength: float  # of the evidence for its seal, 0 to 1


class Layers(NamedTuple):
    """The top square of each cell, and how strong the evidence is for one face above another (first over second)."""

    tops: dict[Cell, Top]
    strengths: dict[tuple[int, int], float]


def build_cover(poses: Mapping[int, Pose]) -> dict[Cell, list[CardSquare]]:
    """The squares that lie on each cell, at any level."""
    cover = defaultdict[Cell, list[CardSquare]](list)
    for face, pose in poses.items():
        for square, cell in enumerate(list_cells(pose)):
            cover[cell].append((face, square))
    return dict(cover)


def decide_layers(cover: Mapping[Cell, Sequence[CardSquare]], strength: Mapping[CardSquare, float]) -> Layers:
    """Decide which squares are on top, from those on each cell and the evidence for each seal."""
    above = defaultdict[tuple[int, int], float](float)
    for squares in cover.values():
        first, *others = sorted(squares, key=lambda each: -strength[each])
        if others and strength[first] > READ and strength[first] - strength[others[0]] > 0.25:
            for other in others:
                above[first[0], other[0]] += strength[first] - strength[other]
    return Layers({cell: _choose_top(squares, strength, above) for cell, squares in cover.items()}, dict(above))


def _choose_top(
    squares: Sequence[CardSquare], strength: Mapping[CardSquare, float], above: Mapping[tuple[int, int], float]
) -> Top:
    def get_weight(one: int, other: int) -> float:
        return above.get((one, other), 0.0)

    def worth(square: CardSquare) -> float:
        net = sum(get_weight(square[0], face) - get_weight(face, square[0]) for face, _ in squares if face != square[0])
        firm = strength[square] if strength[square] > READ else 0.0
        return 1.2 * firm + tanh(net) + 0.1 * strength[square]

    top = max(squares, key=worth)
    others = [face for face, _ in squares if face != top[0]]
    clash = any(get_weight(face, top[0]) > 0.2 for face in others)
    rival = max((strength[each] for each in squares if each != top), default=0.0)
    if strength[top] > READ and strength[top] - rival > _AHEAD and not clash:
        how = How.READ
    elif all(get_weight(top[0], face) > get_weight(face, top[0]) for face in others) and not clash:
        how = How.INFERRED
    else:
        how = How.UNKNOWN
    return Top(*top, how, strength[top])


_ROUNDS = 12


@dataclass(frozen=True)
class Sighting:
    """A map in one photo."""

    plane: Homography  # homography from mm of the lattice to pixels
    poses: Mapping[int, Pose]
    card_planes: Mapping[int, CardPlane]
    strength: Mapping[tuple[int, int], float]  # of the evidence for each seal, by face and square
    layers: Layers
    faces_beside: frozenset[int] = frozenset()  # faces of cards beside the map, also of second copies


def turn_upright(seen: Sighting, without: Collection[int] = ()) -> Sighting:
    """The same map with rows that run to the right in its photo; ``without`` leaves faces out."""
    (x, y), (right, down) = map_points(seen.plane, [(0, 0), (SIDE, 0)])
    turns = round(atan2(down - y, right - x) / (pi / 2)) % 4
    left = sorted(seen.poses.keys() - {*without})
    poses = {face: turn_pose(seen.poses[face], turns) for face in left}
    return replace(seen, poses=poses, layers=decide_layers(build_cover(poses), seen.strength))


def recover_map(sight: Sight, seals: list[Seal], found: Lattice, cards: int) -> Sighting:
    """Find all cards of a map, drop impossible ones, and find which squares are on top."""
    banned, spare = set[tuple[int, Pose]](), list[_Spare]()
    for left in range(_ROUNDS - 1, -1, -1):
        seen = _look(sight, found)
        last = not left
        if last or not (
            _drop_extra(found, seen, cards, spare)
            or _drop_unseen(found, seen, banned)
            or (_count_missing(found, cards) and _take_back(sight, seals, found, seen, banned))
            or (_count_missing(found, cards) and _add_missing(sight, found, seen, cards, banned))
        ):
            return _restore_spare(sight, seals, found, seen, spare)
    raise AssertionError("the last round returns")


def _count_missing(found: Lattice, cards: int) -> int:
    """How many cards are still missing; loose ones do not count, as they may not belong to the map."""
    return max(0, cards - len(found.poses.keys() - found.loose_faces))


def _look(sight: Sight, found: Lattice) -> Sighting:
    where = fit_card_planes(found.plane, found.poses, found.seals)
    sight.learn(where, found.poses, found.seals)
    known = {seal[:2]: 1.0 for seal in found.seals if seal.face in found.poses}
    unread = [
        SquareQuery(where[face], face, square, pose.turn)
        for face, pose in found.poses.items()
        for square in range(6)
        if (face, square) not in known
    ]
    fits = zip(unread, sight.measure_fits(unread), strict=True)
    known |= {(asked.face, asked.square): compute_strength(fit) for asked, fit in fits}
    layers = decide_layers(build_cover(found.poses), known)
    return Sighting(found.plane, dict(found.poses), where, known, layers)


def _drop(found: Lattice, face: int) -> Pose:
    found.seals = [seal for seal in found.seals if seal.face != face]
    return found.poses.pop(face)


_Spare = tuple[Pose, list[Seal]]
"""A card that was dropped because there were too many for a map: its pose and seals."""


def _lies_there(spare: _Spare, seen: Sighting) -> bool:
    """True if a dropped card really lies there; a single seal is false if another square was read in its cell."""
    pose, seals = spare
    if any(seal.face in seen.poses for seal in seals):
        return False  # it was added again
    there = {list_cells(pose)[seal.square] for seal in seals}
    tops = [seen.layers.tops.get(cell) for cell in there]
    return len(there) > 1 or any(top is None or top.evidence is not How.READ for top in tops)


def _restore_spare(sight: Sight, seals: list[Seal], found: Lattice, seen: Sighting, spare: list[_Spare]) -> Sighting:
    """Add the dropped cards that really lie there, and find the cards that lie beside the map."""
    lying = [each for each in spare if _lies_there(each, seen)]
    for pose, own in lying:
        found.poses[own[0].face] = pose
        found.seals += own
    seen = _look(sight, found) if lying else seen
    back, away = inverse(found.plane), defaultdict[int, set[int]](set)
    for seal in seals:
        there = snap(seal, back)
        if seen.poses.get(seal.face) != there.pose and list_cells(there.pose)[seal.square] not in seen.layers.tops:
            away[seal.face].add(seal.square)
    beside = frozenset(face for face, squares in away.items() if len(squares) > 1)
    return replace(seen, faces_beside=beside)


def _drop_extra(found: Lattice, seen: Sighting, cards: int, spare: list[_Spare]) -> bool:
    """Drop the card with the least evidence if there are too many for a map."""
    if len(found.poses) <= cards:
        return False
    read = {seal[:2] for seal in found.seals}

    def speaks(face: int) -> tuple[bool, int, float]:
        own = [(face, square) for square in range(6)]
        strength = sum(map(seen.strength.__getitem__, own))
        return face not in found.loose_faces, sum(each in read for each in own), strength

    least = min(found.poses, key=speaks)
    seals = [seal for seal in found.seals if seal.face == least]
    pose = _drop(found, least)
    if least not in found.loose_faces:  # loose ones are beside the map
        spare.append((pose, seals))
    return True


def _drop_unseen(found: Lattice, seen: Sighting, banned: set[tuple[int, Pose]]) -> bool:
    """Drop cards of which no square, or just one among mismatches, was read: they were placed wrongly."""
    shown = defaultdict[int, list[tuple[How, float]]](list)
    for top in seen.layers.tops.values():
        shown[top.face].append((top.evidence, top.strength))
    weak = list[int]()
    for face in found.poses:
        read = sum(how is How.READ for how, _ in shown[face])
        low = sum(strength < 0.3 for how, strength in shown[face] if how is not How.READ)
        if read == 0 or (read == 1 and low > 1):
            weak.append(face)
    for face in weak:
        banned.add((face, _drop(found, face)))
    return bool(weak)


def _find_best(seen: Sighting) -> dict[Cell, float]:
    best = defaultdict[Cell, float](float)
    for face, pose in seen.poses.items():
        for square, cell in enumerate(list_cells(pose)):
            best[cell] = max(best[cell], seen.strength[face, square])
    return dict(best)


def _take_back(sight: Sight, seals: list[Seal], found: Lattice, seen: Sighting, banned: set[tuple[int, Pose]]) -> bool:
    """Add cards whose unused seals fit now; also replace a loose copy of a card by one that overlaps the map."""
    back, best, taken = defaultdict[tuple[int, Pose], list[Seal]](list), _find_best(seen), False
    for seal in seals:
        there = snap(seal, inverse(found.plane))
        straight = there.offset < 0.3 and there.lean < 0.2 and 0.7 < there.size < 1.4
        if straight and any(cell in best for cell in list_cells(there.pose)):
            back[seal.face, there.pose].append(seal)
    firm = {cell for each in found.poses.keys() - found.loose_faces for cell in list_cells(found.poses[each])}
    for (face, pose), own in sorted(back.items(), key=lambda each: -len(each[1])):
        again = face in found.loose_faces and not firm.isdisjoint(list_cells(pose))  # the loose one is another copy
        if (face in found.poses and not again) or (face, pose) in banned:
            continue
        if is_second_start(face, found.poses.keys() - {face}):
            continue
        if len(own) > 1 or has_support(sight, found.plane, pose, face, best):
            if again:
                found.loose_faces.remove(face)
            if face in found.poses:
                _drop(found, face)
            found.poses[face] = pose
            found.seals += own
            taken = True
    if taken:
        found.plane = fit_plane(sight.eyes, found.seals, found.poses) or found.plane
    return taken


def _add_missing(sight: Sight, found: Lattice, seen: Sighting, cards: int, banned: set[tuple[int, Pose]]) -> bool:
    best = _find_best(seen)
    missing = find_missing_cards(sight, found.plane, found.poses, best.keys(), best, banned)
    for each in missing[: _count_missing(found, cards)]:
        found.poses[each.face] = each.pose
        found.seals.append(each.seal)
    if missing:
        found.plane = fit_plane(sight.eyes, found.seals, found.poses) or found.plane
    return bool(missing)
