"""The commands of Honshu as people and scripts use them: words, JSON, pictures, exit codes."""

import io
import json
import sys
from contextlib import suppress
from pathlib import Path

import pikepdf
import pytest

from companion.cli.main import run
from companion.paths import assets
from companion.rules.honshu.rulings import HONSHU_RULINGS
from tests.cli.terminal import Terminal

EXAMPLE = assets() / "games/honshu/example63.json"
GRID = json.loads(EXAMPLE.read_text(encoding="utf-8"))["grid"]


class Player:
    """A player at a command line, in a folder of their own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.capsys = capsys
        self.patch = patch
        self.err = ""

    def write(self, name: str, content: str | bytes) -> str:
        raw = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(raw)
        return name

    def __call__(self, *words: str, code: int = 0, language: str = "en", piped: str | bytes = "") -> str:
        """Run a command, check its exit code, and return what it says on standard output."""
        raw = piped.encode() if isinstance(piped, str) else piped
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        left = 0
        try:
            run(["--ui-lang", language, "honshu", *words])
        except SystemExit as leaving:
            left = int(leaving.code or 0)
        told = self.capsys.readouterr()
        self.err = told.err
        assert left == code, told
        assert "Traceback" not in told.err
        return told.out

    def json(self, *words: str, code: int = 0, piped: str = "") -> dict:
        return json.loads(self(*words, "--json", code=code, piped=piped))

    def refused(self, *words: str, piped: str | bytes = "", language: str = "en") -> str:
        assert self(*words, code=2, piped=piped, language=language) == ""
        assert self.err.count("\n") == 1
        return self.err


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    player = Player(tmp_path, capsys, monkeypatch)
    player.write("map.txt", "\n".join(GRID) + "\n")
    player.write("laid.txt", "A1 0 0 0\n50 2 0 0\n17 4 1 90 under 50\n")
    return player


def test_score_json(play: Player) -> None:
    answer = play.json("score", "map.txt")
    assert answer["total"] == 63
    assert answer["parts"] == {"forest": 20, "town": 17, "factory": 14, "lake": 12, "bonus": 0}
    assert answer["fallow"] == 5
    assert sum(line["points"] for line in answer["lines"]) == 63
    assert set(answer["lines"][0]) == {"rule", "squares", "points", "text"}
    assert answer["lines"][0]["squares"][0] == [1, 6]
    assert answer["alternatives"] == []
    assert answer["warnings"] == []


@pytest.mark.parametrize(("card", "total"), [(4, 63), (5, 66), (7, 67), (8, 69)])
def test_score_with_a_scoring_card(play: Player, card: int, total: int) -> None:
    assert play.json("score", "map.txt", "--card", str(card))["total"] == total


def test_alternatives_are_listed_where_they_differ(play: Player) -> None:
    play.write("lakes.txt", "L L L\n")
    answer = play.json("score", "lakes.txt", "--card", "4")
    assert answer["total"] == 6
    assert answer["alternatives"] == [{"ruling": "lake-card=added", "total": 12}]
    told = play("score", "lakes.txt", "--card", "4")
    assert "12 with lake-card=added: on top of the normal score of the lakes" in told
    assert play.json("score", "lakes.txt", "--card", "4", "--ruling", "lake-card=added")["total"] == 12


@pytest.mark.parametrize("language", ["en", "fr"])
def test_score_in_words(play: Player, language: str) -> None:
    golden = Path(__file__).parents[1] / f"golden/honshu-score-63-{language}.txt"
    assert play("score", "map.txt", "--card", "6", language=language) == golden.read_text(encoding="utf-8")


def test_place_pipes_into_score(play: Player) -> None:
    placed = play("place", str(EXAMPLE))
    assert play.json("score", "-", piped=placed)["total"] == 63
    assert play.json("score", piped=placed)["total"] == 63


def test_place_speaks_the_letters_of_the_language(play: Player) -> None:
    play.write("laid.txt", "A1 0 0 0\n41 2 0 0 spent j\n")
    french = play("place", "laid.txt", code=1, language="fr")
    assert "41 2 0 0 spent j" in french
    assert "  b* m* # 2" in french
    assert "9 bleu, 9 brun, 9 gris" in french
    english = play("place", "laid.txt", code=1)
    assert "41 2 0 0 spent y" in english
    assert "  b* n* # 2" in english
    assert "9 blue, 9 brown, 9 grey" in english


def test_place_json(play: Player) -> None:
    answer = play.json("place", str(EXAMPLE))
    assert answer["legal"] is True
    assert answer["grid"] == GRID
    assert set(answer["steps"][0]) >= {"card", "legal", "why", "covered", "visible", "lost"}
    sixteen = next(step for step in answer["steps"] if step["card"] == "16")
    assert len(sixteen["covered"]) == 1
    assert next(step for step in answer["steps"] if step["card"] == "1")["lost"] == ["n"]
    assert answer["pool"] == {"blue": 8, "brown": 8, "grey": 7, "yellow": 7}


def test_an_illegal_step_is_exit_1_and_a_sentence(play: Player) -> None:
    play.write("bad.txt", "B1 0 0 0\n50 2 0 0\n")
    answer = play.json("place", "bad.txt", code=1)
    assert answer["legal"] is False
    assert [step["legal"] for step in answer["steps"]] == [True, False]
    assert answer["steps"][1]["why"] == (
        "The lake of card B1 at row 3, column 1 is covered; a lake is never covered."
    )
    told = play("place", "bad.txt", code=1)
    assert "--stack" not in told
    assert "# " + " " * 4 + "NOT ALLOWED: The lake of card B1" in told
    assert "INTERDIT\u00a0: Le lac de la carte B1" in play("place", "bad.txt", code=1, language="fr")


@pytest.mark.parametrize("first", [0, -7, 30])
def test_people_count_rows_and_columns_from_1_wherever_the_lines_begin(play: Player, first: int) -> None:
    """The same map laid from another square: one count in every sentence and along every drawn map."""
    play.write("bad.txt", f"B1 {first} {first} 0\n50 {first + 2} {first} 0\n")
    told = play("place", "bad.txt", code=1)
    assert "B1 at row 3, column 1 is covered" in told
    assert f"# row 1, column 1 of this map is ROW {first} COL {first} of the lines\n#  1  2" in told
    rows = [line for line in told.splitlines() if not line.startswith("#")]
    assert [row.split("#")[1].strip() for row in rows] == [str(row + 1) for row in range(len(rows))]
    assert "B1 at row 3, column 1 is covered" in play.json("place", "bad.txt", code=1)["steps"][1]["why"]
    play.write("laid.txt", f"A1 {first} {first} 0\n")
    told = play("advise", "laid.txt", "33", "--best", "1").splitlines()
    best = play.json("advise", "laid.txt", "33", "--best", "1")["best"][0]
    line = told.index(f"   line to add: {best['placement']}")
    assert told[line + 1].startswith("     1   2")
    top, left = min(first, best["row"]), min(first, best["column"])
    assert f"at row {best['row'] - top + 1}, column {best['column'] - left + 1}," in told[line - 1]
    assert told[line + 2].startswith("  1 ")


def test_place_reads_a_stack(play: Player) -> None:
    stack = json.loads(EXAMPLE.read_text(encoding="utf-8"))["placements"]
    lines = "\n".join("{card} {row} {col} {turn}".format(**laid) for laid in stack)
    play.write("stack.txt", lines)
    assert play.json("place", "stack.txt", "--stack")["legal"] is True
    assert "add --stack" in play("place", "stack.txt", code=1)
    assert play.json("place", "stack.txt", code=1)["grid"] == GRID


def test_several_maps_are_ranked_with_ties_and_shared_wins(play: Player) -> None:
    play.write("anna.txt", "F F - -\n")
    play.write("ben.txt", "F F -\n")
    play.write("chris.txt", "F - F -\n")
    answer = play.json("score", "ben.txt", "anna.txt", "chris.txt")
    assert [(place["rank"], place["file"]) for place in answer["ranking"]] == [
        (1, "anna.txt"),
        (1, "chris.txt"),
        (3, "ben.txt"),
    ]
    assert [found["total"] for found in answer["maps"]] == [4, 4, 4]
    told = play("score", "ben.txt", "anna.txt", "chris.txt").splitlines()
    assert told[1].split()[:2] == ["1.", "anna.txt"]
    assert told[1].endswith("the win is shared")
    assert told[3].endswith("placed by fallow")
    assert play("score", "ben.txt", "anna.txt").splitlines()[1].endswith("wins by its fallow")
    assert play("score", "ben.txt", "map.txt").splitlines()[1].endswith("wins")
    assert "scoring card" not in told[0]
    assert "scoring card" in play("score", "ben.txt", "anna.txt", "--card", "2").splitlines()[0]


def test_a_ranking_says_when_another_ruling_crowns_another_winner(play: Player) -> None:
    play.write("aya.txt", "F F F F F\n")
    play.write("bo.txt", "T " * 16)
    told = play("score", "aya.txt", "bo.txt", "--card", "2")
    assert told.splitlines()[1].endswith("wins")
    assert told.endswith(
        "\nOther tables may crown another winner:\n  aya.txt wins with forest-lines=windows "
        "(aya.txt 22, bo.txt 16): every three in a row count, even when they share forests\n"
    )
    assert "aya.txt gagne avec forest-lines" in play(
        "score", "aya.txt", "bo.txt", "--card", "2", language="fr"
    )
    (other,) = play.json("score", "aya.txt", "bo.txt", "--card", "2")["alternatives"]
    assert (other["ruling"], other["winners"]) == ("forest-lines=windows", ["aya.txt"])
    assert [(place["file"], place["total"]) for place in other["ranking"]] == [
        ("aya.txt", 22),
        ("bo.txt", 16),
    ]
    play.write("bo.txt", "T " * 22)
    assert "aya.txt, bo.txt share the win" in play("score", "aya.txt", "bo.txt", "--card", "2")
    play.write("bo.txt", "T " * 22 + "-")
    told = play("score", "aya.txt", "bo.txt", "--card", "2", "--ruling", "forest-lines=windows")
    assert "wins by its fallow" in told.splitlines()[1]
    assert "Other tables" not in told
    assert play.json("score", "aya.txt", "bo.txt")["alternatives"] == []


def test_the_pictures(play: Player) -> None:
    play("score", "map.txt", "--svg", "out/map.svg", "--pdf", "map.pdf", "--card", "3")
    svg = (play.folder / "out/map.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "Honshu: 63 points with scoring card 3" in svg
    with pikepdf.open(play.folder / "map.pdf") as pdf:
        assert len(pdf.pages) == 1
    play("score", "map.txt", "--svg", "carte.svg", language="fr")
    assert "Honshu\u00a0: 63 points" in (play.folder / "carte.svg").read_text(encoding="utf-8")


def test_the_pictures_are_written_together_or_not_at_all(play: Player) -> None:
    for svg, pdf in (("map.svg", "."), (".", "map.pdf"), ("map.svg", "map.svg"), ("map.svg", "map.txt/x")):
        play("score", "map.txt", "--svg", svg, "--pdf", pdf, code=2)
        assert not list(play.folder.glob("map.[sp]*"))
    play("score", "map.txt", "--svg", "", code=2)
    assert "it is a folder" in play.err


def test_list_rulings(play: Player) -> None:
    told = play("score", "--list-rulings")
    assert "* lake-card=instead: instead of the normal score of the lakes" in told
    assert len(play.json("score", "--list-rulings")) == len(HONSHU_RULINGS)
    assert "* lake-card=added" in play("score", "--list-rulings", "--ruling", "lake-card=added")


def test_french_letters_crlf_tabs_and_bom(play: Player) -> None:
    play.write("carte.txt", "\ufeff# notre carte\r\nV\tV  m*\r\nM4 j . \r\n")
    answer = play.json("score", "carte.txt")
    assert answer["total"] == 6
    assert answer["parts"]["factory"] == 4


def test_odd_maps_are_warned_of_and_scored(play: Player) -> None:
    play.write("apart.txt", "F . F\n")
    assert play.json("score", "apart.txt")["total"] == 4
    assert play.err.startswith("Warning: apart.txt: The map is in 2 pieces")
    play.write("cubes.txt", "b* " * 11)
    assert "11 blue cubes" in play.json("score", "cubes.txt")["warnings"][0]
    play("score", "apart.txt", language="fr")
    assert "Attention" in play.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "T T\nT T\nT T T T B5\n",
            "bad.txt, row 3, column 5: 'B5' is not a square; a factory is worth 2, 3 or 4.",
        ),
        ("", "there is no square of a map in it"),
        ("Q", "'Q' is not a square"),
        (b"\xff\xfe\x00T", "not a UTF-8 text"),
        (b"T " * 5_000_000, "larger than 2000000 bytes"),
        ("T " * 500_000, "square 40 and one more"),
        ("\x00\x01", "is not a square"),
    ],
)
def test_bad_maps_are_one_sentence(play: Player, content: str | bytes, said: str) -> None:
    play.write("bad.txt", content)
    assert said in play.refused("score", "bad.txt")
    assert said.replace("bad.txt", "-") in play.refused("score", "-", piped=content)
    assert play.refused("score", "bad.txt", language="fr").startswith("Erreur")


def test_bad_words_are_one_sentence(play: Player) -> None:
    assert "there is no such file" in play.refused("score", "nowhere.txt")
    assert "this is a folder" in play.refused("score", ".")
    assert "'lake' is not a ruling; write NAME=VALUE." in play.refused("score", "map.txt", "--ruling", "lake")
    assert "cannot be 'twice'" in play.refused("score", "map.txt", "--ruling", "lake-card=twice")
    assert "one map, not several" in play.refused("score", "map.txt", "map.txt", "--svg", "x.svg")
    assert "read once" in play.refused("score", "-", "-")
    assert "needs a terminal" in play.refused("score", "map.txt", "--edit")
    assert "belongs to the editor" in play.refused("score", "map.txt", "-o", "x.txt")
    play("score", "map.txt", "--card", "9", code=2)
    assert "'62' is not a card" in play.refused("place", "-", piped="62 0 0 0")
    assert "'companion honshu place' reads cards" in _error(play, "score", "laid.txt")
    play.write("blocked", "")
    assert "was not written" in _error(play, "score", "map.txt", "--svg", "blocked/x.svg")


def _error(play: Player, *words: str) -> str:
    play(*words, code=2)
    return play.err


def test_trick(play: Player) -> None:
    assert "New player order: Chris, Mary, Lisa, Jack." in play(
        "trick", "Jack=11", "Mary=29+b", "Chris=57+b", "Lisa=59"
    )
    answer = play.json("trick", "11", "29+b", "57+b", "59")
    assert answer["order"] == ["3", "2", "4", "1"]
    assert answer["cards"] == [57, 29, 59, 11]
    assert answer["colour"] == "blue"
    assert "For two players add --two." in play("trick", "11", "29", code=1)
    assert "of one colour" in play("trick", "11", "29+b", "57+y", code=1)
    refused = play.json("trick", "11", "29+b", "57+y", code=1)
    assert set(refused) == {"refused"}
    assert "3 adds a yellow cube" in refused["refused"]
    assert "'99' is not a card played" in play.refused("trick", "99", "1", "2")


def test_french_players_see_the_letters_they_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    carte = tmp_path / "carte.txt"
    carte.write_text("V m* J3 F\n", encoding="utf-8")
    for language, row in (("fr", "V   m*  J3  F"), ("en", "T   n*  Y3  F")):
        with suppress(SystemExit):
            run(["--ui-lang", language, "honshu", "score", str(carte)])
        assert row in capsys.readouterr().out


def test_a_trick_says_what_its_numbers_are(play: Player) -> None:
    told = play("trick", "11", "29+b", "57+b", "59")
    assert "1.  player 3  worth 117 (card 57 and 60 for a blue cube)" in told
    assert "4.  player 1  worth  11" in told
    assert "New player order: player 3, player 2, player 4, player 1." in told


def test_trick_of_two(play: Player) -> None:
    told = play("trick", "--two", "Anna=12+bg", "Ben=47", "--pile", "5", "33")
    assert "Anna removes two cubes and chooses a pair." in told
    answer = play.json("trick", "--two", "12", "47", "--pile", "5", "33")
    assert answer["chooser"] == "2"
    assert answer["pairs"] == {"pile": [5, 33], "hands": [12, 47]}
    assert "exactly two" in play("trick", "--two", "12+b", "47", code=1)
    assert set(play.json("trick", "--two", "12+b", "47", code=1)) == {"refused"}
    assert "add --two" in play.refused("trick", "1", "2", "3", "--pile", "5", "6")
    assert "two hand cards" in play.refused("trick", "--two", "1", "2", "3")


def test_round(play: Player) -> None:
    assert "neighbour on the left" in play("round", "3", "--players", "4")
    answer = play.json("round", "9", "--players", "5")
    assert (answer["after"], answer["hand"], answer["starts"]) == ("pass-right", 4, "last-trick")
    assert "'13' is not a round" in play.refused("round", "13", "--players", "4")


def test_advise(play: Player) -> None:
    answer = play.json("advise", "laid.txt", "33", "44", "--card", "3")
    assert len(answer["best"]) == 5
    assert set(answer["legal_placements"]) == {"33", "44"}
    first = answer["best"][0]
    play.write("after.txt", "\n".join(first["grid"]))
    play.write("next.txt", (play.folder / "laid.txt").read_text() + first["placement"] + "\n")
    assert play.json("score", "after.txt", "--card", "3")["total"] == first["total"]
    assert play.json("place", "next.txt")["grid"] == first["grid"]
    now = play.json("score", "-", "--card", "3", piped=play("place", "laid.txt"))["total"]
    assert first["gained"] == first["total"] - now
    told = play("advise", "laid.txt", "33")
    assert told.count("Card 33 at row") == 5
    assert "[" in told
    assert "Carte 33" in play("advise", "laid.txt", "33", language="fr")


def test_advise_with_a_spent_cube(play: Player) -> None:
    best = play.json("advise", "laid.txt", "33", "--spent", "b")["best"][0]
    assert best["placement"].endswith("spent b")
    spent = ("advise", "laid.txt", "33", "--spent", "y")
    assert play(*spent, code=1) == "Cubes to be spent (yellow): 1; the map holds 0.\n"
    assert play.json(*spent, code=1) == {"refused": "Cubes to be spent (yellow): 1; the map holds 0."}
    assert "(jaune)" in play(*spent, code=1, language="fr")


def test_advise_refuses_cards_that_cannot_come(play: Player) -> None:
    assert "lies on the map already" in play("advise", "laid.txt", "50", code=1)
    assert "start province" in play("advise", "laid.txt", "A2", code=1)
    assert play.json("advise", "laid.txt", "50", code=1) == {"refused": "card 50 lies on the map already."}
    assert "'61' is not a card" in play.refused("advise", "laid.txt", "61")


def test_colours_in_a_terminal_and_none_where_they_are_not_wanted(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("\n".join(GRID))
    arguments = ["--ui-lang", "en", "honshu", "score", str(tmp_path / "map.txt")]
    with Terminal(arguments, TERM="xterm-256color") as terminal:
        assert "\x1b[" in terminal.end()
    with Terminal(arguments, TERM="xterm-256color", NO_COLOR="1") as terminal:
        shown = terminal.end()
        assert "\x1b[" not in shown
        assert "B3" in shown
