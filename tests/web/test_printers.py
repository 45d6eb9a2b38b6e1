"""Measured printers on the laptop's page: typed, taken along, taken in; no file of a stranger breaks it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from companion.data.papers import profiles_file, read_profiles, save_profiles
from companion.service.kept_tables import OpenTables
from companion.web.app import make_app
from companion.web.people import HOST
from tests.data.test_printers import OFFICE
from tests.web.test_printing import token

WHOLE = '[[profile]]\nprinter = "{}"\ntray = "{}"\npaper = "{}"\noffset_x = {}\n'
BROKEN = {
    "no TOML": (b"[[profile]\n", "theirs.toml, row\u00a01"),
    "no text": ("[[profile]]\n".encode("utf-16"), "theirs.toml"),
    "too far off": (WHOLE.format("x", "", "a4", 99).encode(), "-20 to\u00a020"),
    "no paper": (WHOLE.format("x", "", "../../etc", 1).encode(), "is not a paper"),
    "no name": (WHOLE.format("\\t", "", "a4", 1).encode(), "is not a name for a printer or a tray"),
    "no tray": (WHOLE.format("x", "2\\n3", "a4", 1).encode(), "is not a name for a printer or a tray"),
    "too much": (b"#" * 70_000, "That is too much to send"),
    "nothing": (b"", "Choose a file first."),
}
"""What somebody may hand over, and what the page says of it."""


@pytest.fixture
def host(tables: OpenTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Whoever opened the tables, with a printer that was measured."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save_profiles([OFFICE], profiles_file())
    app = make_app(tables)
    with TestClient(app, base_url="http://127.0.0.1:8642") as client:
        client.get(f"/join/{app.state.app_state.codes[HOST]}")
        yield client


def take_in_file(host: TestClient, content: bytes) -> tuple[int, str]:
    """The status and the page that comes of taking a file in."""
    page = host.get("/print/printers").text
    assert '<form method="post" action="/print/printers" enctype="multipart/form-data"' in page
    fields = {**token(host), "take": "1"}
    got = host.post("/print/printers", data=fields, files={"file": ("theirs.toml", content)})
    return got.status_code, got.text


@pytest.mark.few(2)
@pytest.mark.parametrize("broken", BROKEN)
def test_an_unreadable_printer_file_is_refused_on_the_page(host: TestClient, broken: str) -> None:
    content, why = BROKEN[broken]
    status, page = take_in_file(host, content)
    alert = page.partition('role="alert"')[2].partition("<main")[0]
    assert (status, why.lower() in alert.lower()) == (422, True), page
    assert "/printers.toml" not in alert, "where it lay for a moment is nobody's business"
    assert "<h1>Measured printers</h1>" in page
    assert read_profiles(profiles_file()) == (OFFICE,)
    assert host.get("/print/printers").status_code == host.get("/print").status_code == 200


def test_a_file_of_600_printers_is_imported_and_can_be_downloaded(host: TestClient) -> None:
    """However many there are: each would have the whole file read and written anew."""
    many = "".join(WHOLE.format(f" p{number} ", "", "A4", 1) for number in range(600))
    status, page = take_in_file(host, many.encode())
    assert (status, "600\u00a0printers loaded." in page) == (200, True), page
    assert len(read_profiles(profiles_file())) == 601
    taken = host.get("/print/printers/file").text
    assert 'printer = "p599"\ntray = ""\npaper = "a4"\noffset_x = 1.0' in taken
    assert 'printer = "office"' in taken
