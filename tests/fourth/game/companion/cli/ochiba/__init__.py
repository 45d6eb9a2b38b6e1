"""The commands of Ochiba."""

import click

from companion.cli.lazy import LazyGroup

FIGURES = ()


@click.group(cls=LazyGroup)
def ochiba() -> None:
    """Deal a game of Ochiba and play its tricks."""
