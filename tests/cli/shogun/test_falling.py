"""The picture of a throw: it ends with what came out, keeps its height, and stays away from pipes."""

import signal
import sys
from pathlib import Path

import pytest

from companion.cli.shogun import drawing, falling
from companion.cli.shogun.drawing import draw_tray, symbol
from companion.cli.shogun.falling import fall_pictures, show_fall
from companion.data.shogun.towers import preset_named
from companion.rules.shogun.realm import COLOURS, counted
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import fill, filling, throw
from tests.cli.shogun.test_judge import companion
from tests.cli.terminal import Terminal


def thrown(count: int) -> tuple[dict[str, int], dict[str, int]]:
    randomness = SeededRandomness("fall")
    tower = fill(preset_named("shogun"), filling(("blue", "red", "yellow")), randomness).tower
    made = throw(tower, tower.take({"blue": count, "yellow": 3}), randomness)
    return counted(made.thrown), counted(made.out)


@pytest.mark.parametrize("count", [1, 4, 40])
def test_the_last_picture_shows_the_tray(count: int) -> None:
    into, out = thrown(count)
    pictures = list(fall_pictures(into, out))
    assert {len(picture) for picture in pictures} == {10}
    assert 5 < len(pictures) < 30
    tray = pictures[-1][-1].partition("__ ")[2]
    assert tray.count("●") == out.get("blue", 0)
    assert len(tray) == sum(out.values())
    assert not any(sign in line for line in pictures[-1][:-1] for sign in "●★▲♣")


def test_nothing_thrown_is_no_mistake() -> None:
    assert len(list(fall_pictures({}, {}))) == 1


def test_those_inside_come_loose_when_more_come_out_than_went_in() -> None:
    pictures = list(fall_pictures({"blue": 1}, {"blue": 2, "red": 1}))
    assert pictures[-1][-1].endswith("__ ●●▲")


def test_no_picture_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    show_fall(*thrown(3))
    assert capsys.readouterr().out == ""


def test_the_tray_is_sorted_by_colour() -> None:
    assert draw_tray({"green": 1, "blue": 3, "red": 0}) == ["  ●●●  3 blue armies", "  ♣    1 green army"]


def test_a_terminal_that_knows_letters_only(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert draw_tray({"blue": 2}) == ["  BB  2 blue armies"]


def test_cubes_of_each_colour_have_an_ink_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "coloured", lambda: True)
    inks = {symbol(colour).partition("m")[0] for colour in COLOURS}
    assert len(inks) == len(COLOURS)
    assert all(ink.startswith("\x1b[") for ink in inks)


def test_a_throw_is_seen_where_no_key_can_be_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on Windows: each picture stays for its time, and all are shown."""
    waited: list[float] = []
    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setattr(falling, "sleep", waited.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    pictures = list(fall_pictures(*thrown(3)))
    show_fall(*thrown(3))
    assert len(waited) == len(pictures)
    assert min(waited) > 0.02
    assert capsys.readouterr().out.count("\x1b[10A") == len(pictures)


JUDGE = ["--ui-lang", "en", "shogun", "judge", "--attacker", "blue=1", "--defender", "yellow=1"]


def test_colours_on_a_terminal_unless_they_are_not_wanted() -> None:
    with Terminal(JUDGE) as terminal:
        assert "\x1b[34m" in terminal.end()
    with Terminal(JUDGE, NO_COLOR="1") as terminal:
        assert "\x1b[3" not in terminal.end()


def attack(store: Path, *more: str) -> list[str]:
    return [
        "--ui-lang",
        "en",
        "shogun",
        "attack",
        "friday",
        "--attacker",
        "blue=4",
        "--defender",
        "yellow=3",
        "--store",
        str(store),
        *more,
    ]


def test_a_throw_falls_on_a_terminal_and_a_key_skips_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "tables.sqlite"
    companion(
        capsys, "new", "friday", "--players", "blue,yellow,red", "--seed", "plum", "--store", str(store)
    )
    with Terminal(attack(store)) as terminal:
        whole = terminal.end().count("\x1b[10A")
        assert terminal.status == 0
    with Terminal(attack(store)) as terminal:
        terminal.until("\x1b[10A")
        terminal.type("")
        rest = terminal.end()
        assert "To the supplies:" in rest
        assert rest.count("\x1b[10A") < whole - 5
    with Terminal(attack(store)) as terminal:
        terminal.until("\x1b[10A")
        terminal.signal(signal.SIGINT)
        assert "To the supplies:" in terminal.end()  # the throw counts: its verdict is not lost to Ctrl-C
        assert terminal.status == 0
    with Terminal(attack(store, "--still")) as terminal:
        assert "\x1b[10A" not in terminal.end()
    with Terminal(attack(store), TERM="dumb") as terminal:
        assert "\x1b" not in terminal.end()
