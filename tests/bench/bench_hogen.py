"""How long a player waits: each line of a log of 4 players, and the best call, against a plain-Python peer.

The limits are the ones promised: 0.3 s a line from 45,360 worlds, 2 s for the best call.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from companion.data.hogen import Log, LoggedEvent
from companion.errors import Place
from companion.rules.hogen.deduction import deduce, follow_log
from tests.bench.clock import measure_call
from tests.rules.hogen import brute_force
from tests.rules.hogen.random_play import play_at_random

LINE = 0.3
BEST = 2.0


def main() -> None:
    worst_line = worst_best = worst_start = 0.0
    for seed in range(10):
        played = play_at_random(4, Random(seed), 30, accuse=0.05)
        entries = tuple(LoggedEvent(event, Place()) for event in played.list_seat_log("A"))
        clock = perf_counter()
        for at, now in enumerate(follow_log(Log(played.build_opening("A"), entries))):
            took = perf_counter() - clock
            if at == 0:
                worst_start = max(worst_start, took)
            worst_line = max(worst_line, took)
            clock = perf_counter()
            now.rank_calls()
            worst_best = max(worst_best, perf_counter() - clock)
            clock = perf_counter()
    print(f"hogen: all 45,360 worlds listed in {worst_start * 1000:.1f} ms")
    print(f"hogen: slowest line {worst_line * 1000:.1f} ms, {LINE / worst_line:.0f} times within {LINE} s")
    print(f"hogen: slowest best call {worst_best * 1000:.1f} ms, {BEST / worst_best:.0f} times within {BEST} s")
    played = play_at_random(4, Random(3), 1, accuse=0.0)
    entries = tuple(LoggedEvent(event, Place()) for event in played.list_seat_log("A"))
    ours = measure_call(lambda: deduce(Log(played.build_opening("A"), entries)))
    peer = measure_call(lambda: brute_force.list_worlds_after(played.build_opening("A"), played.list_seat_log("A")))
    print(f"hogen: first call of 4 players {ours * 1000:.1f} ms, plain Python {peer / ours:.0f} times slower")
