from functools import reduce
from random import Random

import pytest

from companion.data.hogen import CALLS, CARDS, CLANS, RANKS, Call, Samurai
from companion.rules.hogen import game as rules
from companion.rules.hogen.game import deal
from tests.play.hogen.random_play import play_at_random


@pytest.mark.parametrize("rallied", CARDS, ids=str)
def test_a_caller_may_not_call_a_trait_of_the_rallied_samurai(rallied: Samurai) -> None:
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
    hands = {seat: cards[1:] for seat, cards in table.hands.items()}
    for call in CALLS:
        first = rules.find_answering_seat(call, "BCA", hands)
        holding = [seat for seat in "BCA" if any(call.matches(card) for card in hands[seat])]
        assert first == (holding[0] if holding else None)


@pytest.mark.parametrize("players", [3, 4])
def test_the_last_caller_is_never_stuck_by_the_calls_of_all_others(players: int) -> None:
    """Ruling ``failed-call=table``: each lets every call fail that can, and accuses wrongly; one that finds is left."""
    for seed in range(40):
        game = play_at_random(players, Random(seed), players, **{"failed-call": "table"}).state.game
        while game.turn.active is not None and len(game.turn.wrong_seats) < players - 1:
            caller = game.turn.active
            for call in rules.list_open_calls(game.rallied[caller]):
                heard = game.announce_call(caller, call)
                if len(heard) == players and not game.turn.is_barred(caller, call):
                    game = reduce(lambda now, event: now.apply(event), heard, game)
            left = [c for c in rules.list_open_calls(game.rallied[caller]) if not game.turn.is_barred(caller, c)]
            assert left
            assert all(len(game.announce_call(caller, call)) < players for call in left)
            others = game.turn.seats.replace(caller, "")
            wrong = dict(zip(others, (game.rallied[seat] for seat in others[1:] + others[:1]), strict=True))
            game = game.apply(game.judge_accusation(caller, wrong))
