"""The commands of Honshu as people and scripts use them: words, JSON, pictures, exit codes."""

import json
from pathlib import Path

import click
import pytest

from companion.cli import voice
from companion.cli.answers import draw, place_side_by_side
from companion.cli.honshu.drawing import map_lines
from companion.data.honshu.map import parse_map
from companion.service.honshu.scoring import MapRanking, score_maps
from tests.cli.honshu_player import EXAMPLE, GRID, Player
from tests.cli.terminal import Terminal
from tests.goldens import read_golden


def test_alternatives_are_listed_where_they_differ(honshu: Player) -> None:
    honshu.write("lakes.txt", "L L L\n")
    answer = honshu.ask_json("score", "lakes.txt", "--card", "4")
    assert answer["total"] == 6
    assert answer["alternatives"] == [{"ruling": "lake-card=added", "total": 12}]
    assert "12 with lake-card=added: on top of the normal" in honshu("score", "lakes.txt", "--card", "4")
    assert honshu.ask_json("score", "lakes.txt", "--card", "4", "--ruling", "lake-card=added")["total"] == 12


@pytest.mark.parametrize("language", ["en", "fr"])
def test_score_explains_its_points_in_words(honshu: Player, language: str) -> None:
    output = honshu("score", "map.txt", "--card", "6", language=language)
    assert output == read_golden(f"honshu-score-63-{language}.txt", output)


def test_place_pipes_into_score(honshu: Player) -> None:
    placed = honshu("place", str(EXAMPLE))
    assert honshu.ask_json("score", "-", piped=placed)["total"] == 63
    assert honshu.ask_json("score", piped=placed)["total"] == 63


@pytest.mark.parametrize("first", [0, -7, 30])
def test_place_counts_rows_and_columns_from_1(honshu: Player, first: int) -> None:
    """The same map laid from another square: one count in every sentence and along every drawn map."""
    honshu.write("bad.txt", f"B1 {first} {first} 0\n50 {first + 2} {first} 0\n")
    output = honshu("place", "bad.txt", code=1)
    assert "# " + " " * 4 + "NOT ALLOWED: The lake of card B1 at row 3, column 1 is covered" in output
    assert "--stack" not in output
    assert f"# row 1, column 1 of this map is ROW {first} COL {first} of the lines\n#  1  2" in output
    rows = [line for line in output.splitlines() if not line.startswith("#")]
    assert [row.split("#")[1].strip() for row in rows] == [str(row + 1) for row in range(len(rows))]
    steps = honshu.ask_json("place", "bad.txt", code=1)["steps"]
    assert [step["legal"] for step in steps] == [True, False]
    assert steps[1]["why"] == "The lake of card B1 at row 3, column 1 is covered; a lake must stay in view."
    honshu.write("laid.txt", f"A1 {first} {first} 0\n")
    lines = honshu("advise", "laid.txt", "33", "--best", "1").splitlines()
    best = honshu.ask_json("advise", "laid.txt", "33", "--best", "1")["best"][0]
    line = lines.index(f"   line to add: {best['placement']}")
    top, left = min(first, best["row"]), min(first, best["column"])
    assert f"at row {best['row'] - top + 1}, column {best['column'] - left + 1}," in lines[line - 1]
    assert [lines[line + 1][:10], lines[line + 2][:4]] == ["     1   2", "  1 "]


def test_the_pictures_are_written_together_or_not_at_all(honshu: Player) -> None:
    for svg, pdf in (("map.svg", "."), (".", "map.pdf"), ("map.svg", "map.svg"), ("map.svg", "map.txt/x")):
        honshu("score", "map.txt", "--svg", svg, "--pdf", pdf, code=2)
        assert not list(honshu.folder.glob("map.[sp]*"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("score map.txt --ruling lake", "'lake' is not a ruling; write NAME=VALUE."),
        ("score map.txt --ruling lake-card=twice", "cannot be 'twice'"),
        ("score map.txt map.txt --svg x.svg", "one map, not several"),
        ("score - -", "read only once"),
        ("score map.txt --svg=", "it is a folder"),
        ("score --players Aya,Bo map.txt", "--players asks for the maps"),
        ("score --players Aya", "give 2 to 5"),
        ("trick 99 1 2", "'99' is not a card played"),
        ("trick 1 2 3 --pile 5 6", "add --two"),
        ("trick --two 1 2 3", "two hand cards"),
        ("round 13 --players 4", "'13' is not a round"),
    ],
)
def test_bad_honshu_arguments_give_one_sentence(honshu: Player, line: str, said: str) -> None:
    assert said in honshu.expect_refusal(*line.split(" "), piped="62 0 0 0")


def test_trick_gives_the_new_player_order(honshu: Player) -> None:
    output = honshu("trick", "Jack=11", "Mary=29+b", "Chris=57+b", "Lisa=59")
    assert "New player order: Chris, Mary, Lisa, Jack." in output
    answer = honshu.ask_json("trick", "11", "29+b", "57+b", "59")
    assert (answer["order"], answer["cards"]) == (["3", "2", "4", "1"], [57, 29, 59, 11])
    assert "For two players add --two." in honshu("trick", "11", "29", code=1)
    refused = honshu.ask_json("trick", "11", "29+b", "57+y", code=1)
    assert "3 adds a yellow cube, but the first cube of this trick is blue" in refused["refused"]


