"""What lies in the tray decides a battle: who wins, who loses what, and whose the province is.

Source: Shogun booklet, Battle rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.verdict import Consequence, Verdict, without_none
from companion.rules.shogun.cubes import GREEN, NEUTRAL, armies, daimyo
from companion.rules.shogun.rulings import RULINGS
from companion.sentences import Sentence, say

__all__ = ["Battle", "green_helps", "resolve_battle"]

DEFAULTS = Rulings(RULINGS)


@dataclass(frozen=True, slots=True)
class Battle:
    """Who fights over a province.

    Attributes:
        attacker: The attacker's colour.
        defender: The owner's colour, or ``NEUTRAL``: then the farmers defend.
        markers: Revolt markers in the province.
        held_back: Armies of the defender that were not thrown (ruling ``defender-throws-all=chooses``).
    """

    attacker: str
    defender: str
    markers: int = 0
    held_back: int = 0

    def __post_init__(self) -> None:
        if self.attacker == self.defender:
            raise InputError(
                "Attacker and defender are the same player: {player}.", player=daimyo(self.attacker)
            )
        if self.attacker in (GREEN, NEUTRAL):
            raise InputError("The farmers attack nobody; name a player as attacker.")
        if self.defender == GREEN:
            raise InputError("Green armies defend only where nobody does; name the defender neutral.")
        if self.defender == NEUTRAL and (self.markers or self.held_back):
            raise InputError("A neutral province has neither revolt markers nor armies of its own.")
        if self.markers < 0 or self.held_back < 0:
            raise InputError("Markers and armies are counted from 0.")


def green_helps(battle: Battle, rulings: Rulings = DEFAULTS) -> bool:
    """Whether green armies help the owner: where no revolt marker lies (ruling ``green-help``)."""
    return battle.defender != NEUTRAL and battle.markers <= int(rulings["green-help"])


def resolve_battle(tray: Mapping[str, int], battle: Battle, rulings: Rulings = DEFAULTS) -> Verdict:
    """Judge a tray.

    The side with more armies wins and loses as many as the other has; green armies that help the
    defender are lost first and never stay in a province. Equal sides, and a defence of nothing but
    green armies in an owned province, are a tie: the province becomes neutral.

    Args:
        tray: Cubes in the tray by colour; those of nobody in the battle stay there.
        battle: Who fights, and over what.
        rulings: ``tie``, ``green-help``, ``defender-throws-all``.

    Returns:
        The verdict; its counts add up to the tray.
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
    lines = [
        *_strengths(battle, fought, stays),
        Consequence("result", _result(battle, winner, attackers, defence, only_green)),
        *_whereabouts(lost, survivors, lodging),
        *_consequences(battle, winner),
    ]
    if stays:
        lines.append(
            Consequence("tray", say("In the tray, for the next throw, stay: {cubes}.", cubes=armies(stays)))
        )
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
        lines=tuple(lines),
    )


def _strengths(battle: Battle, fought: Mapping[str, int], stays: Mapping[str, int]) -> list[Consequence]:
    attackers = armies({battle.attacker: fought[battle.attacker]})
    defenders = armies({colour: count for colour, count in fought.items() if colour != battle.attacker})
    lines = [
        Consequence(
            "strength",
            say("Fighting: {attackers} against {defenders}.", attackers=attackers, defenders=defenders),
        )
    ]
    if fought.get(GREEN) and battle.defender != NEUTRAL:
        lines.append(
            Consequence("green", say("Green armies help {defender}.", defender=daimyo(battle.defender)))
        )
    elif stays.get(GREEN):
        lines.append(
            Consequence("green", say("Green armies help nobody: a revolt marker lies in the province."))
        )
    return lines


def _result(battle: Battle, winner: str, attackers: int, defence: int, only_green: bool) -> Sentence:
    match winner:
        case "attacker":
            return say(
                "{player} wins, {attackers} to {defence}.",
                player=daimyo(battle.attacker),
                attackers=attackers,
                defence=defence,
            )
        case "defender" if battle.defender == NEUTRAL:
            return say(
                "The farmers hold the province, {defence} to {attackers}.",
                attackers=attackers,
                defence=defence,
            )
        case "defender":
            return say(
                "{player} holds the province, {defence} to {attackers}.",
                player=daimyo(battle.defender),
                attackers=attackers,
                defence=defence,
            )
        case _ if only_green:
            return say(
                "Nothing but green armies came out for {player}: {attackers} to {defence} counts as a tie.",
                player=daimyo(battle.defender),
                attackers=attackers,
                defence=defence,
            )
        case _:
            return say(
                "A tie, {attackers} to {defence}.",
                attackers=attackers,
                defence=defence,
            )


def _whereabouts(lost: Mapping[str, int], survivors: Mapping[str, int], lodging: bool) -> list[Consequence]:
    lines = []
    if lost and lodging:
        lines.append(
            Consequence("losses", say("Into the tower, as just lodged: {cubes}.", cubes=armies(lost)))
        )
    elif lost:
        lines.append(Consequence("losses", say("To the supplies: {cubes}.", cubes=armies(lost))))
    if survivors:
        lines.append(Consequence("survivors", say("Into the province: {cubes}.", cubes=armies(survivors))))
    return lines


def _consequences(battle: Battle, winner: str) -> list[Consequence]:
    """What happens to armies held back, card, buildings and markers."""
    neutral = battle.defender == NEUTRAL
    lines = []
    if battle.held_back and winner == "defender":
        lines.append(Consequence("held-back", say("The armies held back stay in the province.")))
    elif battle.held_back:
        lines.append(Consequence("held-back", say("The armies held back go to the supply too.")))
    match winner:
        case "attacker" if neutral:
            lines.append(
                Consequence(
                    "card",
                    say("{player} takes the province card from the stack.", player=daimyo(battle.attacker)),
                )
            )
            lines.append(
                Consequence(
                    "province", say("The province belongs to {player}.", player=daimyo(battle.attacker))
                )
            )
        case "attacker":
            lines.append(
                Consequence(
                    "card",
                    say(
                        "{player} gives {winner} the province card at once, even from an action space; "
                        "an action planned with it is lost.",
                        player=daimyo(battle.defender),
                        winner=daimyo(battle.attacker),
                    ),
                )
            )
            lines.append(Consequence("province", say("Buildings and revolt markers stay in the province.")))
        case "defender" if neutral:
            lines.append(
                Consequence("province", say("The province stays neutral and its card in the stack."))
            )
        case "defender":
            lines.append(
                Consequence(
                    "province",
                    say(
                        "Card, buildings and revolt markers stay {player}'s.", player=daimyo(battle.defender)
                    ),
                )
            )
        case _ if neutral:
            lines.append(
                Consequence("province", say("The province stays neutral and its card in the stack."))
            )
        case _:
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
                    "province",
                    say("Buildings, revolt markers and armies leave the province: it is neutral."),
                )
            )
    return lines
