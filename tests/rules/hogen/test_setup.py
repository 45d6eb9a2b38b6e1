from itertools import permutations
from random import Random

import pytest

from companion.data.hogen import CARDS, CLANS, RANKS, Samurai
from companion.rules.hogen import game


def is_palace(cards: tuple[Samurai, ...]) -> bool:
    return {card.clan for card in cards} == set(CLANS) and {card.rank for card in cards} == set(RANKS)


def fits(card: Samurai, opened: list[Samurai]) -> bool:
    return all(card.clan != other.clan and card.rank != other.rank for other in opened)


def test_every_order_that_matters_opens_a_palace() -> None:
    """All 3,456: a first card, a second that fits it, and every order of the four that fit both.

    Any other card turned up shares a trait with the first or the second and goes under.
    """
    orders = 0
    for first in CARDS:
        for second in (card for card in CARDS if fits(card, [first])):
            free = [card for card in CARDS if fits(card, [first, second])]
            assert len(free) == 4
            under = [card for card in CARDS if card not in (first, second, *free)]
            for order in permutations(free):
                orders += 1
                palace, rest = game.open_palace([first, second, *under, *order])
                assert is_palace(palace)
                assert len({*palace, *rest}) == 16
    assert orders == 16 * 9 * 24


def test_a_card_put_under_the_pile_keeps_no_other_from_the_palace() -> None:
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
        assert [len(cards) for cards in dealt.hands.values()] == [each] * players
        every = [*dealt.palace, *(card for cards in dealt.hands.values() for card in cards)]
        assert sorted(map(str, every)) == sorted(map(str, CARDS))
        starters.add(dealt.first_seat)
    assert starters == set("ABCD"[:players])
