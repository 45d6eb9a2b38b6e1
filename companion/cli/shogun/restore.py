"""``companion shogun restore``: the last sound backup put in the place of a damaged store."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option
from companion.cli.voice import json_option, speak, speak_json
from companion.table.backup import intact
from companion.table.backup import restore as put_back
from companion.table.store import FILE_NAME, Store, default_path

__all__ = ["restore"]


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
    path = default_path() if store is None else store
    path = path / FILE_NAME if path.is_dir() else path
    if not force and intact(path):
        if as_json:
            speak_json({"backup": None, "aside": None, "tables": None})
        else:
            speak("{file} is in order; nothing was put back.", file=str(path))
        raise click.exceptions.Exit(1)
    backup, aside = put_back(path)
    with Store(path, create=False) as opened:
        headers = opened.headers()
    if as_json:
        speak_json(
            {
                "backup": str(backup),
                "aside": None if aside is None else str(aside),
                "tables": {header.name: header.events for header in headers},
            }
        )
        return
    speak("{backup} is back in its place.", backup=str(backup))
    if aside is not None:
        speak("What stood there is now {file}.", file=str(aside))
    for header in headers:
        speak("  {table}: event {number} is its last.", table=header.name, number=header.events)
