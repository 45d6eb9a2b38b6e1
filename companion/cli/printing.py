"""``companion print``: from a game's name to a PDF on disk, and in words how to print it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak

__all__ = ["print_command"]


@click.command("print", cls=SpokenCommand)
@click.argument("games", nargs=-1, required=True, metavar="GAME|DECK.toml...")
@click.option(
    "--list", "listing", is_flag=True, help="Name the components and how many there are, print nothing."
)
@click.option(
    "--only", multiple=True, metavar="COMPONENT", help="Print only this component; may be repeated."
)
@click.option(
    "--paper", "papers", multiple=True, default=["a4"], help="a4, letter, a3, tabloid or WIDTHxHEIGHT in mm."
)
@click.option(
    "--sides",
    default="duplex-long",
    type=click.Choice(["duplex-long", "duplex-short", "fronts"]),
    help="How the backs are printed.",
)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    default=["en"],
    help="Language of the cards: en, fr; may be repeated.",
)
@click.option("--marks", default="corners", type=click.Choice(["corners", "none"]), help="Cut marks.")
@click.option("--bleed", type=float, default=2.0, help="How far colour runs beyond the cut, in mm.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("output"), help="Folder to write to."
)
@json_option
def print_command(
    games: tuple[str, ...], listing: bool, only: tuple[str, ...], papers: tuple[str, ...], sides: str,
    languages: tuple[str, ...], marks: str, bleed: float, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Print a game or your own deck to PDF, to cut out.

    \b
    companion print honshu --lang fr --lang en --paper letter
    companion print honshu --only map-cards --sides fronts
    companion print my-deck/deck.toml
    """
    from companion.data.files import write_bytes
    from companion.data.games import open_deck
    from companion.data.papers import paper
    from companion.press.edition import Edition, ink

    for game in games:
        deck = open_deck(game)
        for code in languages:
            for name in papers:
                edition = Edition(deck, code, paper(name), sides, only, marks, bleed)
                goal = output / f"{edition.name}.pdf"
                write_bytes(goal, ink(edition))
                speak("{file} is written.", file=str(goal))
