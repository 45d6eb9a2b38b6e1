"""Battles and revolts, decided by what lies in the tray: who wins, who loses what, whose the province is.

Farmers revolt: their green armies are thrown with all armies of the province's owner. A fight lost without a
throw is no rule of the booklet, but the price of a number that is not opened (docs/table.md, Trust): the one
side loses every cube, the other none, so nobody can lose more by a throw, and nobody gains by refusing one.
Source: Shogun booklet, Battle rules; Farmers in revolt against a player; Revolt in winter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.data.vocabulary import told_of
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.verdict import LOST_BY_ALL, Verdict, fighting, goes_to, without_none
from companion.rules.shogun.realm import GREEN, NEUTRAL, daimyo
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import Sentence

_told = partial(told_of, "shogun", "battle")


@dataclass(frozen=True, slots=True)
class Battle:
    """The two sides that fight over a province."""

    attacker: str
    defender: str  # the owner's colour, or ``NEUTRAL``: then the farmers defend
    markers: int = 0
    held_back: int = 0  # armies of the defender that were not thrown (ruling ``defender-throws-all=chooses``)

    def __post_init__(self) -> None:
        if self.attacker == self.defender:
            raise Refused(
                "Attacker and defender are the same player: {player}.", player=daimyo(self.attacker)
            )
        if self.attacker in (GREEN, NEUTRAL):
            raise Refused("The farmers attack nobody; name a player as attacker.")
        if self.defender == GREEN:
            raise Refused("Green armies defend only where nobody does; name the defender neutral.")
        if self.defender == NEUTRAL and (self.markers or self.held_back):
            raise Refused("A neutral province has neither revolt markers nor armies of its own.")
        if self.markers < 0 or self.held_back < 0:
            raise InputError("Markers and armies are counted from 0.")


def green_helps(battle: Battle, rulings: Rulings = DEFAULTS) -> bool:
    """True when green armies help the owner: where no revolt marker lies (ruling ``green-help``)."""
    return battle.defender != NEUTRAL and battle.markers <= int(rulings["green-help"])


def resolve_battle(tray: Mapping[str, int], battle: Battle, rulings: Rulings = DEFAULTS) -> Verdict:
    """Judge a tray; cubes of nobody in the battle stay there, and the counts of the verdict add up to it.

    The side with more armies wins and loses as many as the other has; green armies that help the
    defender are lost first and never stay in a province. Equal sides, and a defence of nothing but
    green armies in an owned province, are a tie: the province becomes neutral. The rulings are ``tie``,
    ``green-help`` and ``defender-throws-all``.
    """
    neutral = battle.defender == NEUTRAL
    green = tray.get(GREEN, 0)
    helping = green if green_helps(battle, rulings) else 0
    attackers = tray.get(battle.attacker, 0)
    own = green if neutral else tray.get(battle.defender, 0)
    defence = own + helping
    stays = without_none(
        {
            colour: count
            for colour, count in tray.items()
            if colour not in (battle.attacker, battle.defender) and (colour != GREEN)
        }
        | {GREEN: 0 if neutral else green - helping}
    )
    only_green = not neutral and own == 0 and defence > attackers
    survivors: dict[str, int] = {}
    owner: str | None
    if attackers > defence:
        winner, province, owner = "attacker", "conquered", battle.attacker
        survivors = {battle.attacker: attackers - defence}
    elif defence > attackers and not only_green:
        winner = "defender"
        province, owner = ("neutral", None) if neutral else ("held", battle.defender)
        survivors = {} if neutral else {battle.defender: min(own, defence - attackers)}
    else:
        winner, province, owner = "tie", "neutral", None
    defending = GREEN if neutral else battle.defender
    fought = {battle.attacker: attackers, defending: own}
    if not neutral:
        fought[GREEN] = helping
    lost = without_none({colour: count - survivors.get(colour, 0) for colour, count in fought.items()})
    lodging = winner == "tie" and rulings["tie"] == "tower"
    defenders = {colour: count for colour, count in fought.items() if colour != battle.attacker}
    lines = {"strength": fighting({battle.attacker: attackers}, defenders)}
    if helping:
        lines["green"] = _told("green helps", defender=daimyo(battle.defender))
    elif stays.get(GREEN):
        lines["green"] = _told("green helps nobody")
    lines["result"] = _result(battle, winner, attackers, defence, only_green)
    if lost:
        lines["losses"] = goes_to("tower" if lodging else "supply", lost)
    if survivors:
        lines["survivors"] = goes_to("province", survivors)
    lines |= _consequences(battle, winner)
    if stays:
        lines["tray"] = goes_to("tray", stays)
    return Verdict(
        winner=winner,
        strengths=(attackers, defence),
        survivors=survivors,
        to_supply={} if lodging else lost,
        stays_in_tray=stays,
        into_tower=lost if lodging else {},
        province=province,
        owner=owner,
        held_back=battle.held_back if winner == "defender" else 0,
        lines=lines,
    )


def _result(battle: Battle, winner: str, attackers: int, defence: int, only_green: bool) -> Sentence:
    counts = {"attackers": attackers, "defence": defence}
    attacker, defender = daimyo(battle.attacker), daimyo(battle.defender)
    match winner:
        case "attacker":
            return _told("attacker wins", player=attacker, **counts)
        case "defender" if battle.defender == NEUTRAL:
            return _told("farmers hold", **counts)
        case "defender":
            return _told("defender holds", player=defender, **counts)
        case _ if only_green:
            return _told("only green", player=defender, **counts)
        case _:
            return _told("tie", **counts)


def _consequences(battle: Battle, winner: str) -> dict[str, Sentence]:
    """The sentences on armies held back, card, buildings and markers."""
    attacker, defender = daimyo(battle.attacker), daimyo(battle.defender)
    lines = {}
    if battle.held_back:
        lines["held-back"] = _told("held back stay" if winner == "defender" else "held back go")
    match winner:
        case "attacker" if battle.defender == NEUTRAL:
            lines["card"] = _told("card from the stack", player=attacker)
            lines["province"] = _told("province taken", player=attacker)
        case "attacker":
            lines["card"] = _told("card given", player=defender, winner=attacker)
            lines["province"] = _told("buildings stay")
        case _ if battle.defender == NEUTRAL:
            lines["province"] = _told("stays neutral")
        case "defender":
            lines["province"] = _told("all stays", player=defender)
        case _:
            lines |= LOST_BY_ALL
    return lines


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
        lines["result"] = _told("revolt put down", player=player, owner=own, green=green)
    elif own == green:
        lines["result"] = _told("revolt by a tie", green=green, owner=own)
    else:
        lines["result"] = _told("revolt succeeds", green=green, owner=own)
    if lost:
        lines["losses"] = goes_to("supply", lost)
    if not revolt.winter:
        lines["yield"] = _told("yield kept")
    if held:
        lines["survivors"] = goes_to("province", survivors)
        lines["province"] = _told("province kept", player=player)
        lines["markers"] = _told("no marker" if revolt.winter else "one marker")
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
