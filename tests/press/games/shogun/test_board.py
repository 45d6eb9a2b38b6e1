"""The board of Shogun: what it must carry, and that nothing stands on another thing.

What stands in the provinces is kept in a file; ``UPDATE_GOLDEN=1`` writes it anew after a wanted change, as
``python .ci/furniture.py`` does, which is no module of the program.
"""

import csv
import re
import runpy
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from shapely import Point, Polygon, STRtree, box
from shapely.affinity import scale
from shapely.ops import unary_union

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.papers import palette, parse_paper
from companion.data.shogun.facts import REGIONS, Side, facts
from companion.data.shogun.landmap import land_map
from companion.errors import DeckError
from companion.paths import assets
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import Shape, Text, Use
from companion.press.frame.low_ink import SIGHTS, compute_difference, compute_lightness
from companion.press.frame.outlines import rect
from companion.press.games.shogun import board
from companion.press.games.shogun.board import FURNITURE_FILE, load_furniture, round_coasts
from companion.press.layout import lay_out
from companion.press.sheets.tiles import choose_tiling
from companion.units import to_points
from tests.goldens import read_golden
from tests.press.flattening import flatten_outline

FURNISHING = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[4] / ".ci/furniture.py")))
FOLDER = assets() / "games" / "shogun"
PROVINCES = sorted(land_map().outlines)
SIDES = ("sun", "moon")
PANELS = {f"board-{name}" for name in ("actions", "legend", "title", "revolts", "rice-track", "turn-order")}
on_both_sides = pytest.mark.parametrize("side", SIDES)
in_all_languages = pytest.mark.parametrize("code", LANGUAGES)


@pytest.fixture(scope="module")
def boards():
    deck = open_deck("shogun")
    return {
        (side, code): next(iter(lay_out(deck, code, [f"board-{side}"]))).front for side in SIDES for code in LANGUAGES
    }


@pytest.fixture
def furniture():
    """What is kept of the furniture, read anew for a test that changes it."""
    load_furniture.cache_clear()
    yield FOLDER / FURNITURE_FILE
    load_furniture.cache_clear()


def compute_corners(part):
    x, y, width, height = part
    return x, y, x + width, y + height


def place_parts(name):
    """What stands in a province, as shapes of shapely: label, sites, bulbs."""
    placed = load_furniture()[name]
    sites = [box(x, y, x + FURNISHING.SITE, y + FURNISHING.SITE) for x, y in placed.sites]
    bulbs = [Point(placed.armies).buffer(FURNISHING.ARMIES), Point(placed.markers).buffer(FURNISHING.MARKERS)]
    return box(*compute_corners(placed.label)), sites, bulbs


@cache
def draw_lands():
    return {
        name: unary_union([Polygon(line).buffer(0) for line in flatten_outline(shape)])
        for name, shape in round_coasts().items()
    }


def find_uses(frame, *faces):
    return [item for item in frame.items if isinstance(item, Use) and item.frame.name.split("/")[0] in faces]


def test_a_province_holds_its_label_sites_and_a_stack_of_armies_none_on_another():
    assert FURNISHING.ARMIES == 7
    for name in PROVINCES:
        land, (label, sites, (armies, markers)) = FURNISHING.build_mainland(name), place_parts(name)
        shore = FURNISHING.build_shore(name, max(FURNISHING.AFLOAT))  # clear of other land and sea routes
        assert len(sites) == facts().board(Side.SUN).provinces[name].sites
        for part, room in ((label, shore), *((site, land) for site in sites), (armies, shore), (markers, shore)):
            assert room.contains(part), name
            assert room.boundary.distance(part) >= 0.4, name
        assert label.intersection(land).area > 0.5 * label.area, name
        for one, other in combinations([label, *sites, unary_union([armies, markers])], 2):
            assert one.distance(other) > 0.3, name
        assert armies.intersects(markers), name  # the two bulbs of one gourd
    label, sites, bulbs = place_parts("Omi")
    assert all(draw_lands()["Biwa"].distance(part) > 0.5 for part in (label, *sites, *bulbs))


@in_all_languages
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_seam_between_sheets_runs_near_words_or_through_what_stands_in_a_province(boards, paper, code):
    sides = [boards[side, code] for side in SIDES]
    laid = choose_tiling(sides[0], parse_paper(paper), sides, 0.98)
    assert laid.cuts.touched_lines == 0
    assert laid.scale * 2 * FURNISHING.ARMIES >= 13.5  # a stack of tokens of 12 mm stands in the bulb
    seams = unary_union([box(*tile).exterior for tile in laid.cuts.tiles])
    seams = scale(seams, 1 / laid.scale, 1 / laid.scale, origin=(0, 0))
    for name in PROVINCES:
        label, sites, bulbs = place_parts(name)
        assert seams.distance(label) > 2, name
        assert seams.distance(unary_union([*sites, *bulbs])) > 0.3, name


