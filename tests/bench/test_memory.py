"""Memory is counted whole, whatever else runs: what is a process's own, and of files each part once."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.bench.memory import Watch, files, own, processes
from tests.waiting import until

HOLD = """
import sys
ballast = bytearray(b"1") * (int(sys.argv[1]) << 20)
print(flush=True)
sys.stdin.read(1)
ballast = None
print(flush=True)
sys.stdin.read()
"""


@contextmanager
def holding(size: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds so many MB until it is told something."""
    words = [sys.executable, "-c", HOLD, str(size)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        yield child
        assert child.stdin is not None
        child.stdin.close()


def test_what_is_a_process_s_own_is_counted_and_files_that_two_have_once() -> None:
    with holding(1) as small, holding(90) as large:
        assert 85 < own(large.pid) - own(small.pid) < 95
        alone = files([small.pid])
        assert alone > 1
        assert alone <= files([small.pid, large.pid]) < 1.2 * alone


def test_the_most_is_told_after_it_has_passed() -> None:
    with closing(Watch()) as watch, holding(90) as child:
        until(lambda: watch.most > 85)
        assert child.stdin is not None
        child.stdin.write(b" ")
        child.stdin.flush()
        until(lambda: watch.now < watch.most - 80)
        assert watch.anew() > 85
        assert watch.most < 50


def test_what_is_gone_takes_nothing() -> None:
    with holding(1) as child:
        pass
    assert own(child.pid) == files([child.pid]) == 0
    assert child.pid not in processes(1)
