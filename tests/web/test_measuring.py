"""Printers that are measured from a page: the sheet, what is read off it, the sheet corrected for it."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from starlette.testclient import TestClient

from companion.data.papers import get_profile, parse_paper, profiles_file, read_profiles
from companion.press.ink.pdf import render_document
from companion.press.sheets.calibration import lay_out_calibration
from companion.service.kept_tables import OpenTables
from companion.web.app import make_app
from companion.web.people import HOST
from tests.web.test_printing import token

READ = {"top": "5,3", "bottom": "5.1", "left": "4.6", "right": "4.8", "across": "99.8", "down": "100"}


@pytest.fixture
def host(tables: OpenTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Whoever opened the tables, with no printer measured."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    app = make_app(tables)
    with TestClient(app, base_url="http://127.0.0.1:8642") as client:
        client.get(f"/join/{app.state.app_state.codes[HOST]}")
        yield client


def test_the_calibration_sheet_is_corrected_for_a_printer_that_was_measured(host: TestClient) -> None:
    """By its tray, as ``companion printer sheet --printer`` does; the sheet says for which it is."""
    assert 'name="printer"' not in host.get("/print/printers").text
    kept = host.post("/print/printers", data={"name": "office", "tray": "2", **READ, **token(host)})
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
    host.post("/print/printers", data={"name": "office", **READ, **token(host)})
    got = host.get("/print/printers/sheet", params={"paper": "letter", "sides": "separate", "printer": "office"})
    assert "has been measured for a4, not for letter." in got.text
    for name, value in (("paper", "letter"), ("printer", "office")):
        assert f'name="{name}" value="{value}" checked' in got.text
