"""The commands of Shogun: tower, odds, winters, scores; not their rules (`rules.shogun`, `service.shogun`)."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

FIGURES = ("drawing",)  # modules of this package that draw figures in a terminal

CHOICES = ((say("Throw the battle tower of Shogun"), ("shogun", "play")),)
"""This game's lines in the menu of ``companion``, and the arguments of their commands."""


@click.group(cls=LazyGroup)
def shogun() -> None:
    """Throw the battle tower of Shogun; work out what comes between battles."""
