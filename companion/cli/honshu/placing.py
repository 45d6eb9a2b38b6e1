"""``companion honshu place`` and ``advise``: cards laid into a map, and where the next one does best."""

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.honshu.inputs import card_option, ruling_option, rulings_from
from companion.cli.outputs import FILE
from companion.data.files import read_given
from companion.data.honshu.placements import read_card, read_colour, read_laying
from companion.service.honshu.placing import advise_places, place_cards

stack_option = click.option("--stack", is_flag=True)


@answer_command("place")
@click.argument("file", metavar="FILE", type=FILE)
@ruling_option
@stack_option
def place(file: str, rulings: tuple[str, ...], stack: bool) -> Answer:
    """Lay cards one by one into a map and judge each step."""
    chosen = rulings_from(rulings)
    return place_cards(read_laying(read_given(file), file, stack), chosen)


@answer_command("advise")
@click.argument("file", metavar="FILE", type=FILE)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@card_option
@ruling_option
@click.option("--spent", multiple=True, metavar="COLOUR")
@stack_option
@click.option("--best", "number", type=click.IntRange(1, 50), default=5)
def advise(
    file: str,
    cards: tuple[str, ...],
    card: int | None,
    rulings: tuple[str, ...],
    spent: tuple[str, ...],
    stack: bool,
    number: int,
) -> Answer:
    """The best places for the cards offered."""
    chosen = rulings_from(rulings)
    laying = read_laying(read_given(file), file, stack)
    colours = [read_colour(text) for text in spent]
    offered = [read_card(text) for text in cards]
    return advise_places(laying, offered, card, chosen, colours, number)
