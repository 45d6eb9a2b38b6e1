"""Planes in plain numbers, and the bend of a wide lens, seen by the lattice of a map and undone."""

from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.vision.eyes import Patch, Spot
from companion.vision.honshu.geometry import Pose, Seal, build_ground, detect_seals, seal_corners
from companion.vision.honshu.lattice import Lattice, Lens, fit_lens, look_through
from companion.vision.honshu.map_reading import get_local_eyes
from companion.vision.matrices import (
    Homography,
    Quad,
    build_homography,
    build_scaling,
    inverse,
    map_points,
    map_quad,
    product,
    solve_equations,
)

SIZE = (1600, 1200)
LENS = Lens(((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2), 1000.0)
PLANE: Homography = (5.0, 0.4, 300.0, -0.3, 5.2, 200.0, 0.0002, 0.0001, 1.0)
POSES = {face: Pose(row, column, face % 4) for face, (row, column) in enumerate(np.ndindex(4, 7))}


def build_seals(lens: Lens, jitter: float = 0.0) -> list[Seal]:
    """The seals of cards that a hand put so many mm off, as a lens shows them."""
    chance, found = np.random.default_rng(7), []
    for face, pose in POSES.items():
        off = tuple(chance.uniform(-jitter, jitter, 2).tolist())
        lying = product(PLANE, build_ground(pose, cast("tuple[float, float]", off), jitter / 60))
        found += [Seal(face, square, lens.bend_quad(map_quad(lying, seal_corners(square)))) for square in (0, 3, 5)]
    return found


@given(st.floats(-0.25, 0.25), st.floats(0, SIZE[0]), st.floats(0, SIZE[1]))
def test_bending_and_straightening_points_cancel_out(bend: float, x: float, y: float) -> None:
    lens = LENS._replace(bend=bend)
    ((back_x, back_y),) = lens.bend_points(lens.straighten_points([(x, y)]))
    assert (back_x, back_y) == pytest.approx((x, y), abs=0.5)


@pytest.mark.parametrize(
    ("bend", "jitter"), [(-0.2, 2.0), (-0.04, 2.0), (0.05, 2.0), (0.1, 0.0), (0.0, 0.0), (0.0, 2.0)]
)
def test_a_bend_is_distinguished_from_the_jitter_of_hands(bend: float, jitter: float) -> None:
    bent = build_seals(LENS._replace(bend=bend), jitter)
    found = fit_lens(get_local_eyes(), SIZE, Lattice(PLANE, dict(POSES), bent, set()))
    assert found.bend == (pytest.approx(bend, abs=0.02) if bend else 0)
    assert fit_lens(get_local_eyes(), SIZE, Lattice(PLANE, dict(POSES), bent[:7], set())).bend == 0  # too few


def test_eyes_look_through_a_lens_at_parts_of_a_picture_only() -> None:
    class Eyes:
        def __getattr__(self, question: str) -> Any:
            return lambda *given: (question, *given)

    eyes = cast("Any", Eyes())
    assert look_through(eyes, LENS) is eyes
    lens = LENS._replace(bend=-0.15)
    seen = cast("Any", look_through(eyes, lens))
    patch = Patch((2.0, 0.0, 30.0, 0.0, 2.0, 40.0, 0.0, 0.0, 1.0), 36)
    question, grey, (other,) = seen.cells("grey", [patch])
    assert (question, grey, other.size) == ("cells", "grey", 36)
    corners = [(-0.5, -0.5), (35.5, -0.5), (35.5, 35.5), (-0.5, 35.5)]
    bent = lens.bend_points(map_points(patch.plane, corners))
    assert map_points(other.plane, corners) == [pytest.approx(each) for each in bent]
    ((spot, code),) = seen.measure_fits("grey", [(Spot(patch, 2), 17)])[2]
    assert (spot, code) == (Spot(other, 2), 17)
    assert seen.find_codes("grey", [Spot(patch, 1)])[2] == [Spot(other, 1)]
    assert seen.measure_glare("grey", [patch], 225) == ("measure_glare", "grey", [other], 225)
    assert seen.plane([(0, 0)], [(1, 1)], None) == ("plane", [(0, 0)], [(1, 1)], None)


class SmallSealEyes:
    """Eyes that see a seal only where it is large enough, and remember how closely they looked."""

    def __init__(self, side: float, count: int = 1) -> None:
        self.side, self.count, self.looked = side, count, list[int]()

    def seals(self, _: object, longer: int) -> list[tuple[int, Any]]:
        self.looked.append(longer)
        side = self.side
        return [
            (at % 300, ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side)))
            for at in range(self.count)
            for x in [2 * side * at]
        ]


