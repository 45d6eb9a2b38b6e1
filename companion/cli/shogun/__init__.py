"""The commands of Shogun: the battle tower, odds, and the rounds between the battles."""

from __future__ import annotations

import click

import companion.cli.shogun.drawing  # noqa: F401 - from here on the figures of Shogun can be drawn
from companion.cli.lazy import LazyGroup

__all__ = ["shogun"]

COMMANDS = {
    "new": "companion.cli.shogun.table:new",
    "play": "companion.cli.shogun.play:play",
    "word": "companion.cli.shogun.words:word",
    "attack": "companion.cli.shogun.throws:attack",
    "revolt": "companion.cli.shogun.throws:revolt",
    "throw": "companion.cli.shogun.throws:throw",
    "number": "companion.cli.shogun.throws:number",
    "tray": "companion.cli.shogun.by_hand:tray",
    "inside": "companion.cli.shogun.by_hand:inside",
    "tower": "companion.cli.shogun.by_hand:tower",
    "show": "companion.cli.shogun.table:show",
    "log": "companion.cli.shogun.table:log_command",
    "undo": "companion.cli.shogun.table:undo",
    "verify": "companion.cli.shogun.table:verify",
    "export": "companion.cli.shogun.table:export_command",
    "import": "companion.cli.shogun.table:import_command",
    "reveal": "companion.cli.shogun.table:reveal",
    "luck": "companion.cli.shogun.table:luck",
    "rename": "companion.cli.renaming:shogun_rename",
    "delete": "companion.cli.renaming:shogun_delete",
    "tables": "companion.cli.shogun.table:tables",
    "restore": "companion.cli.shogun.table:restore",
    "setup": "companion.cli.shogun.setup:setup",
    "draft": "companion.cli.shogun.rounds:draft",
    "round": "companion.cli.shogun.rounds:round_command",
    "bids": "companion.cli.shogun.rounds:bids",
    "take": "companion.cli.shogun.rounds:take",
    "act": "companion.cli.shogun.throws:act",
    "correct": "companion.cli.shogun.rounds:correct",
    "outcome": "companion.cli.shogun.reckoning:outcome",
    "winter": "companion.cli.shogun.reckoning:winter",
    "score": "companion.cli.shogun.reckoning:score",
    "judge": "companion.cli.shogun.tower:judge",
    "odds": "companion.cli.shogun.tower:odds",
    "practice": "companion.cli.shogun.tower:practice",
    "calibrate": "companion.cli.shogun.tower:calibrate",
}
"""Every command and where it lies; a module is imported when its command is called, not before."""

SUMMARIES = {
    "new": "Begin a table: players, seed, a filled tower.",
    "play": "Play at a prompt that keeps the table and knows whose turn it is.",
    "word": "Seal a word of each player, then open them all: they are mixed into the seed.",
    "attack": "Attack a province: throw, and hear the verdict.",
    "revolt": "Throw the armies of a province in revolt.",
    "throw": "Enter what came out of a real tower.",
    "number": "Give the number a declared fight waits for: it is thrown.",
    "tray": "Put the tray right by hand.",
    "inside": "Put the inside of a real tower right by hand.",
    "tower": "Throw a real tower from now on, or Companion's.",
    "show": "Show the tower, the tray and the supplies.",
    "log": "The history of a table, an event a line.",
    "undo": "Take back the last event.",
    "verify": "Replay the whole game and find any changed record.",
    "export": "Write a table as JSON.",
    "import": "Read a table from JSON.",
    "reveal": "Reveal the seed at the end of a game.",
    "luck": "A luck sheet for each player.",
    "rename": "Give a table another name.",
    "delete": "Delete a table; a copy is kept.",
    "tables": "List the tables.",
    "restore": "Put the last backup in the place of a damaged store.",
    "setup": "What to lay out for a game; or let a table keep the board.",
    "draft": "Take a province in the draft of a table.",
    "round": "Lay the cards of a round, draw its event, see whose turn it is.",
    "bids": "Rank the bids for turn order: who chooses first, who pays what.",
    "take": "Take a special card, and with it a place in turn order.",
    "act": "Carry out an action on a board that a table keeps.",
    "correct": "Put a kept board right by hand.",
    "outcome": "What an action brings, with event and special card.",
    "winter": "Winter: rice, hunger, revolts, points.",
    "score": "Count the points of a finished board, every line explained.",
    "judge": "Judge the tray in front of you, from a real tower or not.",
    "odds": "The exact odds of a battle or revolt.",
    "practice": "Throw thousands of times and compare with the formulas.",
    "calibrate": "Measure a real tower, and keep it as a preset of your own.",
}


@click.group(cls=LazyGroup, commands_at=COMMANDS, summaries=SUMMARIES)
def shogun() -> None:
    """The battle tower of Shogun, and all that is reckoned between the battles.

    \b
    companion shogun new friday --players blue,yellow,red
    companion shogun attack friday --attacker blue=4 --defender yellow=3
    companion shogun odds --attacker blue=4 --defender yellow=3 --lodged unknown
    companion shogun judge --attacker blue=3 --defender yellow=1 --green 1
    """
