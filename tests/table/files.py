"""Exported tables that tests take in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.table.archive import check_archive, read_archive, store_archive
from companion.table.history import LogRules
from companion.table.shelf import Header, Shelf


def import_archive(store: Shelf, path: Path, game: LogRules[Any], name: str | None = None) -> Header:
    """Take a table from a file into the store, under its own name by default."""
    header, events = read_archive(path)
    check_archive(header, events, game, str(path))
    return store_archive(store, header, events, header.name if name is None else name)
