"""A winter and a count of points are gone through on every screen at one moment, step by step."""

import re

from playwright.sync_api import Page, expect

from companion.table.shelf import Shelf
from tests.service.shogun.boards import begin_board
from tests.web.browser import moments
from tests.web.evening import Evening, Phones
from tests.web.shogun.test_falls import check_same_moment, open_odd_page

SEATS = {"Aya": "blue", "Bo": "yellow", "Chen": "red"}

BEGAN = "() => true_start(document.querySelector('main [data-step]').getAnimations()[0])"
GOES = "() => Boolean(document.querySelector('[data-walk]:not([hidden])'))"
OVER = """() => document.querySelector("[data-walk]").hidden
  && !document.querySelector("main").getAnimations({ subtree: true }).length"""
WALKED = f"() => ({OVER})() && companionThrows.fell() !== null"
UNSEEN = """() => [...document.querySelectorAll("main [data-step]")]
  .filter((each) => getComputedStyle(each).opacity === "0").length"""


def _throw_revolts(shelf: Shelf, name: str) -> None:
    moments.throw_revolts(begin_board(shelf, name))


def tap_act(page: Page) -> None:
    page.locator("button.act[form=cold]").click()


def test_winter_begins_at_the_same_moment_on_screens_with_other_clocks(phones: Phones, evening: Evening) -> None:
    evening.lay("walk", moments.make_board_winter, SEATS)
    first = open_odd_page(phones, "Aya", "/t/walk/board", 3_000_000)
    second = open_odd_page(phones, "Bo", "/t/walk/board", -40_000)
    screen = open_odd_page(phones, "screen", "/t/walk/board", 77_000, width=1280, height=720)
    tap_act(first)
    for page in (first, second, screen):
        page.wait_for_url(re.compile("/winter"))
        page.wait_for_function(GOES)
    check_same_moment((first, second, screen), BEGAN)
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


def test_with_reduced_motion_or_no_script_the_winter_page_shows_all(phones: Phones, evening: Evening) -> None:
    evening.lay("seen", _throw_revolts, SEATS)
    first = open_odd_page(phones, "Aya", "/t/seen/board")
    tap_act(first)
    first.wait_for_url(re.compile("/winter"))
    for device in ({"still": True}, {"script": False}):
        other = phones("Bo", **device)
        other.goto(first.url)
        assert other.locator("[data-walk]").is_hidden()
        assert other.get_by_role("link", name="Continue").is_visible()
        assert other.evaluate(UNSEEN) == 0
        assert len(other.content().encode()) < 40_000
