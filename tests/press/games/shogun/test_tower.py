"""The paper tower: every seam closes, floors fit with the stated play, slots and holes are as stated."""

import math
from itertools import combinations

import pytest
from shapely import Polygon

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import open_deck
from companion.data.papers import Paper, parse_paper
from companion.errors import PaperError
from companion.paths import templates
from companion.press.composition import compose
from companion.press.face.schema import read_face
from companion.press.face.typesetting import text_extents
from companion.press.frame import fonts
from companion.press.frame.frame import Shape, Text, Use
from companion.press.frame.outlines import compute_bounds
from companion.press.games.shogun.assembly import model_notes, model_pages, place_net
from companion.press.games.shogun.tower import PLAY, SLOPE, Sizes, build_tower_nets
from companion.press.impose.gang import Edition
from companion.press.ink.raster import measure_coverage
from companion.press.layout import lay_out
from companion.press.sheets.nets.net import add_tab_letters, fold_net, lift_point
from companion.press.sheets.nets.pages import fit_net, lay_out_net_pages, split_for_paper
from companion.units import to_millimetres

CUBES = (8.0, 10.0, 12.0)
"""The cubes people have, mm."""
cubes = pytest.mark.parametrize("cube", CUBES)


def nets(cube):
    return {net.name: net for net in build_tower_nets(cube)}


@cubes
def test_every_folded_edge_meets_an_edge_of_equal_length(cube):
    found = nets(cube)
    seams = 0
    for net in found.values():
        for seam in net.seams:
            goal = found[seam.net] if seam.net else net
            assert math.dist(*net.get_fold(seam.tab).edge) == pytest.approx(math.dist(*seam.edge))
            assert seam.panel in {panel.name for panel in goal.panels}
            seams += 1
    assert seams == 2 + 4 + 1 + 3 + 2 + 4


@cubes
def test_every_seam_closes_in_space(cube):
    """Fold all nets, stand them where they belong: each tab's fold lies on its edge, or a play away."""
    found, sizes = nets(cube), Sizes(cube)
    for net in found.values():
        here, own = place_net(net, sizes), fold_net(net)
        for seam in net.seams:
            goal = found[seam.net] if seam.net else net
            there, other = place_net(goal, sizes), fold_net(goal)
            for mine, its in zip(net.get_fold(seam.tab).edge, seam.edge, strict=True):
                meeting = lift_point(here @ own[seam.tab], mine), lift_point(there @ other[seam.panel], its)
                play = PLAY if net.name in ("floor-lower", "ramp") else 0.0
                assert math.dist(*meeting) == pytest.approx(play, abs=1e-6)


@cubes
def test_every_fold_is_a_whole_edge_of_the_panel_that_is_folded(cube):
    for net in nets(cube).values():
        for fold in net.folds:
            points = net.get_panel(fold.b).points
            sides = [{points[index], points[(index + 1) % len(points)]} for index in range(len(points))]
            assert set(fold.edge) in sides
            parent = Polygon(net.get_panel(fold.a).points).exterior
            for point in fold.edge:
                assert parent.distance(Polygon([point] * 3).centroid) < 1e-9


@cubes
def test_no_panels_of_a_net_overlap_on_the_sheet(cube):
    for net in nets(cube).values():
        for one, other in combinations(net.panels, 2):
            assert Polygon(one.points).intersection(Polygon(other.points)).area < 1e-6


def test_the_tube_is_seven_centimetres_wide_and_twenty_two_high_for_cubes_of_eight():
    sizes = Sizes(8)
    assert sizes.width == 74
    assert sizes.height == 220
    assert sizes.height / sizes.width == pytest.approx(3, abs=0.05)


@cubes
def test_floors_fit_the_tube_with_the_stated_play(cube):
    sizes, found = Sizes(cube), nets(cube)
    for name in ("floor-lower", "floor-upper-4", "floor-upper-9"):
        plate = Polygon(found[name].get_panel("plate").points)
        left, top, right, bottom = plate.bounds
        assert sizes.width - (right - left) == pytest.approx(2 * PLAY)
        assert sizes.width - (bottom - top) == pytest.approx(2 * PLAY)
        for point in found[name].get_panel("plate").points:
            x, _, z = lift_point(place_net(found[name], sizes), point)
            assert min(x, sizes.width - x, z, sizes.width - z) == pytest.approx(PLAY)


