"""``companion shogun export`` and ``import``: a table as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.tables import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, speak, speak_json
from companion.data.files import write_text
from companion.sentences import say_count
from companion.table.archive import archive, import_archive
from companion.table.shogun.game import SHOGUN
from companion.table.store import Store

__all__ = ["export_command", "import_command"]


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
    with joined(store, table) as opened:
        document = archive(opened.header(), [step.event for step in opened.history])
        revealed = opened.state.seal.revealed
    text = json.dumps(document, ensure_ascii=False, indent=1)
    if output is None:
        click.echo(text)
    else:
        write_text(output, text + "\n")
        speak("{file} holds the table {table}.", file=str(output), table=document["table"])
    if not revealed:
        speak("The file holds the seed: whoever reads it can foresee every throw.", err=True)


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
    with Store(store) as opened:
        header = import_archive(opened, file, SHOGUN, name)
        head = opened.events(header.name, header.events - 1)[-1].hash
    if as_json:
        speak_json({"table": header.name, "events": header.events, "hash": head})
        return
    speak(
        say_count(
            "The table {table} is here, with {count} event; every record is true.",
            "The table {table} is here, with {count} events; every record is true.",
            header.events,
            table=header.name,
        )
    )
