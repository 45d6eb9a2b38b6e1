"""A peak is that of the command, whatever the process is that measures it."""

import subprocess
import sys

MEASURE = """
import sys
from tests.bench.fresh import fresh
ballast = bytearray({size})
for at in range(0, len(ballast), 4096):
    ballast[at] = 1
print(fresh(["--version"])[1])
"""


def test_a_peak_is_the_same_from_a_large_process() -> None:
    small, large = (
        float(
            subprocess.run(
                [sys.executable, "-c", MEASURE.format(size=size)], capture_output=True, text=True, check=True
            ).stdout
        )
        for size in (1, 300_000_000)
    )
    assert large < 200
    assert abs(large - small) < 10
