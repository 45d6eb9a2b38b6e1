"""How long calls take."""

from collections.abc import Callable
from time import perf_counter


def measure_call(call: Callable[[], object]) -> float:
    clock = perf_counter()
    call()
    return perf_counter() - clock


def measure_median(call: Callable[[], object], times: int, before: Callable[[], None] = lambda: None) -> float:
    """The median seconds of a call, each after something else."""
    taken = []
    for _ in range(times):
        before()
        taken.append(measure_call(call))
    return sorted(taken)[times // 2]
