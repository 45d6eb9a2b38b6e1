"""A grid over a photo of a map without seals, from a phone without any script: guessed, put right, taken."""

import io
from html import unescape
from re import findall, search

import pytest
from PIL import Image

from companion.data.honshu.map import LONGEST_SIDE
from companion.play.honshu.views import view
from companion.sentences import say
from companion.service.honshu.copy_learned import copy_learned, learn_copy
from companion.service.honshu.photo_look import PhotoWish, SeenPhotos, ShownPhoto, grid_lines, look
from companion.service.honshu.seen_map import symbol_seen
from companion.vision.eyes import LOOKS
from companion.web.app import make_app
from companion.web.honshu import photos
from companion.web.honshu.photo_grid import Laid
from companion.web.house import Settings
from companion.web.people import PLAYER
from tests.play.honshu import moves as honshu_moves
from tests.vision.bought import PLAIN, bought
from tests.web.conftest import fields

PHOTO = bought(7, PLAIN, cards=4, width=700)
HIGH, WIDE = PHOTO.photo.shape[:2]


def jpeg() -> bytes:
    file = io.BytesIO()
    Image.fromarray(PHOTO.photo).save(file, "JPEG", quality=85)
    return file.getvalue()


async def looking(_work: object, wish: PhotoWish) -> SeenPhotos:
    """Reads the grid for good, and finds no seal without one."""
    if wish.corners is not None:
        return look(wish)
    return SeenPhotos((ShownPhoto(jpeg(), WIDE, HIGH),), problem=say("No seal was found."))


@pytest.fixture
def app(tables):
    return make_app(tables, Settings(beside=looking))


@pytest.fixture
def aya(browser, house, shelf):
    """Aya's phone, with her photo sent."""
    honshu_moves.begin(shelf, "friday", {"blue": "Aya"}, 5)
    client = browser(PLAYER)
    house.people.sit("friday", "blue", house.people.find(client.cookies["companion"]), "Aya")
    body = fields(client.get("/t/friday/photo").text)
    page = client.post("/t/friday/photo", data=body, files={"file": ("map.jpg", jpeg(), "image/jpeg")})
    assert "/t/friday/photo/grid" in page.text
    return client


def sent(client, page: str, **values: object):
    body = {**fields(client.get(f"/t/friday/{page}").text), **values}
    return client.post(f"/t/friday/{page}", data=body)


def typed(html: str) -> dict[str, int]:
    """The numbers that stand in the grid's form."""
    found = {
        name: search(rf'name="{name}"[^>]* value="(-?\d+)"', html) for name in (*CORNERS, "rows", "columns")
    }
    return {name: int(each[1]) for name, each in found.items() if each is not None}


CORNERS = {
    f"{axis}{at}": round(value)
    for at, corner in enumerate(PHOTO.corners)
    for axis, value in zip("xy", corner, strict=True)
}
GRID = {**CORNERS, "rows": len(PHOTO.grid), "columns": len(PHOTO.grid[0]), "corner": 0}


def test_a_map_is_guessed_put_right_and_taken(aya, house) -> None:
    page = sent(aya, "photo/grid", **GRID)
    assert page.url.path == "/t/friday/photo/map"
    held = next(iter(photos._DESKS[house].kept.values()))
    assert f"{len(held.reading.squares)} squares are guessed by their colours alone" in page.text
    wrong = [
        (each.row, each.column)
        for each in held.reading.squares
        if symbol_seen(each) != PHOTO.grid[each.row][each.column]
    ]
    assert len(wrong) < len(held.reading.squares) / 3  # values and cubes with them
    refused = sent(aya, "photo/map", take="1")
    assert refused.status_code == 422
    before = held.reading
    for row, column in [(0, 0), *wrong]:
        page = sent(aya, "photo/map", square=f"{row}.{column}", **{"is": PHOTO.grid[row][column]})
        assert "square=" not in str(page.url)  # a guess is looked at as a whole
    assert held.reading is not before  # each told square tells of the others
    for each in held.reading.squares:  # and may mislead
        if symbol_seen(each) != PHOTO.grid[each.row][each.column]:
            at = f"{each.row}.{each.column}"
            sent(aya, "photo/map", square=at, **{"is": PHOTO.grid[each.row][each.column]})
    sent(aya, "photo/map", rest="1")
    assert copy_learned(house.tables.shelf) == ()  # of a map that was not taken nothing is kept
    sent(aya, "photo/map", take="1")
    taken = view(house.open("friday").state).maps["blue"].map.grid
    assert taken == [" ".join(row) for row in PHOTO.grid]
    kept = copy_learned(house.tables.shelf)
    assert sorted(symbol for symbol, _ in kept) == sorted(
        symbol for row in PHOTO.grid for symbol in row if symbol != "."
    )


def test_what_was_learned_is_told_and_forgotten_with_a_tap(aya, house) -> None:
    look = look_of_a_lake()
    learn_copy(house.tables.shelf, [("L", look), ("L", look)])
    page = sent(aya, "photo/grid", **GRID)
    assert "Learned from 2 squares of your copy" in page.text
    held = next(iter(photos._DESKS[house].kept.values()))
    assert held.wish.before == (("L", look), ("L", look))
    page = sent(aya, "photo/map", unlearn="1")
    assert "Learned from" not in page.text
    assert copy_learned(house.tables.shelf) == ()


