"""Points: lines that add up, majorities with their ties, the final ranking; a board as people type it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.shogun.facts import REGIONS, Side, facts
from companion.errors import InputError
from companion.rules.shogun.realm import BUILDINGS, Land
from companion.rules.shogun.score import (
    MAJORITIES,
    FinishedBoard,
    find_majorities,
    parse_finished_board,
    rank_players,
    score_board,
)

PLAYERS = ("blue", "red", "yellow")
SUN, MOON = facts().board(Side.SUN), facts().board(Side.MOON)
LANDS = st.dictionaries(
    st.sampled_from(sorted(SUN.provinces)),
    st.builds(
        Land,
        owner=st.sampled_from(PLAYERS),
        armies=st.integers(1, 5),
        buildings=st.sets(st.sampled_from(BUILDINGS)).map(
            lambda kinds: tuple(kind for kind in BUILDINGS if kind in kinds)
        ),
    ),
)


def build_lands(**owners: tuple[str, ...]) -> dict[str, Land]:
    """Provinces of the red region (Sun) with buildings: ``Omi=("blue", "castle")``."""
    return {name: Land(owner, 1, tuple(kinds)) for name, (owner, *kinds) in owners.items()}


def find_leaders(lands: dict[str, Land], kind: str) -> tuple[tuple[str, ...], int]:
    found = next(m for m in find_majorities(SUN, lands) if (m.region, m.kind) == ("red", kind))
    return found.leaders, found.points


@pytest.mark.parametrize(("kind", "alone", "tied"), [("castle", 3, 2), ("temple", 2, 1), ("theatre", 1, 0)])
def test_majorities_score_and_ties_score_less(kind: str, alone: int, tied: int) -> None:
    assert find_leaders(build_lands(Omi=("blue", kind)), kind) == (("blue",), alone)
    assert find_leaders(build_lands(Omi=("blue", kind), Hida=("red", kind)), kind) == (("blue", "red"), tied)
    two = build_lands(Omi=("blue", kind), Hida=("red", kind), Tamba=("red", kind))
    assert find_leaders(two, kind) == (("red",), alone)


def test_regions_are_those_of_the_side() -> None:
    lands = {"Kai": Land("blue", 1, ("castle",)), "Suruga": Land("red", 1, ("castle",))}
    # Kai is in the yellow region on the Sun side, with Suruga, and in the red one on the Moon side.
    assert score_board(SUN, lands, PLAYERS)["blue"].total == 1 + 1 + 2
    assert score_board(MOON, lands, PLAYERS)["blue"].total == 1 + 1 + 3


@given(LANDS, st.sampled_from(Side))
def test_points_are_the_sum_of_their_lines(lands: dict[str, Land], side: Side) -> None:
    board = facts().board(side)
    scores = score_board(board, lands, PLAYERS)
    for player, score in scores.items():
        own = [land for land in lands.values() if land.owner == player]
        assert score.total == sum(line.points for line in score.lines)
        assert score.sum_points("provinces") == len(own)
        assert score.sum_points("castles", "temples", "theatres") == sum(len(land.buildings) for land in own)
        assert score.total == score.sum_points("provinces", "castles", "temples", "theatres", *MAJORITIES)
        assert all(line.points >= 0 and str(line.text) for line in score.lines)
    prizes = sum(score.sum_points(*MAJORITIES) for score in scores.values())
    assert prizes <= len(REGIONS) * (2 * 3 + 2 + 2 * 3)
    assert len(find_majorities(board, lands)) == 15


@given(LANDS)
def test_majorities_match_a_count_by_hand(lands: dict[str, Land]) -> None:
    for majority in find_majorities(SUN, lands):
        counts = {
            player: sum(
                majority.kind in lands[name].buildings
                for name in SUN.regions[majority.region]
                if name in lands and lands[name].owner == player
            )
            for player in PLAYERS
        }
        most = max(counts.values())
        leaders = tuple(player for player in PLAYERS if counts[player] == most and most)
        assert majority.leaders == leaders
        prize = {"castle": 3, "temple": 2, "theatre": 1}[majority.kind]
        assert majority.points == (0 if not leaders else prize if len(leaders) == 1 else prize - 1)


def test_score_lines_are_described_in_words() -> None:
    lands = build_lands(
        Omi=("blue", "castle", "theatre"),
        Hida=("red", "castle"),
        Tamba=("red", "castle", "theatre"),
        Mino=("blue", "temple"),
    )
    said = [f"{line.points} {line.text}" for line in score_board(SUN, lands, PLAYERS)["blue"].lines]
    assert said == [
        "2 2 provinces",
        "1 1 castle",
        "1 1 temple",
        "1 1 Nô theatre",
        "0 red region, castles: 1, but Red has 2",
        "2 red region, temples: 1, nobody else has any",
        "0 red region, Nô theatres: 1, as many as Red; tied, 1 minus 1",
    ]


def test_players_are_ranked_by_points_then_chests() -> None:
    points = {"blue": 40, "red": 42, "yellow": 40, "black": 40}
    ranking = rank_players(points, {"blue": 3, "red": 0, "yellow": 7, "black": 3})
    assert [(place.rank, place.player) for place in ranking] == [(1, "red"), (2, "yellow"), (3, "black"), (3, "blue")]
    untold = rank_players({"yellow": 29, "red": 29, "blue": 28}, {"yellow": 2, "blue": 4})
    assert [(place.rank, place.player) for place in untold] == [(1, "red"), (1, "yellow"), (3, "blue")]


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
