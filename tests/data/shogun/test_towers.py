"""Towers as data: the four that come with the game, parameters of one's own, and files of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from companion.data.shogun.towers import TowerPreset, keep_preset, preset_named, read_presets, shipped_presets
from companion.errors import InputError, OutputError


def test_four_towers_come_with_the_game() -> None:
    table = {
        name: [preset.p, preset.p_fill, preset.b, preset.a_fill, preset.q, preset.lodged]
        for name, preset in shipped_presets().items()
    }
    F = Fraction
    assert table == {
        "shogun": [F("0.73"), F("0.61"), F(2), F("1.5"), None, (18, 4)],
        "amerigo": [F("0.79"), F("0.65"), F("1.5"), F(1), None, (11, 3)],
        "deep": [F("0.73"), F("0.57"), F("4.3"), F("4.5"), None, (30, 5)],
        "spielbyweb": [F(2, 3), F(2, 3), None, F(0), F(1, 3), (9, 3)],
    }
    assert next(iter(table)) == "shogun"


@pytest.mark.parametrize("name", ["shogun", "spielbyweb"])
def test_parameters_survive_as_text(name: str) -> None:
    preset = preset_named(name)
    words = preset.words()
    again = TowerPreset.from_words(name, words)
    assert again.words() == words
    assert (again.p, again.p_fill, again.b, again.q) == (preset.p, preset.p_fill, preset.b, preset.q)


def test_parameters_are_open_to_the_table() -> None:
    tower = preset_named("shogun").changed([("p", "0.8"), ("b", "2,5")])
    assert (tower.name, tower.p, tower.b, tower.a_fill) == (
        "shogun*",
        Fraction("0.8"),
        Fraction("2.5"),
        Fraction("1.5"),
    )
    assert preset_named("shogun").changed([("q", "1/3")]).q is not None
    assert preset_named("spielbyweb").changed([("B", "2")]).q is None
    assert preset_named("shogun").changed([("p", "0.73")]) == preset_named("shogun")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("p=0", "cannot be '0'; it goes from 0.05 to 1"),
        ("p=1.01", "from 0.05 to 1"),
        ("B=-1", "from 0 to 100"),
        ("B=101", "from 0 to 100"),
        ("a_fill=1e3", "from 0 to 100"),
        ("q=2/0", "from 0 to 1"),
        ("p=much", "cannot be 'much'"),
        ("p=nan", "cannot be 'nan'"),
        ("z=1", "'z' is not a parameter"),
    ],
)
def test_a_parameter_out_of_range_is_one_sentence(typed: str, said: str) -> None:
    name, _, value = typed.partition("=")
    with pytest.raises(InputError, match=said):
        preset_named("shogun").changed([(name, value)])


def test_an_unknown_tower_names_those_there_are() -> None:
    with pytest.raises(InputError, match="'tall' is not a tower here; the towers are shogun, amerigo"):
        preset_named("tall")


def test_ones_own_towers_are_kept_beside_each_other(tmp_path: Path) -> None:
    file = tmp_path / "towers.toml"
    attic = TowerPreset.from_words("attic", {"p": "0.7", "p_fill": "0.6", "B": "1.25", "a_fill": "1.5"})
    loft = TowerPreset.from_words("loft", {"p": "2/3", "q": "1/3"})
    assert keep_preset(attic, file) == file
    keep_preset(loft, file)
    keep_preset(attic, file)
    assert preset_named("attic", file) == attic
    assert read_presets(file) == {"attic": attic, "loft": loft}
    with pytest.raises(InputError, match="shogun, amerigo, deep, spielbyweb, attic, loft"):
        preset_named("cellar", file)


def test_own_towers_lie_in_the_configuration_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    file = keep_preset(TowerPreset.from_words("attic", {"p": "0.7", "B": "1"}))
    assert tmp_path in file.parents
    assert preset_named("attic").p == Fraction("0.7")


@pytest.mark.parametrize(
    ("name", "said"), [("shogun", "comes with the game"), ("My Tower", "cannot name"), ("", "cannot name")]
)
def test_some_names_cannot_be_given(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        keep_preset(TowerPreset.from_words(name, {"p": "0.7", "B": "1"}), tmp_path / "towers.toml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[a]\np = "0.7"\n', "row 1: the tower 'a' lacks the parameter B"),
        ("\n[a]\np = 7\nB = 1\n", "row 3: the parameter p of a tower cannot be '7'"),
        ("[a]\np = 0.7\nB = 1\nq = 0.3\n", "both q and B"),
        ("[a]\np = true\nB = 1\n", "cannot be 'True'"),
        ("[a]\nb = 0.7\nfill = 1\n", "row 2: 'b' is not a parameter of a tower; they are p, p_fill"),
        ("[a]\np = 0.7\np_fil = 1\n", "row 3: 'p_fil' is not a parameter of a tower; did you mean p_fill"),
        ("p = 1\n", "row 1: 'p' stands outside a tower"),
        ("[a\n", "not a TOML file"),
    ],
)
def test_a_file_that_is_wrong_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "towers.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_presets(file)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="was not written"):
        keep_preset(
            TowerPreset.from_words("attic", {"p": "0.7", "B": "1"}), tmp_path / "file" / "towers.toml"
        )
