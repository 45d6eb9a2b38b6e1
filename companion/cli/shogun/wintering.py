"""A winter at a table: the draw, one revolt after the other, the points, the new year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.answers import tell
from companion.cli.shogun.asking import read_numbers, read_province
from companion.cli.shogun.fights import tell_throw
from companion.cli.shogun.inputs import read_out
from companion.cli.shogun.table import joined
from companion.errors import InputError
from companion.service.shogun.hunger import Larder
from companion.service.shogun.table import winters as service

__all__ = ["winter_at_table"]

_STEPPING = ("event", "markers", "drawn", "revolt", "out", "odds_only", "still", "events")


def winter_at_table(
    name: str, typed: Mapping[str, Larder], as_json: bool, options: Mapping[str, Any]
) -> None:
    """Do the next step of a table's winter.

    Args:
        name: The table.
        typed: Provinces and rice by player, where the board is not kept.
        as_json: Whether a program asks.
        options: The options as typed.
    """
    for option in ("loss", "seed"):
        if options[option] is not None:
            raise InputError(
                "A table knows its loss and seed; --{option} goes without a table.", option=option
            )
    with joined(options["store"], name) as here:
        if options["revolt"] is not None:
            _only(("revolt", "out", "odds_only", "still"), typed, options)
            province, out = read_province(options["revolt"]), read_out(options["out"])
            answer = service.throw_winter_revolt(here, province, out, foretell=options["odds_only"])
            tell_throw(answer, options["still"], as_json)
        elif service.winter_has_begun(here):
            _only(("events",), typed, options)
            opened = None if options["events"] is None else tuple(read_numbers(options["events"]))
            tell(service.count_points(here, opened), as_json)
        else:
            _only(("event", "drawn"), {}, options)
            drawn = [read_province(name) for name in options["drawn"]]
            tell(service.begin_winter(here, typed, drawn, options["event"]), as_json)


def _only(expected: Sequence[str], typed: Mapping[str, Larder], options: Mapping[str, Any]) -> None:
    """Refuse what was said and does not belong to this step; nothing that was typed is passed over."""
    for option in _STEPPING:
        if option not in expected and options[option] not in (None, (), False):
            raise InputError(
                "--{option} does not belong to this step of winter.", option=option.replace("_", "-")
            )
    if typed:
        raise InputError("Provinces and rice do not belong to this step of winter.")
