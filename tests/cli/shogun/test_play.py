"""``companion shogun play``: an evening at a prompt, from a pipe and in a terminal."""

import re
from pathlib import Path

import pytest

from companion.cli.shogun import falling
from tests.cli.asking import Asking
from tests.cli.terminal import Terminal
from tests.cli.test_shogun_round import acting


@pytest.fixture
def friday(ask: Asking) -> Asking:
    assert ask("new friday --players blue,yellow,red --seed kabuto").code == 0
    return ask


def fighting(ask: Asking) -> None:
    """A table whose first action, the taxes, is over: Blue may attack."""
    acting(ask)
    assert ask("play friday", typed="\n\n\n").code == 0


def test_a_line_throws_what_the_command_throws(friday: Asking) -> None:
    assert friday("play friday", typed="b4 y3 koz\n").code == 0
    played = friday("show friday --last --json").json
    friday("new saturday --players blue,yellow,red --seed kabuto")
    thrown = friday("attack saturday --attacker blue=4 --defender yellow=3 --province Kozuke --json").json
    assert played["out"] == thrown["out"]


def a_way(ask: Asking) -> list[str]:
    """A line that could be typed now: how many armies, from where, to where."""
    return ask("play friday", typed="shi\n").err.partition("such as ")[2].splitlines()[0].rstrip(".").split()


def test_a_battle_takes_at_most_ten_keys(ask: Asking) -> None:
    """The shortest beginnings that are understood, Enter included."""
    fighting(ask)
    _, source, target = a_way(ask)
    short = next(
        f"1 {source[:letters]} {target[:letters]}\n"
        for letters in range(1, 9)
        if ask("play friday", typed=f"odds {source[:letters]} {target[:letters]}\n").code == 0
    )
    assert len(short) <= 10
    assert ask("play friday", typed=short).code == 0
    assert ask("show friday --json").json["throw"] == 1


