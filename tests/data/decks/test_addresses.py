"""Tables at addresses: asked for only after a yes, kept, and told."""

import json
import os
import ssl
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.data.deck import Deck, read_deck
from companion.data.decks import pictures
from companion.data.decks.pictures import ASKING
from companion.errors import CompanionError
from companion.web.serving.server import ensure_certificate

CSV = b"title,cost\nFox,3\n"


class SheetHandler(BaseHTTPRequestHandler):
    """A host of tables; counts what it is asked."""

    asked: list[str]
    content = CSV

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
        else:
            self.send_response(404 if self.path == "/none" else 200)
            self.send_header("Content-Length", str(len(self.content) + 9 * (self.path == "/broken")))
        self.end_headers()
        if not self.path.startswith("/to/"):
            self.wfile.write(self.content)

    def log_message(self, *about: object) -> None:
        pass


class QuietServer(HTTPServer):
    def handle_error(self, *about: object) -> None:
        """Those who hang up are not told of."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ensure_certificate(("localhost",), tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def host(tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    for kind in ("CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    monkeypatch.setattr(SheetHandler, "asked", [], raising=False)
    monkeypatch.setattr(SheetHandler, "content", CSV)
    for name, value in {"fetch": False, "offline": False, "agree": lambda address: False}.items():
        monkeypatch.setattr(ASKING, name, value)
    server = QuietServer(("localhost", 0), SheetHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    serving = Thread(target=server.serve_forever, args=(0.01,))
    serving.start()
    yield f"https://localhost:{server.server_port}"
    server.shutdown()
    serving.join()
    server.server_close()


def open_remote_deck(folder: Path, address: str, more: str = "", faulty: bool = False) -> Deck:
    folder.mkdir(exist_ok=True)
    file = folder / "deck.toml"
    table = f"[[component]]\nname = 'cards'\nface = 'card'\ntable = {json.dumps(address)}\n{more}"
    file.write_text(f"name = 'far'\n{table}", encoding="utf-8")
    return read_deck(file, folder / "faces", faulty)


def age_copies(folder: Path) -> None:
    for file in (folder / "CACHE").rglob("localhost.*"):
        os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 3600))


def test_fetching_a_table_needs_consent_for_each_address_and_folder(host: str, tmp_path: Path) -> None:
    address, asked = f"{host}/pub?output=csv", list[str]()
    with pytest.raises(CompanionError, match="this deck uses a table at https://localhost") as caught:
        open_remote_deck(tmp_path / "a", address)
    assert (caught.value.remedy, SheetHandler.asked) == ("fetch", [])
    ASKING.agree = lambda named: bool(asked.append(named) or True)
    (card,) = open_remote_deck(tmp_path / "a", address).components[0].cards
    assert (card.fields["title"], card.fields["cost"]) == ("Fox", "3")
    open_remote_deck(tmp_path / "a", address)
    assert (asked, SheetHandler.asked) == ([address], ["/pub?output=csv"])
    open_remote_deck(tmp_path / "b", address)
    open_remote_deck(tmp_path / "a", f"{host}/other")
    assert asked == [address, address, f"{host}/other"]


def test_an_old_table_is_fetched_again_and_its_day_is_noted(host: str, tmp_path: Path) -> None:
    ASKING.fetch = True
    (note,) = open_remote_deck(tmp_path / "a", f"{host}/a").notes
    assert str(note).startswith("the table from localhost was fetched on 20")
    age_copies(tmp_path)
    SheetHandler.content = b"title\nOwl\n"
    (card,) = open_remote_deck(tmp_path / "a", f"{host}/a").components[0].cards
    assert (card.fields["title"], len(SheetHandler.asked)) == ("Owl", 2)
    SheetHandler.content = b'[{"title": "Elk"}]'  # the ending of an address gives the kind of table
    far = open_remote_deck(tmp_path / "a", f"{host}/to/{host}/cards.json")
    assert (far.components[0].cards[0].fields["title"], SheetHandler.asked[-1]) == ("Elk", "/cards.json")


def test_offline_uses_the_kept_table_and_fetches_nothing(host: str, tmp_path: Path) -> None:
    ASKING.fetch = True
    open_remote_deck(tmp_path / "a", f"{host}/a")
    age_copies(tmp_path)
    ASKING.offline = True
    (card,) = open_remote_deck(tmp_path / "a", f"{host}/a").components[0].cards
    assert (card.fields["title"], len(SheetHandler.asked)) == ("Fox", 1)
    with pytest.raises(CompanionError, match="there is no saved copy, and nothing may be fetched"):
        open_remote_deck(tmp_path / "a", f"{host}/b")


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("/none", CSV, "Not Found"),
        ("/page", b"\n<!DOCTYPE html>", "it is a page, not a table; publish the sheet as CSV"),
        ("/large", b"a" * 300_000, "it is too large, too slow, or broke off"),
        ("/broken", CSV, "it is too large, too slow, or broke off"),
        ("/to/http://localhost/a", CSV, "Found"),
        ("/to/file:///etc/passwd", CSV, "Found - Redirection to url 'file:///etc/passwd' is not allowed"),
    ],
)
def test_a_failed_fetch_gives_one_sentence_and_keeps_nothing(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, content: bytes, message: str
) -> None:
    ASKING.fetch = True
    monkeypatch.setattr(pictures, "MOST_BYTES", 2000)
    monkeypatch.setattr(SheetHandler, "content", content)
    with pytest.raises(CompanionError) as caught:
        open_remote_deck(tmp_path / "a", host + path)
    assert str(caught.value) == f"localhost: the table was not fetched ({message})."
    assert not (tmp_path / "CACHE").exists()


def test_a_host_that_is_no_longer_trusted_leaves_what_was_kept(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ASKING.fetch = True
    open_remote_deck(tmp_path / "a", f"{host}/a")
    age_copies(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", os.devnull)  # nobody is trusted any more
    with pytest.raises(CompanionError, match="the table was not fetched") as caught:
        open_remote_deck(tmp_path / "a", f"{host}/a")
    assert caught.value.remedy == "offline"


@pytest.mark.parametrize("address", ["http://localhost/a", "file:///etc/passwd", "https://a\nb"])
def test_only_https_addresses_are_fetched(host: str, tmp_path: Path, address: str) -> None:
    ASKING.fetch = True
    with pytest.raises(CompanionError, match="only https:// addresses are fetched"):
        open_remote_deck(tmp_path / "a", address)


def test_earlier_consent_does_not_count_where_nobody_can_be_asked(host: str, tmp_path: Path) -> None:
    ASKING.fetch = True
    open_remote_deck(tmp_path / "a", f"{host}/a")
    ASKING.agree = None
    with pytest.raises(CompanionError, match="save it as CSV in the deck"):
        open_remote_deck(tmp_path / "a", f"{host}/a")
    assert open_remote_deck(tmp_path / "a", f"{host}/a", faulty=True).notes == ()
