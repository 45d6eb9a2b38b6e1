"""A form of a real tower's throws is judged: only what went in can come out.

Source: docs/rules/tower.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.data.shogun.throws import Observation
from companion.errors import InputError
from companion.rules.shogun.cubes import army_count


def judge_form(observations: Iterable[Observation]) -> None:
    """Judge throws that begin with an empty tower: no more than the box holds, nor out than were inside."""
    inside: Counter[str] = Counter()
    for each in observations:
        for colour, count in (*each.thrown.items(), *each.out.items()):
            army_count(str(count), colour)
        inside.update(each.thrown)
        inside.subtract(each.out)
        if any(count < 0 for count in inside.values()):
            raise InputError(
                "'{part}': more came out of that colour than went in before.",
                place=each.place,
                part=each.written,
            )
