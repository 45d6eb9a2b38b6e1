"""The board of Shogun: what it must carry, and that nothing stands on another thing."""

import csv
import re
from itertools import combinations

import pytest
from shapely import LineString, Point, Polygon, STRtree, box
from shapely.ops import unary_union

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.papers import palette
from companion.data.shogun import REGIONS, Side, facts
from companion.data.shogun.landmap import land_map
from companion.paths import assets
from companion.press.face.typesetting import text_extents
from companion.press.frame.drawing import Drawing, compute_visible_bounds
from companion.press.frame.frame import Shape, Text, Use
from companion.press.frame.low_ink import SIGHTS, compute_difference, compute_lightness
from companion.press.frame.outlines import transform_bounds
from companion.press.games.shogun.board import Inks, draw_realm, load_furniture, round_coasts
from companion.press.layout import lay_out
from companion.units import to_points
from tests.press.flattening import flatten_outline
from tests.press.games.shogun.furnishing import FURNISHING

SITE, ARMIES, MARKERS = FURNISHING.SITE, FURNISHING.ARMIES, FURNISHING.MARKERS
PROVINCES = sorted(land_map().outlines)
SIDES = ("sun", "moon")

PANELS = {f"board-{name}" for name in ("actions", "legend", "title", "revolts", "rice-track", "turn-order")}


@pytest.fixture(scope="module")
def boards():
    deck = open_deck("shogun")
    return {
        (side, code): next(iter(lay_out(deck, code, [f"board-{side}"]))).front for side in SIDES for code in LANGUAGES
    }


def parts(name):
    """What stands in a province, as shapes of shapely: label, sites, bulbs."""
    placed = load_furniture()[name]
    x, y, width, height = placed.label
    label = box(x, y, x + width, y + height)
    sites = [box(x, y, x + SITE, y + SITE) for x, y in placed.sites]
    bulbs = [Point(placed.armies).buffer(ARMIES), Point(placed.markers).buffer(MARKERS)]
    return label, sites, bulbs


@pytest.mark.parametrize("name", PROVINCES)
def test_a_province_holds_its_label_sites_and_armies(name):
    land = FURNISHING.mainland(name)
    label, sites, bulbs = parts(name)
    assert len(sites) == facts().board(Side.SUN).provinces[name].sites
    for part in (label, *sites, *bulbs):
        assert land.contains(part)
        assert land.exterior.distance(part) >= 0.4


@pytest.mark.parametrize("name", PROVINCES)
def test_nothing_in_a_province_stands_on_another_thing(name):
    label, sites, (armies, markers) = parts(name)
    for one, other in combinations([label, *sites, unary_union([armies, markers])], 2):
        assert one.distance(other) > 0.3
    assert armies.intersects(markers)  # the two bulbs of one gourd


def test_furniture_keeps_clear_of_lake_biwa():
    lake = Polygon(flatten_outline(round_coasts()["Biwa"])[0])
    label, sites, bulbs = parts("Omi")
    assert all(lake.distance(part) > 0.5 for part in (label, *sites, *bulbs))


@pytest.mark.parametrize("side", SIDES)
def test_lake_biwa_is_water_on_the_board(boards, side):
    """Its provinces do not touch across it, and a player sees why."""
    items = boards[side, "en"].items
    (drawn,) = (item for item in items if isinstance(item, Use) and item.frame.name == "lake")
    (lake,) = (item for item, _ in drawn.frame.walk() if isinstance(item, Shape) and item.role == "water")
    (lands,) = (item for item in items if isinstance(item, Shape) and item.role == "coast")
    assert lake.outline == round_coasts()["Biwa"]
    assert lake.fill not in {None, lands.stroke}
    assert items.index(drawn) > items.index(lands)


def test_a_province_too_small_has_no_room():
    assert FURNISHING.furnish(Polygon([(0, 0), (20, 0), (20, 12), (0, 12)]), (15, 8), 3) is None


