"""Tables of Honshu that phones have filled, looked at from the command line."""

import json
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.play.honshu import moves as honshu_moves


@pytest.fixture
def store(tmp_path: Path) -> str:
    file = tmp_path / "tables.sqlite"
    with honshu_moves.begin(file, "friday", {"blue": "Aya", "red": "Bo"}, 4) as here:
        honshu_moves.take_in(here, "blue", "F T\nL L")
        honshu_moves.take_in(here, "red", "F F")
        here.acknowledge()
    with honshu_moves.begin(file, "empty", {}) as here:
        here.acknowledge()
    return str(file)


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["honshu", *words]) in (0, None)
    return capsys.readouterr().out


def test_the_maps_of_a_table_are_ranked(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = answered(capsys, "show", "friday", "--store", store)
    assert "At the table: Aya, Bo." in told
    assert told.index("1.  Aya") < told.index("2.  Bo")
    data = json.loads(answered(capsys, "show", "friday", "--history", "--json", "--store", store))
    assert data["standing"]["ranking"][0] == {
        "rank": 1,
        "file": "Aya",
        "total": 7,
        "fallow": 0,
        "shared": False,
    }
    assert [event["kind"] for event in data["history"]] == ["new", "map", "map"]
    assert "At the table: –." in answered(capsys, "show", "empty", "--store", store)


def test_tables_are_listed_renamed_and_deleted(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "friday: 3 events" in answered(capsys, "tables", "--store", store)
    answered(capsys, "rename", "friday", "saturday", "--store", store)
    answered(capsys, "delete", "saturday", "--yes", "--store", store)
    assert "saturday" not in answered(capsys, "tables", "--store", store)
