"""Turn order, winter and points reckoned beside the tower alone, without anything kept of them."""

import re
from html import unescape

import pypdfium2
import pytest

from companion.web.people import PLAYER
from tests.web.conftest import send_form
from tests.web.shogun.test_board import read_problem

CALCULATE = "/t/harvest/calculate"
OWNED = {"owner-Kai": "blue", "owner-Aki": "blue", "owner-Omi": "yellow", "castle-Omi": "on", "then": "1"}


def test_bids_are_ranked_and_equal_ones_drawn_once_for_an_address(browser, harvest) -> None:
    phone, bids = browser(PLAYER), {"bid-blue": "1", "bid-yellow": "Kai", "bid-red": "1", "bids": "1"}
    page = phone.get(CALCULATE, params=bids)
    address = str(page.url)
    assert "seed=" in address
    text = page.text
    assert "pays 1 chest" in text
    assert "Kai" in re.findall(r'<li class="bid".*?(?=<li class="bid"|</ol>)', page.text, re.S)[2]
    order = re.findall(r'<li class="bid" data-seat="(\w+)"', page.text)
    assert order[2] == "yellow"
    assert order == re.findall(r'<li class="bid" data-seat="(\w+)"', phone.get(address).text)
    twice = phone.get(CALCULATE, params={**bids, "bid-red": "Kai"})
    assert twice.status_code == 422
    assert "Two players bid the card of Kai" in twice.text
    assert len(harvest.history) == 1


def test_a_winter_draws_provinces_whose_revolts_go_into_the_same_tower(browser, harvest) -> None:
    phone = browser(PLAYER)
    asked = {**OWNED, "rice-blue": "1", "rice-yellow": "9", "provinces-red": "5", "rice-red": "4", "event": "1"}
    page = phone.get(CALCULATE, params={**asked, "winter": "1"}).text
    revolts = re.findall(r'href="([^"]*kind=revolt[^"]*)"', page)
    assert len(revolts) == 1
    assert "Red draws provinces from the real cards: 2." in re.sub("<[^>]+>", "", page)
    tower = phone.get(unescape(revolts[0])).text
    assert 'name="in-winter" value="1" checked' in tower
    drawn = re.search(r"province=(Kai|Aki)", revolts[0])
    assert drawn is not None
    fight = {"kind": "revolt", "who-attacks": "blue", "attacker": "2", "in-winter": "1", "winter": "1"}
    assert send_form(phone, unescape(revolts[0]), **fight, province=drawn[1], throw="1").status_code == 200
    harvest.catch_up()
    assert harvest.history.steps[-1].request.rising.winter == 1
    assert harvest.history.steps[-1].request.province == drawn[1]


def test_points_of_a_board_are_counted(browser, harvest) -> None:
    phone, asked = browser(PLAYER), {**OWNED, "points-red": "9", "chests-blue": "3", "points": "1"}
    page = phone.get(CALCULATE, params=asked).text
    totals = re.search(r'<ol class="totals">.*?</ol>', page, re.S)
    assert totals is not None
    assert [int(n) for n in re.findall(r'<span class="num">(\d+)</span>', totals[0])] == [9, 5, 2]
    for attributes in ("owner-Kai value=blue aria-labelledby=k7", "castle-Omi aria-labelledby=k0"):
        assert f"name={attributes} checked" in page
    (link,) = re.findall(r'href="(/t/harvest/pad.pdf[^"]*)"', page)
    pad = pypdfium2.PdfDocument(phone.get(unescape(link)).content)[0].get_textpage().get_text_bounded()
    year = ("2 1 0", "0 1 0", "0 3 0", "0 0 0", "0 0 0")  # provinces, buildings, most castles, temples, theatres
    cells = " ".join(["Blue Yellow Red", *["- - -"] * 5, "0 0 9", *year, "2 5 9", "3"])
    assert cells in " ".join(pad.split())
    assert phone.get("/t/harvest/pad.pdf").status_code == 422  # nobody owns a province


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"points": "1"}, "First say who owns each province."),
        ({"winter": "1", "rice-blue": "many", "owner-Kai": "blue"}, "many"),
        ({"points": "1", **OWNED, "castle-Kai": "on", "temple-Kai": "on", "theatre-Kai": "on"}, "uilding sites in Kai"),
    ],
)
def test_an_impossible_calculation_is_refused_and_keeps_the_input(browser, harvest, asked, message: str) -> None:
    page = browser(PLAYER).get(CALCULATE, params={"then": "1", "chests-red": "7", **asked})
    assert page.status_code == 422
    assert message in read_problem(page.text)
    assert 'name="chests-red" value="7"' in page.text
