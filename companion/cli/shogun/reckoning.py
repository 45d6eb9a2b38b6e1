"""The questions between battles: what to lay out, bids, an action, a winter, the points of a board."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command
from companion.cli.shogun import reading
from companion.data.files import read_given
from companion.data.rows import whole_number
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.bids import action_named, bid_named, special_named
from companion.rules.shogun.score import read_buildings, read_finished_board
from companion.rules.shogun.winter import rice_lost
from companion.sentences import listed
from companion.service.shogun.shown import score_finished_board
from companion.service.shogun.tableless import (
    Hand,
    check_owners,
    foresee_action,
    lay_out,
    rank_revealed_bids,
    reckon_winter,
)


@answer_command()
@click.argument("action", metavar="ACTION")
@click.argument("province", metavar="PROVINCE")
@click.option("--player", "colour", default="blue", metavar="COLOUR")
@reading.event_option
@click.option("--special", metavar="CARD")
@reading.number_option("--chests", most=999, default=15, metavar=None)
@reading.number_option("--rice", most=18, default=0, metavar=None)
@reading.number_option("--supply", most=62, default=30, metavar=None)
@reading.number_option("--armies", least=1, most=62, default=1, metavar=None)
@reading.number_option("--markers", most=42, default=0, metavar=None)
@click.option("--buildings", default="", metavar="KINDS")
@reading.side_option
@reading.ruling_option
def outcome(action: str, province: str, colour: str, **typed: Any) -> Answer:
    """What an action brings: castle, temple, theatre, rice, tax, five, three or one."""
    player = reading.player_named(colour)
    return foresee_action(
        action_named(action),
        reading.read_province(province),
        player,
        Land(player, typed["armies"], read_buildings(typed["buildings"]), typed["markers"]),
        Seat(typed["supply"], typed["chests"], typed["rice"]),
        side=Side(typed["side"]),
        event=reading.read_event(typed["event"]),
        special=None if typed["special"] is None else special_named(typed["special"]),
        rulings=reading.rulings_from(typed["rulings"]),
    )


@answer_command()
@click.argument("said", nargs=-1, required=True, metavar="COLOUR=PROVINCES/RICE...")
@reading.number_option("--loss", most=18)
@reading.number_option("--event", least=1, most=12)
@click.option("--markers", multiple=True, metavar="PROVINCE=NUMBER")
@click.option("--seed", metavar="TEXT")
@click.option("--drawn", multiple=True, metavar="PROVINCE")
@reading.ruling_option
def winter(said: Sequence[str], event: int | None, seed: str | None, **typed: Any) -> Answer:
    """A winter: rice lost, provinces fed, revolts and their green armies, provinces drawn."""
    hands = {player: _hand(text) for player, text in reading.pairs(said).items()}
    check_owners(hands)
    if event is not None and typed["loss"] is not None:
        raise InputError("Give the loss or the event card, not both.")
    loss = typed["loss"] or 0
    if event is not None:
        loss = rice_lost(facts().events[event - 1], reading.rulings_from(typed["rulings"]))
    drawn = [reading.read_province(name) for name in typed["drawn"]]
    return reckon_winter(hands, loss, _markers(typed["markers"]), drawn, seed)


def _hand(text: str) -> Hand:
    provinces, slash, rice = text.partition("/")
    names = [name for name in provinces.split(",") if name.strip()]
    if not slash or not names:
        raise InputError("'{text}' was not expected; write PROVINCES/RICE, such as 9/6.", text=text)
    if provinces.strip().isdigit():
        return Hand(whole_number(provinces, 0, 45), whole_number(rice, 0, 18))
    owned = tuple(reading.read_province(name) for name in names)
    if len(set(owned)) != len(owned):
        raise InputError("A province is named twice: {names}.", names=listed(owned))
    return Hand(owned, whole_number(rice, 0, 18))


def _markers(typed: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in typed:
        name, equals, number = text.partition("=")
        if not equals:
            raise InputError("'{text}' was not expected; write PROVINCE=NUMBER, such as Kai=1.", text=text)
        province = reading.read_province(name)
        if province in found:
            raise InputError("A province is named twice: {names}.", names=province)
        found[province] = whole_number(number, 0, 42)
    return found


@answer_command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@reading.side_option
@reading.number_option("--players", least=3, most=5)
@reading.counts_option("--points")
@reading.counts_option("--chests")
def score(file: Path, side: str, players: int | None, **typed: Any) -> Answer:
    """Count the points of a board typed as a small table: province, owner, buildings."""
    found = read_finished_board(read_given(file), facts().board(Side(side)), players, str(file))
    earlier, purses = (reading.read_amounts(typed[name], 999) for name in ("points", "chests"))
    return score_finished_board(found, Side(side), earlier, purses)


@answer_command()
@reading.number_option("--players", least=3, most=5, required=True)
@reading.side_option
@click.option("--fixed", is_flag=True)
def setup(players: int, side: str, fixed: bool) -> Answer:
    """What to lay out: cards that are out, chests, army groups, the fixed set-up."""
    return lay_out(Side(side), players, fixed)


@answer_command()
@click.argument("said", nargs=-1, required=True, metavar="COLOUR=BID...")
@reading.counts_option("--chests")
@click.option("--seed", metavar="TEXT")
@reading.ruling_option
def bids(said: Sequence[str], chests: Sequence[str], seed: str | None, rulings: Sequence[str]) -> Answer:
    """Rank the revealed bids: 0 to 4 for a chest card, a province, or none."""
    names = {card.province for card in facts().cards}
    read = {player: bid_named(text, names) for player, text in reading.pairs(said).items()}
    purses = reading.read_amounts(chests, 999)
    return rank_revealed_bids(read, purses, seed, reading.rulings_from(rulings))
