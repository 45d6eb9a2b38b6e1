"""The pocket without a browser: forms in, pages and changed rows out."""

import asyncio
import json
from urllib.parse import urlencode

from companion.service.rows import RowShelf
from companion.web.pocket.inside import Answered, Pocket
from tests.web.conftest import fields

BATTLE = {
    "kind": "battle", "who-attacks": "blue", "who-defends": "red", "attacker": "4", "defender": "3",
}  # fmt: skip
FORM = "application/x-www-form-urlencoded"


class Phone:
    """What a browser does with a pocket: it keeps the rows, and sends what a form holds."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str, str | int], str] = {}
        self.open()

    def open(self) -> None:
        """Open the pocket anew from what is kept."""
        self.pocket = Pocket.kept(json.dumps([[key, text] for key, text in self.rows.items()]), "static")
        self.keep()

    def keep(self) -> None:
        """Write the changed rows down."""
        for (kind, name, which), text in json.loads(self.pocket.changes()):
            if text is None:
                del self.rows[kind, name, which]
            else:
                self.rows[kind, name, which] = text

    def ask(self, method: str, path: str, body: bytes = b"") -> Answered:
        """Send a request, and keep what it has changed."""
        kind = FORM if body else ""
        answered = asyncio.run(self.pocket.answer(method, path, kind, body, "en"))
        self.keep()
        return answered

    def tap(self, path: str, **more: str | list[str]) -> Answered:
        """Send the form of a page."""
        page = self.ask("GET", path).body.decode()
        return self.ask("POST", path, urlencode({**fields(page), **more}, doseq=True).encode())


def begun() -> Phone:
    phone = Phone()
    opened = phone.tap("/new/shogun", name="moon", way="tower", seat=["blue", "red"])
    assert opened.status == 200, opened.body.decode()
    return phone


def test_a_form_leads_to_the_page_that_shows_what_came_of_it() -> None:
    phone = begun()
    assert ("table", "moon", "") in phone.rows


def test_the_same_tap_sent_again_is_done_once() -> None:
    phone = begun()
    page = phone.ask("GET", "/t/moon/tower").body.decode()
    throw = urlencode({**fields(page), **BATTLE, "throw": "1"}).encode()
    first, again = phone.ask("POST", "/t/moon/tower", throw), phone.ask("POST", "/t/moon/tower", throw)
    assert (first.status, first.path) == (again.status, again.path) == (200, "/t/moon/thrown")
    assert sum(kind == "event" for kind, _, _ in phone.rows) == 2  # the table begun, and one battle


def test_opened_anew_everything_is_where_it_was() -> None:
    phone = begun()
    before = dict(phone.rows)
    phone.open()
    assert phone.rows == before
    assert b"moon" in phone.ask("GET", "/").body


def test_no_page_asks_for_anything_beyond_its_folder() -> None:
    for path in ("/", "/new", "/settings"):
        page = Phone().ask("GET", path).body.decode()
        assert 'src="/' not in page
        assert 'href="static' in page


def test_rows_are_read_as_they_were_told() -> None:
    phone = begun()
    assert RowShelf(phone.rows.items()).changes() == {}
