"""The commands of Honshu as people and scripts use them: words, JSON, pictures, exit codes."""

import json
from pathlib import Path

import pikepdf
import pytest

from companion.rules.honshu.rulings import RULINGS
from tests.cli.honshu_player import EXAMPLE, GRID, Player
from tests.cli.terminal import Terminal
from tests.goldens import read_golden


def test_score_answers_as_json(honshu: Player) -> None:
    answer = honshu.json("score", "map.txt")
    assert answer["total"] == 63
    assert answer["parts"] == {"forest": 20, "town": 17, "factory": 14, "lake": 12, "bonus": 0}
    assert answer["fallow"] == 5
    assert sum(line["points"] for line in answer["lines"]) == 63
    assert set(answer["lines"][0]) == {"rule", "squares", "points", "text"}
    assert answer["lines"][0]["squares"][0] == [1, 6]
    assert answer["alternatives"] == []
    assert answer["warnings"] == []


def test_alternatives_are_listed_where_they_differ(honshu: Player) -> None:
    honshu.write("lakes.txt", "L L L\n")
    answer = honshu.json("score", "lakes.txt", "--card", "4")
    assert answer["total"] == 6
    assert answer["alternatives"] == [{"ruling": "lake-card=added", "total": 12}]
    told = honshu("score", "lakes.txt", "--card", "4")
    assert "12 with lake-card=added: on top of the normal score of the lakes" in told
    assert honshu.json("score", "lakes.txt", "--card", "4", "--ruling", "lake-card=added")["total"] == 12


@pytest.mark.parametrize("language", ["en", "fr"])
def test_score_explains_its_points_in_words(honshu: Player, language: str) -> None:
    told = honshu("score", "map.txt", "--card", "6", language=language)
    assert told == read_golden(f"honshu-score-63-{language}.txt", told)


def test_place_pipes_into_score(honshu: Player) -> None:
    placed = honshu("place", str(EXAMPLE))
    assert honshu.json("score", "-", piped=placed)["total"] == 63
    assert honshu.json("score", piped=placed)["total"] == 63


def test_place_speaks_the_letters_of_the_language(honshu: Player) -> None:
    honshu.write("laid.txt", "A1 0 0 0\n41 2 0 0 spent j\n")
    french = honshu("place", "laid.txt", code=1, language="fr")
    assert "41 2 0 0 payé j" in french
    assert "  b* m* # 2" in french
    assert "9 × bleu, 9 × brun, 9 × gris" in french
    english = honshu("place", "laid.txt", code=1)
    assert "41 2 0 0 spent y" in english
    assert "  b* n* # 2" in english
    assert "9 blue, 9 brown, 9 grey" in english


def test_place_answers_as_json(honshu: Player) -> None:
    answer = honshu.json("place", str(EXAMPLE))
    assert answer["legal"] is True
    assert answer["grid"] == GRID
    assert set(answer["steps"][0]) >= {"card", "legal", "why", "covered", "visible", "lost"}
    sixteen = next(step for step in answer["steps"] if step["card"] == "16")
    assert len(sixteen["covered"]) == 1
    assert next(step for step in answer["steps"] if step["card"] == "1")["lost"] == ["n"]
    assert answer["pool"] == {"blue": 8, "brown": 8, "grey": 7, "yellow": 7}


def test_an_illegal_step_is_exit_1_and_a_sentence(honshu: Player) -> None:
    honshu.write("bad.txt", "B1 0 0 0\n50 2 0 0\n")
    answer = honshu.json("place", "bad.txt", code=1)
    assert answer["legal"] is False
    assert [step["legal"] for step in answer["steps"]] == [True, False]
    assert answer["steps"][1]["why"] == ("The lake of card B1 at row 3, column 1 is covered; a lake is never covered.")
    told = honshu("place", "bad.txt", code=1)
    assert "--stack" not in told
    assert "# " + " " * 4 + "NOT ALLOWED: The lake of card B1" in told
    assert "INTERDIT\u00a0: Le lac de la carte B1" in honshu("place", "bad.txt", code=1, language="fr")


