"""A map as one photo shows it: seals, lattice, evidence and layers, gone through until nothing changes."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import atan2, pi

from companion.vision.honshu.reading import How
from companion.vision.honshu.recovery.evidence import Asked, Sight, strength
from companion.vision.honshu.recovery.geometry import SIDE, Cell, Pose, cells_of, shared_start, turn_pose
from companion.vision.honshu.recovery.holes import backed, find_missing
from companion.vision.honshu.recovery.lattice import Lattice, fit, snap
from companion.vision.honshu.recovery.layers import Layers, covering, decide
from companion.vision.honshu.recovery.poses import CardPlane, card_planes
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Matrix, inverse, mapped

_ROUNDS = 12


@dataclass(frozen=True)
class Sighting:
    """A map in one photo."""

    plane: Matrix  # homography from mm of the lattice to pixels
    poses: Mapping[int, Pose]
    card_planes: Mapping[int, CardPlane]
    strength: Mapping[tuple[int, int], float]  # of the evidence for each seal, by face and square
    layers: Layers
    beside: frozenset[int] = frozenset()  # faces of cards that lie beside it, or of second ones that do


def upright(seen: Sighting, without: Collection[int] = ()) -> Sighting:
    """The same map with rows that go to the right in its photo; some faces may be left out."""
    (x, y), (right, down) = mapped(seen.plane, [(0, 0), (SIDE, 0)])
    turns = round(atan2(down - y, right - x) / (pi / 2)) % 4
    left = sorted(seen.poses.keys() - {*without})
    poses = {face: turn_pose(seen.poses[face], turns) for face in left}
    return replace(seen, poses=poses, layers=decide(covering(poses), seen.strength))


def recover(sight: Sight, seals: list[Seal], found: Lattice, cards: int) -> Sighting:
    """Find all cards of a map, drop those that cannot be, and tell what lies on top."""
    banned, spare = set[tuple[int, Pose]](), list[_Spare]()
    for left in range(_ROUNDS - 1, -1, -1):
        seen = _look(sight, found)
        last = not left
        if last or not (
            _one_too_many(found, seen, cards, spare)
            or _unseated(found, seen, banned)
            or (_missing(found, cards) and _taken_back(sight, seals, found, seen, banned))
            or (_missing(found, cards) and _searched(sight, found, seen, cards, banned))
        ):
            return _with_spare(sight, seals, found, seen, spare)
    raise AssertionError("the last round returns")


def _missing(found: Lattice, cards: int) -> int:
    """How many cards are sought yet; those that lie apart may be none of them."""
    return max(0, cards - len(found.poses.keys() - found.loose))


def _look(sight: Sight, found: Lattice) -> Sighting:
    where = card_planes(found.plane, found.poses, found.seals)
    sight.learn(where, found.poses, found.seals)
    known = {seal[:2]: 1.0 for seal in found.seals if seal.face in found.poses}
    unread = [
        Asked(where[face], face, square, pose.turn)
        for face, pose in found.poses.items()
        for square in range(6)
        if (face, square) not in known
    ]
    fits = zip(unread, sight.fits(unread), strict=True)
    known |= {(asked.face, asked.square): strength(fit) for asked, fit in fits}
    layers = decide(covering(found.poses), known)
    return Sighting(found.plane, dict(found.poses), where, known, layers)


def _drop(found: Lattice, face: int) -> Pose:
    found.seals = [seal for seal in found.seals if seal.face != face]
    return found.poses.pop(face)


_Spare = tuple[Pose, list[Seal]]
"""A card that was dropped because there were more than a map has, with its seals."""


def _lies_there(spare: _Spare, seen: Sighting) -> bool:
    """True when a card that was dropped lies there indeed: one false seal is no card, where another reads."""
    pose, seals = spare
    if any(seal.face in seen.poses for seal in seals):
        return False  # it was taken back
    there = {cells_of(pose)[seal.square] for seal in seals}
    tops = [seen.layers.tops.get(cell) for cell in there]
    return len(there) > 1 or any(top is None or top.how is not How.READ for top in tops)


def _with_spare(
    sight: Sight, seals: list[Seal], found: Lattice, seen: Sighting, spare: list[_Spare]
) -> Sighting:
    """What was seen, with the cards that were dropped though they lie there, and those that lie beside."""
    lying = [each for each in spare if _lies_there(each, seen)]
    for pose, own in lying:
        found.poses[own[0].face] = pose
        found.seals += own
    seen = _look(sight, found) if lying else seen
    back, away = inverse(found.plane), defaultdict[int, set[int]](set)
    for seal in seals:
        there = snap(seal, back)
        if (
            seen.poses.get(seal.face) != there.pose
            and cells_of(there.pose)[seal.square] not in seen.layers.tops
        ):
            away[seal.face].add(seal.square)
    beside = frozenset(face for face, squares in away.items() if len(squares) > 1)
    return replace(seen, beside=beside)


def _one_too_many(found: Lattice, seen: Sighting, cards: int, spare: list[_Spare]) -> bool:
    """Drop the card that least speaks for, where there are more than a map has."""
    if len(found.poses) <= cards:
        return False
    read = {seal[:2] for seal in found.seals}

    def speaks(face: int) -> tuple[bool, int, float]:
        own = [(face, square) for square in range(6)]
        strength = sum(map(seen.strength.__getitem__, own))
        return face not in found.loose, sum(each in read for each in own), strength

    least = min(found.poses, key=speaks)
    seals = [seal for seal in found.seals if seal.face == least]
    pose = _drop(found, least)
    if least not in found.loose:  # those lie beside it
        spare.append((pose, seals))
    return True


def _unseated(found: Lattice, seen: Sighting, banned: set[tuple[int, Pose]]) -> bool:
    """Take out cards that show no square of their own: they were seated wrongly."""
    shown = defaultdict[int, list[tuple[How, float]]](list)
    for top in seen.layers.tops.values():
        shown[top.face].append((top.how, top.strength))
    weak = list[int]()
    for face in found.poses:
        read = sum(how is How.READ for how, _ in shown[face])
        low = sum(strength < 0.3 for how, strength in shown[face] if how is not How.READ)
        if read == 0 or (read == 1 and low > 1):
            weak.append(face)
    for face in weak:
        banned.add((face, _drop(found, face)))
    return bool(weak)


def _best(seen: Sighting) -> dict[Cell, float]:
    """Strength of the best evidence on each cell."""
    best = defaultdict[Cell, float](float)
    for face, pose in seen.poses.items():
        for square, cell in enumerate(cells_of(pose)):
            best[cell] = max(best[cell], seen.strength[face, square])
    return dict(best)


def _taken_back(
    sight: Sight, seals: list[Seal], found: Lattice, seen: Sighting, banned: set[tuple[int, Pose]]
) -> bool:
    """Take cards whose seals were left over, where they fit now; of a card that lies there twice also."""
    back, best, taken = defaultdict[tuple[int, Pose], list[Seal]](list), _best(seen), False
    for seal in seals:
        there = snap(seal, inverse(found.plane))
        straight = there.off < 0.3 and there.lean < 0.2 and 0.7 < there.size < 1.4
        if straight and any(cell in best for cell in cells_of(there.pose)):
            back[seal.face, there.pose].append(seal)
    firm = {cell for each in found.poses.keys() - found.loose for cell in cells_of(found.poses[each])}
    for (face, pose), own in sorted(back.items(), key=lambda each: -len(each[1])):
        again = face in found.loose and not firm.isdisjoint(cells_of(pose))  # what lies apart is another copy
        if (face in found.poses and not again) or (face, pose) in banned:
            continue
        if shared_start(face, found.poses.keys() - {face}):
            continue
        if len(own) > 1 or backed(sight, found.plane, pose, face, best):
            if again:
                found.loose.remove(face)
            if face in found.poses:
                _drop(found, face)
            found.poses[face] = pose
            found.seals += own
            taken = True
    if taken:
        found.plane = fit(sight.eyes, found.seals, found.poses) or found.plane
    return taken


def _searched(
    sight: Sight, found: Lattice, seen: Sighting, cards: int, banned: set[tuple[int, Pose]]
) -> bool:
    best = _best(seen)
    missing = find_missing(sight, found.plane, found.poses, best.keys(), best, banned)
    for each in missing[: _missing(found, cards)]:
        found.poses[each.face] = each.pose
        found.seals.append(each.seal)
    if missing:
        found.plane = fit(sight.eyes, found.seals, found.poses) or found.plane
    return bool(missing)
