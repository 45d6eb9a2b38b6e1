"""How long a phone is waited for before a fight goes on without it, and which fight it takes no part in."""

import pytest

from companion.play.shogun.trust.declaring import Declare
from companion.service.playing import play
from companion.web.people import HOST
from companion.web.shogun.tower import phones
from tests.table.games import attack
from tests.web.shogun.test_tower import declared, sealed, seated, sent


def test_a_phone_is_waited_for_before_it_is_left_out(browser, house, careful) -> None:
    first, second = declared(browser, house)
    house.people.connected(house.people.find(second.cookies["companion"]), +1)  # a page listens there
    for phone in (first, browser(HOST)):
        assert "is awake: give it a moment" in sent(phone, "/t/careful/trust", without="yellow").text
    sealed(second, "b" * 32)
    assert sent(first, "/t/careful/trust", without="yellow").status_code == 422
    assert "Go on without this phone" in first.get("/t/careful/trust").text
    careful.catch_up()
    assert careful.state.attempt.without == ()


def test_a_phone_that_is_awake_and_does_not_seal_holds_nobody_up(
    browser, house, careful, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = declared(browser, house)
    house.people.connected(house.people.find(second.cookies["companion"]), +1)
    monkeypatch.setattr(phones, "PATIENCE", 0.0)
    assert "Without Yellow" in first.get("/t/careful/trust").text
    assert sent(first, "/t/careful/trust", without="yellow").status_code == 200


def test_a_phone_whose_pages_have_no_script_is_waited_for_too(browser, house, careful) -> None:
    first, second = declared(browser, house)
    second.get("/t/careful/trust")
    assert "Without Yellow" not in first.get("/t/careful/trust").text
    assert "is awake: give it a moment" in sent(first, "/t/careful/trust", without="yellow").text


def test_a_phone_gives_no_number_to_a_fight_that_could_be_taken_back(browser, house, careful) -> None:
    """As an older program wrote it: who holds the laptop would see the other's number, and undo the fight."""
    first, second = (seated(browser, house, "careful", seat) for seat in ("blue", "yellow"))
    play(careful, Declare(attack()))
    for phone, number in ((first, "a" * 32), (second, "b" * 32)):
        assert "take it back, then declare it anew" in sealed(phone, number).text
    careful.catch_up()
    assert careful.state.attempt.seals == {}
