"""The players of Hogen by their names, where they type them and where they are told something."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any

from companion.errors import InputError, Refused
from companion.play.hogen.state import HogenState
from companion.sentences import Sentence
from companion.table.history import Played
from companion.table.log import Body

_SEAT_FIELDS = ("active", "asked", "caller", "seat", "seats")

_Play = Callable[[HogenState, Any, Body | None], Played[HogenState]]


def seat_named(names: Mapping[str, str], given: str) -> str:
    """The letter of a seat, from its letter or its player's name; an ``InputError`` for neither."""
    word = given.strip().casefold()
    for seat, name in names.items():
        if word in (seat.casefold(), name.casefold()):
            return seat
    raise InputError(
        "'{value}' sits at no seat of this table; there sit {names}.",
        value=given,
        names=", ".join(seat if seat == name else f"{seat} {name}" for seat, name in names.items()),
    )


def with_names(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    """The same sentence with players' names where it speaks of seats."""

    def named(field: str, value: object) -> object:
        if isinstance(value, Sentence):
            return with_names(value, names)
        if field in _SEAT_FIELDS and isinstance(value, str):
            return ", ".join(names.get(seat, seat) for seat in value.split(", "))
        return value

    return replace(sentence, fields=tuple((field, named(field, value)) for field, value in sentence.fields))


def refused_by_name(play: _Play) -> _Play:
    """Name players instead of seats where an event is refused."""

    @wraps(play)
    def played(state: HogenState, request: Any, recorded: Body | None) -> Played[HogenState]:
        try:
            return play(state, request, recorded)
        except Refused as no:
            raise Refused(with_names(no.sentence, state.players)) from None

    return played
