"""``companion shogun word``: a player's word, mixed into the seed before the first throw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell_lines
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.new import read_word
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.rules.shogun.cubes import daimyo
from companion.sentences import say
from companion.service.shogun.standing import cubes_data, cubes_figure
from companion.table.shogun.views import view

__all__ = ["word"]


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("words", nargs=-1, required=True, metavar="COLOUR=WORD...")
@store_option
@json_option
def word(table: str, words: Sequence[str], store: Path | None, as_json: bool) -> None:
    """Say a word that is mixed into the seed; the tower is filled anew with it.

    Each player may say one, after the hash was shown and before the first throw. With a word of his own
    in it, nobody can have chosen the throws, not even who started the table.

    \b
    companion shogun word friday blue=tea red=rain
    """
    said_words = [read_word(typed) for typed in words]
    with joined(store, table) as opened:
        opened.do("word", {"words": said_words})
        seen = view(opened.state)
        if as_json:
            answer = {"table": opened.name, "words": [list(each) for each in seen.words]}
            speak_json({**answer, **cubes_data(seen), "hash": opened.head})
            return
        for player, _ in said_words:
            speak("{player}'s word is mixed in.", player=daimyo(player))
        figure = cubes_figure(seen)
        if figure is not None and not seen.filled_by_hand:
            tell_lines((say("The tower has been filled anew:"), figure))
        speak_log(opened)
