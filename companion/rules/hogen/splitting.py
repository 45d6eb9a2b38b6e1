"""Which call would leave the fewest worlds, on average over everything that can follow."""

from dataclasses import dataclass
from fractions import Fraction

from companion.data.hogen.calls import Call
from companion.data.hogen.cards import CARDS
from companion.rules.hogen.calls import calls_with, matching
from companion.rules.hogen.turn import Turn, others_from
from companion.rules.hogen.worlds import Worlds

_TWELFTHS = (12, -6, -2, -1)
"""By how much each matching samurai more changes the chance that one of them is laid, in twelfths."""


@dataclass(frozen=True, slots=True)
class Split:
    """The knowledge that a call can be hoped to bring."""

    call: Call
    expected_worlds: Fraction  # worlds left after the answer, on average; exact
    nobody: Fraction  # the share of worlds in which everybody passes


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
    (rallied,) = (card for card in CARDS if worlds.rallying(me, [card]))
    splits = [_split(worlds, call, me) for call in calls_with(rallied) if not turn.barred(me, call)]
    return tuple(sorted(splits, key=lambda split: (split.expected_worlds, split.nobody)))


def _split(worlds: Worlds, call: Call, me: str) -> Split:
    cards = matching(call, CARDS)
    silent, summed = worlds.possible, 0
    for seat in others_from(worlds.seats, me):
        could_lay = [held for card in cards if (held := silent & worlds.hands[seat][card])]
        holding = [0] * len(_TWELFTHS)  # the worlds in which the seat holds at least 1, 2, 3, 4 of them
        for held in could_lay:
            for fewer in reversed(range(len(holding) - 1)):
                holding[fewer + 1] |= holding[fewer] & held
            holding[0] |= held
        for held in could_lay:
            chances = sum(
                twelfths * (held & least).bit_count()
                for twelfths, least in zip(_TWELFTHS, holding, strict=True)
            )
            summed += chances * held.bit_count()
        silent &= ~holding[0]
    nobody = silent.bit_count()
    summed += 12 * nobody * nobody
    return Split(call, Fraction(summed, 12 * len(worlds)), Fraction(nobody, len(worlds)))
