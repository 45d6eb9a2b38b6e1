"""Planes in plain numbers: as numpy reckons them, and far away where a point lies on the horizon."""

from random import Random

import numpy as np
import pytest

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
