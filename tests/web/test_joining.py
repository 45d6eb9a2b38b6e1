"""Joining: from the code to a seat, freed seats, screens that only look on, one device handed round."""

import json
import re

import pytest
from starlette.testclient import TestClient

from companion.data.shogun.towers import load_presets
from companion.service.hogen.table import begin
from companion.service.shogun.session import begin_table
from companion.table.archive import build_archive, parse_archive
from companion.web.access import quote_table_name
from companion.web.app import make_app
from companion.web.app_state import Settings, TableAddress
from tests.web.conftest import Browser, fields

TABLE = "/t/harvest"


def post_form(browser: TestClient, path: str, page: str, **data: str):
    return browser.post(path, data={**fields(browser.get(page).text), **data}, follow_redirects=False)


def sit(browser: TestClient, seat: str, name: str = "", table: str = TABLE, **more: str):
    data = {"seat": seat, "name": name, "language": "en", **more}
    return post_form(browser, f"{table}/seat", f"{table}/seat", **data)


def seats(app) -> dict[str, str]:
    return {seat: who.name for seat, who in app.state.app_state.people.sittings("harvest").items()}


@pytest.fixture
def only(harvest):
    return harvest


def test_scanning_the_only_table_leads_to_its_seats(only, browser: Browser, app) -> None:
    phone = browser()
    came = phone.get(f"/join/{app.state.app_state.join_code}", follow_redirects=False)
    assert came.headers["location"] == f"{TABLE}/seat"
    typed = browser()
    page = typed.get("/join").text
    assert 'name="code"' in page
    came = typed.post(
        "/join", data={**fields(page), "code": app.state.app_state.join_code.lower()}, follow_redirects=False
    )
    assert came.headers["location"] == f"{TABLE}/seat"


def test_with_several_tables_the_scanned_one_is_opened(only, shelf, browser: Browser, app) -> None:
    begin(shelf, "été 2", ["Aya", "Bo", "Chen"], {}, seed="x").close()
    code = app.state.app_state.join_code
    for at, goal in (
        ("?at=harvest", f"{TABLE}/seat"),
        ("?at=~C3~A9t~C3~A9~202", "/t/~C3~A9t~C3~A9~202/seat"),
        ("", "/"),
        ("?at=gone", "/"),
    ):
        assert browser().get(f"/join/{code}{at}", follow_redirects=False).headers["location"] == goal


def test_a_seat_is_taken_and_changed_in_three_taps(only, browser: Browser, app) -> None:
    phone = browser("player")
    page = phone.get(f"{TABLE}/seat").text
    # One is chosen already, language and type stand as they are: a name, a colour, sit down.
    assert len(re.findall(r'name="seat"[^>]* checked', page)) == 1
    assert sit(phone, "yellow", "  Bo ", big="1").headers["location"] == TABLE
    assert seats(app) == {"yellow": "Bo"}
    assert 'data-look="big"' in phone.get(f"{TABLE}/seat").text
    assert sit(phone, "red", "Bo").headers["location"] == TABLE
    assert seats(app) == {"red": "Bo"}
    sit(phone, "red", "Bo", language="fr")
    assert "Prendre place" in phone.get(f"{TABLE}/seat").text


def test_a_player_without_a_name_is_called_by_the_colour(only, browser: Browser, app) -> None:
    phone = browser("player")
    sit(phone, "blue")
    assert seats(app) == {"blue": ""}
    assert "Blue" in browser("player").get(f"{TABLE}/seat").text


def test_a_long_name_that_the_game_knows_sits_down(shelf, browser: Browser, app) -> None:
    """It is nobody's to change on the phone, and stands whole."""
    long = "Alexandrina Wilhelmina van Oss"
    begin(shelf, "heike", [long, "Bo", "Chen"], {}, seed="x").close()
    assert sit(browser("player"), "A", table="/t/heike").status_code == 303
    assert app.state.app_state.people.sittings("heike")["A"].name == long


@pytest.mark.parametrize(
    ("seat", "name", "why"),
    [
        ("yellow", "Chen", "sits there already"),
        ("red", "bo", "sits at this table already"),
        ("red", "x" * 25, "too long"),
        ("red", "a\x07b", "visible characters"),
        ("red", "B\u200do", "visible characters"),  # looks like Bo
        ("green", "Chen", "Choose one of the seats"),
        ("", "Chen", "Choose one of the seats"),
    ],
)
def test_an_impossible_seat_or_name_is_refused_and_the_form_kept(
    only, browser: Browser, app, seat: str, name: str, why: str
) -> None:
    sit(browser("player"), "yellow", "Bo")
    phone = browser("player")
    answer = sit(phone, seat, name)
    assert answer.status_code == 422
    assert why in answer.text
    assert seats(app) == {"yellow": "Bo"}
    if name.isprintable():
        assert f'value="{name}"' in answer.text
    if seat == "red":
        assert re.search(r'name="seat" value="red" checked', answer.text)


