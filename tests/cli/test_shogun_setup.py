"""``companion shogun setup`` and ``draft``: what to lay out, and a table that keeps its game."""

from pathlib import Path

import pytest

from tests.cli.asking import Asking


@pytest.mark.parametrize(("players", "chests", "stack"), [(3, 18, 10), (4, 15, 13), (5, 12, 10)])
@pytest.mark.parametrize("side", ["sun", "moon"])
def test_what_to_lay_out(ask: Asking, players: int, chests: int, stack: int, side: str) -> None:
    answer = ask(f"setup --players {players} --side {side} --json").json
    assert (answer["chests"], answer["stack"]) == (chests, stack)
    assert len(answer["left_out"]) == (8 if players == 3 else 0)
    assert len(answer["cards"]) == (37 if players == 3 else 45)
    assert answer["tower"] == {"each": 7, "green": 10}
    assert all(route["confirmed"] == (side == "sun") for route in answer["sea_routes"])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_fixed_set_up_as_a_table(ask: Asking, players: int) -> None:
    answer = ask(f"setup --players {players} --fixed --json").json["fixed"]
    assert list(answer) == list("ABCDE"[:players])
    assert all(len(places) == {3: 9, 4: 8, 5: 7}[players] for places in answer.values())
    said = ask(f"setup --players {players} --fixed").out
    for places in answer.values():
        for place in places:
            assert f"{place['province']} {place['armies']}" in said


def test_doubts_about_the_moon_are_said(ask: Asking) -> None:
    said = ask("setup --players 3 --side moon").out
    assert "under the pile" in said
    assert "by elimination" in said
    assert "not confirmed" in said
    assert "Izu – Shima" in said
    assert "not confirmed" not in ask("setup --players 3").out


