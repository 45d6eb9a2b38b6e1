"""How cubes look in a terminal: each colour has a symbol of its own, so that nobody needs to see colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

from companion.cli.voice import said
from companion.rules.shogun.cubes import COLOURS, armies

__all__ = ["coloured", "draw_tray", "fits", "symbol"]

_SYMBOLS = {"black": "■", "blue": "●", "purple": "◆", "red": "▲", "yellow": "★", "green": "♣"}
_LETTERS = {"black": "K", "blue": "B", "purple": "P", "red": "R", "yellow": "Y", "green": "G"}
_INKS = {
    "black": "bright_black",
    "blue": "blue",
    "purple": "magenta",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
}


def fits(text: str) -> bool:
    """Whether the terminal can show these signs."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def coloured() -> bool:
    """Whether colours are wanted: on a terminal, unless ``NO_COLOR`` is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def symbol(colour: str, count: int = 1) -> str:
    """The sign of a colour, ``count`` times, in its colour where colours are wanted."""
    sign = _SYMBOLS[colour] if fits("".join(_SYMBOLS.values())) else _LETTERS[colour]
    return click.style(sign * count, fg=_INKS[colour], bold=True) if coloured() else sign * count


def draw_tray(counts: Mapping[str, int], indent: str = "  ") -> list[str]:
    """Cubes sorted by colour, one colour a line: symbols, then their number in words."""
    here = {colour: counts[colour] for colour in COLOURS if counts.get(colour)}
    if not here:
        return [indent + said(armies({}))]
    widest = max(here.values())
    return [
        f"{indent}{symbol(colour, count)}{' ' * (widest - count)}  {said(armies({colour: count}))}"
        for colour, count in here.items()
    ]
