"""The commands of Ochiba."""

from __future__ import annotations

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import Sentence

SUMMARY = "Deal a game of Ochiba and play its tricks."

FIGURES = ()

EXAMPLES = ("companion print ochiba --only leaves",)

COMMANDS = {
    "deal": ("ochiba.leaves:deal", "Deal to three players."),
    "lay": ("ochiba.leaves:lay", "Lay a leaf."),
    "concede": ("ochiba.leaves:concede", "Give the rest away."),
    "show": ("ochiba.leaves:show", "Show a hand, or what lies open."),
    "play": ("ochiba.leaves:play", "Play at a prompt."),
}

HOW: dict[str, Sentence] = {}
AT_PROMPT: dict[str, Sentence] = {}
"""Nothing of Ochiba asks for a command."""


@click.group(cls=LazyGroup, commands_at=COMMANDS, game="ochiba")
def ochiba() -> None:
    """Deal a game of Ochiba and play its tricks."""
