"""A table goes through a JSON file unchanged; a changed file is refused."""

import json
from pathlib import Path

import pytest

from companion.errors import InputError, TableError
from companion.table.archive import build_archive, read_archive
from companion.table.history import Undo
from companion.table.shelf import Table
from companion.table.store import Store
from tests.table.files import import_archive
from tests.table.tally import TALLY, Add, Begin


@pytest.fixture
def document(tmp_path: Path) -> dict:
    with Store(tmp_path / "one.sqlite") as store:
        table = Table(store, "friday", TALLY, Begin(10))
        table.do(Add(5))
        table.do(Undo())
        table.do(Add(6))
        return build_archive(store.get_header("friday"), store.list_events("friday"))


def load(tmp_path: Path, content: object, name: str | None = None) -> Store:
    file = tmp_path / "friday.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    store = Store(tmp_path / "two.sqlite")
    try:
        import_archive(store, file, TALLY, name)
    except BaseException:
        assert store.list_tables() == ()
        store.close()
        raise
    return store


def test_an_imported_table_equals_its_export(tmp_path: Path, document: dict) -> None:
    with load(tmp_path, document) as store:
        assert build_archive(store.get_header("friday"), store.list_events("friday")) == document
        table = Table(store, "friday", TALLY)
        assert table.state == 16
        table.do(Add(1))


def test_a_name_is_not_taken_twice(tmp_path: Path, document: dict) -> None:
    with load(tmp_path, document) as store:
        with pytest.raises(InputError, match="already"):
            import_archive(store, tmp_path / "friday.json", TALLY)
        assert store.get_header("friday").events == 4
        assert import_archive(store, tmp_path / "friday.json", TALLY, "saturday").name == "saturday"
        assert Table(store, "saturday", TALLY).state == 16


@pytest.mark.parametrize(
    ("part", "key", "value", "match"),
    [
        ("result", "sum", 99, r"friday.json: this table was changed .* event 2"),
        ("asked", "who", "blue\x1b[2J", "event 2 contains invisible characters"),
    ],
)
def test_changed_events_are_refused(
    tmp_path: Path, document: dict, part: str, key: str, value: object, match: str
) -> None:
    document["events"][1][part][key] = value
    with pytest.raises(InputError, match=match):
        load(tmp_path, document)


@pytest.mark.parametrize(
    ("key", "value", "error", "match"),
    [
        ("format", 2, TableError, "newer"),
        ("version", 2, TableError, "newer"),
        ("game", "hogen", TableError, "plays Hogen"),
        ("format", 0, InputError, "not an exported table"),
        ("format", "1", InputError, "not an exported table"),
        ("table", 7, InputError, "not an exported table"),
        ("table", "", InputError, "not a name"),
        ("events", [], InputError, "no events"),
        ("events", [7], InputError, "event 1 cannot be read"),
        ("head", "", InputError, "events are missing"),
    ],
)
def test_an_export_with_a_bad_value_is_refused(
    tmp_path: Path, document: dict, key: str, value: object, error: type, match: str
) -> None:
    with pytest.raises(error, match=match):
        load(tmp_path, {**document, key: value})


@pytest.mark.parametrize(
    "nasty", ["", "{", "[]", '{"format":1}', "9" * 5000, "[" * 100_000, '{"a":' * 100_000, "NaN", '"\\ud800"']
)
def test_a_file_that_is_no_export_is_refused_in_one_sentence(tmp_path: Path, nasty: str) -> None:
    file = tmp_path / "friday.json"
    begun = '{"format": 1, "game": "tally", "version": 1, "table": "friday", "events": ['
    for document in (nasty, f'{{"format": {nasty}}}', f"{begun}{nasty}, 7]}}", f'{begun}{{"x": {nasty}}}]}}'):
        file.write_text(document)
        with pytest.raises(InputError, match=r"friday.json"):
            read_archive(file)


def test_a_long_export_is_read(tmp_path: Path, document: dict) -> None:
    """A text of the user's may have two million bytes; a long game has more."""
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(document) + "\n" * 2_000_000)
    header, events = read_archive(file)
    assert (header.name, len(events)) == ("friday", 4)
