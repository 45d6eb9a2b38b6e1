"""The commands of Shogun: the battle tower, odds, and the sums between the battles."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

SUMMARY = "Throw Shogun's tower; work out odds, winters and scores."  # its line in the list of commands
FIGURES = ("drawing",)  # the modules beside this one that draw its figures in a terminal

CHOICES = ((say("Throw the battle tower of Shogun"), ("shogun", "play")),)
"""What somebody may want of this game, and the command that does it."""


@click.group(cls=LazyGroup, game="shogun", first=8)
def shogun() -> None:
    """Throw the battle tower of Shogun; work out what comes between battles."""
