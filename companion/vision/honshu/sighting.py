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
from companion.vision.honshu.reading import Evidence
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
    card, good, misses = CardPlane(product(plane, build_ground(pose)), _REACH), 0, 0
    fits = sight.measure_fits(SquareQuery(card, face, square, pose.turn) for square in range(SQUARES))
    for fit, cell in zip(fits, list_cells(pose), strict=True):
        if fit.correlation > 0.72 and fit.ring > 0.45 and fit.lead > -0.1:
            good += 1
        elif best.get(cell, 0.0) < 0.55:
            misses += 1
    return good, misses


def has_support(sight: Sight, plane: Homography, pose: Pose, face: int, best: Mapping[Cell, float]) -> bool:
    """True when other squares of a card support a pose at least as much as they oppose it."""
    good, misses = _sum_support(sight, plane, pose, face, best)
    return good >= max(1, misses)


def find_missing_cards(
    sight: Sight,
    plane: Homography,
    faces: Collection[int],
    cover: Collection[Cell],
    best: Mapping[Cell, float],
    excluded: Collection[tuple[int, Pose]],
) -> Sequence[Missing]:
    """Cards not known yet, the most certain first.

    ``plane`` leads from mm of the lattice to pixels. Cards are searched around the cells of ``cover``,
    where known cards lie; ``best`` is the strength of the best evidence on each cell. ``excluded`` lists
    faces with poses proved wrong.
    """
    cells = {
        (row + down, column + across)
        for row, column in cover
        for down in range(-2, 3)
        for across in range(-2, 3)
        if abs(down) + abs(across) <= 3
    }
    cells_unread = [cell for cell in sorted(cells) if best.get(cell, 0.0) <= 0.55]
    queries = [(cell, turn) for cell in cells_unread for turn in range(4)]
    planes = [(product(plane, build_ground(_build_pose(cell, 0, turn))), turn) for cell, turn in queries]
    missing_by_face = dict[int, Missing]()
    for (cell, turn), fit in zip(queries, sight.find_codes(planes, _REACH), strict=True):
        if fit is None or fit.correlation < 0.78 or fit.lead < 0.06 or fit.ring < 0.45:
            continue
        face, square = divmod(fit.code, SQUARES)
        pose = _build_pose(cell, square, turn)
        if face in faces or is_second_start(face, faces) or (face, pose) in excluded:
            continue
        if not any(each in cover for each in list_cells(pose)):
            continue
        good, misses = _sum_support(sight, plane, pose, face, best)
        if misses > good or (good <= 1 and (fit.correlation < 0.9 or fit.lead < 0.2)):
            continue
        confidence = fit.correlation + fit.lead
        if face not in missing_by_face or missing_by_face[face].confidence < confidence:
            corners = map_quad(product(plane, build_ground(pose)), seal_corners(square))
            missing_by_face[face] = Missing(face, pose, Seal(face, square, corners), confidence)
    return sorted(missing_by_face.values(), key=lambda each: -each.confidence)


def _build_pose(cell: Cell, square: int, turn: int) -> Pose:
    row, column = list_cells(Pose(0, 0, turn))[square]
    return Pose(cell[0] - row, cell[1] - column, turn)


CardSquare = tuple[int, int]  # a face and a square of it
READ = 0.6  # strength of evidence that is as good as a reading
_AHEAD = 0.15  # how much stronger a square that was read is than others on its cell


class Top(NamedTuple):
    face: int
    square: int
    evidence: Evidence
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
    squares: Sequence[CardSquare], strength: Mapping[CardSquare, float], strengths: Mapping[tuple[int, int], float]
) -> Top:
    def get_weight(one: int, other: int) -> float:
        return strengths.get((one, other), 0.0)

    def weigh(square: CardSquare) -> float:
        net = sum(get_weight(square[0], face) - get_weight(face, square[0]) for face, _ in squares if face != square[0])
        trusted = strength[square] if strength[square] > READ else 0.0
        return 1.2 * trusted + tanh(net) + 0.1 * strength[square]

    top = max(squares, key=weigh)
    others = [face for face, _ in squares if face != top[0]]
    clash = any(get_weight(face, top[0]) > 0.2 for face in others)
    rival = max((strength[each] for each in squares if each != top), default=0.0)
    if strength[top] > READ and strength[top] - rival > _AHEAD and not clash:
        evidence = Evidence.READ
    elif all(get_weight(top[0], face) > get_weight(face, top[0]) for face in others) and not clash:
        evidence = Evidence.INFERRED
    else:
        evidence = Evidence.UNKNOWN
    return Top(*top, evidence, strength[top])


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


