"""The commands with which a table tells its rounds: draft, round, bids, take, correct."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.cli.answers import tell
from companion.cli.lazy import SpokenCommand
from companion.cli.shogun import reading
from companion.cli.table_commands import ask_table, store_option, table_command
from companion.cli.voice import json_option
from companion.data.rows import whole_number
from companion.data.shogun import facts
from companion.data.vocabulary import typed_as, vocabulary
from companion.errors import InputError
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.by_hand import CorrectBoard
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, TakeSpecial, show_round
from companion.play.shogun.set_up import DraftCard
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.actions import action_named, special_named
from companion.rules.shogun.round.bids import bid_named
from companion.rules.shogun.score.finished_board import read_buildings
from companion.rules.shogun.setup.draft import PILE
from companion.service.shogun.session import open_table
from companion.service.shogun.tableless.hunger import rank_revealed_bids


@table_command()
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="PROVINCE|pile")
@click.argument("group", type=click.IntRange(1, 9), metavar="GROUP")
def draft(colour: str, card: str, group: int) -> DraftCard:
    """Take an open province card, or the top of the pile, and place an army group there."""
    player = reading.player_named(colour)
    taken = PILE if typed_as("shogun", "pile", card) else reading.read_province(card)
    return DraftCard(player, taken, group)


@click.command(cls=SpokenCommand)
@click.argument("said", nargs=-1, required=True, metavar="[TABLE] COLOUR=BID...")
@reading.counts_option("--chests")
@click.option("--seed", metavar="TEXT")
@reading.ruling_option
@store_option
@json_option
def bids(
    said: Sequence[str],
    chests: Sequence[str],
    seed: str | None,
    rulings: Sequence[str],
    store: Path | None,
    as_json: bool,
) -> None:
    """Rank the revealed bids: 0 to 4 for a chest card, a province, or none."""
    table = said[0] if "=" not in said[0] else None
    typed = reading.pairs(said[1:] if table is not None else said)
    if not typed:
        raise InputError("No bid was given; write COLOUR=BID, such as blue=3.")
    names = {card.province for card in facts().cards}
    read = {player: bid_named(text, names) for player, text in typed.items()}
    purses = reading.read_amounts(chests, 999)
    if table is None:
        tell(rank_revealed_bids(read, purses, seed, reading.rulings_from(rulings)), as_json)
        return
    if seed is not None:
        raise InputError("A table draws from its own seed; --seed goes without a table.")
    if rulings:
        raise InputError("A table has its own rulings; --ruling goes without a table.")
    if purses:
        raise InputError("A table knows its chests; --chests goes without a table.")
    revealed = RevealBids({player: str(bid) for player, bid in read.items()})
    ask_table(open_table(store, table), revealed, as_json)


@table_command()
@click.argument("lands", nargs=-1, metavar="[PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS]...")
@reading.counts_option("--chests")
@reading.counts_option("--rice")
@reading.counts_option("--points")
def correct(lands: Sequence[str], **typed: Sequence[str]) -> CorrectBoard:
    """Put a kept board right: provinces, chests, rice, points. Supplies and stock follow from it."""
    righted: dict[str, Land] = {}
    for text in lands:
        province, land = _land(text)
        if province in righted:
            raise InputError("A province is named twice: {names}.", names=province)
        righted[province] = land
    seats = reading.read_seats(typed)
    if not righted and not seats:
        raise InputError("Nothing was given to be put right.")
    return CorrectBoard(righted, seats)


def _land(text: str) -> tuple[str, Land]:
    name, equals, rest = text.partition("=")
    cells = rest.split(",")
    if not equals or len(cells) > 4:
        raise InputError(
            "'{text}' was not expected; write PROVINCE=OWNER,ARMIES,BUILDINGS,MARKERS, such as "
            "Kai=blue,3,castle,1, or Kai=neutral.",
            text=text,
        )
    province = reading.read_province(name)
    owner, armies, buildings, markers = (*cells, *[""] * (4 - len(cells)))
    if typed_as("shogun", "neutral", owner):
        if any(cell.strip() for cell in cells[1:]):
            raise InputError("nobody owns {name}, and yet something stands there.", name=province)
        return province, Land()
    player, count = reading.player_named(owner), whole_number(armies, 1, 62)
    return province, Land(player, count, read_buildings(buildings), whole_number(markers or "0", 0, 42))


STEPS = ("show", "lay", "event", "end")


class _RoundStep(click.Choice[str]):
    """A step of a round; French words are understood."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The step that was typed."""
        return super().convert(vocabulary("shogun", "step").find(str(value)) or value, param, ctx)


@table_command("round")
@click.argument("step", type=_RoundStep(STEPS), default="show")
@click.option("--actions", metavar="NAMES")
@click.option("--specials", metavar="NAMES")
@reading.number_option("--card", least=1, most=12)
@click.option("--pass", "passing", is_flag=True)
@click.option("--board", is_flag=True)
def round_command(step: str, actions: str | None, specials: str | None, **typed: Any) -> object:
    """See where a game stands, lay the cards of its next round, draw the event, end the round."""
    if step != "lay" and (actions is not None or specials is not None):
        raise InputError("--actions and --specials go with the step lay.")
    if step != "event" and typed["card"] is not None:
        raise InputError("--card goes with the step event.")
    if typed["passing"] and step != "end":
        raise InputError("--pass goes with the step end.")
    if step == "show":
        return partial(show_round, board=typed["board"])
    laid = None if actions is None else tuple(map(action_named, reading.typed_words(actions)))
    taken = None if specials is None else tuple(map(special_named, reading.typed_words(specials)))
    if step == "lay":
        return LayCards(laid, taken)
    return DrawEvent(typed["card"]) if step == "event" else EndRound(typed["passing"])


@table_command()
@click.argument("colour", metavar="COLOUR")
@click.argument("card", metavar="CARD")
def take(colour: str, card: str) -> TakeSpecial:
    """Take a special card: chest, rice, six, attack or defence. Its space is the place in turn order."""
    return TakeSpecial(reading.player_named(colour), special_named(card))
