"""The commands about a table of Shogun and its log, from the first hash to the revealed seed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, tell
from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import output_option, overwrite_option
from companion.cli.shogun.falling import without_fall
from companion.cli.shogun.reading import (
    counts_option,
    read_out,
    read_rulings,
    read_tower,
    ruling_option,
    tower_options,
    typed_words,
)
from companion.cli.tables import (
    last_table_argument,
    open_for_command,
    play,
    store_option,
    table_argument,
    table_command,
    tell_at,
    used_table,
)
from companion.cli.voice import json_option, translated
from companion.errors import InputError, Refused
from companion.play.shogun.requests import SEED, TRUSTS
from companion.rules.shogun.cubes import daimyo_named
from companion.rules.shogun.rulings import INSIDE, OPEN
from companion.service.shogun.table import log, opening
from companion.service.shogun.table.luck import tell_luck
from companion.service.shogun.table.opening import ShogunSession, open_table
from companion.service.shogun.table.story import tell_log
from companion.service.tables import list_tables

UseCase = Callable[[ShogunSession], Answer]

game_command = partial(table_command, open_table, "shogun")
"""A command about a table of Shogun; see ``table_command``."""


@click.command(cls=SpokenCommand)
@table_argument
@click.option(
    "--players", required=True, metavar="COLOUR,COLOUR,...", help="The colours that play: 3 to 5 of them."
)
@click.option("--seed", metavar="TEXT", help="A seed of your own, for a game that can be repeated.")
@click.option(
    "--inside",
    type=click.Choice(INSIDE),
    default=OPEN,
    show_default=True,
    help="What is told of the inside: numbers and ages, numbers only, or nothing.",
)
@click.option(
    "--trust",
    type=click.Choice(TRUSTS),
    default=SEED,
    show_default=True,
    help="Throw from the seed alone; or mix in numbers that are given after the armies are declared: "
    "by the defender, or by both sides' phones, sealed before any is opened.",
)
@counts_option(
    "--out", help="What fell out of a real tower when it was filled; Companion's is filled by default."
)
@counts_option(
    "--holding", help="What a real tower holds already, in a game that has begun; nothing is filled then."
)
@counts_option("--tray", help="With --holding: what lies in its tray.")
@ruling_option
@tower_options
@store_option
@json_option
def new(
    table: str,
    players: str,
    seed: str | None,
    inside: str,
    trust: str,
    out: Sequence[str],
    holding: Sequence[str],
    tray: Sequence[str],
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
    companion shogun new friday --players blue,yellow,red --preset deep
    companion shogun new cautious --players blue,yellow,red --trust numbers
    companion shogun new test --players blue,yellow,red --seed "the same again"
    companion shogun new friday --players blue,yellow,red --out "blue=4 yellow=5 red=4 green=6"
    companion shogun new friday --players blue,yellow,red --holding "blue=3 yellow=2 green=4" --tray red=1
    """
    begun = opening.begin_table(
        store,
        table,
        [daimyo_named(name) for name in typed_words(players)],
        read_tower(preset, parameters, presets),
        seed=seed,
        rulings=read_rulings(rulings),
        inside=inside,
        trust=trust,
        out=read_out(out),
        holding=read_out(holding),
        tray=read_out(tray),
    )
    play(begun, opening.begun, as_json)


@game_command()
@click.option("--last", is_flag=True, help="Tell the last throw once more, with its verdict.")
def show(last: bool) -> UseCase:
    """Show what is in the tower, in the tray and outside, and the hashes to check the game by.

    Outside is everything on the board and in the supplies, one number a colour.

    \b
    companion shogun show friday
    companion shogun show friday --last
    companion shogun show friday --json
    """
    if not last:
        return log.show
    from companion.service.shogun.table.fights import last_throw

    return lambda here: without_fall(last_throw(here))


@game_command("log")
def log_command() -> UseCase:
    """Tell the history of a table: every event in a line, those that were undone marked with their outcome.

    \b
    companion shogun log friday
    companion shogun log friday --json
    """
    return tell_log


