"""verify finds every kind of tampering; a cut end is found against a hash the players kept."""

import pytest

from companion.errors import InputError
from companion.table.archive import verify_log
from companion.table.history import GENESIS, History, Redo, Undo, build_event
from tests.table.tally import TALLY, Add, Begin


@pytest.fixture
def events() -> list:
    history = History(TALLY)
    for request in (Begin(10), Add(5), Add(6), Undo(), Redo(), Add(7)):
        history.do(request)
    return [step.event for step in history]


def mend_chain(events: list) -> list:
    """The same events with their chain of hashes repaired."""
    mended, head = [], GENESIS
    for number, event in enumerate(events, start=1):
        mended.append(build_event(number, event.kind, event.asked, event.result, head))
        head = mended[-1].hash
    return mended


def test_a_true_log_verifies(events: list) -> None:
    verdict = verify_log(events, TALLY, events[-1].hash)
    assert verdict.is_valid
    assert (verdict.events, verdict.head, verdict.seen_at) == (6, events[-1].hash, 6)


def test_a_changed_result_is_found_though_the_chain_was_mended(events: list) -> None:
    changed = list(events)
    changed[2] = build_event(3, "add", {"by": 6}, {"sum": 99}, events[1].hash)
    verdict = verify_log(mend_chain(changed), TALLY)
    assert verdict.faults[0].event == 3
    assert "seed and the rules" in str(verdict.faults[0].text)


def test_a_changed_order_is_found_though_the_chain_was_mended(events: list) -> None:
    events[1], events[2] = events[2], events[1]
    assert not verify_log(mend_chain(events), TALLY).is_valid


def test_a_removed_event_is_found_though_the_chain_was_mended(events: list) -> None:
    for number in range(5):
        assert not verify_log(mend_chain(events[:number] + events[number + 1 :]), TALLY).is_valid


def test_a_cut_end_is_found_against_the_hash_that_was_shown(events: list) -> None:
    assert verify_log(events[:4], TALLY).is_valid
    verdict = verify_log(events[:4], TALLY, events[-1].hash[:12])
    assert "cut off" in str(verdict.faults[0].text)


def test_a_hash_shown_earlier_is_in_the_log(events: list) -> None:
    shown = " ".join(events[2].hash[start : start + 4] for start in range(0, 16, 4)).upper()
    verdict = verify_log(events, TALLY, shown)
    assert verdict.is_valid
    assert verdict.seen_at == 3


@pytest.mark.parametrize("head", ["", "1234567", "blue-7 blue-8", "f" * 65])
def test_a_text_that_is_no_hash_is_refused(events: list, head: str) -> None:
    with pytest.raises(InputError, match="not a hash"):
        verify_log(events, TALLY, head)


@pytest.mark.parametrize("asked", [{}, {"by": "five"}, {"by": None}])
def test_an_event_that_cannot_be_read_is_found(events: list, asked: dict) -> None:
    events[1] = build_event(2, "add", asked, {"sum": 1}, events[0].hash)
    assert "cannot have happened" in str(verify_log(mend_chain(events), TALLY).faults[0].text)


def test_an_empty_log_is_no_log() -> None:
    assert not verify_log([], TALLY).is_valid