def test_provinces_keep_their_neighbours_when_rounded():
    lands = {
        name: unary_union([Polygon(line).buffer(0) for line in flatten_outline(round_coasts()[name])])
        for name in PROVINCES
    }
    borders = {frozenset((each.a, each.b)) for each in facts().borders if each.kind == "land"}
    for one, other in combinations(PROVINCES, 2):
        assert lands[one].intersection(lands[other]).area < 0.05
        if frozenset((one, other)) in borders:
            assert lands[one].distance(lands[other]) < 1e-6


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_no_words_lie_on_other_words(boards, side, code):
    words = [(text, box(*extent)) for text, extent in text_extents(boards[side, code]) if text.role != "decor"]
    assert len(words) > 350
    boxes = [extent.buffer(-0.05) for _, extent in words]
    ones, others = STRtree(boxes).query(boxes, predicate="intersects")
    assert not [(words[a][0].text, words[b][0].text) for a, b in zip(ones, others, strict=True) if a < b]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_words_are_six_points_at_least_and_inside_the_safe_zone(boards, side, code):
    frame = boards[side, code]
    sizes = []
    for item, matrix in frame.walk():
        if isinstance(item, Text):
            sizes.append(item.size * matrix.a)
    assert min(sizes) >= 6
    for text, (left, top, right, bottom) in text_extents(frame):
        assert left >= frame.safe, text.text
        assert top >= frame.safe, text.text
        assert right <= 594 - frame.safe, text.text
        assert bottom <= 420 - frame.safe, text.text


@pytest.mark.parametrize("side", SIDES)
def test_the_words_of_a_province_stand_on_its_label(boards, side):
    labels = {name: box(*_corners(placed.label)) for name, placed in load_furniture().items()}
    found = dict.fromkeys(labels, 0)
    for text, extent in text_extents(boards[side, "en"]):
        if text.text in labels:
            assert labels[text.text].buffer(0.2).contains(box(*extent))
            found[text.text] += 1
    assert set(found.values()) == {1}


def _corners(part):
    x, y, width, height = part
    return x, y, x + width, y + height


@pytest.mark.parametrize("side", SIDES)
def test_tables_and_tracks_leave_the_provinces_free(boards, side):
    """Panels may cover sea and neutral land only, and the words on them lie on no province."""
    lands = unary_union(
        [Polygon(line).buffer(0) for name in PROVINCES for line in flatten_outline(round_coasts()[name])]
    )
    own = {name for name in PROVINCES}
    labels = unary_union([box(*_corners(placed.label)) for placed in load_furniture().values()]).buffer(0.3)
    for text, extent in text_extents(boards[side, "en"]):
        words = box(*extent)
        if text.text not in own and not labels.contains(words):
            assert not lands.intersects(words), text.text
    frame = boards[side, "en"]
    for item in frame.items:
        if isinstance(item, Use) and item.frame.name.split("/")[0] in PANELS:
            x, y = item.matrix.transform_point(0, 0)
            panel = box(x, y + 4, x + item.frame.width, y + item.frame.height)
            assert not lands.intersects(panel), item.frame.name


@pytest.mark.parametrize("side", SIDES)
def test_neighbouring_regions_differ_in_colour_and_pattern(boards, side):
    grounds, lines = {}, {}
    for item, _ in boards[side, "en"].walk():
        if isinstance(item, Shape) and item.group in REGIONS:
            (grounds if item.role == "region" else lines).setdefault(item.group, set()).add(
                item.fill if item.role == "region" else (item.outline[:9], item.fill, item.stroke)
            )
    assert set(grounds) == set(lines) == set(REGIONS)
    for one, other in combinations(REGIONS, 2):
        assert not grounds[one] & grounds[other]
        assert not lines[one] & lines[other]


@pytest.mark.parametrize("side", SIDES)
def test_every_province_lies_in_its_region(boards, side):
    board = facts().board(Side(side))
    colours = {}
    for item in boards[side, "en"].items:
        if isinstance(item, Shape) and item.role == "region":
            colours[item.outline] = item.group
    assert {name: colours[round_coasts()[name]] for name in PROVINCES} == {
        name: province.region for name, province in board.provinces.items()
    }


