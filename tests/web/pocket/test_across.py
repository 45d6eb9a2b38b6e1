"""A table shown by one phone and read by another, without a browser: frames out of one, into the other."""

import json
import re
from collections.abc import Callable, Iterable
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.service.across import show
from companion.service.opened_tables import OpenTables
from companion.service.rows import RowShelf
from companion.table.shelf import MemoryShelf
from companion.web.pocket import across
from companion.web.pocket.fountain import Fountain
from companion.web.pocket.inside import Answered
from tests.service.test_remembered import brought
from tests.web.conftest import fields
from tests.web.pocket.test_inside import BATTLE, Phone


@pytest.fixture(autouse=True)
def _nothing_filmed() -> None:
    """Phones of a test share this program: each begins without the frames of another."""
    across._FILMS.clear()


def words(answered: Answered) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answered.body.decode())).split())


def towers(name: str = "moon") -> Phone:
    phone = Phone()
    assert phone.tap("/new/shogun", name=name, way="tower", seat=["blue", "red"]).status == 200
    return phone


def honshu(name: str = "friday") -> Phone:
    phone = Phone()
    phone.tap("/new/honshu", table=name, **{"player-blue": "Aya", "player-red": "Ben"})
    phone.tap(f"/t/{name}/curtain", seat="blue")
    return phone


def hogen(name: str = "dark") -> Phone:
    phone = Phone()
    players = {"player-A": "Aya", "player-B": "Ben", "player-C": "Chen"}
    assert phone.tap("/new/hogen", table=name, cards="dealt", **players).status == 200
    return phone


def frames(phone: Phone, path: str) -> list[str]:
    got = phone.ask("GET", path)
    assert got.headers["content-type"] == "application/json", words(got)
    found: list[str] = json.loads(got.body)
    return found


def film(phone: Phone, texts: Iterable[str]) -> dict[str, object]:
    """What a phone knows after its camera has seen some frames."""
    page = phone.ask("GET", "/read").body.decode()
    body = urlencode([("token", fields(page)["token"]), *(("frame", each) for each in texts)]).encode()
    told: dict[str, object] = json.loads(phone.ask("POST", "/read/frames", body).body)
    return told


def read(phone: Phone, texts: Iterable[str], **more: str) -> Answered:
    assert film(phone, texts)["complete"]
    return phone.tap("/read", film="1", **more)


def log(phone: Phone, name: str) -> list[str]:
    return [event.hash for event in RowShelf(phone.rows.items()).events(name)]


@pytest.mark.parametrize(
    ("begin", "table", "seen"),
    [(towers, "moon", "tower shogun"), (honshu, "friday", "Ben"), (hogen, "dark", "Palace")],
    ids=["shogun", "honshu", "hogen"],
)
def test_whoever_reads_looks_on_and_has_no_log(begin: Callable[[], Phone], table: str, seen: str) -> None:
    phone, other = begin(), Phone()
    page = phone.ask("GET", f"/t/{table}/show")
    assert page.status == 200
    assert "It needs no network" in words(page)
    assert len(page.body) < 40_000
    shown = read(other, frames(phone, f"/t/{table}/show/frames"))
    assert shown.path.startswith("/seen/")
    assert shown.status == 200, words(shown)
    assert table in words(shown)
    assert seen in words(shown)
    assert OpenTables(RowShelf(other.rows.items())).names() == ()
    assert "Shown by other phones" in words(other.ask("GET", "/"))
    forgotten = other.tap(shown.path)
    assert "Shown by other phones" not in words(forgotten)
    assert "is not looked at here any more" in words(other.ask("GET", shown.path))


def test_a_whole_board_that_is_looked_at_is_a_small_page() -> None:
    shelf = MemoryShelf()
    brought(shelf, "full")
    shown = Fountain(show(OpenTables(shelf).open("full"), {}, lambda sentence: sentence))
    page = read(Phone(), map(shown.frame, range(shown.count)))
    assert len(re.findall(rb'href="#b-t\d"', page.body)) == 25


def test_shown_again_it_takes_the_place_of_what_was_there_and_an_older_one_does_not() -> None:
    phone, other = towers(), Phone()
    older = frames(phone, "/t/moon/show/frames")
    phone.tap("/t/moon/tower", **BATTLE, throw="1")
    newer = frames(phone, "/t/moon/show/frames")
    read(other, older)
    shown = read(other, newer)
    assert "2 events" in words(shown)
    assert "older than this" in words(read(other, older))
    assert words(other.ask("GET", "/")).count("Look moon") == 1


