"""``companion deck``: how a deck of one's own begins."""

import click

from companion.cli.lazy import LazyGroup

COMMANDS = {
    "new": ("deck.beginning:new", "Make a folder with a deck of your own that prints at once."),
    "template": (
        "deck.beginning:template",
        "Write an SVG file to draw a face in, with lines for cut, bleed and safe zone.",
    ),
}


@click.group("deck", cls=LazyGroup, commands_at=COMMANDS)
def deck() -> None:
    """Begin a deck of your own."""
