"""Click's own words - usage, missing options, wrong values - in the player's language.

Click marks every message with gettext, but binds the functions in each module when it is imported, and
gettext itself reads only compiled catalogues found by the environment. So the names are bound to our
catalogue instead; ``tests/cli/test_main.py`` sees it if a new click keeps them elsewhere.
"""

from __future__ import annotations

import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from companion.cli.voice import current, translated

__all__ = ["speak_our_language"]

MODULES = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types)


def _plural(one: str, many: str, count: int) -> str:
    return current().plural(one, many, count)


def speak_our_language() -> None:
    """Have click look its messages up in our catalogue."""
    for module in MODULES:
        if hasattr(module, "_"):
            setattr(module, "_", translated)  # noqa: B010 - mypy knows no such name
        if hasattr(module, "ngettext"):
            setattr(module, "ngettext", _plural)  # noqa: B010
    # Otherwise 'x' is not a valid "integer range".
    click.types.IntRange.name = click.types.IntParamType.name = translated("whole number")
    click.types.FloatRange.name = click.types.FloatParamType.name = translated("number")
