"""The tower alone, as pages: what is chosen, thrown, looked at, put right and proven."""

import re
from html import unescape

import pytest

from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.views import round_percents
from companion.service.playing import play
from companion.web.people import PLAYER, WATCHER
from tests.web.conftest import read_fields, send_form

COLOURS = ["blue", "yellow", "red"]
BATTLE = {"kind": "battle", "who-attacks": "blue", "who-defends": "yellow", "attacker": "4", "defender": "3"}


@pytest.mark.parametrize(
    ("odds", "rounded"),
    [((0.6, 0.0, 0.4), (60, 0, 40)), ((0.335, 0.33, 0.335), (34, 33, 33)), ((0.125, 0.0, 0.875), (13, 0, 87))],
)
def test_rounded_odds_add_up_to_a_hundred_per_cent(odds: tuple[float, ...], rounded: tuple[int, ...]) -> None:
    assert round_percents(odds) == rounded


@pytest.mark.parametrize(
    ("button", "shown"),
    [
        ({"attacker-is": "7"}, "Throw 7 against 3"),
        ({"step": "attacker-1"}, "Throw 3 against 3"),
        ({"calculate": "1"}, "Throw 4 against 3"),
    ],
)
def test_without_script_every_button_of_the_form_changes_the_choice(
    browser, harvest, button: dict[str, str], shown: str
) -> None:
    page = send_form(browser(PLAYER), "/t/harvest/tower", **{**BATTLE, **button})
    assert page.status_code == 200
    assert shown in page.text
    assert "attacker=" in str(page.url)
    assert harvest.state.tower.throws == 0
    assert page.text.count("%</small></button>") == 8  # odds stand under every number
    beyond = browser(PLAYER).get("/t/harvest/tower", params={**BATTLE, "attacker": "11"}).text
    assert "11 armies, win" in beyond
    assert 'value="16"' in beyond


def test_a_throw_shows_verdict_real_cubes_and_likelihood(browser, harvest) -> None:
    phone = browser(PLAYER)
    form = {**read_fields(phone.get("/t/harvest/tower").text), **BATTLE, "province": "Kozuke", "throw": "1"}
    _, page = (phone.post("/t/harvest/tower", data=form) for _ in range(2))  # the same tap twice
    harvest.catch_up()
    assert harvest.state.tower.throws == 1
    assert str(page.url).endswith("/t/harvest/thrown")
    for words in (
        "Yellow holds the province, 5 to 2.",
        "Now, with the real cubes",
        "Inside stay",
        "came loose",
        "To the supplies",
        "of such throws",
        "Exactly this tray",
        "Undo Kozuke",
        "Same two again",
    ):
        assert words in page.text
    again = phone.get("/t/harvest/tower").text
    assert "Throws so far" in again
    assert "Kozuke: Blue attacks Yellow" in again
    assert "luck" in phone.get("/t/harvest/luck").text


def test_the_chosen_battle_stays_when_the_throw_is_refused(browser, harvest) -> None:
    phone = browser(PLAYER)
    page = send_form(phone, "/t/harvest/tower", **{**BATTLE, "attacker": "0"}, throw="1")
    assert page.status_code == 422
    assert "Choose how many armies fight" in page.text
    assert 'id="n-defender" value="3"' in page.text
    stale = read_fields(phone.get("/t/harvest/tower").text)
    send_form(phone, "/t/harvest/tower", **BATTLE, throw="1")
    late = phone.post("/t/harvest/tower", data={**stale, **BATTLE, "throw": "1"})
    assert late.status_code == 422
    assert "Throw 4 against 3" in late.text


def test_revolts_loose_cubes_neutral_provinces_and_a_real_tray_are_thrown(browser, harvest) -> None:
    phone = browser(PLAYER)
    revolt = send_form(
        phone, "/t/harvest/tower", kind="revolt", attacker="4", markers="2", throw="1", **{"who-attacks": "red"}
    )
    assert "the farmers revolt against Red" in revolt.text
    send_form(phone, "/t/harvest/tower", kind="cubes", throw="1", **{"cubes-blue": "2"})
    neutral = send_form(phone, "/t/harvest/tower", **{**BATTLE, "who-defends": "neutral"}, throw="1")
    assert "Blue attacks a neutral province" in neutral.text
    real = {**BATTLE, "real": "1", "out-blue": "3", "out-yellow": "1"}
    assert "Blue wins, 3 to 1." in send_form(phone, "/t/harvest/tower", **real, throw="1").text
    harvest.catch_up()
    assert harvest.state.tower.throws == 4


