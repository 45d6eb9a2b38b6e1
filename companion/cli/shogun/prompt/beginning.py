"""A table that begins at its prompt: the colours are asked for, and the tower is filled."""

from pathlib import Path

from companion.cli.shogun.reading import player_named, typed_words
from companion.cli.table_commands import begun_table
from companion.cli.voice import said
from companion.data.shogun.towers import shipped_presets
from companion.errors import InputError
from companion.rules.shogun.cubes import DAIMYO, daimyo
from companion.sentences import say
from companion.service.shogun.session import begin_table


def begun(store: Path | None) -> str | None:
    """The table used last; where there is none a new one, once colours are told; nothing for who leaves."""
    return begun_table(
        store,
        "shogun",
        say("Which colours play? (such as b y r, for blue, yellow and red)"),
        lambda name, line: begin_table(store, name, _colours(line), shipped_presets()["shogun"]),
        [said(daimyo(each)) for each in DAIMYO],
    )


def _colours(line: str) -> list[str]:
    """The colours that were typed, as words or as the letters they begin with."""
    words = typed_words(line)
    if len(words) == 1:
        try:
            return [player_named(words[0])]
        except InputError:
            words = list(words[0])
    return [player_named(word) for word in words]
