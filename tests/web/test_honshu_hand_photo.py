"""The hand of Honshu from a photo of its cards: sent without a script, looked at, told; for nobody else."""

import re

import pytest

from companion.play.honshu.changes import LayCard
from companion.play.honshu.views import view
from companion.service.playing import play
from companion.vision.honshu.map_reading import SeenHand
from tests.play.honshu import moves
from tests.vision.photos.holding import photograph_hand
from tests.web.conftest import read_fields

NAMES = {"blue": "Aya", "red": "Bo"}
AT = "/t/friday"


@pytest.fixture
def table(seated_browser, shelf):
    session = moves.begin(shelf, "friday", NAMES)
    for seat, card in zip(NAMES, ("A1", "A2"), strict=True):
        assert play(session, LayCard(seat, card, 0, 0)).yes
    return {seat: seated_browser("friday", seat, name) for seat, name in NAMES.items()}


def send_photo(phone, jpeg: bytes):
    page = phone.get(f"{AT}/photo?hand=1").text
    assert "Your hand from a photo" in page
    sent = {"file": ("hand.jpg", jpeg), "camera": ("", b"")}
    return phone.post(f"{AT}/photo", data={**read_fields(page), "hand": "1"}, files=sent)


def list_ticked_cards(page: str) -> set[int]:
    return {int(each) for each in re.findall(r'name="card" value="(\d+)"[^>]* checked', page)}


def test_a_photographed_hand_takes_two_taps_and_is_seen_by_its_owner(table, app_state) -> None:
    _, jpeg, cards = photograph_hand(5, "fan")
    shown = send_photo(table["blue"], jpeg)
    assert shown.url.path == f"{AT}/photo/hand"
    assert "Read from your photo. Are these your cards?" in shown.text
    assert list_ticked_cards(shown.text) == cards
    other = table["red"].get(f"{AT}/photo/hand")
    assert (other.url.path, list_ticked_cards(other.text)) == (AT, set())
    form = {**read_fields(shown.text), "hand": "1", "card": [str(card) for card in cards]}
    assert table["blue"].post(f"{AT}/now", data=form).status_code == 200
    assert view(app_state.open_table("friday").state, "blue").private.hand == tuple(sorted(cards))
    assert table["blue"].get(f"{AT}/photo/picture").status_code == 404


def test_a_card_that_is_not_sure_is_asked_about_and_not_ticked(table, monkeypatch) -> None:
    _, jpeg, cards = photograph_hand(5, "row", megapixels=3.0)
    sure, doubt = sorted(cards)[:5], sorted(cards)[5]
    monkeypatch.setattr("companion.vision.honshu.map_reading.read_hand", lambda *_: SeenHand(tuple(sure), (doubt,)))
    page = send_photo(table["blue"], jpeg).text
    assert "Read from your photo: 5 cards. Tap the others." in page
    assert f"Is it {doubt}? One seal alone says so." in page
    assert list_ticked_cards(page) == {*sure}


def test_a_photo_that_shows_no_card_says_so_on_its_page(table) -> None:
    _, jpeg, _ = photograph_hand(5, "row", cards=0, megapixels=2.0)
    page = send_photo(table["blue"], jpeg)
    assert page.status_code == 422
    assert "No Companion seal can be read" in page.text
    assert "Your hand from a photo" in page.text