def turn_upright(sighting: Sighting, omitted: Collection[int] = ()) -> Sighting:
    """The same map with rows that run to the right in its photo; ``omitted`` leaves faces out."""
    (x, y), (right, down) = map_points(sighting.plane, [(0, 0), (SIDE, 0)])
    turns = round(atan2(down - y, right - x) / (pi / 2)) % 4
    left = sorted(sighting.poses.keys() - {*omitted})
    poses = {face: turn_pose(sighting.poses[face], turns) for face in left}
    return replace(sighting, poses=poses, layers=decide_layers(build_cover(poses), sighting.strength))


def recover_map(sight: Sight, seals: list[Seal], lattice: Lattice, cards: int) -> Sighting:
    """Find all cards of a map, drop impossible ones, and find which squares are on top."""
    excluded, spare = set[tuple[int, Pose]](), list[_Spare]()
    for left in range(_ROUNDS - 1, -1, -1):
        sighting = _look(sight, lattice)
        last = not left
        if last or not (
            _drop_extra(lattice, sighting, cards, spare)
            or _drop_unseen(lattice, sighting, excluded)
            or (_count_missing(lattice, cards) and _take_back(sight, seals, lattice, sighting, excluded))
            or (_count_missing(lattice, cards) and _add_missing(sight, lattice, sighting, cards, excluded))
        ):
            return _restore_spare(sight, seals, lattice, sighting, spare)
    raise AssertionError("the last round returns")


def _count_missing(lattice: Lattice, cards: int) -> int:
    """How many cards are still missing; loose ones do not count, as they may not belong to the map."""
    return max(0, cards - len(lattice.poses.keys() - lattice.loose_faces))


def _look(sight: Sight, lattice: Lattice) -> Sighting:
    planes = fit_card_planes(lattice.plane, lattice.poses, lattice.seals)
    sight.learn(planes, lattice.poses, lattice.seals)
    strengths = {seal[:2]: 1.0 for seal in lattice.seals if seal.face in lattice.poses}
    queries = [
        SquareQuery(planes[face], face, square, pose.turn)
        for face, pose in lattice.poses.items()
        for square in range(6)
        if (face, square) not in strengths
    ]
    fits = zip(queries, sight.measure_fits(queries), strict=True)
    strengths |= {(query.face, query.square): compute_strength(fit) for query, fit in fits}
    layers = decide_layers(build_cover(lattice.poses), strengths)
    return Sighting(lattice.plane, dict(lattice.poses), planes, strengths, layers)


def _drop(lattice: Lattice, face: int) -> Pose:
    lattice.seals = [seal for seal in lattice.seals if seal.face != face]
    return lattice.poses.pop(face)


_Spare = tuple[Pose, list[Seal]]
"""A card that was dropped because there were too many for a map: its pose and seals."""


def _lies_there(spare: _Spare, sighting: Sighting) -> bool:
    """True if a dropped card really lies there; a single seal is false if another square was read in its cell."""
    pose, seals = spare
    if any(seal.face in sighting.poses for seal in seals):
        return False  # it was added again
    cells = {list_cells(pose)[seal.square] for seal in seals}
    tops = [sighting.layers.tops.get(cell) for cell in cells]
    return len(cells) > 1 or any(top is None or top.evidence is not Evidence.READ for top in tops)


def _restore_spare(sight: Sight, seals: list[Seal], lattice: Lattice, scene: Sighting, spare: list[_Spare]) -> Sighting:
    """Add the dropped cards that really lie there, and find the cards that lie beside the map."""
    spares = [each for each in spare if _lies_there(each, scene)]
    for pose, found_at in spares:
        lattice.poses[found_at[0].face] = pose
        lattice.seals += found_at
    scene = _look(sight, lattice) if spares else scene
    back, faces = inverse(lattice.plane), defaultdict[int, set[int]](set)
    for seal in seals:
        near = snap(seal, back)
        if scene.poses.get(seal.face) != near.pose and list_cells(near.pose)[seal.square] not in scene.layers.tops:
            faces[seal.face].add(seal.square)
    return replace(scene, faces_beside=frozenset(face for face, squares in faces.items() if len(squares) > 1))


