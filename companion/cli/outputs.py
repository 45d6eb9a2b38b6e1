"""Options for files on the command line: outputs, ``-``, what may be replaced, and shell completion."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from companion.cli.voice import F, claim_standard_output, confirm
from companion.data.outputs import check_usual_folder
from companion.limit import limit_deck
from companion.paths import STANDARD_OUTPUT
from companion.play.games import GAMES
from companion.press.preflight_rules import FORCIBLE
from companion.sentences import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def combine_options(*each: Callable[[Any], Any]) -> Callable[[F], F]:
    """Combine several options into one decorator; the help lists them in this order."""

    def add(function: F) -> F:
        for option in reversed(each):
            function = option(function)
        return function

    return add


class OutputPath(click.Path):
    """The path of an output; ``-`` is standard output, which can only be used once."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value is not None and ctx is not None and Path(value) == STANDARD_OUTPUT:
            claim_standard_output(ctx, value)
        return super().convert(value, param, ctx)


output_option = partial(click.option, type=OutputPath(path_type=Path), metavar="FILE")

file_option = partial(click.option, type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")


def _check_folder(context: click.Context, option: click.Parameter, folder: Path) -> Path:
    if context.get_parameter_source(str(option.name)) is ParameterSource.DEFAULT:
        check_usual_folder(folder)
    return folder


folder_option = click.option(
    "-o", "--output", type=OutputPath(path_type=Path), default=Path("output"), metavar="FOLDER", callback=_check_folder
)
"""The option ``-o``: the folder for output files; ``-`` writes a single file to standard output."""

overwrite_option = click.option("--overwrite", is_flag=True)

cards_option = click.option("--cards", multiple=True, metavar="CARDS")

force_option = click.option(
    "--force",
    multiple=True,
    metavar="[RULE]",
    type=click.Choice((*FORCIBLE, "all")),
    callback=lambda context, option, rules: "all" in rules or rules,
)
"""The option ``--force``: rules whose violation does not stop a command, or ``all``."""

strict_option = click.option("--strict", is_flag=True)


def _allow_fetching(context: click.Context, option: click.Parameter, value: bool) -> None:
    from companion.data.decks.pictures import ASKING

    def agree(address: str) -> bool:
        is_live = sys.stdin.isatty() and sys.stderr.isatty()
        return is_live and confirm(say("Fetch a table for this deck from {address}?", address=address), err=True)

    setattr(ASKING, str(option.name), value)
    ASKING.agree = agree


_fetch_option = partial(click.option, is_flag=True, expose_value=False, callback=_allow_fetching)
fetch_options = combine_options(_fetch_option("--fetch"), _fetch_option("--offline"))


class FileWord(click.types.StringParamType):
    """An argument that is one of some names, or a file."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert a word as click does; for a file, which may be a stranger's deck, set the limits of decks."""
        if self._names and str(value).lower() not in self._names:
            limit_deck()
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> "list[CompletionItem]":
        """Complete names and files; bash offers files if no name fits."""
        from click.shell_completion import CompletionItem

        completions = [CompletionItem(name) for name in self._names if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *completions]


FILE = FileWord()
GAME_OR_FILE = FileWord(*GAMES)
