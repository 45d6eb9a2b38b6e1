"""Files named on the command line: goals, ``-``, what may be replaced, and what a shell completes."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.cli.voice import parted, take_standard_output, translated
from companion.limit import limit_deck
from companion.paths import STANDARD_OUTPUT
from companion.play.games import GAMES
from companion.press.check.rules import FORCIBLE

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


class OutputPath(click.Path):
    """The path of an output; the standard output takes one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, as click gives it."""
        if value is not None and ctx is not None and Path(value) == STANDARD_OUTPUT:
            take_standard_output(ctx, value)
        return super().convert(value, param, ctx)


output_option = partial(click.option, type=OutputPath(path_type=Path), metavar="FILE")
"""An option that names a file to write, or ``-``."""

folder_option = click.option(
    "-o", "--output", type=OutputPath(path_type=Path), default=Path("output"), metavar="FOLDER"
)
"""The option ``-o``: the folder that several files are written to; ``-`` where it is one."""

overwrite_option = click.option("--overwrite", is_flag=True)
"""The option ``--overwrite``: the player's own files may be replaced too."""


cards_option = click.option("--cards", multiple=True, metavar="CARDS")
"""The option ``--cards``: some of the cards."""

force_option = click.option(
    "--force",
    multiple=True,
    metavar="[RULE]",
    type=click.Choice((*FORCIBLE, "all")),
    callback=lambda context, option, rules: "all" in rules or rules,
)
"""The option ``--force``: the rules of which faults do not stop a command, or all."""

strict_option = click.option("--strict", is_flag=True)


def _allow(context: click.Context, option: click.Parameter, value: bool) -> None:
    from companion.data.decks.pictures import ASKING

    def agree(address: str) -> bool:
        question = translated("Fetch a table for this deck from {address}?").format(address=address)
        live = sys.stdin.isatty() and sys.stderr.isatty()
        return live and click.confirm(parted(question, err=True), err=True)

    setattr(ASKING, str(option.name), value)
    ASKING.agree = agree


def fetch_options(function: F) -> F:
    """The options ``--fetch`` and ``--offline``: whether a deck's tables at addresses are asked for."""
    flag = partial(click.option, is_flag=True, expose_value=False, callback=_allow)
    function = flag("--offline")(function)
    return flag("--fetch")(function)


class FileWord(click.types.StringParamType):
    """A word that names a file, or one of some names.

    Args:
        names: What may stand there besides.
    """

    def __init__(self, *names: str) -> None:
        self._names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word; a deck that is not ours is held to the limit from here on."""
        if self._names and str(value).lower() not in self._names:
            limit_deck()
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> "list[CompletionItem]":
        """Files, and the names that begin so; bash offers files where no name does."""
        from click.shell_completion import CompletionItem

        begun = [CompletionItem(name) for name in self._names if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *begun]


FILE = FileWord()
GAME_OR_FILE = FileWord(*GAMES)
