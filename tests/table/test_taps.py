"""A tap that is sent once more finds what it did before; a reply that nobody will give is known as lost."""

import os
from collections.abc import Callable

import pytest

from companion.errors import InputError, Refused
from companion.table.history import History
from companion.table.programs import this_program
from companion.table.shelf import MemoryShelf
from companion.table.table import Table
from companion.table.taps import Reply, Tap, command_tap, lost_replies
from tests.table.tally import TALLY, Add, Begin, Seal

GONE = f"{os.getpid()} 0"
"""A program of this number that began with the machine, and so is not this one."""


@pytest.fixture
def friday() -> Table[int]:
    return Table(MemoryShelf(), "friday", TALLY, Begin(10))


def tapped(friday: Table[int], tap: str, *requests: object) -> list[int]:
    """The numbers of the events that requests of one tap have led to; those known before are found again."""
    tapping = Tap(friday.store, "friday", friday.history, tap, "aya")
    numbers = []
    for request in requests:
        known = tapping.again(request)
        if known is None:
            with friday.store.writing():
                step = friday.do(request)
                tapping.note(step)
            known = step
        numbers.append(known.event.number)
    return numbers


def test_a_tap_sent_again_finds_all_it_did_and_does_nothing(friday: Table[int]) -> None:
    assert tapped(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tapped(friday, "other", Add(3)) == [4]
    assert tapped(friday, "first", Add(1), Add(2)) == [2, 3]
    assert tapped(friday, "other", Add(3)) == [4]
    assert friday.state == 16


def test_a_tap_sent_again_finds_the_table_as_it_was_then(friday: Table[int]) -> None:
    tapped(friday, "first", Add(1), Add(2))
    tapped(friday, "other", Add(3))
    again = Tap(friday.store, "friday", friday.history, "other", "aya")
    assert again.then is not None
    assert again.then.state == 13
    step = again.again(Add(3))
    assert step is not None
    assert again.then.state == step.after == 16


def seal_instead(friday: Table[int]) -> None:
    tapped(friday, "first", Seal())


def more_than_then(friday: Table[int]) -> None:
    tapped(friday, "first", Add(1), Add(1))


def more_before_others(friday: Table[int]) -> None:
    tapped(friday, "other", Add(1))
    tapped(friday, "first", Add(1), Add(1))


@pytest.mark.parametrize("again", [seal_instead, more_than_then, more_before_others])
def test_a_tap_that_asks_for_something_else_the_second_time_is_refused(
    friday: Table[int], again: Callable[[Table[int]], None]
) -> None:
    tapped(friday, "first", Add(1))
    with pytest.raises(Refused, match="done already"):
        again(friday)


def test_of_a_tap_whose_event_is_gone_nothing_is_known(friday: Table[int]) -> None:
    """A backup that was put back lacks the last events."""
    tapped(friday, "first", Add(1))
    earlier: History[int] = friday.history.until(1)
    assert Tap(friday.store, "friday", earlier, "first", "aya").then is None


@pytest.mark.parametrize("sent", ["", "x" * 65, "thé", "a\nb"])
def test_a_tap_that_cannot_be_told_from_others_is_refused(friday: Table[int], sent: str) -> None:
    with pytest.raises(InputError, match="load the page again"):
        Tap(friday.store, "friday", friday.history, sent, "aya")
    assert tapped(friday, "x" * 64, Add(1)) == [2]


def test_a_command_is_known_by_what_it_asks_for_and_not_by_what_is_drawn() -> None:
    assert command_tap(Add(1, "aya")) == command_tap(Add(1, "aya"))
    assert len({command_tap(each) for each in (Add(1), Add(2), Add(1, "bo"), Begin(1))}) == 4
    assert command_tap(Add(1, "aya"), ["who"]) == command_tap(Add(1, "bo"), ["who"])


def test_replies_of_programs_that_are_gone_are_lost_those_of_running_ones_are_on_their_way(
    friday: Table[int],
) -> None:
    later, first, running = (command_tap(Add(by)) for by in (3, 1, 2))
    with friday.store.writing():
        for tap, number, by in ((later, 4, GONE), (first, 2, GONE), (running, 3, this_program())):
            friday.store.note_tap("friday", Reply(number, tap).tap, number, by)
        friday.store.note_tap("friday", "browser", 5, "aya")
    assert lost_replies(friday.store, "friday") == [Reply(2, first), Reply(4, later)]
