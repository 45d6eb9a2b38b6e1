"""How the command line does what lower rooms only name: the one place where a remedy becomes a command."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cli.voice import at_prompt
from companion.sentences import Sentence, say

_HOW = {
    "who answers": say("Give --seat NAME, or --nobody."),
    "chests": say("Chests are told with --chests."),
    "fight": say("Battles: see 'companion shogun odds' and 'companion shogun judge'."),
    "kept copy": say("Option --store with that file opens it again."),
    "keep elsewhere": say("Option --store keeps the tables in another place."),
    "lodged": say("What lies inside is told with --lodged."),
    "measure a printer": say("No printer has been measured yet; begin with: companion printer sheet"),
    "name a component": say("Option --only names a component."),
    "cut out": say(
        "Changed cards are printed each time until you say that they are cut out: "
        "add --printed to the command."
    ),
    "print faults": say("Nothing is printed; --force prints all the same."),
    "building": say("Add --castle or --no-castle, --temple or --no-temple."),
    "calibrate": say("'companion printer sheet' prints the calibration sheet."),
    "how many cards": say("Of a map that is not finished, --cards says how many cards it has."),
    "no seals": say("Of cards without seals, --corners and --size say where the map lies."),
    "mend map": say(
        "Photograph it again, or write the map with -o, mend the file, and score it with "
        "'companion honshu score'."
    ),
    "fit a product": say("--fit makes the cards as large as fits; --only names other components."),
    "name a tray": say("Option --tray names one."),
    "overwrite": say("--overwrite replaces it all the same."),
    "standard output": say("Where a program is to read it, - writes to standard output."),
    "place cards": say("'companion honshu place' reads cards that were laid."),
    "act": say(
        "'companion shogun act' carries out an action, 'companion shogun winter' the steps of a winter."
    ),
    "attack": say("'companion shogun attack' tells a battle, 'companion shogun revolt' a revolt."),
    "blanks": say("If they were blanks, add --pass."),
    "head": say("That nothing was cut off at the end shows only against a hash you wrote down: --head."),
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
    "restore": say("'companion shogun restore' puts the last backup back."),
    "setup": say("'companion shogun setup' lets a table keep its game."),
    "number": say("'companion shogun number' gives it, and the declared fight is thrown."),
    "with seed": say(
        "The seed is left out until it is revealed; --with-seed puts it in, and the log tells it."
    ),
    "undo": say("'companion shogun undo' takes the last event back."),
    "winter-event": say("Name the event card with --event."),
    "winter-hand": say("Provinces and rice are written COLOUR=PROVINCES/RICE, such as blue=9/6."),
    "word": say(
        "Each player may now seal a word with 'companion shogun word'; opened, they are mixed into the seed."
    ),
    "open words": say("'companion shogun word --open' opens the sealed words, all of them at once."),
    "without": say("Who says no word is named with --without."),
    "seed": say("--seed draws the same again."),
    "stack": say("If the lines tell how the cards lie, from bottom to top, add --stack."),
    "two players": say("For two players add --two."),
}

_AT_PROMPT = {
    "building": say("Add castle, temple, or no: neither stands there."),
    "next": say("Enter, or the card that was turned up, ends the action."),
    "out": say("Add out and what fell, such as out b3 g1, or out none; or type: tower companion"),
    "points": say("The points of each are typed at the end of this winter, such as b21 y25 r18."),
    "turned": say("Type the card that was turned up, such as tax."),
    "undo": say("u takes the last event back."),
    "winter-event": say("Name the event card behind it, such as e7."),
}
"""The same at the prompt of a game, where it is said otherwise there."""


def how_to(remedies: Iterable[str]) -> tuple[Sentence, ...]:
    """What to type for each thing to do.

    Raises:
        KeyError: For a name that no remedy has; a test asks for all that are used.
    """
    words = _HOW | _AT_PROMPT if at_prompt() else _HOW
    return tuple(words[name] for name in remedies)
