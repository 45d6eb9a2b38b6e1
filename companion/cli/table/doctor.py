"""``companion table doctor``: a look for what could keep phones away."""

from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.table_commands import port_option, store_option
from companion.cli.voice import json_option


@click.command("doctor", cls=SpokenCommand)
@port_option
@store_option
@json_option
def doctor(port: int | None, store: Path | None, as_json: bool) -> None:
    """Look for what could keep phones away from the table.

    \b
    companion table doctor
    companion table doctor --port 9000
    """
    from companion.web.serving.doctor import examine

    tell(examine(store, port), as_json)
