"""Measured printers on the laptop's page: typed, taken along, taken in; no file of a stranger breaks it."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from starlette.testclient import TestClient

from companion.data.papers import get_profile, parse_paper, profiles_file, read_profiles, save_profiles
from companion.press.ink.pdf import render_document
from companion.press.sheets.guide import lay_out_calibration
from companion.service.kept_tables import OpenTables
from companion.web.people import HOST
from tests.data.test_printers import OFFICE
from tests.web.test_printing import open_client, read_token

WHOLE = '[[profile]]\nprinter = "{}"\ntray = "{}"\npaper = "{}"\noffset_x = {}\n'
BROKEN = {
    "no TOML": (b"[[profile]\n", "theirs.toml, row\u00a01"),
    "no name": (WHOLE.format("\\t", "", "a4", 1).encode(), "is not a name for a printer or a tray"),
    "too much": (b"#" * 70_000, "That is too much to send"),
    "nothing": (b"", "Choose a file first."),
}
"""What somebody may hand over, and what the page says of it."""


@pytest.fixture
def host(tables: OpenTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Whoever opened the tables, with no printer measured."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with open_client(tables, HOST) as client:
        yield client


def take_in_file(host: TestClient, content: bytes) -> tuple[int, str]:
    page = host.get("/print/printers").text
    assert '<form method="post" action="/print/printers" enctype="multipart/form-data"' in page
    fields = {**read_token(host), "take": "1"}
    got = host.post("/print/printers", data=fields, files={"file": ("theirs.toml", content)})
    return got.status_code, got.text


@pytest.mark.few(2)
@pytest.mark.parametrize("broken", BROKEN)
def test_an_unreadable_printer_file_is_refused_on_the_page(host: TestClient, broken: str) -> None:
    content, message = BROKEN[broken]
    save_profiles([OFFICE], profiles_file())
    status, page = take_in_file(host, content)
    alert = page.partition('role="alert"')[2].partition("<main")[0]
    assert (status, message.lower() in alert.lower()) == (422, True), page
    assert "/printers.toml" not in alert, "where it lay for a moment is nobody's business"
    assert "<h1>Measured printers</h1>" in page
    assert read_profiles(profiles_file()) == (OFFICE,)
    assert host.get("/print/printers").status_code == host.get("/print").status_code == 200


def test_a_file_of_600_printers_is_imported_and_can_be_downloaded(host: TestClient) -> None:
    """However many there are: each would have the whole file read and written anew."""
    save_profiles([OFFICE], profiles_file())
    many = "".join(WHOLE.format(f" p{number} ", "", "A4", 1) for number in range(600))
    status, page = take_in_file(host, many.encode())
    assert (status, "600\u00a0printers loaded." in page) == (200, True), page
    assert len(read_profiles(profiles_file())) == 601
    taken = host.get("/print/printers/file").text
    assert 'printer = "p599"\ntray = ""\npaper = "a4"\noffset_x = 1.0' in taken
    assert 'printer = "office"' in taken


READ = {"top": "5,3", "bottom": "5.1", "left": "4.6", "right": "4.8", "across": "99.8", "down": "100"}


def test_the_calibration_sheet_is_corrected_for_a_printer_that_was_measured(host: TestClient) -> None:
    """By its tray, as ``companion printer sheet --printer`` does; the sheet says for which it is."""
    assert 'name="printer"' not in host.get("/print/printers").text
    kept = host.post("/print/printers", data={"name": "office", "tray": "2", **READ, **read_token(host)})
    assert 'name="printer" value="office\t2"' in kept.text
    got = host.get("/print/printers/sheet", params={"paper": "a4", "printer": "office\t2"})
    assert "printer-sheet-a4-en-corrected.pdf" in got.headers["content-disposition"]
    profile = get_profile(read_profiles(profiles_file()), "office", "2", "a4")
    (document,) = lay_out_calibration(parse_paper("a4"), "duplex-long", "en", profile)
    assert got.content == render_document(document)
    assert "corrected for office" in pypdfium2.PdfDocument(got.content)[0].get_textpage().get_text_bounded()
    plain = host.get("/print/printers/sheet", params={"paper": "a4", "printer": ""})
    assert "printer-sheet-a4-en.pdf" in plain.headers["content-disposition"]


def test_a_printer_that_was_not_measured_for_a_paper_leads_back_to_the_page(host: TestClient) -> None:
    host.post("/print/printers", data={"name": "office", **READ, **read_token(host)})
    got = host.get("/print/printers/sheet", params={"paper": "letter", "sides": "separate", "printer": "office"})
    assert "has been measured for a4, not for letter." in got.text
    for name, value in (("paper", "letter"), ("printer", "office")):
        assert f'name="{name}" value="{value}" checked' in got.text
