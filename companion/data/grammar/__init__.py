"""Rules that a catalogue cannot say: a module a language, called by its code; most languages need none."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def grammar(code: str) -> ModuleType | None:
    """The rules of a language, ``spaced`` and ``bordered``; ``None`` where it has none of its own."""
    name = f"{__name__}.{code.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
