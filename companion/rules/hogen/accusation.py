"""The accusation: a player names the rallied samurai of all others, and alone looks whether he is right."""

from __future__ import annotations

from collections.abc import Mapping

from companion.data.hogen.cards import Card

__all__ = ["is_right"]


def is_right(named: Mapping[str, Card], rallied: Mapping[str, Card]) -> bool:
    """Whether every samurai named is the one laid face down; one wrong name makes all of it wrong.

    Source: Hogen booklet, End of the game.
    """
    return all(rallied[seat] == card for seat, card in named.items())
