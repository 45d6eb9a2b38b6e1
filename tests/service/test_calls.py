"""What a throw at a table costs, in calls of functions: a cost that creeps in is noticed."""

from functools import partial
from pathlib import Path

from companion.data.shogun.towers import get_preset
from companion.play.shogun import GAME as SHOGUN
from companion.service.playing import play
from companion.service.rows import RowShelf
from companion.service.session import Session
from companion.service.shogun.session import begin_table
from tests.calls import count_calls
from tests.table.games import build_attack, open_friday

TIMES = 20


def test_a_throw_at_a_table_costs_no_more_calls(tmp_path: Path) -> None:
    open_friday(tmp_path / "tables.sqlite").store.close()
    with Session(tmp_path / "tables.sqlite", "friday", SHOGUN) as friday:
        throw = partial(friday.do, build_attack())
        throw()
        assert sum(count_calls(throw) for _ in range(TIMES)) / TIMES < 1.1 * 712


def test_a_throw_of_a_table_in_rows_costs_no_more_calls() -> None:
    shelf = RowShelf()
    session = begin_table(shelf, "harvest", ["blue", "yellow"], get_preset("shogun"), seed="rows")

    def throw() -> None:
        play(session, build_attack())
        shelf.take_changes()

    throw()
    assert sum(count_calls(throw) for _ in range(TIMES)) / TIMES < 1.1 * 1772
