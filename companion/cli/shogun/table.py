"""The commands about a table of Shogun and its log, from the first hash to the revealed seed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.inputs import read_out, read_rulings, read_tower, ruling_option, tower_options
from companion.cli.tables import open_for_command, store_option, table_argument
from companion.cli.voice import json_option, translated
from companion.errors import InputError
from companion.rules.shogun.cubes import army_count, colour_named, daimyo_named
from companion.rules.shogun.rulings import INSIDE, OPEN
from companion.service.session import list_tables
from companion.service.shogun.figures import Fall
from companion.service.shogun.table import log, opening
from companion.service.shogun.table.luck import tell_luck
from companion.service.shogun.table.opening import ShogunSession

__all__ = [
    "export_command",
    "import_command",
    "joined",
    "luck",
    "new",
    "restore",
    "reveal",
    "show",
    "tables",
    "tray",
    "undo",
    "verify",
    "word",
]

_EMPTY = ("empty", "vide")
_CHANGE = re.compile(r"([^=]+)=([+-]?)(.*)", re.DOTALL)


def joined(store: Path | None, name: str) -> AbstractContextManager[ShogunSession]:
    """Open a table that exists, for one command."""
    return open_for_command(opening.open_table(store, name))


@click.command(cls=SpokenCommand)
@table_argument
@click.option(
    "--players", required=True, metavar="COLOUR,COLOUR,...", help="The colours that play: 3 to 5 of them."
)
@click.option("--seed", metavar="TEXT", help="A seed of your own, for a game that can be repeated.")
@click.option(
    "--word",
    "words",
    multiple=True,
    metavar="COLOUR=WORD",
    help="A player's word, mixed into the seed; repeatable, or later with 'companion shogun word'.",
)
@click.option(
    "--inside",
    type=click.Choice(INSIDE),
    default=OPEN,
    show_default=True,
    help="What is told of the inside: numbers and ages, numbers only, or nothing.",
)
@click.option(
    "--out",
    "out",
    multiple=True,
    metavar="COLOUR=NUMBER",
    help="What fell out of a real tower when it was filled; the companion's is filled by default.",
)
@ruling_option
@tower_options
@store_option
@json_option
def new(
    table: str,
    players: str,
    seed: str | None,
    words: Sequence[str],
    inside: str,
    out: Sequence[str],
    rulings: Sequence[str],
    preset: str,
    parameters: Sequence[str],
    presets: Path | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Begin a table: fill the tower with 7 armies of each player and 10 green ones.

    A hash of the seed is shown. Write it down: at the end the seed is revealed, and anybody can check
    that it was fixed before the first throw.

    \b
    companion shogun new friday --players blue,yellow,red
    companion shogun new friday --players blue,yellow,red --preset deep --word blue=tea --word red=rain
    companion shogun new test --players blue,yellow,red --seed "the same again"
    companion shogun new friday --players blue,yellow,red --out "blue=4 yellow=5 red=4 green=6"
    """
    colours = [daimyo_named(name) for name in players.replace(",", " ").split()]
    begun = opening.begin_table(
        store,
        table,
        colours,
        read_tower(preset, parameters, presets),
        seed=seed,
        words=[_read_word(word) for word in words],
        rulings=read_rulings(rulings),
        inside=inside,
        out=read_out(out),
    )
    with open_for_command(begun) as here:
        tell(opening.begun(here), as_json)


