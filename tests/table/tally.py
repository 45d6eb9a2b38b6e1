"""The smallest game that can be kept in a log: a sum, and a limit nobody may pass."""

from dataclasses import dataclass

from companion.errors import InputError, TableError
from companion.table.history import START, Applied, EventKind, LogRules


@dataclass(frozen=True)
class Begin:
    first: int


@dataclass(frozen=True)
class Add:
    by: int
    who: str = ""


@dataclass(frozen=True)
class Seal:
    pass


def begin(state: None, request: Begin, recorded: dict | None) -> Applied[int]:
    return Applied({"sum": request.first}, request.first)


def add(state: int, request: Add, recorded: dict | None) -> Applied[int]:
    if request.by < 1:
        raise InputError("'{by}' is no step.", by=request.by)
    total = state + request.by if recorded is None else recorded["sum"]
    return Applied({"sum": total}, total)


def seal(state: int, request: Seal, recorded: dict | None) -> Applied[int]:
    return Applied({"sealed": state}, state)


def check(state: int) -> None:
    if state > 100_000:
        raise TableError("The sum is past the limit.")


TALLY = LogRules(
    name="tally",
    version=1,
    kinds=(EventKind(START, Begin, begin), EventKind("add", Add, add), EventKind("seal", Seal, seal, undoable=False)),
    check=check,
)
