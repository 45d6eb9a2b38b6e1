"""Joining: from the code to a seat, freed seats, screens that only look on, one device handed round."""

import json
import re

import numpy
import pytest
import zxingcpp

from companion.data.shogun.towers import load_presets
from companion.service.hogen import begin
from companion.service.shogun.session import begin_table
from companion.table.archive import build_archive, parse_archive
from companion.web.access import quote_table_name
from companion.web.app import make_app
from companion.web.app_state import Settings, TableAddress
from companion.web.join import compute_qr_rows
from tests.web.app_browser import AppBrowser, House
from tests.web.conftest import Browser, send_form

TABLE = "/t/harvest"
pytestmark = pytest.mark.usefixtures("harvest")


def sit(client: AppBrowser, seat: str, name: str = "", table: str = TABLE, **more: str):
    sent = {"seat": seat, "name": name, "language": "en", **more}
    return send_form(client, f"{table}/seat", lead=False, **sent)


def list_seats(app) -> dict[str, str]:
    return {seat: sitting.name for seat, sitting in app.state.app_state.people.sittings("harvest").items()}


def test_scanning_the_only_table_leads_to_its_seats(browser: Browser, app) -> None:
    phone = browser()
    came = phone.get(f"/join/{app.state.app_state.join_code}", follow_redirects=False)
    assert came.headers["location"] == f"{TABLE}/seat"
    typed = browser()
    came = send_form(typed, "/join", lead=False, code=app.state.app_state.join_code.lower())
    assert came.headers["location"] == f"{TABLE}/seat"


def test_with_several_tables_the_scanned_one_is_opened(shelf, browser: Browser, app) -> None:
    begin(shelf, "été 2", ["Aya", "Bo", "Chen"], {}, seed="x").close()
    code = app.state.app_state.join_code
    for at, goal in (
        ("?at=harvest", f"{TABLE}/seat"),
        ("?at=~C3~A9t~C3~A9~202", "/t/~C3~A9t~C3~A9~202/seat"),
        ("", "/"),
        ("?at=gone", "/"),
    ):
        assert browser().get(f"/join/{code}{at}", follow_redirects=False).headers["location"] == goal


def test_a_seat_is_taken_and_changed_in_three_taps(browser: Browser, app) -> None:
    phone = browser("player")
    page = phone.get(f"{TABLE}/seat").text
    # One is chosen already, language and type stand as they are: a name, a colour, sit down.
    assert len(re.findall(r'name="seat"[^>]* checked', page)) == 1
    assert sit(phone, "yellow", "  Bo ", big="1").headers["location"] == TABLE
    assert list_seats(app) == {"yellow": "Bo"}
    assert 'data-look="big"' in phone.get(f"{TABLE}/seat").text
    assert sit(phone, "red", "Bo").headers["location"] == TABLE
    assert list_seats(app) == {"red": "Bo"}
    sit(phone, "red", "Bo", language="fr")
    assert "Prendre place" in phone.get(f"{TABLE}/seat").text


@pytest.mark.parametrize(
    ("seat", "name", "message"),
    [
        ("yellow", "Chen", "sits there already"),
        ("red", "bo", "sits at this table already"),
        ("red", "x" * 25, "too long"),
        ("red", "B\u200do", "sits at this table already"),
        ("red", "\u3164", "visible characters"),
        ("green", "Chen", "Choose one of the seats"),
    ],
)
def test_an_impossible_seat_or_name_is_refused_and_the_form_kept(
    browser: Browser, app, seat: str, name: str, message: str
) -> None:
    sit(browser("player"), "yellow", "Bo")
    phone = browser("player")
    answer = sit(phone, seat, name)
    assert answer.status_code == 422
    assert message in answer.text
    assert list_seats(app) == {"yellow": "Bo"}
    if name.isprintable():
        assert f'value="{name}"' in answer.text
    if seat == "red":
        assert re.search(r'name="seat" value="red" checked', answer.text)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize("name", [FAMILY, "Alexandrina Wilhelmina van Oss"])
def test_an_emoji_or_a_long_name_of_the_game_sits_down(shelf, browser: Browser, app, name: str) -> None:
    begin(shelf, name, [name, "Bo", "Chen"], {}, seed="x").close()
    assert 'name="name"' not in browser("player").get(f"/t/{quote_table_name(name)}/seat").text  # it is known
    assert sit(browser("player"), "A", table=f"/t/{quote_table_name(name)}").status_code == 303
    assert app.state.app_state.people.sittings(name)["A"].name == name
    header = next(each for each in shelf.list_tables() if each.name == name)
    saved = json.dumps(build_archive(header, shelf.list_events(name)))
    assert parse_archive(saved, "saved")[0].name == name


