"""The form on which throws of a real tower are written down: what went in, what came out.

Source: docs/rules/tower.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.data.vocabulary import typed_as
from companion.errors import InputError, Place
from companion.rules.shogun.cubes import COLOURS, army_count, colour_named

__all__ = ["Observation", "read_throws"]


@dataclass(frozen=True, slots=True)
class Observation:
    """One throw of the form.

    Attributes:
        thrown: Cubes that went in, by colour.
        out: Cubes that came out, by colour; a colour that is not named did not come out.
    """

    thrown: Mapping[str, int]
    out: Mapping[str, int]


_AMOUNT = re.compile(r"(\d+)\s+([^\W\d_]+)")


def read_throws(text: str, file: str | None = None) -> tuple[Observation, ...]:
    """Read throws such as ``8 blue in, 5 blue out``; one a line, or one after another.

    Several colours stand with blanks or ``and`` between: ``8 blue in, 5 blue 1 red out``. ``0 out`` or
    ``nothing out`` says that nothing came out; ``#`` begins a comment.

    Raises:
        InputError: At the first part that cannot be read, or when more came out than can have been inside.
    """
    observations = []
    inside: dict[str, int] = {}
    pending: dict[str, int] | None = None
    for row, line in enumerate(text.splitlines() or [""], 1):
        place = Place(file=file, row=row) if file else None
        for part in re.split(r"[,;]", line.partition("#")[0]):
            words = part.split()
            if not words:
                continue
            direction = {"in": "in", "dedans": "in", "out": "out", "dehors": "out"}.get(words[-1].lower())
            amounts = _amounts(" ".join(words[:-1]), place) if direction else None
            if amounts is None or (direction == "out") == (pending is None):
                raise InputError(
                    "'{part}' is not part of a throw; write 8 blue in, 5 blue out.",
                    place=place,
                    part=part.strip(),
                )
            if pending is None:
                pending = amounts
                continue
            for colour in COLOURS:
                here = inside.get(colour, 0) + pending.get(colour, 0) - amounts.get(colour, 0)
                if here < 0:
                    raise InputError(
                        "'{part}': more came out of that colour than went in before.",
                        place=place,
                        part=part.strip(),
                    )
                inside[colour] = here
            observations.append(Observation(pending, amounts))
            pending = None
    if pending is not None:
        raise InputError("The last throw says what went in, not what came out.")
    return tuple(observations)


def _amounts(text: str, place: Place | None) -> dict[str, int] | None:
    """Numbers by colour; ``None`` when the text is something else."""
    plain = text.strip().lower()
    if plain == "0" or typed_as("shogun", "nothing", plain):
        return {}
    amounts: dict[str, int] = {}
    rest = _AMOUNT.sub("", plain)
    if rest.replace("and", "").replace("et", "").replace("+", "").strip() or not plain:
        return None
    for number, name in _AMOUNT.findall(plain):
        colour = colour_named(name)
        amounts[colour] = amounts.get(colour, 0) + army_count(number, colour)
    return amounts
