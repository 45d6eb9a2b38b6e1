"""A board as people type it."""

import pytest

from companion.data.shogun.facts import Side, facts
from companion.errors import InputError
from companion.rules.shogun.realm import Land
from companion.rules.shogun.score import FinishedBoard, parse_finished_board

SUN = facts().board(Side.SUN)
EXPECTED = {"Kai": Land("blue", 0, ("castle",)), "Omi": Land("red", 0, ("castle", "temple", "theatre"))}


def parse(text: str, players: int | None = None) -> FinishedBoard:
    return parse_finished_board(text, SUN, players, "board.txt")


@pytest.mark.parametrize(
    "text",
    [
        "Kai blue castle\nOmi red castle temple theatre\n",
        "# board\nkai\tBlue\tc\n\nOMI\trouge\tctn # all\n",
        "province,owner,buildings\nKai,blue,castle\nOmi,red,castle+temple+theatre\n",
        "Province;Propriétaire;Bâtiments\nKai;bleu;château\nOmi;rouge;village, temple, théâtre nô\n",
        "Omi red c t n\nKai blue c\nAki neutral\nIzu -\n",
        "province;owner;buildings\nKai;blue;c\nOmi;red;n t c\n",
    ],
)
def test_one_board_can_be_written_in_several_ways(text: str) -> None:
    assert parse(text).lands == EXPECTED


def test_a_board_has_amounts_for_each_player() -> None:
    assert parse("Kai blue\npoints blue=23, red=19\nchests,blue=4,red=2\n").chests == {"blue": 4, "red": 2}
    assert set(parse("Awa Boso,blue,castle\nAwa Shikoku;red\n").lands) == {"Awa-Boso", "Awa-Shikoku"}
    full = parse("province owner armies markers buildings\nKai blue 3 1 castle\n")
    assert full.lands == {"Kai": Land("blue", 3, ("castle",), 1)}
    found = parse("Kai blue c\npoints blue=23 yellow=19\ncoffres bleu=4\nrice blue=2\n")
    assert found.points == {"blue": 23, "yellow": 19}
    assert found.chests == {"blue": 4}
    assert found.rice == {"blue": 2}
    assert found.players == ("blue", "yellow")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("Kai blue\nKay red\n", "row 2, column province", "'Kay' is not a province; did you mean Kai?"),
        ("Awa blue\n", "row 1, column province", "did you mean Awa-Boso, Awa-Shikoku"),
        ("Xyzzy blue\n", "row 1, column province", "'Xyzzy' is not a province; expected a name"),
        ("Kai blue\n# x\nKai red\n", "row 3, column province", "'Kai' appears twice."),
        ("Kai green\n", "row 1, column owner", "belong to no player"),
        ("Kai blue barn\n", "row 1, column buildings", "'barn' is not a building"),
        ("Omi blue c c\n", "row 1, column buildings", "'c' appears twice"),
        ("Kai blue c t\n", "row 1, column buildings", "building sites in Kai: 1; buildings named: 2."),
        ("Kai - c\n", "row 1, column owner", "nobody owns Kai, yet there is something on it."),
        ("province,who\n", "row 1, column 2", "'who' is not a column"),
        ("province,owner,joueur\nKai,blue,red\n", "row 1, column 3", "The column owner is named twice."),
        ("province,buildings\nKai,c\n", "row 1", "The column owner is missing."),
        ("province,owner,armies\nKai,blue,99\n", "row 2, column armies", "a whole number from 0 to 62, not '99'"),
        ("points blue\nKai blue\n", "row 1", "write a colour and a number, such as blue=4"),
        ("points blue=1 blue=2\n", "row 1", "named twice"),
        ("points blue=x\n", "row 1", "expected a whole number"),
        ("", "", "nobody owns a province here"),
    ],
)
def test_a_faulty_board_is_refused_with_its_place(text: str, place: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert str(error.value).startswith("board.txt")
    assert place in str(error.value)
    assert said in str(error.value)


def test_provinces_left_out_with_three_are_refused() -> None:
    assert parse("Tosa blue\n").players == ("blue",)
    with pytest.raises(InputError, match="'Tosa' is left out with three players"):
        parse("Tosa blue\n", players=3)


def test_more_owners_than_players_are_refused() -> None:
    text = "Kai blue\nOmi red\nSettsu yellow\nHida black\n"
    assert len(parse(text, players=4).players) == 4
    with pytest.raises(InputError, match=r"4 players are named, and only 3 play: Blue, .* and Black\."):
        parse(text, players=3)


def test_more_building_tiles_than_the_box_holds_are_refused() -> None:
    text = "\n".join(f"{name} blue temple" for name in SUN.provinces)
    with pytest.raises(InputError, match="'temple' appears 45 times; the box holds 26"):
        parse(text)
