"""The printed Honshu: seals, places for cubes, kinds known without colour."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from shapely import box

from companion.data.deck import open_deck
from companion.data.honshu.cards import MapCard, Terrain, load_cards
from companion.paths import assets
from companion.press.frame.drawing import Drawing, compute_visible_bounds
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.low_ink import compute_lightness
from companion.press.frame.outlines import Matrix, compute_bounds, rect, transform_bounds
from companion.press.layout import lay_out
from tests.press.colours import find_lookalikes
from tests.press.flattening import flatten_outline

SQUARE = 29.0
CODES = json.loads((assets() / "games/honshu/codes4x4.json").read_text())["codes"]


@pytest.fixture(scope="module")
def map_faces() -> dict[str, Frame]:
    """The 72 faces made of squares, by the name players use."""
    faces = {}
    for piece in lay_out(open_deck("honshu"), "en", ["map-cards", "start-provinces"]):
        if piece.component == "map-cards":
            faces[piece.card] = piece.front
        else:
            assert piece.back is not None
            faces |= {f"A{piece.card}": piece.front, f"B{piece.card}": piece.back}
    return faces


def list_squares(card: MapCard) -> Iterator[tuple[int, float, float]]:
    """Number and top left corner of each square, mm."""
    for index in range(6):
        yield index, index % 2 * SQUARE, index // 2 * SQUARE


def test_a_summary_describes_a_round_of_two_players_in_four_steps() -> None:
    for card in lay_out(open_deck("honshu"), "en", ["summaries-two"]):
        assert card.back is not None
        said = [item for item, _ in card.back.walk() if isinstance(item, Text) and len(item.text) > 2]
        text = " ".join(item.text for item in said)
        assert "other pair" in text
        assert "unless the other player pays two cubes" in text
        lines = sorted(item.y for item in said if 10 < item.y < 67)
        assert [after - line > 4.5 for line, after in pairwise(lines)].count(True) == 3, "a step runs into the next"


def test_tokens_are_ten_of_each_and_alike_on_both_sides() -> None:
    tokens = list(lay_out(open_deck("honshu"), "en", ["tokens"]))
    assert Counter(piece.card for piece in tokens) == dict.fromkeys(("blue", "brown", "grey", "yellow"), 10)
    assert all(piece.back and piece.front.items == piece.back.items for piece in tokens)


def test_a_seal_on_every_square_says_face_and_square(map_faces: dict[str, Frame]) -> None:
    """Identities count faces in the order 1 to 60, A1 to A6, B1 to B6, six squares each."""
    order = [str(number) for number in range(1, 61)] + [f"{side}{n}" for side in "AB" for n in range(1, 7)]
    assert sorted(order) == sorted(map_faces)
    for face, name in enumerate(order):
        seals = [item for item in map_faces[name].items if isinstance(item, Shape) and item.role == "seal"]
        assert len(seals) == 6
        assert all(compute_lightness(seal.fill or "") < 42 for seal in seals)
        for square, seal in enumerate(seals):
            left, top = square % 2 * SQUARE + 4, square // 2 * SQUARE + 4
            assert compute_bounds(seal.outline) == pytest.approx((left, top, left + 6, top + 6))
            assert read_seal(seal, left, top) == f"{CODES[6 * face + square]:016b}", (name, square)


def read_seal(seal: Shape, left: float, top: float) -> str:
    """The 4 x 4 code a seal shows, read in the middle of each cell of 1 mm; what is not dark is light."""
    lines = flatten_outline(seal.outline)
    return "".join(
        "0" if is_inside(lines, left + column + 1.5, top + row + 1.5) else "1"
        for row in range(4)
        for column in range(4)
    )


def is_inside(lines: list[list[tuple[float, float]]], x: float, y: float) -> bool:
    crossings = [
        (x2 - x1) * (y - y1) / (y2 - y1) + x1 > x
        for line in lines
        for (x1, y1), (x2, y2) in pairwise(line)
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossings) % 2 == 1


def test_nothing_is_drawn_on_a_seal_or_on_the_light_round_it(map_faces: dict[str, Frame]) -> None:
    """What lies below is read from the rendered card (the tests of the vision)."""
    for frame in map_faces.values():
        last = max(i for i, item in enumerate(frame.items) if isinstance(item, Shape) and item.role == "seal")
        seals = [box(x - 0.75, y - 0.75, x + 6.75, y + 6.75) for x in (4, 33) for y in (4, 33, 62)]
        for later in frame.items[last + 1 :]:
            assert not any(box(*measure_extent(later)).intersects(seal) for seal in seals)


def measure_extent(item: Item) -> tuple[float, float, float, float]:
    if isinstance(item, Text):
        return (item.x - 5, item.y - 3.2, item.x + 5, item.y + 1)
    assert isinstance(item, Use)
    assert isinstance(item.frame, Drawing)
    return transform_bounds(item.frame.extent, item.matrix)


def list_lands(frame: Frame, kind: str = "") -> list[Use]:
    return [item for item in frame.items if isinstance(item, Use) and item.frame.name.startswith(f"land-{kind}")]


def find_drawings(frame: Frame) -> dict[str, tuple[Drawing, Matrix]]:
    return {item.name.rpartition(" ")[2]: (item, matrix) for item, matrix in frame.walk() if isinstance(item, Drawing)}


def test_every_square_shows_its_land(map_faces: dict[str, Frame]) -> None:
    short = {Terrain.PRODUCTION: "prod", Terrain.FACTORY: "fact"}
    for card in load_cards():
        placed = {(use.matrix.e, use.matrix.f): use.frame for use in list_lands(map_faces[card.name])}
        assert len(placed) == 6
        for index, x, y in list_squares(card):
            square = card.squares[index // 2][index % 2]
            frame = placed[x, y]
            assert (frame.width, frame.height) == (SQUARE, SQUARE)
            assert frame.name.startswith("land-" + short.get(square.terrain, square.terrain.value))
            if square.colour:
                assert any(f"{square.terrain.value}-{square.colour.value}" in name for name in find_drawings(frame))
                assert f"sign-{square.colour.value}" in find_drawings(frame)


def test_a_brush_line_separates_different_lands_of_a_card(map_faces: dict[str, Frame]) -> None:
    for card in load_cards():
        kinds = [square.terrain for row in card.squares for square in row]
        beside = [(i, i + 1) for i in (0, 2, 4)] + [(i, i + 2) for i in range(4)]
        lines = [item for item in map_faces[card.name].items if isinstance(item, Use) and " seam" in item.frame.name]
        assert len(lines) == sum(kinds[one] is not kinds[other] for one, other in beside), card.name


def test_every_production_square_has_a_place_for_a_cube(map_faces: dict[str, Frame]) -> None:
    """A ring in the colour about the point 3.5 mm right of and below the middle; a cube hides the sign."""
    middle, cube = SQUARE / 2 + 3.5, compute_bounds(rect(14, 14, 8, 8))
    for card in load_cards():
        places = list_lands(map_faces[card.name], "prod")
        colours = [
            square.colour.value
            for row in card.squares
            for square in row
            if square.terrain is Terrain.PRODUCTION and square.colour
        ]
        assert len(places) == len(colours)
        for use, colour in zip(places, colours, strict=True):
            place, at = find_drawings(use.frame)[f"place-{colour}"]
            left, top, right, bottom = transform_bounds(place.extent, at)
            assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((middle, middle), abs=0.05)
            sign, at = find_drawings(use.frame)[f"sign-{colour}"]
            left, top, right, bottom = compute_visible_bounds(sign, at)
            assert cube[0] <= left < right <= cube[2]
            assert cube[1] <= top < bottom <= cube[3]


def test_kinds_are_known_without_their_colour(map_faces: dict[str, Frame]) -> None:
    groups = {
        item.group
        for frame in map_faces.values()
        for item, _ in frame.walk()
        if isinstance(item, Shape) and item.role in ("ground", "wash") and item.group  # a plate has none
    }
    assert groups == {"forest", "town", "lake", "fallow", "prod", "fact"}
    assert list(find_lookalikes(map_faces.values())) == []
