"""``companion shogun odds``: JSON keys, curve, picture, and what the words say about the inside."""

import json
from pathlib import Path

import pytest

from companion.cli.shogun.reckoning import parse_lodged_ages
from companion.errors import InputError
from companion.rules.shogun.tower import Ages, Guess
from tests.cli.shogun.test_judge import companion

FOUR_THREE = ["odds", "--attacker", "blue=4", "--defender", "yellow=3"]


@pytest.fixture(autouse=True)
def _no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))


def test_odds_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = companion(
        capsys, *FOUR_THREE, "--tray", "green=1", "--lodged", "blue=1,1,4 yellow=2 green=3,7", "--json"
    )
    answer = json.loads(out)
    assert code == 0
    assert list(answer) == ["version", "win", "tie", "lose", "expected_survivors", "thrown", "preset"]
    assert answer["win"] + answer["tie"] + answer["lose"] == pytest.approx(1)
    assert answer["thrown"] == 8
    assert answer["preset"] == "shogun"
    assert answer["win"] == pytest.approx(0.4400525, abs=1e-6)
    assert list(answer["expected_survivors"]) == ["blue", "yellow"]


def test_survivors_and_curve_join_the_json_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = companion(capsys, *FOUR_THREE, "--survivors", "--curve", "--json")
    answer = json.loads(out)
    assert sum(answer["survivors"]["blue"]) == pytest.approx(1)
    assert answer["curve"][3]["armies"] == 4
    assert answer["curve"][3]["win"] == pytest.approx(answer["win"])


def test_revolt_markers_set_the_green_armies_against_the_defender(capsys: pytest.CaptureFixture[str]) -> None:
    plain, marked = (
        json.loads(companion(capsys, *FOUR_THREE, "--tray", "green=2", *more, "--json")[1])["win"]
        for more in ((), ("--markers", "1"))
    )
    assert marked > plain


def test_the_odds_curve_is_printed_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = companion(capsys, *FOUR_THREE, "--lodged", "inconnu", "--curve", language="fr")
    assert "53,3\u202f%" in out
    assert "8 armées gagnent dans au moins 90\u202f% des cas." in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--attacker", "blue=0", "--defender", "yellow=3"], "'0' is not a number of blue armies"),
        (["--attacker", "blue=3", "--defender", "yellow=63"], "'63' is not a number of yellow armies"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--preset", "tall"], "'tall' is not a tower"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--parameter", "p=3"], "from 0.05 to 1"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--lodged", "blue=0"], "'0' is not an age"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--event", "13"], "'13' is not an event"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--tray", "green"], "COLOUR=NUMBER"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--tray", "red=1 red=2"], "named twice"),
        (["--attacker", "blue=3", "--defender", "yellow=3", "--svg", "/dev/null/x.svg"], "was not written"),
        (["--owner", "blue=3"], "at least one marker"),
        (["--owner", "blue=3", "--markers", "1", "--curve"], "about attacks"),
        (["--owner", "blue=3", "--attacker", "red=1"], "A revolt has an owner only"),
    ],
)
def test_bad_odds_arguments_give_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    code, out, err = companion(capsys, "odds", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "said"), [(["--attacker", "blue=3", "--defender", "blue=3"], "the same player")])
def test_odds_of_a_forbidden_attack_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, out, err = companion(capsys, "odds", *words)
    assert (code, err) == (1, "")
    assert said in out
    assert out.count("\n") == 1


def test_lodged_cubes_are_parsed_with_their_ages() -> None:
    assert parse_lodged_ages("blue=1,1,4 jaune=2.5 green=?,3") == Ages(
        {"blue": (1.0, 1.0, 4.0), "yellow": (2.5,), "green": (None, 3.0)}
    )
    assert parse_lodged_ages("") == Ages({})
    assert parse_lodged_ages("unknown") == parse_lodged_ages("inconnu") == Guess()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pink=1", "'pink' is not a colour"),
        ("blue", "'blue' does not name lodged cubes"),
        ("blue=0", "'0' is not an age"),
        ("blue=1,x", "'x' is not an age"),
        ("blue=nan", "'nan' is not an age"),
        ("blue=1e3", "'1e3' is not an age"),
        ("blue=1_0", "'1_0' is not an age"),
        ("blue=1 bleu=2", "named twice"),
    ],
)
def test_unreadable_lodged_cubes_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_lodged_ages(text)
