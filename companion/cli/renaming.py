"""The commands with which any game's tables are renamed and deleted."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, tell
from companion.cli.lazy import SpokenCommand
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option, translated
from companion.errors import InputError
from companion.service.tables import delete_table, rename_table


def _rename(game: str) -> click.Command:
    @answer_command("rename")
    @click.argument("old", metavar="TABLE")
    @click.argument("new", metavar="NEW")
    @store_option
    def rename(old: str, new: str, store: Path | None) -> Answer:
        """Give a table another name; its log, with every hash, stays as it is."""
        return rename_table(store, game, old, new)

    rename.help = f"{rename.help}\n\n\b\ncompanion {game} rename friday saturday"
    return rename


def _delete(game: str) -> click.Command:
    @click.command("delete", cls=SpokenCommand)
    @table_argument
    @click.option("--yes", is_flag=True, help="Do not ask before it is deleted.")
    @store_option
    @json_option
    def delete(table: str, yes: bool, store: Path | None, as_json: bool) -> None:
        """Delete a table; a copy is kept beside the backups, and it is said where.

        The name is always asked for, and a question put first; without a terminal, --yes says so.
        """
        if not yes:
            if as_json or not sys.stdin.isatty():
                raise InputError("Nothing is deleted unasked; --yes says that you mean it.")
            click.confirm(translated("Delete the table {table}?").format(table=table), abort=True)
        tell(delete_table(store, game, table), as_json)

    delete.help = f"{delete.help}\n\n\b\ncompanion {game} delete friday\ncompanion {game} delete friday --yes"
    return delete


hogen_rename, hogen_delete = _rename("hogen"), _delete("hogen")
honshu_rename, honshu_delete = _rename("honshu"), _delete("honshu")
shogun_rename, shogun_delete = _rename("shogun"), _delete("shogun")
