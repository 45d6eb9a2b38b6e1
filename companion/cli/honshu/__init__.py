"""The commands of Honshu: score maps, judge and advise placements, tricks and rounds."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

SUMMARY = "Score maps, judge placements and tricks of Honshu."  # its line in the list of commands
FIGURES = ("drawing",)  # the modules beside this one that draw its figures in a terminal

CHOICES = ((say("Score the maps of a game of Honshu"), ("honshu", "score", "--players")),)
"""What somebody may want of this game, and the command that does it."""


@click.group(cls=LazyGroup, game="honshu")
def honshu() -> None:
    """Score maps, judge placements and tricks of Honshu."""
