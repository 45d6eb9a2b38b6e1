from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.hogen.cards import CARDS, CLANS, RANKS, Card
from companion.rules.hogen import game


def is_palace(cards: tuple[Card, ...]) -> bool:
    return {card.clan for card in cards} == set(CLANS) and {card.rank for card in cards} == set(RANKS)


def partial_palaces(opened: tuple[Card, ...] = ()) -> set[frozenset[Card]]:
    """Every set of cards that can lie open on the way to a palace."""
    found = {frozenset(opened)}
    for card in CARDS:
        if all(card.clan != other.clan and card.rank != other.rank for other in opened):
            found |= partial_palaces((*opened, card))
    return found


def test_no_way_to_open_the_palace_is_a_dead_end() -> None:
    """All 209 sets that can lie open: the cards that still fit are many enough, and none can have gone under.

    A card goes under only when it shares a trait with one that lies open at that moment, and whatever
    lies open stays open; so a card that fits now has never gone under and is still to be turned.
    """
    ways = partial_palaces()
    assert len(ways) == 209
    for opened in ways:
        fitting = [c for c in CARDS if all(c.clan != o.clan and c.rank != o.rank for o in opened)]
        assert len(fitting) == (4 - len(opened)) ** 2
        for earlier in ways:
            if earlier <= opened:
                assert all(c.clan != o.clan and c.rank != o.rank for c in fitting for o in earlier)


def fit(card: Card, opened: list[Card]) -> bool:
    return all(card.clan != other.clan and card.rank != other.rank for other in opened)


def test_every_order_that_matters_opens_a_palace() -> None:
    """All 3,456: a first card, a second that fits it, and every order of the four that fit both.

    Any other card turned up shares a trait with the first or the second and goes under: where it stands
    in the pile decides nothing (``test_cards_that_go_under_decide_nothing``).
    """
    orders = 0
    for first in CARDS:
        for second in (card for card in CARDS if fit(card, [first])):
            free = [card for card in CARDS if fit(card, [first, second])]
            assert len(free) == 4
            under = [card for card in CARDS if card not in (first, second, *free)]
            for order in permutations(free):
                orders += 1
                palace, rest = game.open_palace([first, second, *under, *order])
                assert is_palace(palace)
                assert len({*palace, *rest}) == 16
    assert orders == 16 * 9 * 24


@settings(deadline=None)
@given(st.permutations(CARDS))
def test_cards_that_go_under_decide_nothing(order: list[Card]) -> None:
    palace, _ = game.open_palace(order)
    second = palace[1]
    inert = [card for card in order if card not in palace[:2] and not fit(card, list(palace[:2]))]
    kept = [card for card in order if card not in inert and card not in palace[:2]]
    assert game.open_palace([palace[0], second, *inert, *kept])[0] == palace


@settings(deadline=None)
@given(st.permutations(CARDS))
def test_the_palace_opens_from_any_order(order: list[Card]) -> None:
    palace, rest = game.open_palace(order)
    assert is_palace(palace)
    assert set(palace) | set(rest) == set(CARDS)
    assert len(rest) == 12
    assert order.index(palace[0]) == 0


def test_a_card_that_went_under_binds_nothing() -> None:
    """Taira1 goes under for its rank; the clan Taira is still to be opened by Taira2."""
    cards = {str(card): card for card in CARDS}
    order = [cards["Minamoto1"], cards["Taira1"], cards["Taira2"], cards["Fujiwara3"], cards["Tachibana4"]]
    order += [card for card in CARDS if card not in order]
    palace, rest = game.open_palace(order)
    assert palace == (cards["Minamoto1"], cards["Taira2"], cards["Fujiwara3"], cards["Tachibana4"])
    assert rest[-1] == cards["Taira1"]


@pytest.mark.parametrize(("players", "each"), [(3, 4), (4, 3)])
def test_twelve_cards_are_dealt_evenly(players: int, each: int) -> None:
    starters = set()
    for seed in range(60):
        dealt = game.deal(players, Random(seed))
        assert is_palace(dealt.palace)
        assert [len(cards) for cards in dealt.dealt.values()] == [each] * players
        every = [*dealt.palace, *(card for cards in dealt.dealt.values() for card in cards)]
        assert sorted(map(str, every)) == sorted(map(str, CARDS))
        starters.add(dealt.starts)
    assert starters == set("ABCD"[:players])


def test_the_same_chance_deals_the_same_table() -> None:
    assert game.deal(4, Random("friday")) == game.deal(4, Random("friday"))
