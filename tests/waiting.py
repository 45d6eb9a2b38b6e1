"""Waiting for the thing itself, never for a time: it comes, however much else this machine has to do."""

import time
from collections.abc import Callable

PATIENCE = 20.0
"""Seconds after which what has not come will not come."""


def wait_until(
    is_true: Callable[[], object], failure: str = "", *, pause: float = 0.01, patience: float = PATIENCE
) -> None:
    """Wait until something is true, looking again after each pause of so many seconds."""
    late = time.monotonic() + patience
    while not is_true():
        assert time.monotonic() < late, failure or f"waited {patience:g} s in vain"
        time.sleep(pause)
