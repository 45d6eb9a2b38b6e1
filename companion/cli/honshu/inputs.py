"""The options that commands of Honshu share: rulings and the scoring card."""

from functools import partial

import click

from companion.cli.rules.rulings import read_rulings, ruling_options
from companion.data.honshu.scoring_cards import scoring_cards
from companion.rules.honshu.rulings import RULINGS

card_option = click.option(
    "--card", type=click.IntRange(1, len(scoring_cards())), metavar=f"1-{len(scoring_cards())}"
)
"""The option ``--card``: the end-of-game scoring card."""

ruling_option = ruling_options(RULINGS)
"""The option ``--ruling``: how the table settles an open question."""

rulings_from = partial(read_rulings, RULINGS)  # the rulings a table plays by
