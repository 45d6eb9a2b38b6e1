"""QR codes in a terminal: two rows of squares a line, dark on light whatever colours the terminal has."""

from collections.abc import Sequence
from itertools import zip_longest

import click

from companion.cli.terminal import coloured, fits
from companion.web.join.qr import rows

_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_BETWEEN = 3  # columns between two codes


def code_lines(text: str) -> tuple[str, ...]:
    """A text as a QR code; no line where the terminal has no such characters."""
    if not fits("".join(_HALVES.values())):
        return ()
    squares = rows(text)
    pairs = zip_longest(squares[::2], squares[1::2], fillvalue=(False,) * len(squares))
    if coloured():
        lines = ("".join(_HALVES[pair] for pair in zip(*both, strict=True)) for both in pairs)
        return tuple(click.style(line, fg=(0, 0, 0), bg=(255, 255, 255)) for line in lines)
    # Most terminals are dark: what is light is drawn.
    return tuple("".join(_HALVES[not top, not low] for top, low in zip(*both, strict=True)) for both in pairs)


def beside_each_other(codes: Sequence[Sequence[str]], columns: int) -> list[list[str]]:
    """Codes as lines of a terminal, as many beside each other as fit; one list a row of codes."""
    if not codes or not codes[0]:
        return []
    wide = len(click.unstyle(codes[0][0])) + _BETWEEN
    each = max(1, (columns + _BETWEEN) // wide)
    parts = (codes[at : at + each] for at in range(0, len(codes), each))
    return [[(" " * _BETWEEN).join(lines) for lines in zip(*part, strict=True)] for part in parts]
