"""``companion shogun odds``: JSON keys, curve, picture, and what the words say about the inside."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.cli.shogun.reckoning import lodged_ages
from companion.errors import InputError
from companion.rules.shogun.tower.tower import Ages, Guess
from tests.cli.shogun.test_judge import companion

FOUR_THREE = ["odds", "--attacker", "blue=4", "--defender", "yellow=3"]


@pytest.fixture(autouse=True)
def _no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))


def test_the_keys_are_those_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_cards_and_events_go_in_with_the_armies(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = companion(capsys, *FOUR_THREE, "--attack-card", "--event", "4", "--castle", "--json")
    assert json.loads(out)["thrown"] == 9
    _, out, _ = companion(
        capsys, "odds", "--attacker", "blue=2", "--defender", "neutral", "--event", "3", "--json"
    )
    assert json.loads(out)["thrown"] == 4


def test_an_army_that_is_not_there_is_not_added(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "--attacker", "blue=60", "--defender", "yellow=3", "--attack-card"]
    assert "64 cubes go in" in companion(capsys, *words, "--lodged", "blue=1")[1]
    out = companion(capsys, *words, "--lodged", "blue=1,1")[1]
    assert "Blue has no army left in the supply for special card, +1 attack." in out
    assert "63 cubes go in" in out


def test_a_protected_temple_is_answered_no(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = companion(capsys, *FOUR_THREE, "--event", "6", "--temple")
    assert code == 1
    assert out == "A temple protects the province this round: it may not be attacked.\n"
    code, out, _ = companion(capsys, *FOUR_THREE, "--event", "6", "--temple", "--json")
    assert code == 1
    assert "temple protects" in json.loads(out)["refused"]


def test_a_revolt_has_odds_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = companion(capsys, "odds", "--owner", "blue=4", "--markers", "2", "--json")
    answer = json.loads(out)
    assert answer["thrown"] == 6
    assert answer["win"] == pytest.approx(0.817, abs=1e-3)
    assert answer["lost"] == pytest.approx(answer["tie"] + answer["lose"])
    assert answer["win"] + answer["lost"] == pytest.approx(1)


def test_a_tie_says_who_gets_what(capsys: pytest.CaptureFixture[str]) -> None:
    revolt = ["odds", "--owner", "blue=4", "--markers", "2"]
    said = companion(capsys, *revolt)[1]
    for row in ("Blue keeps the province", "Blue loses the province", "of it by a tie: the owner needs more"):
        assert f"  {row} " in said
    said = companion(capsys, *revolt, language="fr")[1]
    assert "Bleu perd la province" in said
    assert "dont par égalité" in said
    assert "tie: nobody gets it, it is neutral" in companion(capsys, *FOUR_THREE)[1]
    assert "only green armies come out for Yellow" in companion(capsys, *FOUR_THREE, "--tray", "green=6")[1]
    assert (
        "tie: it stays neutral"
        in companion(capsys, "odds", "--attacker", "blue=2", "--defender", "neutral")[1]
    )


def test_what_is_inside_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Inside: nothing." in companion(capsys, *FOUR_THREE)[1]
    assert "Inside: 2 blue armies." in companion(capsys, *FOUR_THREE, "--lodged", "blue=1,?")[1]
    assert "not remembered: 16.3 on average" in companion(capsys, *FOUR_THREE, "--lodged", "unknown")[1]


def test_more_cubes_than_the_box_holds_are_remarked_on(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = companion(
        capsys, "odds", "--attacker", "blue=62", "--defender", "yellow=62", "--lodged", "blue=1", "--json"
    )
    assert code == 0
    assert json.loads(out)["thrown"] == 124
    assert "63 cubes (blue)" in err


def test_the_curve_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = companion(capsys, *FOUR_THREE, "--lodged", "inconnu", "--curve", language="fr")
    assert "53,3\u202f%" in out
    assert "8 armées gagnent dans au moins 90\u202f% des cas." in out


def test_the_picture_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    _, out, _ = companion(capsys, *FOUR_THREE, "--svg", str(file))
    assert f"drawn in {file}" in out
    svg = "{http://www.w3.org/2000/svg}"
    root = ET.parse(file).getroot()
    texts = [text.text for text in root.iter(f"{svg}text")]
    assert texts[0] == "Blue attacks Yellow"
    assert {"armies sent", "win", "win or tie", "100%"} <= set(texts)
    lines = list(root.iter(f"{svg}polyline"))
    assert len(lines) == 2
    heights = [float(place.split(",")[1]) for place in lines[1].get("points", "").split()]
    assert heights == sorted(heights, reverse=True)


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
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    code, out, err = companion(capsys, "odds", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"), [(["--attacker", "blue=3", "--defender", "blue=3"], "the same player")]
)
def test_what_the_rules_forbid_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, out, err = companion(capsys, "odds", *words)
    assert (code, err) == (1, "")
    assert said in out
    assert out.count("\n") == 1


def test_contents_are_read() -> None:
    assert lodged_ages("blue=1,1,4 jaune=2.5 green=?,3") == Ages(
        {"blue": (1.0, 1.0, 4.0), "yellow": (2.5,), "green": (None, 3.0)}
    )
    assert lodged_ages("") == Ages({})
    assert lodged_ages("unknown") == lodged_ages("inconnu") == Guess()


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
def test_contents_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        lodged_ages(text)
