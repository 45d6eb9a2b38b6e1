"""The facts of Shogun hold together, and a broken cell is named."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from companion.data.shogun import REGIONS, Facts, Side, facts, read_facts
from companion.data.shogun.facts import Share, read_shares, shares
from companion.data.shogun.landmap import find_land_borders, land_map, read_land_map
from companion.errors import DeckError
from companion.paths import assets

SHIPPED = assets() / "games" / "shogun"
TABLES = ("provinces.csv", "adjacency.csv", "events.csv", "setup_sun.csv", "shares.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED, tmp_path / "shogun")
    return tmp_path / "shogun"


def rewrite(path: Path, row: int, column: int, value: str) -> None:
    """Put another value into one cell; rows count from 0 with the heading."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    rows[row][column] = value
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def test_shogun_has_53_province_cards() -> None:
    cards = facts().cards
    assert len(cards) == 53
    assert [sum(len(card.sides) == 2 for card in cards)] == [37]
    for side in Side:
        assert sum(card.sides == (side,) for card in cards) == 8


@pytest.mark.parametrize("side", Side)
def test_each_side_has_45_provinces_and_the_printed_totals(side: Side) -> None:
    board = facts().board(side)
    lands = board.provinces.values()
    assert len(lands) == 45
    assert {region: len(names) for region, names in board.regions.items()} == dict.fromkeys(REGIONS, 9)
    assert sum(land.chests for land in lands) == 220
    assert sum(land.rice for land in lands) == 140
    assert sum(land.sites for land in lands) == 87
    assert len(board.list_provinces_in_play(3)) == 37
    assert len(board.list_provinces_in_play(4)) == len(board.list_provinces_in_play(5)) == 45


def test_borders_are_those_of_the_map() -> None:
    pairs = {kind: {f"{b.a}|{b.b}" for b in facts().borders if b.kind == kind} for kind in ("land", "sea")}
    assert len(pairs["land"]) == 91
    assert len(pairs["sea"]) == 6
    assert find_land_borders(land_map().outlines.values()) == pairs["land"]
    assert {f"{line.a}|{line.b}" for line in land_map().borders} == pairs["land"]
    assert {f"{line.a}|{line.b}" for line in land_map().sea_routes} == pairs["sea"]


def test_provinces_are_neighbours_over_land_and_sea() -> None:
    neighbours = facts().board(Side.SUN).neighbours
    assert "Izu" in neighbours["Shima"]
    assert "Shinano" in neighbours["Kozuke"]
    assert "Kozuke" not in neighbours["Shima"]
    assert all(name in neighbours[other] for name in neighbours for other in neighbours[name])


@pytest.mark.parametrize(("players", "entries"), [(3, 27), (4, 32), (5, 35)])
def test_fixed_set_ups_place_every_army_group(players: int, entries: int) -> None:
    placements = facts().get_fixed_setup(players)
    assert len(placements) == entries
    assert {place.province for place in placements} <= facts().board(Side.SUN).list_provinces_in_play(players)
    assert len(shares()[players].groups) == {3: 9, 4: 8, 5: 7}[players]


def test_the_map_lies_on_the_board() -> None:
    for outline in land_map().outlines.values():
        for polygon in outline.polygons:
            assert all(0 < x < 594 and 0 < y < 420 for ring in polygon for x, y in ring)


