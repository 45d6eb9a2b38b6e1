"""A tap is carried out whole, and once, however often it is sent; all tables of a shelf stay open."""

import pytest

from companion.errors import InputError, Refused, TableError
from companion.service import kept_tables
from companion.service.kept_tables import OpenTables
from companion.service.session import Session
from companion.table.history import Undo
from companion.table.shelf import MemoryShelf, Shelf, Table
from tests.table.tally import TALLY, Add, Begin, Seal


@pytest.fixture
def friday(shelf: Shelf) -> Session[int]:
    return Session(shelf, "friday", TALLY, Begin(0))


def double_and_add(session: Session[int], tap: str = "t1", by: str = "aya") -> tuple[int, int]:
    """A use case of two events: adds one, then what is there now."""
    with session.group_under_tap(tap, by):
        before = session.state
        assert session.do(Add(before + 1)).before == before
        assert session.state == 2 * before + 1
        return before, session.do(Add(session.state)).after


def test_a_repeated_tap_gives_the_first_answer(friday: Session[int], shelf: Shelf) -> None:
    assert double_and_add(friday) == (0, 2)
    assert double_and_add(friday) == (0, 2)
    assert len(friday.history) == 3
    assert double_and_add(friday, "t2", "bo") == (2, 10)
    assert double_and_add(friday) == (0, 2)
    assert friday.state == 10
    assert [shelf.find_tap_owner("friday", number) for number in range(1, 6)] == [None, "aya", "aya", "bo", "bo"]
    # After a restart it is still known; what others did meanwhile does not change it.
    again = Session(shelf, "friday", TALLY)
    again.do(Add(1))
    assert double_and_add(again, "t2", "bo") == (2, 10)
    assert (again.state, len(again.history)) == (11, 6)
    with again.group_under_tap("t1", "aya"):
        assert (again.state, len(again.history)) == (0, 1)  # the table as the tap met it
        again.catch_up()
    assert (again.state, len(Table(shelf, "friday", TALLY).history)) == (11, 6)


def test_a_tap_of_another_player_is_refused_as_used(friday: Session[int], tables: OpenTables, shelf: Shelf) -> None:
    double_and_add(friday)
    with pytest.raises(Refused, match="Another player's tap has done this already"):
        double_and_add(friday, by="bo")
    assert len(friday.history) == 3
    tables.make("sunday", "t9", "aya", lambda shelf: Session(shelf, "sunday", TALLY, Begin(0)))
    with pytest.raises(Refused, match="Another player's tap"):
        tables.make("sunday", "t9", "bo", lambda shelf: Session(shelf, "sunday", TALLY, Begin(0)))


def test_a_tap_that_fails_halfway_writes_no_event(friday: Session[int], shelf: Shelf) -> None:
    heard: list[int] = []
    friday.listen(lambda step: heard.append(step.event.number))

    def fail_halfway() -> None:
        with friday.group_under_tap("t1", "aya"):
            friday.do(Add(5))
            friday.do(Seal())
            friday.do(Undo())

    with pytest.raises(Refused, match="nothing to undo"):
        fail_halfway()
    assert (friday.state, len(friday.history), heard) == (0, 1, [])
    assert len(shelf.list_events("friday")) == 1
    assert double_and_add(friday) == (0, 2)
    assert heard == [2, 3]


@pytest.fixture
def tables(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> OpenTables:
    known = kept_tables.get_table_game
    ours = {"tally": TALLY}
    monkeypatch.setattr(kept_tables, "get_table_game", lambda header: ours.get(header.game) or known(header))
    return OpenTables(shelf)


def begin(shelf: Shelf) -> None:
    Session(shelf, "friday", TALLY, Begin(0))


def test_an_opened_table_stays_open(tables: OpenTables) -> None:
    session = tables.make("friday", "t", "aya", begin)
    assert tables.open(" friday ") is session
    assert tables.names() == ("friday",)
    there = Session(tables.shelf, "friday", TALLY)
    there.do(Add(3))
    assert tables.open("friday").state == 3
    assert tables.open("friday") is session


def test_a_table_asked_for_twice_is_made_once(tables: OpenTables) -> None:
    session = tables.make("friday", "t", "aya", begin)
    session.do(Add(1))
    assert tables.make("friday", "t", "aya", begin) is session
    with pytest.raises(InputError, match="already"):
        tables.make("friday", "other", "bo", begin)
    assert OpenTables(tables.shelf).make("friday", "t", "aya", begin).state == 1
    assert tables.shelf.find_tap_owner("friday", 1) == "aya"

    def fail(shelf: Shelf) -> None:
        begin(shelf)
        raise KeyError

    tables.rename("friday", "sunday", "t3", "aya")
    with pytest.raises(KeyError):
        tables.make("friday", "t2", "aya", fail)
    assert tables.names() == ("sunday",)


def test_a_renamed_or_deleted_table_is_no_longer_open(tables: OpenTables) -> None:
    tables.make("friday", "t", "aya", begin).do(Add(1))
    assert tables.rename("friday", "sunday", "t2", "aya") == "sunday"
    with pytest.raises(TableError, match="no table 'friday'"):
        tables.open("friday")
    assert tables.open("sunday").state == 1
    answer = tables.delete("sunday")
    assert all(file.exists() for file in answer.files)
    assert bool(answer.files) is not isinstance(tables.shelf, MemoryShelf)
    with pytest.raises(TableError, match="no tables yet"):
        tables.open("sunday")
    assert not tables.names()
    with tables.shelf.transaction():
        tables.shelf.add_table("friday", "go", 1)
    with pytest.raises(TableError, match="plays Go, which this Companion does not know"):
        tables.open("friday")


def test_a_page_of_a_table_renamed_there_and_back_finds_an_end(tables: OpenTables) -> None:
    tables.make("friday", "t", "aya", begin)
    for number, (old, new) in enumerate((("friday", "sunday"), ("sunday", "friday"))):
        tables.rename(old, new, f"t{number}", "aya")
        assert tables.get_current_name(old) == new
    tables.delete("friday")
    assert tables.get_current_name("sunday") == "friday"


@pytest.mark.parametrize("events", [0, 5])
def test_another_table_in_the_place_of_one_is_opened_anew(tables: OpenTables, events: int) -> None:
    session = tables.make("friday", "t", "aya", begin)
    session.do(Add(1))
    with tables.shelf.transaction():  # as another program would
        tables.shelf.remove_table("friday")
    other = Session(tables.shelf, "friday", TALLY, Begin(7))
    for _ in range(events):
        other.do(Add(1))
    assert tables.open("friday").state == other.state
