"""Towers as data: the three that come with the game, parameters of one's own, and files of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from companion.data.shogun.towers import TowerPreset, get_preset, load_presets, presets_file, read_presets
from companion.errors import InputError


def test_three_towers_come_with_the_game() -> None:
    F, presets = Fraction, load_presets()
    table = {name: [each.p, each.p_fill, each.b, each.a_fill, each.lodged] for name, each in presets.items()}
    assert table == {
        "shogun": [F("0.73"), F("0.61"), F(2), F("1.5"), (18, 4)],
        "amerigo": [F("0.79"), F("0.65"), F("1.5"), F(1), (11, 3)],
        "deep": [F("0.73"), F("0.57"), F("4.3"), F("4.5"), (30, 5)],
    }
    assert next(iter(table)) == "shogun"


def test_parameters_are_open_to_the_table() -> None:
    tower = get_preset("shogun").with_parameters([("p", "0.8"), ("b", "2,5")])
    found = tower.name, tower.p, tower.b, tower.a_fill
    assert found == ("shogun*", Fraction("0.8"), Fraction("2.5"), Fraction("1.5"))
    assert get_preset("shogun").with_parameters([("p", "0.73")]) == get_preset("shogun")
    third = get_preset("shogun").with_parameters([("p", "2/3")])
    again = TowerPreset.parse_parameters(third.name, third.format_parameters())
    assert (again.p, again.p_fill, again.b, again.a_fill) == (third.p, third.p_fill, third.b, third.a_fill)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("p=0", "cannot be '0'; it goes from 0.05 to 1"),
        ("B=-1", "from 0 to 100"),
        ("a_fill=1e3", "from 0 to 100"),
        ("B=2/0", "from 0 to 100"),
        ("p=much", "cannot be 'much'"),
        ("z=1", "'z' is not a parameter"),
    ],
)
def test_a_tower_parameter_out_of_range_is_refused(typed: str, said: str) -> None:
    name, _, value = typed.partition("=")
    with pytest.raises(InputError, match=said):
        get_preset("shogun").with_parameters([(name, value)])


OWN = """[attic]
p = 0.7
p_fill = 0.6
B = 1.25
a_fill = 1.5

[loft]
p = "2/3"
B = 1
"""


def test_ones_own_towers_are_read_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    file = presets_file()
    assert tmp_path in file.parents
    file.parent.mkdir(parents=True)
    file.write_text(OWN, encoding="utf-8")
    assert [*read_presets(file)] == ["attic", "loft"]
    assert get_preset("attic").b == get_preset("attic", file).b == Fraction("1.25")
    with pytest.raises(
        InputError, match="'cellar' is not a tower here; the towers are shogun, amerigo, deep, attic, loft"
    ):
        get_preset("cellar", file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[a]\np = "0.7"\n', "row 1: the tower 'a' lacks the parameter B"),
        ("\n[a]\np = 7\nB = 1\n", "row 3: the parameter p of a tower cannot be '7'"),
        ("[a]\nb = 0.7\nfill = 1\n", "row 2: 'b' is not a parameter of a tower; they are p, p_fill"),
        ("[a]\np = 0.7\np_fil = 1\n", "row 3: 'p_fil' is not a parameter of a tower; did you mean p_fill"),
        ("p = 1\n", "row 1: 'p' is outside a tower"),
    ],
)
def test_a_faulty_tower_file_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "towers.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_presets(file)
