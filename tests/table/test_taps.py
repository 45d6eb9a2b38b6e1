"""A tap that is sent once more finds what it did before; a reply that nobody will give is known as lost."""

import os
from collections.abc import Callable

import pytest

from companion.errors import InputError, Refused
from companion.table.history import History
from companion.table.shelf import MemoryShelf
from companion.table.table import Table, Tap
from tests.table.tally import TALLY, Add, Begin, Seal

GONE = f"{os.getpid()} 0"
"""A program of this number that began with the machine, and so is not this one."""


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


def test_a_tap_sent_again_finds_all_it_did_and_does_nothing(friday: Table[int]) -> None:
    assert tap_requests(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tap_requests(friday, "other", Add(3)) == [4]
    assert tap_requests(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tap_requests(friday, "other", Add(3)) == [4]
    assert friday.state == 16


def test_a_tap_sent_again_finds_the_table_as_it_was_then(friday: Table[int]) -> None:
    tap_requests(friday, "first", Add(1), Add(2))
    tap_requests(friday, "other", Add(3))
    again = Tap(friday.store, "friday", friday.history, "other", "aya")
    assert again.then is not None
    assert again.then.state == 13
    step = again.repeat_request(Add(3))
    assert step is not None
    assert again.then.state == step.after == 16


def seal_instead(friday: Table[int]) -> None:
    tap_requests(friday, "first", Seal())


def more_than_then(friday: Table[int]) -> None:
    tap_requests(friday, "first", Add(1), Add(1))


def more_before_others(friday: Table[int]) -> None:
    tap_requests(friday, "other", Add(1))
    tap_requests(friday, "first", Add(1), Add(1))


@pytest.mark.parametrize("again", [seal_instead, more_than_then, more_before_others])
def test_a_tap_that_asks_for_something_else_the_second_time_is_refused(
    friday: Table[int], again: Callable[[Table[int]], None]
) -> None:
    tap_requests(friday, "first", Add(1))
    with pytest.raises(Refused, match="done already"):
        again(friday)


def test_of_a_tap_whose_event_is_gone_nothing_is_known(friday: Table[int]) -> None:
    """A backup that was put back lacks the last events."""
    tap_requests(friday, "first", Add(1))
    earlier: History[int] = friday.history.copy_until(1)
    assert Tap(friday.store, "friday", earlier, "first", "aya").then is None


@pytest.mark.parametrize("sent", ["", "x" * 65, "thé", "a\nb"])
def test_a_tap_that_cannot_be_told_from_others_is_refused(friday: Table[int], sent: str) -> None:
    with pytest.raises(InputError, match="reload the page"):
        Tap(friday.store, "friday", friday.history, sent, "aya")
    assert tap_requests(friday, "x" * 64, Add(1)) == [2]
