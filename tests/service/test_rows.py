"""Tables as rows: what is told of is all there is, and no more than has changed."""

import pytest

from companion.data.towers import preset_named
from companion.errors import TableError
from companion.rules.shogun.battle.muster import Attack
from companion.service.rows import Key, RowShelf
from companion.service.shogun.table.fights import throw
from companion.service.shogun.table.opening import begin_table
from companion.table.shogun.requests import ThrowAttack


def kept_by(shelf: RowShelf, rows: dict[Key, str]) -> dict[Key, str]:
    """The rows of a keeper that is told of the changes."""
    for key, text in shelf.changes().items():
        if text is None:
            del rows[key]
        else:
            rows[key] = text
    return rows


def test_a_table_is_read_back_from_its_rows() -> None:
    shelf, rows = RowShelf(), dict[Key, str]()
    here = begin_table(shelf, "harvest", ["blue", "red"], preset_named("shogun"), seed="rows")
    shelf.write_note("harvest", "seats", '{"blue": "Aya"}')
    kept_by(shelf, rows)
    with here.tapped("tap", "Aya"):
        throw(here, ThrowAttack(Attack("blue", 4, "red", 3)))
    changed = shelf.changes()
    assert {kind for kind, _, _ in changed} == {"event", "tap"}  # and nothing is written again
    rows |= {key: text for key, text in changed.items() if text is not None}
    again = RowShelf(rows.items())
    assert again.events("harvest") == shelf.events("harvest")
    assert again.notes("harvest") == shelf.notes("harvest")
    assert again.tap("harvest", "tap") == 2
    assert again.changes() == {}


def test_what_is_renamed_or_deleted_leaves_no_row() -> None:
    shelf, rows = RowShelf(), dict[Key, str]()
    begin_table(shelf, "harvest", ["blue", "red"], preset_named("shogun"), seed="rows")
    kept_by(shelf, rows)
    shelf.rename_table("harvest", "moon")
    kept_by(shelf, rows)
    assert {name for _, name, _ in rows} == {"moon"}
    shelf.remove_table("moon")
    assert kept_by(shelf, rows) == {}


@pytest.mark.parametrize("text", ["", "[]", '["shogun"]', '"x"', "[" * 100_000])
def test_what_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(TableError):
        RowShelf([(("table", "harvest", ""), text)])
