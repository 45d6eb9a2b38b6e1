"""A whole game counted on one phone, a player at a time, without a script; what was typed stays."""

from re import findall

import pytest
from starlette.testclient import TestClient

from companion.data.honshu.map import Counts
from companion.play.honshu.views import view
from companion.web.people import PLAYER
from tests.web.conftest import fields
from tests.web.test_honshu import told

NAMES = ("Aya", "Bo", "Chen")
AYA = {"forest": "10", "town": "17", "lake": "5 1", "factory": "32423"}


@pytest.fixture
def phone(browser) -> TestClient:
    return browser(PLAYER)


def sent(phone: TestClient, path: str, at: str = "", /, **values: object):
    return phone.post(at or path, data={**fields(phone.get(path).text), **values})


def begun(phone: TestClient, names: str = ", ".join(NAMES), **values: str):
    return sent(phone, "/score", "/new/honshu", table="Honshu", then="counts", players=names, **values)


def counted(phone: TestClient, **values: str):
    return sent(phone, "/t/Honshu/counts", told="1", **values)


def lands(app_state) -> dict[str, object]:
    return {each.name: each.land for each in view(app_state.open_table("Honshu").state).maps.values()}


def test_each_player_is_asked_in_turn_and_the_table_told(phone, app_state) -> None:
    assert "Count Aya&#39;s map" in begun(phone).text
    assert "Count Bo&#39;s map" in counted(phone, **AYA).text
    assert "Count Chen&#39;s map" in counted(phone, forest="5", town="9").text
    page = counted(phone, forest="1", town="20", lake="0")
    assert "Aya wins" in told(page.text)
    assert lands(app_state)["Aya"] == Counts(10, 17, (5, 1), (3, 2, 4, 2, 3))
    assert app_state.open_table("Honshu").state.over
    result = phone.get("/t/Honshu/result").text
    assert "1. Aya: 63" in result
    assert phone.get("/t/Honshu/score?of=blue").status_code == 200


def test_what_cannot_be_is_said_and_what_was_typed_stays(phone, app_state) -> None:
    begun(phone)
    page = counted(phone, forest="19", town="3", lake="5 1")
    assert page.status_code == 422
    assert "There cannot be 19 forests; at most 18." in told(page.text)
    for name, value in (("forest", "19"), ("town", "3"), ("lake", "5 1")):
        assert f'name="{name}" type="text" value="{value}"' in page.text
    assert lands(app_state)["Aya"] is None
    assert "Count at least one thing" in counted(phone).text
    assert lands(app_state)["Aya"] is None


@pytest.mark.parametrize(
    ("names", "card", "why"),
    [
        ("Aya", "", "Names in 'Aya': 1; give 2 to 5, separated by commas."),
        ("", "", "Names in '': 1; give 2 to 5, separated by commas."),
        ("Aya, Bo", "9", "'9' is not a scoring card; expected 1 to 8."),
    ],
)
def test_who_played_stays_where_it_was_typed(phone, app_state, names: str, card: str, why: str) -> None:
    page = begun(phone, names, scoring=card)
    assert page.status_code == 422
    assert why in told(page.text)
    assert f'name="players" type="text" value="{names}"' in page.text
    assert f'name="scoring" type="text" value="{card}"' in page.text
    assert app_state.tables.names() == ()


def test_one_map_alone_ends_no_game(phone, app_state) -> None:
    sent(phone, "/score", "/new/honshu", table="Honshu", then="text", **{"player-blue": "Aya"})
    page = counted(phone, **AYA)
    assert page.url.path == "/t/Honshu"
    assert lands(app_state)["Aya"] == Counts(10, 17, (5, 1), (3, 2, 4, 2, 3))
    assert not app_state.open_table("Honshu").state.over
    assert "factory of 4: 1 cube delivered" in told(phone.get("/t/Honshu/score").text)


def test_another_scoring_card_wants_another_count(phone) -> None:
    begun(phone, "Aya, Bo")
    counted(phone, **AYA)
    page = sent(phone, "/t/Honshu/score", scoring="7", of="blue")
    assert "this was not counted for scoring card 7" in told(page.text)


def test_fallow_is_asked_of_those_who_are_level(phone, app_state) -> None:
    assert 'name="fallow"' not in begun(phone, "Aya, Bo").text
    counted(phone, forest="5", town="9")
    page = counted(phone, forest="4", town="11")
    assert "Count Aya&#39;s map" in page.text
    assert 'name="fallow"' in page.text
    assert not app_state.open_table("Honshu").state.over
    page = counted(phone, forest="5", town="9", fallow="3")
    assert "Count Bo&#39;s map" in page.text
    page = counted(phone, forest="4", town="11", fallow="7")
    assert "Bo wins by its fallow" in told(page.text)


def test_a_player_before_is_gone_back_to(phone, app_state) -> None:
    begun(phone)
    counted(phone, **AYA)
    page = sent(phone, "/t/Honshu/counts", seat="blue")
    assert "Count Aya&#39;s map" in page.text
    assert 'value="5+1"' in page.text
    assert 'value="32423"' in page.text
    page = counted(phone, forest="11")
    assert "Count Bo&#39;s map" in page.text
    assert lands(app_state)["Aya"] == Counts(11, 0)


@pytest.mark.parametrize(
    ("card", "form", "bonus"),
    [("2", {"forest": "5", "card": "3 4"}, (3, 4)), ("7", {"factory": "22", "card": "1"}, (1,))],
)
def test_a_scoring_card_asks_for_its_number(phone, app_state, card: str, form: dict[str, str], bonus: object) -> None:
    begun(phone, "Aya, Bo", scoring=card)
    assert 'name="card"' in phone.get("/t/Honshu/counts").text
    counted(phone, **form)
    counts = lands(app_state)["Aya"]
    assert isinstance(counts, Counts)
    assert counts.bonus == bonus
    assert 'name="card"' in sent(phone, "/t/Honshu/counts", seat="blue").text


def test_a_map_is_tapped_where_nobody_counts(phone, app_state) -> None:
    begun(phone, "Aya, Bo")
    sent(phone, "/t/Honshu/text", text="F F\nT T")
    counted(phone, forest="1")
    assert [type(each).__name__ for each in lands(app_state).values()] == ["Counts", "NoneType"]


def test_the_score_pad_comes_filled_in(phone) -> None:
    begun(phone, "Aya, Bo")
    assert phone.get("/t/Honshu/pad.pdf").status_code == 422
    counted(phone, **AYA)
    pad = phone.get("/t/Honshu/pad.pdf")
    assert (pad.status_code, pad.content[:4]) == (200, b"%PDF")


def test_every_number_stands_beside_what_is_counted(phone) -> None:
    page = begun(phone).text
    shown = findall(r'<div class="counted (\w+)">(.*?)<div class="field"><label for="(\w+)"', page)
    assert [(name, field) for name, _, field in shown][:4] == [(name, name) for name in AYA]
    pictures = {name: findall(r"/(sq|good)-(\w+)", signs) for name, signs, _ in shown}
    assert [kind for _, kind in pictures["factory"]] == ["blue", "brown", "grey", "yellow"]
    assert all(pictures[name] == [("sq", name)] for name in ("forest", "town", "lake"))
