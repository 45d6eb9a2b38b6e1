"""The options that commands of Honshu share: rulings and the scoring card."""

from collections.abc import Sequence

import click

from companion.cli import voice
from companion.data.honshu.scoring_cards import scoring_cards
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings

card_option = click.option(
    "--card",
    type=click.IntRange(1, len(scoring_cards())),
    metavar=f"1-{len(scoring_cards())}",
    help="The end-of-game scoring card that was revealed.",
)
"""The option ``--card``: the end-of-game scoring card."""

ruling_option = voice.ruling_option(
    help="Settle an open question otherwise; 'score --list-rulings' tells them all."
)
"""The option ``--ruling``: how the table settles an open question."""


def rulings_from(typed: Sequence[str]) -> Rulings:
    """The rulings a table plays by."""
    return voice.read_rulings(HONSHU_RULINGS, typed)
