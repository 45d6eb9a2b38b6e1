"""The answer to a battle: six lines on a terminal for whoever plays on, all of it by ``--trust``."""

from pathlib import Path

import pytest

from companion.cli.answers import print_lines
from companion.cli.voice import choose_language_early, wrap_to_width
from companion.data.catalogue import LANGUAGES
from companion.data.shogun.towers import load_presets
from companion.play.shogun.fights import ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.throws import describe_chance
from companion.rules.shogun.battle import Attack, Uprising
from companion.service.playing import play
from companion.service.shogun.session import begin_table

PLAYERS = ("blue", "yellow", "purple", "red", "black")


FIGHTS = (
    ThrowAttack(Attack("blue", 7, "yellow", 7), 1, "Awa-Shikoku"),
    ThrowAttack(Attack("yellow", 4, "neutral"), 0, "Shimotsuke"),
    ThrowRevolt(Uprising("purple", 5, 2), "Kai"),
    ThrowCubes({"blue": 3, "yellow": 2}),
)


@pytest.mark.parametrize("count", [3, 5])
def test_a_fight_is_described_in_six_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    tower = load_presets()["shogun"]
    with begin_table(tmp_path / "t.sqlite", "t", list(PLAYERS[:count]), tower, seed="kabuto") as session:
        for fight in FIGHTS * 5:
            result = play(session, fight)
            assert result.yes
            for lang in LANGUAGES:
                choose_language_early(["--ui-lang", lang])
                print_lines(result.brief)
                out = capsys.readouterr().out
                assert len([line for each in out.splitlines() for line in wrap_to_width(each).splitlines()]) <= 6, out


def test_a_chance_is_described_in_words() -> None:
    bounds = (1, 0.9, 0.89, 0.6, 0.59, 0.4, 0.39, 0.1, 0.09, 0)
    words = [str(describe_chance(chance)).split()[-1] for chance in bounds]
    assert words == ["certain."] * 2 + ["likely."] * 2 + ["even."] * 2 + ["unlikely."] * 2 + ["rare."] * 2
