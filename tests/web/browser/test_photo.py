"""A map by a phone's photo, doubts tapped away, and by the viewfinder of the laptop's https page, to its score."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.people import PLAYER
from companion.web.serving.addresses import listen
from tests.choice import EVERYTHING
from tests.play.honshu import moves as honshu_moves
from tests.vision.photos.film import render_still_frame
from tests.waiting import wait_until
from tests.web.browser.examples import Example
from tests.web.browser.page_faults import BROAD, NARROW, USUAL, find_page_faults, run_looks
from tests.web.evening import ARGUMENTS, CHROMIUM, Evening, Phones, open_evening
from tests.web.pocket.hosts import FAKE, LET
from tests.web.seen_photos import JPEG, FakeLooker, build_reading, build_rivals

FILE = {"name": "map.jpg", "mimeType": "image/jpeg", "buffer": JPEG}


@pytest.fixture
def looker() -> FakeLooker:
    return FakeLooker(build_reading(doubts=(0, 5), unknown=(7,)))


@pytest.fixture
def phones(chromium: Browser, looker: FakeLooker) -> Iterator[Phones]:
    """Phones at a laptop that sees what it is told to see."""
    tables = OpenTables(MemoryShelf())
    honshu_moves.begin(tables.shelf, "friday", {"blue": "Aya"}, 5)
    app = make_app(tables, Settings(run_isolated=looker))
    visitor, cookie = app.state.app_state.people.admit(PLAYER)
    app.state.app_state.people.sit("friday", "blue", visitor, "Aya")
    with listen("127.0.0.1", 0) as door:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        serving = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        serving.start()
        wait_until(lambda: server.started, "the laptop answers")
        url = "http://{}:{}".format(*door.getsockname())
        made = Phones(chromium, SimpleNamespace(url=url, cookies={"Aya": cookie}))
        yield made
        made.close()
        server.should_exit = True
        app.state.app_state.close_streams()
        serving.join()
    assert made.wrong == []


def test_a_photo_becomes_a_score_by_a_few_taps(phones: Phones) -> None:
    phone = phones("Aya")
    phone.goto("/t/friday/squares")
    phone.get_by_role("link", name="From a photo", exact=True).click()
    phone.wait_for_url("**/photo")
    assert find_page_faults(phone) == {}
    phone.set_input_files("input[name=file]", FILE)  # it is sent at once
    phone.wait_for_url("**/photo/map")
    assert find_page_faults(phone, axe=EVERYTHING) == {}
    crops = phone.locator(".crop")
    crops.filter(has_text="Row 2, column 4").get_by_role("button", name="No cube").click()
    expect(crops).to_have_count(2)
    crops.filter(has_text="Row 1, column 1").get_by_role("link", name="Something else").click()
    expect(phone.get_by_role("link", name="Whole map")).to_be_visible()
    assert find_page_faults(phone, axe=EVERYTHING) == {}
    phone.get_by_role("button", name="grey factory of 3", exact=True).click()
    crops.get_by_role("button", name="Blue factory of 3").press("Enter")
    expect(phone.get_by_text("Every square is known")).to_be_visible()
    phone.get_by_role("link", name="Map", exact=True).click()
    expect(phone.locator(".p-tile")).to_have_count(12)
    phone.get_by_role("link", name="row 0, column 2: no card").click()  # beside the map
    phone.get_by_role("button", name="forest", exact=True).click()
    phone.get_by_role("button", name="Take this map").click()
    phone.wait_for_url("**/score")
    expect(phone.locator(".top-where")).to_contain_text("13 squares")


def test_a_photo_with_several_possible_maps_shows_a_picture_of_each(phones: Phones, looker: FakeLooker) -> None:
    looker.seen = build_rivals()
    phone = phones("Aya", language="de", dark=True)
    phone.goto("/t/friday/photo")
    phone.set_input_files("input[name=file]", FILE)
    phone.wait_for_url("**/photo/map")
    expect(phone.get_by_role("heading", name="Welche ist deine Landkarte?")).to_be_visible()
    assert find_page_faults(phone, night=True) == {}
    phone.get_by_role("button", name="Ohne 17").press("Enter")
    expect(phone.locator(".top-where")).to_contain_text("6 Felder")
    phone.get_by_role("button", name="Neu wählen").click()
    expect(phone.locator(".rival")).to_have_count(2)


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
