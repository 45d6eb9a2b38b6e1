"""``companion table``: the web table on this laptop, for everybody's phones."""

from pathlib import Path

import click

from companion.cli.lazy import LazyGroup
from companion.cli.table_commands import port_option, store_option
from companion.cli.voice import translate


@click.group("table", cls=LazyGroup, invoke_without_command=True)
@click.option("--address", metavar="ADDRESS")
@port_option
@click.option("--https", is_flag=True)
@click.option("--one-screen", is_flag=True)
@click.option("--no-browser", is_flag=True)
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
    """Open the table on this laptop; phones join by scanning a code."""
    if context.invoked_subcommand is not None:
        return
    if one_screen and address is not None:
        raise click.UsageError(translate("--one-screen shows no address; leave --address out."), context)
    from companion.cli.table.table_opening import open_table
    from companion.web.serving.table_opening import TableOptions

    open_table(TableOptions(store, address, port, https, one_screen), browser=not no_browser)
