"""The commands that do what a refusal of Shogun asks for."""

from companion.sentences import say

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
"""What to type, by the name of the remedy."""

AT_PROMPT = {
    "building": say("Add castle, temple, or no: neither stands there."),
    "next": say("Enter, or the card that was turned up, ends the action."),
    "out": say("Add out and what fell, such as out b3 g1, or out none; or type: tower companion"),
    "points": say("The points of each are typed at the end of this winter, such as b21 y25 r18."),
    "turned": say("Type the card that was turned up, such as tax."),
    "winter-event": say("Name the event card behind it, such as e7."),
}
"""The same at the prompt, where it is said otherwise there."""
