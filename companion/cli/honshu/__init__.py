"""The commands of Honshu: maps, placements, tricks, rounds; not their rules (`rules.honshu`, `service.honshu`)."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

FIGURES = ("drawing",)  # modules of this package that draw figures in a terminal

CHOICES = ((say("Score the maps of a game of Honshu"), ("honshu", "score", "--players")),)
"""This game's lines in the menu of ``companion``, and the arguments of their commands."""


@click.group(cls=LazyGroup)
def honshu() -> None:
    """Score maps, judge placements and tricks of Honshu."""
