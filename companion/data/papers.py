"""The papers people have: name, size and what their printers leave white."""

import re
from functools import cache
from typing import NamedTuple

from companion.data.files import read_toml
from companion.data.schema import check, declared
from companion.errors import InputError, Place
from companion.paths import assets
from companion.sentences import say

SHORTEST_SIDE, LONGEST_SIDE = 50.0, 2000.0  # sides accepted for a paper given by its size, mm


class Paper(NamedTuple):
    """A sheet of paper, upright, in mm."""

    name: str  # as the person names it: ``a4``, or ``200x300``
    width: float
    height: float
    margin: float  # left white by the printer at each edge

    @property
    def title(self) -> str:
        """The name as people write it."""
        if re.fullmatch(r"a\d", self.name):
            return self.name.upper()
        return f"{self.width:g} × {self.height:g} mm" if self.name[0].isdigit() else self.name.capitalize()


@cache
def named_papers() -> dict[str, Paper]:
    """The papers that have a name."""
    raw = read_toml(assets() / "papers" / "papers.toml")
    check(raw, declared("papers"), Place("papers.toml"), say("a file of papers"))
    return {
        name: Paper(name, **{key: float(value) for key, value in sizes.items()})
        for name, sizes in raw.items()
    }


def paper(given: str) -> Paper:
    """The paper a person asks for, by name or as ``WIDTHxHEIGHT`` in mm."""
    known = named_papers().get(given.lower())
    if known is not None:
        return known
    size = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", given.lower())
    names = ", ".join(named_papers())
    if size is None:
        raise InputError(
            "'{given}' is not a paper; choose {names} or give WIDTHxHEIGHT in mm.", given=given, names=names
        )
    width, height = float(size.group(1)), float(size.group(2))
    if not (SHORTEST_SIDE <= width <= LONGEST_SIDE and SHORTEST_SIDE <= height <= LONGEST_SIDE):
        raise InputError(
            "'{given}' is not a paper: each side must be {least} to {most} mm.",
            given=given,
            least=SHORTEST_SIDE,
            most=LONGEST_SIDE,
        )
    return Paper(given.lower(), width, height, 5.0)
