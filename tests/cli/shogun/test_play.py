"""``companion shogun play``: lines in the command, from a pipe and in a terminal; with a cardboard tower; its log."""

import hashlib
import re
from pathlib import Path

import pytest

from companion.play.game import format_hash
from tests.cli.shogun_player import ShogunPlayer
from tests.cli.terminal import Terminal


def test_players_begin_a_table_with_a_hash_to_write_down(ask: ShogunPlayer) -> None:
    begun = ask("play --players b,y,r")
    assert begun.code == 0
    assert format_hash(ask.read_tower("shogun")["commitment"]) in begun.out
    assert "62 of each player and 20 green" in ask("play show").out
    assert "may know every throw" not in begun.out
    assert "Somebody chose this seed" in ask.begin("friday").out
    assert ask("play --table dark --players 'b,bla,vi' show --json").objects[1]["outside"].keys() >= {"purple"}
    again = ask("play --table friday --players b,y,r show")
    assert (again.code, "a table 'friday' already" in again.err) == (2, True)


def test_play_needs_players_while_there_are_no_tables(ask: ShogunPlayer) -> None:
    answer = ask("play 'b4 y3'")
    assert (answer.code, answer.out) == (2, "")
    assert "There are no tables yet" in answer.err
    assert "--seed begins a table; name its players with --players." in ask("play --seed x show").err


def test_lines_from_a_pipe_play_as_arguments_do(ask: ShogunPlayer) -> None:
    ask.begin("one")
    ask.begin("two")
    lines = ("b4 y3 koz", "event 4", "revolt b4 m2", "show")
    piped = ask("play --table one --json", typed="\n".join([*lines, "", "q", "nonsense"]))
    given = ask.play(*lines, table="two", more="--json")
    assert (piped.code, given.code) == (0, 0)
    for one, two in zip(piped.objects, given.objects, strict=True):
        same = {"table", "hash", "commitment"}
        assert {key: one[key] for key in one.keys() - same} == {key: two[key] for key in two.keys() - same}


def test_play_answers_each_line_with_one_json_line(friday: ShogunPlayer) -> None:
    result = friday.play("b4 y3", "tary g2", "b1 y1", more="--json")
    assert result.code == 2
    first, slip = result.objects
    assert (first["throw"], set(slip)) == (1, {"version", "error"})


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [("tary g2", 2, "did you mean tray?"), ("", 2, "A line is empty"), ("throw b62", 1, "not 62 blue cubes outside")],
)
def test_the_first_line_that_fails_ends_the_rest(friday: ShogunPlayer, line: str, code: int, said: str) -> None:
    answer = friday.play("b4 y3", line, "r2 b1")
    assert (answer.code, said in answer.err + answer.out) == (code, True), answer
    assert answer.err.endswith("Line 2 was not carried out, and neither was anything after it.\n")
    assert friday.read_tower()["throw"] == 1
    piped = friday("play --table friday", typed=f"b1 y1\n{line or 'tary'}\nr2 b1\n")
    assert (piped.code, "Line 2 was not carried out" in piped.err) == (code, True)
    assert friday.read_tower()["throw"] == 2


def test_an_event_holds_for_the_lines_that_follow(friday: ShogunPlayer) -> None:
    plain, _, walls, _, without = friday.play(
        "b4 y3 castle", "event 4", "b4 y3 castle", "event none", "b4 y3 castle", more="--json"
    ).objects
    assert [each["in"]["yellow"] for each in (plain, walls, without)] == [3, 4, 3]


def test_cubes_entered_by_hand_replace_the_last_throw(friday: ShogunPlayer) -> None:
    entered = friday.play("b4 y3 koz", "out b3 y1", more="--json").objects[1]
    assert (entered["throw"], entered["out"]) == (1, {"blue": 3, "yellow": 1})
    assert entered["verdict"]["survivors"] == {"blue": 2}
    behind = friday.play("u", "b4 y3 koz out b3 y1", more="--json").objects[1]
    assert {**behind, "hash": "", "event": 0} == {**entered, "hash": "", "event": 0}
    assert [each["out"] for each in friday.play("throw b2", "out nothing", more="--json").objects[1:]] == [{}]


def test_play_undoes_and_redoes_a_throw(friday: ShogunPlayer) -> None:
    (first,) = friday.play("b4 y3", more="--json").objects
    after = friday.read_tower()
    assert "Throw 1 is undone" in friday.play("u").out
    assert "Event 2 is redone" in friday.play("redo").out
    assert friday.read_tower() == after
    undone, again = friday.play("undo", "b4 y3", more="--json").objects
    assert (undone["undone"], again["out"]) == (first["event"], first["out"])
    sheet = friday.play("luck", more="--json").json["players"]["blue"]
    assert [line["undone"] for line in sheet["throws"]] == [True, False]
    nothing = friday.play("u", "u", "u")
    assert (nothing.code, nothing.out.splitlines()[-1]) == (1, "There is nothing to undo.")


