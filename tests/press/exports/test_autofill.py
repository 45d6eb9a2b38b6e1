"""Orders for MPC Autofill, by the published schema: at most 612 cards each, slots from nought."""

from xml.etree import ElementTree

import pytest

from companion.press.exports import format_orders


@pytest.mark.parametrize(
    ("count", "quantities", "brackets"),
    [(1, ["1"], ["18"]), (54, ["54"], ["55"]), (612, ["612"], ["612"]), (613, ["612", "1"], ["612", "18"])],
)
def test_an_order_has_the_bracket_that_holds_its_cards(count: int, quantities: list[str], brackets: list[str]) -> None:
    fronts = [f"fronts/{number}.png" for number in range(count)]
    made = [ElementTree.fromstring(order) for order in format_orders(fronts, ["backs/back.png"])]
    assert [order.findtext("details/quantity") for order in made] == quantities
    assert [order.findtext("details/bracket") for order in made] == brackets
    assert [order.find("backs") for order in made] == [None] * len(made)
    for order in made:
        slots = [str(card.findtext("slots")) for card in order.findall("fronts/card")]
        assert slots == [str(slot) for slot in range(len(slots))]
        assert order.findtext("cardback") == "./backs/back.png"


def test_each_back_of_its_own_lies_in_the_slot_of_its_front_and_a_blank_one_in_none() -> None:
    (order,) = format_orders(["fronts/a é.png", "fronts/b.png", "fronts/c.png"], ["backs/a é.png", "backs/c.png"])
    backs = ElementTree.fromstring(order).findall("backs/card")
    placed = [(back.findtext("id"), back.findtext("slots")) for back in backs]
    assert placed == [("./backs/a é.png", "0"), ("./backs/c.png", "2")]
    (order,) = format_orders(["fronts/a.png"], [])
    assert ElementTree.fromstring(order).find("cardback") is None
