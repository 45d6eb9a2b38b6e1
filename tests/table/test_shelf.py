"""Whatever keeps the tables keeps them alike: all or nothing, notes and taps beside them."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import InputError, TableError
from companion.service.kept_tables import choose_free_name
from companion.table.shelf import TAPS_KEPT, Header, Shelf, Table, check_names
from companion.table.store import Store, back_up, delete_table_with_copy
from tests.table.tally import TALLY, Add, Begin


@pytest.fixture
def friday(shelf: Shelf) -> Table[int]:
    return Table(shelf, "friday", TALLY, Begin(0))


def test_tables_are_listed_by_name_and_opened_again(shelf: Shelf) -> None:
    for name in ("sunday", "friday"):
        Table(shelf, name, TALLY, Begin(1)).do(Add(2))
    assert shelf.list_tables() == (Header("friday", "tally", 1, 2), Header("sunday", "tally", 1, 2))
    assert shelf.get_header("sunday") == Header("sunday", "tally", 1, 2)
    assert Table(shelf, "sunday", TALLY).state == 3
    assert [event.number for event in shelf.list_events("friday", 1)] == [2]
    assert shelf.is_sound()
    assert shelf.get_last_table("tally") == "friday"
    Table(shelf, "sunday", TALLY).do(Add(1))
    assert shelf.get_last_table("tally") == "sunday"
    shelf.rename_table("sunday", "monday")
    assert shelf.get_last_table("tally") == "monday"
    for again in (lambda: Table(shelf, "friday", TALLY, Begin(1)), lambda: shelf.rename_table("monday", "friday")):
        with pytest.raises(InputError, match="already"):
            again()
    assert [header.name for header in shelf.list_tables()] == ["friday", "monday"]


@pytest.mark.parametrize("name", ["FRIDAY", "fri\u034fday", "\uff46riday\ufe0f", "fri\u3164day", "friday\u2800"])
def test_a_name_that_looks_the_same_is_taken(name: str, shelf: Shelf, friday: Table[int]) -> None:
    with pytest.raises(InputError, match="'friday' already"):
        Table(shelf, name, TALLY, Begin(1))
    with pytest.raises(InputError, match="every player needs a different name"):
        check_names(["friday", name])
    with pytest.raises(InputError, match="is not a name"):
        check_names(["\u3164\ufe0f"])
    assert choose_free_name(shelf, name) == f"{name} 2"


def test_a_missing_table_is_named_with_those_there_are(shelf: Shelf) -> None:
    with pytest.raises(TableError, match="no table 'x'; there are no tables yet"):
        shelf.get_header("x")
    with pytest.raises(TableError, match="There are no tables of Tally yet"):
        shelf.get_last_table("tally")
    Table(shelf, "friday", TALLY, Begin(1))
    for ask in (shelf.get_header, lambda name: shelf.rename_table(name, "y")):
        with pytest.raises(TableError, match=r"no table 'x'; tables here: friday\."):
            ask("x")
    with pytest.raises(TableError), shelf.transaction():
        shelf.remove_table("x")
    with pytest.raises(TableError):
        shelf.write_note("x", "seats", "[]")
    assert shelf.list_events("x") == []
    assert "damaged" in str(shelf.build_damage_error())


def test_notes_and_taps_move_with_a_table_and_go_with_it(shelf: Shelf, friday: Table[int]) -> None:
    shelf.write_note("", "secret", "house")
    shelf.write_note("friday", "seats", "{}")
    shelf.write_note("friday", "seats", '{"blue": "Aya"}')
    with shelf.transaction():
        shelf.note_tap("friday", "t1", 1, "aya")
    shelf.rename_table("friday", "monday")
    gone = shelf.list_notes("friday"), shelf.find_tap_event("friday", "t1"), shelf.find_tap_owner("friday", 1)
    assert gone == ({}, None, None)
    assert shelf.list_notes("monday") == {"seats": '{"blue": "Aya"}'}
    assert shelf.read_note("monday", "seats") == '{"blue": "Aya"}'
    assert (shelf.find_tap_event("monday", "t1"), shelf.find_tap_owner("monday", 1)) == (1, "aya")
    assert (shelf.find_tap_event("monday", "t2"), shelf.find_tap_owner("monday", 2)) == (None, None)
    with shelf.transaction():
        shelf.remove_table("monday")
    assert shelf.list_tables() == ()
    Table(shelf, "monday", TALLY, Begin(1))
    assert (shelf.list_notes("monday"), shelf.find_tap_event("monday", "t1")) == ({}, None)
    assert shelf.list_notes("") == {"secret": "house"}
    shelf.write_note("", "secret", None)
    assert shelf.read_note("", "secret") is None
    with shelf.transaction():
        for number in range(1, TAPS_KEPT + 11):
            shelf.note_tap("monday", f"t{number}", number, "aya")
    kept = [shelf.find_tap_event("monday", f"t{number}") for number in (10, 11, TAPS_KEPT + 10)]
    assert kept == [None, 11, TAPS_KEPT + 10]


def test_a_transaction_is_kept_whole_or_not_at_all(shelf: Shelf, friday: Table[int]) -> None:
    def fail() -> None:
        with shelf.transaction():
            friday.do(Add(1))
            shelf.write_note("", "a", "b")
            shelf.note_tap("friday", "t", 2, "aya")
            shelf.rename_table("friday", "monday")
            shelf.add_table("sunday", "tally", 1)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert shelf.list_tables() == (Header("friday", "tally", 1, 1),)
    assert (shelf.list_notes(""), shelf.find_tap_event("friday", "t")) == ({}, None)


def test_a_request_refused_within_a_transaction_leaves_the_rest(shelf: Shelf, friday: Table[int]) -> None:
    with shelf.transaction():
        friday.do(Add(1))
        with pytest.raises(InputError):
            friday.do(Add(0))
        shelf.write_note("", "c", "d")
    assert Table(shelf, "friday", TALLY).state == 1
    assert shelf.list_notes("") == {"c": "d"}


def test_a_backup_keeps_the_notes_and_the_copy_of_a_deleted_table_only_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with Store(path) as store:
        for name in ("friday", "sunday"):
            Table(store, name, TALLY, Begin(0))
            store.write_note(name, "seats", name)
        store.write_note("", "secret", "house")
        with Store(back_up(path)) as backup:
            assert [backup.list_notes(each) for each in ("", "sunday")] == [{"secret": "house"}, {"seats": "sunday"}]
        with Store(delete_table_with_copy(store, path, "friday")) as copy:
            assert [copy.list_notes(each) for each in ("", "friday", "sunday")] == [{}, {"seats": "friday"}, {}]
        assert store.list_notes("") == {"secret": "house"}


def test_the_table_without_files_needs_no_sqlite() -> None:
    program = """
import sys
sys.modules.update(dict.fromkeys(["sqlite3", "platformdirs", "numpy"]))
from companion.data.shogun.towers import get_preset
from companion.play.shogun.corrections import CorrectTray
from companion.service.kept_tables import OpenTables, check_table, export_table
from companion.service.playing import play
from companion.service.shogun.session import begin_table, describe_table
from companion.table.shelf import MemoryShelf
tables = OpenTables(MemoryShelf())
begin = lambda shelf: begin_table(shelf, "friday", ("blue", "red"), get_preset("shogun"))
here = tables.make("friday", "tap", "aya", begin)
assert play(here, CorrectTray({"blue": 1})).yes and describe_table(here).yes and export_table(here).yes
assert check_table(tables.shelf, "friday").yes and tables.delete("friday").yes
"""
    subprocess.run([sys.executable, "-c", program], check=True)
