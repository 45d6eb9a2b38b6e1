"""Farmers revolt: their green armies are thrown with all armies of the province's owner.

Source: Shogun booklet, Farmers in revolt against a player; Revolt in winter.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.verdict import LOST_BY_ALL, Verdict, fighting, goes_to, without_none
from companion.rules.shogun.cubes import GREEN, NEUTRAL, daimyo
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import say


@dataclass(frozen=True, slots=True)
class Revolt:
    """A revolt in a player's province."""

    owner: str
    markers: int = 1  # in the province, the one just laid included
    winter: bool = False

    def __post_init__(self) -> None:
        if self.owner in (GREEN, NEUTRAL):
            raise Refused("The farmers revolt against a player; name the province's owner.")
        if self.markers < 0:
            raise InputError("Markers and armies are counted from 0.")


def resolve_revolt(tray: Mapping[str, int], revolt: Revolt, rulings: Rulings = DEFAULTS) -> Verdict:
    """Judge a tray after a revolt; all green armies in it count for the revolt, other players' cubes stay.

    The owner needs more than the farmers; equal is not enough. Those who lose, and all green armies,
    go to the supplies, also under the ruling ``tie=tower``, which is about battles. The ruling is
    ``put-down``: whether the owner loses as many armies as green ones came out.
    """
    own, green = tray.get(revolt.owner, 0), tray.get(GREEN, 0)
    stays = without_none({c: n for c, n in tray.items() if c not in (revolt.owner, GREEN)})
    held = own > green
    left = own if rulings["put-down"] == "all" else own - green
    survivors = without_none({revolt.owner: left}) if held else {}
    lost = without_none({revolt.owner: own - survivors.get(revolt.owner, 0), GREEN: green})
    player = daimyo(revolt.owner)
    lines = {"strength": fighting({GREEN: green}, {revolt.owner: own})}
    if held:
        lines["result"] = say(
            "{player} puts the revolt down, {owner} to {green}.", player=player, owner=own, green=green
        )
    elif own == green:
        lines["result"] = say(
            "{green} to {owner}: a tie is enough, the revolt succeeds.", green=green, owner=own
        )
    else:
        lines["result"] = say("The revolt succeeds, {green} to {owner}.", green=green, owner=own)
    if lost:
        lines["losses"] = goes_to("supply", lost)
    if not revolt.winter:
        lines["yield"] = say("What the province yielded was received before and is kept.")
    if held:
        lines["survivors"] = goes_to("province", survivors)
        lines["province"] = say("{player} keeps the province, its card and its buildings.", player=player)
        if revolt.winter:
            lines["markers"] = say("No revolt marker is added in winter.")
        else:
            lines["markers"] = say("One more revolt marker is laid into the province.")
    else:
        lines |= LOST_BY_ALL
    if stays:
        lines["tray"] = goes_to("tray", stays)
    return Verdict(
        winner="owner" if held else "tie" if own == green else "revolt",
        strengths=(own, green),
        survivors=survivors,
        to_supply=lost,
        stays_in_tray=stays,
        into_tower={},
        province="held" if held else "neutral",
        owner=revolt.owner if held else None,
        added_markers=1 if held and not revolt.winter else 0,
        lines=lines,
    )
