"""Draws from a seed: fair, repeatable, the same everywhere."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.shogun.realm import SeededDraws, shuffle_items

KNOWN = [326, 228, 72, 968, 124, 287]


@given(st.lists(st.integers()), st.text())
def test_a_shuffle_conserves_every_card(items: list[int], seed: str) -> None:
    mixed = shuffle_items(items, SeededDraws(seed), "cards")
    assert sorted(mixed) == sorted(items)
    assert shuffle_items(items, SeededDraws(seed), "cards") == mixed


def test_every_place_is_equally_likely() -> None:
    firsts = Counter(shuffle_items("abcd", SeededDraws(str(n)), "x")[0] for n in range(2000))
    assert all(400 < firsts[letter] < 600 for letter in "abcd")


def test_no_number_is_favoured_where_the_bits_do_not_divide() -> None:
    """Below 3/4 of all that 64 bits can be: what is above is drawn again, not counted from 0 once more."""
    bound = 3 * 2**62
    drawn = [SeededDraws(str(n)).draw_number("x", bound) for n in range(1200)]
    assert all(350 < sum(number // 2**62 == third for number in drawn) < 450 for third in range(3))


def test_a_known_seed_gives_the_known_draws() -> None:
    """The first numbers of a known seed: other platforms and versions must give the same."""
    draws = SeededDraws("companion", ("été",))
    assert [draws.draw_number(f"draw {n}", 1000) for n in range(6)] == KNOWN
    composed = SeededDraws("companion", ("e\u0301te\u0301",))
    assert composed.draw_number("draw 0", 1000) == KNOWN[0]