def test_each_side_marks_the_eight_left_out_with_three(boards):
    for side in SIDES:
        marks = [item for item, matrix in boards[side, "en"].walk() if isinstance(item, Text) and item.box == "three"]
        assert len(marks) == 8 + 1  # and one in the legend


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_annex_tells_which_sea_routes_of_the_moon_to_check(boards, code):
    said = {side: " ".join(text.text for text, _ in text_extents(boards[side, code])) for side in SIDES}
    assert not any("?" in words for words in said.values())
    routes = sorted(f"{each.a}–{each.b}" for each in facts().borders if not each.moon_confirmed)
    (annex,) = lay_out(open_deck("shogun"), code, ["annex"])
    told = " ".join(text.text for text, _ in text_extents(annex.front) if text.box == "sea routes")
    assert re.findall(r"[A-Z][\w-]+–[A-Z][\w-]+", told) == routes


@pytest.mark.parametrize("sight", SIGHTS)
def test_regions_are_parted_in_lightness_for_every_sight(sight):
    grounds = [palette()[f"region-{region}"] for region in REGIONS]
    for one, other in combinations(grounds, 2):
        assert abs(compute_lightness(one) - compute_lightness(other)) > 7.5
        assert compute_difference(one, other, sight) > 7.5


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_the_travel_board_is_legible(side, code):
    (small,) = lay_out(open_deck("shogun"), code, [f"board-travel-{side}"])
    for item, matrix in small.front.walk():
        if isinstance(item, Text):
            assert item.size * matrix.a >= 6, item.text
            if re.search("[\u4e00-\u9fff]", item.text):
                assert item.size * matrix.a >= to_points(2.5), item.text


@pytest.mark.parametrize("side", SIDES)
def test_ornaments_stand_on_no_words_spaces_or_sea_routes(boards, side):
    frame = boards[side, "en"]
    lands = {
        name: unary_union([Polygon(line).buffer(0) for line in flatten_outline(shape)])
        for name, shape in round_coasts().items()
    }
    taken = [
        shape for name in PROVINCES for part in parts(name) for shape in (part if isinstance(part, list) else [part])
    ]
    taken += [LineString(part).buffer(1) for route in land_map().sea_routes for part in route.parts]
    for item in frame.items:
        if isinstance(item, Use) and item.frame.name.split("/")[0] in PANELS:
            x, y = item.matrix.transform_point(0, 0)
            taken.append(box(x, y, x + item.frame.width, y + item.frame.height))
    (ornaments,) = find_uses(frame, "board-ornaments")
    found = dict(sea=0, land=0)
    for use, matrix in drawings(ornaments.frame, ornaments.matrix):
        shown = box(*transform_bounds(compute_visible_bounds(use.frame), use.matrix.then(matrix)))
        assert not [each.bounds for each in taken if each.intersects(shown)], use.frame.name
        own = [name for name in PROVINCES if lands[name].contains(shown)]
        if use.frame.name.split()[-1].startswith("ridge"):
            assert len(own) == 1
            found["land"] += 1
        else:
            assert not [name for name, land in lands.items() if land.intersects(shown)], use.frame.name
            found["sea"] += 1
    assert found["sea"] >= 8
    assert found["land"] >= 30


