"""The facts of Shogun hold together, and a broken cell is named."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from companion.data.shogun.facts import REGIONS, Share, Side, facts, read_facts, read_shares, shares
from companion.data.shogun.landmap import find_land_borders, land_map, read_land_map
from companion.errors import DeckError
from companion.paths import assets
from tests.data.test_games import change_cell

SHIPPED = assets() / "games" / "shogun"
TABLES = ("provinces.csv", "adjacency.csv", "events.csv", "setup_sun.csv", "shares.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED, tmp_path / "shogun")
    return tmp_path / "shogun"


@pytest.mark.parametrize("side", Side)
def test_each_side_has_45_provinces_and_the_printed_totals(side: Side) -> None:
    board, cards = facts().board(side), facts().cards
    lands = board.provinces.values()
    assert {region: len(names) for region, names in board.regions.items()} == dict.fromkeys(REGIONS, 9)
    totals = [sum(getattr(land, column) for land in lands) for column in ("chests", "rice", "sites")]
    assert (len(lands), totals) == (45, [220, 140, 87])
    assert [len(board.list_provinces_in_play(players)) for players in (3, 4, 5)] == [37, 45, 45]
    both, one = sum(len(card.sides) == 2 for card in cards), sum(card.sides == (side,) for card in cards)
    assert (len(cards), both, one) == (53, 37, 8)


def test_borders_are_those_of_the_map() -> None:
    pairs = {kind: {f"{b.a}|{b.b}" for b in facts().borders if b.kind == kind} for kind in ("land", "sea")}
    assert (len(pairs["land"]), len(pairs["sea"])) == (91, 6)
    assert find_land_borders(land_map().outlines.values()) == pairs["land"]
    assert {f"{line.a}|{line.b}" for line in land_map().borders} == pairs["land"]
    assert {f"{line.a}|{line.b}" for line in land_map().sea_routes} == pairs["sea"]
    neighbours = facts().board(Side.SUN).neighbours
    assert ("Izu" in neighbours["Shima"], "Kozuke" in neighbours["Shima"]) == (True, False)
    assert all(name in neighbours[other] for name in neighbours for other in neighbours[name])


@pytest.mark.parametrize(("players", "entries"), [(3, 27), (4, 32), (5, 35)])
def test_fixed_set_ups_place_every_army_group(players: int, entries: int) -> None:
    placements = facts().get_fixed_setup(players)
    assert len(placements) == entries
    assert {place.province for place in placements} <= facts().board(Side.SUN).list_provinces_in_play(players)
    assert len(shares()[players].groups) == {3: 9, 4: 8, 5: 7}[players]


def test_every_broken_cell_is_named(folder: Path) -> None:
    """A cell that holds nonsense is found, with file, row, column and value."""
    for table in TABLES:
        heading, *lines = list(csv.reader((SHIPPED / table).read_text(encoding="utf-8").splitlines()))
        for row in range(len(lines) + 1):
            for name in heading:
                nonsense = "" if name == "effect" else "17!"
                change_cell(folder / table, row + 1, name, nonsense)
                with pytest.raises(DeckError) as caught:
                    read_facts(folder)
                assert (caught.value.place.file, caught.value.place.row) == (table, row + 1)
                assert row == 0 or caught.value.place.column == name
                assert nonsense in str(caught.value)
                shutil.copy(SHIPPED / table, folder / table)


@pytest.mark.parametrize(
    ("table", "row", "column", "value", "said"),
    [
        ("provinces.csv", 1, "chests", "5", "column chests: the sun side must add up to 220, not 221."),
        ("provinces.csv", 1, "out_3p_sun", "1", "column out_3p_sun: '1' must be there 8 times, not 9"),
        ("provinces.csv", 2, "province", "Aki", "row 3, column card_valid_for: 'Aki' is already in row 2."),
        ("adjacency.csv", 1, "kind", "sea", "column kind: 'land' must be there 91 times, not 90"),
        ("adjacency.csv", 2, "b", "Bingo", "row 3, column b: 'Bingo'"),
        ("events.csv", 12, "winter_rice_loss", "0", "event 12 must take 1 rice in winter, not '0'."),
        ("events.csv", 7, "parameter", "min_chests=6", "column parameter: "),
        ("setup_sun.csv", 1, "province", "Mutsu", "'Mutsu' is left out with three players"),
        ("setup_sun.csv", 1, "armies", "4", "player A of 3 must set up 5 4 4 3 3 2 2 2 2, not 4 4 4 3 3 2 2 2 2"),
        ("shares.csv", 2, "players", "3", "row 3, column players: '3' is already in row 2."),
    ],
)
def test_a_table_that_contradicts_others_is_refused(
    folder: Path, table: str, row: int, column: str, value: str, said: str
) -> None:
    change_cell(folder / table, row + 1, column, value)
    with pytest.raises(DeckError) as error:
        read_facts(folder)
    assert said in str(error.value)
    assert table in str(error.value)


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_row_is_noticed(folder: Path, table: str) -> None:
    lines = (folder / table).read_text(encoding="utf-8").splitlines()
    (folder / table).write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    with pytest.raises(DeckError, match=table):
        read_facts(folder)


@pytest.mark.parametrize(("cell", "change"), [(0, {"name": "Atlantis"}), (3, {"label": None})])
def test_a_feature_of_the_map_that_is_no_province_is_named(folder: Path, cell: int, change: dict[str, object]) -> None:
    content = json.loads((folder / "map.geojson").read_text(encoding="utf-8"))
    content["features"][cell]["properties"] |= change
    (folder / "map.geojson").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DeckError, match="'Atlantis' is drawn, but the tables know nothing|row 4: this feature cannot"):
        read_land_map(folder, facts())


def test_borders_that_are_not_drawn_are_named(folder: Path) -> None:
    context = json.loads((folder / "map_context.geojson").read_text(encoding="utf-8"))
    first = next(each for each in context["features"] if each["properties"]["kind"] == "border")
    context["features"].remove(first)
    (folder / "map_context.geojson").write_text(json.dumps(context), encoding="utf-8")
    with pytest.raises(DeckError, match="is not drawn, but the tables name it"):
        read_land_map(folder, facts())
    shutil.copy(SHIPPED / "map_context.geojson", folder)
    content = json.loads((folder / "map.geojson").read_text(encoding="utf-8"))
    content["features"][0]["geometry"] = {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}
    (folder / "map.geojson").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DeckError, match=r"'Aki\|Bingo' is not drawn"):
        read_land_map(folder, facts())


@pytest.mark.parametrize(
    ("chests", "groups", "said"),
    [
        *((18, "5 1 1", None), (1, "5", None), (27, "5", None)),
        (18, "5 0 1", "expected the armies of each group, 1 to 5, separated by spaces, not '5 0 1'"),
        (18, "6 1", "not '6 1'"),
        *((28, "5", "chests"), (0, "5", "chests")),
    ],
)
def test_a_share_has_a_fifth_of_the_chests_at_most_and_armies_from_one_to_five(
    tmp_path: Path, chests: int, groups: str, said: str | None
) -> None:
    file = tmp_path / "shares.csv"
    file.write_text(f"players,chests,groups\n3,{chests},{groups}\n4,15,5 4\n5,12,5 4\n")
    if said is None:
        assert read_shares(file)[3] == Share(chests, tuple(map(int, groups.split())))
        return
    with pytest.raises(DeckError, match=said):
        read_shares(file)
