"""A whole game counted on one phone, a player at a time, without a script; what was typed stays."""

import pytest

from companion.data.honshu.map import Counts
from companion.play.honshu.views import view
from companion.web.people import PLAYER
from tests.web.app_browser import AppBrowser
from tests.web.conftest import send_form
from tests.web.test_honshu import read_text

NAMES = ("Aya", "Bo", "Chen")
AYA = {"forest": "10", "town": "17", "lake": "5 1", "factory": "32423"}


@pytest.fixture
def phone(browser) -> AppBrowser:
    return browser(PLAYER)


def begin_count(phone: AppBrowser, names: str = ", ".join(NAMES), **values: str):
    return send_form(phone, "/new/honshu", table="Honshu", then="counts", players=names, **values)


def send_counts(phone: AppBrowser, **values: str):
    return send_form(phone, "/t/Honshu/counts", told="1", **values)


def list_lands(app_state) -> dict[str, object]:
    return {each.name: each.land for each in view(app_state.open_table("Honshu").state).maps.values()}


def test_each_player_is_asked_for_counts_in_turn_and_all_are_ranked(phone, app_state) -> None:
    assert "Count Aya&#39;s map" in begin_count(phone).text
    assert "Count Bo&#39;s map" in send_counts(phone, **AYA).text
    assert "Count Chen&#39;s map" in send_counts(phone, forest="5", town="9").text
    page = send_counts(phone, forest="1", town="20", lake="0")
    assert "Aya wins" in read_text(page.text)
    assert list_lands(app_state)["Aya"] == Counts(10, 17, (5, 1), (3, 2, 4, 2, 3))
    assert app_state.open_table("Honshu").state.is_over
    result = phone.get("/t/Honshu/result").text
    assert "1. Aya: 63" in result
    assert phone.get("/t/Honshu/score?of=blue").status_code == 200


def test_impossible_counts_are_refused_and_stay_in_the_form(phone, app_state) -> None:
    begin_count(phone)
    page = send_counts(phone, forest="19", town="3", lake="5 1")
    assert page.status_code == 422
    assert "There cannot be 19 forests; at most 18." in read_text(page.text)
    for name, value in (("forest", "19"), ("town", "3"), ("lake", "5 1")):
        assert f'name="{name}" type="text" value="{value}"' in page.text
    assert list_lands(app_state)["Aya"] is None
    assert "Count at least one thing" in send_counts(phone).text
    assert list_lands(app_state)["Aya"] is None


@pytest.mark.parametrize(
    ("names", "card", "message"),
    [
        ("Aya", "", "Only one name; give 2 to 5, separated by commas or spaces."),
        ("Aya, Bo", "9", "'9' is not a scoring card; expected 1 to 8."),
    ],
)
def test_a_refused_list_of_players_stays_in_the_form(phone, app_state, names: str, card: str, message: str) -> None:
    page = begin_count(phone, names, scoring=card)
    assert page.status_code == 422
    assert message in read_text(page.text)
    assert f'name="players" type="text" value="{names}"' in page.text
    assert f'name="scoring" type="text" value="{card}"' in page.text
    assert app_state.tables.names() == ()


def test_fallow_is_asked_of_those_who_are_level(phone, app_state) -> None:
    assert 'name="fallow"' not in begin_count(phone, "Aya, Bo").text
    send_counts(phone, forest="5", town="9")
    page = send_counts(phone, forest="4", town="11")
    assert "Count Aya&#39;s map" in page.text
    assert 'name="fallow"' in page.text
    assert not app_state.open_table("Honshu").state.is_over
    page = send_counts(phone, forest="5", town="9", fallow="3")
    assert "Count Bo&#39;s map" in page.text
    page = send_counts(phone, forest="4", town="11", fallow="7")
    assert "Bo wins by its fallow" in read_text(page.text)


def test_counts_of_an_earlier_player_can_be_changed(phone, app_state) -> None:
    begin_count(phone)
    send_counts(phone, **AYA)
    page = send_form(phone, "/t/Honshu/counts", seat="blue")
    assert "Count Aya&#39;s map" in page.text
    assert 'value="5+1"' in page.text
    assert 'value="32423"' in page.text
    page = send_counts(phone, forest="11")
    assert "Count Bo&#39;s map" in page.text
    assert list_lands(app_state)["Aya"] == Counts(11, 0)


def test_a_scoring_card_asks_for_its_own_number(phone, app_state) -> None:
    begin_count(phone, "Aya, Bo", scoring="2")
    assert 'name="card"' in phone.get("/t/Honshu/counts").text
    send_counts(phone, forest="5", card="3 4")
    assert list_lands(app_state)["Aya"].bonus == (3, 4)
    assert 'name="card"' in send_form(phone, "/t/Honshu/counts", seat="blue").text