@pytest.mark.parametrize(
    "line",
    [
        "b4 y3",
        "attack --attacker blue=4 --defender yellow=3",
        "revolt --owner blue=4 --markers 1",
        "throw --in blue=4",
    ],
)
def test_no_throw_falls_where_it_is_to_be_still(
    friday: Asking, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    fallen: list[object] = []
    monkeypatch.setattr(falling, "show_fall", lambda *cubes: fallen.append(cubes))
    for still, shown in (("--still", 0), ("", 1)):
        assert friday(f"play friday {still}", typed=f"{line}\n").code == 0
        assert len(fallen) == shown


def test_a_slip_ends_a_script(friday: Asking) -> None:
    answer = friday("play friday", typed="b4 y3\ntary g2\nr2 b1\n")
    assert answer.code == 2
    assert "did you mean tray?" in answer.err
    assert "Line 2 was not done, and nothing after it." in answer.err
    assert friday("show friday --json").json["throw"] == 1


def test_a_no_ends_a_script(friday: Asking) -> None:
    assert friday("play friday", typed="b4 black3\n").code == 2
    assert friday("play friday", typed="b4 y3 --from 4\nb1 y1\n").code == 1
    assert friday("show friday --json").json["throw"] == 0


def test_undo_and_help(friday: Asking) -> None:
    answer = friday("play friday", typed="b4 y3\nu\n?\nq\nb1 y1\n")
    assert answer.code == 0
    assert "is undone" in answer.out
    assert "tray g1, tray b+1: put the tray right" in answer.out
    assert friday("show friday --json").json["throw"] == 0


def test_help_fits_narrow_terminals_in_both_languages(friday: Asking, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for lang in ("en", "fr"):
        plain = friday("play friday", typed="", lang=lang).out
        told = friday("play friday", typed="?\n", lang=lang).out.removeprefix(plain)
        assert told
        assert max(map(len, told.splitlines())) < 40


def test_odds_of_every_number(ask: Asking, friday: Asking) -> None:
    answer = friday("attack friday --attacker blue=4 --defender yellow=3 --odds-only --json").json
    assert [each["armies"] for each in answer["numbers"]] == [1, 2, 3, 4]
    assert answer["numbers"][-1]["win"] == answer["win"]
    wins = [each["win"] for each in answer["numbers"]]
    assert wins == sorted(wins)
    said = friday("play friday", typed="odds b4 y3\n").out.splitlines()
    table = said[
        said.index(next(line for line in said if line.split() == ["armies", "win", "tie", "lose"])) :
    ]
    assert [line.split()[0] for line in table[1:]] == ["1", "2", "3", "4"]
    assert friday("show friday --json").json["throw"] == 0


def test_odds_before_a_number_is_chosen_on_a_board(ask: Asking) -> None:
    fighting(ask)
    game = ask("round friday --json").json
    lands = game["board"]["provinces"]
    _, source, target = a_way(ask)
    answer = ask(f"act friday blue combat-a {source} --to {target} --odds-only --json")
    assert answer.code == 0
    assert len(answer.json.get("numbers", [0])) == lands[source]["armies"] - 1


def test_the_score_so_far(ask: Asking) -> None:
    acting(ask)
    answer = ask("score --table friday --json").json
    assert {player: each["total"] for player, each in answer["players"].items()} == dict.fromkeys(
        ("blue", "yellow", "red"), 9
    )
    assert "If the winter were now" in ask("play friday", typed="score\n").out
    assert ask("score --json").json == answer
    assert ask("score x.txt --table friday").code == 2


def test_real_cubes_are_told_where_they_go(friday: Asking) -> None:
    assert "Thrown: " not in friday("attack friday --attacker blue=4 --defender yellow=3").out
    said = friday("show friday --last --trust").out
    assert friday("play friday", typed="trust\n").out.endswith(said)
    cubes = friday("show friday --last --json").json
    assert "Thrown: 4 blue armies and 3 yellow armies." in said
    stay = {c: n - cubes["out"].get(c, 0) for c, n in cubes["in"].items() if n > cubes["out"].get(c, 0)}
    loose = {c: n - cubes["in"].get(c, 0) for c, n in cubes["out"].items() if n > cubes["in"].get(c, 0)}
    assert ("Inside stay: " in said) == bool(stay)
    assert ("Came loose from inside: " in said) == bool(loose)
    assert sum(cubes["in"].values()) - sum(stay.values()) + sum(loose.values()) == sum(cubes["out"].values())


def test_a_table_whose_file_is_gone_is_not_said_to_be_kept(friday: Asking, tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    with Terminal(["shogun", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("throw 1>")
        for each in tmp_path.glob(f"{store.name}*"):
            each.unlink()
        screen.press("\x03")
        left = screen.end()
        assert (screen.status, "is kept" in left) == (2, False)
        assert "There are no tables" in left


@pytest.mark.parametrize("columns", [40, 80])
def test_at_a_terminal(friday: Asking, tmp_path: Path, columns: int) -> None:
    """A slip stays to be mended, Tab completes, Ctrl-C leaves well; no colours where none are wanted."""
    store = str(tmp_path / "tables.sqlite")
    with Terminal(
        ["shogun", "play", "friday", "--still", "--store", store], columns, LC_ALL="C.UTF-8", NO_COLOR="1"
    ) as screen:
        screen.until("throw 1>")
        screen.press("b4 y3x\r")
        screen.until("Error: ")
        screen.until("b4 y3x")
        screen.press("\x7f\r")
        screen.until("throw 2>")
        screen.press("und")
        screen.until("und")  # a slow terminal draws what was typed before what Tab adds
        screen.press("\t")
        screen.until("o")
        screen.press("\r")
        screen.until("is undone.")
        screen.until("throw 1>")
        screen.press("\x03")
        assert "companion shogun play friday" in screen.end()
        assert screen.status == 0
        assert set(re.findall(r"\x1b\[([0-9;]*)m", screen.shown)) <= {"", "0"}