def test_reveal_shows_the_seed_behind_the_commitment(friday: ShogunPlayer) -> None:
    assert "Red's word is mixed in: rain" in friday.play("word r=rain blue=thé").out
    shown = friday.read_tower()["commitment"]
    answer = friday.play("b4 y3", "reveal", more="--json").objects[1]
    assert (answer["seed"], answer["words"]) == ("kabuto", [["blue", "thé"], ["red", "rain"]])
    hashed = hashlib.sha256(f"{answer['seed']}\n{answer['salt']}".encode()).hexdigest()
    assert hashed == answer["commitment"] == shown
    assert f"printf '%s\\n%s' kabuto {answer['salt']} | sha256sum" in friday.play("reveal").out
    refused = friday.play("b4 y3")
    assert (refused.code, "revealed" in refused.out) == (1, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("--players bl,y,r", "'bl' could be black, blue; type one more letter."),
        ("--players blue,blue,red", "Blue is named twice"),
        ("--players blue", "players, not 1"),
        ("--players b,y,r --preset mine", "'mine' is not a tower"),
        ("--players b,y,r --parameter p=2", "cannot be '2'"),
        ("--players b,y,r --table '\x07'", "not a name for a table"),
    ],
)
def test_a_table_that_cannot_begin_is_refused_in_one_sentence(ask: ShogunPlayer, more: str, said: str) -> None:
    answer = ask(f"play {more}")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert said in answer.err


def test_a_table_whose_file_is_gone_is_not_reported_as_kept(friday: ShogunPlayer, tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    words = ["shogun", "play", "--table", "friday", "--store", str(store)]
    with Terminal(words, LC_ALL="C.UTF-8") as screen:
        screen.wait_for("throw 1 (b4 y3)>")
        for each in tmp_path.glob(f"{store.name}*"):
            each.unlink()
        screen.press("\x03")
        rest = screen.end()
        assert (screen.status, "is kept" in rest) == (2, False)
        assert "There are no tables" in rest


def test_the_prompt_corrects_completes_asks_and_exits_at_a_terminal(friday: ShogunPlayer, tmp_path: Path) -> None:
    words = ["shogun", "play", "--table", "friday", "--store", str(tmp_path / "tables.sqlite")]
    with Terminal(words, 40, LC_ALL="C.UTF-8", NO_COLOR="1") as screen:
        screen.wait_for("throw 1 (b4 y3)>")
        for slip in ("b4 y3x", "tary"):
            screen.press(f"{slip}\r")
            screen.wait_for("Error: ")
            screen.wait_for(f"throw 1 (b4 y3)> {slip}")
            screen.press("\x15")
        screen.press("b4 y3\r")
        screen.wait_for("throw 2 (b4 y3)>")
        screen.press("und")
        screen.wait_for("und")  # a slow terminal draws what was typed before what Tab adds
        screen.press("\t")
        screen.wait_for("o")
        screen.press("\r")
        screen.wait_for("is undone.")
        screen.wait_for("throw 1 (b4 y3)>")
        screen.press("reveal\r")
        screen.wait_for("Reveal the seed?")
        screen.press("n\r")
        screen.wait_for("throw 1 (b4 y3)>")
        screen.press("\x03")
        rest = screen.end()
        assert screen.status == 0
        assert "companion shogun play --table friday" in " ".join(rest.split())
        assert "kabuto" not in screen.shown
        assert set(re.findall(r"\x1b\[([0-9;]*)m", screen.shown)) <= {"", "0"}
    assert friday.read_tower()["throw"] == 0


def test_a_real_tower_needs_its_tray_entered_before_a_throw(friday: ShogunPlayer) -> None:
    assert friday.play("tower real", "inside b3 y2 r3 g4").code == 0
    assert "A real tower is used." in friday.play("show").out
    refused = friday.play("b4 y3")
    assert (refused.code, "nobody said what lies in its tray" in refused.out) == (1, True)
    lines = ("b4 y3 out b3 y1 g1", "b4y3 out nothing", "revolt r3 m2 out r2", "throw b3 out b2")
    battle, nothing, revolt, free = friday.play(*lines, more="--json").objects
    assert (battle["verdict"]["winner"], battle["verdict"]["survivors"]) == ("attacker", {"blue": 1})
    assert (nothing["out"], revolt["verdict"]["winner"], free["tray"]) == ({}, "owner", {"blue": 2})
    counted = friday.play("inside empty", "inside b3 y2", "inside y0 g+1", more="--json").objects[2]
    assert (counted["added"], counted["removed"]) == ({"green": 1}, {"yellow": 2})
    assert friday.play("tower companion", more="--json").json["real_tower"] is False
    assert friday.play("b4 y3").code == 0


def test_the_log_has_a_line_for_every_event_and_what_was_undone_keeps_its_outcome(friday: ShogunPlayer) -> None:
    friday.play("b4 y3 koz", "tray g1")
    stood = friday("table log friday --json").json["history"]
    friday("table undo friday")
    lines = friday("table log friday").lines
    assert "Blue, Yellow and Red" in lines[0]
    assert "Kozuke: Blue attacks Yellow. Out came" in lines[1]
    assert lines[2].startswith("  3. Undone: The tray is corrected: ")
    assert lines[3] == "  4. Event 3 is undone."
    undone = friday("table undo friday --json").json
    answer = friday("table log friday --json").json
    assert answer["history"][1] == {**stood[1], "undone": True}
    assert (undone["text"], undone["hash"]) == (stood[1]["text"], answer["hash"])
    friday("table undo friday --redo")
    assert friday("table log friday --json").json["history"][1] == stood[1]
