"""Who chooses first and who pays what, from bids that were revealed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from companion.answers import Answer, answering
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.round.bids import Bid, rank_bids
from companion.sentences import say


@answering
def rank_revealed_bids(bids: Mapping[str, Bid], chests: Mapping[str, int], seed: str | None = None) -> Answer:
    """Rank bids without a table; ties are drawn.

    Args:
        bids: The bid of each player.
        chests: What players own, where it is known.
        seed: What ties are drawn from; a new text where none is given.
    """
    key = secrets.token_hex(16) if seed is None else seed
    ranking = rank_bids(bids, SeededDraws(key), "bids", chests)
    data = {**bids_data(bids, ranking.order, ranking.drawn), "seed": key if ranking.drawn else None}
    if not ranking.drawn or seed is not None:
        return Answer(data, ranking.lines)
    return Answer(data, (*ranking.lines, say("Drawn from the seed {seed}.", seed=key)), remedies=("seed",))


def bids_data(
    bids: Mapping[str, Bid], order: Sequence[str], drawn: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """A ranking for a program.

    Args:
        bids: The bid of each player.
        order: The order of choosing.
        drawn: Groups of equal bids whose order was drawn.
    """
    equal = {player for group in drawn for player in group}
    return {
        "order": list(order),
        "bids": [
            {
                "rank": rank,
                "player": player,
                "bid": bids[player].text(),
                "pays": bids[player].cost,
                "drawn": player in equal,
            }
            for rank, player in enumerate(order, start=1)
        ],
    }
