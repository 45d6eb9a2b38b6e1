"""``companion history``, which asks before it remembers, and ``companion table replay``: games that are over."""

import json
from pathlib import Path

import pytest

from companion.service.kept_tables import import_table
from companion.service.results import record_consent
from tests.cli.commands import Call
from tests.cli.terminal import Terminal
from tests.table.finished import export_table

QUESTION = "Remember results on this laptop?"


@pytest.fixture(autouse=True)
def _maps(call: Call) -> None:
    Path("anna.txt").write_text("F F F\nT T L\n")
    Path("ben.txt").write_text("F T\n")


def import_tables(folder: Path, *tables: str, consent: bool = True) -> None:
    if consent:
        record_consent(folder / "tables.sqlite", True)
    for table in tables:
        (folder / f"{table}.json").write_text(export_table(table), "utf-8")
        import_table(folder / "tables.sqlite", folder / f"{table}.json")


def open_terminal(folder: Path, *words: str) -> Terminal:
    return Terminal([*words], LC_ALL="C.UTF-8", HOME=str(folder), COMPANION_STORE=str(folder / "tables.sqlite"))


def test_no_evening_is_remembered_without_consent(call: Call, tmp_path: Path) -> None:
    assert call("honshu", "score", "anna.txt", "ben.txt").code == 0
    assert "companion history --remember yes" in call("history").out
    assert call("history", "--csv", "all.csv").code == 1  # nothing is written, and that is told
    assert not (tmp_path / "all.csv").exists()
    assert not (tmp_path / "tables.sqlite").exists()


def test_a_score_of_several_maps_is_remembered(call: Call) -> None:
    call("history", "--remember", "yes")
    assert call("history").out.strip() == "Nothing is remembered yet."
    first = call("honshu", "score", "anna.txt", "ben.txt")
    assert "The result is remembered" in first.err
    call("honshu", "score", "anna.txt")  # one map alone is no evening
    (evening,) = call("history", "--json").json["evenings"]
    assert [(each["name"], each["rank"]) for each in evening["players"]] == [("anna", 1), ("ben", 2)]
    call("history", "--remember", "no")
    assert call("history", "--json").json == {"version": 1, "remember": False}


def test_maps_of_files_with_one_name_are_scored_but_not_remembered(call: Call) -> None:
    call("history", "--remember", "yes")
    Path("old").mkdir()
    Path("old/anna.txt").write_text("F T\n")
    for second in ("old/anna.txt", "-"):
        scored = call("honshu", "score", "anna.txt", second, typed="F T\n")
        assert (scored.code, "remembered" in scored.err) == (0, False)
    assert call("history", "--json").json["evenings"] == []


def test_evenings_without_a_point_are_drawn_too(call: Call) -> None:
    call("history", "--remember", "yes")
    for name in ("anna", "ben"):
        Path(f"{name}.txt").write_text("- -\n")
    assert call("honshu", "score", "anna.txt", "ben.txt").code == 0
    told = call("history")
    assert (told.code, "1. anna 0, 1. ben 0" in told.out) == (0, True)


def test_consent_is_asked_for_once_at_a_terminal(call: Call, tmp_path: Path) -> None:
    words = ["honshu", "score", str(tmp_path / "anna.txt"), str(tmp_path / "ben.txt")]
    for typed, remembered in (("", False), ("y", True)):
        with open_terminal(tmp_path, *words) as screen:
            screen.wait_for(QUESTION)
            screen.type(typed)
            assert ("is remembered" in screen.end(), screen.status) == (remembered, 0)
        assert (tmp_path / "tables.sqlite").exists() is remembered
    with open_terminal(tmp_path, *words) as screen:
        assert QUESTION not in screen.end()
    assert len(call("history", "--json").json["evenings"]) == 1  # the same maps of one day


def test_the_end_of_a_game_asks_whether_to_remember_it(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "full", consent=False)
    with open_terminal(tmp_path, "table", "log") as screen:
        screen.wait_for(QUESTION)
        screen.type("n")
        assert ("not remembered here" in screen.end(), screen.status) == (True, 0)
    assert call("history", "--json").json == {"version": 1, "remember": False}


def test_history_draws_bars_of_games_won(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_tables(tmp_path, "full", "honshu")
    drawn = call("history").out
    assert "Aya   " + "█" * 40 + "  1 of 1 won" in drawn
    assert "Chen  " + "░" * 40 + "  0 of 1 won" in drawn
    assert "1. Aya 63, 1. Bo 63, 3. Chen 5" in drawn
    monkeypatch.setenv("COLUMNS", "30")
    bars = [line for line in call("history").out.splitlines() if "█" in line and "forest" not in line]
    assert 0 < max(map(len, bars)) <= 30


def test_history_lists_one_persons_evenings_and_takes_a_name_out(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "honshu", "hogen-dealt")
    assert {each["game"] for each in call("history", "DAI", "--json").json["evenings"]} == {"hogen"}
    nobody = call("history", "Zoe")
    assert (nobody.code, nobody.raw) == (2, b"")
    for words in (["--remember", "no", "--take-out", "Aya"], ["--remember", "no", "--csv", "all.csv"]):
        assert "--take-out on its own" in call("history", *words).err
    answer = call("history", "--take-out", "aya")
    assert "is still in the logs of these tables" in answer.out
    assert "Aya" not in call("history").out
    assert call("history", "--take-out", "aya").code == 2


def test_history_writes_all_of_its_files_or_none(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "full")
    call("honshu", "score", "anna.txt", "ben.txt")
    made = call("history", "--csv", "all.csv", "--bg-stats", "all.bgsplay")
    assert made.code == 0
    assert "1 evening whose day is not known is left out" in made.err
    assert (tmp_path / "all.csv").read_text().count("\n") == 6
    assert len(json.loads((tmp_path / "all.bgsplay").read_text())["plays"]) == 1
    (tmp_path / "own.csv").write_text("mine")
    assert call("history", "--csv", "own.csv", "--bg-stats", "new.bgsplay").code == 2
    assert ((tmp_path / "own.csv").read_text(), (tmp_path / "new.bgsplay").exists()) == ("mine", False)


def test_a_game_that_is_over_is_replayed_on_one_page_and_one_that_goes_on_is_not(call: Call, tmp_path: Path) -> None:
    import_tables(tmp_path, "honshu", "hogen-real")
    answer = call("table", "replay", "honshu", "-o", "evening.html")
    assert "evening.html replays the game at the table honshu;" in answer.out
    page = (tmp_path / "evening.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert 200_000 < len(page.encode()) < 2_000_000
    result = call("table", "replay", "honshu", "-o", "again.html", "--json")
    assert result.json["bytes"] == len(page.encode())
    refused = call("table", "replay", "hogen-real", "-o", "late.html")
    assert (refused.code, (tmp_path / "late.html").exists()) == (1, False)
    assert "This game is not over; when it is, you can replay it" in refused.out
    assert call("table", "replay", "honshu").code == 2