FAMILY, PILOT, ENGLAND = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f469\U0001f3fd\u200d\u2708\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)


@pytest.mark.parametrize("name", [FAMILY, PILOT, ENGLAND])
def test_any_emoji_can_name_players_and_tables(shelf, browser: Browser, app, name: str) -> None:
    begin(shelf, name, [name, "Bo", "Chen"], {}, seed="x").close()
    assert sit(browser("player"), "A", table=f"/t/{quote_table_name(name)}").status_code == 303
    assert app.state.app_state.people.sittings(name)["A"].name == name
    (header,) = shelf.list_tables()
    saved = json.dumps(build_archive(header, shelf.list_events(name)))
    assert parse_archive(saved, "saved")[0].name == name


def test_a_table_that_knows_its_players_asks_for_no_name(shelf, browser: Browser, app) -> None:
    begin(shelf, "genpei", ["Aya", "Bo", "Chen"], {}, seed="x").close()
    phone = browser("player")
    page = phone.get("/t/genpei/seat").text
    assert 'name="name"' not in page
    assert all(name in page for name in ("Aya", "Bo", "Chen"))
    sit(phone, "B", table="/t/genpei")
    assert app.state.app_state.people.sittings("genpei")["B"].name == "Bo"


def test_a_seat_is_freed_by_its_owner_or_the_host(only, browser: Browser, app) -> None:
    bo, chen, host = browser("player"), browser("player"), browser("host")
    sit(bo, "yellow", "Bo")
    sit(chen, "red", "Chen")
    page = bo.get(f"{TABLE}/seat").text
    assert "Free the seat" not in page
    assert re.search("<summary[^>]*>Stand up</summary>.*<button[^>]*>Leave my seat<.*</details>", page)
    no = post_form(bo, f"{TABLE}/seat/free", f"{TABLE}/seat", seat="red")
    assert no.status_code == 422
    assert seats(app) == {"yellow": "Bo", "red": "Chen"}
    asks = "<summary[^>]*>Free the seat</summary>.*<button[^>]*>Bo: Free the seat</button>.*</details>"
    assert re.search(asks, host.get(f"{TABLE}/lobby").text)
    assert post_form(host, f"{TABLE}/seat/free", f"{TABLE}/lobby", seat="red", back=f"{TABLE}/lobby").status_code == 303
    post_form(bo, f"{TABLE}/seat/free", f"{TABLE}/seat", seat="yellow")
    assert seats(app) == {}


def test_the_lobby_shows_every_address_large_and_as_a_code(only, shelf, tables) -> None:
    alone = [False]
    found = [TableAddress("http://192.168.1.20:8642"), TableAddress("http://192.168.56.1:8642", likely=False)]
    app = make_app(tables, Settings(addresses=lambda: found, lonely=lambda: alone[0]))
    host = TestClient(app, base_url="http://127.0.0.1:8642")
    host.get(f"/join/{app.state.app_state.codes['host']}")
    page = host.get(f"{TABLE}/lobby").text
    assert page.count('class="qr"') == 3  # two addresses, and the screen that only looks on
    assert "<span>192.168.1.20</span><span>:8642</span>" in page
    assert "Rarely the right one" in page
    assert app.state.app_state.join_code in page
    assert app.state.app_state.watch_code in page
    assert "No phone yet?" not in page
    alone[0] = True
    assert "No phone yet?" in host.get(f"{TABLE}/lobby").text
    phone = TestClient(app, base_url="http://127.0.0.1:8642")
    phone.get(f"/join/{app.state.app_state.codes['player']}")
    assert "No phone yet?" not in phone.get(f"{TABLE}/lobby").text
    found.clear()
    assert "in no network" in host.get(f"{TABLE}/lobby").text


def test_a_screen_that_looks_on_learns_no_code_and_takes_no_seat(only, browser: Browser, app) -> None:
    screen = browser()
    came = screen.get(f"/join/{app.state.app_state.watch_code}?at=harvest", follow_redirects=False)
    assert came.headers["location"] == TABLE
    for page in ("lobby", "seat", "curtain"):
        answer = screen.get(f"{TABLE}/{page}")
        assert answer.status_code == 403
        assert app.state.app_state.join_code not in answer.text
    assert screen.post(f"{TABLE}/seat", data={"seat": "blue"}).status_code == 403
    assert seats(app) == {}


