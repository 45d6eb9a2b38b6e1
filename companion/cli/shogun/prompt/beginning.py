"""A table that begins at its prompt: the colours are asked for, and the tower is filled."""

from pathlib import Path

from companion.cli.prompt import Prompt
from companion.cli.shogun.reading import player_named, typed_words
from companion.cli.table_commands import open_for_command
from companion.cli.voice import said, speak, speak_error
from companion.data.shogun.towers import shipped_presets
from companion.errors import CompanionError, InputError, TableError
from companion.rules.shogun.cubes import DAIMYO, daimyo
from companion.sentences import say
from companion.service.kept_tables import last_table
from companion.service.shogun.session import begin_table

_NAME = "shogun"  # of a table that nobody has named; the second has a number


def begun(store: Path | None) -> str | None:
    """The table used last; where there is none a new one, once colours are told; nothing for who leaves."""
    try:
        name = last_table(store, "shogun")
    except TableError:
        return _new(store, Prompt(lambda before: (said(daimyo(each)) for each in DAIMYO)))
    speak("At the table {table}:", err=True, table=name)
    return name


def _new(store: Path | None, prompt: Prompt) -> str | None:
    question = said(say("Which colours play? (such as b y r, for blue, yellow and red)"))
    while line := prompt.ask(f"{question} "):
        try:
            table = begin_table(store, _NAME, _colours(line), shipped_presets()["shogun"])
            with open_for_command(table) as here:
                speak("Table {table}: the tower is filled.", table=here.name)
                return here.name
        except CompanionError as error:
            if not prompt.live:
                raise
            speak_error(error)
            prompt.mend(line)
    return None


def _colours(line: str) -> list[str]:
    """The colours that were typed, as words or as the letters they begin with."""
    words = typed_words(line)
    if len(words) == 1:
        try:
            return [player_named(words[0])]
        except InputError:
            words = list(words[0])
    return [player_named(word) for word in words]
