"""The commands for whole tables of any game, the doctor, the history, the pocket and the watch."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, draw, print_answer, print_notices
from companion.cli.lazy import SpokenCommand, SpokenGroup
from companion.cli.menu import may_remember
from companion.cli.outputs import FILE, fetch_options, output_option, overwrite_option
from companion.cli.table_commands import (
    get_used_table,
    last_table_argument,
    open_for_command,
    port_option,
    store_option,
    table_argument,
    table_command,
)
from companion.cli.voice import (
    can_show,
    columns,
    get_language,
    json_option,
    speak,
    to_text,
    translate,
    wrap_for_terminal,
)
from companion.errors import InputError
from companion.play.games import get_game
from companion.sentences import Sentence, say
from companion.service import kept_tables
from companion.service.remembered import Person, Summary, describe_evenings, record_consent, remove_name
from companion.table.history import Redo, Undo


@answer_command("list")
@store_option
def list_tables(store: Path | None) -> Answer:
    """List the tables, and say in which file they are kept."""
    return kept_tables.list_tables(store)


@answer_command("rename")
@click.argument("old", metavar="TABLE")
@click.argument("new", metavar="NEW")
@store_option
def rename(old: str, new: str, store: Path | None) -> Answer:
    """Give a table another name; its log, with every hash, stays as it is."""
    return kept_tables.rename_table(store, old, new)


@click.command("delete", cls=SpokenCommand)
@table_argument
@click.option("--yes", is_flag=True)
@store_option
@json_option
def delete(table: str, yes: bool, store: Path | None, as_json: bool) -> None:
    """Delete a table; a copy is kept beside the backups, and it is said where."""
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise InputError("Nothing is deleted without asking; --yes confirms it.")
        click.confirm(wrap_for_terminal(translate("Delete the table {table}?").format(table=table)), abort=True)
    print_answer(kept_tables.delete_table(store, table), as_json)


@table_command()
@click.option("--redo", is_flag=True)
def undo(redo: bool) -> object:
    """Undo the last event, as if it had never happened."""
    return Redo() if redo else Undo()


@table_command()
def log() -> object:
    """Show the history of a table, one event per line; undone events are marked with their outcome."""
    return kept_tables.describe_history


@click.command("export", cls=SpokenCommand)
@last_table_argument
@output_option("-o", "--output")
@overwrite_option
@click.option("--with-seed", "--with-secrets", "whole", is_flag=True)
@store_option
@json_option
def export(
    table: str | None, output: Path | None, overwrite: bool, whole: bool, store: Path | None, as_json: bool
) -> None:
    """Write a table with its whole log as JSON, to keep it or to go on elsewhere."""
    with open_for_command(kept_tables.open_table(store, get_used_table(table, store))) as here:
        answer = kept_tables.export_table(here, output, overwrite, whole)
    if output is None and answer.yes:
        print_notices(answer.notices)
        click.echo(json.dumps(answer.data, ensure_ascii=False, indent=1))
    else:
        print_answer(answer, as_json)


@answer_command("replay")
@last_table_argument
@output_option("-o", "--output", required=True)
@overwrite_option
@store_option
def replay(table: str | None, output: Path, overwrite: bool, store: Path | None) -> Answer:
    """Write a finished game as one page that replays it from its first event."""
    from companion.web.replay import write_film

    return write_film(store, get_used_table(table, store), output, overwrite, get_language().code)


@answer_command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--as", "name", metavar="NAME")
@store_option
def import_table(file: Path, name: str | None, store: Path | None) -> Answer:
    """Take a table from a JSON file; one that was changed is refused."""
    return kept_tables.import_table(store, file, name)


@answer_command("restore")
@click.option("--force", is_flag=True)
@click.option("--copy", "number", metavar="[NUMBER]", is_flag=False, flag_value="")
@store_option
def restore(force: bool, number: str | None, store: Path | None) -> Answer:
    """Replace the store with its last sound backup; the old file is kept under another name."""
    if number == "":
        return kept_tables.list_backups(store)
    if number is not None and not number.isdecimal():
        raise InputError("'{value}' is not the number of a backup; --copy alone lists them.", value=number)
    return kept_tables.restore_store(store, force, None if number is None else int(number))


@answer_command("check")
@last_table_argument
@click.option("--head", metavar="HASH")
@click.option("--commitment", metavar="HASH")
@click.option("--file", "is_file", is_flag=True)
@store_option
def check(table: str | None, head: str | None, commitment: str | None, is_file: bool, store: Path | None) -> Answer:
    """Replay the whole game from the start and find any record that was changed."""
    if not is_file:
        return kept_tables.check_table(store, get_used_table(table, store), head, commitment)
    if table is None:
        raise InputError("Name the exported file.")
    return kept_tables.check_file(Path(table), head, commitment)


@answer_command("doctor")
@port_option
@store_option
def doctor(port: int | None, store: Path | None) -> Answer:
    """Look for what could keep phones away from the table."""
    from companion.web.serving.addresses import examine

    return examine(store, port)


@answer_command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@overwrite_option
def build(folder: Path, overwrite: bool) -> Answer:
    """Build the table for a phone alone, as files for any web host."""
    from companion.web.pocket.offering import publish

    return publish(folder, overwrite=overwrite)


@click.group("pocket", cls=SpokenGroup, commands=[build])
def pocket() -> None:
    """Take the table along on a phone alone: its pages then need no laptop and no network."""


@click.command("watch", cls=SpokenCommand)
@click.argument("deck", metavar="DECK", type=FILE)
@click.option("--lang", default="", metavar="LANGUAGE")
@click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER")
@click.option("--lan", is_flag=True)
@fetch_options
@click.option("--no-browser", is_flag=True)
def watch(deck: str, lang: str, port: int | None, lan: bool, no_browser: bool) -> None:
    """Show a deck on a page that follows every save, until Ctrl-C."""
    from companion.cli.table.table_opening import open_browser, show_addresses
    from companion.web.serving.table_opening import DeckHost
    from companion.web.serving.watch_beside import DeckWatchProcess

    watched = DeckWatchProcess(deck, lang, get_language().code)
    with watched, DeckHost(watched, port, lan) as evening:
        if lan:
            show_addresses(evening.addresses, evening.join_url, evening.port, evening.code)
        speak("The cards of the deck:")
        click.echo(f"  {evening.url}")
        speak("Ctrl-C ends the watch.")
        sys.stdout.flush()
        if not no_browser:
            open_browser(evening.url)
        evening.run()
    speak("The watch has ended.")


_LONGEST, _SHORTEST = 40, 5  # columns of the longest bar, and of one that is worth drawing
_BLOCKS, _PLAIN = ("█", "░", "▓", "▒", "▚"), ("#", "-", "=", "+", ":")  # signs of the parts of a bar

Row = tuple[str, Sequence[float], str]
"""A line with a bar: what it is about, the parts of the bar, and what is said of it."""


@answer_command("history")
@click.argument("player", required=False, metavar="[NAME]")
@click.option("--remember", "may", type=click.Choice(["yes", "no"]))
@click.option("--take-out", metavar="NAME")
@output_option("--csv")
@output_option("--bg-stats")
@overwrite_option
@store_option
def history(player: str | None, may: str | None, take_out: str | None, store: Path | None, **files: Any) -> Answer:
    """What was played here: who has won, points by part, and every evening."""
    others = (player, *(file for file in files.values() if file))
    if (may and take_out) or ((may or take_out) and any(others)):
        raise InputError("Use --remember or --take-out on its own.")
    if may is not None:
        return record_consent(store, may == "yes")
    if take_out is not None:
        return remove_name(store, take_out)
    may_remember(store)
    return describe_evenings(store, player or "", **files)


@draw.register
def _draw_summary(told: Summary) -> Iterator[str]:
    rows: list[Row] = [(each.name, (each.won, each.evenings - each.won), _describe_wins(each)) for each in told.people]
    yield from _draw_bars(say("Who has won"), rows) if rows else ()
    for game, found in told.by_game.items():
        title, parts = get_game(game).title, get_game(game).parts
        rows = [
            (each.name, [each.parts.get(part.name, 0) for part in parts], str(round(each.points)))
            for each in found
            if each.parts and each.points is not None
        ]
        if rows:
            yield from _draw_bars(say("{game}: points by part, on average", game=title), rows)
            signs = zip(_get_bar_signs(), parts, strict=False)
            yield wrap_for_terminal("  " + ", ".join(f"{sign} {to_text(part.words)}" for sign, part in signs))
    yield from ("", to_text(say("Evenings") if told.evenings else say("Nothing is remembered yet.")))
    for each in told.evenings:
        there = (
            f"{at.rank}. {_format_name(at.shown)}{'' if at.points is None else f' {at.points}'}" for at in each.players
        )
        title = f"{get_game(each.game).title} {each.table}".rstrip()
        yield wrap_for_terminal(f"  {each.day or '-':<10}  {title}: {', '.join(there)}")


def _draw_bars(title: Sentence, rows: Sequence[Row]) -> Iterator[str]:
    """A title, and a line for each row: its name, a bar of signs, and a text."""
    yield from ("", to_text(title))
    wide = max((len(name) for name, *_ in rows), default=0)
    longest = max((sum(parts) for _, parts, _ in rows), default=0) or 1
    room = columns() - wide - max((len(end) for *_, end in rows), default=0) - 7
    for name, parts, end in rows:
        bar, so_far, drawn = "", 0.0, 0
        for sign, part in zip(_get_bar_signs(), parts, strict=False):
            so_far += part
            upto = round(min(_LONGEST, room) * so_far / longest)
            bar, drawn = bar + sign * (upto - drawn), max(upto, drawn)
        yield (f"  {name:<{wide}}  {bar}  {end}" if room >= _SHORTEST else wrap_for_terminal(f"  {name}: {end}"))


def _describe_wins(person: Person) -> str:
    return to_text(say("{won} of {all} won", won=person.won, all=person.evenings))


def _get_bar_signs() -> Sequence[str]:
    return _BLOCKS if can_show("".join(_BLOCKS)) else _PLAIN


def _format_name(name: Sentence | str) -> str:
    return to_text(name) if isinstance(name, Sentence) else name
