"""Mutants that are kept in a file, and found again after functions have moved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path

from mutating.making import MODULE_LEVEL, Mutant

SAID_ONCE = 20
"""Letters of a statement that is known again though the function around it has another name."""
ALIKE = 0.75
"""Of two statements in one function, one of which became the other."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a mutant.

    Attributes:
        outcome: ``own`` where the tests of its room found it, ``elsewhere`` where only others did,
            ``missed``, or ``unmet`` where no test meets the line.
        by: The test that found it, or nothing.
        how: As the test ended; nothing where none found it.
        cut: Seconds of tests that met the line and were not run, as they would have taken too long.
    """

    mutant: Mutant
    room: str
    outcome: str
    by: str = ""
    how: str = ""
    seconds: float = 0
    cut: float = 0

    @property
    def found(self) -> bool:
        return self.outcome in ("own", "elsewhere")


def save(file: Path, tried: Iterable[Tried], about: dict[str, object]) -> None:
    """Writes them down."""
    shape = about | {"mutants": [asdict(each) for each in tried]}
    file.write_text(json.dumps(shape, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load(file: Path) -> list[Tried]:
    """As they were written down."""
    shape = json.loads(file.read_text(encoding="utf-8"))
    return [Tried(**entry | {"mutant": Mutant(**entry["mutant"])}) for entry in shape["mutants"]]


class Known:
    """Today's mutants, to find one of yesterday's among them."""

    def __init__(self, mutants: Iterable[Mutant]) -> None:
        self.by_change: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
        self.by_function: dict[str, list[Mutant]] = defaultdict(list)
        for each in mutants:
            self.by_change[each.original, each.changed].append(each)
            self.by_function[_last(each.function)].append(each)

    def again(self, old: Mutant) -> Mutant | None:
        """The same mutant, or none where its function or its words are gone.

        The first of: the same change in the function of this name in the same module; in a function of
        this name elsewhere, with the same statement around it; in the same statement, if one function
        has it; in the only function of this name; a change like it of a statement of a few other words
        there. Between several, the nearest: its class, its statement, its number.
        """
        same = self.by_change[old.original, old.changed]
        named = [each for each in same if _last(each.function) == _last(old.function)]
        stated = [each for each in same if each.statement == old.statement]
        for group in (
            [each for each in named if each.module == old.module],
            [each for each in named if each in stated],
            stated if _one_function(stated) and len(old.statement) >= SAID_ONCE else [],
            named if self._is_only(old) else [],
            self._reworded(old) if self._is_only(old) else [],
        ):
            if group:
                return max(group, key=lambda each: _nearness(each, old))
        return None

    def _is_only(self, old: Mutant) -> bool:
        """True where one function has this name, or its module still has it."""
        several = self.by_function[_last(old.function)]
        return old.function != MODULE_LEVEL and (
            _one_function(several) or any(each.module == old.module for each in several)
        )

    def _reworded(self, old: Mutant) -> list[Mutant]:
        """The most like statement of the function, dropped or made true or false as the old one was."""
        several = self.by_function[_last(old.function)]
        here = [each for each in several if each.module == old.module] or several
        alike = [each for each in here if (each.kind, each.changed) == (old.kind, old.changed)]
        if old.changed not in ("pass", "True", "False") or not alike:
            return []
        best = max(alike, key=lambda each: _likeness(each, old))
        return [best] if _likeness(best, old) >= ALIKE else []


def _one_function(mutants: Iterable[Mutant]) -> bool:
    return len({(each.module, each.function) for each in mutants}) == 1


def _likeness(new: Mutant, old: Mutant) -> float:
    return SequenceMatcher(None, old.original, new.original, autojunk=False).ratio()


def _last(function: str) -> str:
    return function.rpartition(".")[2]


def _nearness(new: Mutant, old: Mutant) -> tuple[object, ...]:
    shared = set(new.module.split("/")) & set(old.module.split("/"))
    return (
        new.function == old.function,
        new.statement == old.statement,
        len(shared),
        new.occurrence == old.occurrence,
        -abs(new.line - old.line),
    )
