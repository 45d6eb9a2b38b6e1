"""Waiting for the thing itself, never for a time: it comes, however much else this machine has to do."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

PATIENCE = 120.0
"""Seconds after which what has not come will not come."""

LONGEST = 600.0
"""Seconds after which a test in a browser is ended, wherever it waits: far more than any takes."""


def until(come: Callable[[], object], what: str = "", *, pause: float = 0.01) -> None:
    """Wait until something is true, looking again after each pause of so many seconds."""
    late = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < late, what or f"waited {PATIENCE:g} s in vain"
        time.sleep(pause)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail what is done here where it waits longer, also for an answer that has no limit of its own.

    A page may promise what never comes, a browser or a program may say nothing more: all of these waits have
    this one limit. The fault is raised where the test waits; where something else takes it for its own, it is
    raised again.
    """

    def late(*_: object) -> None:
        pytest.fail(f"waited {seconds:g} s for what never came")

    if threading.current_thread() is not threading.main_thread():  # no other hears of an alarm
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, again)
        signal.signal(signal.SIGALRM, before)
