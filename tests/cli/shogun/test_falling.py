"""The picture of a throw: it ends with what came out, keeps its height, and stays away from pipes."""

import pytest

from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.falling import frames, show_fall
from companion.data.towers import preset_named
from companion.rules.shogun.sampling import SeededRandomness
from companion.rules.shogun.tower import Throw, fill, filling, throw
from tests.cli.terminal import Terminal


def thrown(count: int) -> Throw:
    randomness = SeededRandomness("fall")
    tower = fill(preset_named("shogun"), filling(("blue", "red", "yellow")), randomness).tower
    return throw(tower, tower.take({"blue": count, "yellow": 3}), randomness)


@pytest.mark.parametrize("count", [1, 4, 40])
def test_the_last_picture_shows_the_tray(count: int) -> None:
    made = thrown(count)
    pictures = list(frames(made))
    assert {len(picture) for picture in pictures} == {10}
    assert 5 < len(pictures) < 30
    tray = pictures[-1][-1].partition("__ ")[2]
    assert tray.count("●") == sum(cube.colour == "blue" for cube in made.out)
    assert len(tray) == len(made.out)
    assert not any(sign in line for line in pictures[-1][:-1] for sign in "●★▲♣")


def test_nothing_thrown_is_no_mistake() -> None:
    tower = fill(preset_named("shogun"), (), SeededRandomness("x")).tower
    assert len(list(frames(throw(tower, (), SeededRandomness("x"))))) == 1


def test_no_picture_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    show_fall(thrown(3))
    assert capsys.readouterr().out == ""


def test_the_tray_is_sorted_by_colour() -> None:
    assert draw_tray({"green": 1, "blue": 3, "red": 0}) == ["  ●●●  3 blue armies", "  ♣    1 green army"]


def test_a_terminal_that_knows_letters_only(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert draw_tray({"blue": 2}) == ["  BB  2 blue armies"]


JUDGE = ["--ui-lang", "en", "shogun", "judge", "--attacker", "blue=1", "--defender", "yellow=1"]


def test_colours_on_a_terminal_unless_they_are_not_wanted() -> None:
    with Terminal(JUDGE) as terminal:
        assert "\x1b[34m" in terminal.end()
    with Terminal(JUDGE, NO_COLOR="1") as terminal:
        assert "\x1b[3" not in terminal.end()
