"""The commands of Hogen: deal and referee a game, and deduce what a seat can know."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

SUMMARY = "Deal, referee and deduce a game of Hogen."  # its line in the list of commands
FIGURES = ("deduce", "moves", "dealt_table")
"""The modules beside this one that draw its figures in a terminal."""

WISHES = ((say("Play Hogen on this screen, passed from hand to hand"), ("hogen", "play")),)
"""What somebody may want of this game, and the command that does it."""


@click.group(cls=LazyGroup, game="hogen")
def hogen() -> None:
    """Deal, referee and deduce a game of Hogen, sixteen samurai for 3 or 4 players."""
