"""A player's secret plan for a round: a card on each of the ten action spaces, and one for turn order.

Every space takes a card while there are any: a province card, or one of the five chest cards as a blank.
Source: Shogun booklet, Planning one's actions.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.data.shogun import ProvinceCard
from companion.errors import InputError, Refused
from companion.rules.shogun.components import COST
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, RECRUITING
from companion.rules.shogun.round.bids import CHEST_CARDS, Bid, bid_named, check_cards, check_purse


@dataclass(frozen=True, slots=True)
class Plan:
    """The cards a player lays face down."""

    cards: Mapping[str, str] = field(default_factory=dict)
    """The province on each action space; a space that is not named is a blank."""
    bid: str = "0"  # as it is typed: a number, a province, or ``none``


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's possessions apart from what stands on the board."""

    provinces: tuple[str, ...]
    chests: int
    rice: int = 0


def check_plan(player: str, plan: Plan, provinces: Collection[str], chests: int | None) -> Bid:
    """Hold a plan against its player's cards, and chests where they are known; gives the bid."""
    unknown = [action for action in plan.cards if action not in ACTIONS]
    if unknown:
        raise InputError("'{action}' is none of the ten actions.", action=unknown[0])
    bid = bid_named(plan.bid, provinces)
    laid = [*plan.cards.values(), *([bid.province] if bid.province is not None else [])]
    for province, count in Counter(laid).items():
        if province not in provinces:
            raise Refused("{province} is not {player}'s.", province=province, player=daimyo(player))
        if count > 1:
            raise Refused("The card of {province} is laid twice; there is only one.", province=province)
    if chests is not None:
        check_purse(player, bid, chests)
    blanks = len(ACTIONS) - len(plan.cards) + (bid.province is None)
    more = min(blanks - len(CHEST_CARDS), len(provinces) - len(laid))
    check_cards(player, bid, len(provinces))
    if more > 0:
        raise Refused(
            "Only five chest cards are there for blanks and bid; province cards still to be laid: {count}.",
            count=more,
        )
    return bid


def copied_plan(plan: Plan, provinces: Collection[str], chests: int | None) -> Plan:
    """A plan laid once more, without the cards that are no longer owned; a bid that cannot be paid is 0."""
    cards = {action: name for action, name in plan.cards.items() if name in provinces}
    if plan.bid in ("none", *map(str, CHEST_CARDS)):
        dear = chests is not None and plan.bid != "none" and int(plan.bid) > chests
        return Plan(cards, "0" if dear else plan.bid)
    return Plan(cards, plan.bid if plan.bid in provinces else "0")


def proposed_plan(provinces: Sequence[ProvinceCard]) -> Plan:
    """A plan to begin with, from what the cards say: every province is laid, the bid is chest card 0.

    The richest pays the taxes, the most fertile feeds, and who has most building sites builds; what is left
    recruits and fights.
    """
    left = sorted(provinces, key=lambda each: each.province)
    cards: dict[str, str] = {}
    for action in ("tax", "rice", *COST, *RECRUITING, *COMBATS):
        if not left:
            break
        worth = {"tax": "chests", "rice": "rice"}.get(action, "sites" if action in COST else "province")
        best = left[0] if worth == "province" else max(left, key=lambda each: getattr(each, worth))
        left.remove(best)
        cards[action] = best.province
    return Plan({action: cards[action] for action in ACTIONS if action in cards})
