"""The names of the players of a table."""

from collections.abc import Sequence

from companion.errors import InputError
from companion.sentences import shortened, visible

LONGEST_NAME = 30  # the most characters of a player's name


def check_names(names: Sequence[str]) -> None:
    """Refuse a name that cannot be seen, or that does not tell its player from another."""
    for at, name in enumerate(names):
        if not name.strip() or len(name) > LONGEST_NAME or not visible(name):
            raise InputError(
                "'{name}' is not a name for a player; use 1 to {most} visible characters.",
                name=shortened("".join(each if each.isprintable() else "?" for each in name), LONGEST_NAME),
                most=LONGEST_NAME,
            )
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise InputError("Two players are named '{name}'; every name must tell one of them.", name=name)
