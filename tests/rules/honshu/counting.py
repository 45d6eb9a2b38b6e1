"""What somebody counts on a map who has it before them: the slow way, sharing nothing with the rules."""

from itertools import groupby

from companion.data.honshu.map import Counts, HonshuMap
from tests.rules.honshu.slow_count import COLOURS, count_fallow_blocks, find_districts, list_lines


def count_map(map_: HonshuMap, card: int | None, fallow: bool = True) -> Counts:
    """The counts of a map; it holds at most ten cubes a colour."""
    rows = map_.rows
    at = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != "."}
    held, empty = list(at.values()), 0
    factories: list[int] = []
    taken = dict.fromkeys(COLOURS, 0)
    for small, capital in COLOURS.items():
        cubes, places = (held.count(f"{small}*"), sorted((int(s[1]) for s in held if s[0] == capital), reverse=True))
        served = sorted(places * 2 if card == 1 else places, reverse=True)[:cubes]
        taken[small], empty = len(served), empty + held.count(small) + len(served)
        factories += served
    towns = find_districts(at, "T")
    biggest: set[tuple[int, int]] = max(towns, key=len, default=set())
    crowded = {(r, c) for town in towns for r, c in town if {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} <= town}
    bonus: tuple[int, ...] = ()
    if card == 2:
        runs = (len(list(run)) for line in list_lines(rows) for symbol, run in groupby(line) if symbol == "F")
        bonus = tuple(length for length in runs if length > 2)
    elif card == 3:
        bonus = count_fallow_blocks(at, "disjoint"), count_fallow_blocks(at, "windows")
    elif card == 5:
        bonus = len(crowded & biggest), len(crowded - biggest)
    elif card == 6:
        bonus = (empty,)
    elif card in (7, 8):
        bonus = (sum(taken[colour] for colour in ("by" if card == 7 else "ng")),)
    lakes = tuple(len(lake) for lake in find_districts(at, "L"))
    return Counts(
        held.count("F"), len(biggest), lakes, tuple(factories), card, bonus, held.count("-") if fallow else None
    )
