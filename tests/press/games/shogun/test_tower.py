"""The paper tower: every seam closes, floors fit with the stated play, slots and holes are as stated."""

import math
from itertools import combinations

import pytest
from shapely import Polygon, box

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import open_deck
from companion.data.papers import Paper, parse_paper
from companion.errors import PaperError
from companion.press.composition import compose
from companion.press.face.typesetting import text_extents
from companion.press.games.shogun.tower import PLAY, SLOPE, Sizes, build_tower_nets, lay_out_model, place_net
from companion.press.layout import lay_out
from companion.press.nets.net import fold_net, lift_point
from companion.press.nets.pages import fit_net, split_for_paper
from companion.press.sheets.gang import Edition
from tests.press.colours import measure_coverage

CUBES = (8.0, 10.0, 12.0)
"""The cubes people have, mm."""
cubes = pytest.mark.parametrize("cube", CUBES)


def build_nets(cube):
    return {net.name: net for net in build_tower_nets(cube)}


def lift_panel(net, cube, panel, wall=0):
    """The corners of a panel where the tower stands, mm."""
    move = place_net(net, Sizes(cube), wall) @ fold_net(net)[panel]
    return [lift_point(move, point) for point in net.get_panel(panel).points]


def print_tower(cube, low=False, paper="a4", code="en"):
    """The frames of the pages with nets; the first page has the steps."""
    pages, _ = lay_out_model(parse_paper(paper), open_deck("shogun").words(code), language(code), cube, low)
    return [page.frame for page in pages]


@cubes
def test_every_seam_closes_in_space(cube):
    """Fold all nets, stand them where they belong: each tab's fold lies on its edge, or a play away."""
    found, sizes, seams = build_nets(cube), Sizes(cube), 0
    for net in found.values():
        own = fold_net(net)
        for wall, seam in enumerate(net.seams):  # every ledge hangs on another wall
            placed = place_net(net, sizes, wall)
            goal = found[seam.net] if seam.net else net
            assert math.dist(*net.get_fold(seam.tab).edge) == pytest.approx(math.dist(*seam.edge))
            there, other = place_net(goal, sizes), fold_net(goal)
            for mine, its in zip(net.get_fold(seam.tab).edge, seam.edge, strict=True):
                meeting = lift_point(placed @ own[seam.tab], mine), lift_point(there @ other[seam.panel], its)
                play = PLAY if net.name in ("floor-lower", "ramp") else 0.0
                assert math.dist(*meeting) == pytest.approx(play, abs=1e-6)
            seams += 1
    assert seams == 2 + 4 + 4 + 3 + 2 + 4


@cubes
def test_no_panels_of_a_net_overlap_on_the_sheet(cube):
    for net in build_nets(cube).values():
        for one, other in combinations(net.panels, 2):
            assert Polygon(one.points).intersection(Polygon(other.points)).area < 1e-6


@cubes
def test_floors_fit_the_tube_with_the_stated_play(cube):
    sizes, found = Sizes(cube), build_nets(cube)
    for name in ("floor-lower", "floor-upper-4", "floor-upper-9"):
        left, top, right, bottom = Polygon(found[name].get_panel("plate").points).bounds
        assert (right - left, bottom - top) == pytest.approx((sizes.width - 2 * PLAY,) * 2)
        for x, _, z in lift_panel(found[name], cube, "plate"):
            assert min(x, sizes.width - x, z, sizes.width - z) == pytest.approx(PLAY)


@cubes
def test_the_crossed_slots_are_one_and_a_half_cubes_wide(cube):
    (cross,) = build_nets(cube)["floor-lower"].get_panel("plate").holes
    xs, ys = sorted({round(x, 6) for x, _ in cross}), sorted({round(y, 6) for _, y in cross})
    assert xs == ys
    assert xs[2] - xs[1] == pytest.approx(1.5 * cube)
    assert xs[3] - xs[0] > 4 * cube
    # The diagonal of a face clears a slot, the one through the middle does not.
    assert math.sqrt(2) * cube < 1.5 * cube < math.sqrt(3) * cube


@cubes
@pytest.mark.parametrize("count", [4, 9])
def test_the_holes_are_two_and_a_fifth_cubes_wide(cube, count):
    plate = build_nets(cube)[f"floor-upper-{count}"].get_panel("plate")
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
    sizes = Sizes(cube)
    head, _, _, foot = lift_panel(build_nets(cube)["ramp"], cube, "ramp")
    assert math.degrees(math.atan2(foot[1] - head[1], head[2] - foot[2])) == pytest.approx(SLOPE)
    assert foot[1] == pytest.approx(sizes.height)
    assert sizes.lower_depth < head[1]
    assert min(sizes.door) > math.sqrt(3) * cube


