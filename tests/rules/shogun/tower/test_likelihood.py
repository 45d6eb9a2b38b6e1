"""The likelihood of a form, against small cases reckoned by hand."""

from math import comb, log

import pytest

from companion.data.shogun.throws import read_throws
from companion.rules.shogun.tower.calibration import likelihood


def test_the_likelihood_of_two_throws_by_hand() -> None:
    """Empty tower, 2 blue in, 1 out; 3 red in, 2 red and 1 blue out."""
    p, b = 0.7, 2.0
    form = read_throws("2 blue in, 1 blue out, 3 red in, 2 red 1 blue out")
    shaken = (3 / 9) ** 0.7
    loose = shaken / (shaken + b)
    by_hand = log(2 * p * (1 - p)) + log(comb(3, 2) * p**2 * (1 - p)) + log(loose)
    assert likelihood(form, p, b) == pytest.approx(by_hand)


def test_the_likelihood_when_new_and_old_cannot_be_told_apart() -> None:
    """1 blue in, nothing out; 1 blue in, 1 blue out: the new one or the old one."""
    p, b = 0.7, 2.0
    shaken = (1 / 9) ** 0.7
    loose = shaken / (shaken + b)
    by_hand = log(1 - p) + log(p * (1 - loose) + (1 - p) * loose)
    assert likelihood(read_throws("1 blue in, 0 out, 1 blue in, 1 blue out"), p, b) == pytest.approx(by_hand)


def test_uncounted_colours_are_summed_over() -> None:
    """Only the thrown colour was counted: a blue one may have come out in red's throw, or not."""
    p, b = 0.7, 2.0
    form = read_throws("1 blue in, 0 out, 1 red in, 1 red out, 1 blue in, 2 blue out")
    shaken = (1 / 9) ** 0.7
    first, second = shaken / (shaken + b), shaken / (shaken + b + 1)
    by_hand = log(1 - p) + log(p) + log((1 - first) * second * p)
    assert likelihood(form, p, b, only_thrown=True) == pytest.approx(by_hand)
