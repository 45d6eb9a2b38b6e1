"""Plans: one card a space, blanks, empty spaces only when cards are short."""

from companion.rules.shogun.round.actions import ACTIONS
from companion.rules.shogun.round.bids import NO_BID, Bid
from companion.rules.shogun.round.planning import Plan, plan_faults

OWNED = ("Aki", "Bingo", "Kai", "Omi", "Izu", "Hida", "Tosa")


def plan(*cards: str | int | None, bid: str | int | None) -> Plan:
    def card(value: str | int | None) -> Bid:
        if value is None:
            return NO_BID
        return Bid(province=value) if isinstance(value, str) else Bid(chests=value)

    return Plan(dict(zip(ACTIONS, map(card, cards), strict=True)), card(bid))


def test_a_plan_that_may_be_laid() -> None:
    good = plan(*OWNED, 0, 1, 2, bid=3)
    assert plan_faults(good, OWNED) == ()
    assert good.province("castle") == "Aki"
    assert good.province("combat-b") is None


def test_a_card_lies_once() -> None:
    (fault,) = plan_faults(plan(*OWNED, "Aki", 1, 2, bid=3), OWNED)
    assert str(fault) == "There is only one card of this: the card of Aki."
    assert plan_faults(plan(*OWNED, 1, 1, 2, bid=3), OWNED)
    assert plan_faults(plan(*OWNED, 0, 1, 2, bid=2), OWNED)


def test_only_ones_own_provinces() -> None:
    faults = plan_faults(plan(*OWNED[:6], "Kozuke", 0, 1, 2, bid=3), OWNED)
    assert [str(fault) for fault in faults] == ["Kozuke is not the player's."]


def test_spaces_stay_empty_only_when_cards_are_short() -> None:
    assert plan_faults(plan(*OWNED, None, 1, 2, bid=3), OWNED)
    few = OWNED[:3]
    assert plan_faults(plan(*few, 0, 1, 2, 3, 4, None, None, bid=None), few) == ()
    assert plan_faults(plan(*few, 0, 1, 2, 3, None, None, None, bid=None), few)


def test_every_action_has_its_card() -> None:
    assert (
        plan_faults(Plan({}, Bid(chests=0)), OWNED)[0].said()
        == "No card is planned for the action: build a castle."
    )
