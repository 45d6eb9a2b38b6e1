"""The form on which throws of a real tower are written down: what went in, what came out.

Source: docs/rules/tower.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.data.vocabulary import typed_as, vocabulary
from companion.errors import InputError, Place


@dataclass(frozen=True, slots=True)
class Observation:
    """One throw of the form."""

    thrown: Mapping[str, int]
    out: Mapping[str, int]  # a colour that is not named did not come out
    written: str = field(default="", compare=False)  # the words for those that came out
    place: Place | None = field(default=None, compare=False)


_AMOUNT = re.compile(r"([0-9]{1,6})\s+([^\W\d_]+)")


def read_throws(text: str, file: str | None = None) -> tuple[Observation, ...]:
    """Read throws such as ``8 blue in, 5 blue out``; one a line, or one after another.

    Several colours stand with blanks or ``and`` between: ``8 blue in, 5 blue 1 red out``. ``0 out`` or
    ``nothing out`` says that nothing came out; ``#`` begins a comment.
    """
    observations = []
    pending: dict[str, int] | None = None
    for row, line in enumerate(text.splitlines() or [""], 1):
        place = Place(file=file, row=row) if file else None
        for part in re.split(r"[,;]", line.partition("#")[0]):
            words = part.split()
            if not words:
                continue
            direction = "in" if pending is None else "out"
            amounts = _amounts(words[:-1]) if typed_as("shogun", direction, words[-1]) else None
            if amounts is None:
                raise InputError(
                    "'{part}' is not part of a throw; write 8 blue in, 5 blue out.",
                    place=place,
                    part=part.strip(),
                )
            if pending is None:
                pending = amounts
            else:
                observations.append(Observation(pending, amounts, part.strip(), place))
                pending = None
    if pending is not None:
        raise InputError("The last throw says what went in, not what came out.")
    return tuple(observations)


def _amounts(words: list[str]) -> dict[str, int] | None:
    """Numbers by colour; ``None`` when the words say something else."""
    plain = " ".join(words)
    if plain == "0" or typed_as("shogun", "nothing", plain):
        return {}
    between = _AMOUNT.sub(" ", plain).replace("+", " ").split()
    if not words or not all(typed_as("shogun", "and", word) for word in between):
        return None
    amounts: dict[str, int] = {}
    for number, name in _AMOUNT.findall(plain):
        colour = vocabulary("shogun", "colour").named(name)
        amounts[colour] = amounts.get(colour, 0) + int(number)
    return amounts