def _drop_extra(lattice: Lattice, sighting: Sighting, cards: int, spare: list[_Spare]) -> bool:
    """Drop the card with the least evidence if there are too many for a map."""
    if len(lattice.poses) <= cards:
        return False
    faces_read = {seal[:2] for seal in lattice.seals}

    def speaks(face: int) -> tuple[bool, int, float]:
        pairs = [(face, square) for square in range(6)]
        strength = sum(map(sighting.strength.__getitem__, pairs))
        return face not in lattice.loose_faces, sum(each in faces_read for each in pairs), strength

    least = min(lattice.poses, key=speaks)
    seals = [seal for seal in lattice.seals if seal.face == least]
    pose = _drop(lattice, least)
    if least not in lattice.loose_faces:  # loose ones are beside the map
        spare.append((pose, seals))
    return True


def _drop_unseen(lattice: Lattice, sighting: Sighting, excluded: set[tuple[int, Pose]]) -> bool:
    """Drop cards of which no square, or just one among mismatches, was read: they were placed wrongly."""
    evidence_by_face = defaultdict[int, list[tuple[Evidence, float]]](list)
    for top in sighting.layers.tops.values():
        evidence_by_face[top.face].append((top.evidence, top.strength))
    weak = list[int]()
    for face in lattice.poses:
        read_count = sum(evidence is Evidence.READ for evidence, _ in evidence_by_face[face])
        low = sum(strength < 0.3 for evidence, strength in evidence_by_face[face] if evidence is not Evidence.READ)
        if read_count == 0 or (read_count == 1 and low > 1):
            weak.append(face)
    for face in weak:
        excluded.add((face, _drop(lattice, face)))
    return bool(weak)


def _find_best(sighting: Sighting) -> dict[Cell, float]:
    best = defaultdict[Cell, float](float)
    for face, pose in sighting.poses.items():
        for square, cell in enumerate(list_cells(pose)):
            best[cell] = max(best[cell], sighting.strength[face, square])
    return dict(best)


def _take_back(sight: Sight, seals: list[Seal], lattice: Lattice, scene: Sighting, bans: set[tuple[int, Pose]]) -> bool:
    """Add cards whose unused seals fit now; also replace a loose copy of a card by one that overlaps the map."""
    back, best, has_taken = defaultdict[tuple[int, Pose], list[Seal]](list), _find_best(scene), False
    for seal in seals:
        snapped = snap(seal, inverse(lattice.plane))
        straight = snapped.offset < 0.3 and snapped.lean < 0.2 and 0.7 < snapped.size < 1.4
        if straight and any(cell in best for cell in list_cells(snapped.pose)):
            back[seal.face, snapped.pose].append(seal)
    trusted = {cell for each in lattice.poses.keys() - lattice.loose_faces for cell in list_cells(lattice.poses[each])}
    for (face, pose), squares in sorted(back.items(), key=lambda each: -len(each[1])):
        copy = face in lattice.loose_faces and not trusted.isdisjoint(
            list_cells(pose)
        )  # the loose one lies another copy
        if (face in lattice.poses and not copy) or (face, pose) in bans:
            continue
        if is_second_start(face, lattice.poses.keys() - {face}):
            continue
        if len(squares) > 1 or has_support(sight, lattice.plane, pose, face, best):
            if copy:
                lattice.loose_faces.remove(face)
            if face in lattice.poses:
                _drop(lattice, face)
            lattice.poses[face] = pose
            lattice.seals += squares
            has_taken = True
    if has_taken:
        lattice.plane = fit_plane(sight.eyes, lattice.seals, lattice.poses) or lattice.plane
    return has_taken


def _add_missing(sight: Sight, lattice: Lattice, scene: Sighting, cards: int, bans: set[tuple[int, Pose]]) -> bool:
    best = _find_best(scene)
    missing = find_missing_cards(sight, lattice.plane, lattice.poses, best.keys(), best, bans)
    for each in missing[: _count_missing(lattice, cards)]:
        lattice.poses[each.face] = each.pose
        lattice.seals.append(each.seal)
    if missing:
        lattice.plane = fit_plane(sight.eyes, lattice.seals, lattice.poses) or lattice.plane
    return bool(missing)
