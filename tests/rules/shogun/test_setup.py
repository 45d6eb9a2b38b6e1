"""What is laid out before a game; the draft: open cards, the pile, and the same two twice."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun.facts import Side, facts, shares
from companion.errors import InputError, Refused
from companion.rules.shogun.realm import Belongings, Land, SeededDraws
from companion.rules.shogun.setup import (
    LETTERS,
    PILE,
    Draft,
    begin_draft,
    build_fixed_lands,
    build_realm,
    prepare_game,
    shuffle_letters,
    shuffle_provinces,
    take_province,
    with_routes,
)

COLOURS = ("blue", "yellow", "red", "black", "purple")


@pytest.mark.parametrize(
    ("players", "chests", "groups", "left"),
    [(3, 18, "5 4 4 3 3 2 2 2 2", 10), (4, 15, "5 4 4 3 3 2 2 2", 13), (5, 12, "5 4 4 3 3 2 2", 10)],
)
@pytest.mark.parametrize("side", Side)
def test_each_player_takes_chests_and_army_groups(
    side: Side, players: int, chests: int, groups: str, left: int
) -> None:
    preparation = prepare_game(facts(), side, players)
    assert preparation.chests == chests
    assert " ".join(map(str, preparation.groups)) == groups
    assert preparation.stack == left
    assert len(preparation.other_side) == 8
    assert len(preparation.cards) == (37 if players == 3 else 45)
    assert preparation.tower == (7, 10)
    assert not set(preparation.cards) & set(preparation.other_side)


def test_eight_provinces_are_left_out_with_three_players() -> None:
    sun = prepare_game(facts(), Side.SUN, 3).left_out
    assert sun == ("Awa-Boso", "Echigo", "Iwami", "Izumo", "Kazusa", "Mutsu", "Sanuki", "Tosa")
    moon = prepare_game(facts(), Side.MOON, 3).left_out
    assert moon == ("Aki", "Hitachi", "Iwami", "Iyo", "Mutsu", "Shimosa", "Shimotsuke", "Tosa")
    assert prepare_game(facts(), Side.SUN, 4).left_out == ()


@pytest.mark.parametrize("players", [0, 2, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(InputError, match="for 3, 4 or 5 players"):
        prepare_game(facts(), Side.SUN, players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_fixed_set_up_builds_the_board(players: int) -> None:
    lands = build_fixed_lands(facts(), COLOURS[:players])
    realm = build_realm(facts().board(Side.SUN), COLOURS[:players], lands, {"blue": 3, "green": 4})
    assert realm.lands["Suruga" if players == 3 else "Yamato" if players == 4 else "Sagami"] == Land("blue", 5)
    armies = 27 if players == 3 else 25 if players == 4 else 23
    assert realm.count_armies("blue") == armies
    assert realm.seats["blue"].supply == 62 - 3 - armies
    assert realm.stock.green == 16
    assert realm.stock.chests == 135 - players * {3: 18, 4: 15, 5: 12}[players]


def test_an_impossible_board_is_refused_but_more_chests_are_stand_ins() -> None:
    board = facts().board(Side.SUN)
    stock = build_realm(board, COLOURS[:3], {}, {}, {player: Belongings(0, 50) for player in COLOURS[:3]}).stock
    assert (stock.chests, stock.more_chests) == (0, 15)
    with pytest.raises(Refused, match="Tosa is out with three players"):
        build_realm(board, COLOURS[:3], {"Tosa": Land("blue", 1)}, {})
    with pytest.raises(Refused, match="Blue has 60 armies on the board: with those in tower and tray more than 62"):
        build_realm(board, COLOURS[:3], {"Kai": Land("blue", 60)}, {"blue": 3})


def test_sea_routes_can_be_edited() -> None:
    board = with_routes(facts().board(Side.MOON), [("Tosa", "Kii")], [("Izu", "Shima")])
    assert "Tosa" in board.neighbours["Kii"]
    assert "Izu" not in board.neighbours["Shima"]
    with pytest.raises(InputError, match="'Nara' is not a province"):
        with_routes(board, [("Nara", "Kii")], [])
    with pytest.raises(InputError, match="No sea route joins Aki and Bingo"):
        with_routes(board, [], [("Aki", "Bingo")])


def test_who_has_which_fixed_set_up_is_drawn() -> None:
    drawn = {shuffle_letters(3, SeededDraws(str(seed))) for seed in range(60)}
    assert drawn == set(map("".join, permutations(LETTERS[:3])))
    by_seats, turned = (build_fixed_lands(facts(), COLOURS[:3], letters) for letters in ("ABC", "CAB"))
    following = dict(zip(COLOURS[:3], (*COLOURS[1:3], COLOURS[0]), strict=True))
    for name, land in by_seats.items():
        assert turned[name] == replace(land, owner=following[str(land.owner)])


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
