"""``companion table``: the web table on this laptop, for the phones of everybody."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand, SpokenGroup
from companion.cli.tables import store_option
from companion.cli.voice import json_option, translated

__all__ = ["table"]

_port = click.option(
    "--port", type=click.IntRange(1, 65535), metavar="NUMBER", help="Listen at this port; 8642 by default."
)


@click.group("table", cls=SpokenGroup, invoke_without_command=True)
@click.option("--address", metavar="ADDRESS", help="Show this address, where the right one is not found.")
@_port
@click.option("--https", is_flag=True, help="Encrypt the pages; phones then may stay awake, and warn once.")
@click.option("--one-screen", is_flag=True, help="Hand one device round; nobody else may join.")
@click.option("--no-browser", is_flag=True, help="Open no browser on this laptop.")
@store_option
@click.pass_context
def table(
    context: click.Context,
    address: str | None,
    port: int | None,
    https: bool,
    one_screen: bool,
    no_browser: bool,
    store: Path | None,
) -> None:
    """Open the table on this laptop; phones join by scanning a code.

    All phones must be in the same network as the laptop. Nothing is installed on them, and nothing leaves
    the house. Ctrl-C closes the table; the games are kept.

    \b
    companion table
    companion table --port 9000
    companion table --one-screen
    companion table doctor
    """
    if context.invoked_subcommand is not None:
        return
    if one_screen and address is not None:
        raise click.UsageError(translated("--one-screen shows no address; leave --address out."), context)
    from companion.cli.table.opening import open_table
    from companion.web.serving.opening import Wishes

    open_table(Wishes(store, address, port, https, one_screen), browser=not no_browser)


@table.command("doctor", cls=SpokenCommand)
@_port
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
