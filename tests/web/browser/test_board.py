"""A spring on the board: phones play by touching provinces, a big screen looks on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.data.shogun.landmap import land_map
from tests.web.browser.examples import COLOURS, PLAYERS, make_whole_board
from tests.web.browser.fingers import Fingers
from tests.web.evening import Evening, Phones

WIDTH = "document.querySelector('.board').getBoundingClientRect().width"


@pytest.fixture
def spring(evening: Evening, request: pytest.FixtureRequest) -> str:
    """The address of a board in its first action, which Aya begins."""
    table = f"board {request.node.name}"[:50]
    evening.lay(table, make_whole_board, dict(zip(PLAYERS, COLOURS, strict=True)))
    return f"/t/{table.replace(' ', '~20')}/board"


WHERE = """province => {
    const link = document.querySelector(`.board a[aria-label^="${province}, "]`);
    const label = [...document.querySelectorAll(".b-labels > g > g > text")]
        .find(each => each.textContent.includes(province));
    if (!link || !label) return null;
    link.scrollIntoView({ block: "center", inline: "center" });
    const name = label.getBoundingClientRect(), land = link.getBoundingClientRect(), parts = [3, 4, 2, 5, 1];
    const spots = [[name.x + name.width / 2, name.bottom + 6]]; // where cubes lie below the name, beside it
    for (const y of parts) for (const x of parts)
        spots.push([land.x + land.width * x / 6, land.y + land.height * y / 6]);
    const hits = ([x, y]) => document.elementFromPoint(x, y)?.closest(".board a") === link;
    const spot = spots.find(hits) || null, before = window.spotted || [];
    window.spotted = [province, ...(spot || [])];
    window.steady = spot && before.join() === window.spotted.join() ? (window.steady || 0) + 1 : 0;
    if (window.steady < 6) return null; // a page that still moves puts something else under the thumb
    window.spotted = [];
    return spot;
}"""


def touch_province(page: Page, province: str) -> None:
    """Touch a province on the map, below its name or beside it, as soon as nothing lies over it."""
    x, y = page.wait_for_function(WHERE, arg=province).json_value()
    page.touchscreen.tap(x, y)


def test_a_spring_is_played_on_the_board(phones: Phones, spring: str) -> None:
    aya, bo, screen = phones("Aya"), phones("Bo"), phones("screen", width=1280, height=900)
    for page in (aya, bo, screen):
        page.goto(spring)
        whose = "Your turn" if page is aya else "Aya"
        expect(page.locator("h1")).to_contain_text(f"{whose}: battle or move A")
    expect(bo.locator(".thumb .act")).to_have_count(0)

    touch_province(aya, "Mino")  # her own; then a neighbour, the second cube, and the throw: four taps
    expect(aya.locator(".b-chosen")).to_have_count(1)
    touch_province(aya, "Omi")
    expect(aya.locator(".thumb .act")).to_have_text("Attack Omi with 3")
    aya.locator(".slot").nth(1).click()
    expect(aya.locator(".thumb .act")).to_have_text("Attack Omi with 2")
    expect(aya.locator(".odds-bar")).to_be_visible()
    aya.locator(".thumb .act").click()
    expect(aya).to_have_url(re.compile("/thrown"))

    for page in (bo, screen):  # the cubes fall for everybody
        expect(page).to_have_url(re.compile("/thrown"))
        expect(page.locator(".stage.falling")).to_be_attached()
    bo.locator(".thumb .act").click()
    expect(bo.locator("main")).to_contain_text("Aya attacks Omi from Mino with 2 armies.")
    expect(bo.locator("h1")).to_contain_text("Your turn: battle or move A")
    touch_province(bo, "Yamato")
    expect(bo.locator(".b-chosen")).to_have_count(1)
    touch_province(bo, "Kii")
    expect(bo.locator(".thumb .act")).to_contain_text("Kii")
    bo.locator(".thumb .act").click()
    expect(screen.locator("h1")).to_contain_text("Chen: battle or move A")
    chen = phones("Chen", language="fr")
    chen.goto(spring)
    chen.locator("button[name=blank]").click()

    expect(screen.locator("h1")).to_contain_text("Aya: collect taxes")
    aya.goto(spring)
    touch_province(aya, "Izu")
    expect(aya.locator(".thumb .act")).to_have_text("Izu: collect taxes")
    aya.locator(".thumb .act").click()
    expect(screen.locator("main")).to_contain_text("chests from Izu")


def test_the_map_is_pinched_and_moved(phones: Phones, spring: str) -> None:
    page = phones("Aya")
    page.goto(spring)
    wide = page.evaluate(WIDTH)
    # As the map is first shown, a finger of 44 px fits into every province.
    assert min(each.radius for each in land_map().outlines.values()) * 2 * wide / 594 >= 44
    view = page.locator("#board-view").bounding_box()
    assert view is not None
    Fingers(page).pinch((view["x"] + view["width"] / 2, view["y"] + 120), 40, 100)
    wider = page.evaluate(WIDTH)
    assert wider > 2 * wide
    touch_province(page, "Mino")  # what is chosen is drawn anew; the map stays as near as it was
    expect(page.locator(".b-chosen")).to_have_count(1)
    assert page.evaluate(WIDTH) == wider
    page.locator("#zoom-whole").check(force=True)
    assert page.evaluate(WIDTH) < wide
