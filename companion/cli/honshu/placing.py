"""``companion honshu place``, ``advise``, ``trick``, ``round`` and ``photo``, and the options they share."""

import re
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.outputs import FILE, output_option, overwrite_option
from companion.cli.rules import ruling_options
from companion.cli.voice import get_language
from companion.data.files import read_input
from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.placements import parse_card, parse_colour, parse_laying, parse_plays
from companion.errors import InputError
from companion.paths import STANDARD_OUTPUT
from companion.rules.honshu.board import RULINGS
from companion.rules.rulings import Rulings
from companion.service.honshu.placing import advise_places, describe_round, judge_pairs, judge_trick, place_cards
from companion.vision.honshu.reading import MAP_CARDS

card_option = click.option("--card", type=click.IntRange(1, len(scoring_cards())), metavar=f"1-{len(scoring_cards())}")

ruling_option = ruling_options(RULINGS)  # the options ``--ruling`` and ``--list-rulings``

stack_option = click.option("--stack", is_flag=True)


@answer_command("place")
@click.argument("file", metavar="FILE", type=FILE)
@ruling_option
@stack_option
def place(file: str, rulings: Rulings, stack: bool) -> Answer:
    """Lay cards one by one into a map and judge each step."""
    return place_cards(parse_laying(read_input(file), file, stack), rulings)


@answer_command("advise")
@click.argument("file", metavar="FILE", type=FILE)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@card_option
@ruling_option
@click.option("--spent", multiple=True, metavar="COLOUR")
@stack_option
@click.option("--best", "number", type=click.IntRange(1, 50), default=5)
def advise(
    file: str, cards: tuple[str, ...], card: int | None, spent: tuple[str, ...], number: int, **more: Any
) -> Answer:
    """Show the best places for the cards offered."""
    laying = parse_laying(read_input(file), file, more["stack"])
    return advise_places(laying, [*map(parse_card, cards)], card, more["rulings"], [*map(parse_colour, spent)], number)


@answer_command("trick")
@click.argument("plays", nargs=-1, required=True, metavar="[NAME=]CARD[+COLOUR]...")
@click.option("--two", is_flag=True)
@click.option("--pile", type=click.IntRange(1, 60), nargs=2)
def trick(plays: tuple[str, ...], two: bool, pile: tuple[int, int] | None) -> Answer:
    """Say who chooses first after a trick, and the new player order."""
    plays_parsed = parse_plays(plays)
    if pile and not two:
        raise InputError("--pile belongs to the variant for two players; add --two.")
    if not two:
        return judge_trick(plays_parsed)
    if len(plays_parsed) != 2:
        raise InputError("--two takes two hand cards, not {cards}.", cards=len(plays_parsed))
    return judge_pairs((plays_parsed[0], plays_parsed[1]), pile)


@answer_command("round")
@click.argument("number", type=int, metavar="N")
@click.option("--players", type=int, required=True, metavar="2-5")
def round_command(number: int, players: int) -> Answer:
    """Say what happens in a round: dealing, passing, who starts."""
    return describe_round(number, players)


@answer_command("photo")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@card_option
@ruling_option
@output_option("-o", "--output")
@output_option("--annotate")
@click.option("--cards", type=click.IntRange(1, MAP_CARDS), metavar="N")
@click.option("--without", metavar="CARDS")
@overwrite_option
def photo_command(images: tuple[Path, ...], annotate: Path | None, **options: Any) -> Answer:
    """Read a finished map from a photo, and score it."""
    from companion.service.honshu.photo import score_photo  # slow to import, as it reads pictures

    if len(images) > 1:
        raise InputError("A map is read from one photo; you gave {number}.", number=len(images))
    if annotate is not None and annotate != STANDARD_OUTPUT and annotate.suffix.lower() != ".png":
        raise InputError("'{file}' is written as a PNG; its name must end in .png.", file=str(annotate))
    omitted = options.pop("without")
    options["cards"] = options["cards"] or MAP_CARDS
    options["without"] = [] if omitted is None else re.split(r"[\s,]+", omitted.strip())
    return score_photo(images[0], language=get_language(), annotate=annotate, **options)
