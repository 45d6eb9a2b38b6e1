"""``companion pocket``: the table for a phone alone, without a laptop."""

from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.lazy import SpokenGroup
from companion.cli.outputs import overwrite_option


@answer_command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@overwrite_option
def build(folder: Path, overwrite: bool) -> Answer:
    """Build the table for a phone alone, as files for any web host."""
    from companion.web.pocket.publishing import publish

    return publish(folder, overwrite=overwrite)


@click.group("pocket", cls=SpokenGroup, commands=[build])
def pocket() -> None:
    """Take the table along on a phone alone: its pages then need no laptop and no network."""
