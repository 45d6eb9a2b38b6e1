"""A lattice from seals alone: settled on what fits and kept together; cards left over are taken back."""

from collections.abc import Iterable, Mapping
from math import cos, sin
from typing import Any, cast

import pytest

from companion.vision.eyes import Found
from companion.vision.honshu.geometry import (
    FIRST_START,
    SIDE,
    Pose,
    Seal,
    Sight,
    SquareQuery,
    build_ground,
    list_cells,
    seal_corners,
)
from companion.vision.honshu.lattice import Lattice, _keep_together, _settle, find_lattice
from companion.vision.honshu.map_reading import get_local_eyes
from companion.vision.honshu.reading import Evidence
from companion.vision.honshu.sighting import Layers, Sighting, _take_back, decide_layers, find_missing_cards
from companion.vision.matrices import Homography, build_scaling, inverse, map_points, map_quad, middle, product

PLANE = (6.0, 0.8, 400.0, -0.5, 5.5, 300.0, 0.0005, 0.0003, 1.0)
POSES = {3: Pose(0, 0, 0), 17: Pose(1, 1, 1), 40: Pose(2, 0, 2)}
"""Three cards that lie on one another, on a plane that is seen aslant."""


def build_seal(face: int, square: int, pose: Pose, off: float = 0.0, lean: float = 0.0, size: float = 1.0) -> Seal:
    """A seal of a card, so many squares to the right of its place, turned and grown about its middle."""
    corners = map_quad(build_ground(pose), seal_corners(square))
    x, y = middle(corners)
    along, across = size * cos(lean), size * sin(lean)
    about = (along, -across, x + off * SIDE, across, along, y, 0.0, 0.0, 1.0)
    one, two, three, four = ((at_x - x, at_y - y) for at_x, at_y in corners)
    return Seal(face, square, map_quad(PLANE, map_quad(about, (one, two, three, four))))


def build_seals(poses: Mapping[int, Pose], squares: Iterable[int] = range(4), **more: float) -> list[Seal]:
    return [build_seal(face, square, pose, **more) for face, pose in poses.items() for square in squares]


def group_by_face(seals: Iterable[Seal]) -> dict[int, list[Seal]]:
    found: dict[int, list[Seal]] = {}
    for each in seals:
        found.setdefault(each.face, []).append(each)
    return found


def build_lattice(poses: Mapping[int, Pose], seals: Iterable[Seal], plane: Homography = PLANE) -> Lattice:
    return Lattice(plane, dict(poses), list(seals), set())


def is_seen(plane: Homography) -> bool:
    """True for the homography of the tests, to a tenth of a millimetre."""
    places = [(0.0, 0.0), (120.0, 0.0), (0.0, 120.0), (120.0, 120.0), (60.0, 60.0)]
    pairs = zip(map_points(inverse(PLANE), map_points(plane, places)), places, strict=True)
    return all(max(abs(x - at_x), abs(y - at_y)) < 0.1 for (x, y), (at_x, at_y) in pairs)


def test_cards_that_were_put_a_little_wrong_are_settled_on_their_seals() -> None:
    seals = build_seals(POSES)
    aslant = product(PLANE, build_scaling(1, 1, 0.2 * SIDE, -0.2 * SIDE))
    found = build_lattice({3: Pose(5, 5, 1), 17: Pose(1, 1, 1), 40: Pose(2, 0, 2)}, [], aslant)
    assert _settle(get_local_eyes(), found, group_by_face(seals))
    assert (found.poses, len(found.seals)) == (POSES, len(seals))
    assert is_seen(found.plane)


@pytest.mark.parametrize("more", [{"off": 0.45}, {"lean": 0.3}, {"lean": -0.3}, {"off": 2}])
def test_a_seal_that_does_not_fit_its_card_is_left_out(more: dict[str, Any]) -> None:
    seals, wrong = build_seals(POSES), build_seal(17, 5, POSES[17], **more)
    found = build_lattice(POSES, [*seals, wrong])
    assert _settle(get_local_eyes(), found, group_by_face([wrong, *seals]))
    assert found.poses == POSES
    assert {each[:2] for each in found.seals} == {each[:2] for each in seals}
    right = build_seal(17, 5, POSES[17], off=0.3, lean=0.15)
    assert _settle(get_local_eyes(), found, group_by_face([right, *seals]))
    assert (17, 5) in {each[:2] for each in found.seals}
    alone = build_seals({50: Pose(0, 2, 0)}, off=0.5)
    found = build_lattice({**POSES, 50: Pose(0, 2, 0)}, [*seals, *alone])  # a card none of whose seals fits
    assert _settle(get_local_eyes(), found, group_by_face([*seals, *alone]))
    assert found.poses == POSES


BESIDE = {50: Pose(0, 4, 0), 51: Pose(1, 5, 0)}
"""Two cards on each other, a square beside the map."""