def test_a_game_goes_on_at_the_other_phone_and_comes_back() -> None:
    phone, other = towers(), Phone()
    phone.tap("/t/moon/seat", seat="blue", name="Bo")
    asked = phone.ask("GET", "/t/moon/show?over=1")
    assert "could foresee the throws" in words(asked)
    assert "First the log has to tell everybody" in words(phone.ask("GET", "/t/moon/show/frames?over=1"))
    shown = phone.tap("/t/moon/show?over=1", "/t/moon/show", let="1")
    assert "whoever films it has the game" in words(shown)
    there = read(other, frames(phone, "/t/moon/show/frames?over=1"))
    assert there.path.startswith("/t/moon")
    assert log(phone, "moon") == log(other, "moon")
    assert "Bo" in words(other.ask("GET", "/t/moon/seat"))
    handed = phone.tap("/t/moon/show?over=1", "/t/moon/show", handed="yes")
    assert "handed to another phone" in words(handed)
    no = phone.tap("/t/moon/tower", **BATTLE, throw="1")
    assert no.status == 422
    assert len(log(phone, "moon")) == 2
    assert other.tap("/t/moon/tower", **BATTLE, throw="1").status == 200
    back = read(phone, frames(other, "/t/moon/show/frames?over=1"))
    assert back.path.startswith("/t/moon")
    assert "handed to another phone" not in words(back)
    assert log(phone, "moon") == log(other, "moon")
    assert phone.tap("/t/moon/tower", **BATTLE, throw="1").status == 200


def test_whoever_handed_over_may_go_on_here_after_all_by_saying_so() -> None:
    phone = honshu()
    phone.tap("/t/friday/show?over=1", "/t/friday/show", handed="yes")
    assert "Go on here again" in words(phone.ask("GET", "/t/friday/show?over=1"))
    back = phone.tap("/t/friday/show?over=1", "/t/friday/show", handed="no")
    assert "handed to another phone" not in words(back)


def test_read_twice_it_is_there_once_and_what_went_two_ways_is_asked_about() -> None:
    phone, other = honshu(), Phone()
    texts = frames(phone, "/t/friday/show/frames?over=1")
    read(other, texts)
    assert "was not taken in a second time" in words(read(other, texts))
    other.tap("/t/friday/curtain", seat="blue")
    for each, square in ((phone, "5.5"), (other, "6.6")):
        assert each.tap("/t/friday/squares", square=square, kind="F").status == 200
    film(other, frames(phone, "/t/friday/show/frames?over=1"))
    asked = other.tap("/read", film="1")
    assert "only one of the two can stay" in words(asked)
    assert log(other, "friday") != log(phone, "friday")
    taken = other.tap("/read", film="1", replace="1")
    assert taken.path.startswith("/t/friday")
    assert log(other, "friday") == log(phone, "friday")
    back = other.tap("/", "/bring-back", table="friday")
    assert back.path.startswith("/t/friday~202")


def test_the_file_is_the_same_as_the_code() -> None:
    phone, other = honshu(), Phone()
    got = phone.ask("GET", "/t/friday/show/frames?file=1&over=1")
    assert got.headers["content-type"].startswith("text/plain")
    page = fields(other.ask("GET", "/read").body.decode())
    line, cut = b"\r\n", b"cut"
    page["sent"] = "1"
    parts = [
        b'--cut\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value.encode())
        for name, value in page.items()
    ]
    head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="companion.txt"\r\n\r\n'
    several = ((b"", "Choose the file"), (b"a shopping list", "shows no table"), (got.body, ""))
    for content, told in several:
        body = line.join([*parts, head + content, b"--" + cut + b"--", b""])
        answered = other.ask("POST", "/read", body, "multipart/form-data; boundary=cut")
        assert told in words(answered)
    assert log(other, "friday") == log(phone, "friday")


def test_what_the_camera_sees_is_told_in_one_sentence() -> None:
    phone, other = towers(), Phone()
    texts = frames(phone, "/t/moon/show/frames")
    strange = film(other, ["https://example.org"])
    assert "This code shows no table" in str(strange["remark"])
    assert "newer Companion" in str(film(other, ["COMPANION9:A"])["remark"])
    assert film(other, ["COMPANION1:ABC"]) == {
        "squares": [],
        "complete": False,
        "counted": None,
        "remark": None,
    }
    assert "Film the moving code first" in words(other.tap("/read", film="1"))
    count = int(str(film(other, texts[:1])["counted"]).split()[-1])
    assert film(other, texts[:1])["counted"] == f"1 of {count}"
    assert film(other, reversed(texts))["complete"] is True


def test_what_is_too_long_for_a_code_goes_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = honshu()
    monkeypatch.setattr(across, "MOST_BYTES", 100)
    assert "take it along as a file" in words(phone.ask("GET", "/t/friday/show"))


def test_the_laptop_has_none_of_these_pages(browser, harvest) -> None:  # type: ignore[no-untyped-def]
    """Its phones hear one another."""
    client = browser("host")
    for path in ("/read", "/t/harvest/show"):
        assert client.get(path).status_code == 404
    assert "/show" not in client.get("/t/harvest/about").text