@cubes
def test_the_upper_floor_rests_on_four_ledges_that_do_not_meet_nor_reach_under_a_hole(cube):
    """Else the hole that cubes fall through is narrower than the one that is cut."""
    sizes, found = Sizes(cube), build_nets(cube)
    ledge, shelves = found["ledge"], []
    length = Polygon(ledge.get_panel("shelf").points).bounds[2] - Polygon(ledge.get_panel("shelf").points).bounds[0]
    assert ledge.copies == 4
    for wall in range(4):
        corners = lift_panel(ledge, cube, "shelf", wall)
        assert all(corner[1] == pytest.approx(sizes.upper_depth) for corner in corners)
        shelves.append(Polygon([corner[::2] for corner in corners]))
        strip = lift_panel(ledge, cube, "wall strip", wall)
        on_wall = [(s[2], sizes.width - s[0], sizes.width - s[2], s[0])[wall] for s in strip]
        assert on_wall == pytest.approx([0] * 4, abs=1e-9)
    assert all(one.distance(other) > 0.5 for one, other in combinations(shelves, 2))
    for net in (found["floor-upper-4"], found["floor-upper-9"]):
        move, plate = place_net(net, sizes), net.get_panel("plate")
        floor, *holes = (Polygon([lift_point(move, at)[::2] for at in ring]) for ring in (plate.points, *plate.holes))
        for shelf in shelves:
            assert all(shelf.intersection(hole).area < 1e-9 for hole in holes)
            assert shelf.intersection(floor).area > 0.4 * cube * length  # and carries the floor


@cubes
def test_the_funnel_stands_upright_and_its_collar_slips_in(cube):
    sizes, found = Sizes(cube), build_nets(cube)
    for net in (found["funnel-1"], found["funnel-2"]):
        for panel in net.panels:
            for x, y, z in lift_panel(net, cube, panel.name):
                if panel.name.startswith("collar"):
                    assert y >= -1e-6
                    assert PLAY - 1e-6 <= min(x, z) <= max(x, z) <= sizes.width - PLAY + 1e-3
                elif panel.name.startswith("wall"):
                    assert -sizes.funnel_height - 1e-6 <= y <= 1e-6
    tray = found["tray"]
    left, right = (Polygon(tray.get_panel(name).points).bounds for name in ("back left", "back right"))
    assert right[0] - left[2] == pytest.approx(sizes.width + 2)  # the tower goes between


@cubes
@pytest.mark.parametrize("name", ["a4", "letter", "a3", "tabloid"])
def test_every_net_fits_the_paper_or_is_split(cube, name):
    sheet = parse_paper(name)
    width, height = sheet.width - 2 * sheet.margin, sheet.height - 2 * sheet.margin
    parts = split_for_paper(build_tower_nets(cube), sheet, Sizes(cube).glue)
    for part in parts:
        assert fit_net(part, width, height) is not None
    split = {part.joint[0] for part in parts if part.joint}
    notes = [
        note.translate() for note in lay_out_model(sheet, open_deck("shogun").words("en"), language("en"), cube)[1]
    ]
    assert bool(split) == any("joints" in note for note in notes)
    assert any("has not been measured" in note for note in notes)


def test_a_paper_too_small_for_the_tower_is_refused():
    with pytest.raises(PaperError, match="larger paper or smaller cubes"):
        split_for_paper(build_tower_nets(12), Paper("own", 60, 70, 5), 10)


@pytest.mark.few(1)
@pytest.mark.parametrize("code", LANGUAGES)
def test_nets_and_words_stay_on_the_sheet(code):
    sheet = parse_paper("a4")
    room = box(sheet.margin, sheet.margin, sheet.width - sheet.margin, sheet.height - sheet.margin).buffer(0.5)
    for cube in CUBES:
        frames = print_tower(cube, code=code)
        assert len(frames) > 4
        extents = [each for frame in frames for each in text_extents(frame)]
        assert [text.text for text, extent in extents if not room.covers(box(*extent))] == []


def test_the_tower_is_printed_for_a_cube():
    composition = compose(Edition(open_deck("shogun"), "fr", parse_paper("a4"), only=("tower",), cube=10))
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


def test_the_keep_spares_ink():
    full, low = (measure_coverage(print_tower(8, low)[1:3]) for low in (False, True))
    assert low < 0.4 * full
