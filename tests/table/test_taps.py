"""A tap that is sent once more finds what it did before."""

import pytest

from companion.errors import InputError, Refused
from companion.table.history import History
from companion.table.shelf import MemoryShelf, Table, Tap
from tests.table.tally import TALLY, Add, Begin, Seal


@pytest.fixture
def friday() -> Table[int]:
    return Table(MemoryShelf(), "friday", TALLY, Begin(10))


def tap_requests(friday: Table[int], tap: str, *requests: object) -> list[int]:
    """The numbers of the events of one tap's requests; those already applied are found again."""
    tapping = Tap(friday.store, "friday", friday.history, tap, "aya")
    numbers = []
    for request in requests:
        known = tapping.repeat_request(request)
        if known is None:
            with friday.store.transaction():
                step = friday.do(request)
                tapping.note(step)
            known = step
        numbers.append(known.event.number)
    return numbers


def test_a_repeated_tap_finds_its_events_and_adds_none(friday: Table[int]) -> None:
    assert tap_requests(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tap_requests(friday, "other", Add(3)) == [4]
    assert tap_requests(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tap_requests(friday, "other", Add(3)) == [4]
    assert friday.state == 16
    again = Tap(friday.store, "friday", friday.history, "other", "aya")
    assert again.past_history is not None
    assert again.past_history.state == 13  # the table as it was then
    step = again.repeat_request(Add(3))
    assert step is not None
    assert again.past_history.state == step.after == 16


@pytest.mark.parametrize(("between", "again"), [((), (Seal(),)), ((), (Add(1), Add(1))), ((Add(1),), (Add(1), Add(1)))])
def test_a_repeated_tap_with_another_request_is_refused(
    friday: Table[int], between: tuple[object, ...], again: tuple[object, ...]
) -> None:
    tap_requests(friday, "first", Add(1))
    tap_requests(friday, "other", *between)
    with pytest.raises(Refused, match="already been done"):
        tap_requests(friday, "first", *again)


def test_a_tap_whose_event_is_gone_is_unknown(friday: Table[int]) -> None:
    tap_requests(friday, "first", Add(1))
    earlier: History[int] = friday.history.copy_until(1)
    assert Tap(friday.store, "friday", earlier, "first", "aya").past_history is None


@pytest.mark.parametrize("sent", ["", "x" * 65, "thé", "a\nb"])
def test_a_tap_with_an_ambiguous_number_is_refused(friday: Table[int], sent: str) -> None:
    with pytest.raises(InputError, match="reload the page"):
        Tap(friday.store, "friday", friday.history, sent, "aya")
    assert tap_requests(friday, "x" * 64, Add(1)) == [2]
