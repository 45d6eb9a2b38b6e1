"""Secret plans: which cards may be laid, a plan laid once more, a plan to begin with."""

import pytest

from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused
from companion.rules.shogun.bids import ACTIONS, Plan, check_plan, copy_plan, propose_plan

OWN = ("Kai", "Aki", "Omi", "Bizen", "Mino", "Izu")


@pytest.mark.parametrize(
    ("cards", "bid", "reason"),
    [
        ({"tax": "Kozuke"}, "0", "is not"),
        ({"tax": "Kai", "rice": "Kai"}, "0", "laid twice"),
        ({"tax": "Kai"}, "Kai", "laid twice"),
        ({}, "0", "There are only five chest cards"),
        (dict(zip(ACTIONS, OWN, strict=False)), "4", "chests available: 3"),
        (dict(zip(ACTIONS, OWN[:5], strict=False)), "none", "cards enough to bid with one"),
    ],
)
def test_a_plan_is_checked_against_the_cards(cards: dict[str, str], bid: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check_plan("blue", Plan(cards, bid), OWN, 3)


def test_every_space_takes_a_card_while_there_are_any() -> None:
    assert check_plan("blue", Plan(dict(zip(ACTIONS, OWN, strict=False)), "3"), OWN, 3).chests == 3
    assert check_plan("blue", Plan(dict(zip(ACTIONS, OWN[:5], strict=False)), "Izu"), OWN, 0).province == "Izu"
    assert check_plan("blue", Plan({"tax": "Kai"}, "none"), ("Kai",), 0).province is None
    with pytest.raises(InputError):
        check_plan("blue", Plan({"feast": "Kai"}), OWN, 3)


def test_a_copied_plan_leaves_out_lost_provinces_and_unaffordable_bids() -> None:
    plan = Plan({"tax": "Kai", "rice": "Aki"}, "4")
    assert copy_plan(plan, ("Kai",), 3) == Plan({"tax": "Kai"}, "0")
    assert copy_plan(plan, ("Kai", "Aki"), 4) == plan
    assert copy_plan(Plan({}, "Omi"), ("Kai",), 3).bid == "0"


def test_a_proposed_plan_can_be_laid() -> None:
    cards = list({card.province: card for card in facts().cards if card.province in OWN}.values())
    plan = propose_plan(cards)
    assert sorted(plan.cards.values()) == sorted(OWN)
    richest = max(cards, key=lambda card: card.chests).chests
    assert next(card.chests for card in cards if card.province == plan.cards["tax"]) == richest
    check_plan("blue", plan, OWN, 0)
