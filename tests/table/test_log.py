"""A chain shows every record that was changed, swapped or removed."""

import dataclasses

import pytest

from companion.table.history import GENESIS, build_event, find_chain_faults, format_canonical, parse_record


def chain(length: int = 5) -> list:
    events, head = [], GENESIS
    for number in range(1, length + 1):
        events.append(build_event(number, "add", {"by": number}, {"sum": number}, head))
        head = events[-1].hash
    return events


def numbers(events: list) -> list[int]:
    return [finding.event for finding in find_chain_faults(events)]


def test_a_whole_chain_has_no_breaks() -> None:
    assert numbers(chain()) == []


def test_an_event_is_read_back_as_it_was_written() -> None:
    event = chain()[2]
    assert parse_record(event.record, event.hash) == event


def test_canonical_json_does_not_depend_on_order() -> None:
    assert format_canonical({"b": 1, "a": "é"}) == format_canonical({"a": "é", "b": 1}) == '{"a":"\\u00e9","b":1}'
    with pytest.raises(ValueError, match="Out of range"):
        format_canonical(float("nan"))


def test_a_changed_record_is_found() -> None:
    events = chain()
    changed = events[2].record.replace('"sum":3', '"sum":4')
    events[2] = parse_record(changed, events[2].hash)
    assert numbers(events) == [3]


def test_a_changed_record_with_a_new_hash_is_found_at_the_next() -> None:
    events = chain()
    events[2] = build_event(3, "add", {"by": 3}, {"sum": 4}, events[1].hash)
    assert numbers(events) == [4]


def test_a_removed_record_is_found() -> None:
    events = chain()
    del events[2]
    assert numbers(events) == [4]


def test_a_removed_record_whose_followers_were_counted_anew_is_found() -> None:
    events = chain()
    events[2] = build_event(3, "add", events[3].asked, events[3].result, events[3].previous)
    del events[3]
    assert 3 in numbers(events)


def test_swapped_records_are_found() -> None:
    events = chain()
    events[1], events[2] = events[2], events[1]
    assert numbers(events)[0] == 3


def test_the_last_records_cut_off_are_not_found_by_the_chain_alone() -> None:
    assert numbers(chain()[:3]) == []


def test_events_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        chain()[0].number = 7


@pytest.mark.parametrize("record", ["", "7", "[]", "{}", '{"number":"1"}', '{"asked":1,"kind":2}'])
def test_a_text_that_is_no_record_is_refused(record: str) -> None:
    with pytest.raises(ValueError, match=r"record|Expecting"):
        parse_record(record, "0")
