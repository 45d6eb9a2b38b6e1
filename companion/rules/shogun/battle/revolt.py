"""Farmers revolt: their green armies are thrown with all armies of the province's owner.

Source: Shogun booklet, Farmers in revolt against a player; Revolt in winter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import InputError
from companion.rules.shogun.battle.verdict import Consequence, Verdict, without_none
from companion.rules.shogun.cubes import GREEN, NEUTRAL, armies, daimyo
from companion.sentences import say

__all__ = ["Revolt", "resolve_revolt"]


@dataclass(frozen=True, slots=True)
class Revolt:
    """A revolt in a player's province.

    Attributes:
        owner: The owner's colour.
        markers: Revolt markers in the province, the one just laid included.
        winter: Whether it is a winter revolt.
    """

    owner: str
    markers: int = 1
    winter: bool = False

    def __post_init__(self) -> None:
        if self.owner in (GREEN, NEUTRAL):
            raise InputError("The farmers revolt against a player; name the province's owner.")
        if self.markers < 0:
            raise InputError("Markers and armies are counted from 0.")


def resolve_revolt(tray: Mapping[str, int], revolt: Revolt) -> Verdict:
    """Judge a tray after a revolt; all green armies in it count for the revolt.

    The owner needs more than the farmers; equal is not enough. Those who lose, and all green armies,
    go to the supplies, also under the ruling ``tie=tower``, which is about battles.

    Args:
        tray: Cubes in the tray by colour; those of other players stay there.
        revolt: Whose province, and when.
    """
    own, green = tray.get(revolt.owner, 0), tray.get(GREEN, 0)
    stays = without_none({c: n for c, n in tray.items() if c not in (revolt.owner, GREEN)})
    held = own > green
    survivors = without_none({revolt.owner: own - green}) if held else {}
    lost = without_none({revolt.owner: own - survivors.get(revolt.owner, 0), GREEN: green})
    player = daimyo(revolt.owner)
    lines = [
        Consequence(
            "strength",
            say(
                "Fighting: {attackers} against {defenders}.",
                attackers=armies({GREEN: green}),
                defenders=armies({revolt.owner: own}),
            ),
        )
    ]
    if held:
        put_down = say(
            "{player} puts the revolt down, {owner} to {green}.", player=player, owner=own, green=green
        )
        lines.append(Consequence("result", put_down))
    elif own == green:
        lines.append(
            Consequence(
                "result",
                say("{green} to {owner}: a tie is enough, the revolt succeeds.", green=green, owner=own),
            )
        )
    else:
        lines.append(
            Consequence("result", say("The revolt succeeds, {green} to {owner}.", green=green, owner=own))
        )
    if lost:
        lines.append(Consequence("losses", say("To the supplies: {cubes}.", cubes=armies(lost))))
    if not revolt.winter:
        lines.append(Consequence("yield", say("What the province yielded was received before and is kept.")))
    if held:
        lines.append(Consequence("survivors", say("Into the province: {cubes}.", cubes=armies(survivors))))
        lines.append(
            Consequence(
                "province", say("{player} keeps the province, its card and its buildings.", player=player)
            )
        )
        lines.append(
            Consequence("markers", say("No revolt marker is added in winter."))
            if revolt.winter
            else Consequence("markers", say("One more revolt marker is laid into the province."))
        )
    else:
        lines.append(
            Consequence(
                "card",
                say(
                    "The province card goes to the stack, even from an action space; "
                    "an action planned with it is lost."
                ),
            )
        )
        lines.append(
            Consequence(
                "province", say("Buildings, revolt markers and armies leave the province: it is neutral.")
            )
        )
    if stays:
        lines.append(
            Consequence("tray", say("In the tray, for the next throw, stay: {cubes}.", cubes=armies(stays)))
        )
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
        lines=tuple(lines),
    )
