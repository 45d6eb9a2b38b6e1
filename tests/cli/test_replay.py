"""``companion table replay``: a game that is over, written as one page."""

from pathlib import Path

import pytest

from companion.service.kept_tables import import_table
from tests.cli.calling import Call, caller
from tests.table.finished import export_table


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))
    for table in ("honshu", "hogen-real"):
        file = tmp_path / f"{table}.json"
        file.write_text(export_table(table), "utf-8")
        import_table(tmp_path / "tables.sqlite", file)
    return caller(tmp_path, monkeypatch, capsysbinary)


def test_a_game_that_is_over_is_written_as_one_page(call: Call, tmp_path: Path) -> None:
    answer = call("table", "replay", "honshu", "-o", "evening.html")
    assert answer.code == 0
    assert "evening.html shows the game at the table honshu again" in answer.out
    page = (tmp_path / "evening.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert 200_000 < len(page.encode()) < 2_000_000
    told = call("table", "replay", "honshu", "-o", "again.html", "--json")
    assert told.json["bytes"] == len(page.encode())


def test_a_game_that_goes_on_is_refused(call: Call, tmp_path: Path) -> None:
    answer = call("table", "replay", "hogen-real", "-o", "evening.html")
    assert answer.code == 1
    assert "This game is not over; when it is, you can replay it" in answer.out + answer.err
    assert not (tmp_path / "evening.html").exists()
    assert call("table", "replay", "honshu").code == 2
