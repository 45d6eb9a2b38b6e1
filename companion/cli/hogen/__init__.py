"""The commands of Hogen: deduce what a seat can know; not the game itself, which is played on pages (`web`)."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

FIGURES = ("deduce",)  # modules of this package that draw figures in a terminal

CHOICES = ((say("Play Hogen on this screen, passed from hand to hand"), ("table", "--one-screen")),)
"""This game's lines in the menu of ``companion``, and the arguments of their commands."""


@click.group(cls=LazyGroup)
def hogen() -> None:
    """Deduce from a log of Hogen, sixteen samurai for 3 or 4 players."""
