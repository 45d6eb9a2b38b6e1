"""What the commands of Honshu take alike: rulings, the scoring card, how a map was laid."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli import voice
from companion.data.files import read_given
from companion.data.honshu.placements import Laying, read_laying
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings

__all__ = ["card_option", "laying_from", "ruling_option", "rulings_from", "stack_option"]

card_option = click.option(
    "--card", type=click.IntRange(1, 8), metavar="1-8", help="The end-of-game scoring card that was revealed."
)
"""The option ``--card``: the end-of-game scoring card."""

ruling_option = voice.ruling_option(
    help="Settle an open question otherwise; 'score --list-rulings' tells them all."
)
"""The option ``--ruling``: how the table settles an open question."""

stack_option = click.option(
    "--stack", is_flag=True, help="The lines tell the cards from bottom to top, not as laid."
)
"""The option ``--stack``: a file tells how cards lie, not how they were laid."""


def rulings_from(typed: Sequence[str]) -> Rulings:
    """The rulings a table plays by."""
    return Rulings.parse(HONSHU_RULINGS, typed)


def laying_from(file: str, is_stack: bool) -> Laying:
    """How a map was laid, from a file, or from the standard input for ``-``."""
    return read_laying(read_given(file), file, is_stack)