def seat_three_on_one_device(browser: Browser) -> TestClient:
    device = browser("player")
    for seat, name in (("blue", "Aya"), ("yellow", "Bo"), ("red", "Chen")):
        assert sit(device, seat, name, several="1").headers["location"] == f"{TABLE}/seat?several=1"
    return device


def facing(app) -> list[str]:
    return [seat for each in app.state.app_state.people._visitors.values() for seat in each.facing.values()]


def test_the_curtain_passes_one_device_from_player_to_player(only, browser: Browser, app) -> None:
    device = seat_three_on_one_device(browser)
    page = device.get(f"{TABLE}/curtain").text
    assert "Hand it to Aya" in page
    assert facing(app) == []
    assert post_form(device, f"{TABLE}/curtain", f"{TABLE}/curtain", seat="blue").headers["location"] == TABLE
    assert facing(app) == ["blue"]
    handing = device.get(f"{TABLE}/curtain", follow_redirects=False)
    assert handing.headers["location"] == f"{TABLE}/curtain?after=blue"
    assert facing(app) == []  # back and reload find the curtain, not what Aya saw
    assert "Hand it to Bo" in device.get(handing.headers["location"]).text
    assert "no-store" in device.get(handing.headers["location"]).headers["cache-control"]
    post_form(device, f"{TABLE}/curtain", f"{TABLE}/curtain?to=yellow", seat="red")
    assert facing(app) == ["red"]
    assert "Hand it to Aya" in device.get(f"{TABLE}/curtain").text


def test_nobody_opens_a_seat_of_another_device(only, browser: Browser, app) -> None:
    device = browser("player")
    sit(device, "blue", "Aya", several="1")
    sit(device, "yellow", "Bo", several="1")
    sit(browser("player"), "red", "Chen")
    assert post_form(device, f"{TABLE}/curtain", f"{TABLE}/curtain", seat="red").status_code == 422
    assert facing(app) == []


def test_a_device_with_one_seat_has_no_curtain(only, browser: Browser) -> None:
    phone = browser("player")
    sit(phone, "blue", "Aya")
    assert phone.get(f"{TABLE}/curtain", follow_redirects=False).headers["location"] == TABLE


def test_on_one_screen_the_lobby_asks_who_plays(only, tables) -> None:
    app = make_app(tables, Settings(one_screen=True))
    host = TestClient(app, base_url="http://127.0.0.1:8642")
    host.get(f"/join/{app.state.app_state.codes['host']}")
    page = host.get(f"{TABLE}/lobby")
    assert "Who plays on this device?" in page.text
    assert '<input type="hidden" name="several" value="1">' in page.text


def test_the_laptop_shows_the_code_before_there_is_a_table(tables) -> None:
    app = make_app(tables, Settings(addresses=lambda: [TableAddress("http://192.168.1.20:8642")]))
    host = TestClient(app, base_url="http://127.0.0.1:8642")
    came = host.get(f"/join/{app.state.app_state.codes['host']}")
    assert came.url.path == "/lobby"
    assert app.state.app_state.join_code in came.text
    assert 'href="/new"' in came.text
    TestClient(app, base_url="http://127.0.0.1:8642").get(f"/join/{app.state.app_state.join_code}")
    assert host.get(f"/join/{app.state.app_state.codes['host']}").url.path == "/"
    assert 'href="/lobby"' in host.get("/").text


def test_another_table_of_the_same_name_has_seats_of_its_own(only, shelf, tables, browser: Browser, app) -> None:
    phone = browser("player")
    sit(phone, "blue", "Aya")
    phone.get(f"{TABLE}/seat")
    tables.rename("harvest", "autumn", "a-tap-of-their-own", "host")
    assert phone.get("/t/autumn/seat").text.count("Stand up") == 1
    begin_table(shelf, "harvest", ["blue", "red"], next(iter(load_presets().values())), seed="x")
    assert phone.get(f"{TABLE}/seat").text.count("Stand up") == 0


def test_whoever_opens_a_table_on_the_laptop_shows_how_to_join_it(browser: Browser) -> None:
    for role, page in (("host", "lobby"), ("player", "seat")):
        made = post_form(browser(role), "/new/honshu", "/new/honshu", table=role)
        assert made.headers["location"] == f"/t/{role}/{page}"
