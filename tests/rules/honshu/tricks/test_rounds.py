"""Rounds: hands, passing, dealing, and where the cards of the box go."""

import pytest

from companion.errors import InputError
from companion.rules.honshu.tricks import ROUNDS, get_round


def test_hands_are_passed_or_dealt_between_rounds() -> None:
    assert [get_round(number, 4).hand for number in ROUNDS] == [6, 5, 4, 3, 2, 1] * 2
    after = {3: "pass-left", 6: "deal", 9: "pass-right", 12: "score"}
    assert [get_round(number, 3).after for number in ROUNDS] == [after.get(number) for number in ROUNDS]
    for number in list(ROUNDS)[1:]:
        assert get_round(number, 3).before == get_round(number - 1, 3).after
    assert get_round(1, 3).before == "set-up"


@pytest.mark.parametrize(("players", "used"), [(2, 48), (3, 36), (4, 48), (5, 60)])
def test_a_game_uses_36_to_60_cards_by_players(players: int, used: int) -> None:
    last = get_round(12, players)
    drawn_in_it = 2 if players == 2 else 0
    assert 60 - last.draw_pile + drawn_in_it == used


def test_each_round_says_who_starts() -> None:
    assert get_round(1, 3).starts == "order-card"
    assert get_round(7, 3).starts == "last-trick"
    assert {get_round(number, 2).starts for number in ROUNDS} == {"together"}


def test_a_round_is_described_in_words() -> None:
    assert [str(said) for said in get_round(3, 4).text] == [
        "Each player holds 4 cards.",
        "Whoever played the highest value in round 2 starts.",
        "After it, the three cards left in hand go to the neighbour on the left.",
    ]
    assert "to the other player" in str(get_round(10, 2).text[0])


@pytest.mark.parametrize(("number", "players"), [(0, 3), (13, 3), (1, 1), (1, 6), (-1, 3)])
def test_rounds_and_players_out_of_range_are_refused(number: int, players: int) -> None:
    with pytest.raises(InputError):
        get_round(number, players)
