"""The list of the games that can be played at tables."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.errors import TableError

if TYPE_CHECKING:
    from companion.play.game import Game
    from companion.table.shelf import Header

GAMES = ("honshu", "shogun", "hogen")
"""Each is a package of its name in data/, play/, cli/ and web/, and a folder of assets and of faces."""


def get_table_game(header: Header) -> Game[Any]:
    """The record of the game that a table plays; a ``TableError`` if Companion does not know it."""
    if header.game not in GAMES:
        name, game = header.name, header.game.capitalize()
        raise TableError("The table '{name}' plays {game}, which this Companion does not know.", name=name, game=game)
    return get_game(header.game)


@cache
def get_game(name: str) -> Game[Any]:
    """The record of a game by its name, one of ``GAMES``."""
    game: Game[Any] = import_module(f"companion.play.{name}").GAME  # imported late, since --help needs no game
    return game
