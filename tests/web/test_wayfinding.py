"""Where a phone is led: to its turn, to a free seat, one page up, and home."""

import re
from html import unescape

import pytest

from companion.web.app import list_pages
from companion.web.app_state import AppState
from companion.web.context import WATCHERS
from companion.web.people import PLAYER
from tests.web.app_browser import AppBrowser
from tests.web.conftest import Browser

UP = re.compile(r'<a class="up" href="([^"]*)">')
HOME = '<a class="home" href="/doors">'


@pytest.mark.usefixtures("genpei")
def test_the_list_says_whose_turn_it_is_and_how_many_seats_are_free(browser: Browser, seated_browser: Browser) -> None:
    aya = seated_browser("genpei", "A", "Aya")
    others = browser(PLAYER), browser("watcher")

    def read(phone: AppBrowser) -> str:
        return unescape(phone.get("/").text).replace("\N{NO-BREAK SPACE}", " ")

    assert "<strong>Your turn</strong> · 2 seats free" in read(aya)
    for each in others:
        assert "Your turn" not in read(each)
        assert "2 seats free" in read(each)
    seated_browser("genpei", "B", "Bo")
    assert "1 seat free" in read(aya)


@pytest.mark.usefixtures("harvest", "genpei")
def test_the_only_table_with_a_free_seat_leads_straight_to_it(
    browser: Browser, seated_browser: Browser, app_state: AppState
) -> None:
    code = f"/join/{app_state.codes[PLAYER]}"

    def join() -> str:
        return str(browser().get(code, follow_redirects=False).headers["location"])

    assert join() == "/"  # both have seats
    for seat in ("blue", "yellow", "red"):
        seated_browser("harvest", seat, seat)
    assert join() == "/t/genpei/seat"
    phone = browser(PLAYER)
    assert 'id="door-play" href="/t/genpei/seat"' in phone.get("/doors").text
    phone.sit("genpei", "A", "Aya")
    assert 'id="door-play" href="/"' in phone.get("/doors").text
    assert 'id="door-play" href="/"' in browser("host").get("/doors").text


@pytest.mark.usefixtures("harvest", "genpei")
def test_every_header_leads_home_and_one_page_up(seated_browser: Browser, browser: Browser) -> None:
    aya, screen = seated_browser("harvest", "blue", "Aya").sit("genpei", "A", "Aya"), browser("watcher")
    seen = set()
    for page in list_pages():
        for table in ("harvest", "genpei") if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is None or "{" in path or path.endswith(("/live", "/screen")):
                continue
            answer = aya.get(path)
            if answer.status_code != 200 or not answer.headers["content-type"].startswith("text/html"):
                continue
            path = str(answer.url.path)
            up = UP.findall(answer.text)
            seen.add(path)
            if path == "/doors":
                assert (up, HOME in answer.text) == ([], False)
                continue
            assert HOME in answer.text, path
            assert len(up) == 1, path
            assert up[0] != path, path
            if page.role == WATCHERS:
                watched = screen.get(path).text
                assert HOME not in watched, path
    assert {"/", "/score", "/new", "/print", "/rules", "/settings", "/t/harvest/tower", "/t/genpei"} <= seen
    for path, up in (
        ("/t/harvest/tower", "/"),
        ("/t/harvest/history", "/t/harvest"),
        ("/t/genpei", "/"),
        ("/print?back=/t/genpei", "/t/genpei"),
        ("/print", "/doors"),
        ("/", "/doors"),
    ):
        assert UP.findall(aya.get(path).text) == [up]
    assert UP.findall(screen.get("/t/harvest/history").text) == ["/t/harvest"]
    assert UP.findall(screen.get("/").text) == []


def test_both_ways_are_named_for_who_hears_the_page(browser: Browser) -> None:
    page = browser(PLAYER).get("/rules").text
    assert '<span class="hidden">Back</span></a>' in page
    assert '<span class="hidden">: Print, score, play</span></a>' in page
