"""What a throw and a page cost, in calls of functions, which do not hang on the machine: a dearer one is noticed."""

import sys
from collections.abc import Callable
from pathlib import Path

from companion.data.shogun.towers import get_preset
from companion.play.shogun import GAME as SHOGUN
from companion.service.playing import play
from companion.service.rows import RowShelf
from companion.service.session import Session
from companion.service.shogun.session import begin_table
from tests.table.games import build_attack, open_friday
from tests.web.app_browser import House
from tests.web.browser.moments import MOMENTS


def count_calls(act: Callable[[], object], times: int = 1) -> float:
    """The mean number of calls of functions in Python."""
    calls = list[object]()
    sys.setprofile(lambda frame, event, argument: calls.append(0) if event == "call" else None)
    try:
        for _ in range(times):
            act()
    finally:
        sys.setprofile(None)
    return len(calls) / times


def test_a_throw_at_a_table_costs_no_more_calls(tmp_path: Path) -> None:
    open_friday(tmp_path / "tables.sqlite").store.close()
    with Session(tmp_path / "tables.sqlite", "friday", SHOGUN) as friday:
        friday.do(build_attack())
        assert count_calls(lambda: friday.do(build_attack()), 20) < 1.1 * 714


def test_a_row_of_a_table_costs_no_more_calls() -> None:
    shelf = RowShelf()
    session = begin_table(shelf, "harvest", ["blue", "yellow"], get_preset("shogun"), seed="rows")
    play(session, build_attack())
    assert count_calls(lambda: (play(session, build_attack()), shelf.take_changes()), 20) < 1.1 * 1775


def test_a_page_of_the_board_costs_no_more_calls() -> None:
    house, example = House(), MOMENTS["board-draft"]
    example.make(house.shelf, "draft")
    aya, bo = house.join(), house.join()
    for phone, seat in zip((aya, bo), example.seats, strict=False):
        phone.sit("draft", seat, seat)
    assert 'class="b-land"' in aya.get("/t/draft/board").text
    assert count_calls(lambda: bo.get("/t/draft/board")) < 1.1 * 16_756  # it is made for this seat
    assert count_calls(lambda: bo.get("/t/draft/board")) < 1.1 * 841  # and kept
