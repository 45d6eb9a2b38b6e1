"""The tower: what goes in is inside, or comes out; 50 throws that never change; the numbers of a throw."""

import hashlib
import hmac
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.towers import TowerPreset, get_preset, load_presets
from companion.errors import InputError
from companion.rules.shogun.realm import COLOURS, DAIMYO, Cube, count_cubes, get_supply_size
from companion.rules.shogun.tower import (
    WHOLE,
    LabelledRandomness,
    LodgedCube,
    SeededRandomness,
    Tower,
    compute_commitment,
    compute_lodged_threshold,
    compute_loosening,
    compute_new_threshold,
    enter_throw,
    fill_tower,
    label_origins,
    list_fill_cubes,
    throw_cubes,
)
from tests.goldens import read_golden

SHOGUN = get_preset("shogun")


class Always:
    """A tower that lets everything out, or nothing."""

    def __init__(self, number: int) -> None:
        self._number = number

    def draw_number(self, throw: int, cube: Cube) -> int:
        return self._number


ALL_OUT, NONE_OUT = Always(0), Always(WHOLE - 1)


def play_throws() -> str:
    """Fifty throws of a three-player game, in words: what goes in, what comes out, what is inside."""
    randomness = SeededRandomness("golden pavilion", ("plum", "crane", "snow"))
    players = ("blue", "yellow", "red")
    filled = fill_tower(SHOGUN, list_fill_cubes(players), randomness)

    def list_cubes(cubes: tuple[Cube, ...]) -> str:
        return " ".join(map(str, cubes)) or "nothing"

    def list_ages(tower: Tower) -> str:
        return "  ".join(
            f"{colour} {','.join(f'{age:g}' for age in ages)}" for colour, ages in tower.list_ages().items()
        )

    lines = [f"fill out: {list_cubes(filled.cubes_out)}", f"     inside: {list_ages(filled.tower)}"]
    tower = filled.tower
    for number in range(1, 51):
        first, second = players[number % 3], players[(number + 1) % 3]
        cubes = tower.pick_cubes({first: 2 + number % 4, second: 1 + number % 3, "green": number % 2})
        made = throw_cubes(tower, cubes, randomness)
        lines += [f"{number:>2} in: {list_cubes(made.cubes_in)}", f"  out: {list_cubes(made.cubes_out)}"]
        lines.append(f"  inside: {list_ages(made.tower)}")
        keeps = players[(number + 2) % 3]
        tower = made.tower.with_tray(cube for cube in made.cubes_out if cube.colour == keeps)
    return "\n".join(lines) + "\n"


def test_fifty_throws_are_the_same_everywhere() -> None:
    text = play_throws()
    assert text == read_golden("tower-50-throws.txt", text)


def test_what_comes_out_of_the_filling_leaves_the_tray_empty() -> None:
    filled = fill_tower(SHOGUN, list_fill_cubes(DAIMYO), SeededRandomness("x"))
    assert filled.number == 0
    assert filled.tower.tray == ()
    assert sorted((*filled.cubes_out, *filled.tower.lodged_cubes)) == sorted(list_fill_cubes(DAIMYO))
    assert all(each.from_fill for each in filled.tower.lodged)


def test_a_cube_of_the_filling_counts_as_older_than_its_throws() -> None:
    tower = fill_tower(SHOGUN, list_fill_cubes(DAIMYO), NONE_OUT).tower
    assert set(tower.list_ages()["blue"]) == {2.5}
    tower = throw_cubes(tower, tower.pick_cubes({"blue": 1}), NONE_OUT).tower
    assert sorted(tower.list_ages()["blue"]) == [1.0, *[3.5] * 7]


def test_the_tray_goes_in_with_the_next_throw() -> None:
    tower = Tower(SHOGUN, tray=(Cube("red", 1),))
    made = throw_cubes(tower, tower.pick_cubes({"red": 2}), ALL_OUT)
    assert made.cubes_in == (Cube("red", 1), Cube("red", 2), Cube("red", 3))
    assert made.tower.tray == made.cubes_in
    assert made.tower.throws == 1


