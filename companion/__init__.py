"""Companion prints, scores and helps play three board games of old Japan; programs import it from here."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.programs import hogen, honshu, shogun
    from companion.programs.decks import Card, CompanionError, Deck, Drawing, draw, open_deck

__version__ = "0.9.0"
__all__ = ["Card", "CompanionError", "Deck", "Drawing", "draw", "hogen", "honshu", "open_deck", "shogun"]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; the command line starts without any of them."""
    if name not in __all__:
        raise AttributeError(f"module 'companion' has no attribute '{name}'")
    module = f"companion.programs.{name}"  # the module of a game
    return import_module(module) if find_spec(module) else getattr(import_module("companion.programs.decks"), name)
