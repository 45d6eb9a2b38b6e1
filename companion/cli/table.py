"""``companion table`` with all its commands, ``history``, ``pocket`` and ``watch``.

Also what games' commands at a table share: the table's name, the store, the answer's notices.
"""

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, draw, draw_bar, get_bar_signs, print_answer, print_notices
from companion.cli.lazy import LazyGroup, SpokenCommand
from companion.cli.outputs import FILE, fetch_options, output_option, overwrite_option
from companion.cli.prompt import ask_to_remember, may_remember
from companion.cli.voice import columns, confirm, get_language, json_option, speak, to_text, wrap_for_terminal
from companion.data.outputs import check_outputs
from companion.errors import InputError, NoTables
from companion.paths import find_user_folder
from companion.play.games import get_game
from companion.sentences import Sentence, say
from companion.service import kept_tables
from companion.service.playing import play
from companion.service.results import Summary, describe_evenings, record_consent, remove_name
from companion.service.session import Session
from companion.table.history import Redo, Undo

S = TypeVar("S")

last_table_argument = click.argument("table", required=False, metavar="[TABLE]")
"""The argument ``TABLE`` of commands where it can be left out; see ``get_used_table``."""


def get_used_table(table: str | None, store: Path | None, game: str | None = None) -> str:
    """The name of the table: as typed, or else of the last used one, of a game or of any, which is printed."""
    if table:
        return table
    name = kept_tables.get_last_table(store, game)
    speak("At the table {table}:", err=True, table=name)
    return name


def find_used_table(store: Path | None, game: str) -> str | None:
    """The name of a game's last used table, which is printed; ``None`` without a table or a home folder."""
    if store is None and find_user_folder("data") is None:
        return None
    with suppress(NoTables):
        return get_used_table(None, store, game)
    return None


store_option = click.option("--store", type=click.Path(path_type=Path), envvar="COMPANION_STORE", metavar="FILE")

port_option = click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER")


def format_table_words(table: str) -> str:
    """A table's name as to type in another command, with ``--store`` if that was typed."""
    context = click.get_current_context()
    words = [table]
    if context.get_parameter_source("store") is click.core.ParameterSource.COMMANDLINE:
        words += ["--store", str(context.params["store"])]
    return shlex.join(words)


@contextmanager
def open_for_command(session: Session[S]) -> Iterator[Session[S]]:
    """Close a table after the command, and print its notices on standard error."""
    try:
        with session:
            yield session
    finally:
        print_notices(session.take_notices())


def ask_table(session: Session[S], request: object, as_json: bool) -> None:
    """Carry out a request or a use case at a table, print the answer, and close the table."""
    with open_for_command(session) as opened:
        print_table_answer(opened, request(opened) if callable(request) else play(opened, request), as_json)


def print_table_answer(session: Session[Any], answer: Answer, as_json: bool = False) -> None:
    """Print an answer about a table; if its game is over, ask whether to remember results."""
    print_answer(answer, as_json)
    if not as_json:
        ask_to_remember(session)


def table_command(parse: Callable[..., object]) -> click.Command:
    """Make a command about a table, by default the last used; ``parse`` makes a request or use case from options."""

    @wraps(parse)
    def run(table: str | None, store: Path | None, as_json: bool, **options: Any) -> None:
        ask_table(kept_tables.open_table(store, get_used_table(table, store)), parse(**options), as_json)

    return json_option(store_option(last_table_argument(click.command(cls=SpokenCommand)(run))))


@click.group("table", cls=LazyGroup, invoke_without_command=True)
@click.option("--address", metavar="ADDRESS")
@port_option
@click.option("--https", is_flag=True)
@click.option("--one-screen", is_flag=True)
@click.option("--no-browser", is_flag=True)
@store_option
@click.pass_context
def table(context: click.Context, /, no_browser: bool, **options: Any) -> None:
    """Open the table on this laptop; phones join by scanning a code."""
    if context.invoked_subcommand is not None:
        return
    if options["one_screen"] and options["address"] is not None:
        raise click.UsageError(to_text(say("--one-screen shows no address; leave --address out.")), context)
    from companion.cli.table_opening import open_table
    from companion.web.serving.table_opening import TableOptions

    open_table(TableOptions(**options), browser=not no_browser)


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


@answer_command("delete")
@click.argument("table", metavar="TABLE")
@click.option("--yes", is_flag=True)
@store_option
def delete(table: str, yes: bool, store: Path | None) -> Answer:
    """Delete a table; a copy is kept beside the backups, and its place is shown."""
    if not (yes or sys.stdin.isatty()):
        raise InputError("Nothing is deleted without asking; --yes confirms it.")
    if not (yes or confirm(say("Delete the table {table}?", table=table), err=True)):
        raise click.Abort
    return kept_tables.delete_table(store, table)


@table_command
@click.option("--redo", is_flag=True)
def undo(redo: bool) -> object:
    """Undo the last event, as if it had never happened."""
    return Redo() if redo else Undo()


@table_command
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
    """Export a table with its whole log as JSON, to keep it or to continue elsewhere."""
    with open_for_command(kept_tables.open_table(store, get_used_table(table, store))) as session:
        answer = kept_tables.export_table(session, output, overwrite, whole)
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
    """Import a table from a JSON file; one that was changed is refused."""
    return kept_tables.import_table(store, file, name)