@cubes
def test_the_crossed_slots_are_one_and_a_half_cubes_wide(cube):
    (cross,) = nets(cube)["floor-lower"].get_panel("plate").holes
    xs, ys = sorted({round(x, 6) for x, _ in cross}), sorted({round(y, 6) for _, y in cross})
    assert xs == ys
    assert xs[2] - xs[1] == pytest.approx(1.5 * cube)
    assert xs[3] - xs[0] > 4 * cube
    # The diagonal of a face clears a slot, the one through the middle does not.
    assert math.sqrt(2) * cube < 1.5 * cube < math.sqrt(3) * cube


@cubes
@pytest.mark.parametrize("count", [4, 9])
def test_the_holes_are_two_and_a_fifth_cubes_wide(cube, count):
    plate = nets(cube)[f"floor-upper-{count}"].get_panel("plate")
    assert len(plate.holes) == count
    for hole in plate.holes:
        left, top, right, bottom = Polygon(hole).bounds
        assert (right - left, bottom - top) == pytest.approx((2.2 * cube, 2.2 * cube))
    assert math.sqrt(3) * cube < 2.2 * cube
    whole = Polygon(plate.points, plate.holes)
    assert whole.is_valid
    assert whole.buffer(-0.3 * cube).geom_type == "Polygon"  # no bar is thinner than 0.6 cubes


@cubes
def test_the_ramp_falls_thirty_degrees_from_the_back_wall_to_the_door(cube):
    sizes, ramp = Sizes(cube), nets(cube)["ramp"]
    corners = [lift_point(place_net(ramp, sizes), point) for point in ramp.get_panel("ramp").points]
    head, foot = corners[0], corners[3]
    assert math.degrees(math.atan2(foot[1] - head[1], head[2] - foot[2])) == pytest.approx(SLOPE)
    assert foot[1] == pytest.approx(sizes.height)
    assert sizes.lower < head[1]
    door_width, door_height = sizes.door
    assert min(door_width, door_height) > math.sqrt(3) * cube


@cubes
def test_the_upper_floor_rests_on_four_ledges_that_do_not_meet(cube):
    sizes, ledge = Sizes(cube), nets(cube)["ledge"]
    shelves = []
    for wall in range(4):
        move = place_net(ledge, sizes, wall)
        corners = [lift_point(move, point) for point in ledge.get_panel("shelf").points]
        assert all(corner[1] == pytest.approx(sizes.upper) for corner in corners)
        shelves.append(Polygon([(corner[0], corner[2]) for corner in corners]))
        strip = [lift_point(move @ fold_net(ledge)["wall strip"], p) for p in ledge.get_panel("wall strip").points]
        on_wall = [(s[2], sizes.width - s[0], sizes.width - s[2], s[0])[wall] for s in strip]
        assert on_wall == pytest.approx([0] * 4, abs=1e-9)
    for one, other in combinations(shelves, 2):
        assert one.distance(other) > 0.5
    assert ledge.copies == 4


@cubes
@pytest.mark.parametrize("name", ["floor-upper-4", "floor-upper-9"])
def test_no_ledge_reaches_under_a_hole(cube, name):
    """Else the hole that cubes fall through is narrower than the one that is cut."""
    sizes, found = Sizes(cube), nets(cube)
    plate = found[name].get_panel("plate")
    holes = [Polygon([lift_point(place_net(found[name], sizes), point)[::2] for point in hole]) for hole in plate.holes]
    for wall in range(4):
        move = place_net(found["ledge"], sizes, wall)
        shelf = Polygon([lift_point(move, point)[::2] for point in found["ledge"].get_panel("shelf").points])
        assert all(shelf.intersection(hole).area < 1e-9 for hole in holes)
        floor = Polygon([lift_point(place_net(found[name], sizes), point)[::2] for point in plate.points])
        assert shelf.intersection(floor).area > 0.4 * cube * _length(found["ledge"])  # and carries the floor


def _length(ledge):
    left, _, right, _ = Polygon(ledge.get_panel("shelf").points).bounds
    return right - left