def test_mountains_have_the_colours_of_their_regions():
    with (assets() / "games" / "shogun" / "mountains.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for side in SIDES:
                assert row[side] == facts().board(Side(side)).provinces[row["province"]].region


def drawings(frame, matrix):
    """Every drawing placed on a face or within it, with the matrix of the face it stands on."""
    for item in frame.items:
        if isinstance(item, Use) and isinstance(item.frame, Drawing):
            yield item, matrix
        elif isinstance(item, Use):
            yield from drawings(item.frame, item.matrix.then(matrix))


@pytest.mark.parametrize("side", SIDES)
def test_the_tracks_are_complete(boards, side):
    found = {}
    for text, _ in text_extents(boards[side, "en"]):
        found.setdefault(text.box, []).append(text.text)
    assert sorted(map(int, found["victory"])) == list(range(81))
    assert sorted(int(number) for number in found["rice"] if number.isdigit())[-19:]
    assert {str(number) for number in range(19)} <= set(found["rice"])
    assert found["action"] == [str(number) for number in range(1, 11)]
    assert found["turn"] == [str(number) for number in range(1, 6)]
    assert found["missing"] == ["Rice missing", "1", "2", "3–4", "5–6", "7+"]
    assert found["revolts"][-5:] == ["1", "1", "2", "2", "3"]
    assert found["farmers"][-5:] == ["+1", "+2", "+2", "+3", "+3"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_the_board_says_whose_data_it_is_drawn_from(boards, side, code):
    said = " ".join(text.text for text, _ in text_extents(boards[side, code]))
    assert "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成" in said
    for named in ("N03", "MLIT", "nlftp.mlit.go.jp/ksj", "CC BY 4.0"):
        assert named in said


def test_the_travel_board_is_the_board_at_a3():
    deck = open_deck("shogun")
    assert not {"board-travel-sun"} & {piece.component for piece in lay_out(deck, "en")}
    small = next(iter(lay_out(deck, "en", ["board-travel-sun"]))).front
    assert (small.width, small.height) == (420, 297)
    (use,) = small.items
    assert use.frame.width * use.matrix.a == pytest.approx(420)
    assert use.matrix.transform_point(594, 420) == pytest.approx((420, 297), abs=0.04)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_a_label_says_what_the_table_of_its_side_says(boards, side, code):
    """Read from the CSV itself: chests, rice, kanji, and whether three players leave the province out."""
    folder = assets() / "games" / "shogun"
    with (folder / "provinces.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["card_valid_for"] in (side, "both")]
    expected = {
        row["province"]: (row["chests"], row["rice"], row[f"out_3p_{side}"] == "1", int(row["building_sites"]))
        for row in rows
    }
    found = {}
    sites = [use.matrix.transform_point(4, 4) for use in find_uses(boards[side, code], "board-site")]
    for use in find_uses(boards[side, code], "board-label"):
        said = {}
        for item, _ in use.frame.walk():
            if isinstance(item, Text):
                said.setdefault(item.box, []).append(item.text)
        (name,) = said["name"]
        land = FURNISHING.mainland(name)
        own = sum(land.contains(Point(site)) for site in sites)
        found[name] = (*said["chests"], *said["rice"], "three" in said, own)
        assert "".join(said["kanji"]) == land_map().outlines[name].kanji
    assert len(found) == 45
    assert found == expected


def find_uses(frame, face):
    return [item for item in frame.items if isinstance(item, Use) and item.frame.name.split("/")[0] == face]


@pytest.mark.parametrize("side", SIDES)
def test_borders_between_regions_are_heavier_and_sea_routes_stand(boards, side):
    board = facts().board(Side(side))
    shapes = [item for item in boards[side, "en"].items if isinstance(item, Shape)]
    thin, heavy = (item for item in shapes if item.role == "border")
    assert heavy.width > 2 * thin.width
    for drawn, same in ((thin, True), (heavy, False)):
        lines = [
            line
            for line in land_map().borders
            if (board.provinces[line.a].region == board.provinces[line.b].region) == same
        ]
        begins = sorted(at for letter, at in drawn.outline if letter == "M")
        assert begins == sorted(tuple(part[0]) for line in lines for part in line.parts)
    routes = [item for item in shapes if item.role == "route" and item.dash]
    assert len(routes) == 6
    lands = {name: FURNISHING.mainland(name).buffer(1.5) for name in PROVINCES}
    ends = {
        frozenset(
            name
            for at in (item.outline[0][1], item.outline[-1][1])
            for name in PROVINCES
            if lands[name].contains(Point(at))
        )
        for item in routes
    }
    assert ends == {frozenset((each.a, each.b)) for each in facts().borders if each.kind == "sea"}


def test_the_land_of_nobody_is_drawn_below_the_provinces_in_its_own_colour():
    regions, woven = dict.fromkeys(REGIONS, "#aabbcc"), dict.fromkeys(REGIONS, "asanoha")
    ripples = ("#111111", "#222222", "#333333")
    inks = Inks(regions, regions, woven, "#0000ff", ripples, "#808080", "#404040", *["#00ffff"] * 4)
    shapes = [item for item in draw_realm(facts().board(Side.SUN), inks, 594, 420) if isinstance(item, Shape)]
    drawn = [item for item in shapes if item.group == "neutral"]
    nobodys = [each.name for each in land_map().context if each.kind == "land"]
    assert [item.outline for item in drawn] == [round_coasts()[name] for name in nobodys]
    assert {(item.fill, item.stroke) for item in drawn} == {("#808080", "#404040")}
    (coast,) = (item for item in shapes if item.role == "coast")
    assert max(map(shapes.index, drawn)) < shapes.index(coast)