def _read_word(typed: str) -> tuple[str, str]:
    """A player's word, typed as ``blue=tea``.

    Raises:
        InputError: When there is no ``=``, or no such colour.
    """
    colour, equals, word = typed.partition("=")
    if not equals:
        raise InputError(
            "'{text}' is not a word of a player; write COLOUR=WORD, such as blue=tea.", text=typed
        )
    return daimyo_named(colour), word


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("words", nargs=-1, required=True, metavar="COLOUR=WORD...")
@store_option
@json_option
def word(table: str, words: Sequence[str], store: Path | None, as_json: bool) -> None:
    """Say a word that is mixed into the seed; the tower is filled anew with it.

    Each player may say one, after the hash was shown and before the first throw. With a word of their own
    in it, nobody can have chosen the throws, not even who started the table.

    \b
    companion shogun word friday blue=tea red=rain
    """
    read = [_read_word(typed) for typed in words]
    with joined(store, table) as here:
        tell(opening.say_words(here, read), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--last", is_flag=True, help="Tell the last throw once more, with its verdict.")
@store_option
@json_option
def show(table: str, last: bool, store: Path | None, as_json: bool) -> None:
    """Show what is in the tower, in the tray and outside, and the hashes to check the game by.

    Outside is everything on the board and in the supplies, one number a colour.

    \b
    companion shogun show friday
    companion shogun show friday --last
    companion shogun show friday --json
    """
    with joined(store, table) as here:
        if last:
            from companion.service.shogun.table.fights import last_throw

            answer = last_throw(here)
            still = tuple(line for line in answer.lines if not isinstance(line, Fall))
            tell(replace(answer, lines=still), as_json)
        else:
            tell(log.show(here), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--redo", is_flag=True, help="Take back the last undo instead.")
@store_option
@json_option
def undo(table: str, redo: bool, store: Path | None, as_json: bool) -> None:
    """Take back the last event: the table is as if it had never been.

    Nothing is thrown anew by it. The next throw has the same number, and the same cubes in it come out
    or stay as before. The event stays in the log, marked as undone, and on the luck sheet.

    \b
    companion shogun undo friday
    companion shogun undo friday --redo
    """
    with joined(store, table) as here:
        tell(log.undo(here, redo), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("changes", nargs=-1, required=True, metavar="COLOUR=NUMBER...")
@store_option
@json_option
def tray(table: str, changes: Sequence[str], store: Path | None, as_json: bool) -> None:
    """Put the tray right by hand: set a colour, add to it, take from it, or empty it.

    Cubes come from and go to board and supplies. The change is an event in the log like any other, and
    can be undone.

    \b
    companion shogun tray friday green=2
    companion shogun tray friday blue=+1 red=-1
    companion shogun tray friday empty
    """
    with joined(store, table) as here:
        tell(log.change_tray(here, _read_changes(changes)), as_json)


def _read_changes(changes: Sequence[str]) -> dict[str, tuple[str, int]] | None:
    """What changes in the tray, by colour; ``None`` empties it."""
    if len(changes) == 1 and changes[0].strip().lower() in _EMPTY:
        return None
    read: dict[str, tuple[str, int]] = {}
    for text in (part for change in changes for part in change.replace(",", " ").split()):
        match = _CHANGE.fullmatch(text)
        if match is None:
            raise InputError(
                "'{text}' changes nothing; write COLOUR=NUMBER, COLOUR=+NUMBER, COLOUR=-NUMBER or empty.",
                text=text,
            )
        name, sign, number = match.groups()
        colour = colour_named(name)
        if colour in read:
            raise InputError("The colour {name} is named twice.", name=name)
        read[colour] = (sign, army_count(number, colour))
    return read


@click.command(cls=SpokenCommand)
@table_argument
@click.option("--head", metavar="HASH", help="A hash that was shown after an event, or its first digits.")
@click.option("--commitment", metavar="HASH", help="The hash that was shown when the table began.")
@click.option("--file", "is_file", is_flag=True, help="TABLE is an exported file.")
@store_option
@json_option
def verify(
    table: str, head: str | None, commitment: str | None, is_file: bool, store: Path | None, as_json: bool
) -> None:
    """Follow the whole game again from the seed and find any record that was changed.

    A log that was cut off at its end, or made anew as a whole, is in order in itself: it is found only
    against a hash that a player wrote down. Give the last one you have with --head. Exit code 1 when
    anything is wrong.

    \b
    companion shogun verify friday
    companion shogun verify friday --head "3fa9 1c2e 5b7d 8a90"
    companion shogun verify friday.json --file
    """
    if is_file:
        tell(log.verify_file(Path(table), head, commitment), as_json)
    else:
        tell(log.verify_table(store, table, head, commitment), as_json)


@click.command("export", cls=SpokenCommand)
@table_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write; standard output by default.",
)
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON is the only form; accepted for its own sake.")
def export_command(table: str, output: Path | None, store: Path | None, as_json: bool) -> None:
    """Write a table with its whole log as JSON, to keep it or to go on elsewhere.

    The file holds the seed: until it is revealed, whoever reads the file can foresee every throw.

    \b
    companion shogun export friday -o friday.json
    """
    with joined(store, table) as here:
        answer = log.export_table(here, output)
    if output is None:
        click.echo(json.dumps(answer.data, ensure_ascii=False, indent=1))
    tell(answer)


@click.command("import", cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--as", "name", metavar="NAME", help="Another name for the table; its own by default.")
@store_option
@json_option
def import_command(file: Path, name: str | None, store: Path | None, as_json: bool) -> None:
    """Take a table from a JSON file; one that was changed is refused.

    \b
    companion shogun import friday.json
    companion shogun import friday.json --as "friday again"
    """
    tell(log.import_table(store, file, name), as_json)


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
    with joined(store, table) as here:
        if not opening.is_revealed(here) and sys.stdin.isatty() and not yes and not as_json:
            click.confirm(translated("No more throws can be made after this. Reveal the seed?"), abort=True)
        tell(opening.reveal_seed(here), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@store_option
@json_option
def luck(table: str, store: Path | None, as_json: bool) -> None:
    """A luck sheet for each player: every fight, its odds, and what came of it.

    Luck is where a throw stands among all it could have been: 50 % is middling, near 100 % the best.
    Throws that were undone are on the sheet, but not in the sums. A table that does not show the inside
    gets the exact figures once its seed is revealed.

    \b
    companion shogun luck friday
    companion shogun luck friday --json
    """
    with joined(store, table) as here:
        tell(tell_luck(here), as_json)


@click.command(cls=SpokenCommand)
@store_option
@json_option
def tables(store: Path | None, as_json: bool) -> None:
    """List the tables, and say in which file they are kept.

    \b
    companion shogun tables
    """
    tell(list_tables(store, "shogun"), as_json)


@click.command(cls=SpokenCommand)
@click.option("--force", is_flag=True, help="Also when the store is in order.")
@store_option
@json_option
def restore(force: bool, store: Path | None, as_json: bool) -> None:
    """Put the last sound backup in the place of the store; what stood there is kept under another name.

    Backups are made at the beginning of every table and each quarter of an hour of play. Events since
    the backup are not in it: verify says whether the hash you last wrote down is.

    \b
    companion shogun restore
    """
    tell(log.restore(store, force), as_json)
