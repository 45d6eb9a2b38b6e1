"""``companion watch``: a deck on a page that is drawn anew whenever it is saved."""

import sys

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.outputs import FILE, fetch_options
from companion.cli.voice import current, speak


@click.command("watch", cls=SpokenCommand)
@click.argument("deck", metavar="DECK", type=FILE)
@click.option("--lang", default="", metavar="LANGUAGE")
@click.option("--port", type=click.IntRange(1, 65535), metavar="NUMBER")
@click.option("--lan", is_flag=True)
@fetch_options
@click.option("--no-browser", is_flag=True)
def watch(deck: str, lang: str, port: int | None, lan: bool, no_browser: bool) -> None:
    """Show a deck on a page that follows every save, until Ctrl-C."""
    from companion.cli.table.table_opening import open_browser, show_addresses
    from companion.web.serving.table_opening import DeckEvening
    from companion.web.serving.watch_beside import WatchBeside

    watched = WatchBeside(deck, lang, current().code)
    with watched, DeckEvening(watched, port, lan) as evening:
        if lan:
            show_addresses(evening.addresses, evening.join_url, evening.port, evening.code)
        speak("The cards of the deck:")
        click.echo(f"  {evening.url}")
        speak("Ctrl-C ends the watch.")
        sys.stdout.flush()
        if not no_browser:
            open_browser(evening.url)
        evening.run()
    speak("The watch has ended.")