@pytest.mark.timeout(240)
def test_the_furniture_file_is_up_to_date(furniture):
    found = FURNISHING.place_all_furniture()
    text = FURNISHING.format_furniture(found)
    assert text == read_golden(furniture, text)
    assert FURNISHING.format_furniture(load_furniture()) == text
    assert len(found) == 45


@pytest.mark.parametrize("was", ['"Aki"', '"label"', "}\n", None])
def test_a_damaged_or_lost_file_is_refused(furniture, monkeypatch, tmp_path, was):
    monkeypatch.setattr(board, "FURNITURE_FILE", str(tmp_path / FURNITURE_FILE))
    if was is not None:
        text = furniture.read_text(encoding="utf-8").replace(was, was[:-1] + chr(ord(was[-1]) ^ 1), 1)
        (tmp_path / FURNITURE_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(DeckError, match="install Companion again"):
        load_furniture()


@on_both_sides
def test_lake_biwa_is_water_on_the_board(boards, side):
    """Its provinces do not touch across it, and a player sees why."""
    items = boards[side, "en"].items
    (drawn,) = (item for item in items if isinstance(item, Use) and item.frame.name == "lake")
    (lake,) = (item for item, _ in drawn.frame.walk() if isinstance(item, Shape) and item.role == "water")
    (coast,) = (item for item in items if isinstance(item, Shape) and item.role == "coast")
    assert lake.outline == round_coasts()["Biwa"]
    assert lake.fill not in {None, coast.stroke}
    assert items.index(drawn) > items.index(coast)


@in_all_languages
@on_both_sides
def test_no_words_lie_on_other_words(boards, side, code):
    words = [(text, box(*extent)) for text, extent in text_extents(boards[side, code]) if text.role != "decor"]
    assert len(words) > 350
    boxes = [extent.buffer(-0.05) for _, extent in words]
    ones, others = STRtree(boxes).query(boxes, predicate="intersects")
    assert not [(words[a][0].text, words[b][0].text) for a, b in zip(ones, others, strict=True) if a < b]


@in_all_languages
@on_both_sides
def test_words_are_inside_the_safe_zone(boards, side, code):
    frame = boards[side, code]
    room = box(frame.safe, frame.safe, 594 - frame.safe, 420 - frame.safe)
    assert [text.text for text, extent in text_extents(frame) if not room.covers(box(*extent))] == []


@in_all_languages
@on_both_sides
def test_the_travel_board_is_the_board_at_a3_and_legible(side, code):
    deck = open_deck("shogun")
    (small,) = (piece.front for piece in lay_out(deck, code, [f"board-travel-{side}"]))
    assert (small.width, small.height) == (420, 297)
    (use,) = small.items
    assert use.clip == rect(7.05, 5, 405.9, 287)  # what printers leave white stays white, so that nothing is lost
    assert use.matrix.transform_point(594, 420) == pytest.approx((412.95, 292), abs=0.04)
    for item, matrix in small.walk():
        if isinstance(item, Text):
            kanji = re.search("[\u4e00-\u9fff]", item.text)
            assert item.size * matrix.a >= (to_points(2.5) if kanji else 7 if item.box == "site" else 6), item.text


@on_both_sides
def test_tables_and_tracks_leave_the_provinces_free(boards, side):
    """Panels may cover sea and neutral land only, and the words on them lie on no province."""
    realm = unary_union([draw_lands()[name] for name in PROVINCES])
    boxes = {name: box(*compute_corners(placed.label)) for name, placed in load_furniture().items()}
    labels, found = unary_union([*boxes.values()]).buffer(0.3), dict.fromkeys(boxes, 0)
    for text, extent in text_extents(boards[side, "en"]):
        if text.text in boxes:
            assert boxes[text.text].buffer(0.2).contains(box(*extent))
            found[text.text] += 1
        else:
            assert labels.contains(box(*extent)) or not realm.intersects(box(*extent)), text.text
    assert set(found.values()) == {1}
    for use in find_uses(boards[side, "en"], *PANELS):
        x, y = use.matrix.transform_point(0, 0)
        assert not realm.intersects(box(x, y + 4, x + use.frame.width, y + use.frame.height)), use.frame.name


@pytest.mark.parametrize("sight", [*SIGHTS, "tritanopia"])
def test_regions_are_parted_in_lightness_for_every_sight(sight, monkeypatch):
    tritanopia = (1.25553, -0.07675, -0.17878), (-0.07841, 0.93081, 0.1476), (0.00473, 0.69137, 0.3039)
    monkeypatch.setitem(SIGHTS, "tritanopia", tritanopia)
    pages = [(assets() / f"web/{name}.css").read_text("utf-8") for name in ("board", "dark")]
    day, night = ([re.findall(rf"\.b-{each} {{ fill: (#\w+)", page)[0] for each in REGIONS] for page in pages)
    assert day == [palette()[f"region-{region}"] for region in REGIONS]
    for one, other in (*combinations(day, 2), *combinations(night, 2)):
        assert abs(compute_lightness(one) - compute_lightness(other)) > 11.5
        assert compute_difference(one, other, sight) > 11.5


@on_both_sides
def test_every_province_lies_in_its_region_and_has_bare_mountains_in_its_colour(boards, side):
    shapes = [item for item in boards[side, "en"].items if isinstance(item, Shape) and item.role == "region"]
    colours = {item.outline: item.group for item in shapes}
    regions = {name: province.region for name, province in facts().board(Side(side)).provinces.items()}
    assert {name: colours[round_coasts()[name]] for name in PROVINCES} == regions
    taken = unary_union([part for label, *more in map(place_parts, PROVINCES) for part in (label, *chain(*more))])
    with (FOLDER / "mountains.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            assert row[side] == regions[row["province"]]
            x, y = float(row["x"]), float(row["y"])
            assert not taken.intersects(box(x, y - 4, x + 6, y)), row["province"]


@on_both_sides
def test_the_tracks_are_complete(boards, side):
    found = {}
    for text, _ in text_extents(boards[side, "en"]):
        found.setdefault(text.box, []).append(text.text)
    assert sorted(map(int, found["victory"])) == list(range(81))
    assert {str(number) for number in range(19)} <= set(found["rice"])
    assert found["action"] == [str(number) for number in range(1, 11)]
    assert found["turn"] == [str(number) for number in range(1, 6)]
    assert found["missing"] == ["Rice missing", "1", "2", "3–4", "5–6", "7+"]
    assert found["revolts"][-5:] == ["1", "1", "2", "2", "3"]
    assert found["farmers"][-5:] == ["+1", "+2", "+2", "+3", "+3"]
    assert len(found["three"]) == 8 + 1  # and one in the legend


@in_all_languages
def test_the_board_says_whose_data_it_is_drawn_from(boards, code):
    said = " ".join(text.text for text, _ in text_extents(boards["sun", code]))
    assert "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成" in said
    for named in ("N03", "MLIT", "nlftp.mlit.go.jp/ksj", "CC BY 4.0"):
        assert named in said


@on_both_sides
def test_a_label_says_what_the_table_of_its_side_says(boards, side):
    """Read from the CSV itself: chests, rice, kanji, and whether three players leave the province out."""
    with (FOLDER / "provinces.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["card_valid_for"] in (side, "both")]
    expected = {
        row["province"]: (row["chests"], row["rice"], row[f"out_3p_{side}"] == "1", int(row["building_sites"]))
        for row in rows
    }
    found = {}
    sites = [Point(use.matrix.transform_point(4, 4)) for use in find_uses(boards[side, "en"], "board-site")]
    for use in find_uses(boards[side, "en"], "board-label"):
        said = {}
        for item, _ in use.frame.walk():
            if isinstance(item, Text):
                said.setdefault(item.box, []).append(item.text)
        (name,) = said["name"]
        own = sum(FURNISHING.build_mainland(name).contains(site) for site in sites)
        found[name] = (*said["chests"], *said["rice"], "three" in said, own)
        assert "".join(said["kanji"]) == land_map().outlines[name].kanji
    assert len(found) == 45
    assert found == expected


@on_both_sides
def test_borders_between_regions_are_heavier_and_sea_routes_stand(boards, side):
    provinces = facts().board(Side(side)).provinces
    shapes = [item for item in boards[side, "en"].items if isinstance(item, Shape)]
    thin, heavy = (item for item in shapes if item.role == "border")
    assert heavy.width > 2 * thin.width
    for drawn, same in ((thin, True), (heavy, False)):
        lines = [line for line in land_map().borders if (provinces[line.a].region == provinces[line.b].region) == same]
        begins = sorted(at for letter, at in drawn.outline if letter == "M")
        assert begins == sorted(tuple(part[0]) for line in lines for part in line.parts)
    routes = [item.outline for item in shapes if item.role == "route" and item.dash]
    assert len(routes) == 6
    shores = {name: FURNISHING.build_mainland(name).buffer(1.5) for name in PROVINCES}
    ends = {
        frozenset(name for (_, at) in (route[0], route[-1]) for name in PROVINCES if shores[name].contains(Point(at)))
        for route in routes
    }
    assert ends == {frozenset((each.a, each.b)) for each in facts().borders if each.kind == "sea"}
