"""A map of Honshu in a terminal: symbols, and colours where the terminal shows them."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import Any

import click

from companion.cli.voice import current
from companion.data.honshu.cards import Colour, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, HonshuMap, letters
from companion.rules.honshu.map.board import Position

__all__ = ["as_typed", "beside", "cell", "colours_shown", "draw", "styled"]

_LAND = {
    Terrain.FOREST: {"bg": 28, "fg": 231},
    Terrain.TOWN: {"bg": 216, "fg": 52},
    Terrain.LAKE: {"bg": 31, "fg": 231},
    Terrain.FALLOW: {"bg": 229, "fg": 101},
}
_CUBES = {
    Colour.BLUE: {"bg": 20, "fg": 231},
    Colour.BROWN: {"bg": 94, "fg": 231},
    Colour.GREY: {"bg": 244, "fg": 16},
    Colour.YELLOW: {"bg": 220, "fg": 16},
}
_BARE = {Colour.BLUE: 20, Colour.BROWN: 94, Colour.GREY: 240, Colour.YELLOW: 136}


def colours_shown() -> bool:
    """Whether to draw in colour: in a terminal that can, unless the player set NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, colours: bool, **style: Any) -> str:
    """A text in colour, or as it is."""
    return click.style(text, **style) if colours else text


def as_typed(symbol: str) -> str:
    """A symbol in the letters that a player types in his language: ``T`` is ``V`` in French."""
    return symbol.translate(letters(current().code))


def cell(symbol: str, colours: bool, marked: bool = False) -> str:
    """One square, four characters wide; a marked one in brackets."""
    letters = as_typed(symbol)
    text = f"[{letters:<2}]" if marked else f" {letters:<2} "
    if symbol == NO_CARD:
        return styled(" ·  ", colours, dim=True)
    square = SQUARES[symbol]
    if square.colour is None:
        style: dict[str, Any] = dict(_LAND[square.terrain])
    elif square.terrain is Terrain.FACTORY:
        style = {**_CUBES[square.colour], "bold": True}
    elif square.cube:
        style = {"bg": 254, "fg": _BARE[square.colour], "bold": True}
    else:
        style = {"bg": 254, "fg": _BARE[square.colour]}
    if marked:
        style["bold"] = True
    return styled(text, colours, **style)


def draw(
    map_: HonshuMap,
    colours: bool,
    marked: Collection[Position] = (),
    first: Position = (1, 1),
) -> list[str]:
    """The lines of a map with its row and column numbers.

    Args:
        map_: The map.
        colours: Whether to draw in colour.
        marked: Squares to be put in brackets, ``(row, column)`` from 0.
        first: What the first row and column are called.
    """
    numbers = [str(first[1] + column) for column in range(len(map_.rows[0]))]
    heading = "    " + "".join(f"{number:^4}" for number in numbers)
    lines = [styled(heading.rstrip(), colours, dim=True)]
    for index, row in enumerate(map_.rows):
        squares = "".join(
            cell(symbol, colours, (index, column) in marked) for column, symbol in enumerate(row)
        )
        lines.append(styled(f"{first[0] + index:>3} ", colours, dim=True) + squares)
    return lines


def beside(left: list[str], right: list[str], width: int) -> list[str]:
    """Two blocks of lines side by side where they fit into a width, else one above the other."""
    across = max((len(click.unstyle(line)) for line in left), default=0)
    if across + 4 + max((len(click.unstyle(line)) for line in right), default=0) > width:
        return [line.rstrip() for line in (*left, "", *right)]
    rows = max(len(left), len(right))
    left, right = left + [""] * (rows - len(left)), right + [""] * (rows - len(right))
    return [
        (one + " " * (across - len(click.unstyle(one)) + 4) + other).rstrip()
        for one, other in zip(left, right, strict=True)
    ]
