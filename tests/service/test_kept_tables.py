"""Tables in a store: listed, renamed, deleted, put back, judged, told of in rows, carried away and back."""

import json
import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from companion.answers import Answer
from companion.data.shogun.towers import get_preset
from companion.errors import CompanionError, OutputError, TableError
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.play.honshu.state import HonshuState
from companion.play.shogun.fights import ThrowAttack, ThrowCubes
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.rules.shogun.battle import Attack
from companion.service.backups import get_writable_store
from companion.service.honshu.score_entry import begin_score_table
from companion.service.kept_tables import (
    OpenTables,
    announce_whole_copy,
    build_public_copy,
    build_whole_copy,
    check_file,
    check_open_table,
    check_table,
    choose_free_name,
    delete_table,
    describe_history,
    export_table,
    find_same_table,
    get_last_table,
    import_table,
    is_continuation,
    keep_copy,
    list_backups,
    list_tables,
    open_table,
    parse_copy,
    rename_table,
    restore_store,
)
from companion.service.playing import play
from companion.service.rows import Key, RowShelf
from companion.service.session import Session
from companion.service.shogun.session import begin_table, describe_table, reveal_seed
from companion.table.shelf import LONGEST_NAME, MemoryShelf
from companion.table.store import Store, back_up
from tests.goldens import read_golden
from tests.play.honshu.moves import begin as begin_honshu
from tests.service.answer_text import format_answers

SEATS = {"blue": "Aya", "red": "Bo"}


def ask_about_stores(store: Path) -> Iterator[tuple[str, Answer]]:
    folder = store.parent
    yield "all tables", list_tables(store)
    assert [get_last_table(store, game) for game in (None, "shogun")] == ["friday", "harvest"]
    yield "renamed", rename_table(store, "friday", "saturday")
    with open_table(store, "saturday") as saturday:
        yield "its story", describe_history(saturday)
    yield "a log that holds", check_table(store, "harvest")
    with open_table(store, "harvest") as harvest:
        yield "an open log that holds", check_open_table(harvest)
        yield "saved without its seed", export_table(harvest, folder / "harvest.json")
        yield "saved whole", export_table(harvest, folder / "whole.json", with_secrets=True)
    with open_table(store, "saturday") as saturday:
        yield "saved, a game without secrets", export_table(saturday, folder / "saturday.json")
    with open_table(store, "heike") as heike:
        yield "not saved while it hides something", export_table(heike, folder / "heike.json")
        announce_whole_copy(heike)
        events = len(heike.history)
        announce_whole_copy(heike)
        assert len(heike.history) == events
    yield "a file that holds", check_file(folder / "saturday.json", None, None)
    yield "taken in without a seed", import_table(store, folder / "harvest.json", "plum")
    yield "taken in whole", import_table(store, folder / "whole.json", "moon")
    with open_table(store, "plum") as seedless:
        yield "the tower of a table without a seed", describe_table(seedless)
    yield "a copy of what is deleted", delete_table(store, "plum")
    yield "no copy", list_backups(folder / "other.sqlite")
    back_up(store)
    yield "copies", list_backups(store)
    yield "in order", restore_store(store)
    yield "put back", restore_store(store, force=True)
    store.unlink()
    Store(store).close()
    yield "an empty store beside its copies", list_tables(store)
    yield "an older one put back", restore_store(store, number=1)
    Store(folder / "empty.sqlite").close()
    yield "a new store", list_tables(folder / "empty.sqlite")


def test_answers_about_a_store_match_the_golden_file(store: Path) -> None:
    text = format_answers(
        dict(ask_about_stores(store)), store.parent, {"all tables", "a log that holds", "saved whole", "copies"}
    )
    assert text == read_golden("service-stores.txt", text)


def test_a_taken_table_name_gets_a_number(store: Path) -> None:
    with Store(store) as shelf:
        assert choose_free_name(shelf, "moon") == "moon"
        assert choose_free_name(shelf, "friday") == "friday 2"
        shelf.rename_table("heike", "friday 2")
        assert choose_free_name(shelf, "friday") == "friday 3"
        long = "x" * LONGEST_NAME
        shelf.rename_table("harvest", long)
        assert choose_free_name(shelf, long) == f"{'x' * (LONGEST_NAME - 4)} 2"


def test_a_table_in_memory_is_listed_without_a_file_and_deleted_without_a_copy() -> None:
    shelf = MemoryShelf()
    begin_honshu(shelf, "friday", SEATS)
    assert list_tables(shelf).data == {"file": None, "tables": [{"table": "friday", "events": 1, "game": "honshu"}]}
    assert delete_table(shelf, "friday").data == {"table": "friday", "kept": None}
    assert list_tables(shelf).data == {"file": None, "tables": []}


