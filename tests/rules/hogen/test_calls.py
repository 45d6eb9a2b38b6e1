from random import Random

import pytest

from companion.data.hogen.calls import CALLS, Call
from companion.data.hogen.cards import CARDS, CLANS, RANKS, Card
from companion.rules.hogen import calls
from companion.rules.hogen.game import Game
from companion.rules.hogen.setup import deal
from tests.rules.hogen.played import dealt


@pytest.mark.parametrize("rallied", CARDS, ids=str)
def test_all_calls_against_all_samurai(rallied: Card) -> None:
    """16 samurai x 24 calls, each judged by the booklet's own words."""
    for clan in CLANS:
        assert calls.may_call(Call(clan=clan), rallied) == (clan != rallied.clan)
    for rank in RANKS:
        assert calls.may_call(Call(rank=rank), rallied) == (rank != rallied.rank)
    for clan in CLANS:
        for rank in RANKS:
            traits_of_mine = [clan == rallied.clan, rank == rallied.rank].count(True)
            assert calls.may_call(Call(clan, rank), rallied) == (traits_of_mine == 1)
    assert len(calls.calls_with(rallied)) == 12
    assert not calls.may_call(Call(rallied.clan, rallied.rank), rallied)


def test_there_are_24_calls() -> None:
    assert len(set(CALLS)) == len(CALLS) == 24


@pytest.mark.parametrize("rallied", CARDS, ids=str)
def test_a_call_never_dead_ends(rallied: Card) -> None:
    """Whatever single samurai another still holds, a call of one trait is open that finds it."""
    for held in CARDS:
        if held != rallied:
            finding = [c for c in calls.calls_with(rallied) if not c.both and c.matches(held)]
            assert finding


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("ruling", ["caller", "table"])
def test_after_any_failures_an_answered_call_is_left(players: int, ruling: str) -> None:
    """Real tables: let every call fail that can, and accuse wrongly in between; one that finds is left."""
    for seed in range(40):
        chance = Random(seed)
        game = dealt(players, chance, failed_call=ruling)
        while game.turn.active is not None and len(game.turn.wrong) < players - 1:
            caller = game.turn.active
            game = _all_failures(game, caller)
            open_calls = [
                c for c in calls.calls_with(game.rallied[caller]) if not game.turn.barred(caller, c)
            ]
            assert open_calls
            assert all(len(game.call(caller, call)) < players for call in open_calls)
            wrong = {s: game.rallied[t] for s, t in zip(*_shifted(game, caller), strict=True)}
            game = game.after(game.accuse(caller, wrong))


def _all_failures(game: Game, caller: str) -> Game:
    for call in calls.calls_with(game.rallied[caller]):
        heard = game.call(caller, call)
        if len(heard) == len(game.turn.seats) and not game.turn.barred(caller, call):
            for event in heard:
                assert game.why_not(event) is None
                game = game.after(event)
    return game


def _shifted(game: Game, caller: str) -> tuple[str, str]:
    others = game.turn.seats.replace(caller, "")
    return others, others[1:] + others[:1]


def test_a_match_is_looked_for_in_hands_going_left() -> None:
    table = deal(3, Random(1))
    hands = {seat: cards[1:] for seat, cards in table.dealt.items()}
    for call in CALLS:
        first = calls.first_with(call, "BCA", hands)
        holding = [seat for seat in "BCA" if any(call.matches(card) for card in hands[seat])]
        assert first == (holding[0] if holding else None)


def test_calls_in_words() -> None:
    assert str(calls.said_call(Call(clan="Taira"))) == "clan Taira"
    assert str(calls.said_call(Call(rank=2))) == "rank 2"
    assert str(calls.said_call(Call("Taira", 2))) == "Taira of rank 2"
