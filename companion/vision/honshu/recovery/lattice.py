"""The lattice of a map: grown from the card that shows most seals, card by card, under one homography.

Whoever reads a seal knows where its card lies, if only roughly; the homography of all whose spots fit
together leaves false readings out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.honshu.recovery.geometry import (
    SEAL,
    SIDE,
    Cell,
    Floats,
    Pose,
    cells_of,
    ground_of,
    mapped,
    seal_corners,
)
from companion.vision.honshu.recovery.seals import Seal

_SEEDS = 6  # cards from which a lattice is grown; the best of these counts
_NEAR = 2.6
"""Squares from a seal that is known to one that may be added; farther off the homography is not sure."""
_STRAIGHT = 6.0  # pixels a corner of a seal of the first card may be off its plane
_REACH = 4  # squares between parts of a map that hang together by a card not read yet


@dataclass
class Lattice:
    """A map as seals alone tell it."""

    plane: Floats  # homography from mm of the lattice to pixels
    poses: dict[int, Pose]
    seals: list[Seal]
    loose: set[int]  # faces that hang together with the others by none of their squares


class Snapped(NamedTuple):
    """A seal put on the nearest position of the lattice."""

    pose: Pose
    off: float  # squares across or down, whichever is more, that it is off there
    lean: float  # radians
    size: float  # its width on the lattice, in widths of a seal
    middle: Floats  # on the lattice, mm


def snap(seal: Seal, plane: Floats) -> Snapped:
    """Put a seal on the nearest position of a lattice."""
    corners = mapped(np.linalg.inv(plane), seal.corners)
    edge = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    angle = float(np.arctan2(edge[1], edge[0]))
    turn = round(angle / (np.pi / 2)) % 4
    lean = (angle - turn * np.pi / 2 + np.pi) % (2 * np.pi) - np.pi
    middle = corners.mean(0)
    away = (middle - mapped(ground_of(Pose(0, 0, turn)), seal_corners(seal.square)).mean(0)) / SIDE
    column, row = np.round(away).astype(int)
    off = float(np.abs(away - (column, row)).max())
    return Snapped(
        Pose(int(row), int(column), turn), off, abs(lean), float(np.linalg.norm(edge)) / SEAL, middle
    )


def fit(seals: Sequence[Seal], poses: Mapping[int, Pose]) -> Floats:
    """The homography from the lattice to pixels on which most seals agree to a fifth of a square.

    The jitter of a hand passes, a false reading does not.

    Raises:
        cv2.error: When the seals give none.
    """
    known = [seal for seal in seals if seal.face in poses]
    spots = np.vstack([mapped(ground_of(poses[seal.face]), seal_corners(seal.square)) for seal in known])
    pixels = np.vstack([seal.corners for seal in known])
    width = float(np.median([np.linalg.norm(seal.corners[0] - seal.corners[1]) for seal in known]))
    plane, _ = cv2.findHomography(spots, pixels, cv2.RANSAC, 0.2 * SIDE * width / SEAL)
    if plane is None:
        plane, _ = cv2.findHomography(spots, pixels, 0)
    if plane is None:
        raise cv2.error("no homography")
    return np.asarray(plane, np.float64)


def find_lattice(seals: Sequence[Seal], cards: int) -> Lattice | None:
    """The lattice of most of the seals; ``None`` where no two cards fit together.

    There may be false seals among them. With fewer cards found than a finished map has, parts lying apart are
    kept.
    """
    by_face = defaultdict[int, list[Seal]](list)
    for seal in seals:
        by_face[seal.face].append(seal)
    best: Lattice | None = None
    for face in sorted(by_face, key=lambda each: -len({seal.square for seal in by_face[each]}))[:_SEEDS]:
        grown = _grow(face, by_face)
        if grown and (best is None or len(grown.seals) > len(best.seals)):
            best = grown
        if best and len(best.seals) == len(seals):
            break
    if best is None or not _settle(best, by_face):
        return None
    _keep_together(best, cards)
    return best


def _grow(first: int, by_face: Mapping[int, Sequence[Seal]]) -> Lattice | None:
    own = by_face[first]
    spots = np.vstack([seal_corners(seal.square) for seal in own])
    plane, _ = cv2.findHomography(
        spots, np.vstack([seal.corners for seal in own]), cv2.RANSAC if len(own) > 2 else 0, _STRAIGHT
    )
    if plane is None:
        return None
    flat = np.asarray(plane, np.float64)
    off = [np.abs(mapped(flat, seal_corners(seal.square)) - seal.corners).max() for seal in own]
    straight = [seal for seal, away in zip(own, off, strict=True) if away < _STRAIGHT]
    grown = Lattice(flat, {first: Pose(0, 0, 0)}, straight or list(own), set())
    while added := _nearest(grown, by_face):
        for face, pose in added:
            grown.poses[face] = pose
            grown.seals += [seal for seal in by_face[face] if snap(seal, grown.plane).pose == pose]
        try:
            grown.plane = fit(grown.seals, grown.poses)
        except cv2.error:
            break
    return grown


def _nearest(grown: Lattice, by_face: Mapping[int, Sequence[Seal]]) -> list[tuple[int, Pose]]:
    """The two cards, with their poses, that fit best next to those known."""
    back = np.linalg.inv(grown.plane)
    known = np.array([mapped(back, [seal.middle])[0] for seal in grown.seals])
    candidates = []
    for face, seals in by_face.items():
        if face in grown.poses:
            continue
        votes = defaultdict[Pose, list[tuple[float, float]]](list)
        for seal in seals:
            there = snap(seal, grown.plane)
            near = float(np.linalg.norm(known - there.middle, axis=1).min()) / SIDE
            if near < _NEAR and there.off < 0.36 and there.lean < 0.45 and 0.6 < there.size < 1.6:
                votes[there.pose].append((near, there.off))
        if votes:
            pose = max(votes, key=lambda each: (len(votes[each]), -min(votes[each])[0]))
            nearest, least = min(votes[pose])[0], min(off for _, off in votes[pose])
            candidates.append((nearest - 0.6 * len(votes[pose]) + least, face, pose))
    return [(face, pose) for _, face, pose in sorted(candidates)[:2]]


def _settle(found: Lattice, by_face: Mapping[int, Sequence[Seal]]) -> bool:
    """Put all cards anew on the final lattice, twice; false when too little holds."""
    for _ in range(2):
        poses, kept = {}, list[Seal]()
        for face in found.poses:
            votes = defaultdict[Pose, list[Seal]](list)
            for seal in by_face[face]:
                there = snap(seal, found.plane)
                if there.off < 0.4 and there.lean < 0.22:
                    votes[there.pose].append(seal)
            if votes:
                poses[face] = max(votes, key=lambda each: len(votes[each]))
                kept += votes[poses[face]]
        if len(kept) < 2:
            return False
        found.poses, found.seals = poses, kept
        try:
            found.plane = fit(kept, poses)
        except cv2.error:
            return False
    return True


def _keep_together(found: Lattice, cards: int) -> None:
    """Drop what does not hang together: a card covers at least one square of another or is covered there."""
    cells = {face: set(cells_of(pose)) for face, pose in found.poses.items()}
    parts = list[set[int]]()
    for face in cells:
        touching = [part for part in parts if any(cells[face] & cells[other] for other in part)]
        parts = [part for part in parts if part not in touching] + [{face}.union(*touching)]
    main = max(parts, key=lambda part: sum(seal.face in part for seal in found.seals))
    reached = set[Cell]().union(*(cells[face] for face in main))
    for part in parts:
        if part is main:
            continue
        if len(main) < cards and _squarely(found, part, cells, reached):
            found.loose |= part
        else:
            found.poses = {face: pose for face, pose in found.poses.items() if face not in part}
    found.seals = [seal for seal in found.seals if seal.face in found.poses]


def _squarely(
    found: Lattice, part: set[int], cells: Mapping[int, Iterable[Cell]], reached: set[Cell]
) -> bool:
    """True for a part that sits on the lattice well enough to hang on by a card not read yet."""
    there = [snap(seal, found.plane) for seal in found.seals if seal.face in part]
    gap = min(
        abs(row - r) + abs(column - c) for face in part for row, column in cells[face] for r, c in reached
    )
    return (
        len(there) >= 2
        and gap <= _REACH
        and bool(np.median([each.off for each in there]) < 0.2)
        and bool(np.median([each.lean for each in there]) < 0.12)
    )