def test_a_trick_of_two_names_who_chooses_a_pair(honshu: Player) -> None:
    answer = honshu.ask_json("trick", "--two", "12", "47", "--pile", "5", "33")
    assert (answer["chooser"], answer["pairs"]) == ("2", {"pile": [5, 33], "hands": [12, 47]})
    assert "Player 1 removes 1; it takes exactly two" in honshu("trick", "--two", "12+b", "47", code=1)


def test_advise_lists_the_five_best_placements(honshu: Player) -> None:
    answer = honshu.ask_json("advise", "laid.txt", "33", "44", "--card", "3")
    assert len(answer["best"]) == 5
    assert set(answer["legal_placements"]) == {"33", "44"}
    first = answer["best"][0]
    honshu.write("after.txt", "\n".join(first["grid"]))
    honshu.write("next.txt", (honshu.folder / "laid.txt").read_text() + first["placement"] + "\n")
    assert honshu.ask_json("score", "after.txt", "--card", "3")["total"] == first["total"]
    assert honshu.ask_json("place", "next.txt")["grid"] == first["grid"]
    now = honshu.ask_json("score", "-", "--card", "3", piped=honshu("place", "laid.txt"))["total"]
    assert first["gained"] == first["total"] - now
    assert "Carte 33" in honshu("advise", "laid.txt", "33", language="fr")
    spent = honshu.ask_json("advise", "laid.txt", "33", "--spent", "b", "--best", "1")["best"]
    assert [each["placement"].endswith("spent b") for each in spent] == [True]


def test_place_reads_a_stack(honshu: Player) -> None:
    stack = json.loads(EXAMPLE.read_text(encoding="utf-8"))["placements"]
    honshu.write("stack.txt", "\n".join("{card} {row} {col} {turn}".format(**laid) for laid in stack))
    assert honshu.ask_json("place", "stack.txt", "--stack")["grid"] == GRID
    assert "add --stack" in honshu("place", "stack.txt", code=1)


def test_rows_are_drawn_taken_back_saved_and_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.txt").write_text("mine")
    words = ["--ui-lang", "en", "honshu", "score", "--card", "4"]
    with Terminal(words, HOME=str(tmp_path), PYTHONPATH=str(Path(__file__).parents[2]), NO_COLOR="1") as terminal:
        for asked, line, answer in (
            ("row 1>", "", "It has no map squares"),
            ("row 1>", "F F b5", "row 1, column 3: 'b5' is not a square"),
            ("row 1>", "\b\bb*", "  1  F   F   b*"),
            ("row 2>", ". T", "  2  ·   T"),
            ("row 3>", "L", "  3  L   ·"),
            ("row 4>", "u", "  2  ·   T"),
        ):
            terminal.wait_for(asked)
            terminal.type(line)
            terminal.wait_for(answer)
        terminal.wait_for("row 3>")
        terminal.type("")
        shown = terminal.end()
    assert terminal.status == 0
    assert "The map is in map-2.txt." in shown
    assert "2 forests, 2 points each" in shown
    assert (tmp_path / "map-2.txt").read_text() == "F F b*\n. T .\n"
    assert (tmp_path / "map.txt").read_text() == "mine"


def test_a_map_is_drawn_below_its_numbers_and_colours_change_no_character(monkeypatch: pytest.MonkeyPatch) -> None:
    land = parse_map("F T L -\nb b* B3 .\nn* G2 y Y4")
    plain = map_lines(land)
    assert map_lines(land, {(0, 1): "[]"})[1] == "  1  F  [T ] L   -  "
    monkeypatch.setattr(voice, "wants_colours", lambda: True)
    coloured = map_lines(land)
    assert plain[:3] == ["     1   2   3   4", "  1  F   T   L   -  ", "  2  b   b*  B3  ·  "]
    assert [click.unstyle(line) for line in coloured] == plain
    assert all("\x1b[" in line for line in coloured)


def test_blocks_and_rankings_are_stacked_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*place_side_by_side((["ab", "c"], ["x"]), 80)] == ["ab    x", "c"]
    assert [*place_side_by_side((["ab", "c  "], ["x"]), 5)] == ["ab", "c", "", "x"]
    answer = score_maps([("Aya", parse_map("F T L -\nb b* B3 .\nn* G2 y Y4")), ("Bo", parse_map("F F"))])
    (ranking,) = (line for line in answer.lines if isinstance(line, MapRanking))
    monkeypatch.setenv("COLUMNS", "80")
    assert list(draw(ranking)) == [
        "        forest  town  factories  lakes  total  fallow",
        " 1.  Aya      2     1          3      0      6       1  wins",
        " 2.  Bo       4     0          0      0      4       0",
    ]
    monkeypatch.setenv("COLUMNS", "30")
    assert list(draw(ranking)) == [
        " 1.  Aya, forest 2, town 1, factories 3, lakes 0, total 6, fallow 1, wins",
        " 2.  Bo, forest 4, town 0, factories 0, lakes 0, total 4, fallow 0",
    ]
