"""The players of a game of Honshu as they are typed: their names, separated by commas."""

from companion.errors import InputError
from companion.sentences import shortened, visible

_LONGEST_NAME = 40


def read_players(text: str) -> tuple[str, ...]:
    """The names of two to five players, separated by commas."""
    names = tuple(name.strip() for name in text.split(","))
    if not 2 <= len(names) <= 5:
        players = len(names)
        raise InputError(
            "names in '{value}': {players}; 2 to 5 play, parted by commas.",
            value=shortened(text, 60),
            players=players,
        )
    for name in names:
        if not name or "#" in name or "=" in name or not visible(name) or len(name) > _LONGEST_NAME:
            raise InputError(
                "'{value}' is not a name; expected letters, up to {most}, without # and =.",
                value=shortened(name, 20),
                most=_LONGEST_NAME,
            )
        if names.count(name) > 1:
            raise InputError("two players are called {name}.", name=name)
    return names
