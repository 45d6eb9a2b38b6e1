"""What a print costs, in calls of functions and in memory, which do not hang on the machine."""

import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.printing import PrintOrder, print_decks
from tests.bench.plain_deck import write_plain_deck

COUNT = """
import sys
from pathlib import Path
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.edition_order import EditionOrder
from companion.service.press.printing import PrintOrder, print_decks
from companion.service.press.sheet_pictures import render_sheets
calls = 0
def count(frame, event, argument):
    global calls
    calls += event == "call"
"""
PRINT = """
sys.setprofile(count)
answer = print_decks(PrintOrder((open_deck(sys.argv[1]),), (parse_paper("a4"),)), Path(sys.argv[2]))
sys.setprofile(None)
print(calls / answer.data["files"][0]["cards"])
"""
LOOK = """
def stop(number, *picture):
    sys.setprofile(None)
    sys.exit(print(calls, number))
render_sheets(EditionOrder("honshu"))  # the press is open: its page has shown this game
sys.setprofile(count)
render_sheets(EditionOrder(sys.argv[1], paper=sys.argv[2]), stop)
"""


def count_calls(program: str, *arguments: str) -> list[float]:
    """What a program prints in a fresh process, which has nothing in its caches."""
    command = [sys.executable, "-c", COUNT + program, *arguments]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in output.split()]


@pytest.mark.parametrize(("cards", "reached"), [(60, 1544), pytest.param(3000, 756, marks=pytest.mark.deep)])
def test_a_plain_card_costs_no_more_calls(tmp_path: Path, cards: int, reached: int) -> None:
    assert count_calls(PRINT, str(write_plain_deck(tmp_path, cards)), str(tmp_path))[0] < 1.1 * reached


def test_a_plain_deck_needs_no_more_modules(tmp_path: Path) -> None:
    """Most of what a few cards cost is the start: half a millisecond for each module of ours, and ten for Pillow."""
    command = ["companion.cli.main", "print", str(write_plain_deck(tmp_path, 9)), "-o", str(tmp_path)]
    log = subprocess.check_output([sys.executable, "-X", "importtime", "-m", *command], stderr=subprocess.STDOUT)
    assert all((log.count(b" companion.") < 1.1 * 74, log.count(b"\n") < 1.1 * 278, b"PIL.Image" not in log))


def test_a_piece_of_shogun_costs_no_more_calls(tmp_path: Path) -> None:
    assert count_calls(PRINT, "shogun", str(tmp_path))[0] < 1.1 * 3958


@pytest.mark.parametrize(
    ("game", "paper", "sheet", "reached"),
    [("shogun", "a4", 1, 318_187), ("hogen", "a4", 0, 205_339), ("honshu", "letter", 1, 51_862)],
)
def test_a_tap_costs_no_more_calls_before_a_sheet_is_seen(game: str, paper: str, sheet: int, reached: int) -> None:
    calls, number = count_calls(LOOK, game, paper)
    assert (number, calls < 1.1 * reached) == (sheet, True)


def measure_peak(folder: Path, count: int) -> int:
    """Bytes that are held at once while so many cards are read and printed."""
    folder.mkdir()
    tracemalloc.start(1)
    try:
        print_decks(PrintOrder((open_deck(str(write_plain_deck(folder, count))),), (parse_paper("a4"),)), folder)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.deep
def test_memory_hardly_grows_with_the_cards(tmp_path: Path) -> None:
    measure_peak(tmp_path / "warm", 9)
    few, many = measure_peak(tmp_path / "few", 200), measure_peak(tmp_path / "many", 700)
    assert (many - few) / 500 < 4900  # so that ten thousand cards take 50 MB
