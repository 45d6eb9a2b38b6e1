"""Pages and faces of single games; the package of each game names the modules that draw them."""

from importlib import import_module
from pkgutil import iter_modules


def find_drawing_modules(what: str) -> dict[str, str]:
    """The modules that draw kinds of elements (``ELEMENTS``) or models folded from nets (``NETS``)."""
    packages = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    return {drawn: f"{game.__name__}.{by}" for game in packages for drawn, by in getattr(game, what).items()}
