"""The commands of Hogen: deal and referee a game, and deduce what a seat can know."""

from __future__ import annotations

import click

from companion.cli.lazy import LazyGroup

__all__ = ["hogen"]

COMMANDS = {
    "deal": "companion.cli.hogen.tables:deal",
    "referee": "companion.cli.hogen.tables:referee",
    "play": "companion.cli.hogen.play:play",
    "rally": "companion.cli.hogen.moves:rally",
    "call": "companion.cli.hogen.moves:call_command",
    "answer": "companion.cli.hogen.moves:answer",
    "accuse": "companion.cli.hogen.moves:accuse",
    "show": "companion.cli.hogen.tables:show",
    "undo": "companion.cli.hogen.tables:undo",
    "rename": "companion.cli.renaming:hogen_rename",
    "delete": "companion.cli.renaming:hogen_delete",
    "tables": "companion.cli.hogen.tables:tables",
    "log": "companion.cli.hogen.tables:log_command",
    "deduce": "companion.cli.hogen.deduce:deduce_command",
}
"""Every command and where it lies; a module is imported when its command is called, not before."""

SUMMARIES = {
    "deal": "Shuffle, open the palace, deal, and keep the secrets.",
    "referee": "Judge calls and accusations at a table with real cards.",
    "play": "Play on one screen that is passed from hand to hand.",
    "rally": "Lay a seat's rallied samurai face down.",
    "call": "Call a clan, a rank or a samurai; hear who passes and who must answer.",
    "answer": "Lay a samurai into the palace and take another.",
    "accuse": "Name the others' rallied samurai; only the accuser sees them.",
    "show": "Show what lies open, or what one seat may see.",
    "undo": "Take back the last event; never an accusation.",
    "rename": "Give a table another name.",
    "delete": "Delete a table; a copy is kept.",
    "tables": "List the tables.",
    "log": "Write the log of one seat, to deduce from.",
    "deduce": "All that one seat can know, from its log.",
}


@click.group(cls=LazyGroup, commands_at=COMMANDS, summaries=SUMMARIES)
def hogen() -> None:
    """Deal, referee and deduce a game of Hogen, sixteen samurai for 3 or 4 players.

    \b
    companion hogen deal heike --players Aya,Bo,Chen
    companion hogen play heike
    companion hogen deduce my-log.txt
    """
