"""Planning in secret: one card on each of the ten action spaces and one on the bid space.

A chest card on an action space is a blank. Spaces stay empty only when the cards do not suffice.
Source: Shogun booklet, Planning one's actions and making a bid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.rules.shogun.round.actions import ACTIONS, action_words
from companion.rules.shogun.round.bids import CHEST_CARDS, NO_BID, Bid
from companion.sentences import Sentence, say

__all__ = ["SPACES", "Plan", "plan_faults"]

SPACES = len(ACTIONS) + 1
"""Spaces on a player's mat: ten actions and the bid."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player has laid on his mat.

    Attributes:
        actions: The card on each action space; ``NO_BID`` where a space is empty.
        bid: The card on the bid space.
    """

    actions: Mapping[str, Bid]
    bid: Bid

    def province(self, action: str) -> str | None:
        """The province an action is planned for; ``None`` for a blank."""
        return self.actions[action].province


def plan_faults(plan: Plan, owned: Collection[str]) -> tuple[Sentence, ...]:
    """Everything that is wrong with a plan; nothing when it may be laid.

    Args:
        plan: The cards on the mat.
        owned: The player's provinces.
    """
    cards = [*plan.actions.values(), plan.bid]
    found = [
        say("No card is planned for the action: {action}.", action=action_words(action))
        for action in ACTIONS
        if action not in plan.actions
    ]
    for card, count in Counter(cards).items():
        if card == NO_BID:
            continue
        if count > 1:
            found.append(say("There is only one card of this: {card}.", card=card.words()))
        if card.province is not None and card.province not in owned:
            found.append(say("{province} is not the player's.", province=card.province))
        if card.chests is not None and card.chests not in CHEST_CARDS:
            found.append(say("No chest card shows {count}.", count=card.chests))
    empty = sum(card == NO_BID for card in cards)
    if empty > max(SPACES - len(owned) - len(CHEST_CARDS), 0):
        found.append(say("Spaces stay empty only when there are too few cards."))
    return tuple(found)