def test_a_seat_is_freed_by_its_owner_or_the_host(browser: Browser, app) -> None:
    bo, chen, host = browser("player"), browser("player"), browser("host")
    sit(bo, "yellow", "Bo")
    sit(chen, "red", "Chen")
    page = bo.get(f"{TABLE}/seat").text
    assert "Free the seat" not in page
    assert re.search("<summary[^>]*>Stand up</summary>.*<button[^>]*>Leave my seat<.*</details>", page)
    refusal = send_form(bo, f"{TABLE}/seat", f"{TABLE}/seat/free", lead=False, seat="red")
    assert refusal.status_code == 422
    assert list_seats(app) == {"yellow": "Bo", "red": "Chen"}
    asks = "<summary[^>]*>Free the seat</summary>.*<button[^>]*>Bo: Free the seat</button>.*</details>"
    assert re.search(asks, host.get(f"{TABLE}/lobby").text)
    assert (
        send_form(
            host, f"{TABLE}/lobby", f"{TABLE}/seat/free", lead=False, seat="red", back=f"{TABLE}/lobby"
        ).status_code
        == 303
    )
    send_form(bo, f"{TABLE}/seat", f"{TABLE}/seat/free", lead=False, seat="yellow")
    assert list_seats(app) == {}


def test_the_lobby_shows_every_address_large_and_as_a_code(shelf, tables) -> None:
    alone = [False]
    found = [TableAddress("http://192.168.1.20:8642"), TableAddress("http://192.168.56.1:8642", is_likely=False)]
    app = make_app(tables, Settings(addresses=lambda: found, is_lonely=lambda: alone[0]))
    host = AppBrowser(app).join("host")
    page = host.get(f"{TABLE}/lobby").text
    assert page.count('class="qr"') == 3  # two addresses, and the screen that only looks on
    assert "<span>192.168.1.20</span><span>:8642</span>" in page
    assert "Rarely the right one" in page
    assert app.state.app_state.join_code in page
    assert app.state.app_state.watch_code in page
    assert "No phone yet?" not in page
    alone[0] = True
    assert "No phone yet?" in host.get(f"{TABLE}/lobby").text
    phone = AppBrowser(app).join()
    assert "No phone yet?" not in phone.get(f"{TABLE}/lobby").text
    found.clear()
    assert "not on a network" in host.get(f"{TABLE}/lobby").text


def test_the_curtain_passes_one_device_from_player_to_player(browser: Browser, app) -> None:
    device, people = browser("player"), app.state.app_state.people

    def get_seat_in_view() -> str | None:
        seat: str | None = people.find_seat_in_view("harvest", device.visitor)
        return seat

    def open_seat(page: str, seat: str):
        return send_form(device, f"{TABLE}/{page}", f"{TABLE}/curtain", lead=False, seat=seat)

    sit(device, "blue", "Aya")
    assert device.get(f"{TABLE}/curtain", follow_redirects=False).headers["location"] == TABLE  # one seat needs none
    for seat, name in (("blue", "Aya"), ("yellow", "Bo")):
        assert sit(device, seat, name, several="1").headers["location"] == f"{TABLE}/seat?several=1"
    sit(browser("player"), "red", "Chen")
    assert "Hand it to Aya" in device.get(f"{TABLE}/curtain").text
    assert open_seat("curtain", "red").status_code == 422  # of another device
    assert get_seat_in_view() is None
    assert open_seat("curtain", "blue").headers["location"] == TABLE
    assert get_seat_in_view() == "blue"
    handing = device.get(f"{TABLE}/curtain", follow_redirects=False)
    assert handing.headers["location"] == f"{TABLE}/curtain?after=blue"
    assert get_seat_in_view() is None  # back and reload find the curtain, not what Aya saw
    handed = device.get(handing.headers["location"])
    assert "Hand it to Bo" in handed.text
    assert "no-store" in handed.headers["cache-control"]
    open_seat("curtain?to=yellow", "yellow")
    assert get_seat_in_view() == "yellow"


def test_the_laptop_shows_the_code_before_there_is_a_table() -> None:
    app = House(addresses=lambda: [TableAddress("http://192.168.1.20:8642")]).app
    host = AppBrowser(app)
    came = host.get(f"/join/{app.state.app_state.codes['host']}")
    assert came.url.path == "/lobby"
    assert app.state.app_state.join_code in came.text
    assert 'href="/new"' in came.text
    AppBrowser(app).get(f"/join/{app.state.app_state.join_code}")
    assert host.get(f"/join/{app.state.app_state.codes['host']}").url.path == "/"
    assert 'href="/lobby"' in host.get("/").text


def test_another_table_of_the_same_name_has_seats_of_its_own(shelf, tables, browser: Browser, app) -> None:
    phone = browser("player")
    sit(phone, "blue", "Aya")
    phone.get(f"{TABLE}/seat")
    tables.rename("harvest", "autumn", "a-tap-of-their-own", "host")
    assert phone.get("/t/autumn/seat").text.count("Stand up") == 1
    begin_table(shelf, "harvest", ["blue", "red"], next(iter(load_presets().values())), seed="x")
    assert phone.get(f"{TABLE}/seat").text.count("Stand up") == 0


def test_the_code_on_a_screen_is_read_by_a_camera() -> None:
    address = "http://192.168.1.20:8642/join/KOZU-KE37-2Q"
    squares = numpy.array(compute_qr_rows(address))
    quiet = numpy.argwhere(squares).min()
    assert quiet == 2
    picture = numpy.where(numpy.kron(squares, numpy.ones((8, 8), bool)), 0, 255).astype(numpy.uint8)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == address
