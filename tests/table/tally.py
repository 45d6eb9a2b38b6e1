"""The smallest game that can be kept in a log: a sum, and a limit nobody may pass."""

from companion.errors import InputError, TableError
from companion.table.fold import Game, Kind


def add(state: int, asked: dict) -> dict:
    if asked["by"] < 1:
        raise InputError("'{by}' is no step.", by=asked["by"])
    return {"sum": state + asked["by"]}


def check(state: int) -> None:
    if state > 100_000:
        raise TableError("The sum is past the limit.")


TALLY = Game(
    name="tally",
    version=1,
    decide_start=lambda asked: {"sum": asked["from"]},
    fold_start=lambda asked, result: result["sum"],
    kinds={
        "add": Kind(add, lambda state, asked, result: result["sum"]),
        "seal": Kind(
            lambda state, asked: {"sealed": state}, lambda state, asked, result: state, undoable=False
        ),
    },
    check=check,
)
