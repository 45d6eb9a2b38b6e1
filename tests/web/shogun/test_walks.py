"""A winter and a count of points are gone through on every screen at one moment, step by step."""

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.play.shogun.fights import declare_winter_revolt
from companion.play.shogun.round import BeginWinter
from companion.play.shogun.standing import find_next_action
from companion.service.playing import play
from companion.table.shelf import Shelf
from tests.service.shogun.boards import begin_board, pass_rounds
from tests.web.browser import moments
from tests.web.shogun.test_common_fall import ODD_CLOCK

BEGAN = "() => true_start(document.querySelector('main [data-step]').getAnimations()[0])"
GOES = "() => Boolean(document.querySelector('[data-walk]:not([hidden])'))"
OVER = """() => document.querySelector("[data-walk]").hidden
  && !document.querySelector("main").getAnimations({ subtree: true }).length"""
WALKED = f"() => ({OVER})() && companionThrows.fell() !== null"
UNSEEN = """() => [...document.querySelectorAll("main [data-step]")]
  .filter((each) => getComputedStyle(each).opacity === "0").length"""


def _throw_revolts(shelf: Shelf, name: str) -> None:
    """A board whose revolts of winter are thrown, so that the points come next."""
    session = begin_board(shelf, name)
    pass_rounds(session)
    assert play(session, BeginWinter()).yes
    while revolting := find_next_action(session.state).provinces:
        assert play(session, declare_winter_revolt(revolting[0])).yes


@pytest.fixture
def board_phones(phones, evening, request):
    """Makes phones that look at a board before its count, each with a clock of its own."""
    name = re.sub(r"\W", "-", request.node.name)[-40:].strip("-")

    def open_page(player: str, ahead: int = 0, **device: Any) -> Page:
        page = phones(player, **{"still": False, **device})
        page.add_init_script(f"{ODD_CLOCK}([{ahead}, 15])")
        page.goto(f"/t/{name}/board")
        page.wait_for_function("() => companionThrows.ahead() !== null")
        return page

    def lay_table(make: Any) -> Any:
        evening.lay(name, make, {"Aya": "blue", "Bo": "yellow", "Chen": "red"})
        return open_page

    return lay_table


def tap_act(page: Page) -> None:
    page.locator("button.act[form=cold]").click()


def test_winter_begins_at_the_same_moment_on_screens_with_other_clocks(board_phones) -> None:
    made = board_phones(moments.make_board_winter)
    first, second = made("Aya", 3_000_000), made("Bo", -40_000)
    screen = made("screen", 77_000, width=1280, height=720)
    tap_act(first)
    seen = []
    for page in (first, second, screen):
        page.wait_for_url(re.compile("/winter"))
        page.wait_for_function(GOES)
        page.wait_for_function("() => companionThrows.fell() !== null")
        seen.append((page.evaluate(BEGAN), page.evaluate("companionThrows.doubt()")))
    for (one, known), (other, as_well) in combinations(seen, 2):
        assert abs(one - other) < known + as_well + 2
    before = second.evaluate(UNSEEN)
    assert before > 1
    second.get_by_role("button", name="Faster").click()
    second.wait_for_function(f"() => ({UNSEEN})() < {before}")
    second.get_by_role("button", name="Skip").click()
    second.wait_for_function(WALKED)
    expect(second.get_by_role("link", name="Continue")).to_be_visible()
    assert screen.evaluate(GOES)
    for page in (first, screen):
        page.wait_for_function(WALKED)
        assert page.evaluate(UNSEEN) == 0


@pytest.mark.parametrize("device", [{"still": True}, {"script": False}], ids=["less motion", "no script"])
def test_with_reduced_motion_or_no_script_the_winter_page_shows_all(board_phones, phones, evening, device) -> None:
    made = board_phones(_throw_revolts)
    first = made("Aya")
    tap_act(first)
    first.wait_for_url(re.compile("/winter"))
    other = phones("Bo", **device)
    other.goto(first.url)
    assert other.locator("[data-walk]").is_hidden()
    assert other.get_by_role("link", name="Continue").is_visible()
    assert other.evaluate(UNSEEN) == 0
    assert len(other.content().encode()) < 40_000
