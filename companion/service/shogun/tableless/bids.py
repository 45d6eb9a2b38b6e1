"""Who chooses first and who pays what, from bids that were revealed."""

import secrets
from collections.abc import Mapping

from companion.answers import Answer, answering
from companion.codec import encode
from companion.rules.rulings import Rulings
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.round.bids import Bid, rank_bids
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import say


@answering
def rank_revealed_bids(
    bids: Mapping[str, Bid], chests: Mapping[str, int], seed: str | None = None, rulings: Rulings = DEFAULTS
) -> Answer:
    """Rank bids without a table; ties are drawn from the seed, a new text by default."""
    key = secrets.token_hex(16) if seed is None else seed
    ranking = rank_bids(bids, SeededDraws(key), "bids", chests, rulings)
    data = {**encode(ranking), "seed": key if ranking.drawn else None}
    if not ranking.drawn or seed is not None:
        return Answer(data, ranking.lines)
    return Answer(data, (*ranking.lines, say("Drawn from the seed {seed}.", seed=key)), remedies=("seed",))
