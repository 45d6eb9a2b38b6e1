"""How the command line does what lower rooms only name: the one place where a remedy becomes a command."""

from collections.abc import Iterable
from shlex import quote

from companion.cli.lazy import SHARED, command_words
from companion.cli.voice import at_prompt
from companion.extras import how_to_add
from companion.play.games import GAMES
from companion.sentences import Sentence, say


def how_to(remedies: Iterable[str], file: object = None) -> tuple[Sentence, ...]:
    """The commands to type, a sentence for each remedy; ``file`` is that of the tables."""
    known = [command_words(whose, "remedies") for whose in (SHARED, *GAMES)]
    words = {"yaml": how_to_add("yaml")}
    for kind in ("how", "at-prompt") if at_prompt() else ("how",):
        words |= {name: say(text) for each in known for name, text in each.get(kind, {}).items()}
    if file:
        words["restore"] = say(
            "Put the last backup back with: companion table restore --store {file}", file=quote(str(file))
        )
    return tuple(words[name] for name in remedies)
