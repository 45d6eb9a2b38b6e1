"""A table goes through a JSON file unchanged; whatever was changed in a file or a log is found and refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import InputError, TableError
from companion.table.archive import build_archive, read_archive, verify_log
from companion.table.history import (
    GENESIS,
    History,
    Redo,
    Undo,
    build_event,
    find_chain_faults,
    format_canonical,
    parse_record,
)
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


@pytest.fixture
def events() -> list:
    history = History(TALLY)
    for request in (Begin(10), Add(5), Add(6), Undo(), Redo(), Add(7)):
        history.do(request)
    return [step.event for step in history]


def change_record(events: list) -> None:
    events[2] = parse_record(events[2].record.replace('"sum":21', '"sum":22'), events[2].hash)


def change_with_new_hash(events: list) -> None:
    events[2] = build_event(3, "add", {"by": 6, "who": ""}, {"sum": 22}, events[1].hash)


def swap_events(events: list) -> None:
    events[1], events[2] = events[2], events[1]


def remove_event(events: list) -> None:
    del events[2]


def count_anew(events: list) -> None:
    events[2] = build_event(3, events[3].kind, events[3].request, events[3].result, events[3].previous)
    del events[3]


@pytest.mark.parametrize(
    ("tamper", "first"),
    [(change_record, 3), (change_with_new_hash, 4), (swap_events, 3), (remove_event, 4), (count_anew, 3)],
)
def test_a_changed_event_breaks_the_chain(events: list, tamper: Callable[[list], None], first: int) -> None:
    for whole in (events, events[:3]):  # a cut end alone breaks nothing
        assert [*find_chain_faults(whole)] == []
    tamper(events)
    assert next(iter(find_chain_faults(events))).event == first


def mend_chain(events: list) -> list:
    mended, head = [], GENESIS
    for number, event in enumerate(events, start=1):
        mended.append(build_event(number, event.kind, event.request, event.result, head))
        head = mended[-1].hash
    return mended


def test_a_changed_event_is_found_by_the_rules_though_the_chain_was_mended(events: list) -> None:
    for number in range(5):
        assert not verify_log(mend_chain(events[:number] + events[number + 1 :]), TALLY).is_valid
    assert not verify_log(mend_chain([events[0], events[2], events[1], *events[3:]]), TALLY).is_valid
    change_with_new_hash(events)
    (fault, *_) = verify_log(mend_chain(events), TALLY).faults
    assert (fault.event, "seed and the rules" in str(fault.text)) == (3, True)
    events[1] = build_event(2, "add", {"by": "five"}, {"sum": 1}, events[0].hash)
    assert "cannot have happened" in str(verify_log(mend_chain(events), TALLY).faults[0].text)
    assert not verify_log([], TALLY).is_valid


def test_a_log_is_checked_against_a_shown_hash(events: list) -> None:
    verdict = verify_log(events, TALLY, events[-1].hash)
    assert (verdict.is_valid, verdict.events, verdict.head, verdict.found_at) == (True, 6, events[-1].hash, 6)
    shown = " ".join(events[2].hash[start : start + 4] for start in range(0, 16, 4)).upper()
    assert verify_log(events, TALLY, shown).found_at == 3
    assert verify_log(events[:4], TALLY).is_valid
    assert "cut off" in str(verify_log(events[:4], TALLY, events[-1].hash[:12]).faults[0].text)
    for head in ("", "1234567", "blue-7 blue-8", "f" * 65):
        with pytest.raises(InputError, match="not a hash"):
            verify_log(events, TALLY, head)


def test_a_record_is_read_back_as_it_was_written_and_nothing_else_is_one(events: list) -> None:
    assert parse_record(events[2].record, events[2].hash) == events[2]
    assert format_canonical({"b": 1, "a": "é"}) == format_canonical({"a": "é", "b": 1}) == '{"a":"\\u00e9","b":1}'
    with pytest.raises(ValueError, match="Out of range"):
        format_canonical(float("nan"))
    for record in ("", "7", "[]", "{}", '{"number":"1"}', '{"asked":1,"kind":2}'):
        with pytest.raises(ValueError, match=r"record|Expecting"):
            parse_record(record, "0")
