"""The rules and a table measured: a score, advice, deductions, odds, a throw that is kept, a log that is checked."""

import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from companion.data.files import read_text
from companion.data.hogen import parse_log
from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.placements import cards_by_name, parse_stack
from companion.data.shogun.towers import get_preset
from companion.paths import assets
from companion.play.hogen.views import format_seat_log
from companion.play.shogun import GAME as SHOGUN
from companion.rules.hogen.deduction import follow_log
from companion.rules.honshu import board, laying
from companion.rules.honshu.advising import advise
from companion.rules.honshu.score import score_map
from companion.rules.shogun.battle import Battle
from companion.rules.shogun.odds import PlannedThrow, compute_battle_odds
from companion.rules.shogun.tower import Ages
from companion.service.session import Session
from companion.table.archive import verify_log
from tests.play.hogen.random_play import play_at_random
from tests.table.games import build_attack, open_friday

THROWS = 1000


def measure_call(call: Callable[[], object]) -> float:
    clock = perf_counter()
    call()
    return perf_counter() - clock


def measure_median(call: Callable[[], object], times: int) -> float:
    return sorted(measure_call(call) for _ in range(times))[times // 2]


def print_time(name: str, seconds: float, most: float) -> None:
    """``most`` are the seconds in which nobody has to wait."""
    print(f"{name}: {1e3 * seconds:.3f} ms, {most / seconds:.1f} times within {1e3 * most:g} ms")


def main() -> None:
    measure_honshu()
    measure_hogen()
    lodged = Ages({colour: tuple(range(1, 31)) for colour in ("blue", "yellow", "green")})
    throw = PlannedThrow(get_preset("shogun"), {"blue": 62, "yellow": 62}, {"green": 2}, lodged)
    odds = partial(compute_battle_odds, throw, Battle("blue", "yellow"))
    print_time("shogun: odds of 62 against 62", measure_median(odds, 200), 1e-3)
    # In the working folder: /tmp is often memory, where syncing costs nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        measure_table(Path(folder))


def measure_honshu() -> None:
    stack = laying.find_laying_order(parse_stack(read_text(assets() / "games/honshu/example63.json")))
    twelve = laying.judge_placements(stack[:12]).pile
    whole = laying.judge_placements(stack).pile.build_map()

    def score_anew() -> None:
        board.find_districts.cache_clear()
        board._try_first_blocks.cache_clear()
        for card in scoring_cards():
            score_map(whole, card)

    print_time("honshu: a map with all scoring cards", measure_median(score_anew, 300), 1e-3)
    five = [cards_by_name()[name] for name in ("2", "17", "33", "44", "60")]
    print_time("honshu: advice for five cards", measure_call(lambda: [advise(twelve, card) for card in five]), 0.5)


def measure_hogen() -> None:
    log = parse_log(format_seat_log(play_at_random(4, Random(3), 34, accuse=0.05).state, "A"), "log")
    lines, best = [], []
    clock = perf_counter()
    for known in follow_log(log):
        lines.append(perf_counter() - clock)
        best.append(measure_call(known.rank_calls))
        clock = perf_counter()
    print_time("hogen: the slowest line of a log of four players", max(lines), 0.3)
    print_time("hogen: the slowest best call", max(best), 2)


def open_bare_table(file: Path) -> Callable[[], object]:
    """Nothing but one line put into a table and synced, with the same settings of SQLite."""
    connection = sqlite3.connect(file, isolation_level=None)
    for line in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE line (text TEXT)"):
        connection.execute(line)
    return partial(connection.execute, "INSERT INTO line VALUES (?)", ("x" * 800,))


def measure_table(folder: Path) -> None:
    open_friday(folder / "tables.sqlite").store.close()
    write_bare_line = open_bare_table(folder / "bare.sqlite")
    with Session(folder / "tables.sqlite", "friday", SHOGUN) as friday:
        throw = partial(friday.do, build_attack("blue=5", "yellow=3"))
        # One beside the other, so that whatever else the computer does slows both.
        pairs = [(measure_call(throw), measure_call(write_bare_line)) for _ in range(THROWS)]
        ours, bare = (sorted(each)[THROWS // 2] for each in zip(*pairs, strict=True))
        print(f"table: a throw that is kept: {1e3 * ours:.2f} ms, {ours / bare:.2f} times a bare synced line")
        events = friday.store.list_events("friday")
        print_time(f"table: {THROWS} throws checked", measure_call(lambda: verify_log(events, SHOGUN)), 1)
