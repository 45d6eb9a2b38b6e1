"""``companion shogun outcome``: what one action brings in one province, step by step, without a table."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_province, side_option
from companion.cli.shogun.inputs import event_option, read_event, read_rulings, ruling_option
from companion.cli.voice import json_option
from companion.data.shogun import Side
from companion.rules.shogun.cubes import daimyo_named
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.actions import action_named, special_named
from companion.rules.shogun.score.finished_board import read_buildings
from companion.service.shogun.foresee import foresee_action

__all__ = ["outcome"]


@click.command(cls=SpokenCommand)
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE")
@click.option("--player", "colour", default="blue", metavar="COLOUR", help="Who acts, for the wording.")
@event_option
@click.option("--special", metavar="CARD", help="The player's special card: chest, rice, six, ...")
@click.option(
    "--chests", type=click.IntRange(0, 999), default=15, show_default=True, help="The player's chests."
)
@click.option("--rice", type=click.IntRange(0, 18), default=0, show_default=True, help="The player's rice.")
@click.option(
    "--supply",
    type=click.IntRange(0, 62),
    default=30,
    show_default=True,
    help="Armies in the player's supply.",
)
@click.option(
    "--armies",
    type=click.IntRange(1, 62),
    default=1,
    show_default=True,
    help="His armies in the province.",
)
@click.option(
    "--markers",
    type=click.IntRange(0, 42),
    default=0,
    show_default=True,
    help="Revolt markers in the province before the action.",
)
@click.option("--buildings", default="", metavar="KINDS", help="What stands there: castle, temple, theatre.")
@side_option
@ruling_option
@json_option
def outcome(
    action: str,
    province: str,
    colour: str,
    event: str,
    special: str | None,
    chests: int,
    rice: int,
    supply: int,
    armies: int,
    markers: int,
    buildings: str,
    side: str,
    rulings: Sequence[str],
    as_json: bool,
) -> None:
    """What an action brings: castle, temple, theatre, rice, tax, five, three or one.

    The event applies first, then the special card. For battles there are judge and odds.

    \b
    companion shogun outcome tax Settsu --event 7 --special chest
    companion shogun outcome rice Kai --event min-rice --markers 1 --armies 4
    companion shogun outcome five Aki --special six --event 12 --ruling six-armies=4
    companion shogun outcome castle Mikawa --buildings temple
    """
    answer = foresee_action(
        action_named(action),
        read_province(province),
        daimyo_named(colour),
        Land(daimyo_named(colour), armies, read_buildings(buildings), markers),
        Seat(supply, chests, rice),
        side=Side(side),
        event=read_event(event),
        special=None if special is None else special_named(special),
        rulings=read_rulings(rulings),
    )
    tell(answer, as_json)
