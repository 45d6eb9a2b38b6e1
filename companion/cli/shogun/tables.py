"""What all commands about a table share: its name, the store, opening it, and what is said about the log."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from companion.cli.shogun.drawing import symbol
from companion.cli.tables import open_for_command
from companion.cli.voice import said, speak, translated
from companion.rules.shogun.cubes import COLOURS, GREEN, colour_word, counted
from companion.rules.shogun.game.campaign import Campaign
from companion.service.session import Session
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.state import HIDDEN, ShogunState

__all__ = [
    "as_counts",
    "as_kept_counts",
    "draw_counts",
    "joined",
    "shown_hash",
    "speak_log",
]

_SHOWN = 16
"""Digits of the head hash that are read out after every event."""


def joined(store: Path | None, name: str) -> AbstractContextManager[Session[ShogunState]]:
    """Open a table that exists, for one command."""
    return open_for_command(Session(store, name, SHOGUN))


def shown_hash(head: str) -> str:
    """The first digits of a hash in groups of four, to be read out and written down."""
    return " ".join(head[start : start + 4] for start in range(0, _SHOWN, 4))


def speak_log(table: Session[ShogunState]) -> None:
    """Say that all cubes are there, and the hash to write down."""
    state = table.state
    green = (
        state.outside()[GREEN] + state.tower.counts().get(GREEN, 0) + counted(state.tower.tray).get(GREEN, 0)
    )
    speak("Counted: every cube is there, 62 of each player and {green} green.", green=green)
    speak(
        "Event {number} of the log; its hash begins {hash}.",
        number=len(table.history),
        hash=shown_hash(table.head),
    )


def as_counts(state: ShogunState) -> dict[str, dict[str, int] | None]:
    """Where the cubes are, by colour; ``None`` where the table chose not to be told."""
    hidden = state.inside == HIDDEN
    return {
        "tower": None if hidden else state.tower.counts(),
        "tray": counted(state.tower.tray),
        "outside": None if hidden else state.outside(),
    }


def as_kept_counts(state: ShogunState) -> dict[str, dict[str, int] | None]:
    """Armies in the supplies and on the board by colour; ``None`` where the table does not keep its board."""
    if not isinstance(state.kept, Campaign):
        return {"supply": None, "board": None}
    realm = state.kept.realm
    supplies = {player: seat.supply for player, seat in realm.seats.items()}
    return {
        "supply": {**supplies, GREEN: realm.stock.green},
        "board": {player: realm.armies(player) for player in realm.players},
    }


def draw_counts(state: ShogunState) -> list[str]:
    """Where the cubes are: a line a colour, with inside, tray, outside and their sum."""
    heads = [translated("inside"), translated("tray"), translated("outside"), translated("together")]
    inside, tray, outside = state.tower.counts(), counted(state.tower.tray), state.outside()
    names = {colour: said(colour_word(colour)) for colour in COLOURS if colour in state.colours}
    widest = max(map(len, names.values()))
    lines = ["   " + " " * (widest + 1) + "".join(f"{head:>10}" for head in heads)]
    for colour, name in names.items():
        numbers = [inside.get(colour, 0), tray.get(colour, 0), outside[colour]]
        cells = "".join(f"{number:>10}" for number in (*numbers, sum(numbers)))
        lines.append(f"  {symbol(colour)} {name:<{widest}}{cells}")
    return lines
