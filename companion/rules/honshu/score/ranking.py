"""Who won: the highest total, then the most fallow squares in sight, then the win is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Ranked", "rank"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's map in the ranking.

    Attributes:
        rank: 1 for the winner; players who share a place have the same number.
        index: Which of the given maps it is, from 0.
        total: Its points.
        fallow: Its fallow squares, which break a tie.
        shared: Whether another map has the same rank.
        by_fallow: Whether fallow told it from a map with the same total.
    """

    rank: int
    index: int
    total: int
    fallow: int
    shared: bool
    by_fallow: bool


def rank(results: Sequence[tuple[int, int]]) -> tuple[Ranked, ...]:
    """Rank finished maps by total and visible fallow squares, best first.

    Those that share a place come in the order given. Source: Honshu booklet, Final score.
    """
    totals = [total for total, _ in results]
    order = sorted(range(len(results)), key=lambda index: results[index], reverse=True)
    # sorted(reverse=True) keeps equal ones in their order.
    return tuple(
        Ranked(
            rank=1 + sum(other > results[index] for other in results),
            index=index,
            total=results[index][0],
            fallow=results[index][1],
            shared=results.count(results[index]) > 1,
            by_fallow=totals.count(results[index][0]) > results.count(results[index]),
        )
        for index in order
    )
