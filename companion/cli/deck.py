"""``companion deck``: start a deck of one's own."""

from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.lazy import LazyGroup
from companion.cli.outputs import FILE, fetch_options, output_option, overwrite_option
from companion.cli.printer import Measure
from companion.cli.voice import get_language
from companion.paths import templates
from companion.sentences import say


@answer_command("new")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--like",
    default="plain",
    type=click.Choice(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir())),
)
def new(folder: Path, like: str) -> Answer:
    """Create a folder with a deck of your own, ready to print."""
    from companion.service.press.beginning import begin_deck

    begun = begin_deck(folder, like, get_language().code)
    how = say("Print it: {command}", command=f"companion print {quote(str(folder))}")
    return replace(begun, lines=(*begun.lines, how))


@answer_command("template")
@click.argument("given", metavar="DECK|SIZE", type=FILE)
@fetch_options
@output_option("-o", "--output")
@click.option("--only", metavar="COMPONENT")
@click.option("--bleed", type=Measure(0, 100), metavar="MM")
@click.option("--safe", type=Measure(0, 1000), metavar="MM")
@click.option("--trim", type=click.Choice(["box", "rounded", "circle", "hex"]))
@click.option("--corner", type=Measure(0, 1000), metavar="MM")
@overwrite_option
def template(given: str, output: Path | None, **options: Any) -> Answer:
    """Write an SVG file to draw a face in, with lines for cut, bleed and safe zone."""
    from companion.service.press.own_decks import write_template

    return write_template(given, output, get_language(), **options)


@click.group("deck", cls=LazyGroup)
def deck() -> None:
    """Start a deck of your own."""
