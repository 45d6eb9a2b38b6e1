"""What stands on a production square: a cube anywhere on it is one, what else hides its print is told."""

import runpy
from collections.abc import Callable
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.data.honshu.cards import Colour
from companion.vision.eyes import Surface
from companion.vision.honshu.cubes import FINE, CubeSpot, Standing, classify_spot, load_bare_squares
from companion.vision.honshu.geometry import SIDE, compute_lean
from companion.vision.honshu.map_reading import read_map_photo
from companion.vision.honshu.reading import Reading
from companion.vision.matrices import Homography, build_scaling, product
from tests.choice import pick
from tests.vision.judgement import judge, list_doubts
from tests.vision.photos import CONDITIONS, Generated, generate

ROOT = Path(__file__).parent.parent.parent
PAPER, BLUE, GREY, RED, WHITE, BLACK = (
    *((230, 220, 200), (40, 80, 150), (130, 125, 112)),
    *((200, 30, 36), (225, 222, 225), (22, 20, 20)),
)
BARE, CUBE, THING, UNSURE = Standing
Within = Callable[[int, int], bool]
Hidden = tuple[Within, tuple[int, int, int]]


def build_box(left: int, top: int, right: int, bottom: int) -> Within:
    return lambda x, y: left <= x < right and top <= y < bottom


def build_disc(x: float, y: float, radius: float) -> Within:
    return lambda across, down: hypot(across + 0.5 - x, down + 0.5 - y) < radius


def find_standing(
    *hidden: Hidden,
    square: int = 2,
    lean: tuple[float, float] = (0.0, 0.0),
    colour: Colour = Colour.BLUE,
    beside: tuple[Colour | None, ...] = (None,) * 4,
) -> Standing:
    """What stands where print is hidden by colours, on a square or over its edges."""

    def build_surface(at: tuple[float, float]) -> Surface:
        left, top = (round(to - SIDE / 2) for to in at)
        cells = [[[0.9, *map(float, PAPER)] for _ in range(29)] for _ in range(29)]
        for within, paint in hidden:
            for y in range(29):
                for x in range(29):
                    if within(x + left, y + top):
                        cells[y][x] = [0.1, *map(float, paint)]
        return Surface(0.9, cells)

    place = CubeSpot(build_scaling(1, 1), square, colour, beside)
    return classify_spot(build_surface((SIDE / 2, SIDE / 2)), place, lean, build_surface)


@pytest.mark.parametrize(("left", "edge"), [(4, 8), (9, 10), (18, 8), (18, 10)])
def test_a_cube_is_recognised_anywhere_on_its_square(left: int, edge: int) -> None:
    assert find_standing() is BARE
    assert find_standing((build_box(left, 12, left + edge, 12 + edge), BLUE)) is CUBE
    assert find_standing((build_box(left, 12, left + edge, 12 + edge), GREY)) is CUBE  # of any of the four colours
    assert (
        find_standing((build_box(left, 12, left + edge, 21), BLUE), (build_box(left, 21, left + edge, 24), GREY))
        is CUBE
    )


def test_larger_or_otherwise_coloured_things_are_no_cubes() -> None:
    assert find_standing((build_disc(18, 18, 5), BLUE)) is CUBE  # a cylinder
    assert find_standing((build_disc(18, 18, 8.5), GREY)) is not CUBE
    assert find_standing((build_disc(17, 17, 9.5), (160, 130, 70))) is THING
    assert find_standing((build_box(10, 11, 24, 25), BLUE)) is not CUBE  # a die
    assert find_standing((build_box(3, 12, 28, 26), (170, 110, 85))) is THING  # a finger
    for paint in (RED, BLACK, WHITE, (30, 140, 60)):
        assert find_standing((build_box(12, 12, 24, 24), paint)) in (THING, UNSURE)
    assert find_standing((build_box(12, 12, 23, 23), (185, 178, 162))) is THING  # a white die
    assert find_standing((build_disc(12, 12, 9), BLUE)) is not CUBE  # as much of it lies on the seal
    assert find_standing((build_box(6, 6, 16, 16), BLUE)) is CUBE  # and so does some of this one
    die = (build_box(10, 10, 24, 24), (225, 222, 225)), (build_box(10, 10, 14, 15), GREY)
    assert find_standing(*die, colour=Colour.GREY) is not CUBE  # the paint of its largest side tells
    figure = (build_box(8, 17, 25, 20), BLUE), (build_box(14, 13, 20, 24), BLUE)
    assert find_standing(*figure) is UNSURE
    assert find_standing((build_box(14, 18, 24, 45), GREY)) is UNSURE  # a fingertip of another square
    assert find_standing((build_box(8, 14, 24, 23), BLUE), lean=(0.7, 0.0)) is CUBE  # longer the way it leans
    assert find_standing((build_box(4, 12, 27, 21), BLUE), lean=(0.0, 0.7)) is not CUBE


