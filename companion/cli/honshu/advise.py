"""``companion honshu advise``: every legal place for the cards offered, and the best five."""

from __future__ import annotations

from collections import Counter

import click

from companion.cli.honshu.asking import card_option, ruling_option, rulings_from
from companion.cli.honshu.drawing import colours_shown, draw
from companion.cli.honshu.place import pool, read_laid
from companion.cli.lazy import SpokenCommand
from companion.cli.voice import json_option, speak, speak_json
from companion.data.honshu.map import HonshuMap
from companion.data.honshu.placements import BOTTOM, read_card, read_colour
from companion.errors import InputError
from companion.rules.honshu.naming import colour_word
from companion.rules.honshu.placing.advising import Advice, advise, best
from companion.rules.honshu.placing.laying import Step, judge, lay
from companion.rules.honshu.placing.pile import Pile
from companion.sentences import Sentence, say, say_count

__all__ = ["advise_command"]


@click.command("advise", cls=SpokenCommand)
@click.argument("file", metavar="FILE")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@card_option
@ruling_option
@click.option(
    "--spent", multiple=True, metavar="COLOUR", help="A cube that leaves the map before; may be repeated."
)
@click.option("--stack", is_flag=True, help="The lines tell the cards from bottom to top, not as laid.")
@click.option(
    "--best", "number", type=click.IntRange(1, 50), default=5, help="How many to show; 5 by default."
)
@json_option
def advise_command(
    file: str,
    cards: tuple[str, ...],
    card: int | None,
    rulings: tuple[str, ...],
    spent: tuple[str, ...],
    stack: bool,
    number: int,
    as_json: bool,
) -> None:
    """The best places for the cards offered.

    FILE holds the placements of your map, as for 'place'. Every legal way to lay each card is tried: over
    and under, in all four turns. Ways that look the same in the end count once.

    \b
    companion honshu advise laid.txt 12
    companion honshu advise laid.txt 12 41 44 --card 3 --spent g
    """
    chosen = rulings_from(rulings)
    judged = judge(read_laid(file, chosen, stack), chosen)
    for step in judged.steps:
        for why in step.why:
            speak("Warning: {file}: {warning}", file=file, warning=why, err=True)
    pile = judged.pile
    colours = tuple(read_colour(text) for text in spent)
    held = pile.cubes_held()
    for colour, number_spent in Counter(colours).items():
        if number_spent > held[colour]:
            raise InputError(
                "Cubes to be spent ({colour}): {number}; the map holds {held}.",
                colour=colour_word(colour),
                number=number_spent,
                held=held[colour],
            )
    on_map = {laid.card.name for laid in pile.cards}
    offered = {}
    for text in cards:
        offer = read_card(text)
        if offer.series != "map":
            raise InputError(
                "{card} is a start province; only map cards 1 to 60 are offered.", card=offer.name
            )
        if offer.name in on_map:
            raise InputError("card {card} lies on the map already.", card=offer.name)
        offered[offer.name] = advise(pile, offer, card, chosen, colours)
    ways = best([advice for advices in offered.values() for advice in advices], number)
    steps = [lay(pile, advice.placement, chosen) for advice in ways]
    if as_json:
        _tell_json(offered, ways, steps, pile)
    else:
        _tell(offered, ways, steps)


def _tell_json(
    offered: dict[str, tuple[Advice, ...]], ways: tuple[Advice, ...], steps: list[Step], pile: Pile
) -> None:
    speak_json(
        {
            "legal_placements": {name: len(advices) for name, advices in offered.items()},
            "best": [
                {
                    "card": way.placement.card.name,
                    "row": way.placement.row,
                    "column": way.placement.column,
                    "turn": way.placement.turn,
                    "under": way.placement.under,
                    "placement": str(way.placement),
                    "gained": way.gained,
                    "total": way.total,
                    "fallow": way.fallow,
                    "grid": _map(step).grid,
                }
                for way, step in zip(ways, steps, strict=True)
            ],
            "pool": pool(pile),
        }
    )


def _map(step: Step) -> HonshuMap:
    map_ = step.pile.map()
    if map_ is None:
        raise AssertionError("a card was laid, so there is a map")
    return map_


def _tell(offered: dict[str, tuple[Advice, ...]], ways: tuple[Advice, ...], steps: list[Step]) -> None:
    for name, advices in offered.items():
        speak(
            say_count(
                "Card {card}: {count} legal placement",
                "Card {card}: {count} legal placements",
                len(advices),
                card=name,
            )
        )
    colours = colours_shown()
    for number, (way, step) in enumerate(zip(ways, steps, strict=True), start=1):
        placed = way.placement
        click.echo()
        speak(
            "{number}. Card {card} at row {row}, column {column}, {turn}, {level}: "
            "{gained} points, total {total}",
            number=number,
            card=placed.card.name,
            row=placed.row,
            column=placed.column,
            turn=_turn(placed.turn),
            level=_level(placed.under),
            gained=f"{way.gained:+d}",
            total=way.total,
        )
        click.echo(f"   {placed}")
        top, left = step.pile.origin
        marked = {(row - top, column - left) for row, column in step.visible}
        for line in draw(_map(step), colours, marked, (top, left)):
            click.echo(line.rstrip(), color=colours)


def _turn(degrees: int) -> Sentence:
    return say("upright") if degrees == 0 else say("turned {degrees}° clockwise", degrees=degrees)


def _level(under: str | None) -> Sentence:
    if under is None:
        return say("on top")
    return say("beneath everything") if under == BOTTOM else say("under card {card}", card=under)
