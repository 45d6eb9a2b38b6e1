"""Cards that no seal gave away: sought with the whole code book in and around the cells that are known."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.vision.honshu.recovery.evidence import Asked, Sight
from companion.vision.honshu.recovery.geometry import (
    SQUARES,
    Cell,
    Pose,
    cells_of,
    ground_of,
    seal_corners,
    shared_start,
)
from companion.vision.honshu.recovery.poses import CardPlane
from companion.vision.honshu.recovery.seals import Seal
from companion.vision.matrices import Matrix, product, quad_under

_REACH = 4.0  # mm a hand may have put a card off


class Missing(NamedTuple):
    """A card found by searching: its face, how it lies, the seal that told, and how sure that is."""

    face: int
    pose: Pose
    seal: Seal
    sure: float


def _support(
    sight: Sight, plane: Matrix, pose: Pose, face: int, best: Mapping[Cell, float]
) -> tuple[int, int]:
    """Squares of a supposed card that read as its own; and those that ought to, but do not."""
    card, good, bad = CardPlane(product(plane, ground_of(pose)), _REACH), 0, 0
    fits = sight.fits(Asked(card, face, square, pose.turn) for square in range(SQUARES))
    for fit, cell in zip(fits, cells_of(pose), strict=True):
        if fit.own > 0.72 and fit.ring > 0.45 and fit.ahead > -0.1:
            good += 1
        elif best.get(cell, 0.0) < 0.55:
            bad += 1
    return good, bad


def backed(sight: Sight, plane: Matrix, pose: Pose, face: int, best: Mapping[Cell, float]) -> bool:
    """True when other squares of a card speak for a pose at least as much as against it."""
    good, bad = _support(sight, plane, pose, face, best)
    return good >= max(1, bad)


def find_missing(
    sight: Sight,
    plane: Matrix,
    known: Collection[int],
    cover: Collection[Cell],
    best: Mapping[Cell, float],
    banned: Collection[tuple[int, Pose]],
) -> Sequence[Missing]:
    """Cards not known yet, the surest first.

    ``plane`` leads from mm of the lattice to pixels. Cards are sought about the cells of ``cover``, where
    known cards lie; ``best`` is the strength of the best evidence on each cell. ``banned`` faces with poses
    proved wrong.
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
    planes = [(product(plane, ground_of(_at(cell, 0, turn))), turn) for cell, turn in asked]
    found = dict[int, Missing]()
    for (cell, turn), seen in zip(asked, sight.any_codes(planes, _REACH), strict=True):
        if seen is None or seen.own < 0.78 or seen.ahead < 0.06 or seen.ring < 0.45:
            continue
        face, square = divmod(seen.code, SQUARES)
        pose = _at(cell, square, turn)
        if face in known or shared_start(face, known) or (face, pose) in banned:
            continue
        if not any(each in cover for each in cells_of(pose)):
            continue
        good, bad = _support(sight, plane, pose, face, best)
        if bad > good or (good <= 1 and (seen.own < 0.9 or seen.ahead < 0.2)):
            continue
        sure = seen.own + seen.ahead
        if face not in found or found[face].sure < sure:
            corners = quad_under(product(plane, ground_of(pose)), seal_corners(square))
            found[face] = Missing(face, pose, Seal(face, square, corners), sure)
    return sorted(found.values(), key=lambda each: -each.sure)


def _at(cell: Cell, square: int, turn: int) -> Pose:
    """The pose of a card with a square on a cell."""
    row, column = cells_of(Pose(0, 0, turn))[square]
    return Pose(cell[0] - row, cell[1] - column, turn)
