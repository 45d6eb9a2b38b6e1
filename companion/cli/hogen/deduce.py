"""``companion hogen deduce``: all deals that fit a seat's log, and what is certain in all of them."""

from collections.abc import Iterator, Mapping

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, draw, place_side_by_side
from companion.cli.outputs import FILE
from companion.cli.rules import ruling_options
from companion.cli.voice import columns, style_text, to_text
from companion.data.files import read_input
from companion.data.hogen import CLANS, RANKS, Samurai, parse_log
from companion.rules.hogen.game import RULINGS
from companion.sentences import say
from companion.service.hogen import Shares, deduce_log, format_percent

_CELL = 6
_INKS = dict(zip(CLANS, ("blue", "red", "magenta", "yellow"), strict=True))  # as on the cards


@answer_command("deduce")
@click.argument("file", type=FILE)
@ruling_options(RULINGS, lambda _, typed: typed)  # only these override those noted in the log
def deduce_command(file: str, rulings: Mapping[str, str]) -> Answer:
    """Deduce from a log all that its writer can know: chances, certainties, and the best call."""
    return deduce_log(parse_log(read_input(file), file), rulings)


@draw.register
def _draw_shares(shares: Shares) -> Iterator[str]:
    seat, width = shares.seat, max(map(len, CLANS)) + 1
    head = " " * width + "".join(f"{rank:>{_CELL}}" for rank in RANKS)
    grids = (
        (say("{seat}, rallied", seat=seat), shares.deduction.compute_rallied_shares(seat)),
        (say("{seat}, in hand", seat=seat), shares.deduction.compute_hand_shares(seat)),
    )
    blocks = ((to_text(name), head, *(_format_row(cards, clan, width) for clan in CLANS)) for name, cards in grids)
    yield from place_side_by_side(blocks, columns())


def _format_row(shares: Mapping[Samurai, float], clan: str, width: int) -> str:
    cells = (shares.get(Samurai(clan, rank)) for rank in RANKS)
    return style_text(f"{clan:<{width}}", fg=_INKS[clan]) + "".join(
        f"{'·' if share is None else to_text(format_percent(share)):>{_CELL}}" for share in cells
    )
