"""The draft: open cards, the pile, and the same two twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.facts import Side, facts, shares
from companion.errors import Refused
from companion.rules.shogun.realm import Land, SeededDraws
from companion.rules.shogun.setup import PILE, Draft, begin_draft, shuffle_provinces, take_province

PLAYERS = ("red", "blue", "yellow")
CARDS = tuple(sorted(facts().board(Side.SUN).list_provinces_in_play(3)))


def take_card(draft: Draft, card: str, group: int) -> Draft:
    assert draft.player is not None
    return take_province(draft, draft.player, card, group)


def test_an_open_card_is_replaced_from_the_pile() -> None:
    draft = begin_draft(CARDS, PLAYERS)
    assert (draft.open, draft.player) == (CARDS[:2], "red")
    draft = take_card(draft, CARDS[0], 5)
    assert (draft.open, draft.pile) == ((CARDS[1], CARDS[2]), CARDS[3:])
    assert draft.lands[CARDS[0]] == Land("red", 5)
    assert draft.groups["red"] == (4, 4, 3, 3, 2, 2, 2, 2)


def test_the_same_two_twice_go_under_the_pile() -> None:
    draft = begin_draft(CARDS, PLAYERS)
    for _ in range(2):
        draft = take_card(draft, PILE, 2)
        assert draft.buried == ()
        assert draft.open == CARDS[:2]
    draft = take_card(draft, PILE, 2)
    # Red faces the first two again: they go under the pile, and two new ones are opened.
    assert draft.player == "red"
    assert draft.buried == CARDS[:2]
    assert draft.open == CARDS[5:7]
    assert draft.pile[-2:] == CARDS[:2]
    # Blue faced the old two the last time, and the new ones now for the first.
    draft = take_card(draft, PILE, 2)
    assert draft.buried == ()


def test_a_card_or_group_that_may_not_be_taken_is_refused() -> None:
    draft = begin_draft(CARDS, PLAYERS)
    for player, card, group, message in [
        ("blue", PILE, 5, "It is Red's turn, not Blue's."),
        ("red", CARDS[9], 5, f"{CARDS[9]} is not open"),
        ("red", PILE, 1, "Red has no group of 1 left"),
    ]:
        with pytest.raises(Refused, match=message):
            take_province(draft, player, card, group)


def test_the_last_card_of_the_pile_is_taken_and_then_there_is_none() -> None:
    draft = take_card(begin_draft(CARDS[:3], PLAYERS), PILE, 5)
    assert draft.lands == {CARDS[2]: Land("red", 5)}
    assert (draft.player, draft.open, draft.pile) == ("blue", CARDS[:2], ())
    with pytest.raises(Refused, match="The pile is empty"):
        take_card(draft, PILE, 5)
    draft = take_card(draft, CARDS[0], 5)
    assert draft.lands[CARDS[0]] == Land("blue", 5)
    assert (draft.player, draft.open, draft.pile) == ("yellow", (CARDS[1],), ())


@settings(max_examples=25, deadline=None)
@given(players=st.integers(3, 5), side=st.sampled_from(Side), seed=st.text(max_size=4), data=st.data())
def test_any_draft_ends_with_all_groups_placed(players: int, side: Side, seed: str, data: st.DataObject) -> None:
    colours = ("blue", "yellow", "red", "black", "purple")[:players]
    cards = shuffle_provinces(facts().board(side).list_provinces_in_play(players), SeededDraws(seed))
    draft = begin_draft(cards, colours)
    while draft.player is not None:
        assert len(draft.open) == 2
        assert draft.player == colours[draft.turn % players]
        card = data.draw(st.sampled_from((*draft.open, PILE)))
        draft = take_card(draft, card, draft.groups[draft.player][0])
        seen = {*draft.pile, *draft.open, *draft.lands}
        assert seen == set(cards)
    assert len(draft.lands) == players * len(shares()[players].groups)
    for colour in colours:
        armies = sorted((land.armies for land in draft.lands.values() if land.owner == colour), reverse=True)
        assert tuple(armies) == shares()[players].groups
    with pytest.raises(Refused, match="the draft is over"):
        take_province(draft, colours[0], PILE, 5)
