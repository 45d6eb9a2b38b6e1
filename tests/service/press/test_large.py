"""A large deck takes little more memory than a small one: of a card only its name and its place stay."""

import tracemalloc
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.printing import PrintOrder, print_decks
from tests.bench.plain_deck import write_plain_deck


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
    assert (many - few) / 500 < 2200  # held in memory, a card and its sheet took over 7,000 bytes
