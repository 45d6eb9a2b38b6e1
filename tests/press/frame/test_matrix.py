import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.press.frame.outlines import IDENTITY, Matrix

numbers = st.floats(-300, 300).map(lambda number: round(number, 3))
matrices = st.builds(
    lambda turn, scale, x, y: Matrix.scale_by(scale).then(Matrix.rotate(turn)).then(Matrix.translate(x, y)),
    st.floats(0, 360),
    st.floats(0.2, 5),
    numbers,
    numbers,
)


@given(matrices, matrices, numbers, numbers)
def test_then_applies_the_second_matrix_after_the_first(first: Matrix, second: Matrix, x: float, y: float) -> None:
    assert first.then(second).transform_point(x, y) == pytest.approx(
        second.transform_point(*first.transform_point(x, y)), abs=1e-6
    )


@given(matrices, numbers, numbers)
def test_an_inverse_matrix_undoes_the_matrix(matrix: Matrix, x: float, y: float) -> None:
    assert matrix.invert().transform_point(*matrix.transform_point(x, y)) == pytest.approx((x, y), abs=1e-6)
    assert matrix.then(matrix.invert()) == pytest.approx(IDENTITY, abs=1e-6)


def test_turns_are_clockwise_on_paper_and_quarters_exact() -> None:
    assert Matrix.rotate(90).transform_point(1, 0) == (0, 1)  # to the right becomes downward
    assert Matrix.rotate(-90) == Matrix.rotate(270)
    assert Matrix.rotate(180).transform_point(2, 3) == (-2, -3)
    assert Matrix.rotate(45).transform_point(1, 0) == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