@pytest.mark.parametrize("first", [0, -7, 30])
def test_place_counts_rows_and_columns_from_1(honshu: Player, first: int) -> None:
    """The same map laid from another square: one count in every sentence and along every drawn map."""
    honshu.write("bad.txt", f"B1 {first} {first} 0\n50 {first + 2} {first} 0\n")
    told = honshu("place", "bad.txt", code=1)
    assert "B1 at row 3, column 1 is covered" in told
    assert f"# row 1, column 1 of this map is ROW {first} COL {first} of the lines\n#  1  2" in told
    rows = [line for line in told.splitlines() if not line.startswith("#")]
    assert [row.split("#")[1].strip() for row in rows] == [str(row + 1) for row in range(len(rows))]
    assert "B1 at row 3, column 1 is covered" in honshu.json("place", "bad.txt", code=1)["steps"][1]["why"]
    honshu.write("laid.txt", f"A1 {first} {first} 0\n")
    told = honshu("advise", "laid.txt", "33", "--best", "1").splitlines()
    best = honshu.json("advise", "laid.txt", "33", "--best", "1")["best"][0]
    line = told.index(f"   line to add: {best['placement']}")
    assert told[line + 1].startswith("     1   2")
    top, left = min(first, best["row"]), min(first, best["column"])
    assert f"at row {best['row'] - top + 1}, column {best['column'] - left + 1}," in told[line - 1]
    assert told[line + 2].startswith("  1 ")


def test_place_reads_a_stack(honshu: Player) -> None:
    stack = json.loads(EXAMPLE.read_text(encoding="utf-8"))["placements"]
    lines = "\n".join("{card} {row} {col} {turn}".format(**laid) for laid in stack)
    honshu.write("stack.txt", lines)
    assert honshu.json("place", "stack.txt", "--stack")["legal"] is True
    assert "add --stack" in honshu("place", "stack.txt", code=1)
    assert honshu.json("place", "stack.txt", code=1)["grid"] == GRID


