"""``companion shogun bids``: who chooses first and who pays what; and the special cards they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import pairs, read_amounts
from companion.cli.tables import store_option
from companion.cli.voice import json_option, speak, speak_json
from companion.data.shogun import facts
from companion.errors import InputError
from companion.rules.shogun.round.bids import Bid, bid_named, tell_ranking
from companion.service.shogun.bids import bids_data, rank_revealed_bids

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
        _at_table(table, read, purses, store, as_json)
        return
    tell(rank_revealed_bids(read, purses, seed), as_json)


def _at_table(
    table: str, read: Mapping[str, Bid], purses: Mapping[str, int], store: Path | None, as_json: bool
) -> None:
    from companion.cli.answers import tell_lines
    from companion.cli.shogun.keeping import do
    from companion.cli.shogun.tables import joined
    from companion.service.shogun.standing import next_lines, seat_lines
    from companion.table.shogun.views import view

    with joined(store, table) as opened:
        words = {player: bid.text() for player, bid in read.items()}
        event = do(opened, "bids", {"bids": words, "chests": dict(purses)}, as_json)
        order, drawn = event.result["order"], event.result["drawn"]
        if as_json:
            speak_json({"table": opened.name, "event": event.number, **bids_data(read, order, drawn)})
            return
        for line in tell_ranking(read, order, drawn):
            speak(line)
        seen = view(opened.state)
        tell_lines((*seat_lines(seen), *next_lines(seen)))
