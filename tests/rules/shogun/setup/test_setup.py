"""What is laid out before a game."""

from dataclasses import replace
from itertools import permutations

import pytest

from companion.data.shogun.facts import Side, facts
from companion.errors import InputError, Refused
from companion.rules.shogun.realm import Belongings, Land, SeededDraws
from companion.rules.shogun.setup import (
    LETTERS,
    build_fixed_lands,
    build_realm,
    prepare_game,
    shuffle_letters,
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