def test_things_reaching_in_from_beside_are_not_on_the_square() -> None:
    assert find_standing((build_box(25, 6, 29, 24), BLUE)) is BARE  # a card that lies over the edge
    assert find_standing((build_box(24, 8, 29, 17), BLUE), lean=(-0.6, 0.0)) is BARE  # a cube that leans in
    assert find_standing((build_box(25, 12, 29, 21), BLUE)) is UNSURE  # across the edge
    assert find_standing((build_box(19, 14, 27, 22), BLUE)) is CUBE
    card = build_box(0, 25, 29, 29), RED
    assert find_standing(card) is BARE
    assert find_standing((build_box(9, 16, 19, 26), BLUE), card) is CUBE


@pytest.mark.parametrize(
    ("card", "cube"),
    [
        (build_box(0, 0, 4, 29), build_box(3, 12, 13, 22)),
        (build_box(0, 0, 29, 4), build_box(12, 3, 22, 13)),
        (build_box(25, 0, 29, 29), build_box(16, 12, 26, 22)),
        (build_box(0, 25, 29, 29), build_box(12, 16, 22, 26)),
    ],
)
def test_a_cube_is_one_beside_a_card_of_its_colour_over_any_edge(card: Within, cube: Within) -> None:
    assert find_standing((card, BLUE), (cube, BLUE)) is CUBE


def test_a_cube_across_an_edge_is_known_by_its_whole_shape() -> None:
    across = build_box(24, 12, 33, 21), BLUE
    assert find_standing(across) is CUBE
    assert find_standing(across, beside=(Colour.BLUE, Colour.BLUE, None, Colour.BLUE)) is CUBE
    assert find_standing(across, beside=(None, None, Colour.GREY, None)) is CUBE
    assert find_standing(across, beside=(None, None, Colour.BLUE, None)) is UNSURE  # it may be that square's
    assert find_standing((build_box(24, 12, 44, 21), BLUE)) is UNSURE  # no cube is as long
    assert find_standing((build_box(24, 24, 33, 33), BLUE)) is UNSURE  # across two edges


def test_a_thing_beside_a_place_in_sight_changes_nothing() -> None:
    thing = build_box(2, 19, 10, 27)
    assert find_standing((thing, RED)) is BARE
    assert find_standing((thing, (255, 255, 255))) is BARE  # glare
    assert find_standing((thing, BLUE)) is CUBE
    assert find_standing((build_box(9, 19, 17, 27), RED)) is not BARE
    assert find_standing((build_disc(30, 29, 9), (160, 110, 70))) is BARE  # a coin that lies over the corner
    assert find_standing((build_disc(30, 29, 9), BLUE)) is UNSURE


def test_brown_print_that_lies_off_where_it_should_is_no_cube() -> None:
    light = (194, 160, 126)  # shares of paper as the lines of a brown square have them together
    assert find_standing((build_box(16, 2, 25, 10), light), colour=Colour.BROWN) is BARE
    assert find_standing((build_box(20, 18, 26, 27), light), colour=Colour.BROWN) is UNSURE
    assert find_standing((build_box(16, 14, 25, 23), (108, 74, 55)), colour=Colour.BROWN) is CUBE


def test_a_strip_of_print_that_lies_off_is_no_cube_however_much_of_it_has_its_colour() -> None:
    own = (build_box(5, 20, 13, 26), BLUE)
    assert find_standing(own) is CUBE
    assert (
        find_standing(own, (build_box(13, 22, 18, 26), (150, 130, 60)), (build_box(18, 22, 27, 26), (90, 140, 60)))
        is UNSURE
    )


def test_what_hides_more_than_a_cube_and_its_shadow_is_asked_about() -> None:
    side = (build_box(12, 12, 22, 22), BLUE)
    assert find_standing((build_box(8, 11, 25, 27), (60, 60, 52)), side) is CUBE
    assert find_standing((build_box(6, 11, 26, 27), (60, 60, 52)), side) is UNSURE


def build_speckles(within: Callable[[int, int], bool], *paints: tuple[int, int, int]) -> list[Hidden]:
    """A thing whose millimetres alternate between paints, as a token's do."""
    return [
        (lambda x, y, at=at: within(x, y) and (x + y) % len(paints) == at, paint) for at, paint in enumerate(paints)
    ]


def build_ring(x: float, y: float, outer: float, inner: float) -> Callable[[int, int], bool]:
    return lambda across, down: build_disc(x, y, outer)(across, down) and not build_disc(x, y, inner)(across, down)


