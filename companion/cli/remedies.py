"""How the command line does what lower rooms only name: the one place where a remedy becomes a command."""

from collections.abc import Iterable
from importlib import import_module
from shlex import quote

from companion.cli.voice import at_prompt
from companion.extras import how_to_add
from companion.play.games import GAMES
from companion.sentences import Sentence, say

_HOW = {
    "kept copy": say("Option --store with that file opens it again."),
    "keep elsewhere": say("Option --store keeps the tables in another place."),
    "measure a printer": say("No printer has been measured yet; begin with: companion printer sheet"),
    "name a component": say("Option --only names a component."),
    "cut out": say(
        "Changed cards are printed each time until you say that they are cut out: "
        "add --printed to the command."
    ),
    "force": say("Nothing is written; --force does it all the same, --force with a name allows that alone."),
    "calibrate": say("'companion printer sheet' prints the calibration sheet."),
    "fit a product": say("--fit makes the cards as large as fits; --only names other components."),
    "name a tray": say("Option --tray names one."),
    "overwrite": say("--overwrite replaces it all the same."),
    "standard output": say("Where a program is to read it, - writes to standard output."),
    "head": say("That nothing was cut off at the end shows only against a hash you wrote down: --head."),
    "remember results": say("'companion history --remember yes' remembers them from now on."),
    "restore": say("'companion table restore' puts the last backup back."),
    "with seed": say(
        "The seed is left out until it is revealed; --with-seed puts it in, and the log tells it."
    ),
    "undo": say("'companion table undo' takes the last event back."),
    "fetch": say("--fetch asks for it, and remembers that it may."),
    "offline": say("--offline takes it as it was fetched last."),
    "yaml": how_to_add("yaml"),
    "seed": say("--seed draws the same again."),
    "with secrets": say("--with-secrets puts it in, and the log tells it to all."),
}

_AT_PROMPT = {"undo": say("u takes the last event back.")}
"""The same at the prompt of a game, where it is said otherwise there."""


def how_to(remedies: Iterable[str], file: object = None) -> tuple[Sentence, ...]:
    """The commands to type, one sentence for each remedy; about the store in a file, where one is known."""
    words = dict(_HOW)
    if file:
        whole = say(
            "Put the last backup back with: companion table restore --store {file}", file=quote(str(file))
        )
        words["restore"] = whole
    of_games = [import_module(f"companion.cli.{game}") for game in GAMES]
    for part in of_games:
        words |= part.HOW
    if at_prompt():
        words |= _AT_PROMPT
        for part in of_games:
            words |= part.AT_PROMPT
    return tuple(words[name] for name in remedies)
