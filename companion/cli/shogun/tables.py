"""What all commands about a table share: its name, the store, opening it, and what is said about the log."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from companion.cli.answers import tell_lines
from companion.cli.tables import open_for_command
from companion.service.session import Session
from companion.service.shogun.standing import log_lines
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.state import ShogunState
from companion.table.shogun.views import view

__all__ = ["joined", "speak_log"]


def joined(store: Path | None, name: str) -> AbstractContextManager[Session[ShogunState]]:
    """Open a table that exists, for one command."""
    return open_for_command(Session(store, name, SHOGUN))


def speak_log(table: Session[ShogunState]) -> None:
    """Say that all cubes are there, and the hash to write down."""
    tell_lines(log_lines(view(table.state), len(table.history), table.head))