@answer_command("restore")
@click.option("--force", is_flag=True)
@click.option("--copy", "number", type=click.IntRange(0), metavar="[NUMBER]", is_flag=False, flag_value=0)
@store_option
def restore(force: bool, number: int | None, store: Path | None) -> Answer:
    """Replace the store with its last sound backup; the old file is kept under another name."""
    if number == 0:
        return kept_tables.list_backups(store)
    return kept_tables.restore_store(store, force, number)


@answer_command("check")
@last_table_argument
@click.option("--head", metavar="HASH")
@click.option("--commitment", metavar="HASH")
@click.option("--file", "is_file", is_flag=True)
@store_option
def check(table: str | None, head: str | None, commitment: str | None, is_file: bool, store: Path | None) -> Answer:
    """Replay the whole game from the start and find any event that was changed."""
    if not is_file:
        return kept_tables.check_table(store, get_used_table(table, store), head, commitment)
    if table is None:
        raise InputError("Name the exported file.")
    return kept_tables.check_file(Path(table), head, commitment)


@answer_command("doctor")
@port_option
@store_option
def doctor(port: int | None, store: Path | None) -> Answer:
    """Find out why phones cannot reach the table."""
    from companion.web.serving.addresses import examine_laptop

    return examine_laptop(store, port)


@answer_command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@overwrite_option
def build(folder: Path, overwrite: bool) -> Answer:
    """Build the pages for a phone without a laptop, for any web host."""
    from companion.web.pocket.offering import publish

    if not folder.is_dir():
        check_outputs((folder,))
    speak("The pages are being built; this takes about half a minute.", err=True)
    return publish(folder, overwrite=overwrite)


@click.group("pocket", cls=LazyGroup)
def pocket() -> None:
    """Take Companion along on a phone: its pages then need no laptop and no network."""


@click.command("watch", cls=SpokenCommand)
@click.argument("deck", metavar="[DECK]", type=FILE, default="")
@click.option("--lang", default="", metavar="LANGUAGE")
@port_option
@click.option("--lan", is_flag=True)
@fetch_options
@click.option("--no-browser", is_flag=True)
def watch(deck: str, lang: str, port: int | None, lan: bool, no_browser: bool) -> None:
    """Show a deck on a page that is updated at every save, until Ctrl-C."""
    from companion.cli.table_opening import open_browser, show_addresses
    from companion.web.serving.table_opening import DeckHost
    from companion.web.serving.watch_process import DeckWatchProcess

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


_LONGEST, _SHORTEST = 40, 5  # columns of the longest bar: at most, and at least


@answer_command("history")
@click.argument("player", required=False, metavar="[NAME]")
@click.option("--remember", "may", type=click.Choice(["yes", "no"]))
@click.option("--take-out", metavar="NAME")
@output_option("--csv")
@output_option("--bg-stats")
@overwrite_option
@store_option
def history(player: str | None, may: str | None, take_out: str | None, store: Path | None, **files: Any) -> Answer:
    """Show what was played here: who has won, points by category, and every evening."""
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
def _draw_summary(summary: Summary) -> Iterator[str]:
    wins = [
        (each.name, (each.won, each.evenings - each.won), say("{won} of {all} won", won=each.won, all=each.evenings))
        for each in summary.people
    ]
    yield from _draw_bars(say("Who has won"), wins) if wins else ()
    for game, people in summary.by_game.items():
        title, parts = get_game(game).title, get_game(game).parts
        rows = [
            (each.name, [each.parts.get(part.name, 0.0) for part in parts], str(round(each.points)))
            for each in people
            if each.parts and each.points is not None
        ]
        if rows:
            yield from _draw_bars(say("{game}: points by category, on average", game=title), rows)
            signs = zip(get_bar_signs(), parts, strict=False)
            yield wrap_for_terminal("  " + ", ".join(f"{sign} {to_text(part.words)}" for sign, part in signs))
    yield from ("", to_text(say("Evenings") if summary.evenings else say("Nothing is remembered yet.")))
    for each in summary.evenings:
        places = (f"{p.rank}. {to_text(p.label)}{'' if p.points is None else f' {p.points}'}" for p in each.players)
        title = f"{get_game(each.game).title} {each.table}".rstrip()
        yield wrap_for_terminal(f"  {each.day or '-':<10}  {title}: {', '.join(places)}")


def _draw_bars(title: Sentence, rows: Sequence[tuple[str, Sequence[float], Sentence | str]]) -> Iterator[str]:
    """A title, and a line for each row: a name, a bar with a different character for each part, and a text."""
    yield from ("", to_text(title))
    wide, longest = max(len(name) for name, *_ in rows), max(sum(parts) for _, parts, _ in rows) or 1
    room = columns() - wide - max(len(to_text(end)) for *_, end in rows) - 7
    for name, parts, end in rows:
        bar = draw_bar((part / longest for part in parts), min(_LONGEST, room))
        line = f"  {name:<{wide}}  {bar}  {to_text(end)}"
        yield line if room >= _SHORTEST else wrap_for_terminal(f"  {name}: {to_text(end)}")
