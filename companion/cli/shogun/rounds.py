"""The commands with which a table tells its rounds: draft, round, take, correct."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_amounts, read_number, read_province
from companion.cli.shogun.table import joined
from companion.cli.tables import store_option, table_argument
from companion.cli.voice import json_option
from companion.data.vocabulary import typed_as, vocabulary
from companion.errors import InputError
from companion.rules.shogun.cubes import daimyo_named
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.actions import action_named, special_named
from companion.rules.shogun.score.finished_board import read_buildings
from companion.rules.shogun.setup.draft import PILE
from companion.service.shogun.table import rounds as service

__all__ = ["correct", "draft", "round_command", "take"]


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="PROVINCE|pile")
@click.argument("group", type=click.IntRange(1, 9), metavar="GROUP")
@store_option
@json_option
def draft(table: str, colour: str, card: str, group: int, store: Path | None, as_json: bool) -> None:
    """Take an open province card, or the top of the pile, and place an army group there.

    \b
    companion shogun draft friday blue Kozuke 5
    companion shogun draft friday red pile 2
    """
    player = daimyo_named(colour)
    taken = PILE if typed_as("shogun", "pile", card) else read_province(card)
    with joined(store, table) as here:
        tell(service.draft_card(here, player, taken, group), as_json)


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("lands", nargs=-1, metavar="[PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS]...")
@click.option("--chests", multiple=True, metavar="COLOUR=NUMBER", help="A player's chests; repeatable.")
@click.option("--rice", multiple=True, metavar="COLOUR=NUMBER", help="A player's rice; repeatable.")
@click.option("--points", multiple=True, metavar="COLOUR=NUMBER", help="A player's points; repeatable.")
@store_option
@json_option
def correct(
    table: str,
    lands: Sequence[str],
    chests: Sequence[str],
    rice: Sequence[str],
    points: Sequence[str],
    store: Path | None,
    as_json: bool,
) -> None:
    """Put a kept board right: provinces, chests, rice, points. Supplies and stock follow from it.

    \b
    companion shogun correct friday Kai=blue,3,castle,1 Aki=neutral
    companion shogun correct friday --chests blue=5,red=2 --rice red=4
    """
    righted: dict[str, Land] = {}
    for text in lands:
        province, land = _land(text)
        if province in righted:
            raise InputError("A province is named twice: {names}.", names=province)
        righted[province] = land
    amounts = read_amounts(chests, 999), read_amounts(rice, 18), read_amounts(points, 999)
    if not righted and not any(amounts):
        raise InputError("Nothing was given to be put right.")
    with joined(store, table) as here:
        tell(service.correct_board(here, righted, *amounts), as_json)


def _land(text: str) -> tuple[str, Land]:
    name, equals, rest = text.partition("=")
    cells = rest.split(",")
    if not equals or len(cells) > 4:
        raise InputError(
            "'{text}' was not expected; write PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS, such as "
            "Kai=blue,3,castle,1, or Kai=neutral.",
            text=text,
        )
    province = read_province(name)
    owner, armies, buildings, markers = (*cells, *[""] * (4 - len(cells)))
    if typed_as("shogun", "neutral", owner):
        if any(cell.strip() for cell in cells[1:]):
            raise InputError("nobody owns {name}, and yet something stands there.", name=province)
        return province, Land()
    return province, Land(
        daimyo_named(owner),
        read_number(armies, 62, 1),
        read_buildings(buildings),
        read_number(markers or "0", 42),
    )


STEPS = ("show", "lay", "event", "end")


class _Step(click.Choice[str]):
    """A step of a round; French words are understood."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The step that was typed."""
        return super().convert(vocabulary("shogun", "step").find(str(value)) or value, param, ctx)


@click.command("round", cls=SpokenCommand)
@table_argument
@click.argument("step", type=_Step(STEPS), default="show")
@click.option("--actions", metavar="NAMES", help="With lay: how your own ten action cards lie, in order.")
@click.option("--specials", metavar="NAMES", help="With lay: how your own special cards lie, in order.")
@click.option("--card", type=click.IntRange(1, 12), metavar="NUMBER", help="With event: the card you drew.")
@click.option("--pass", "passing", is_flag=True, help="With end: the turns nobody told were blanks.")
@click.option("--board", is_flag=True, help="With show: every province as well.")
@store_option
@json_option
def round_command(
    table: str,
    step: str,
    actions: str | None,
    specials: str | None,
    card: int | None,
    passing: bool,
    board: bool,
    store: Path | None,
    as_json: bool,
) -> None:
    """See where a game stands, lay the cards of its next round, draw the event, end the round.

    Cards are shuffled from the table's seed; or say how your own fell. Steps: show, lay, event, end. A round
    ends by itself after its last turn; end with --pass makes blanks of the turns that are left.

    \b
    companion shogun round friday
    companion shogun round friday lay
    companion shogun round friday event --card 7
    companion shogun round friday lay --specials rice,six,attack,chest,defence
    companion shogun round friday end --pass
    """
    if step != "lay" and (actions is not None or specials is not None):
        raise InputError("--actions and --specials go with the step lay.")
    if step != "event" and card is not None:
        raise InputError("--card goes with the step event.")
    if passing and step != "end":
        raise InputError("--pass goes with the step end.")
    laid = None if actions is None else tuple(action_named(name) for name in _words(actions))
    taken = None if specials is None else tuple(special_named(name) for name in _words(specials))
    with joined(store, table) as here:
        match step:
            case "lay":
                tell(service.lay_cards(here, laid, taken), as_json)
            case "event":
                tell(service.draw_event(here, card), as_json)
            case "end":
                tell(service.end_round(here, passing), as_json)
            case _:
                tell(service.show_round(here, board), as_json)


def _words(typed: str) -> list[str]:
    return typed.replace(",", " ").split()


@click.command(cls=SpokenCommand)
@table_argument
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="CARD")
@store_option
@json_option
def take(table: str, colour: str, card: str, store: Path | None, as_json: bool) -> None:
    """Take a special card: chest, rice, six, attack or defence. Its space is the place in turn order.

    \b
    companion shogun take friday blue six
    companion shogun take friday red "+1 chest"
    """
    player, special = daimyo_named(colour), special_named(card)
    with joined(store, table) as here:
        tell(service.take_special(here, player, special), as_json)
