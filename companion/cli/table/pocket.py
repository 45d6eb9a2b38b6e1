"""``companion pocket``: the table for a phone alone, without a laptop."""

from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand, SpokenGroup
from companion.cli.outputs import overwrite_option
from companion.cli.voice import json_option


@click.group("pocket", cls=SpokenGroup)
def pocket() -> None:
    """Take the table along on a phone alone: its pages then need no laptop and no network."""


@pocket.command(cls=SpokenCommand)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@overwrite_option
@json_option
def build(folder: Path, overwrite: bool, as_json: bool) -> None:
    """Build the table for a phone alone, as files for any web host.

    Python for browsers and a few packages are fetched by npm and pip the first time; built again, nothing is
    fetched. Whatever else lies in the folder stays.

    \b
    companion pocket build site
    """
    from companion.web.pocket.publishing import publish

    tell(publish(folder, overwrite=overwrite), as_json)
