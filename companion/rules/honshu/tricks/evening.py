"""A whole game of tricks: who plays in which order in each round, and which cards are still to come."""

from collections.abc import Sequence
from dataclasses import replace

from companion.data.honshu.evening import Evening
from companion.data.honshu.plays import Play
from companion.errors import Refused
from companion.rules.honshu.tricks.rounds import ROUNDS
from companion.rules.honshu.tricks.trick import take_pairs, take_trick
from companion.sentences import listed


def named(players: Sequence[str], plays: Sequence[Play]) -> tuple[Play, ...]:
    """The plays, one a player, under their names; of two players the pair from the pile may follow."""
    if len(plays) != len(players) and (len(players), len(plays)) != (2, 4):
        raise Refused(
            "A trick of {players} has a card of each, not {cards}.", players=listed(players), cards=len(plays)
        )
    for play in plays[len(players) :]:
        if play.cubes:
            raise Refused("Card {card} is from the draw pile; no cube is beside it.", card=play.card)
    return tuple(replace(play, player=name) for play, name in zip(plays, (*players, "", ""), strict=False))


def order_after(players: Sequence[str], plays: Sequence[Play]) -> tuple[str, ...]:
    """The player order after a trick; two have none. Source: Honshu booklet, Tricks; the game for two."""
    told = named(players, plays)
    if len(players) == 2:
        pile = (told[2].card, told[3].card) if len(told) == 4 else None
        take_pairs((told[0], told[1]), pile)
        return tuple(players)
    return tuple(players[at] for at in take_trick(told).order)


def with_trick(evening: Evening, plays: Sequence[Play]) -> tuple[Evening, tuple[str, ...]]:
    """An evening with one more trick, and the player order after it."""
    if len(evening.tricks) == len(ROUNDS):
        raise Refused("All twelve rounds are played.")
    order = evening.players
    for number, trick in enumerate(evening.tricks, start=1):
        order = order_after(order, trick)
        for play in trick:
            if play.card in {other.card for other in plays}:
                raise Refused(
                    "Card {card} was played in round {round}; every card is there once.",
                    card=play.card,
                    round=number,
                )
    return replace(evening, tricks=(*evening.tricks, tuple(plays))), order_after(order, plays)
