"""The picture of a throw: it ends with what came out, keeps its height, and stays away from pipes."""

import signal
import sys
from pathlib import Path

import pytest

from companion.cli.shogun import falling
from companion.cli.shogun.falling import fall_pictures, show_fall
from companion.data.shogun.towers import preset_named
from companion.rules.shogun.realm import counted
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import fill, filling, throw
from tests.cli.asking import Asking
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


def attack(store: Path) -> list[str]:
    fight = "--ui-lang en shogun attack --table friday --attacker blue=4 --defender yellow=3 --store"
    return [*fight.split(), str(store)]


def test_a_throw_falls_on_a_terminal_and_a_key_skips_it(friday: Asking, tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
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
    with Terminal(attack(store), TERM="dumb") as terminal:
        assert "\x1b" not in terminal.end()
