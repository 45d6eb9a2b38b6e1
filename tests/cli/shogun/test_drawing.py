"""The signs and colours of cubes in a terminal."""

import io
import sys

import pytest

from companion.cli.shogun import drawing
from companion.cli.shogun.drawing import draw_tray, symbol
from companion.rules.shogun.realm import COLOURS
from tests.cli.terminal import Terminal


def test_the_tray_is_sorted_by_colour() -> None:
    assert draw_tray({"green": 1, "blue": 3, "red": 0}) == ["  ●●●  3 blue armies", "  ♣    1 green army"]


def test_a_tray_is_drawn_in_letters_on_an_ascii_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert draw_tray({"blue": 2}) == ["  BB  2 blue armies"]


def test_cubes_of_each_colour_have_an_ink_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "wants_colours", lambda: True)
    inks = {symbol(colour).partition("m")[0] for colour in COLOURS}
    assert len(inks) == len(COLOURS)
    assert all(ink.startswith("\x1b[") for ink in inks)


JUDGE = ["--ui-lang", "en", "shogun", "judge", "--attacker", "blue=1", "--defender", "yellow=1"]


def test_a_terminal_gets_colours_unless_no_color_is_set() -> None:
    with Terminal(JUDGE) as terminal:
        assert "\x1b[34m" in terminal.end()
    with Terminal(JUDGE, NO_COLOR="1") as terminal:
        assert "\x1b[3" not in terminal.end()
