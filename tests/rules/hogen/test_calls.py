from collections.abc import Iterable
from itertools import combinations, product
from random import Random

import pytest

from companion.data.hogen.cards import CALLS, CARDS, CLANS, RANKS, Call, Card
from companion.rules.hogen import game as rules
from companion.rules.hogen.game import deal


@pytest.mark.parametrize("rallied", CARDS, ids=str)
def test_a_caller_may_not_call_a_trait_of_the_rallied_samurai(rallied: Card) -> None:
    """16 samurai x 24 calls, each judged by the booklet's own words."""
    for clan in CLANS:
        assert rules.may_call(Call(clan=clan), rallied) == (clan != rallied.clan)
    for rank in RANKS:
        assert rules.may_call(Call(rank=rank), rallied) == (rank != rallied.rank)
    for clan in CLANS:
        for rank in RANKS:
            traits_of_mine = [clan == rallied.clan, rank == rallied.rank].count(True)
            assert rules.may_call(Call(clan, rank), rallied) == (traits_of_mine == 1)
    assert len(rules.list_open_calls(rallied)) == 12
    assert not rules.may_call(Call(rallied.clan, rallied.rank), rallied)


def test_a_match_is_looked_for_in_hands_going_left() -> None:
    table = deal(3, Random(1))
    hands = {seat: cards[1:] for seat, cards in table.dealt.items()}
    for call in CALLS:
        first = rules.find_answering_seat(call, "BCA", hands)
        holding = [seat for seat in "BCA" if any(call.matches(card) for card in hands[seat])]
        assert first == (holding[0] if holding else None)


def find_unshared_traits(cards: Iterable[Card], rallied: Card) -> set[object]:
    """Traits of some samurai that the caller's own does not have: the only calls that can find them."""
    return {t for card in cards for t in (card.clan, card.rank)} - {rallied.clan, rallied.rank}


def has_one(card: Card, of: set[object]) -> bool:
    return card.clan in of or card.rank in of


@pytest.mark.parametrize(("players", "size"), [(3, 3), (4, 2)])
def test_the_last_caller_is_never_stuck_by_the_calls_of_all_others(players: int, size: int) -> None:
    """Ruling ``failed-call=table``: all others called without success and then accused wrongly.

    Exhaustive: whatever they hold, no cards exist with which everything the last one may call, and would
    find, has failed before. One rallied samurai stands for all sixteen, as clans and ranks are alike.
    """
    last = CARDS[0]

    def stuck(hands: list[tuple[Card, ...]], left: list[Card]) -> bool:
        failed = [find_unshared_traits(hand, last) for hand in hands]
        for one, traits in enumerate(failed):
            # A call that failed for the owner of a hand finds nothing in any other hand.
            if any(has_one(card, traits) for at, hand in enumerate(hands) if at != one for card in hand):
                return False
        if len(hands) < players - 1:
            return any(
                stuck([*hands, hand], [card for card in left if card not in hand]) for hand in combinations(left, size)
            )
        free = [card for card in left if not has_one(card, set().union(*failed))]
        return any(
            _could_all_have_called(hands, failed, [card for card in left if card not in own], last)
            for own in combinations(free, size)
        )

    assert not stuck([], [card for card in CARDS if card != last])


def _could_all_have_called(
    hands: list[tuple[Card, ...]], failed: list[set[object]], left: list[Card], last: Card
) -> bool:
    """Whether the others' rallied samurai can be such that they called all that the last one needs."""
    options = []
    for hand, traits in zip(hands, failed, strict=True):
        pairs = [Call(card.clan, card.rank) for card in hand if may_both(card, last)]
        options.append(
            [card for card in left if not has_one(card, traits) and all(rules.may_call(pair, card) for pair in pairs)]
        )
    return any(len(set(chosen)) == len(chosen) for chosen in product(*options))


def may_both(card: Card, rallied: Card) -> bool:
    """Whether a samurai can be called by clan and rank."""
    return rules.may_call(Call(card.clan, card.rank), rallied)


@pytest.mark.parametrize("rallied", CARDS[:3], ids=str)
def test_every_call_says_why(rallied: Card) -> None:
    reasons = {
        False: {"A clan or a rank called", "That is your rallied samurai", "Of a clan and a rank"},
        True: {"It has nothing in common", "Clan or rank is that of your rallied"},
    }
    for call in CALLS:
        said = str(rules.explain_call(call, rallied))
        assert any(said.startswith(start) for start in reasons[rules.may_call(call, rallied)]), call
