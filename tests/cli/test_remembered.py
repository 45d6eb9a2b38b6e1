"""``companion history``: asked once, drawn in a terminal, written to files, and a name taken out."""

import json
from pathlib import Path

import pytest

from companion.service.kept_tables import import_table
from companion.service.remembered import record_consent
from tests.cli.calling import Call, caller
from tests.cli.terminal import Terminal
from tests.table.finished import export_table

QUESTION = "Remember results on this laptop?"


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))
    (tmp_path / "anna.txt").write_text("F F F\nT T L\n")
    (tmp_path / "ben.txt").write_text("F T\n")
    return caller(tmp_path, monkeypatch, capsysbinary)


def import_tables(folder: Path, *tables: str) -> None:
    record_consent(folder / "tables.sqlite", True)
    for table in tables:
        file = folder / f"{table}.json"
        file.write_text(export_table(table), "utf-8")
        import_table(folder / "tables.sqlite", file)


def test_no_evening_is_remembered_without_consent(call: Call, tmp_path: Path) -> None:
    assert call("honshu", "score", "anna.txt", "ben.txt").code == 0
    answer = call("history")
    assert answer.code == 0
    assert "nobody has agreed" in answer.out
    assert "companion history --remember yes" in answer.out
    assert call("history", "--csv", "all.csv").code == 1  # nothing is written, and that is told
    assert not (tmp_path / "all.csv").exists()
    assert not (tmp_path / "tables.sqlite").exists()


def test_history_says_when_nothing_is_remembered_yet(call: Call) -> None:
    call("history", "--remember", "yes")
    assert call("history").out.strip() == "Nothing is remembered yet."


def test_a_score_of_several_maps_is_remembered(call: Call) -> None:
    call("history", "--remember", "yes")
    first = call("honshu", "score", "anna.txt", "ben.txt")
    assert "The result is remembered" in first.err
    call("honshu", "score", "anna.txt")  # one map alone is no evening
    (evening,) = call("history", "--json").json["evenings"]
    assert [(each["name"], each["rank"]) for each in evening["players"]] == [("anna", 1), ("ben", 2)]
    assert evening["players"][0]["parts"]["forest"] == 6
    call("history", "--remember", "no")
    assert call("history", "--json").json == {"version": 1, "remember": False}


def test_consent_is_asked_for_once_at_a_terminal(call: Call, tmp_path: Path) -> None:
    words = ["honshu", "score", str(tmp_path / "anna.txt"), str(tmp_path / "ben.txt")]
    home = {"LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    with Terminal(words, **home) as screen:
        screen.until(QUESTION)
        screen.type("")
        screen.end()
        assert screen.status == 0
    assert not (tmp_path / "tables.sqlite").exists()
    with Terminal(words, **home) as screen:
        screen.until(QUESTION)
        screen.type("y")
        assert "is remembered" in screen.until("companion history")
        screen.end()
        assert screen.status == 0
    with Terminal(words, **home) as screen:
        screen.end()
        assert screen.status == 0
        assert QUESTION not in screen.shown
    assert len(call("history", "--json").json["evenings"]) == 1  # the same maps of one day


def test_the_end_of_a_game_asks_and_its_day_is_noted(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "full.json"
    file.write_text(export_table("full"), "utf-8")
    import_table(tmp_path / "tables.sqlite", file)
    home = {"LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    with Terminal(["table", "log"], **home) as screen:
        screen.until(QUESTION)
        screen.type("n")
        screen.until("not remembered here")
        screen.end()
        assert screen.status == 0
    assert call("history", "--json").json == {"version": 1, "remember": False}


def test_history_draws_bars_of_games_won(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_tables(tmp_path, "full", "honshu")
    drawn = call("history").out
    assert "Aya   " + "█" * 40 + "  1 of 1 won" in drawn
    assert "Chen  " + "░" * 40 + "  0 of 1 won" in drawn
    assert "1. Aya 63, 1. Bo 63, 3. Chen 5" in drawn
    monkeypatch.setenv("COLUMNS", "30")
    bars = [line for line in call("history").out.splitlines() if "█" in line and "forest" not in line]
    assert bars
    assert all(len(line) <= 30 for line in bars)
    french = call("history", "--ui-lang", "fr").out
    assert "Qui a gagné" in french


def test_history_can_list_one_persons_evenings(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "full", "honshu", "hogen-dealt")
    assert {each["game"] for each in call("history", "DAI", "--json").json["evenings"]} == {"hogen"}
    nobody = call("history", "Zoe")
    assert (nobody.code, nobody.raw) == (2, b"")


def test_history_writes_all_of_its_files_or_none(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "full")
    call("honshu", "score", "anna.txt", "ben.txt")
    made = call("history", "--csv", "all.csv", "--bg-stats", "all.bgsplay")
    assert made.code == 0
    assert "1 evening whose day is not known is left out" in made.err
    assert (tmp_path / "all.csv").read_text().count("\n") == 6
    assert len(json.loads((tmp_path / "all.bgsplay").read_text())["plays"]) == 1
    (tmp_path / "own.csv").write_text("mine")
    refused = call("history", "--csv", "own.csv", "--bg-stats", "new.bgsplay")
    assert refused.code == 2
    assert not (tmp_path / "new.bgsplay").exists()
    assert (tmp_path / "own.csv").read_text() == "mine"


def test_take_out_removes_a_name_from_the_history(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "honshu")
    answer = call("history", "--take-out", "aya")
    assert "aya is removed from 1 evening." in answer.out
    assert "is still in the logs of these tables" in answer.out
    assert "Aya" not in call("history").out
    assert call("history", "--take-out", "aya").code == 2


def test_history_refuses_options_it_would_ignore(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "honshu")
    for words in (["--remember", "no", "--take-out", "Aya"], ["--remember", "no", "--csv", "all.csv"]):
        assert "--take-out on its own" in call("history", *words).err
    assert not (tmp_path / "all.csv").exists()
    assert "Aya" in call("history").out
