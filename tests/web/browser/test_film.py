"""A map in the viewfinder of the laptop's https page: it is lit, cards are counted, its score stands."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.choice import EVERYTHING
from tests.play.honshu import moves as honshu_moves
from tests.vision.photos.film import render_still_frame
from tests.web.browser.examples import Example
from tests.web.browser.page_faults import BROAD, NARROW, USUAL, find_page_faults, run_looks
from tests.web.evening import ARGUMENTS, CHROMIUM, Evening, Phones, open_evening

FAKE = "--use-fake-device-for-media-stream"
LET = "--use-fake-ui-for-media-stream"
MAY = "() => document.featurePolicy.allowsFeature('camera')"
POINT = "Point the camera at the map"
Filming = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="module")
def https_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    friday = Example("honshu", lambda shelf, name: honshu_moves.begin(shelf, name, {"blue": "Aya"}, 5), ("blue",))
    with open_evening(tmp_path_factory.mktemp("club"), "--https", tables={"friday": friday}) as evening:
        yield evening


@pytest.fixture
def filming_phone(chromium: Browser, https_evening: Evening, tmp_path: Path) -> Filming:
    """A phone at it whose camera plays JPEGs, again and again; with what its browser is told."""

    @contextmanager
    def open_page(frames: list[bytes], **device: str | int) -> Iterator[Page]:
        (tmp_path / "map.mjpeg").write_bytes(b"".join(frames))
        words = (LET, FAKE, f"--use-file-for-fake-video-capture={tmp_path}/map.mjpeg")
        browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *words])
        phones = Phones(browser, https_evening)
        page = phones("Aya", **device)
        page.goto("/t/friday/squares")
        yield page
        phones.close()
        browser.close()
        assert phones.wrong == []

    return open_page


def test_a_completely_read_frame_opens_its_score_without_a_tap(filming_phone: Filming) -> None:
    """Of the frames before it nothing is left."""
    with filming_phone([render_still_frame(9), *[render_still_frame()] * 3]) as page:
        assert not page.evaluate(MAY)
        page.get_by_role("link", name="From a photo", exact=True).click()
        expect(page.get_by_role("button", name=POINT)).to_be_visible()
        assert page.evaluate(MAY)
        assert find_page_faults(page) == {}
        page.get_by_role("button", name=POINT).click()
        expect(page.locator(".sheet-head")).to_contain_text("13 cards found")
        assert page.url.endswith("/photo/map")
        expect(page.locator(".sheet-head .sum")).to_be_visible()
        expect(page.get_by_text("Every square is known")).to_be_visible()
        assert page.evaluate("() => [...document.images].every(each => each.complete && each.naturalWidth)")
        page.get_by_role("button", name="Take this map").click()
        page.wait_for_url("**/score")


def test_the_camera_view_shows_known_squares_and_is_confirmed_by_thumb(filming_phone: Filming) -> None:
    """In French, on narrow screens; while no answer comes it says so, and goes on."""
    with filming_phone([render_still_frame(9)], language="fr") as page:
        page.goto("/t/friday/photo")
        page.get_by_role("button", name="Viser le domaine avec l’appareil").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_have_text("9 cartes sur 13")
        expect(dialog.locator(".finder-map image").nth(30)).to_be_visible()
        assert find_page_faults(page, axe=EVERYTHING) == {}
        for width in (USUAL, BROAD, NARROW):
            page.set_viewport_size({"width": width, "height": 700})
            assert (width, run_looks(page, "wide", "cut")) == (width, [])
        page.route("**/photo/frame", lambda route: route.abort())
        expect(dialog.locator("#finder-remark")).to_have_text("Pas de connexion")
        page.unroute("**/photo/frame")
        expect(dialog.locator("#finder-remark")).to_be_empty()
        page.locator("#finder-done").click()
        expect(page.locator(".sheet-head .sum")).to_be_visible()


def test_a_phone_that_lost_its_cookie_leaves_the_camera_for_the_join_page(filming_phone: Filming) -> None:
    with filming_phone([render_still_frame(9)]) as page:
        page.goto("/t/friday/photo")
        page.get_by_role("button", name=POINT).click()
        expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("9 of 13 cards")
        page.context.clear_cookies()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_url("**/join")
