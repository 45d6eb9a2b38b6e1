"""One file keeps every table's log; events are only added; what is damaged is refused."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import BusyError, InputError, OutputError, TableError
from companion.table.shelf import Table, parse_table_name
from companion.table.store import Store, back_up
from tests.table.tally import TALLY, Add, Begin


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "tables.sqlite") as store:
        table = Table(store, "friday", TALLY, Begin(10))
        back_up(store.path)
        for by in range(1, 6):
            table.do(Add(by))
    return tmp_path / "tables.sqlite"


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_every_commit_is_synced(path: Path) -> None:
    with Store(path) as store:
        read = store._connection.execute
        assert read("PRAGMA journal_mode").fetchone() == ("wal",)
        assert read("PRAGMA synchronous").fetchone() == (2,)
        store.set_wait(1.5)
        assert read("PRAGMA busy_timeout").fetchone() == (1500,)


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "\x1b[31m"])
def test_table_names_can_be_read_aloud(name: str) -> None:
    with pytest.raises(InputError, match="not a name for a table"):
        parse_table_name(name)
    assert parse_table_name(" été ") == parse_table_name("e\u0301te\u0301")  # one, however accents are typed


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET record = replace(record, '\"sum\":13', '\"sum\":14')",
        "UPDATE event SET record = 'x' WHERE number = 3",
        "UPDATE event SET record = x'00ff' WHERE number = 3",
        "DELETE FROM event WHERE number = 3",
        "DELETE FROM event",
    ],
)
def test_a_log_changed_by_hand_is_refused_with_the_backup_named(path: Path, statement: str) -> None:
    change(path, statement)
    with Store(path) as store, pytest.raises(TableError, match=r"damaged; the last backup is .*backups") as refusal:
        Table(store, "friday", TALLY)
    assert refusal.value.remedy == "restore"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("PRAGMA user_version = 2", "newer Companion"),
        ("UPDATE game_table SET version = 2", "newer Companion"),
        ("UPDATE game_table SET game = 'hogen'", "plays Hogen, not Tally"),
        ("CREATE TRIGGER more AFTER INSERT ON event BEGIN DELETE FROM game_table; END", "damaged"),
        *((f"UPDATE game_table SET version = {value}", "damaged") for value in ("'x'", "0", "x'ff'", "1.5", "-1")),
        *((f"UPDATE game_table SET name = {value}", "damaged") for value in ("char(27)", "''", "x'ff'")),
        *((f"UPDATE {value} = x'00'", "damaged") for value in ("tap SET number", "tap SET maker", "note SET value")),
    ],
)
def test_a_store_changed_by_another_program_is_refused(path: Path, statement: str, message: str) -> None:
    def use() -> None:
        with Store(path) as store:
            store.list_tables()
            Table(store, "friday", TALLY)
            store.find_tap_event("friday", "t")
            store.find_tap_owner("friday", 1)
            store.list_notes("friday")

    with Store(path) as store, store.transaction():
        store.note_tap("friday", "t", 1, "aya")
        store.write_note("friday", "seats", "{}")
    change(path, statement)
    with pytest.raises(TableError, match=message):
        use()


def test_a_file_that_is_no_store_is_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(0, len(content), 64):
        content[place : place + 8] = b"\xff" * 8
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"tables\.sqlite is damaged; the last backup is .*backups"):
        Store(path)
    notes = tmp_path / "notes" / "notes.txt"
    notes.parent.mkdir()
    notes.write_text("Blue owes me a beer.\n" * 40)
    with pytest.raises(TableError, match="damaged, and there is no backup"):
        Store(notes)
    for version in (0, 1):
        photos = tmp_path / f"photos{version}.sqlite"
        change(photos, "CREATE TABLE photo (name TEXT)", f"PRAGMA user_version = {version}")
        with pytest.raises(TableError, match="another program"):
            Store(photos)
    with pytest.raises(OutputError, match="not written"):
        Store(notes / "tables.sqlite")
    with pytest.raises(TableError, match="no tables yet"):
        Store(notes.parent / "none.sqlite", create=False)
    assert not (notes.parent / "none.sqlite").exists()


def test_a_busy_store_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.store.WAIT", 0.05)
    with Store(path) as one, Store(path) as two:
        with one.transaction(), pytest.raises(BusyError, match="Another program is writing"), two.transaction():
            pass
        with two.transaction():
            pass


def test_a_full_disk_is_reported_and_nothing_is_lost(path: Path) -> None:
    with Store(path) as store:
        table = Table(store, "friday", TALLY)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            while len(table.history) < 1000:
                table.do(Add(1))

        with pytest.raises(OutputError, match="disk is full"):
            fill()
        length, state = len(table.history), table.state
    with Store(path) as store:
        table = Table(store, "friday", TALLY)
        assert (len(table.history), table.state) == (length, state)
        table.do(Add(1))


def is_refused(path: Path, write: bool) -> bool:
    """True if opening and reading a store, or playing on, is refused."""
    try:
        with Store(path, create=False) as store:
            table = Table(store, "friday", TALLY)
            if write:
                table.do(Add(1))
            return not (write or store.is_sound())
    except (TableError, OutputError):
        return True


def test_a_store_that_verify_refuses_is_not_written_to(path: Path) -> None:
    whole = path.read_bytes()
    written = []
    for place in (*range(0, 1332, 5), 3355):
        for bit in (0, 7):
            spoilt = bytearray(whole)
            spoilt[place] ^= 1 << bit
            for suffix in ("-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            path.write_bytes(spoilt)
            if is_refused(path, write=False) and not is_refused(path, write=True):
                written.append((place, bit))
    assert written == []