@cubes
def test_the_funnel_stands_upright_and_its_collar_slips_in(cube):
    sizes, found = Sizes(cube), nets(cube)
    for name in ("funnel-1", "funnel-2"):
        net = found[name]
        move, moves = place_net(net, sizes), fold_net(net)
        for panel in net.panels:
            for point in panel.points:
                x, y, z = lift_point(move @ moves[panel.name], point)
                if panel.name.startswith("collar"):
                    assert y >= -1e-6
                    assert PLAY - 1e-6 <= x <= sizes.width - PLAY + 1e-3
                    assert PLAY - 1e-6 <= z <= sizes.width - PLAY + 1e-3
                elif panel.name.startswith("wall"):
                    assert -sizes.funnel_height - 1e-6 <= y <= 1e-6


@cubes
def test_the_tray_is_wide_enough_for_the_tower(cube):
    sizes, tray = Sizes(cube), nets(cube)["tray"]
    left = Polygon(tray.get_panel("back left").points).bounds[2]
    right = Polygon(tray.get_panel("back right").points).bounds[0]
    assert right - left == pytest.approx(sizes.width + 2)


@cubes
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "tabloid"])
def test_every_net_fits_the_paper_or_is_split(cube, name):
    sheet = parse_paper(name)
    width, height = sheet.width - 2 * sheet.margin, sheet.height - 2 * sheet.margin
    parts = split_for_paper(build_tower_nets(cube), sheet, Sizes(cube).glue)
    for part in parts:
        assert fit_net(part, width, height) is not None
    split = {part.joint[0] for part in parts if part.joint}
    notes = [note.translate() for note in model_notes(sheet, open_deck("shogun").words("en"), cube)]
    assert bool(split) == any("joints" in note for note in notes)
    assert any("has not been measured" in note for note in notes)


def test_on_a4_the_tube_for_cubes_of_eight_is_two_halves():
    parts = [part.name for part in split_for_paper(build_tower_nets(8), parse_paper("a4"), 10)]
    assert parts == [net.name for net in build_tower_nets(8)]
    assert parts[:2] == ["tube-1", "tube-2"]


def test_a_paper_too_small_for_the_tower_is_refused():
    with pytest.raises(PaperError, match="larger paper or smaller cubes"):
        split_for_paper(build_tower_nets(12), Paper("own", 60, 70, 5), 10)


@pytest.mark.few(1)
@pytest.mark.parametrize("code", LANGUAGES)
def test_nets_and_words_stay_on_the_sheet(code):
    deck, sheet = open_deck("shogun"), parse_paper("a4")
    for cube in CUBES:
        pages = model_pages(sheet, deck.words(code), language(code), cube)
        assert len(pages) > 4
        for page in pages:
            for text, (left, top, right, bottom) in text_extents(page.frame):
                assert left >= sheet.margin - 0.5, text.text
                assert right <= sheet.width - sheet.margin + 0.5, text.text
                assert top >= sheet.margin - 0.5, text.text
                assert bottom <= sheet.height - sheet.margin + 0.5, text.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_say_which_diagonal_clears_and_what_is_not_measured(code):
    deck = open_deck("shogun")
    first = model_pages(parse_paper("a4"), deck.words(code), language(code), 10)[0]
    said = " ".join(text.text for text, _ in text_extents(first.frame))
    comma = "." if code == "en" else ","
    for number in (f"14{comma}1", f"17{comma}3", "22 mm", f"1{comma}5", f"2{comma}2"):
        assert number in said.replace("\u00a0", " "), number
    assert "companion" not in said


def test_copies_are_printed_and_parts_named():
    found = add_tab_letters(build_tower_nets(8))
    pages = lay_out_net_pages(
        split_for_paper(found, parse_paper("a4"), 10), parse_paper("a4"), "Tower", {}, language("en")
    )
    names = [
        item.text for page in pages for item, _ in page.frame.walk() if isinstance(item, Text) and item.role == "title"
    ]
    assert names.count("ledge") == 4
    assert set(names) == {net.name for net in found}


def test_companion_prints_the_tower_for_a_cube():
    deck = open_deck("shogun")
    edition = Edition(deck, "fr", parse_paper("a4"), only=("tower",), cube=10)
    composition = compose(edition)
    (document,) = composition.documents
    assert document.name == "shogun-tower-fr-a4-cube10"
    assert any("10 mm" in page.label.replace("\u00a0", " ") for page in document.pages)
    assert composition.cards == 1


