"""``companion deck new``: from a name to a folder that prints."""

from pathlib import Path
from shlex import quote

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import current, json_option, speak
from companion.paths import templates


@click.command("new", cls=SpokenCommand)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--like",
    default="plain",
    type=click.Choice(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir())),
    help="The deck it begins as.",
)
@json_option
def new(folder: Path, like: str, as_json: bool) -> None:
    """Make a folder with a deck of your own that prints at once.

    Its files teach by their comments how they are changed. A folder that holds anything stays as it is.

    It begins as plain cards with a title and a text, as map cards of six squares, as tiles that are hexes,
    or as round tokens.

    \b
    companion deck new my-deck
    companion deck new my-deck --like tiles
    """
    from companion.service.press.beginning import begin_deck

    tell(begin_deck(folder, like, current().code), as_json)
    if not as_json:
        speak("Print it: {command}", command=f"companion print {quote(str(folder))}")