@pytest.mark.parametrize(
    ("side", "size", "looked"),
    [(40.0, (4000, 3000), [2000]), (20.0, (4000, 3000), [2000, 3600]), (20.0, (2000, 1500), [1700, 2400])],
)
def test_small_seals_of_a_large_photo_are_looked_at_twice(
    side: float, size: tuple[int, int], looked: list[int]
) -> None:
    eyes = SmallSealEyes(side)
    assert len(detect_seals(cast("Any", eyes), None, size)) == 1
    assert eyes.looked == looked


@pytest.mark.deep
def test_more_seals_than_all_cards_have_are_refused() -> None:
    assert len(detect_seals(cast("Any", SmallSealEyes(30, 700)), None, (4000, 3000))) == 700
    with pytest.raises(InputError, match="The photo shows more seals than all cards have"):
        detect_seals(cast("Any", SmallSealEyes(30, 13_000)), None, (4000, 3000))


ASLANT: Homography = (6.0, 0.8, 400.0, -0.5, 5.5, 300.0, 0.0005, 0.0003, 1.0)
TURNED: Homography = (0.0, -2.0, 30.0, 2.0, 0.0, -4.0, 0.0, 0.0, 1.0)
POINTS = [(0.0, 0.0), (120.0, -7.0), (3.5, 88.0)]


def to_array(matrix: Homography) -> np.ndarray:
    return np.array(matrix).reshape(3, 3)


def test_planes_are_computed_as_by_numpy() -> None:
    assert product(ASLANT, TURNED) == pytest.approx((to_array(ASLANT) @ to_array(TURNED)).ravel())
    assert inverse(ASLANT) == pytest.approx(np.linalg.inv(to_array(ASLANT)).ravel())
    seen = np.c_[POINTS, np.ones(3)] @ to_array(ASLANT).T
    assert np.array(map_points(ASLANT, POINTS)) == pytest.approx(seen[:, :2] / seen[:, 2:])
    assert map_points(product(inverse(ASLANT), ASLANT), POINTS) == [pytest.approx(each) for each in POINTS]
    assert map_points(build_scaling(2, 3, 5, 7), [(1, 1)]) == [(7, 10)]


def test_a_point_on_the_horizon_is_very_far_away() -> None:
    ((x, y),) = map_points((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0), [(0.0, 1.0)])
    assert (x, y) == (0, 1e12)
    assert max(map(abs, inverse((1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0)))) == 1e12


def test_a_square_is_laid_onto_a_quad_corner_by_corner() -> None:
    square: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    for quad in (map_quad(ASLANT, square), map_quad(product(ASLANT, TURNED), square)):
        assert map_quad(build_homography(quad), square) == tuple(pytest.approx(each) for each in quad)


def test_as_many_equations_as_unknowns_are_solved() -> None:
    random = Random(5)
    for size in (1, 3, 10):
        half = np.array([[random.uniform(-1, 1) for _ in range(size)] for _ in range(size)])
        terms, values = half @ half.T + np.eye(size), [random.random() for _ in range(size)]
        assert solve_equations(terms.tolist(), values) == pytest.approx(np.linalg.solve(terms, values))
