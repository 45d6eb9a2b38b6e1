"""The odds as an answer: one for every face, in any language, with the curve as a figure or a picture."""

from pathlib import Path

import pytest

from companion.data.catalogue import language
from companion.data.shogun.towers import get_preset
from companion.play.shogun.descriptions.figures import Chances, OddsCurve
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle import Attack
from companion.rules.shogun.odds import PlannedThrow
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.tower import Ages, Guess
from companion.service.shogun.odds import compute_attack_odds

RULES = Rulings(RULINGS)
EMPTY = PlannedThrow(get_preset("shogun"), {})
FOUR_THREE = Attack("blue", 4, "yellow", 3)


def test_the_chances_are_those_a_program_gets() -> None:
    answer = compute_attack_odds(FOUR_THREE, 0, None, EMPTY, RULES)
    chances = next(line for line in answer.lines if isinstance(line, Chances))
    assert isinstance(answer.data, dict)
    assert [chance for _, chance in chances.rows] == [answer.data[key] for key in ("win", "tie", "lose")]


def test_odds_of_an_empty_tower_suggest_naming_lodged_cubes() -> None:
    assert compute_attack_odds(FOUR_THREE, 0, None, EMPTY, RULES).remedies == ("lodged",)
    for contents in (Guess(), Ages({"blue": (1.0,)})):
        told = PlannedThrow(EMPTY.preset, {}, {}, contents)
        assert compute_attack_odds(FOUR_THREE, 0, None, told, RULES).remedies == ()


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_curve_is_a_figure_and_a_file(tmp_path: Path, code: str) -> None:
    file = tmp_path / "curve.svg"
    answer = compute_attack_odds(FOUR_THREE, 0, None, EMPTY, RULES, curve=True, picture=file, language=language(code))
    curve = next(line for line in answer.lines if isinstance(line, OddsCurve))
    assert answer.files == (file,)
    assert curve.title.translate(language(code)) in file.read_text(encoding="utf-8")
    assert [point["win"] for point in answer.data["curve"]] == [win for win, _ in curve.points]