def test_cubes_in_the_tray_and_inside_the_tower_are_corrected_by_hand(browser, harvest) -> None:
    phone = browser(PLAYER)
    typed = {"tray-blue": "2", "inside-red": "3", "step": "tray-blue+1"}
    page = send_form(phone, "/t/harvest/by-hand", **typed)  # without script: counted, and nothing put right yet
    kept = {name: count for name, count in page.url.params.items() if count != "0"}
    assert kept == {"tray-blue": "3", "inside-red": "3"}
    page = send_form(phone, "/t/harvest/by-hand", **{"tray-blue": "2"}, **{"put-tray": "1"})
    assert page.url.path == "/t/harvest/tower"
    harvest.catch_up()
    assert [str(cube).partition("-")[0] for cube in harvest.state.tower.tray] == ["blue", "blue"]
    send_form(phone, "/t/harvest/by-hand", **{"real-tower": "yes"})
    send_form(phone, "/t/harvest/by-hand", **{"inside-blue": "1"}, **{"put-inside": "1"})
    harvest.catch_up()
    assert harvest.state.real_tower
    assert dict(harvest.state.tower.count_lodged()) == {"blue": 1}


def test_a_screen_that_looks_on_throws_nothing(browser, app_state, harvest) -> None:
    screen = browser(WATCHER)
    page = screen.get("/t/harvest/tower")
    assert page.status_code == 200
    shown = page.text.partition("<main")[2].partition("</main>")[0]
    assert "In the tower now" in shown
    assert not re.search('<form|<input|<button(?! type="button" class="btn sound")', shown)
    assert 'class="thumb"' not in page.text
    assert send_form(screen, "/t/harvest/tower", **BATTLE, throw="1").status_code == 403


def test_cubes_fall_on_each_phone_that_looks_on(seated_browser, harvest) -> None:
    aya, bo, chen = (seated_browser("harvest", seat) for seat in ("blue", "yellow", "red"))
    tower, thrown = "/t/harvest/tower", "/t/harvest/thrown"

    def fetch_redrawn(phone, path: str, version: str, **asked: str):
        return phone.get(path, params=asked, headers={"x-companion-drawn": version})

    version = re.search('data-version="([^"]+)"', bo.get(tower).text)[1]
    stages = [send_form(aya, tower, **BATTLE, throw="1").text, fetch_redrawn(bo, tower, version).text]
    chosen = fetch_redrawn(chen, tower, version, **BATTLE)  # who had chosen is led there too, and back to the choice
    assert chosen.url.path == thrown
    back = unescape(re.search('class="act" href="([^"]*)"', chosen.text)[1])
    assert 'name="attacker" value="4"' in re.sub(' id="[^"]*"| type="[^"]*"', "", chen.get(back).text)
    assert fetch_redrawn(chen, tower, "", **BATTLE).url.path == tower  # whoever goes on choosing stays
    play(harvest, CorrectTray(changes={"blue": ("", 1)}))
    stages.append(fetch_redrawn(chen, tower, version).text)  # that phone slept meanwhile
    falls = [re.search('<div class="stage falling"( data-falls="[0-9]+")[^>]*>(.*)', each) for each in stages]
    assert len({each.groups() for each in falls}) == 1  # the same cubes on the same ways, at one moment
    assert fetch_redrawn(bo, thrown, "2.3", missed="2").url.path == tower  # led back when something else happens
    assert fetch_redrawn(aya, thrown, "2.3").url.path == thrown  # but not who asked for it
    for nothing in ("", "3.3", "x", "9" * 99):
        assert fetch_redrawn(bo, tower, nothing).url.path == tower


def test_the_seed_is_sealed_and_words_are_mixed_in_until_the_first_throw(browser, harvest) -> None:
    phone = browser(PLAYER)
    known = harvest.state.seal.commitment
    sentence = f"write its hash down: {known[:4]} {known[4:8]} {known[8:12]} {known[12:16]}"
    assert sentence in phone.get("/t/harvest/tower").text
    assert "/t/harvest/words" in phone.get("/t/harvest/tower").text
    page = send_form(phone, "/t/harvest/words", **{"word-blue": "thé", "word-red": "rain"})
    assert page.url.path == "/t/harvest/tower"
    harvest.catch_up()
    assert harvest.state.seal.words == (("blue", "thé"), ("red", "rain"))
    assert "thé" in phone.get("/t/harvest/words").text  # for all to see; Yellow may still say one
    again = send_form(phone, "/t/harvest/words", **{"word-yellow": "x" * 201})
    assert (again.status_code, 'value="xxx' in again.text) == (422, True)
    send_form(phone, "/t/harvest/tower", **BATTLE, throw="1")
    shown = phone.get("/t/harvest/tower").text
    assert ("/t/harvest/words" in shown, sentence in shown) == (False, False)
    assert "write its hash down" in phone.get("/t/harvest/verify").text
    assert phone.get("/t/harvest/words").url.path == "/t/harvest/tower"
