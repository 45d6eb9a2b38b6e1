"""Faces, nets and pages that only one game has; not its rules, which are in `rules`, nor its cards (data files)."""

from importlib import import_module
from pathlib import Path


def find_drawing_modules(attribute: str) -> dict[str, str]:
    """The modules that draw elements (``ELEMENTS``) or models of nets (``NETS``), as the games' packages name them."""
    folders = sorted(each.name for each in Path(__file__).parent.iterdir() if each.is_dir() and each.name[0] != "_")
    games = [import_module(f"{__name__}.{name}") for name in folders]
    return {kind: f"{game.__name__}.{name}" for game in games for kind, name in getattr(game, attribute, {}).items()}
