"""A map asked for row by row at a terminal: drawn after each, taken back, saved and scored."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a program that runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def test_rows_are_drawn_taken_back_saved_and_scored(tmp_path: Path, here: dict[str, str]) -> None:
    (tmp_path / "map.txt").write_text("mine")
    with Terminal(["--ui-lang", "en", "honshu", "score", "--card", "4"], **here) as terminal:
        for asked, line, told in (
            ("row 1>", "F F b5", "row 1, column 3: 'b5' is not a square"),
            ("row 1>", "\b\bb*", "  1  F   F   b*"),
            ("row 2>", ". T", "  2  ·   T"),
            ("row 3>", "L", "  3  L   ·"),
            ("row 4>", "u", "  2  ·   T"),
        ):
            terminal.until(asked)
            terminal.type(line)
            terminal.until(told)
        terminal.until("row 3>")
        terminal.type("")
        shown = terminal.end()
    assert terminal.status == 0
    assert "The map is in map-2.txt." in shown
    assert "2 forests, 2 points each" in shown
    assert (tmp_path / "map-2.txt").read_text() == "F F b*\n. T .\n"
    assert (tmp_path / "map.txt").read_text() == "mine"


def test_exiting_a_typed_map_saves_nothing(tmp_path: Path, here: dict[str, str]) -> None:
    with Terminal(["--ui-lang", "en", "honshu", "score"], **here) as terminal:
        terminal.until("row 1>")
        terminal.type("u")
        terminal.until("row 1>")
        terminal.type("")
        terminal.until("it has no map squares")
        terminal.type("q")
        assert "Nothing was saved." in terminal.end()
    assert terminal.status == 0
    assert not list(tmp_path.glob("*.txt"))
