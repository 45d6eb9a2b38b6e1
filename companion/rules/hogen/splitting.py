"""Which call would leave the fewest worlds, on average over everything that can follow."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from companion.data.hogen.calls import Call
from companion.data.hogen.cards import CARDS
from companion.rules.hogen.calls import calls_with
from companion.rules.hogen.turn import Turn, others_from
from companion.rules.hogen.worlds import Worlds, call_mask

__all__ = ["Split", "best_calls"]

_TWELFTHS = np.array([0, 12, 6, 4, 3], dtype=np.int64)
"""Twelfths of the chance that one samurai of so many matching ones is laid."""


@dataclass(frozen=True, slots=True)
class Split:
    """What a call can be hoped to tell.

    Attributes:
        call: The call.
        expected: Worlds left after the answer, on average; exact.
        nobody: The share of worlds in which everybody passes.
    """

    call: Call
    expected: Fraction
    nobody: Fraction


def best_calls(worlds: Worlds, turn: Turn, me: str) -> tuple[Split, ...]:
    """Every call open to me, the one that leaves the fewest worlds on average first.

    Each world left is held equally likely. In each, the first seat to my left with a match answers: it lays
    each of its matching samurai with equal chance, and takes each samurai of the palace with equal
    chance. What I then see is who passed, who answered, which samurai was laid and which taken; the
    worlds left are those in which that could be seen. What is taken lies open whatever the world, so it
    splits nothing, and the average is the same however the players take.

    Calls nobody could answer since the last swap are left out. Empty when I may not call any more.
    """
    if turn.over or me in turn.wrong or not len(worlds):
        return ()
    rallied = CARDS[int(worlds.rallied_of(me)[0])]
    splits = [_split(worlds, call, me) for call in calls_with(rallied) if not turn.barred(me, call)]
    return tuple(sorted(splits, key=lambda split: (split.expected, split.nobody)))


def _split(worlds: Worlds, call: Call, me: str) -> Split:
    mask = call_mask(call)
    unanswered = np.ones(len(worlds), dtype=bool)
    summed = 0
    for seat in others_from(worlds.seats, me):
        matches = worlds.hand_of(seat) & mask
        answers = unanswered & (matches != 0)
        holds = [matches & np.uint16(1 << card.number) != 0 for card in CARDS if call.matches(card)]
        chances = _TWELFTHS[np.sum(holds, axis=0)]
        for held in holds:
            could_lay = answers & held
            summed += int(chances[could_lay].sum()) * int(np.count_nonzero(could_lay))
        unanswered &= ~answers
    nobody = int(np.count_nonzero(unanswered))
    summed += 12 * nobody * nobody
    return Split(call, Fraction(summed, 12 * len(worlds)), Fraction(nobody, len(worlds)))