def look_of_a_lake() -> tuple[float, ...]:
    return tuple(0.9 if name == "blue" else 0.1 for name in LOOKS)


def test_what_was_told_stays_when_a_corner_is_moved_and_goes_when_the_squares_are_counted_anew(
    aya, house
) -> None:
    sent(aya, "photo/grid", **GRID)
    sent(aya, "photo/map", square="0.0", **{"is": "L"})

    def settled() -> dict[tuple[int, int], str]:
        return next(iter(photos._DESKS[house].kept.values())).settled

    assert typed(aya.get("/t/friday/photo/grid").text) == {k: v for k, v in GRID.items() if k != "corner"}
    sent(aya, "photo/grid", **{**GRID, "x0": GRID["x0"] + 2})
    assert settled() == {(0, 0): "L"}
    sent(aya, "photo/grid", **{**GRID, "rows": GRID["rows"] + 1})
    assert settled() == {}


def test_arrows_steps_and_numbers_redraw_the_grid(aya) -> None:
    page = aya.get("/t/friday/photo/grid")
    first = typed(page.text)
    assert len(findall('id="g-lines', page.text)) == 3  # the photo, the corner from near, and beside a finger
    moved = sent(aya, "photo/grid", **first, corner=2, step="x2>")
    assert "step" not in str(moved.url)
    assert typed(moved.text) == {**first, "x2": first["x2"] + 4}
    assert typed(sent(aya, "photo/grid", **first, step="rows+1").text)["rows"] == first["rows"] + 1
    low = {**first, "rows": 1, "y0": -9999, "columns": "x"}
    again = typed(sent(aya, "photo/grid", **low, step="rows-1").text)
    assert (again["rows"], again["y0"], again["columns"]) == (1, -(HIGH // 2), first["columns"])
    assert typed(sent(aya, "photo/grid", **{**first, "x0": 5}, reckon="1").text)["x0"] == 5


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"rows": "0"}, "'0' was not expected; it is a whole number from 1 to 40"),
        ({"x1": "5e3"}, "'5e3' was not expected; it is a whole number"),
        ({"x0": CORNERS["x2"], "y0": CORNERS["y2"]}, "make no grid"),
        ({"rows": 40, "columns": 40}, "expected 8. Take the photo from nearer"),
    ],
)
def test_a_grid_that_cannot_be_is_told_and_kept(aya, values: dict[str, object], told: str) -> None:
    page = sent(aya, "photo/grid", **{**GRID, **values})
    assert page.status_code == 422
    assert told in unescape(page.text)
    assert sent(aya, "photo/grid", **GRID).url.path == "/t/friday/photo/map"


def test_without_a_photo_there_is_nothing_to_lay_a_grid_over(aya) -> None:
    sent(aya, "photo", forget="1")
    assert aya.get("/t/friday/photo/grid").url.path == "/t/friday/photo"
    page = sent(aya, "photo/grid", **GRID)
    assert page.status_code == 422
    assert "The photo does not wait here any more" in page.text


def test_lines_run_to_where_squares_meet() -> None:
    level = grid_lines(((0, 0), (30, 0), (30, 20), (0, 20)), 2, 3)
    assert level == (((10, 0), (10, 20)), ((20, 0), (20, 20)), ((0, 10), (30, 10)))
    aslant = grid_lines(((10, 0), (20, 0), (30, 20), (0, 20)), 2, 1)
    ((left, down), (right, _)) = aslant[0]
    assert (round(left, 2), round(right, 2), round(down, 2)) == (7.5, 22.5, 5.0)  # the farther row is lower
    for crossed in (((0, 0), (0, 9), (9, 9), (9, 0)), ((0, 0), (9, 0), (2, 2), (0, 9)), ((0, 0),) * 4):
        assert grid_lines(crossed, 2, 3) == ()


def test_the_drawing_holds_the_photo_and_every_corner_with_a_rim() -> None:
    photo = ShownPhoto(b"", 400, 300)
    inside = Laid(((50, 40), (350, 40), (350, 260), (50, 260)), 4, 6, 0)
    left, top, wide, high = inside.box(photo)
    rim = -left
    assert rim > 0
    assert (left, top, wide, high) == pytest.approx((-rim, -rim, 400 + 2 * rim, 300 + 2 * rim))
    beyond = Laid(((-100, -20), (350, 40), (500, 340), (50, 260)), 4, 6, 0)
    assert beyond.box(photo) == pytest.approx((-100 - rim, -20 - rim, 600 + 2 * rim, 360 + 2 * rim))


def test_a_corner_may_lie_half_a_photo_beyond_it_and_no_farther(aya) -> None:
    far = {
        "x0": "-9999",
        "y0": "-9999",
        "x2": "9999",
        "y2": "9999",
        "rows": "999",
        "columns": "0",
        "corner": "9",
    }
    told = aya.get("/t/friday/photo/grid", params={**far, "step": "columns-1"}).url.params
    assert (told["x0"], told["y0"]) == (str(-(WIDE // 2)), str(-(HIGH // 2)))
    assert (told["x2"], told["y2"]) == (str(3 * (WIDE // 2)), str(3 * (HIGH // 2)))
    assert (told["rows"], told["columns"], told["corner"]) == (str(LONGEST_SIDE), "1", "3")