def test_score_draws_the_map_as_svg_and_pdf(honshu: Player) -> None:
    (honshu.folder / "out").mkdir()
    honshu("score", "map.txt", "--svg", "out/map.svg", "--pdf", "map.pdf", "--card", "3")
    svg = (honshu.folder / "out/map.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "Honshu: 63 points with scoring card 3" in svg
    with pikepdf.open(honshu.folder / "map.pdf") as pdf:
        assert len(pdf.pages) == 1
    honshu("score", "map.txt", "--svg", "carte.svg", language="fr")
    assert "Honshu\u00a0: 63 points" in (honshu.folder / "carte.svg").read_text(encoding="utf-8")


def test_the_pictures_are_written_together_or_not_at_all(honshu: Player) -> None:
    for svg, pdf in (("map.svg", "."), (".", "map.pdf"), ("map.svg", "map.svg"), ("map.svg", "map.txt/x")):
        honshu("score", "map.txt", "--svg", svg, "--pdf", pdf, code=2)
        assert not list(honshu.folder.glob("map.[sp]*"))
    honshu("score", "map.txt", "--svg", "", code=2)
    assert "it is a folder" in honshu.err


def test_score_lists_its_rulings(honshu: Player) -> None:
    told = honshu("score", "--list-rulings")
    assert "* lake-card=instead: instead of the normal score of the lakes" in told
    assert len(honshu.json("score", "--list-rulings")["rulings"]) == len(RULINGS)
    assert "* lake-card=added" in honshu("score", "--list-rulings", "--ruling", "lake-card=added")


def test_odd_maps_are_warned_of_and_scored(honshu: Player) -> None:
    honshu.write("apart.txt", "F . F\n")
    assert honshu.json("score", "apart.txt")["total"] == 4
    assert honshu.err.startswith("Warning: apart.txt: The map is in 2 pieces")
    honshu.write("cubes.txt", "b* " * 11)
    assert "11 blue cubes" in honshu.json("score", "cubes.txt")["warnings"][0]
    honshu("score", "apart.txt", language="fr")
    assert "Attention" in honshu.err


def test_bad_honshu_arguments_give_one_sentence(honshu: Player) -> None:
    assert "there is no such file" in honshu.expect_refusal("score", "nowhere.txt")
    assert "this is a folder" in honshu.expect_refusal("score", ".")
    assert "'lake' is not a ruling; write NAME=VALUE." in honshu.expect_refusal("score", "map.txt", "--ruling", "lake")
    assert "cannot be 'twice'" in honshu.expect_refusal("score", "map.txt", "--ruling", "lake-card=twice")
    assert "one map, not several" in honshu.expect_refusal("score", "map.txt", "map.txt", "--svg", "x.svg")
    assert "read once" in honshu.expect_refusal("score", "-", "-")
    honshu("score", "map.txt", "--card", "9", code=2)
    assert "'62' is not a card" in honshu.expect_refusal("place", "-", piped="62 0 0 0")
    assert "'companion honshu place' reads cards" in _error(honshu, "score", "laid.txt")
    honshu.write("blocked", "")
    assert "was not written" in _error(honshu, "score", "map.txt", "--svg", "blocked/x.svg")


def _error(honshu: Player, *words: str) -> str:
    honshu(*words, code=2)
    return honshu.err


def test_trick_gives_the_new_player_order(honshu: Player) -> None:
    assert "New player order: Chris, Mary, Lisa, Jack." in honshu(
        "trick", "Jack=11", "Mary=29+b", "Chris=57+b", "Lisa=59"
    )
    answer = honshu.json("trick", "11", "29+b", "57+b", "59")
    assert answer["order"] == ["3", "2", "4", "1"]
    assert answer["cards"] == [57, 29, 59, 11]
    assert answer["colour"] == "blue"
    assert "For two players add --two." in honshu("trick", "11", "29", code=1)
    other = honshu("trick", "11", "29+b", "3+y", code=1)
    assert other.startswith("Player 3 adds a yellow cube, but the first cube of this trick is blue;")
    refused = honshu.json("trick", "11", "29+b", "57+y", code=1)
    assert set(refused) == {"version", "refused"}
    assert "3 adds a yellow cube" in refused["refused"]
    assert "'99' is not a card played" in honshu.expect_refusal("trick", "99", "1", "2")


def test_trick_two_tells_who_chooses_a_pair(honshu: Player) -> None:
    told = honshu("trick", "--two", "Anna=12+bg", "Ben=47", "--pile", "5", "33")
    assert "Anna removes two cubes and chooses a pair." in told
    answer = honshu.json("trick", "--two", "12", "47", "--pile", "5", "33")
    assert answer["chooser"] == "2"
    assert answer["pairs"] == {"pile": [5, 33], "hands": [12, 47]}
    assert "Player 1 removes 1; it takes exactly two" in honshu("trick", "--two", "12+b", "47", code=1)
    assert "Player 2 chooses a pair, unless player 1 first" in honshu("trick", "--two", "12", "47")
    assert set(honshu.json("trick", "--two", "12+b", "47", code=1)) == {"version", "refused"}
    assert "add --two" in honshu.expect_refusal("trick", "1", "2", "3", "--pile", "5", "6")
    assert "two hand cards" in honshu.expect_refusal("trick", "--two", "1", "2", "3")


def test_round_tells_the_hand_and_what_comes_after(honshu: Player) -> None:
    assert "neighbour on the left" in honshu("round", "3", "--players", "4")
    answer = honshu.json("round", "9", "--players", "5")
    assert (answer["after"], answer["hand"], answer["starts"]) == ("pass-right", 4, "last-trick")
    assert "'13' is not a round" in honshu.expect_refusal("round", "13", "--players", "4")


def test_advise_lists_the_five_best_placements(honshu: Player) -> None:
    answer = honshu.json("advise", "laid.txt", "33", "44", "--card", "3")
    assert len(answer["best"]) == 5
    assert set(answer["legal_placements"]) == {"33", "44"}
    first = answer["best"][0]
    honshu.write("after.txt", "\n".join(first["grid"]))
    honshu.write("next.txt", (honshu.folder / "laid.txt").read_text() + first["placement"] + "\n")
    assert honshu.json("score", "after.txt", "--card", "3")["total"] == first["total"]
    assert honshu.json("place", "next.txt")["grid"] == first["grid"]
    now = honshu.json("score", "-", "--card", "3", piped=honshu("place", "laid.txt"))["total"]
    assert first["gained"] == first["total"] - now
    told = honshu("advise", "laid.txt", "33")
    assert told.count("Card 33 at row") == 5
    assert "[" in told
    assert "Carte 33" in honshu("advise", "laid.txt", "33", language="fr")


def test_advise_pays_with_a_spent_cube(honshu: Player) -> None:
    best = honshu.json("advise", "laid.txt", "33", "--spent", "b")["best"][0]
    assert best["placement"].endswith("spent b")
    spent = ("advise", "laid.txt", "33", "--spent", "y")
    assert honshu(*spent, code=1) == "Cubes to be spent (yellow): 1; the map holds 0.\n"
    assert honshu.json(*spent, code=1)["refused"] == "Cubes to be spent (yellow): 1; the map holds 0."
    assert "(jaune)" in honshu(*spent, code=1, language="fr")


def test_a_terminal_gets_a_coloured_map_unless_no_color_is_set(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("\n".join(GRID))
    arguments = ["--ui-lang", "en", "honshu", "score", str(tmp_path / "map.txt")]
    with Terminal(arguments, TERM="xterm-256color") as terminal:
        assert "\x1b[" in terminal.end()
    with Terminal(arguments, TERM="xterm-256color", NO_COLOR="1") as terminal:
        shown = terminal.end()
        assert "\x1b[" not in shown
        assert "B3" in shown