@pytest.mark.deep
def test_a_tower_that_fits_no_paper_is_left_out_with_a_warning():
    deck, tiny = open_deck("shogun"), parse_paper("90x110")
    with pytest.raises(PaperError):
        compose(Edition(deck, "en", tiny, only=("tower",), cube=12, cover=False))
    cards = list(lay_out(deck, "en", ["special-cards"]))
    notes = [note.translate() for note in compose(Edition(deck, "en", tiny, cube=12, cover=False), cards).notes]
    assert any(note.startswith("paper tower is left out: ") for note in notes)


@cubes
@pytest.mark.parametrize("low", [False, True])
def test_tube_and_funnel_are_a_keep_outside_without_lines_across(cube, low):
    deck, sheet = open_deck("shogun"), parse_paper("a3")
    found = []
    for page in model_pages(sheet, deck.words("en"), language("en"), cube, low)[1:]:
        for use in (item for item in page.frame.items if isinstance(item, Use) and item.frame.bleed):
            pictures = [item.frame.name for item in use.frame.items if isinstance(item, Use)]
            found += pictures
            assert len(pictures) == 2
            for item in use.frame.items:
                if isinstance(item, Shape):
                    assert item.role in ("tab", "cut", "fold", "glue")
                    assert item.role != "fold" or item.group == "tick"
                    assert item.role != "cut" or item.group == "keyline" or item.width < 0.2
            cuts = [item for item in use.frame.items if isinstance(item, Shape) and item.role == "cut"]
            white = [item.outline for item in cuts if item.group == "keyline"]
            assert white == [item.outline for item in cuts if not item.group]  # seen on dark stones too
    assert sorted(found) == ["keep-back", "keep-front", *["keep-roof"] * 4, *["keep-side"] * 2]


def test_floors_and_ledges_end_at_their_cuts_and_bear_names_of_one_size():
    deck, sheet = open_deck("shogun"), parse_paper("a4")
    named = {}
    for page in model_pages(sheet, deck.words("en"), language("en"), 8)[1:]:
        for use in (item for item in page.frame.items if isinstance(item, Use) and not item.frame.bleed):
            cuts = [item.outline for item in use.frame.items if isinstance(item, Shape) and item.role == "cut"]
            left, top, right, bottom = compute_bounds(tuple(segment for cut in cuts for segment in cut))
            for item in use.frame.items:
                if isinstance(item, Use):
                    x1, y1, x2, y2 = compute_bounds(item.clip)
                    assert left <= x1 + 1e-3
                    assert top <= y1 + 1e-3
                    assert x2 <= right + 1e-3
                    assert y2 <= bottom + 1e-3
            words = [item for item in use.frame.items if isinstance(item, Text)]
            named |= {item.text: item.size for item in words if item.role == "title"}
            if any(item.text == "Ledge" for item in words):
                start, end = words
                letters = to_millimetres(fonts.measure_width(end.text, "bold", end.size))
                assert start.x - left == pytest.approx(right - end.x)
                assert start.x + to_millimetres(fonts.measure_width("Ledge", "bold", start.size)) < end.x - letters
    assert named["Upper floor, 9 holes"] == named["Upper floor, 4 holes"]


def test_the_keep_spares_ink():
    deck, sheet = open_deck("shogun"), parse_paper("a4")
    inked = []
    for low in (False, True):
        pages = model_pages(sheet, deck.words("en"), language("en"), 8, low)[1:3]
        inked.append(sum(measure_coverage([page.frame for page in pages])))
    assert inked[1] < 0.4 * inked[0]


def test_the_roof_has_the_outline_of_the_funnel():
    sizes = Sizes(8)
    roof = next(panel for panel in nets(8)["funnel-1"].panels if panel.name == "wall 0")
    face = read_face("keep-roof", templates() / "faces" / "shogun" / "keep-roof.toml")
    above, below = math.dist(*roof.points[:2]), math.dist(*roof.points[2:])
    slant = math.sqrt(sizes.funnel_height**2 + ((above - below) / 2) ** 2)
    assert face.size == pytest.approx((above, slant), abs=0.05)
