"""Mutants that are kept in a file, and found again after functions have moved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from mutating.making import MODULE_LEVEL, Mutant

SAID_ONCE = 20
"""Letters of a statement that is known again though the function around it has another name."""


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
        for each in mutants:
            self.by_change[each.original, each.changed].append(each)

    def again(self, old: Mutant) -> Mutant | None:
        """The same mutant, or none where its function or its words are gone.

        The same change in a function of the same name, wherever it stands now; else the same change of
        the same statement where only one is left. Between several, the nearest: its module, its class,
        its statement, its number.
        """
        same = self.by_change[old.original, old.changed]
        named = [each for each in same if _last(each.function) == _last(old.function)]
        if old.function == MODULE_LEVEL:
            named = [each for each in named if each.statement == old.statement or each.module == old.module]
        if not named:
            stated = [each for each in same if each.statement == old.statement]
            alone = len({(each.module, each.function) for each in stated}) == 1
            named = stated if alone and len(old.statement) >= SAID_ONCE else []
        return max(named, key=lambda each: _nearness(each, old), default=None)


def _last(function: str) -> str:
    return function.rpartition(".")[2]


def _nearness(new: Mutant, old: Mutant) -> tuple[object, ...]:
    shared = set(new.module.split("/")) & set(old.module.split("/"))
    return (
        new.module == old.module,
        new.function == old.function,
        new.statement == old.statement,
        len(shared),
        new.occurrence == old.occurrence,
        -abs(new.line - old.line),
    )
