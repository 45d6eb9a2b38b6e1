"""``companion table doctor``: a look for what could keep phones away."""

from pathlib import Path

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.table_commands import port_option, store_option


@answer_command("doctor")
@port_option
@store_option
def doctor(port: int | None, store: Path | None) -> Answer:
    """Look for what could keep phones away from the table."""
    from companion.web.serving.doctor import examine

    return examine(store, port)