@game_command()
@click.option("--redo", is_flag=True, help="Take back the last undo instead.")
def undo(redo: bool) -> UseCase:
    """Take back the last event: the table is as if it had never been.

    Nothing is thrown anew by it. The next throw has the same number, and the same cubes in it come out
    or stay as before. The event stays in the log, marked as undone, and on the luck sheet.

    \b
    companion shogun undo friday
    companion shogun undo friday --redo
    """
    return partial(log.undo, redo=redo)


@answer_command()
@last_table_argument
@click.option("--head", metavar="HASH", help="A hash that was shown after an event, or its first digits.")
@click.option("--commitment", metavar="HASH", help="The hash that was shown when the table began.")
@click.option("--file", "is_file", is_flag=True, help="TABLE is an exported file.")
@store_option
def verify(
    table: str | None, head: str | None, commitment: str | None, is_file: bool, store: Path | None
) -> Answer:
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
        if table is None:
            raise InputError("Name the exported file.")
        return log.verify_file(Path(table), head, commitment)
    return log.verify_table(store, used_table(table, store, "shogun"), head, commitment)


@click.command("export", cls=SpokenCommand)
@last_table_argument
@output_option("-o", "--output", help="The file to write; standard output by default.")
@overwrite_option
@click.option(
    "--with-seed", is_flag=True, help="Put the seed in before it is revealed; the log tells this to all."
)
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON is the only form; accepted for its own sake.")
def export_command(
    table: str | None,
    output: Path | None,
    overwrite: bool,
    with_seed: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """Write a table with its whole log as JSON, to keep it or to go on elsewhere.

    The seed is left out until it is revealed: the file can be read and verified, but nothing is thrown from
    it. With --with-seed the game can go on elsewhere; whoever reads the file can then foresee every throw.

    \b
    companion shogun export friday -o friday.json
    companion shogun export friday --with-seed -o friday.json
    """
    with open_for_command(open_table(store, used_table(table, store, "shogun"))) as here:
        answer = log.export_table(here, output, overwrite, with_seed)
    if output is None and answer.yes:
        click.echo(json.dumps(answer.data, ensure_ascii=False, indent=1))
    tell(answer)


@answer_command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--as", "name", metavar="NAME", help="Another name for the table; its own by default.")
@store_option
def import_command(file: Path, name: str | None, store: Path | None) -> Answer:
    """Take a table from a JSON file; one that was changed is refused.

    \b
    companion shogun import friday.json
    companion shogun import friday.json --as "friday again"
    """
    return log.import_table(store, file, name)


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
    with open_for_command(open_table(store, table)) as here:
        asked = not opening.is_revealed(here) and sys.stdin.isatty() and not yes and not as_json
        if asked and not click.confirm(translated("No more throws can be made after this. Reveal the seed?")):
            raise Refused("The seed stays hidden.")
        tell_at(here, opening.reveal_seed(here), as_json)


@game_command()
def luck() -> UseCase:
    """A luck sheet for each player: every fight, its odds, and what came of it.

    Luck is where a throw stands among all it could have been: 50 % is middling, near 100 % the best.
    Throws that were undone are on the sheet, but not in the sums. A table that does not show the inside
    gets the exact figures once its seed is revealed.

    \b
    companion shogun luck friday
    companion shogun luck friday --json
    """
    return tell_luck


@answer_command()
@store_option
def tables(store: Path | None) -> Answer:
    """List the tables, and say in which file they are kept.

    \b
    companion shogun tables
    """
    return list_tables(store, "shogun")


@answer_command()
@click.option("--force", is_flag=True, help="Also when the store is in order.")
@store_option
def restore(force: bool, store: Path | None) -> Answer:
    """Put the last sound backup in the place of the store; what stood there is kept under another name.

    Backups are made at the beginning of every table and each quarter of an hour of play. Events since
    the backup are not in it: verify says whether the hash you last wrote down is.

    \b
    companion shogun restore
    """
    return log.restore(store, force)
