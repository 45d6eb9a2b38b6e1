"""Tricks: the booklet's example, the colour of the cubes, the variant for two players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import Play, parse_plays
from companion.errors import Refused
from companion.rules.honshu.tricks import resolve_pair_trick, resolve_trick


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
        (["1"], "three to five players, not 1"),
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
