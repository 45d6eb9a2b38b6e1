"""A table measured: a logged throw beside a bare fsynced commit, and a thousand throws followed again."""

import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.play.shogun import GAME as SHOGUN
from companion.service.session import Session
from companion.table.archive import verify_log
from companion.table.shelf import Table
from companion.table.store import Store
from tests.bench.clock import measure_call
from tests.table.games import build_attack, build_revolt, open_friday

THROWS = 1000
MOST_COMMITS = 3.0
VERIFY = 1.0
FIGHTS = (build_attack("blue=5", "yellow=3"), build_attack("red=4", "blue=4", markers=1), build_revolt("yellow=4", 2))


def open_bare_table(folder: Path) -> Callable[[str], None]:
    """Nothing but one line put into a table and synced, with the same settings of SQLite."""
    connection = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE line (text TEXT)")

    def commit(text: str) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO line VALUES (?)", (text,))
        connection.execute("COMMIT")

    return commit


def main() -> None:
    # In the working folder: /tmp is often memory, where syncing costs nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        measure(Path(folder))


def measure(folder: Path) -> None:
    open_friday(folder / "tables.sqlite").store.close()
    friday = Session(folder / "tables.sqlite", "friday", SHOGUN)
    commit = open_bare_table(folder)
    throws: list[float] = []
    commits: list[float] = []
    for number in range(THROWS):
        # One beside the other, so that whatever else the computer does slows both.
        commits.append(measure_call(partial(commit, friday.history.steps[-1].event.record)))
        throws.append(measure_call(partial(friday.do, FIGHTS[number % len(FIGHTS)])))
    friday.close()
    for name, pick in (("median", THROWS // 2), ("nine of ten", THROWS * 9 // 10)):
        ours, floor = sorted(throws)[pick], sorted(commits)[pick]
        print(
            f"table: logged throw, {name}: {ours * 1e3:.2f} ms; bare commit {floor * 1e3:.2f} ms; "
            f"{ours / floor:.2f} times (at most {MOST_COMMITS:.0f})"
        )
    ours, floor = sum(throws) / THROWS, sum(commits) / THROWS
    print(f"table: logged throw, mean: {ours * 1e3:.2f} ms; bare commit {floor * 1e3:.2f} ms; {ours / floor:.2f} times")
    with Store(folder / "tables.sqlite") as store:
        took = measure_call(lambda: verify_log(store.list_events("friday"), SHOGUN))
        assert verify_log(store.list_events("friday"), SHOGUN).is_valid
        print(f"table: verify of {THROWS} throws: {took:.3f} s, {VERIFY / took:.1f} times within {VERIFY:.0f} s")
        took = measure_call(lambda: Table(store, "friday", SHOGUN))
        print(f"table: {THROWS} throws played into the state: {took:.3f} s")
