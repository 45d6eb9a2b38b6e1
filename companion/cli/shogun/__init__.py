"""The commands of Shogun: the battle tower, odds, and the rounds between the battles."""

import click

from companion.cli.lazy import LazyGroup
from companion.sentences import say

SUMMARY = "The battle tower, odds, winters and scores of Shogun."  # its line in the list of commands
FIGURES = ("drawing", "falling")  # the modules beside this one that draw its figures in a terminal
COMMANDS = {
    "play": ("shogun.prompt.play:play", "Play at a prompt that keeps the table and knows whose turn it is."),
    "new": ("shogun.table:new", "Begin a table: players, seed, a filled tower."),
    "attack": ("shogun.throws:attack", "Attack a province: throw, and hear the verdict."),
    "odds": ("shogun.tower:odds", "The exact odds of a battle or revolt."),
    "judge": ("shogun.tower:judge", "Judge the tray in front of you, from a real tower or not."),
    "bids": ("shogun.rounds:bids", "Rank the bids for turn order: who chooses first, who pays what."),
    "winter": ("shogun.reckoning:winter", "Winter: rice, hunger, revolts, points."),
    "score": ("shogun.reckoning:score", "Count the points of a finished board, every line explained."),
    "word": (
        "shogun.sealed_words:word",
        "Seal a word of each player, then open them all: they are mixed into the seed.",
    ),
    "revolt": ("shogun.throws:revolt", "Throw the armies of a province in revolt."),
    "throw": ("shogun.throws:throw", "Enter what came out of a real tower."),
    "number": ("shogun.throws:number", "Give the number a declared fight waits for: it is thrown."),
    "tray": ("shogun.by_hand:tray", "Put the tray right by hand."),
    "inside": ("shogun.by_hand:inside", "Put the inside of a real tower right by hand."),
    "tower": ("shogun.by_hand:tower", "Throw a real tower from now on, or Companion's."),
    "show": ("shogun.table:show", "Show the tower, the tray and the supplies."),
    "reveal": ("shogun.table:reveal", "Reveal the seed at the end of a game."),
    "luck": ("shogun.table:luck", "A luck sheet for each player."),
    "setup": ("shogun.setup:setup", "What to lay out for a game; or let a table keep the board."),
    "draft": ("shogun.rounds:draft", "Take a province in the draft of a table."),
    "round": (
        "shogun.rounds:round_command",
        "Lay the cards of a round, draw its event, see whose turn it is.",
    ),
    "take": ("shogun.rounds:take", "Take a special card, and with it a place in turn order."),
    "act": ("shogun.throws:act", "Carry out an action on a board that a table keeps."),
    "correct": ("shogun.rounds:correct", "Put a kept board right by hand."),
    "outcome": ("shogun.reckoning:outcome", "What an action brings, with event and special card."),
    "practice": ("shogun.tower:practice", "Throw thousands of times and compare with the formulas."),
    "calibrate": ("shogun.tower:calibrate", "Measure a real tower, and keep it as a preset of your own."),
}
"""Every command: where it lies below cli/, to be imported when it is called, and its line in the list."""

WISHES = ((say("Throw the battle tower of Shogun"), ("shogun", "play")),)
"""What somebody may want of this game, and the command that does it."""

EXAMPLES = (  # what is typed with this game, in the helps of commands that all games share
    "companion print shogun --only tower --cube 10",
    "companion print shogun --only board-travel --paper a3",
    "companion rules shogun neutral province",
)

HOW = {
    "read throws": say("'companion shogun calibrate' reads throws that were written down."),
    "score a board": say("'companion shogun score' scores a board."),
    "chests": say("Chests are told with --chests."),
    "fight": say("Battles: see 'companion shogun odds' and 'companion shogun judge'."),
    "lodged": say("What lies inside is told with --lodged."),
    "building": say("Add --castle or --no-castle, --temple or --no-temple."),
    "act": say(
        "'companion shogun act' carries out an action, 'companion shogun winter' the steps of a winter."
    ),
    "attack": say("'companion shogun attack' tells a battle, 'companion shogun revolt' a revolt."),
    "blanks": say("If they were blanks, add --pass."),
    "inside": say("'companion shogun inside' puts right what it holds."),
    "late": say("If it was forgotten, add --late, or begin the line with 'late'."),
    "out": say(
        'Add --out, such as --out "blue=3 green=1" or --out nothing; '
        "'companion shogun tower' goes over to Companion's tower."
    ),
    "tower": say("'companion shogun tower' goes over to a real one."),
    "turned": say("Tell it with 'companion shogun round' and next, with --turned ACTION."),
    "next": say("'companion shogun round' with next ends the action."),
    "points": say("'companion shogun winter' with --points or --board tells the points."),
    "setup": say("'companion shogun setup' lets a table keep its game."),
    "number": say("'companion shogun number' gives it, and the declared fight is thrown."),
    "winter-event": say("Name the event card with --event."),
    "winter-hand": say("Provinces and rice are written COLOUR=PROVINCES/RICE, such as blue=9/6."),
    "word": say(
        "Each player may now seal a word with 'companion shogun word'; opened, they are mixed into the seed."
    ),
    "open words": say("'companion shogun word --open' opens the sealed words, all of them at once."),
    "without": say("Who says no word is named with --without."),
    "two players": say("For two players add --two."),
}
"""What to type for a remedy, by its name."""

AT_PROMPT = {
    "building": say("Add castle, temple, or no: neither stands there."),
    "next": say("Enter, or the card that was turned up, ends the action."),
    "out": say("Add out and what fell, such as out b3 g1, or out none; or type: tower companion"),
    "points": say("The points of each are typed at the end of this winter, such as b21 y25 r18."),
    "turned": say("Type the card that was turned up, such as tax."),
    "winter-event": say("Name the event card behind it, such as e7."),
}
"""The same at the prompt, where it is said otherwise there."""


@click.group(cls=LazyGroup, commands_at=COMMANDS, game="shogun", first=8)
def shogun() -> None:
    """The battle tower of Shogun, and all that is reckoned between the battles.

    \b
    companion shogun new friday --players blue,yellow,red
    companion shogun attack friday --attacker blue=4 --defender yellow=3
    companion shogun odds --attacker blue=4 --defender yellow=3 --lodged unknown
    companion shogun judge --attacker blue=3 --defender yellow=1 --green 1
    """
