"""The trick of two players: two pairs of cards, and who chooses one.

Two cards from the draw pile are the first pair, a card from each hand the second. The higher hand card
chooses a pair, unless the other player first removes any two of their cubes. The other pair goes to the
opponent; each keeps one card of their pair, the other leaves the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.honshu.plays import Play
from companion.sentences import Sentence, say

__all__ = ["CUBES_TO_CHOOSE", "PairTrick", "take_pairs"]

CUBES_TO_CHOOSE = 2
"""Cubes, of any colours, that let the lower card choose."""


@dataclass(frozen=True, slots=True)
class PairTrick:
    """A trick of two players.

    Attributes:
        plays: The hand card of each, with the cubes the lower one removes.
        pile: The two cards from the draw pile, where they were told.
        higher: Index of the player with the higher card.
        chooser: Index of the player who chooses a pair.
        why: What was not allowed, in a sentence; empty when all was well.
    """

    plays: tuple[Play, Play]
    pile: tuple[int, int] | None
    higher: int
    chooser: int
    why: tuple[Sentence, ...]

    @property
    def legal(self) -> bool:
        """Whether both played by the rules."""
        return not self.why

    @property
    def hands(self) -> tuple[int, int]:
        """The pair of hand cards."""
        return self.plays[0].card, self.plays[1].card


def take_pairs(plays: Sequence[Play], pile: tuple[int, int] | None = None) -> PairTrick:
    """Judge a trick of two players. Source: Honshu booklet, the game for two.

    Args:
        plays: The two hand cards; cubes beside one are those its owner removes to choose.
        pile: The two cards from the draw pile.
    """
    first, second = plays
    higher = 0 if first.card > second.card else 1
    winner, loser = plays[higher], plays[1 - higher]
    why: list[Sentence] = []
    if winner.cubes:
        why.append(say("{name} has the higher card and chooses without removing cubes.", name=winner.name))
    if loser.cubes and len(loser.cubes) != CUBES_TO_CHOOSE:
        why.append(
            say(
                "{name} removes {cubes}; it takes exactly two cubes of their own to choose.",
                name=loser.name,
                cubes=len(loser.cubes),
            )
        )
    for number in pile or ():
        if pile and (number in (first.card, second.card) or pile[0] == pile[1]):
            why.append(say("Card {number} is there twice; every card is there once.", number=number))
            break
    bought = len(loser.cubes) == CUBES_TO_CHOOSE
    return PairTrick((first, second), pile, higher, 1 - higher if bought else higher, tuple(why))
