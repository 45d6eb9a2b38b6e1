"""Click's own words - usage, missing options, wrong values - in the player's language, a sentence each.

Its helps fit the terminal; click's own layout is never under 50 columns.

Click marks every message with gettext, but binds the functions in each module when it is imported, and
gettext itself reads only compiled catalogues found by the environment. So the names are bound to our
catalogue instead; ``tests/cli/test_main.py`` fails if a new click keeps them elsewhere.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from companion.cli.voice import get_language, to_text, translate
from companion.sentences import say

_NARROWEST = 20  # columns of the narrowest terminal that a help is written for
_WIDE = 60  # columns from which click's own layout leaves room enough beside the names of options
MODULES = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types)

_METAVARS = {kind: kind.make_metavar for kind in (click.core.Parameter, click.core.Argument)}
"""Click's own ways to write the placeholder of a value."""

_PLACEHOLDER = re.compile(r"[A-Z]+")


def translate_placeholders(usage: str) -> str:
    """Translate the placeholders of a usage line, such as ``[COLOUR=NUMBER]...``."""
    return _PLACEHOLDER.sub(lambda word: translate(word[0]), usage)


def translate_click() -> None:
    """Make click look up its messages in our catalogue."""
    for module in MODULES:
        if hasattr(module, "_"):
            setattr(module, "_", translate)  # noqa: B010 - mypy knows no such name
        if hasattr(module, "ngettext"):
            setattr(module, "ngettext", lambda *words: get_language().plural(*words))  # noqa: B010
    # Otherwise 'x' is not a valid "integer range".
    click.types.IntRange.name = click.types.IntParamType.name = translate("whole number")
    click.types.FloatRange.name = click.types.FloatParamType.name = translate("number")
    click.types._NumberRangeBase._describe_range = _describe_bounds  # type: ignore[assignment,method-assign]
    for kind, written in _METAVARS.items():
        kind.make_metavar = _translate_metavar(written)  # type: ignore[assignment,method-assign]


def _translate_metavar(written: Callable[[Any, click.Context], str]) -> Callable[[Any, click.Context], str]:
    return lambda parameter, ctx: translate_placeholders(written(parameter, ctx))


def _describe_bounds(numbers: "click.types._NumberRangeBase[Any, Any]") -> str:
    """The numbers an option takes; empty where it takes all."""
    least, most = numbers.min, numbers.max
    if least is None or most is None:
        return "" if least is None else to_text(say("{least} or more", least=least))
    return to_text(say("from {least} to {most}", least=least, most=most))


def describe_click_error(error: click.ClickException) -> str:
    """Describe click's error about a command line in one sentence."""
    message = " ".join(error.format_message().split())
    near = getattr(error, "possibilities", None)
    if near:
        return to_text(say("{message}: did you mean {name}?", message=error.message.rstrip("."), name=near[0]))
    if isinstance(error, click.MissingParameter) and ". " in message:
        head, _, rest = message.partition(". ")
        return to_text(say("{message}; {more}", message=head, more=f"{rest[:1].lower()}{rest[1:]}."))
    return message


class HelpPage(click.HelpFormatter):
    """Writer of a help page; in a narrow terminal long names stand on lines of their own."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        """Set the page width, by default that of the terminal."""
        columns = min(shutil.get_terminal_size().columns, max_width or 80) - 2
        super().__init__(indent_increment, width or max(_NARROWEST, columns), max_width)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line; where it is too long, the arguments stand on the lines below."""
        begun = f"{translate('Usage:') + ' ' if prefix is None else prefix}{prog}"
        if self.width >= _WIDE or len(begun) + 1 + len(args) <= self.width:
            super().write_usage(prog, args, prefix)
            return
        self.write(f"{begun}\n{click.wrap_text(args, self.width, ' ' * 4, ' ' * 4)}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names and their meanings in two columns."""
        if self.width < _WIDE:
            rows = [("\n".join(self._split_name(name)), meaning) for name, meaning in rows]
            col_max = self.width // 3
        super().write_dl([*rows], col_max, col_spacing)

    def _split_name(self, name: str) -> Iterator[str]:
        """Split a name such as ``--sides [fold|fronts]`` into lines, between the values it may have."""
        line = ""
        for word in name.replace("|", "|\n").split("\n"):
            if line and self.current_indent + len(line + word) > self.width:
                yield line
                line = " " * (self.current_indent + 4)
            line += word
        yield line


class HelpContext(click.Context):
    """A running command whose help is a ``HelpPage``."""

    formatter_class = HelpPage
