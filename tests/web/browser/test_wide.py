"""A laptop's pages: band, what is due and the button below stand as wide as the page between them."""

import pytest

from tests.web.browser.examples import COLOURS, PLAYERS
from tests.web.browser.moments import MOMENTS
from tests.web.evening import Evening, Phones

SEATS = dict(zip(PLAYERS, COLOURS, strict=True))
EDGES = """() => {
  const inner = node => {
    const style = getComputedStyle(node), box = node.getBoundingClientRect();
    return [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)];
  };
  const main = inner(document.querySelector("main"));
  const found = [".top", ".due > p"].map(each => document.querySelector(each)).filter(Boolean).map(inner);
  for (const each of document.querySelectorAll(".thumb > *")) {
    const box = each.getBoundingClientRect();
    if (box.width) found.push([box.left, box.right]);
  }
  return [main, ...found].map(each => each.map(Math.round));
}"""


@pytest.mark.parametrize(
    ("table", "page"),
    [
        ("full-choosing", "/round"),
        ("full-planning", "/plan"),
        ("board-end", "/history"),
        ("ranking", ""),
        ("", "/settings"),
        ("", "/new/shogun"),
        ("", "/new/hogen"),
    ],
)
def test_band_due_and_button_are_as_wide_as_the_page(
    table: str, page: str, phones: Phones, evening: Evening
) -> None:
    if table:
        evening.lay(f"wide-{table}", MOMENTS[table].make, SEATS)
    laptop = phones("Aya", width=1280, height=800)
    laptop.goto(f"/t/wide-{table}{page}" if table else page)
    main, *others = laptop.evaluate(EDGES)
    assert others
    for left, right in others:
        assert abs(left - main[0]) <= 1
        assert right <= main[1] + 1


def test_a_province_stands_beside_its_action_on_the_smallest_phone(phones: Phones, evening: Evening) -> None:
    evening.lay("narrow", MOMENTS["full-planning"].make, SEATS)
    page = phones("Bo", width=320, height=664)
    page.goto("/t/narrow/plan")
    beside = page.locator(".plan > li").evaluate_all(
        "all => all.map(({children: [, , words], lastElementChild: last}) =>"
        " last.getBoundingClientRect().top < words.getBoundingClientRect().bottom)"
    )
    assert len(beside) == 10
    assert all(beside)


@pytest.mark.parametrize("table", ["board-draft", "board-revolts"])
def test_the_whole_board_stands_beside_its_dock(table: str, phones: Phones, evening: Evening) -> None:
    evening.lay(f"dock-{table}", MOMENTS[table].make, SEATS)
    laptop = phones("Aya", width=1280, height=800)
    laptop.goto(f"/t/dock-{table}/board")
    board, dock = laptop.locator(".board-view").bounding_box(), laptop.locator(".thumb").bounding_box()
    assert board is not None
    assert dock is not None
    assert board["x"] + board["width"] <= dock["x"]
    assert board["y"] + board["height"] <= 800


@pytest.mark.parametrize("page", ["history", "result"])
def test_the_band_is_the_seats_on_every_page_of_a_table(page: str, phones: Phones, evening: Evening) -> None:
    seats = dict(zip(PLAYERS, "ABC", strict=True))
    evening.lay(f"band-{page}", MOMENTS["hogen-over"].make, seats)
    phone = phones("Aya")
    phone.goto(f"/t/band-{page}/{page}")
    band = phone.locator("header.top")
    assert band.get_attribute("data-seat") in COLOURS
    assert band.locator("img[src*='banner-']").count() == 1
