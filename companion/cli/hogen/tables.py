"""What the commands at a table of Hogen share: the store, the table, seats by name, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import voice
from companion.cli.hogen.drawing import public_lines
from companion.cli.tables import open_for_command, store_option
from companion.cli.voice import said, speak, speak_json
from companion.data.hogen.events import seats_of
from companion.errors import InputError
from companion.sentences import Sentence
from companion.service.session import Session
from companion.table.hogen.game import HOGEN
from companion.table.hogen.opening import check_players
from companion.table.hogen.state import HogenState, Refused
from companion.table.hogen.views import view
from companion.table.log import Body, Event

__all__ = [
    "HogenTable",
    "begin",
    "do",
    "joined",
    "read_names",
    "refuse",
    "ruling_option",
    "seat_named",
    "table_options",
    "with_names",
]

F = TypeVar("F", bound=Callable[..., Any])

HogenTable = Session[HogenState]
"""A table of Hogen, opened."""


ruling_option = voice.ruling_option(
    help="Answer a question the booklet leaves open: take-back=no|yes, failed-call=caller|table.",
)
"""The option ``--ruling``: how the table settles an open question."""


def table_options(function: F) -> F:
    """The argument TABLE and the option ``--store``."""
    return click.argument("table")(store_option(function))


def begin(name: str, store: Path | None, asked: Body, as_json: bool) -> None:
    """Begin a table, and tell what lies open and who starts."""
    with open_for_command(Session(store, name, HOGEN, asked)) as here:
        now = view(here.state)
    if as_json:
        speak_json({"table": name, "players": now.names, "palace": now.palace, "starts": now.active})
        return
    for line in public_lines(now):
        speak(line)
    speak("{name} will begin.", name=now.names[now.active or "A"])
    speak("Go on with: companion hogen play {table}", table=name)


def joined(name: str, store: Path | None) -> AbstractContextManager[HogenTable]:
    """A table that exists, opened for one command."""
    return open_for_command(Session(store, name, HOGEN))


def do(table: HogenTable, kind: str, **asked: object) -> Event | Sentence:
    """Do something at a table; the reason when the rules refuse it."""
    try:
        return table.do(kind, asked).event
    except Refused as refused:
        return with_names(refused.reason, dict(zip(table.state.seats, table.state.names, strict=True)))


def refuse(reason: Sentence, as_json: bool) -> None:
    """Tell a player 'no', and leave with exit code 1."""
    if as_json:
        speak_json({"legal": False, "why": said(reason)})
    else:
        speak(reason)
    click.get_current_context().exit(1)


def read_names(typed: str) -> list[str]:
    """Players' names with commas between, or only their number."""
    text = typed.strip()
    if text.isdecimal():
        return list(seats_of(check_players(int(text))))
    names = [name.strip() for name in text.split(",")]
    check_players(len(names))
    return names


def seat_named(names: Mapping[str, str], typed: str) -> str:
    """The letter of a seat, from its letter or its player's name.

    Raises:
        InputError: For neither; those there are, are named.
    """
    word = typed.strip().casefold()
    for seat, name in names.items():
        if word in (seat.casefold(), name.casefold()):
            return seat
    raise InputError(
        "'{value}' sits at no seat of this table; there sit {names}.",
        value=typed,
        names=", ".join(seat if seat == name else f"{seat} {name}" for seat, name in names.items()),
    )


_SEAT_FIELDS = ("active", "asked", "caller", "seat", "seats")


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """The same sentence with players' names where it speaks of seats."""

    def named(field: str, value: object) -> object:
        if isinstance(value, Sentence):
            return with_names(value, names)
        if field in _SEAT_FIELDS and isinstance(value, str):
            return ", ".join(names.get(seat, seat) for seat in value.split(", "))
        return value

    return replace(sentence, fields=tuple((field, named(field, value)) for field, value in sentence.fields))
