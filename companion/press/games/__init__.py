"""Pages and faces of single games; the package of each says what others may ask it to draw.

``ELEMENTS`` gives kinds of a face's elements, ``NETS`` models folded from nets, each with the module below
the package that draws it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

__all__ = ["drawn_by_games"]


def drawn_by_games(what: str) -> dict[str, str]:
    """The modules of all games that draw ``ELEMENTS`` or ``NETS``, by what they draw."""
    packages = [f"{__name__}.{each.name}" for each in iter_modules(__path__)]
    found = ((package, getattr(import_module(package), what)) for package in packages)
    return {thing: f"{package}.{module}" for package, drawn in found for thing, module in drawn.items()}
