"""Tricks, the booklet's example among them, with the variant for two; and rounds: hands, passing, dealing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import Play, parse_plays
from companion.errors import InputError, Refused
from companion.rules.honshu.tricks import ROUNDS, get_round, resolve_pair_trick, resolve_trick


def test_the_booklet_trick_gives_its_player_order() -> None:
    trick = resolve_trick(parse_plays(["Jack=11", "Mary=29+b", "Chris=57+b", "Lisa=59"]))
    assert trick.colour is Colour.BLUE
    assert [play.value for play in trick.plays] == [11, 89, 117, 59]
    assert [trick.plays[at].player for at in trick.order] == ["Chris", "Mary", "Lisa", "Jack"]
    assert [play.player for play in resolve_trick(parse_plays(["11", "29+b", "57"])).plays] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("plays", "message"),
    [
        (["1", "2+b", "3+y"], "all cubes of a trick are of one colour"),
        (["1", "2+bb", "3"], "one at most"),
        (["1", "2"], "three to five players, not 2"),
        (["1", "2", "3", "4", "5", "6"], "three to five players, not 6"),
    ],
)
def test_a_trick_against_the_rules_is_refused(plays: list[str], message: str) -> None:
    with pytest.raises(Refused, match=message) as refusal:
        resolve_trick(parse_plays(plays))
    assert refusal.value.remedy == ("two players" if len(plays) == 2 else "")


@given(st.lists(st.integers(1, 60), min_size=3, max_size=5, unique=True), st.data())
def test_order_is_by_value_and_nobody_ties(cards: list[int], data: st.DataObject) -> None:
    cubes = data.draw(st.lists(st.booleans(), min_size=len(cards), max_size=len(cards)))
    trick = resolve_trick(
        [
            Play(str(at), card, (Colour.GREY,) if cube else ())
            for at, (card, cube) in enumerate(zip(cards, cubes, strict=True))
        ]
    )
    values = [trick.plays[at].value for at in trick.order]
    assert values == sorted(set(values), reverse=True)
    assert sorted(trick.order) == list(range(len(cards)))


@pytest.mark.parametrize(("lower", "chooser"), [("Anna=12", 1), ("Anna=12+bg", 0)])
def test_two_cubes_of_any_colours_let_the_lower_choose(lower: str, chooser: int) -> None:
    pairs = resolve_pair_trick(parse_plays([lower, "Ben=47"]), (5, 33))
    assert (pairs.higher_card, pairs.chooser) == (1, chooser)


@pytest.mark.parametrize(
    ("plays", "pile", "message"),
    [
        (["12", "47+bg"], None, "chooses without removing cubes"),
        (["12+b", "47"], None, "exactly two"),
        (["12+bbb", "47"], None, "exactly two"),
        (["12", "47"], (12, 3), "appears twice"),
        (["12", "47"], (3, 3), "appears twice"),
    ],
)
def test_a_trick_of_two_against_the_rules_is_refused(
    plays: list[str], pile: tuple[int, int] | None, message: str
) -> None:
    with pytest.raises(Refused, match=message):
        resolve_pair_trick(parse_plays(plays), pile)


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
