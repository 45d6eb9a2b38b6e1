"""The commands of Hogen: deduce what a seat can know; not the game itself, which is played on pages (`web`)."""

import click

from companion.cli.lazy import LazyGroup

FIGURES = ("deduce",)  # modules of this package that draw figures in a terminal


@click.group(cls=LazyGroup)
def hogen() -> None:
    """Deduce from a log of Hogen, sixteen samurai for 3 or 4 players."""