def test_all_cubes_thrown_shake_the_lodged_ones_leftovers_included() -> None:
    at_the_line = LodgedCube(Cube("blue", 1), 0)
    few = Tower(SHOGUN, (at_the_line,))
    many = Tower(SHOGUN, (at_the_line,), tuple(Cube("red", n) for n in range(1, 31)))
    between = Always(round(0.4 * WHOLE))
    assert Cube("blue", 1) not in throw_cubes(few, few.pick_cubes({"yellow": 1}), between).cubes_out
    assert Cube("blue", 1) in throw_cubes(many, many.pick_cubes({"yellow": 1}), between).cubes_out


def test_a_cube_cannot_be_in_two_places() -> None:
    tower = Tower(SHOGUN, (LodgedCube(Cube("blue", 1), 0),), (Cube("blue", 2),))
    for cubes in ([Cube("blue", 1)], [Cube("blue", 2)], [Cube("red", 1), Cube("red", 1)]):
        with pytest.raises(InputError, match="two places"):
            throw_cubes(tower, cubes, ALL_OUT)
    with pytest.raises(InputError, match="blue-1 cannot"):
        tower.with_tray([Cube("blue", 1)])
    with pytest.raises(InputError, match="blue-1 cannot"):
        tower.with_lodged([Cube("blue", 1)])


def test_a_real_towers_throw_is_entered_by_counts() -> None:
    tower = Tower(SHOGUN, (LodgedCube(Cube("blue", 9), 0, True), LodgedCube(Cube("blue", 8), 2)), throws=3)
    made = enter_throw(tower, [Cube("blue", 1), Cube("blue", 2), Cube("red", 1)], {"blue": 3})
    assert made.cubes_out == (Cube("blue", 1), Cube("blue", 2), Cube("blue", 8))
    assert made.tower.lodged_cubes == (Cube("blue", 9), Cube("red", 1))
    assert made.number == 4
    with pytest.raises(InputError, match="5 cubes .blue. cannot have come out: so many were neither thrown nor inside"):
        enter_throw(tower, [Cube("blue", 1), Cube("blue", 2)], {"blue": 5})


@st.composite
def games(draw: st.DrawFn) -> list[tuple[dict[str, int], str]]:
    """Throws of any colours, each with the colour that stays in the tray afterwards."""
    cubes = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 4), max_size=4)
    return draw(st.lists(st.tuples(cubes, st.sampled_from(COLOURS)), max_size=12))


@settings(max_examples=60, deadline=None)
@given(game=games(), seed=st.text("abc", max_size=3), name=st.sampled_from(list(load_presets())))
def test_cubes_are_conserved(game: list[tuple[dict[str, int], str]], seed: str, name: str) -> None:
    """Whatever is thrown: no cube is lost, doubled or changed."""
    randomness = SeededRandomness(seed)
    tower = fill_tower(get_preset(name), list_fill_cubes(DAIMYO[:3]), randomness).tower
    for counts, keeps in game:
        free = Counter({colour: get_supply_size(colour) for colour in COLOURS})
        free.subtract(count_cubes([*tower.lodged_cubes, *tower.tray]))
        cubes = tower.pick_cubes({colour: min(count, free[colour]) for colour, count in counts.items()})
        made = throw_cubes(tower, cubes, randomness)
        assert sorted((*made.cubes_out, *made.tower.lodged_cubes)) == sorted((*cubes, *tower.tray, *tower.lodged_cubes))
        assert set(made.cubes_in) - set(made.cubes_out) <= set(made.tower.lodged_cubes)
        assert made.tower.tray == made.cubes_out
        tower = made.tower.with_tray(cube for cube in made.cubes_out if cube.colour == keeps)


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
