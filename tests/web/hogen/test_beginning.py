"""A new table of Hogen from a phone."""

import re

import pytest

from companion.service.hogen import view_table
from tests.web.conftest import send_form

PLAYERS = {"player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}
PALACE = ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4")


@pytest.fixture
def laptop(browser):  # type: ignore[no-untyped-def]
    return browser("player")


def send_new_game(laptop, **data):  # type: ignore[no-untyped-def]
    return send_form(laptop, "/new/hogen", **{**PLAYERS, **data})


def test_names_and_one_tap_deal_a_game_of_hogen(laptop) -> None:  # type: ignore[no-untyped-def]
    page = send_new_game(laptop, table="Hogen", deduction="1")
    assert page.url.path == "/t/Hogen"
    now = view_table(laptop.app.state.app_state.open_table("Hogen"))
    assert list(now.names.values()) == ["Aya", "Bo", "Chen"]
    assert now.deduction
    assert not now.has_real_cards
    assert 'value="Hogen 2"' in laptop.get("/new/hogen").text


def test_take_back_ruling_and_deduction_switch_are_set_when_dealing(laptop) -> None:  # type: ignore[no-untyped-def]
    send_new_game(laptop, table="izu", **{"player-D": "Dai", "take-back": "yes"})
    now = view_table(laptop.app.state.app_state.open_table("izu"))
    assert (len(now.names), now.take_back, now.deduction) == (4, True, False)


def test_a_game_with_real_cards_records_palace_and_starting_player(laptop) -> None:  # type: ignore[no-untyped-def]
    send_new_game(laptop, table="izu", cards="real", palace=PALACE, starts="B")
    now = view_table(laptop.app.state.app_state.open_table("izu"))
    assert (now.has_real_cards, now.palace, now.active) == (True, PALACE, "B")
    send_new_game(laptop, table="aki", cards="real")
    assert view_table(laptop.app.state.app_state.open_table("aki")).palace is None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"player-C": "Bo"}, "Two players are named"),
        ({"table": ""}, "is not a name for a table"),
        ({"take-back": "perhaps"}, "Choose one: no, yes."),
        ({"cards": "real", "palace": PALACE[:3]}, "Four samurai lie open in the palace"),
        ({"cards": "real", "starts": "D"}, "Choose one: A, B, C."),
    ],
)
def test_a_game_that_cannot_begin_returns_the_form_as_it_was_typed(laptop, data: dict[str, object], says: str) -> None:  # type: ignore[no-untyped-def]
    page = send_new_game(laptop, **{"table": "izu", **data})
    assert page.status_code == 422
    assert says in page.text
    assert 'value="Aya"' in page.text
    for card in data.get("palace", ()):  # type: ignore[attr-defined]
        assert re.search(rf'value="{card}" checked', page.text)
    assert laptop.app.state.app_state.tables.names() == ()


def test_a_watching_screen_cannot_begin_a_game(browser) -> None:  # type: ignore[no-untyped-def]
    assert browser("watcher").get("/new/hogen").status_code == 403
