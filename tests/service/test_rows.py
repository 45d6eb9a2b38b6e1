"""Tables as rows: what is told of is all there is, and no more than has changed."""

import pytest

from companion.data.shogun.towers import get_preset
from companion.errors import TableError
from companion.play.shogun.fights import ThrowAttack
from companion.rules.shogun.battle import Attack
from companion.service.kept_tables import OpenTables
from companion.service.playing import play
from companion.service.rows import Key, RowShelf
from companion.service.shogun.session import begin_table


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
