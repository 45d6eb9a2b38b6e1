"""The one list of games that are played at tables."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from companion.errors import TableError
from companion.play.game import Game

GAMES = ("hogen", "honshu", "shogun")
"""Each is a package of that name in play/, cli/ and web/, a folder in assets/games/ and templates/faces/."""


@cache
def game_named(name: str) -> Game[Any]:
    """The record of a game.

    Raises:
        TableError: For a game that this Companion does not know.
    """
    if name not in GAMES:
        raise TableError("This Companion does not know the game {game}.", game=name.capitalize())
    game: Game[Any] = import_module(f"companion.play.{name}").GAME
    return game
