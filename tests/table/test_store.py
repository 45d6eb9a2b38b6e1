"""One file keeps every table's log; events are only added; what is damaged is refused."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import BusyError, InputError, OutputError, TableError
from companion.table.shelf import parse_table_name
from companion.table.store import FILE_NAME, Store, back_up, get_default_path
from companion.table.table import Table
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
    connection.execute("DROP TRIGGER IF EXISTS event_is_never_changed")
    connection.execute("DROP TRIGGER IF EXISTS event_is_never_deleted")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_every_commit_is_synced(path: Path) -> None:
    with Store(path) as store:
        read = store._connection.execute
        assert read("PRAGMA journal_mode").fetchone() == ("wal",)
        assert read("PRAGMA synchronous").fetchone() == (2,)


def test_a_folder_holds_the_file_of_that_name(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.path == tmp_path / FILE_NAME


def test_the_store_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert get_default_path().name == FILE_NAME
    assert get_default_path().parent.name == "companion"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "\x1b[31m"])
def test_names_can_be_read_aloud(name: str) -> None:
    with pytest.raises(InputError, match="not a name for a table"):
        parse_table_name(name)


def test_names_are_one_however_accents_are_typed() -> None:
    assert parse_table_name(" été ") == parse_table_name("e\u0301te\u0301")


def test_no_store_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no tables yet"):
        Store(tmp_path / "none.sqlite", create=False)
    assert not (tmp_path / "none.sqlite").exists()


def test_a_refused_request_writes_nothing(path: Path) -> None:
    with Store(path) as store:
        table = Table(store, "friday", TALLY)
        with pytest.raises(InputError):
            table.do(Add(0))
        with pytest.raises(TableError, match="limit"):
            table.do(Add(1_000_000))
        assert table.state == 25
        assert len(store.list_events("friday")) == 6
        table.do(Add(1))
        assert table.state == 26


def test_two_tables_open_at_once_see_each_other(path: Path) -> None:
    with Store(path) as one, Store(path) as two:
        here, there = Table(one, "friday", TALLY), Table(two, "friday", TALLY)
        here.do(Add(1))
        assert there.do(Add(2)).event.number == 8
        assert there.state == 28


@pytest.mark.parametrize(
    "statement", ["UPDATE event SET record = '{}' WHERE number = 2", "DELETE FROM event WHERE number = 6"]
)
def test_events_cannot_be_changed_by_accident(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET record = replace(record, '\"sum\":13', '\"sum\":14')",
        "UPDATE event SET record = 'x' WHERE number = 3",
        "UPDATE event SET record = NULL WHERE number = 3",
        "DELETE FROM event WHERE number = 3",
        "DELETE FROM event",
    ],
)
def test_a_log_changed_by_hand_is_refused_with_the_backup_named(path: Path, statement: str) -> None:
    if "NULL" in statement:
        statement = statement.replace("NULL", "x'00ff'")
    change(path, statement)
    with Store(path) as store, pytest.raises(TableError, match=r"damaged; the last backup is .*backups") as no:
        Table(store, "friday", TALLY)
    assert no.value.remedy == "restore"


def test_a_damaged_file_is_refused_with_the_backup_named(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(0, len(content), 64):
        content[place : place + 8] = b"\xff" * 8
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"tables\.sqlite is damaged; the last backup is .*backups"):
        Store(path)


@pytest.mark.parametrize("start", [200, 4096, 9000])
def test_a_damaged_page_is_refused(path: Path, start: int) -> None:
    content = bytearray(path.read_bytes())
    content[start : start + 4000] = b"\x5a" * min(4000, len(content) - start)
    path.write_bytes(content)

    def use() -> None:
        with Store(path) as store:
            Table(store, "friday", TALLY)
            assert store.is_sound()

    with pytest.raises((TableError, AssertionError)):
        use()


def test_a_text_file_is_refused_as_a_store(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Blue owes me a beer.\n" * 40)
    with pytest.raises(TableError, match="damaged, and there is no backup"):
        Store(tmp_path / "notes.txt")


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    for version in (0, 1):
        path = tmp_path / f"photos{version}.sqlite"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE photo (name TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.commit()
        connection.close()
        with pytest.raises(TableError, match="another program"):
            Store(path)


def test_a_store_that_another_program_makes_meanwhile_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / FILE_NAME
    connect = Store._connect

    class Slow:
        """A connection after whose first look another program makes the store."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self.connection, self.looked = connection, False

        def execute(self, *words: str) -> sqlite3.Cursor:
            found = self.connection.execute(*words)
            if not self.looked:
                self.looked, answer = True, found.fetchall()
                monkeypatch.setattr(Store, "_connect", connect)
                Store(path).close()
                return type("Found", (), {"fetchone": lambda _: answer[0]})()
            return found

        def close(self) -> None:
            self.connection.close()

    monkeypatch.setattr(Store, "_connect", lambda store: Slow(connect(store)))
    with Store(path) as store:
        assert store.list_tables() == ()


def test_a_newer_file_is_refused(path: Path) -> None:
    change(path, "PRAGMA user_version = 2")
    with pytest.raises(TableError, match="newer Companion"):
        Store(path)


def test_a_newer_log_is_refused(path: Path) -> None:
    change(path, "UPDATE game_table SET version = 2")
    with Store(path) as store, pytest.raises(TableError, match="newer Companion"):
        Table(store, "friday", TALLY)


def test_another_game_is_refused(path: Path) -> None:
    change(path, "UPDATE game_table SET game = 'hogen'")
    with Store(path) as store, pytest.raises(TableError, match="plays Hogen, not Tally"):
        Table(store, "friday", TALLY)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="not written"):
        Store(tmp_path / "file" / "tables.sqlite")


def test_a_busy_file_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.database.WAIT", 0.05)
    with Store(path) as one, Store(path) as two:
        with one.transaction(), pytest.raises(BusyError, match="Another program is writing"), two.transaction():
            pass
        with two.transaction():
            pass


def test_a_full_disk_is_said_and_nothing_is_lost(path: Path) -> None:
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
    """Bits of the header and of the first page, where the tables are described, one after the other."""
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


def test_what_acts_on_events_behind_our_back_is_refused(path: Path) -> None:
    change(path, "CREATE TRIGGER more AFTER INSERT ON event BEGIN DELETE FROM game_table; END")
    with pytest.raises(TableError, match="damaged"):
        Store(path)


def test_triggers_that_are_missing_are_there_again_before_the_next_event(path: Path) -> None:
    change(path)
    with Store(path) as store:
        Table(store, "friday", TALLY).do(Add(1))
    test_events_cannot_be_changed_by_accident(path, "DELETE FROM event WHERE number = 6")


@pytest.mark.parametrize("value", ["'x'", "0", "x'ff'", "1.5", "-1"])
def test_a_table_of_a_strange_version_is_damage(path: Path, value: str) -> None:
    change(path, f"UPDATE game_table SET version = {value}")
    with Store(path) as store, pytest.raises(TableError, match="damaged"):
        store.list_tables()


@pytest.mark.parametrize("value", ["char(27)", "''", "x'ff'"])
def test_a_table_of_a_strange_name_is_damage(path: Path, value: str) -> None:
    change(path, f"UPDATE game_table SET name = {value}")
    with Store(path) as store, pytest.raises(TableError, match="damaged"):
        store.list_tables()
