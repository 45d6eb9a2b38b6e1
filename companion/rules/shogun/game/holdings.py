"""Possessions where the board lies on the table: province cards, chests and rice, as far as told.

What an action costs and yields follows from its card, the event in force and the special card held; armies,
buildings and markers are the players' own.
Source: Shogun booklet, Carrying out the actions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.shogun import ProvinceCard
from companion.rules.rulings import Rulings
from companion.rules.shogun.action.collecting import harvest, placed_words, recruits, short_of_chests
from companion.rules.shogun.components import COST, RICE_TRACK, building_name, chest_words
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import RECRUITING, YIELDS
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's possessions apart from what stands on the board."""

    provinces: tuple[str, ...]
    chests: int
    rice: int = 0


def price(action: str) -> int:
    """The cost of an action, in chests."""
    return COST.get(action, RECRUITING.get(action, (0, 0))[1])


def short(player: str, holding: Holding, action: str) -> Sentence | None:
    """The reason a player cannot pay an action; ``None`` when they can."""
    if holding.chests >= price(action):
        return None
    return short_of_chests(player, holding.chests, price(action))


def carried(
    player: str,
    holding: Holding,
    action: str,
    card: ProvinceCard,
    event: str,
    special: str | None,
    rulings: Rulings,
) -> tuple[Holding, tuple[Sentence, ...]]:
    """The possessions of a player after an action, and what happens on the table."""
    said: dict[str, object] = {"player": daimyo(player), "province": card.province}
    if action in YIELDS:
        what = YIELDS[action]
        got = harvest(getattr(card, what), what, event, special)
        if what == "rice":
            told = say("{player} takes {count} rice from {province}.", **said, count=got.amount)
            after = replace(holding, rice=min(holding.rice + got.amount, RICE_TRACK))
        else:
            told = say("{player} takes {chests} from {province}.", **said, chests=chest_words(got.amount))
            after = replace(holding, chests=holding.chests + got.amount)
        return after, (told, *got.lines())
    # Who told fewer chests than are paid has not told all.
    paid, cost = replace(holding, chests=max(holding.chests - price(action), 0)), chest_words(price(action))
    if action in COST:
        building = building_name(action)
        told = say(
            "{player} builds {building} in {province} for {cost}.", **said, building=building, cost=cost
        )
        return paid, (told,)
    if action in RECRUITING:
        count = recruits(action, event, special, rulings)
        return paid, (placed_words(player, card.province, count, price(action)),)
    return holding, (say("{player} is done with {province}.", **said),)


def handed(holdings: Mapping[str, Holding], province: str, owner: str | None) -> dict[str, Holding]:
    """The possessions, as far as told, after a province card went to a player or to the stack."""
    found = {}
    for player, holding in holdings.items():
        cards = {*holding.provinces} - {province} | ({province} if player == owner else set())
        found[player] = replace(holding, provinces=tuple(sorted(cards)))
    return found
