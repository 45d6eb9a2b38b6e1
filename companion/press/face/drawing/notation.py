"""Outlines of art files in one plain notation: ``M``, ``L``, ``C`` and ``Z``, each with its letter, mm.

Most outlines are written so, and their text is passed on as it is; others go through a parser of paths.
"""

from __future__ import annotations

import re
from functools import lru_cache

from companion.press.frame.drawing import outline
from companion.press.frame.frame import Bounds, Outline
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import moved, parsed, tight

__all__ = ["box", "moved_notation", "notation", "written"]

_NUMBER = r"-?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})"
_PLAIN = re.compile(
    rf"M{_NUMBER} {_NUMBER}(?:[ML]{_NUMBER} {_NUMBER}|C{_NUMBER}(?: {_NUMBER}){{5}}|Z)*", re.ASCII
)


def notation(given: str) -> str:
    """An outline in SVG path notation, all commands, as the plain one.

    Raises:
        ValueError: For a text that is not a path.
    """
    return given if _PLAIN.fullmatch(given) else written(_parsed(given))


def _parsed(given: str) -> Outline:
    try:
        return parsed(given)
    except (ArithmeticError, AssertionError, LookupError, TypeError) as error:  # as the parser feels
        raise ValueError(given) from error


def written(outline: Outline) -> str:
    """An outline in the plain notation."""
    return "".join(letter + " ".join(map(_number, at)) for letter, at in outline)


def moved_notation(given: str, matrix: Matrix) -> str:
    """A plain outline, moved, turned or scaled."""
    return given if matrix == IDENTITY else written(moved(outline(given), matrix))


def box(given: str) -> Bounds:
    """Left, top, right and bottom of what a plain outline encloses, mm; handles of curves do not count."""
    return tight(outline(given))


@lru_cache(maxsize=65_536)
def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
