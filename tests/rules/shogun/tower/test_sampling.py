"""The numbers of a throw: HMAC-SHA256 and whole thresholds, reckoned again here in other ways."""

import hashlib
import hmac
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.shogun.towers import TowerPreset, get_preset
from companion.errors import InputError
from companion.rules.shogun.realm import Cube
from companion.rules.shogun.tower import (
    WHOLE,
    LabelledRandomness,
    SeededRandomness,
    compute_commitment,
    compute_lodged_threshold,
    compute_loosening,
    compute_new_threshold,
    label_origins,
)


def test_a_number_is_the_first_32_bits_of_the_hmac() -> None:
    randomness = SeededRandomness("e\u0301te\u0301", ("plum", "crane"))  # an accent is one however it is typed
    by_hand = hmac.new("été\nplum\ncrane".encode(), b"7:blue-3", hashlib.sha256).hexdigest()
    assert randomness.draw_number(7, Cube("blue", 3)) == int(by_hand[:8], 16)


def test_randomness_follows_the_place_of_a_cube_not_the_cube() -> None:
    seeded = SeededRandomness("mount fuji", ("plum", "crane"))
    hand, tray = [Cube("blue", 9), Cube("red", 2), Cube("blue", 4)], [Cube("blue", 1)]
    labelled = LabelledRandomness(seeded, "attack blue red 3", label_origins(hand, tray))
    for cube, place in (
        (Cube("blue", 4), "hand blue 1"),
        (Cube("blue", 9), "hand blue 2"),
        (Cube("red", 2), "hand red 1"),
        (Cube("blue", 1), "tray blue 1"),
        (Cube("green", 8), "inside green-8"),
    ):
        message = f"attack blue red 3:{place}".encode()
        by_hand = hmac.new(b"mount fuji\nplum\ncrane", message, hashlib.sha256).hexdigest()
        assert labelled.draw_number(1, cube) == labelled.draw_number(50, cube) == int(by_hand[:8], 16)


@pytest.mark.parametrize("length", [1, 64, 65, 200])
def test_a_seed_may_be_longer_than_a_block_of_the_hash(length: int) -> None:
    by_hand = hmac.new(b"s" * length, b"1:green-20", hashlib.sha256).hexdigest()
    assert SeededRandomness("s" * length).draw_number(1, Cube("green", 20)) == int(by_hand[:8], 16)


def test_words_cannot_be_moved_from_one_to_the_next() -> None:
    cube = Cube("red", 1)
    assert SeededRandomness("a", ("bc",)).draw_number(1, cube) != SeededRandomness("ab", ("c",)).draw_number(1, cube)
    with pytest.raises(InputError, match="one line"):
        SeededRandomness("a\nb")


def test_the_commitment_is_the_hash_of_seed_and_salt() -> None:
    assert compute_commitment("seed", "00ff") == hashlib.sha256(b"seed\n00ff").hexdigest()


@given(thrown=st.integers(0, 400))
def test_loosening_is_the_tenth_root_to_thirty_places(thrown: int) -> None:
    shaken = compute_loosening(thrown)
    power = (shaken * 10**30).numerator if shaken else 0
    scaled = thrown**7 * 10**300
    assert power**10 * 9**7 <= scaled < (power + 1) ** 10 * 9**7


@given(
    thrown=st.integers(1, 330),
    throws=st.integers(1, 200),
    from_fill=st.booleans(),
    name=st.sampled_from(["shogun", "amerigo", "deep"]),
)
def test_thresholds_are_those_of_exact_arithmetic(thrown: int, throws: int, from_fill: bool, name: str) -> None:
    preset = get_preset(name)
    assert preset.b is not None
    with localcontext() as context:
        context.prec = 60
        shaken = ((Decimal(thrown) / 9).ln() * Decimal("0.7")).exp()
        age = Decimal(throws) + (_to_decimal(preset.a_fill) if from_fill else 0)
        chance = shaken / (shaken + _to_decimal(preset.b) + age - 1)
        expected = int((chance * WHOLE).to_integral_value())
    assert compute_lodged_threshold(preset, thrown, throws, from_fill) == expected


def _to_decimal(fraction: object) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)  # type: ignore[attr-defined]


def test_new_cubes_pass_with_p_and_p_fill() -> None:
    preset = get_preset("shogun")
    assert compute_new_threshold(preset, False) == round(0.73 * WHOLE)
    assert compute_new_threshold(preset, True) == round(0.61 * WHOLE)


@pytest.mark.parametrize(("halves", "threshold"), [(1, 0), (3, 2), (5, 2), (7, 4)])
def test_a_half_goes_to_the_even_threshold(halves: int, threshold: int) -> None:
    b = Fraction(2 * WHOLE, halves) - 1  # nine cubes shake by 1: the chance is 1 / (1 + B)
    tower = TowerPreset(f"of {b}", Fraction(1, 2), Fraction(1, 2), b)
    assert compute_lodged_threshold(tower, 9, 1, False) == threshold
