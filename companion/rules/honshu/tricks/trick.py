"""Tricks of three to five players: who chooses a card first, and the player order from then on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import Colour
from companion.data.honshu.plays import Play
from companion.rules.honshu.naming import colour_word
from companion.sentences import Sentence, say

__all__ = ["MOST_PLAYERS", "Trick", "take_trick"]

MOST_PLAYERS = 5
"""Players a trick has at most; with two, see ``pairs``."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick when all have played.

    Attributes:
        plays: What was played, in player order.
        colour: The colour the first cube fixed; ``None`` when nobody added one.
        why: What was not allowed, in a sentence; empty when all was well.
    """

    plays: tuple[Play, ...]
    colour: Colour | None
    why: tuple[Sentence, ...]

    @property
    def legal(self) -> bool:
        """Whether everybody played by the rules."""
        return not self.why

    @property
    def order(self) -> tuple[int, ...]:
        """The new player order, as indices of ``plays``: the highest value first."""
        return tuple(sorted(range(len(self.plays)), key=lambda at: -self.plays[at].value))


def take_trick(plays: Sequence[Play]) -> Trick:
    """Judge a trick. Numbers are distinct and at most 60, so no two values are equal.

    Args:
        plays: What three to five players put down, in player order. Source: Honshu booklet, Tricks.
    """
    why: list[Sentence] = []
    if not 3 <= len(plays) <= MOST_PLAYERS:
        why.append(say("A trick has three to five players, here are {players}.", players=len(plays)))
    colour: Colour | None = None
    for play in plays:
        if len(play.cubes) > 1:
            why.append(
                say(
                    "{name} adds {cubes} cubes to card {card}; one at most.",
                    name=play.name,
                    cubes=len(play.cubes),
                    card=play.card,
                )
            )
        for cube in play.cubes[:1]:
            colour = colour or cube
            if cube is not colour:
                why.append(
                    say(
                        "{name} adds a {colour} cube, but the first cube of this trick is {first}; "
                        "all cubes of a trick are of one colour.",
                        name=play.name,
                        colour=colour_word(cube),
                        first=colour_word(colour),
                    )
                )
    return Trick(tuple(plays), colour, tuple(why))
