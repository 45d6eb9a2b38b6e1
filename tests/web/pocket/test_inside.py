"""The pocket without a browser: forms in, pages and changed rows out."""

import asyncio
import json
from urllib.parse import urlencode

import pytest

from companion.service.kept_tables import OpenTables
from companion.service.rows import RowShelf
from companion.web.pocket.pocket import Pocket, PocketAnswer, rehearse
from tests.web.conftest import read_fields

BATTLE = {"kind": "battle", "who-attacks": "blue", "who-defends": "red", "attacker": "4", "defender": "3"}
FORM = "application/x-www-form-urlencoded"


class Phone:
    """What a browser does with a pocket: it keeps the rows, and sends what a form holds."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str, str | int], str] = {}
        self.open()

    def open(self) -> None:
        """Open the pocket anew from what is kept."""
        self.pocket = Pocket.open_rows(json.dumps([[key, text] for key, text in self.rows.items()]), "static")
        self.keep()

    def keep(self) -> None:
        for (kind, name, which), text in json.loads(self.pocket.changes()):
            if text is None:
                del self.rows[kind, name, which]
            else:
                self.rows[kind, name, which] = text

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> PocketAnswer:
        kind = kind or (FORM if body else "")
        answered = asyncio.run(self.pocket.answer(method, path, kind, body, "en"))
        self.keep()
        return answered

    def tap(self, path: str, to: str = "", **more: str | list[str]) -> PocketAnswer:
        page = self.ask("GET", path).body.decode()
        return self.ask("POST", to or path, urlencode({**read_fields(page), **more}, doseq=True).encode())


def make_phone_with_tower() -> Phone:
    phone = Phone()
    opened = phone.tap("/new/shogun", name="moon", way="tower", seat=["blue", "red"])
    assert opened.status == 200, opened.body.decode()
    return phone


def test_a_repeated_tap_counts_once_and_leads_to_its_page() -> None:
    phone = make_phone_with_tower()
    page = phone.ask("GET", "/t/moon/tower").body.decode()
    throw = urlencode({**read_fields(page), **BATTLE, "throw": "1"}).encode()
    first, again = phone.ask("POST", "/t/moon/tower", throw), phone.ask("POST", "/t/moon/tower", throw)
    assert (first.status, first.path) == (again.status, again.path) == (200, "/t/moon/thrown")
    assert "location" not in first.headers
    assert "Now, with the real cubes" in first.body.decode()
    assert sum(kind == "event" for kind, _, _ in phone.rows) == 2  # the table begun, and one battle


def test_reopening_the_pocket_keeps_all_rows_and_writes_none() -> None:
    phone = make_phone_with_tower()
    before = dict(phone.rows)
    phone.open()
    assert phone.rows == before
    assert RowShelf(phone.rows.items()).take_changes() == {}
    assert b"moon" in phone.ask("GET", "/").body


def test_a_throw_repeated_after_reopening_gives_the_same_cubes() -> None:
    """Killed before the throw was kept, it is thrown anew from the same seed: the same cubes come."""
    phone = make_phone_with_tower()
    before = dict(phone.rows)
    trays = set()
    for _ in range(3):
        phone.rows = dict(before)
        phone.open()
        phone.tap("/t/moon/tower", **BATTLE, throw="1")
        trays.add(phone.rows["event", "moon", 2])
    assert len(trays) == 1


def test_no_page_asks_for_anything_beyond_its_folder() -> None:
    for path in ("/", "/new", "/settings"):
        page = Phone().ask("GET", path).body.decode()
        assert 'src="/' not in page
        assert 'href="static' in page
        assert "https" not in page


@pytest.mark.parametrize(
    ("name", "which", "text"),
    [
        ("", "visitors", "["),
        ("", "secret", ""),
        ("", "join code", "5"),
        ("", "visitors", '"[1, {}]"'),
        ("moon", "seats", '"[]"'),
        ("moon", "seats", json.dumps('{"blue": {"visitor": 1, "name": 2}}')),
        ("moon", "seats", json.dumps("[" * 9999)),
    ],
)
def test_a_damaged_note_loses_no_table(name: str, which: str, text: str) -> None:
    phone = make_phone_with_tower()
    phone.rows["note", name, which] = text
    phone.open()
    assert phone.ask("GET", "/").status == 200
    assert phone.tap("/t/moon/tower", **BATTLE, throw="1").path == "/t/moon/thrown"


def test_a_damaged_table_stands_in_the_list_with_its_sentence_and_can_be_deleted() -> None:
    phone = make_phone_with_tower()
    phone.tap("/new/shogun", name="sun", way="tower", seat=["blue", "red"])
    phone.rows["event", "moon", 1] = "x"
    phone.open()
    listed = phone.ask("GET", "/").body.decode()
    assert listed.count("The log of this table is damaged.") == 1
    assert phone.tap("/t/sun/tower", **BATTLE, throw="1").path == "/t/sun/thrown"
    assert phone.rows["event", "moon", 1] == "x"
    assert phone.ask("GET", "/t/moon/tower").status == 404
    assert phone.tap("/t/moon/delete").path == "/"
    assert {name for _, name, _ in phone.rows} == {"", "sun"}


@pytest.mark.parametrize("path", ["/t/..%2f", "//evil.example/x", "/t/moon/", "/new/", "/t/moon/tower?x=[", "/?%ff"])
def test_odd_addresses_get_a_page_of_the_pocket(path: str) -> None:
    assert make_phone_with_tower().ask("GET", path).headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/join", "/lobby", "/t/moon/lobby", "/t/moon/live", "/t/moon/tower/"])
def test_pages_that_need_several_phones_are_not_in_the_pocket(path: str) -> None:
    assert make_phone_with_tower().ask("GET", path).status == 404


def test_an_unexpected_error_gets_a_page_with_status_500(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    phone = make_phone_with_tower()
    monkeypatch.setattr(OpenTables, "deleted_tables", property(lambda _: 1 / 0))
    answered = phone.ask("GET", "/")
    assert (answered.status, "Something went wrong here" in answered.body.decode()) == (500, True)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_rehearsal_plays_every_game_and_sees_the_pages_of_its_seats() -> None:
    async def run_rehearsal() -> list[str]:
        return [done async for done in rehearse("static")]

    done = asyncio.run(run_rehearsal())
    honshu, waves = ("honshu/squares", "honshu/card", "honshu/score"), ("waves", "waves/card?turn=90")
    shogun, hogen = ("tower/thrown", "tower/luck", "full/board"), ("hogen", "hogen/sheet", "hogen/heard")
    assert {f"200 /t/{path}" for path in (*shogun, *honshu, *waves, *hogen)} <= set(done)
    taps = done[done.index("200 /t/tower/tower") : done.index("200 /t/honshu/seat")]
    assert not [each for each in taps if each[:3] not in ("200", "no ")]
