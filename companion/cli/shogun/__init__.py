"""The commands of Shogun: tower, odds, winters, scores; not their rules (`rules.shogun`, `service.shogun`)."""

import click

from companion.cli.lazy import LazyGroup

FIGURES = ("drawing",)  # modules of this package that draw figures in a terminal


@click.group(cls=LazyGroup)
def shogun() -> None:
    """Throw cubes into Shogun's tower; work out odds, winters and scores."""
