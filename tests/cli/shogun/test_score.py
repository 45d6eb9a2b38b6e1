"""``companion shogun score``: a finished board, every line explained."""

from pathlib import Path

import pytest

from tests.cli.asking import Asking

BOARD = """\
# after the second winter
Settsu   blue    castle
Yamato   blue    castle temple
Ise      yellow  castle
Omi      yellow  castle temple theatre
Kai      red
points   blue=23 yellow=19 red=31
chests   blue=4 yellow=2
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return path


def test_score_answers_as_json(ask: Asking, board: Path) -> None:
    answer = ask(f"score {board} --json").json
    blue = answer["players"]["blue"]
    # 2 provinces, 3 buildings, purple region: most castles 3, most temples 2.
    assert blue["parts"] == {"provinces": 2, "buildings": 3, "majorities": 5}
    assert blue["total"] == 10 == sum(line["points"] for line in blue["lines"])
    assert blue["before"] == 23
    most = next(line for line in blue["lines"] if line["rule"] == "most-castles")
    assert most == {
        "rule": "most-castles",
        "provinces": ["Settsu", "Yamato"],
        "points": 3,
        "text": "purple region, castles: 2, the most; Yellow has 1",
    }
    assert [(place["rank"], place["player"], place["points"]) for place in answer["ranking"]] == [
        (1, "blue", 33),
        (2, "red", 32),
        (3, "yellow", 31),
    ]


def test_score_explains_its_points_in_words(ask: Asking, board: Path) -> None:
    said = ask(f"score {board}").out
    assert "Blue: 10 points" in said
    assert "    3  purple region, castles: 2, the most; Yellow has 1: Settsu, Yamato" in said
    assert "  23 from before: 33 in all" in said
    assert "1. Blue: 33 points" in said
    french = ask(f"score {board}", lang="fr").out
    assert "région violette, châteaux\u00a0: 2, le plus\u00a0; Jaune en a 1\u00a0: Settsu, Yamato" in french


def test_the_side_of_the_board_decides_the_regions_scored(ask: Asking) -> None:
    typed = "Kai blue c\nSuruga red c\n"
    sun = ask("score - --json", typed=typed).json["players"]
    moon = ask("score - --side moon --json", typed=typed).json["players"]
    assert (sun["blue"]["total"], moon["blue"]["total"]) == (4, 5)


def test_the_points_option_adds_those_of_the_first_year(ask: Asking) -> None:
    answer = ask("score - --points red=9,black=2 --json", typed="Omi blue\nKai red\n").json
    assert [place["points"] for place in answer["ranking"]] == [10, 2, 1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Kai blue\nKay red\n", "-, row 2, column province: 'Kay' is not a province; did you mean Kai?"),
        ("Kai blue c t\n", "-, row 1, column buildings: building sites in Kai: 1"),
        ("Kai pink\n", "-, row 1, column owner: 'pink' is not a colour"),
        ("", "nobody owns a province here"),
    ],
)
def test_a_bad_board_is_refused_with_its_place(ask: Asking, typed: str, said: str) -> None:
    answer = ask("score -", typed=typed)
    assert answer.code == 2
    assert said in answer.err


def test_a_tie_with_unknown_chests_is_a_shared_place(ask: Asking) -> None:
    answer = ask("score - --chests blue=4", typed="Kai blue\nHida red\n")
    assert answer.lines[-4:] == [
        "1. Blue: 1 point, 4 chests",
        "1. Red: 1 point",
        "   Equal points: most chests decide, or the place is shared.",
        "Give chests with --chests.",
    ]
