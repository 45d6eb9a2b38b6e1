"""``companion shogun reveal``: the seed, at the end of a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json, translated
from companion.rules.shogun.cubes import daimyo

__all__ = ["reveal"]


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--yes", is_flag=True, help="Do not ask before the end of throwing.")
@store_option
@json_option
def reveal(table: str, yes: bool, store: Path | None, as_json: bool) -> None:
    """Reveal the seed: anybody can now check the hash shown at the start, and every throw.

    This ends the throwing at the table, for whoever knows the seed can foresee every throw. Results of a
    real tower can still be entered.

    \b
    companion shogun reveal friday
    """
    with joined(store, table) as opened:
        if not opened.state.seal.revealed:
            if sys.stdin.isatty() and not yes and not as_json:
                click.confirm(
                    translated("No more throws can be made after this. Reveal the seed?"), abort=True
                )
            opened.do("reveal", {})
        seal = opened.state.seal
        if as_json:
            speak_json(
                {
                    "table": opened.name,
                    "seed": seal.seed,
                    "salt": seal.salt,
                    "words": [list(word) for word in seal.words],
                    "commitment": seal.commitment,
                    "seed_chosen": seal.chosen,
                    "hash": opened.head,
                }
            )
            return
        speak("Seed: {seed}", seed=seal.seed)
        speak("Salt: {salt}", salt=seal.salt)
        for player, word in seal.words:
            speak("{player}'s word: {word}", player=daimyo(player), word=word)
        speak("Hash shown at the start: {commitment}", commitment=seal.commitment)
        speak("It is the SHA-256 of the seed, a line end and the salt. To check it elsewhere:")
        click.echo(f"  printf '%s\\n%s' {_quoted(seal.seed)} {seal.salt} | sha256sum")
        speak("The throwing at this table is over; results of a real tower can still be entered.")
        speak_log(opened)


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)
