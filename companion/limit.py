"""Limits on a stranger's deck: memory, and processor time without progress.

A program sets them on itself where the system supports it, and notes each card and file it begins.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.sentences import Sentence, say

MOST_MEMORY = 2_000_000_000  # bytes, on top of what the program uses already
PATIENCE = 15  # seconds of processor time without progress
_AGAIN = 0.5  # seconds until the signal comes again: a callback, such as ``__del__``, may swallow its exception


class LimitExceeded(BaseException):
    """The deck exceeds a limit; a ``BaseException``, so that no ``except Exception`` on the way catches it."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence)


listeners: list[Callable[[str, str], object]] = []  # called with each card and file that begins
_AT = ["", ""]  # the current card and file
_BEFORE: list[Any] = []  # the signal handler and memory limit to restore; empty without a limit


def note_progress(card: str = "", file: str = "") -> None:
    """Note the card or file that begins now, and restart the timer."""
    if card or file:
        _AT[:] = card or _AT[0], os.path.basename(file)
        for listener in listeners:
            listener(*_AT)
    if _BEFORE:
        _restart_timers()


def limit_deck() -> None:
    """Apply the limits to this program from now on."""
    if _BEFORE or find_spec("resource") is None:  # as on Windows, and in a browser, which can stop a worker itself
        return
    import resource

    with suppress(ValueError):  # only the main thread can set handlers
        handler = signal.signal(signal.SIGPROF, lambda *_: give_up(PATIENCE))
        _BEFORE.extend((handler, resource.getrlimit(resource.RLIMIT_AS)))
    if _BEFORE:
        most, hard = _measure_address_space() + MOST_MEMORY, _BEFORE[1][1]
        with suppress(OSError, ValueError):  # the system has no such limit
            resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        _restart_timers()


def lift_limit() -> None:
    _AT[:] = "", ""
    if _BEFORE:
        import resource

        for timer in (signal.ITIMER_PROF, signal.ITIMER_VIRTUAL):
            signal.setitimer(timer, 0)
        handler, memory = _BEFORE
        _BEFORE.clear()
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, memory)


def describe_out_of_memory() -> Sentence:
    """Say that memory ran out at the card or file that was begun last."""
    place, most = _name_place(*_AT), MOST_MEMORY // 10**9
    return say("{what}: stopped, because it needs more than {most} GB of memory.", what=place, most=most)


def describe_end(card: str, file: str) -> Sentence:
    """Say that the program working on a card or file has ended."""
    return say("{what}: stopped, because the program doing it has ended.", what=_name_place(card, file))


def _name_place(card: str, file: str) -> str:
    return f"{card} ({file})" if card and file else card or file or "-"


def give_up(seconds: float) -> None:
    """Stop a deck with limits whose current card or file took so many seconds; a deck without goes on."""
    if _BEFORE:
        fields = {"what": _name_place(*_AT), "seconds": seconds}
        raise LimitExceeded(say("{what}: gave up after {seconds} seconds without progress.", **fields))


def _restart_timers() -> None:
    signal.setitimer(signal.ITIMER_PROF, PATIENCE, _AGAIN)
    # This signal has no handler: the system ends a program that does not respond. RLIMIT_CPU counts from its start.
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 3)


def _measure_address_space() -> int:
    """Bytes of address space in use; 0 if the system does not give it."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0
