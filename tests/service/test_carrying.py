"""Tables carried from one Companion to another and back again: one of two, or two."""

import json
from datetime import date
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.play.honshu.state import HonshuState
from companion.play.shogun.fights import ThrowCubes
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.service.honshu.score_entry import begin_score_table
from companion.service.kept_tables import (
    OpenTables,
    announce_whole_copy,
    build_public_copy,
    build_whole_copy,
    export_table,
    find_same_table,
    import_table,
    is_continuation,
    keep_copy,
    open_table,
    parse_copy,
)
from companion.service.playing import play
from companion.service.session import Session
from companion.table.shelf import MemoryShelf
from companion.table.store import Store
from tests.play.honshu.moves import begin as begin_honshu

SEATS = {"blue": "Aya", "red": "Bo"}


def export_copy(session: Session[object]) -> str:
    return json.dumps(build_whole_copy(session).document)


def test_a_table_that_was_played_on_elsewhere_comes_back_as_one() -> None:
    home, away = MemoryShelf(), MemoryShelf()
    session = begin_honshu(home, "friday", SEATS, 5)
    taken = parse_copy(export_copy(session), "friday.json")
    assert not is_continuation(away, taken)
    assert find_same_table(away, taken) is None
    assert keep_copy(away, taken, "friday").data["events"] == 1
    assert find_same_table(home, taken) == "friday"
    assert not is_continuation(home, taken)  # it is as it was
    there: Session[HonshuState] = open_table(away, "friday")
    play(there, LayCard("blue", "A1", 0, 0))
    play(there, EndGame())
    back = parse_copy(export_copy(there), "friday.json")
    assert is_continuation(home, back)
    assert find_same_table(home, back) is None
    answer = keep_copy(home, back, "friday")
    assert answer.data == {"table": "friday", "events": 3, "hash": there.head, "seed": True}
    assert "nothing was changed" in str(answer.lines[0])
    assert (home.list_events("friday"), find_same_table(home, back)) == (away.list_events("friday"), "friday")
    assert keep_copy(home, back, "moon").data["table"] == "moon"  # under another name it stands beside
    assert [each.name for each in home.list_tables()] == ["friday", "moon"]


def test_a_score_stays_a_score(tmp_path: Path) -> None:
    (home, away), file = (tmp_path / "a.sqlite", tmp_path / "b.sqlite"), tmp_path / "score.json"
    with begin_score_table(home, ("Aya", "Bo"), None, DEFAULT_RULINGS, date(2026, 11, 30)) as session:
        export_table(session, file)
        copy = parse_copy(export_copy(session), "score.json")
    import_table(away, file)
    with Store(away) as shelf:
        keep_copy(shelf, copy, "again")
        begin_honshu(shelf, "friday", SEATS, 5)
        assert [name for name in OpenTables(shelf).names() if OpenTables(shelf).is_score(name)] == [
            "again",
            "honshu-2026-11-30",
        ]


def test_a_table_that_went_two_ways_stays_two() -> None:
    home, away = MemoryShelf(), MemoryShelf()
    session = begin_honshu(home, "friday", SEATS, 5)
    keep_copy(away, parse_copy(export_copy(session), "friday.json"), "friday")
    there: Session[HonshuState] = open_table(away, "friday")
    play(session, LayCard("red", "A2", 0, 0))
    play(there, LayCard("blue", "A1", 0, 0))
    other = parse_copy(export_copy(there), "friday.json")
    assert not is_continuation(home, other)
    with pytest.raises(CompanionError, match="already"):
        keep_copy(home, other, "friday")


def test_a_copy_without_its_seed_is_not_taken_for_the_whole(store: Path) -> None:
    shelf = MemoryShelf()
    with open_table(store, "harvest") as harvest:
        bare = parse_copy(json.dumps(build_public_copy(harvest).document), "bare.json")
        refusal = build_whole_copy(harvest)
        assert "First the log must tell everybody" in str(refusal.refused)
        announce_whole_copy(harvest)
        whole = parse_copy(export_copy(harvest), "whole.json")
    assert keep_copy(shelf, bare, "harvest").data["seed"] is False
    assert find_same_table(shelf, bare) == "harvest"
    assert not is_continuation(shelf, whole)  # what was drawn from the seed cannot be drawn there
    other = MemoryShelf()
    keep_copy(other, whole, "harvest")
    play(open_table(other, "harvest"), ThrowCubes({"red": 1}))
    longer = json.loads(export_copy(open_table(other, "harvest")))
    assert is_continuation(MemoryShelf(), parse_copy(json.dumps(longer), "x.json")) is False
    with Store(store) as known:
        assert is_continuation(known, parse_copy(json.dumps(longer), "x.json"))
        assert find_same_table(known, whole) == "harvest"
