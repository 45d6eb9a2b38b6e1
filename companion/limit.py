"""The one limit of what a stranger's deck may take: so much memory, and so long without getting on.

A program sets it on itself where the system has such limits, and notes what it begins.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.sentences import Sentence, say

MOST_MEMORY = 2_000_000_000  # bytes, beyond those a program has already
PATIENCE = 15  # seconds of the processor without getting on
_AGAIN = 0.5  # seconds until it is told anew: what Python calls between two lines of ours may swallow it
_SPARE = 3  # more seconds until the system ends a program that does not hear


class GaveUp(BaseException):
    """The deck takes more than the limit: whoever began the work tells, and nothing before catches it."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence)


listeners: list[Callable[[str, str], object]] = []  # told of each card and file that is begun
_AT = ["", ""]  # the card and the file
_BEFORE: list[Any] = []  # the handler and the limits of the system before ours; empty without a limit


def note_progress(card: str = "", file: str = "") -> None:
    """Note what is begun now; the time for it begins anew."""
    if card or file:
        _AT[:] = card or _AT[0], file
        for listener in listeners:
            listener(*_AT)
    if _BEFORE:
        _allow_time()


def limit_deck() -> None:
    """Hold this program to the limit from now on."""
    if _BEFORE or not hasattr(signal, "setitimer"):
        return
    try:
        import resource
    except ImportError:  # in a browser, which ends a worker itself
        return
    with suppress(ValueError):  # handlers are the main thread's
        _BEFORE.extend((signal.signal(signal.SIGPROF, _stop), resource.getrlimit(resource.RLIMIT_AS)))
    if _BEFORE:
        _set_limit(resource.RLIMIT_AS, _addresses() + MOST_MEMORY)
        _allow_time()


def lift_limit() -> None:
    """Hold this program to no limit any more."""
    _AT[:] = "", ""
    if _BEFORE:
        import resource

        for timer in (signal.ITIMER_PROF, signal.ITIMER_VIRTUAL):
            signal.setitimer(timer, 0)
        handler, memory = _BEFORE
        _BEFORE.clear()
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, memory)


def out_of_memory() -> Sentence:
    """The sentence that memory did not suffice for what was begun last."""
    what, most = _name_place(*_AT), MOST_MEMORY // 10**9
    return say("{what}: given up, for it takes more than {most} GB of memory.", what=what, most=most)


def describe_end(card: str, file: str) -> Sentence:
    """The sentence that a program has ended in the midst of its work."""
    return say("{what}: given up, for the program that was at it has ended.", what=_name_place(card, file))


def _name_place(card: str, file: str) -> str:
    file = os.path.basename(file)
    return f"{card} ({file})" if card and file else card or file or "-"


def _stop(*_: object) -> None:
    what = _name_place(*_AT)
    raise GaveUp(
        say("{what}: given up after {seconds} seconds without progress.", what=what, seconds=PATIENCE)
    )


def _allow_time() -> None:
    signal.setitimer(signal.ITIMER_PROF, PATIENCE, _AGAIN)
    # Nobody hears this one: the system ends the program. RLIMIT_CPU counts from its start, by another clock.
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + _SPARE)


def _set_limit(which: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(which)[1]
    with suppress(OSError, ValueError):  # the system has none of this kind
        resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _addresses() -> int:
    """The bytes of addresses that this program has already, where the system tells."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0
