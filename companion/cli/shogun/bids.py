"""``companion shogun bids``: who chooses first and who pays what; and the special cards they take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import pairs, read_amounts
from companion.cli.tables import store_option
from companion.cli.voice import json_option
from companion.data.shogun import facts
from companion.errors import InputError
from companion.rules.shogun.round.bids import bid_named
from companion.service.shogun.bids import rank_revealed_bids

__all__ = ["bids"]


@click.command(cls=SpokenCommand)
@click.argument("said", nargs=-1, required=True, metavar="[TABLE] COLOUR=BID...")
@click.option(
    "--chests", multiple=True, metavar="COLOUR=NUMBER", help="What players own; a bid above it is refused."
)
@click.option("--seed", metavar="TEXT", help="Draw ties from this text, to draw them again the same way.")
@store_option
@json_option
def bids(
    said: Sequence[str], chests: Sequence[str], seed: str | None, store: Path | None, as_json: bool
) -> None:
    """Rank the revealed bids: 0 to 4 for a chest card, a province, or none.

    Chests 1 to 4 come first and are paid, then province cards, chest 0, no card. Ties are drawn. With a
    TABLE the bids are written down, ties drawn from its seed, and payments made where it keeps the board.

    \b
    companion shogun bids blue=3 yellow=Kozuke red=0
    companion shogun bids blue=3 yellow=3 red=2 --chests blue=5,yellow=2,red=9
    companion shogun bids friday blue=3 yellow=Kozuke red=0
    """
    table = said[0] if "=" not in said[0] else None
    typed = pairs(said[1:] if table is not None else said)
    if not typed:
        raise InputError("No bid was given; write COLOUR=BID, such as blue=3.")
    names = {card.province for card in facts().cards}
    read = {player: bid_named(text, names) for player, text in typed.items()}
    purses = read_amounts(chests, 999)
    if table is not None:
        if seed is not None:
            raise InputError("A table draws from its own seed; --seed goes without a table.")
        from companion.cli.shogun.table import joined
        from companion.service.shogun.table.rounds import reveal_bids

        with joined(store, table) as here:
            tell(reveal_bids(here, read, purses), as_json)
        return
    tell(rank_revealed_bids(read, purses, seed), as_json)
