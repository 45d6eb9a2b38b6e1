"""Waiting for the thing itself, never for a time: it comes, however much else this machine has to do."""

import time
from collections.abc import Callable

PATIENCE = 20.0
"""Seconds after which what has not come will not come."""


def until(come: Callable[[], object], what: str = "", *, pause: float = 0.01, patience: float = PATIENCE) -> None:
    """Wait until something is true, looking again after each pause of so many seconds."""
    late = time.monotonic() + patience
    while not come():
        assert time.monotonic() < late, what or f"waited {patience:g} s in vain"
        time.sleep(pause)
