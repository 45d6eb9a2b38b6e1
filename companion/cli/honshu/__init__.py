"""The commands of Honshu: maps scored, placements judged and advised, tricks and rounds."""

from __future__ import annotations

import click

import companion.cli.honshu.drawing  # noqa: F401 - from here on the figures of Honshu can be drawn
from companion.cli.lazy import LazyGroup

__all__ = ["honshu"]

COMMANDS = {
    "score": "companion.cli.honshu.score:score_command",
    "photo": "companion.cli.honshu.photo:photo_command",
    "place": "companion.cli.honshu.placing:place",
    "trick": "companion.cli.honshu.tricks:trick",
    "round": "companion.cli.honshu.tricks:round_command",
    "play": "companion.cli.honshu.play:play",
    "advise": "companion.cli.honshu.placing:advise",
    "tables": "companion.cli.honshu.tables:tables",
    "show": "companion.cli.honshu.tables:show",
    "rename": "companion.cli.renaming:honshu_rename",
    "delete": "companion.cli.renaming:honshu_delete",
}
"""Every command and where it lies; a module is imported when its command is called, not before."""

SUMMARIES = {
    "score": "Score a finished map, every line explained; rank several.",
    "photo": "Read a finished map from a photo, and score it.",
    "place": "Lay cards one by one into a map and judge each step.",
    "trick": "Who chooses first after a trick, and the new player order.",
    "round": "What happens in a round: dealing, passing, who starts.",
    "play": "An evening at a prompt: a line a trick, the maps ranked at the end.",
    "advise": "The best places for the cards offered.",
    "tables": "List the tables.",
    "show": "Score and rank the maps of a table that is played at on phones.",
    "rename": "Give a table another name.",
    "delete": "Delete a table; a copy is kept.",
}


@click.group(cls=LazyGroup, commands_at=COMMANDS, summaries=SUMMARIES)
def honshu() -> None:
    """Score maps, judge placements and tricks of Honshu.

    \b
    companion honshu score map.txt --card 4
    companion honshu photo map.jpg
    companion honshu place laid.txt | companion honshu score -
    companion honshu trick Jack=11 Mary=29+b Chris=57+b Lisa=59
    companion honshu advise laid.txt 12 41 44
    """
