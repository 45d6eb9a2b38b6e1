"""Faces, nets and pages that only one game has; not its rules, which are in `rules`, nor its cards (data files)."""

from importlib import import_module
from pkgutil import iter_modules


def find_drawing_modules(attribute: str) -> dict[str, str]:
    """The modules that draw kinds of elements (``ELEMENTS``) or models made of nets (``NETS``), by what they draw.

    Packages name such modules; a game with one module draws only pages.
    """
    games = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__) if each.ispkg]
    return {kind: f"{game.__name__}.{name}" for game in games for kind, name in getattr(game, attribute, {}).items()}