@pytest.mark.parametrize(
    ("poses", "squares", "more", "cards", "kept"),
    [
        (BESIDE, range(4), {}, 13, True),
        (BESIDE, range(4), {}, 3, False),  # the map is whole without them
        ({50: Pose(0, 7, 0)}, range(4), {}, 13, True),
        ({50: Pose(0, 8, 0)}, range(4), {}, 13, False),  # too far off
        ({50: Pose(0, 4, 0)}, [0], {}, 13, False),  # one seal may be false
        ({50: Pose(0, 4, 0)}, [0, 1], {"off": 0.15, "lean": 0.1}, 13, True),
        ({50: Pose(0, 4, 0)}, range(4), {"off": 0.25}, 13, False),
        ({50: Pose(0, 4, 0)}, range(4), {"lean": 0.15}, 13, False),
    ],
)
def test_cards_that_lie_apart_are_kept_while_a_card_between_is_missing(
    poses: dict[int, Pose], squares: Iterable[int], more: dict[str, float], cards: int, kept: bool
) -> None:
    seals = [*build_seals(POSES, range(6)), *build_seals(poses, squares, **more)]
    found = build_lattice({**poses, **POSES}, seals)
    _keep_together(found, cards)
    assert found.loose_faces == (set(poses) if kept else set())
    assert found.poses.keys() == {*POSES, *(poses if kept else ())}
    assert {each.face for each in found.seals} == found.poses.keys()
    if kept and len(poses) > 1:  # of two parts that lie far apart the one with more seals is the map
        far = {50: Pose(0, 20, 0), 51: Pose(1, 21, 0)}
        found = build_lattice({**POSES, **far}, [*build_seals(POSES, [0]), *build_seals(far, range(6))])
        _keep_together(found, 13)
        assert found.poses == far


def test_two_seals_are_a_lattice_and_one_is_none_nor_are_such_as_lie_on_one_line() -> None:
    poses = {3: POSES[3]}
    for count, settled in ((0, False), (1, False), (2, True)):
        seals = build_seals(poses, range(count))
        assert _settle(get_local_eyes(), build_lattice(poses, seals), {3: seals}) == settled
    assert find_lattice(get_local_eyes(), [build_seal(3, 0, POSES[3])], 13) is None
    flat = [Seal(3, at, cast("Any", tuple((x, 7.0) for x, _ in seal_corners(at)))) for at in (0, 1)]
    assert not _settle(get_local_eyes(), build_lattice({3: Pose(0, 0, 0)}, flat, build_scaling(1, 1)), {3: flat})


SIGHT = Sight(get_local_eyes(), None, (1000, 1000))


def build_sighting(poses: Mapping[int, Pose]) -> Sighting:
    strength = {(face, square): 1.0 for face in poses for square in range(6)}
    return Sighting(PLANE, dict(poses), {}, strength, cast("Layers", None))


def test_a_false_seal_does_not_bend_the_lattice() -> None:
    found = find_lattice(
        get_local_eyes(), [*build_seals(POSES), build_seal(50, 2, Pose(1, 0, 0), off=0.4, lean=0.5)], 13
    )
    assert found is not None
    assert (found.poses.keys(), len(found.seals)) == (POSES.keys(), 4 * len(POSES))


def take_back_cards(seals: list[Seal], banned: Iterable[tuple[int, Pose]] = (), **poses: Pose) -> Lattice:
    """The map of three cards after cards that these seals belong to were taken back."""
    own = {**POSES, **{int(face[1:]): pose for face, pose in poses.items()}}
    found, before = build_lattice(own, build_seals(own)), set(own)
    back = _take_back(SIGHT, seals, found, build_sighting(own), set(banned))
    assert back == (set(found.poses) != before) == (found.plane is not PLANE)
    return found


BACK = Pose(3, 1, 0)


def test_a_card_that_was_left_over_is_taken_back_with_its_seals() -> None:
    own = [build_seal(50, 1, BACK), build_seal(50, 4, BACK)]
    found = take_back_cards([*build_seals(POSES), *own])
    assert found.poses == {**POSES, 50: BACK}
    assert [each for each in found.seals if each.face == 50] == own
    assert is_seen(found.plane)
    aside = take_back_cards([build_seal(50, square, BACK, off=0.2) for square in (1, 4)])
    assert aside.poses[50] == BACK
    assert aside.plane != PLANE  # the plane is fitted anew


@pytest.mark.parametrize(
    ("more", "taken"),
    [
        *(({"off": off}, abs(off) < 0.3) for off in (0.35, -0.35, 0.25)),
        *(({"lean": lean}, abs(lean) < 0.2) for lean in (0.25, -0.25, 0.15)),
        *(({"size": size}, 0.7 < size < 1.4) for size in (0.6, 0.8, 1.3, 1.5)),
    ],
)
def test_a_card_is_taken_back_where_its_seals_fit_nearly(more: Mapping[str, Any], taken: bool) -> None:
    found = take_back_cards([build_seal(50, square, BACK, **more) for square in (1, 4)])
    assert found.poses == ({**POSES, 50: BACK} if taken else POSES)


