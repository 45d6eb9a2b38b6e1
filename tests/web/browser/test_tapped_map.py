"""A map is tapped square by square: none that lies there moves wherever it grows, until it is centred."""

import pytest
from playwright.sync_api import Page, expect

from tests.play.honshu import moves as honshu_moves
from tests.web.browser.test_honshu import wait_for_squares
from tests.web.evening import Evening, Phones

Boxes = dict[str, tuple[float, ...]]

LAID = """all => all.filter(each => each.querySelector("img")).map(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.dataset.at, [x, y, width, height]];
})"""

EDGES = {
    "top": ("-2.-1", "-3.-1", "-4.-1"),
    "left": ("-1.-2", "-1.-3", "-1.-4"),
    "bottom": ("0.-1", "1.-1", "2.-1"),
    "right": ("-1.0", "-1.1", "-1.2"),
}
"""Squares beside the middle one, outwards: the last lies beyond all that is there at first."""


def read_square_boxes(page: Page) -> Boxes:
    return {at: tuple(box) for at, box in page.locator(".desk-map .sq").evaluate_all(LAID)}


def find_visible_middle(page: Page, at: str) -> tuple[float, float]:
    """The middle of what is in sight of a place: nothing is moved to touch it."""
    box, room = (page.locator(each).bounding_box() for each in (f"button.sq[data-at='{at}']", ".desk-map"))
    assert box is not None
    assert room is not None
    ends = [
        (max(box[side], room[side]), min(box[side] + box[size], room[side] + room[size]))
        for side, size in (("x", "width"), ("y", "height"))
    ]
    assert all(end - start > 9 for start, end in ends), at
    (left, right), (top, bottom) = ends
    return (left + right) / 2, (top + bottom) / 2


def tap_all(page: Page, places: list[str]) -> None:
    before = read_square_boxes(page)
    for at in places:
        page.touchscreen.tap(*find_visible_middle(page, at))
        wait_for_squares(page, len(before) + 1)
        now = read_square_boxes(page)
        assert at in now
        for each, box in before.items():
            assert now[each] == pytest.approx(box, abs=1), each
        before = now


def open_map(phones: Phones, evening: Evening, table: str) -> Page:
    evening.lay(table, lambda shelf, name: honshu_moves.begin(shelf, name, {"blue": "Aya"}), {"Aya": "blue"})
    page = phones("Aya")
    page.goto(f"/t/{table}/squares")
    return page


def test_no_square_moves_when_the_map_grows_or_the_phone_is_turned(phones: Phones, evening: Evening) -> None:
    page = open_map(phones, evening, "still")
    tap_all(page, ["-1.-1", *(at for edge in zip(*EDGES.values(), strict=True) for at in edge)])
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("[data-at='-1.-1']")).to_be_in_viewport(ratio=1)


def test_a_map_that_has_grown_out_of_sight_is_centred_and_tapped_on(phones: Phones, evening: Evening) -> None:
    for edge in ("top", "right"):
        page = open_map(phones, evening, edge)
        way = ["-1.-1", *EDGES[edge]]
        tap_all(page, way)
        before = read_square_boxes(page)
        page.get_by_role("link", name="Centre the whole map").tap()
        wait_for_squares(page, len(way))
        assert read_square_boxes(page) != before
        room = page.locator(".desk-map").bounding_box()
        boxes = [each.bounding_box() for each in page.locator("button.sq").all()]
        for side, size, most in (("x", "width", 30), ("y", "height", 60)):
            free = (
                min(box[side] for box in boxes) - room[side],
                room[side] + room[size] - max(box[side] + box[size] for box in boxes),
            )
            assert min(free) >= 0
            assert abs(free[0] - free[1]) < 2 * most
        row, column = map(int, way[-1].split("."))
        step = tuple(int(b) - int(a) for a, b in zip(way[0].split("."), way[1].split("."), strict=True))
        tap_all(page, [f"{row + step[0]}.{column + step[1]}"])
