"""``companion shogun practice`` and ``calibrate``, as one measures the tower of the other."""

import io
import json
from pathlib import Path

import pytest

from tests.cli.shogun.test_judge import companion

FORM = """\
8 blue in, 4 blue out
8 red in, 7 red 1 blue out
8 yellow in, 5 yellow out
# a pause for tea
8 black in, 6 black 1 blue out
8 purple in, 7 purple 1 yellow out
8 blue in, 6 blue out
8 red in, 5 red 1 black out
"""


def test_practice_shows_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = companion(capsys, "practice", "--throws", "300", "--seed", "plum")
    assert code == 0
    assert out.startswith("300 throws of 9 cubes, tower shogun, seed plum;")
    for line in (
        "thrown now",
        "of them blue",
        "lodged 1 throw ago",
        "lodged 33 throws ago or more",
        "battles won",
    ):
        assert line in out


def test_practice_with_a_seed_is_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (
        companion(capsys, "practice", "--throws", "200", "--seed", "plum", "--json")[1] for _ in range(2)
    )
    assert one == two
    answer = json.loads(one)
    assert answer["throws"] == 200
    assert {"text", "tries", "happened", "expected", "deviation"} == set(answer["lines"][0])


def test_practice_without_a_seed_is_new(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = {
        json.loads(companion(capsys, "practice", "--throws", "1", "--json")[1])["seed"] for _ in range(2)
    }
    assert len(seeds) == 2


def test_a_form_becomes_a_tower_one_can_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    form, own = tmp_path / "form.txt", tmp_path / "towers.toml"
    form.write_text(FORM, encoding="utf-8")
    code, out, _ = companion(capsys, "calibrate", "--from", str(form), "--keep", "attic", "-o", str(own))
    assert code == 0
    assert "7 throws; all that came out was counted." in out
    assert f"Kept as the tower attic in {own}." in out
    words = ["odds", "--attacker", "blue=4", "--defender", "yellow=3", "--preset", "attic", "--json"]
    assert json.loads(companion(capsys, *words, "--presets", str(own))[1])["preset"] == "attic"


def test_a_form_can_be_typed_or_piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for line in FORM.splitlines() if not line.startswith("#")]
    typed = companion(capsys, "calibrate", *lines, "--json")[1]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FORM.encode()), "utf-8"))
    piped = companion(capsys, "calibrate", "--json")[1]
    assert typed == piped
    answer = json.loads(typed)
    assert answer["p"]["low"] < answer["p"]["value"] < answer["p"]["high"]
    assert answer["preset"]["a_fill"] == "1.5"
    assert answer["kept"] is None


def test_only_the_thrown_colour_counted(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["8 blue in, 5 blue out", "8 red in, 6 red out"] * 3
    assert "only the colour thrown was counted" in companion(capsys, "calibrate", *lines)[1]
    out = companion(capsys, "calibrate", *lines, "--counted", "all", language="fr")[1]
    assert "tout ce qui est sorti a été compté" in out
    assert "p = 0," in out


def test_a_vague_form_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "say little about B" in companion(capsys, "calibrate", *["8 blue in, 8 blue out"] * 5)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["8 blue in, 5 blue out"], "Too few throws to measure a tower: 1;"),
        (["8 blue"], "'8 blue' is not part of a throw"),
        (["--from", "nowhere.txt"], "nowhere.txt: there is no such file."),
        ([*["8 blue in, 5 blue out"] * 6, "--keep", "shogun"], "comes with the game"),
        ([*["8 blue in, 5 blue out"] * 6, "--like", "tall"], "'tall' is not a tower"),
    ],
)
def test_bad_forms_are_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    code, out, err = companion(capsys, "calibrate", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