def cells() -> list[tuple[str, int, int]]:
    found = []
    for table in TABLES:
        with (SHIPPED / table).open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        found += [(table, row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    return found


def test_every_broken_cell_is_named(folder: Path) -> None:
    """A cell that holds nonsense is found, with file, row, column and value."""
    wrong = []
    for table, row, column in cells():
        name = (SHIPPED / table).read_text(encoding="utf-8").splitlines()[0].split(",")[column]
        nonsense = "" if name == "effect" else "17!"
        rewrite(folder / table, row, column, nonsense)
        try:
            read_facts(folder)
        except DeckError as error:
            said = str(error)
            named = error.place.file == table and error.place.row == row + 1 and nonsense in said
            named = named and (row == 0 or error.place.column == name)
        else:
            named = False
        if not named:
            wrong.append((table, row, column))
        shutil.copy(SHIPPED / table, folder / table)
    assert wrong == []


@pytest.mark.parametrize(
    ("table", "row", "column", "value", "said"),
    [
        ("provinces.csv", 1, "chests", "5", "column chests: the sun side adds up to 221; 220 was expected."),
        ("provinces.csv", 9, "rice", "3", "provinces.csv, row 10, column rice: '3' was not expected"),
        ("provinces.csv", 1, "region_sun", "red", "column region_sun: 'red' is counted there: 10"),
        ("provinces.csv", 1, "out_3p_sun", "1", "column out_3p_sun: '1' is counted there: 9, expected: 8"),
        ("provinces.csv", 2, "province", "Aki", "row 3, column card_valid_for: 'Aki' has a card"),
        ("provinces.csv", 1, "chests", "8", "'8' was not expected; it is a whole number from 3 to 7."),
        ("adjacency.csv", 1, "kind", "sea", "column kind: 'land' is counted there: 90, expected: 91"),
        ("adjacency.csv", 2, "b", "Bingo", "row 3, column b: 'Bingo'"),
        ("adjacency.csv", 1, "b", "Aki", "row 2, column b: 'Aki' was not expected"),
        ("events.csv", 12, "winter_rice_loss", "0", "the winter loss of event 12 is 1."),
        ("events.csv", 7, "parameter", "min_chests=6", "column parameter: "),
        ("setup_sun.csv", 1, "province", "Mutsu", "'Mutsu' is left out with three players"),
        ("setup_sun.csv", 1, "province", "Yamato", "is already in row 2"),
        ("setup_sun.csv", 1, "armies", "6", "'6' was not expected; it is a whole number from 2 to 5."),
        ("setup_sun.csv", 1, "armies", "4", "player A of 3 sets up 4 4 4 3 3 2 2 2 2; 5 4 4 3 3 2 2 2 2"),
        ("shares.csv", 1, "groups", "5 4 6", "row 2, column groups: '5 4 6' was not expected; write the armies"),
        ("shares.csv", 3, "chests", "28", "row 4, column chests: '28' was not expected"),
        ("shares.csv", 2, "players", "3", "row 3, column players: '3' is already in row 2."),
    ],
)
def test_a_table_that_contradicts_others_is_refused(
    folder: Path, table: str, row: int, column: str, value: str, said: str
) -> None:
    heading = (folder / table).read_text(encoding="utf-8").splitlines()[0].split(",")
    rewrite(folder / table, row, heading.index(column), value)
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


def test_a_short_row_is_named(folder: Path) -> None:
    path = folder / "events.csv"
    path.write_text(path.read_text(encoding="utf-8") + "13,Nothing\n", encoding="utf-8")
    with pytest.raises(DeckError, match=r"events.csv, row 14, column parameter: cells in this row: 2, expected: 4"):
        read_facts(folder)


def change_map(folder: Path, file: str, number: int, **properties: object) -> None:
    content = json.loads((folder / file).read_text(encoding="utf-8"))
    content["features"][number]["properties"].update(properties)
    (folder / file).write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def known() -> Facts:
    return facts()


def test_a_map_of_other_provinces_is_refused(folder: Path, known: Facts) -> None:
    change_map(folder, "map.geojson", 0, name="Atlantis")
    with pytest.raises(DeckError, match="'Atlantis' is drawn, but the tables know nothing of it"):
        read_land_map(folder, known)


def test_a_map_of_other_borders_is_refused(folder: Path, known: Facts) -> None:
    content = json.loads((folder / "map_context.geojson").read_text(encoding="utf-8"))
    content["features"] = [f for f in content["features"] if f["properties"].get("a") != "Noto"]
    content["features"].pop(next(i for i, f in enumerate(content["features"]) if f["properties"]["kind"] == "border"))
    (folder / "map_context.geojson").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DeckError, match="is not drawn, but the tables name it"):
        read_land_map(folder, known)


def test_a_moved_outline_no_longer_touches(folder: Path, known: Facts) -> None:
    content = json.loads((folder / "map.geojson").read_text(encoding="utf-8"))
    content["features"][0]["geometry"] = {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}
    (folder / "map.geojson").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DeckError, match=r"'Aki\|Bingo' is not drawn"):
        read_land_map(folder, known)


def test_a_file_that_is_no_map_is_refused(folder: Path, known: Facts) -> None:
    (folder / "map.geojson").write_text("[]", encoding="utf-8")
    with pytest.raises(DeckError, match="this is not a JSON file with a list of features"):
        read_land_map(folder, known)


def test_a_feature_without_its_label_is_named(folder: Path, known: Facts) -> None:
    change_map(folder, "map.geojson", 3, label=None)
    with pytest.raises(DeckError, match="row 4: this feature cannot be read"):
        read_land_map(folder, known)


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ("5 1 1", None),
        ("5 0 1", "'5 0 1' was not expected; write the armies of each group, 1 to 5"),
        ("6 1", "'6 1' was not expected"),
        ("5  1", "'5  1' was not expected"),
    ],
)
def test_groups_of_armies_have_one_to_five(tmp_path: Path, groups: str, said: str | None) -> None:
    file = tmp_path / "shares.csv"
    file.write_text(f"players,chests,groups\n3,18,{groups}\n4,15,5 4\n5,12,5 4\n")
    if said is None:
        assert read_shares(file)[3] == Share(18, (5, 1, 1))
        return
    with pytest.raises(DeckError, match=said):
        read_shares(file)


@pytest.mark.parametrize(("chests", "right"), [(0, False), (1, True), (27, True), (28, False)])
def test_a_player_begins_with_a_fifth_of_the_chests_at_most(tmp_path: Path, chests: int, right: bool) -> None:
    file = tmp_path / "shares.csv"
    file.write_text(f"players,chests,groups\n3,{chests},5\n4,15,5 4\n5,12,5 4\n")
    if right:
        assert read_shares(file)[3].chests == chests
        return
    with pytest.raises(DeckError, match="chests"):
        read_shares(file)
