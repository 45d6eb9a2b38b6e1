"""``companion deck``: how a deck of one's own begins."""

import click

from companion.cli.lazy import LazyGroup


@click.group("deck", cls=LazyGroup)
def deck() -> None:
    """Begin a deck of your own."""
