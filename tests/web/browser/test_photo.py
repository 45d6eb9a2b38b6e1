"""A phone sends a photo of its map, taps what is in doubt, sees the score; what is seen is made by hand."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import uvicorn
from playwright.sync_api import Browser, expect

from companion.service.kept_tables import OpenTables
from companion.table.shelf import MemoryShelf
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.people import PLAYER
from companion.web.serving.addresses import listen
from tests.choice import EVERYTHING
from tests.play.honshu import moves as honshu_moves
from tests.waiting import wait_until
from tests.web.browser.page_faults import find_page_faults
from tests.web.evening import Phones
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
