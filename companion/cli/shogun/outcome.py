"""``companion shogun outcome``: what one action brings in one province, step by step, without a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_province, side_option
from companion.cli.shogun.inputs import event_option, read_event, read_rulings, ruling_option
from companion.cli.voice import json_option, said, speak, speak_json
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.rules.shogun.action.building import build
from companion.rules.shogun.action.collecting import collect
from companion.rules.shogun.action.recruiting import recruit
from companion.rules.shogun.action.result import Outcome
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.cubes import GREEN, armies, daimyo_named
from companion.rules.shogun.realm import Land, Realm, Seat, Stock
from companion.rules.shogun.round.actions import COMBATS, RECRUITING, YIELDS, action_named
from companion.rules.shogun.round.events import event_words
from companion.rules.shogun.round.special_cards import special_named
from companion.rules.shogun.score.finished_board import read_buildings

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
    "--supply", type=click.IntRange(0, 62), default=30, show_default=True, help="Armies in his supply."
)
@click.option(
    "--armies",
    "there",
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
    there: int,
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
    name, where, player = action_named(action), read_province(province), daimyo_named(colour)
    if name in COMBATS:
        raise InputError("Battles are not foreseen; 'companion shogun odds' and 'judge' are for them.")
    chosen, rule = read_rulings(rulings), read_event(event)
    card = None if special is None else special_named(special)
    board = facts().board(Side(side))
    land = Land(player, there, read_buildings(buildings), markers)
    if len(land.buildings) > board.provinces[where].sites:
        raise InputError(
            "building sites in {name}: {sites}; buildings named: {count}.",
            name=where,
            sites=board.provinces[where].sites,
            count=len(land.buildings),
        )
    realm = Realm(board, (player,), {where: land}, {player: Seat(supply, chests, rice)}, Stock())
    if name in BUILDINGS:
        came = build(realm, player, where, name, rule)
    elif name in YIELDS:
        came = collect(realm, player, where, name, rule, card, chosen)
    else:
        assert name in RECRUITING  # the ten actions are these
        came = recruit(realm, player, where, name, rule, card, chosen)
    if as_json:
        speak_json(_as_answer(realm, came, player, where))
        return
    if rule:
        speak(event_words(rule))
    for line in came.lines:
        speak(line)
    if came.clash is not None:
        for note in came.clash.muster.notes:
            speak(note)
        cubes = armies(came.clash.muster.cubes)
        speak("Into the tower go {cubes}, with all that lies in the tray.", cubes=cubes)


def _as_answer(realm: Realm, came: Outcome, player: str, province: str) -> dict[str, Any]:
    before, after = realm.seats[player], came.realm.seats[player]
    thrown = dict(came.clash.muster.cubes) if came.clash is not None else None
    placed = came.realm.lands[province].armies - realm.lands[province].armies
    return {
        "done": came.done,
        "chests": after.chests - before.chests,
        "rice": after.rice - before.rice,
        "armies": placed if thrown is None else 0,
        "buildings": list(came.realm.lands[province].buildings),
        "markers": came.realm.lands[province].markers,
        "revolt": None if thrown is None else {"green": thrown.get(GREEN, 0), "thrown": thrown},
        "lines": [said(line) for line in came.lines],
    }
