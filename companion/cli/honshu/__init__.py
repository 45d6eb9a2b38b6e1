"""The commands of Honshu: maps, placements, tricks, rounds; not their rules (`rules.honshu`, `service.honshu`)."""

import click

from companion.cli.lazy import LazyGroup

FIGURES = ("drawing",)  # modules of this package that draw figures in a terminal


@click.group(cls=LazyGroup)
def honshu() -> None:
    """Score maps, judge placements and tricks of Honshu."""
