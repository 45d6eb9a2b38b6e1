"""The command of Hogen: deduce what a seat can know. The game itself is played on pages."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

SUMMARY = "Deduce from a log of Hogen."  # its line in the list of commands
FIGURES = ("deduce",)  # the modules beside this one that draw its figures in a terminal

CHOICES = ((say("Play Hogen on this screen, passed from hand to hand"), ("table", "--one-screen")),)
"""What somebody may want of this game, and the command that does it."""


@click.group(cls=LazyGroup, game="hogen")
def hogen() -> None:
    """Deduce from a log of Hogen, sixteen samurai for 3 or 4 players."""