def test_asking_for_tables_makes_no_store(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    for look, *given in ((list_tables,), (get_last_table, None), (open_table, "friday"), (delete_table, "a")):
        with pytest.raises(CompanionError, match="no tables yet"):
            look(path, *given)
    assert not path.exists()


def test_a_whole_table_is_exported_and_the_log_says_so_once(store: Path) -> None:
    with open_table(store, "harvest") as harvest:
        answer = export_table(harvest)
        assert (answer.document["head"], answer.files, len(harvest.history)) == (harvest.head, (), 3)
        assert "kabuto" not in json.dumps(answer.document, default=str)
        whole = export_table(harvest, with_secrets=True)
        assert "kabuto" in json.dumps(whole.document, default=str)
        assert len(whole.notices) == 1
        assert len(harvest.history) == 4
        assert export_table(harvest, with_secrets=True).notices == whole.notices
        assert len(harvest.history) == 5  # each copy is told of, as each can be read by another
        reveal_seed(harvest)
        exported = export_table(harvest, store.parent / "open.json")
        assert (exported.data["seed"], exported.remedies, exported.notices) == (True, (), ())
        assert '\n "table": "harvest"' in exported.files[0].read_text(encoding="utf-8")  # a line for each thing
        assert export_table(harvest, with_secrets=True).notices == ()  # there is nothing left to foresee


def test_a_sound_backup_that_is_named_is_put_back_though_all_is_in_order(store: Path) -> None:
    (newest, *_) = list_backups(store).data["copies"]
    assert restore_store(store, number=newest["copy"]).data["tables"] == newest["tables"]
    copies = list_backups(store).data["copies"]
    Path(copies[0]["file"]).write_bytes(b"damaged")
    assert list_backups(store).data["copies"] == copies[1:]
    with pytest.raises(TableError, match="no sound backup 99"):
        restore_store(store, number=99)


def test_an_unwritable_place_is_reported_before_play(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert get_writable_store(store) == store
    fresh = tmp_path / "not" / "there" / "tables.sqlite"
    assert get_writable_store(fresh) == fresh
    assert not fresh.parent.parent.exists()

    with monkeypatch.context() as closed:
        closed.setattr(os, "access", lambda folder, mode: folder != tmp_path)
        with pytest.raises(OutputError, match=f"Permission denied.*{fresh}|{fresh}.*Permission denied"):
            get_writable_store(fresh)


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


def apply_changes(shelf: RowShelf, rows: dict[Key, str]) -> dict[Key, str]:
    """The rows after a keeper applied the shelf's changes."""
    for key, text in shelf.take_changes().items():
        if text is None:
            del rows[key]
        else:
            rows[key] = text
    return rows


def test_a_table_is_read_back_from_its_rows() -> None:
    shelf, rows = RowShelf(), dict[Key, str]()
    session = begin_table(shelf, "harvest", ["blue", "red"], get_preset("shogun"), seed="rows")
    shelf.write_note("harvest", "seats", '{"blue": "Aya"}')
    apply_changes(shelf, rows)
    with session.group_under_tap("tap", "Aya"):
        play(session, ThrowAttack(Attack("blue", 4, "red", 3)))
    changed = shelf.take_changes()
    assert {kind for kind, _, _ in changed} == {"event", "tap"}  # and nothing is written again
    rows |= {key: text for key, text in changed.items() if text is not None}
    again = RowShelf(rows.items())
    assert again.list_events("harvest") == shelf.list_events("harvest")
    assert again.list_notes("harvest") == shelf.list_notes("harvest")
    assert again.find_tap_event("harvest", "tap") == 2
    assert again.take_changes() == {}


def build_two_tables() -> dict[Key, str]:
    """The rows of two tables, each with a battle, a seat and a tap."""
    shelf = RowShelf()
    for name in ("harvest", "moon"):
        session = begin_table(shelf, name, ["blue", "red"], get_preset("shogun"), seed="rows")
        shelf.write_note(name, "seats", "{}")
        with session.group_under_tap("tap", "Aya"):
            play(session, ThrowAttack(Attack("blue", 4, "red", 3)))
    return apply_changes(shelf, {})


DAMAGES = [
    *(("event", "moon", number, text) for number in (1, 2) for text in ("", None, "[1, 2]", "[" * 100_000)),
    *(("table", "moon", "", text) for text in ("", None, "[]", '["shogun"]', "[3, 1]", "[" * 100_000)),
    ("event", "moon", 7, '["", ""]'),
    ("event", "moon", "x", '["", ""]'),
]


@pytest.mark.parametrize(("kind", "name", "which", "text"), DAMAGES)
def test_a_damaged_table_spoils_no_other_and_can_be_deleted(
    kind: str, name: str, which: str | int, text: str | None
) -> None:
    rows = build_two_tables()
    rows.pop((kind, name, which), None)
    if text is not None:
        rows[kind, name, which] = text
    shelf = RowShelf(rows.items())
    tables = OpenTables(shelf)
    assert tables.names() == ("harvest", "moon")
    with pytest.raises(TableError, match="damaged"):
        tables.open("moon")
    play(tables.open("harvest"), ThrowAttack(Attack("blue", 4, "red", 3)))
    assert {name for _, name, _ in shelf.take_changes()} == {"harvest"}  # and not a trace of the damaged one
    tables.delete("moon")
    gone = {key for key in rows if key[1] == "moon"}
    assert shelf.take_changes() == dict.fromkeys(gone)
    assert tables.deleted_tables == ()


def test_rows_that_are_damaged_or_not_known_go_with_their_table() -> None:
    rows = build_two_tables() | {("picture", "moon", "front"): "{}", ("event", "moon", 2): "x"}
    shelf = RowShelf(rows.items())
    shelf.rename_table("moon", "sun")
    named = {key: text for key, text in apply_changes(shelf, rows).items() if key[1] != "harvest"}
    assert {name for _, name, _ in named} == {"sun"}
    assert (named["event", "sun", 2], named["picture", "sun", "front"]) == ("x", "{}")
    shelf.remove_table("sun")
    assert shelf.take_changes()["picture", "sun", "front"] is None


@pytest.mark.parametrize(("kind", "which"), [("note", "seats"), ("tap", "tap")])
def test_notes_can_be_lost_without_their_table(kind: str, which: str) -> None:
    rows = build_two_tables()
    rows[kind, "moon", which] = "\x00"
    shelf = RowShelf(rows.items())
    assert len(OpenTables(shelf).open("moon").history) == 2
    assert shelf.take_changes() == {}
    shelf.write_note("moon", which, "{}")
    assert shelf.take_changes() == {("note", "moon", which): '"{}"'}