def test_a_card_beside_the_map_or_at_a_pose_that_was_ruled_out_is_not_taken_back() -> None:
    away = Pose(9, 9, 0)
    assert not set(list_cells(away)) & {cell for pose in POSES.values() for cell in list_cells(pose)}
    assert take_back_cards([build_seal(50, 1, away), build_seal(50, 4, away)]).poses == POSES
    own = [build_seal(50, 1, BACK), build_seal(50, 4, BACK)]
    assert take_back_cards(own, [(50, BACK)]).poses == POSES
    assert take_back_cards(own, [(50, away), (51, BACK)]).poses[50] == BACK
    few, many = ([build_seal(50, at, Pose(0, 1, 1)) for at in (0, 1)], [build_seal(50, at, BACK) for at in (2, 3, 4)])
    found = take_back_cards([*few, *many])  # most seals say where a card lies
    assert (found.poses[50], [each for each in found.seals if each.face == 50]) == (BACK, many)
    starts = [build_seal(face, square, BACK) for face in (FIRST_START, FIRST_START + 1) for square in (1, 4)]
    assert len(take_back_cards(starts).poses.keys() - POSES.keys()) == 1  # a map has one start province


def test_of_a_card_that_lies_there_twice_the_one_that_overlaps_others_is_of_the_map() -> None:
    beside = Pose(0, 4, 0)
    own = {**POSES, 50: beside}
    found, seen, again = (
        build_lattice(own, build_seals(own)),
        build_sighting(own),
        [build_seal(50, at, BACK) for at in (1, 4)],
    )
    found.loose_faces.add(50)
    assert not _take_back(SIGHT, build_seals({50: beside}), found, seen, set())  # which is where it lies
    assert _take_back(SIGHT, again, found, seen, set())
    assert (found.poses, found.loose_faces) == ({**POSES, 50: BACK}, set())
    assert [each for each in found.seals if each.face == 50] == again
    assert not _take_back(SIGHT, build_seals({50: beside}), found, seen, set())
    dropped = build_lattice(POSES, build_seals(POSES))  # one that lay apart and was dropped
    dropped.loose_faces.add(50)
    assert _take_back(SIGHT, again, dropped, build_sighting(POSES), set())
    assert (dropped.poses, dropped.loose_faces) == ({**POSES, 50: BACK}, set())


def test_neither_of_two_squares_that_read_alike_on_a_cell_is_certain() -> None:
    cover = {(0, 0): [(1, 0), (2, 0)]}
    assert decide_layers(cover, {(1, 0): 0.9, (2, 0): 0.2}).tops[0, 0][:3] == (1, 0, Evidence.READ)
    for other in (0.85, 0.9, 0.95):
        assert decide_layers(cover, {(1, 0): 0.9, (2, 0): other}).tops[0, 0].evidence is Evidence.UNKNOWN
    beside = {**cover, (0, 1): [(1, 1), (2, 1)]}  # where one lies upon the other
    tops = decide_layers(beside, {(1, 0): 0.9, (2, 0): 0.85, (1, 1): 0.9, (2, 1): 0.1}).tops
    assert [tops[0, at][:3] for at in (0, 1)] == [(1, 0, Evidence.INFERRED), (1, 1, Evidence.READ)]


class OneSealSight(Sight):
    """A photo of one seal of face 25, that fits its code so much better than any other."""

    def __init__(self, ahead: float) -> None:
        super().__init__(get_local_eyes(), None, (1000, 1000))
        self.found = Found(6 * 25, 0.8, 0.91, ahead)

    def find_codes(self, spots: Iterable[tuple[Homography, int]], reach: float) -> list[Found | None]:
        expected = product(PLANE, build_ground(Pose(0, 0, 0)))
        return [self.found if (plane, turn) == (expected, 0) else None for plane, turn in spots]

    def measure_fits(self, asked: Iterable[SquareQuery]) -> list[Found]:
        return [self.found if each.square == 0 else Found(0, 0.1, 0.0, -1.0) for each in asked]


@pytest.mark.parametrize(("ahead", "faces"), [(0.26, [25]), (0.13, [])])
def test_a_card_is_not_recognised_by_one_seal_that_nearly_fits_another(ahead: float, faces: list[int]) -> None:
    cover = list_cells(Pose(0, 0, 0))
    best = dict.fromkeys(cover, 1.0) | {cover[0]: 0.0}
    missing = find_missing_cards(OneSealSight(ahead), PLANE, [], cover, best, [])
    assert [each.face for each in missing] == faces
