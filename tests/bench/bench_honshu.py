"""Honshu measured: a map scored against the bare pass over its squares, advice against laying once a way.

Caches are emptied before each cold call; what a table of one evening meets lies between cold and warm.
"""

from __future__ import annotations

from companion.data.files import read_text
from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import NO_CARD, HonshuMap
from companion.data.honshu.placements import cards_by_name, parse_stack
from companion.paths import assets
from companion.rules.honshu import board, laying
from companion.rules.honshu.advising import advise, select_best
from companion.rules.honshu.board import build_board_from_map
from companion.rules.honshu.laying import find_laying_order, judge_placements, lay_card
from companion.rules.honshu.score import score_map
from tests.bench.clock import measure_median

SCORE_LIMIT = 100e-6
ADVICE_LIMIT = 0.5
OFFERED = ("2", "17", "33", "44", "60")


def clear_caches() -> None:
    board.find_districts.cache_clear()
    board._try_first_blocks.cache_clear()
    laying.turn_card.cache_clear()


def cut_to_sixty(map_: HonshuMap) -> HonshuMap:
    rows = [list(row) for row in map_.rows]
    squares = [(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != NO_CARD]
    for r, c in squares[60:]:
        rows[r][c] = NO_CARD
    return HonshuMap(tuple(map(tuple, rows)))


def main() -> None:
    laid = find_laying_order(parse_stack(read_text(assets() / "games/honshu/example63.json")))
    whole = judge_placements(laid).pile.build_map()
    assert whole is not None
    map_ = cut_to_sixty(whole)
    floor = measure_median(lambda: build_board_from_map(map_), 2000)
    print(f"60 squares read into sets: {floor * 1e6:.1f} µs (the floor)")
    for card in (None, *scoring_cards()):
        cold = measure_median(lambda card=card: score_map(map_, card), 1000, clear_caches)
        warm = measure_median(lambda card=card: score_map(map_, card), 1000)
        print(
            f"scored with card {card or '-'}: cold {cold * 1e6:.1f} µs, warm {warm * 1e6:.1f} µs; "
            f"{cold / floor:.1f} floors, {cold / SCORE_LIMIT:.0%} of the limit"
        )
    twelve = judge_placements(laid[:12]).pile
    cards = [cards_by_name()[name] for name in OFFERED]

    def advise_all() -> int:
        ways = [way for card in cards for way in advise(twelve, card)]
        select_best(ways)
        return len(ways)

    number = advise_all()
    took = measure_median(advise_all, 7, clear_caches)
    first = select_best(advise(twelve, cards[0]), 1)[0].placement
    once = measure_median(lambda: lay_card(twelve, first), 300)
    print(
        f"advice for {len(cards)} cards on a map of twelve: {number} ways in {took * 1e3:.0f} ms, "
        f"{took / ADVICE_LIMIT:.0%} of the limit; {took / number * 1e6:.0f} µs a way, "
        f"{took / number / once:.2f} of laying a card once"
    )