def test_a_token_is_recognised_by_its_place_in_the_middle() -> None:
    pale = (180, 172, 160)
    assert find_standing(*build_speckles(build_box(12, 12, 24, 24), GREY, pale), colour=Colour.GREY) is CUBE
    assert find_standing(*build_speckles(build_ring(18, 18, 6.5, 4), GREY, pale), colour=Colour.GREY) is CUBE
    assert (
        find_standing(*build_speckles(build_ring(18, 18, 6.5, 5), GREY, pale), colour=Colour.GREY) is UNSURE
    )  # too thin
    for within, paints in (
        (build_ring(18, 18, 6.5, 4), (GREY, GREY)),
        (build_ring(18, 18, 8.5, 4), (GREY, pale)),  # larger
        (build_ring(23, 23, 6.5, 4), (GREY, pale)),  # beside
        (build_ring(18, 18, 6.5, 4), (BLACK, RED)),
    ):
        assert find_standing(*build_speckles(within, *paints), colour=Colour.GREY) is not CUBE


def test_glare_and_specks_are_no_cubes() -> None:
    assert find_standing((build_box(12, 12, 24, 24), (255, 255, 255))) is UNSURE
    assert (
        find_standing((build_box(12, 12, 13, 28), BLUE), (build_box(2, 20, 28, 21), BLUE)) is BARE
    )  # thinner than any
    assert find_standing((build_box(12, 12, 17, 16), BLUE)) is UNSURE
    number = (build_box(18, 2, 28, 9), BLUE)  # where a card bears its number nothing is told of print
    assert (find_standing(number, square=1), find_standing(number, square=3) is BARE) == (BARE, False)
    assert find_standing((build_box(4, 4, 10, 10), RED)) is BARE  # the seal


@pytest.mark.parametrize("card", [build_scaling(1, 1), build_scaling(1, 1, 40, -20)])
def test_cubes_lean_away_from_the_point_below_the_camera(card: Homography) -> None:
    above = product(build_scaling(10, 10, 1000, 750), card)  # from straight above, its foot in the photo's middle
    left, top = card[2], card[5]
    height = 0.75 * 2000 / 10
    for x, y in ((60.0, 0.0), (-30.0, 45.0)):
        expected = ((x + left) / height, (y + top) / height)
        assert compute_lean(above, (2000, 1500), (x, y)) == pytest.approx(expected)


def test_the_bare_squares_are_those_printed_now() -> None:
    render = runpy.run_path(str(ROOT / ".ci/places.py"))["render_production_squares"]
    for at, ink in enumerate(("full", "low")):  # else run python .ci/places.py
        for printed, kept in zip(render(ink, 12).values(), load_bare_squares(), strict=True):
            assert len(kept[at]) == round(SIDE * FINE) ** 2
            low = np.frombuffer(kept[at], np.uint8).reshape(printed[0].shape)[18 * FINE :]
            for each in printed:  # below the seal and the numbers
                assert np.corrcoef(each[18 * FINE :].ravel(), low.ravel())[0, 1] > 0.97


def read_photo(kind: str, seed: int) -> tuple[Generated, Reading]:
    made = generate(seed, **{**CONDITIONS[kind], "megapixels": 5.0})
    return made, read_map_photo(made.photo)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("kind", "seed"),
    pick(
        [
            *(("printed tokens", 9000), ("cubes astray", 508), ("cylinders", 600), ("cubes off", 9005)),
            *(("low ink", 9000), ("printed tokens", 9003), ("printed tokens", 9009)),
        ],
        3,
    ),
)
def test_cubes_are_read_right_however_they_lie_and_are_printed(kind: str, seed: int) -> None:
    made, reading = read_photo(kind, seed)
    judged = judge(reading, made.truth)
    assert judged.exact
    assert judged.cubes[0] > 3
    assert judged.cubes[1:] == (0, 0)
    assert not list_doubts(reading)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (500, {"level": "mixed", "megapixels": 5.0, "tokens": True}),  # tokens of the colour of their print
        (510, CONDITIONS["deck"]),  # print that seems hidden in the dusk
        (526, CONDITIONS["other's card"]),  # print of a card that lies off
    ],
)
def test_no_print_passes_for_a_cube(seed: int, options: dict[str, Any]) -> None:
    made = generate(seed, **options)
    assert judge(read_map_photo(made.photo), made.truth).cubes[1] == 0


@pytest.mark.deep
def test_things_on_places_are_reported_and_are_no_cubes() -> None:
    made, reading = read_photo("things on places", 9000)
    on = {(each["card"], each["square"]) for each in made.truth["cells"] if each.get("thing")}
    squares = {(each.card, each.square): each for each in reading.squares}
    assert len(on) > 2
    assert all(squares[each].doubt and squares[each].cube is None for each in on)
    assert {each for each in squares if squares[each].thing} <= on
    assert "Something other than a cube is on" in str([str(doubt) for doubt in list_doubts(reading)])
    assert judge(reading, made.truth).cubes[1] == 0
