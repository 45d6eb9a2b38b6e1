"""A seat's own view shown to its own phone, and what two phones say to be joined, without a browser."""

import json
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from companion.play.hogen import GAME as HOGEN
from companion.play.shogun import GAME as SHOGUN
from companion.service.opened_tables import OpenTables
from companion.service.rows import RowShelf
from companion.web.pocket import across
from tests.web.conftest import fields
from tests.web.pocket.test_across import film, frames, hogen, honshu, read, towers, words
from tests.web.pocket.test_inside import BATTLE, Phone

OFFER = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\na=candidate:1 1 udp 1 192.168.1.7 5000 typ host"


@pytest.fixture(autouse=True)
def _nothing_read() -> None:
    """Phones of a test share this program: each begins without what another has read."""
    across._FILMS.clear()
    across._KNOCKS.clear()


def hand_of(phone: Phone, seat: str) -> list[str]:
    state = OpenTables(RowShelf(phone.rows.items())).open("dark").state
    own = HOGEN.view(state, seat).own
    return [f'alt="{card[:-1]} {card[-1]}"' for card in own.hand]


def test_a_hand_goes_to_the_phone_of_its_player_alone() -> None:
    phone, other = hogen(), Phone()
    asked = phone.ask("GET", "/t/dark/show?seat=A")
    assert "Only for Aya: the others look elsewhere." in words(asked)
    assert b"<canvas" not in asked.body
    shown = phone.ask("GET", "/t/dark/show?seat=A&open=1")
    assert "Nothing that another seat alone may see is in it." in words(shown)
    assert len(shown.body) < 40_000
    seen = read(other, frames(phone, "/t/dark/show/frames?seat=A"))
    assert "For Aya alone: keep it from the others." in words(seen)
    page = seen.body.decode()
    assert all(card in page for card in hand_of(phone, "A"))
    assert not [card for seat in "BC" for card in hand_of(phone, seat) if card in page]
    assert "for Aya alone" in words(other.ask("GET", "/"))
    to_all = read(other, frames(phone, "/t/dark/show/frames"))
    assert to_all.path != seen.path
    assert not [card for card in hand_of(phone, "A") if card in to_all.body.decode()]
    assert all(card in other.ask("GET", seen.path).body.decode() for card in hand_of(phone, "A"))


def test_only_seats_that_somebody_has_and_that_have_secrets_are_shown_alone() -> None:
    tower = towers()
    assert "To the phone of" not in words(tower.ask("GET", "/t/moon/show"))
    for phone, path in ((tower, "/t/moon/show?seat=blue"), (hogen(), "/t/dark/show/frames?seat=Q")):
        assert "Nobody at this table has secrets on that seat." in words(phone.ask("GET", path))


def knock(phone: Phone, kind: str, mark: str = "00ff") -> list[str]:
    token = fields(phone.ask("GET", "/read").body.decode())["token"]
    body = urlencode({"token": token, "kind": kind, "mark": mark, "words": OFFER}).encode()
    found: list[str] = json.loads(phone.ask("POST", "/read/knock", body).body)
    return found


def test_an_offer_that_was_read_is_answered_and_an_answer_stands_by_the_table() -> None:
    phone, other = honshu(), Phone()
    offers = phone.ask("GET", "/t/friday/show/join")
    assert 'data-join="/t/friday/show/frames?file=1"' in offers.body.decode()
    assert len(offers.body) < 40_000
    answers = read(other, knock(phone, "offer"))
    assert answers.path == "/joined/00ff"
    page = answers.body.decode().replace("\r", "")
    assert OFFER.replace("\r", "") in page
    assert 'data-join="00ff"' in page
    assert film(phone, knock(other, "answer"))["complete"]
    assert b'name="seat" value="blue"' in phone.ask("GET", "/t/friday/show/join?seat=blue").body
    met = phone.tap("/t/friday/show/join?seat=blue", "/t/friday/show/join", film="1", seat="blue")
    assert met.path == "/t/friday/show/join?met=00ff&seat=blue"
    assert 'data-kind="answer"' in met.body.decode()
    assert b"<canvas" not in met.body
    across._KNOCKS.clear()
    assert "is not known here any more" in words(phone.ask("GET", met.path))


def live(phone: Phone, texts: list[str], known: str) -> str:
    """What a channel brings is sent as its page does; the path of what is shown then, or why it is not."""
    token = fields(phone.ask("GET", "/read").body.decode())["token"]
    parts = [("token", token), ("sent", "1"), ("live", known)]
    body = "".join(f'--cut\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in parts)
    head = 'Content-Disposition: form-data; name="file"; filename="companion.txt"'
    body += f"--cut\r\n{head}\r\n\r\n" + "\n".join(texts) + "\r\n--cut--"
    got = phone.ask("POST", "/read", body.encode(), "multipart/form-data; boundary=cut")
    return got.path if got.status == 200 else words(got)


def test_a_channel_brings_the_table_that_it_began_with_and_no_game() -> None:
    phone, other = towers(), Phone()
    first = live(other, frames(phone, "/t/moon/show/frames"), "new")
    key = first.removeprefix("/seen/")
    phone.tap("/t/moon/tower", **BATTLE, throw="1")
    assert live(other, frames(phone, "/t/moon/show/frames"), key) == first
    assert "2 events" in words(other.ask("GET", first))
    strange = "is not the table that it has shown"
    assert strange in live(other, frames(honshu(), "/t/friday/show/frames"), key)
    phone.tap("/t/moon/show?over=1", "/t/moon/show", let="1")
    for known in ("new", key):
        assert strange in live(other, frames(phone, "/t/moon/show/frames?over=1"), known)
    assert OpenTables(RowShelf(other.rows.items())).names() == ()


def test_what_a_newer_version_of_a_game_shows_is_not_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    phone, other = towers(), Phone()
    newer = frames(phone, "/t/moon/show/frames")
    with monkeypatch.context() as patched:
        patched.setattr("companion.service.across.game_played", lambda _: replace(SHOGUN, version=1))
        assert "That was shown by a newer Companion; install the newest one." in live(other, newer, "new")
    assert live(other, newer, "new").startswith("/seen/")