def test_doubts_about_the_moon_are_said_at_a_table(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    assert "not confirmed" in ask("setup friday --draft --side moon").out
    ask("undo friday")
    assert "not confirmed" not in ask("setup friday --draft --side moon --no-sea Shima/Izu").out


def test_french(ask: Asking) -> None:
    said = ask("setup --players 3", lang="fr").out
    assert "Écartées à trois joueurs\u00a0: Awa-Boso, Echigo, Iwami" in said
    assert "18 coffres" in said or "18 en coffres" in said


def test_a_draft_from_beginning_to_end(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    begun = ask("setup friday --draft --first yellow --json").json
    assert begun["game"]["player"] == "yellow"
    for turn in range(27):
        game = ask("round friday --json").json["game"]
        player = game["player"]
        assert player == ("yellow", "red", "blue")[turn % 3]
        card = "pile" if turn % 2 else game["open"][0]
        taken = ask(f"draft friday {player} {card} {game['groups'][player][0]} --json")
        assert taken.code == 0, taken.err
    board = ask("round friday --json").json["board"]
    assert all(len(player["provinces"]) == 9 for player in board["players"].values())
    assert all(player["armies"] == 27 for player in board["players"].values())
    assert ask("draft friday blue pile 2").code == 1
    assert ask("verify friday").code == 0


def test_the_same_two_twice_are_said(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red --seed kabuto")
    ask("setup friday --draft")
    for player in ("blue", "yellow"):
        ask(f"draft friday {player} pile 2")
    said = ask("draft friday red pile 2").out
    assert "twice: they go under the pile" in said


def test_a_board_under_way(ask: Asking, tmp_path: Path) -> None:
    ask("new friday --players blue,yellow,red")
    board = tmp_path / "board.csv"
    board.write_text("province;owner;armies;buildings\nKai;blue;3;c\nAki;red;2;\nOmi;yellow;4;ctn\n")
    missing = ask(f"setup friday --board {board} --chests blue=4,red=2")
    assert missing.code == 2
    assert "The chests of Yellow are missing" in missing.err
    answer = ask(
        f"setup friday --board {board} --chests blue=4,red=2,yellow=0 --points blue=20"
        " --year 2 --season summer"
    )
    assert answer.code == 0
    assert "Kai: 3 blue armies, 1 castle" in answer.out
    assert "Year 2, summer." in answer.out
    shown = ask("show friday --json").json
    assert shown["board"] == {"blue": 3, "yellow": 4, "red": 2}
    for colour in ("blue", "yellow", "red"):
        inside = shown["tower"].get(colour, 0) + shown["tray"].get(colour, 0)
        assert shown["supply"][colour] + shown["board"][colour] + inside == 62


def test_fixed_set_ups_are_drawn_or_asked_for(ask: Asking) -> None:
    for table, letters, expected in (("friday", "", None), ("monday", "--letters bac", ["B", "A", "C"])):
        ask(f"new {table} --players blue,yellow,red --seed kabuto")
        answer = ask(f"setup {table} --fixed {letters} --json").json
        got = answer["letters"]
        assert sorted(got.values()) == ["A", "B", "C"]
        assert expected in (None, list(got.values()))
        assert ask(f"verify {table}").code == 0
    assert ask("setup --players 3 --fixed --letters ABC").err == "Error: --letters needs a table.\n"
    ask("new sunday --players blue,yellow,red")
    assert "Blue begins with set-up C." in ask("setup sunday --fixed --letters CAB").out


def test_a_board_put_right(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    ask("setup friday --fixed --letters ABC")
    assert ask("correct friday Kai=blue,4,castle,2 Suruga=neutral --chests red=3").code == 0
    board = ask("round friday --json").json["board"]
    kai = board["provinces"]["Kai"]
    assert kai == {"owner": "blue", "armies": 4, "buildings": ["castle"], "markers": 2}
    assert board["provinces"]["Suruga"]["owner"] is None
    assert board["players"]["red"]["chests"] == 3
    assert ask("verify friday").code == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("setup", "Say how many play"),
        ("setup --players 6", "6 is not in the range"),
        ("setup friday", "Choose one way"),
        ("setup friday --fixed --draft", "Choose one way"),
        ("setup friday --fixed --players 3", "A table knows its players"),
        ("setup friday --fixed --events 1,2,3", "4 different event cards"),
        ("setup friday --fixed --events a", "'a' is not the number of a card"),
        ("setup friday --fixed --no-sea Izu", "'Izu' is not a sea route"),
        ("setup friday --fixed --no-sea Aki/Kai", "No sea route joins Aki and Kai"),
        ("setup friday --fixed --sea Aki/Nara", "'Nara' is not a province"),
        ("setup friday --draft --first black", "Black does not play at this table"),
        ("setup friday --board nothing.txt", "there is no such file"),
        ("setup monday --fixed", "There is no table 'monday'"),
        ("correct friday", "Nothing was given"),
        ("correct friday Kai", "write PROVINCE=OWNER,ARMIES"),
        ("correct friday Kai=blue,63", "'63' was not expected"),
    ],
)
def test_bad_input_is_one_sentence(ask: Asking, line: str, said: str) -> None:
    ask("new friday --players blue,yellow,red")
    answer = ask(line)
    assert answer.code == 2
    assert said in answer.err
    assert answer.out == ""


@pytest.mark.parametrize(
    "line", ["setup --players 3 --fixed --side moon", "setup friday --fixed --side moon"]
)
def test_the_fixed_set_up_is_for_the_sun_side(ask: Asking, line: str) -> None:
    ask("new friday --players blue,yellow,red")
    answer = ask(line)
    assert (answer.code, answer.err) == (1, "")
    assert "Sun side only" in answer.out


def test_a_table_is_set_up_once(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    ask("setup friday --draft")
    again = ask("setup friday --fixed --json")
    assert (again.code, again.json) == (1, {"version": 1, "refused": "This table keeps its game already."})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("setup --players 3 --draft", "--draft needs a table."),
        ("setup --players 4 --sea Kai/Omi", "--sea needs a table."),
        ("setup --players 4 --season autumn", "--season needs a table."),
        ("setup friday --fixed --first red", "--first does not go with --fixed."),
        ("setup friday --fixed --chests blue=3", "--chests does not go with --fixed."),
        ("setup friday --draft --season autumn", "--season does not go with --draft."),
    ],
)
def test_no_option_is_passed_over(ask: Asking, line: str, said: str) -> None:
    ask("new friday --players blue,yellow,red")
    answer = ask(line)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_a_draft_comes_before_the_rounds(ask: Asking) -> None:
    ask("new friday --players blue,yellow,red")
    ask("setup friday --draft --first red")
    for line in ("round friday lay", "round friday end", "winter friday", "take friday red six"):
        answer = ask(line)
        assert (answer.code, answer.out) == (1, "The draft comes first; next is Red.\n"), line


def test_an_owner_who_does_not_play_is_named_with_the_file(ask: Asking, tmp_path: Path) -> None:
    board = tmp_path / "board.csv"
    board.write_text("province,owner,armies\nKai,black,3\n", encoding="utf-8")
    ask("new friday --players blue,yellow,red")
    answer = ask(f"setup friday --board {board} --chests blue=1,yellow=1,red=1")
    assert (answer.code, answer.out) == (2, "")
    assert "board.csv: Black does not play at this table." in answer.err
