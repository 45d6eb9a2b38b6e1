"""resvg in a program of its own that draws one file after another: what a stranger drew may never end."""

import atexit
import json
import subprocess
import sys
from threading import Lock, Timer

MOST_SECONDS = 8
PROGRAM = """
import json, sys, resvg_py
for line in sys.stdin.buffer:
    try:
        drawn = resvg_py.svg_to_bytes(**json.loads(line))
    except BaseException:
        drawn = b""
    sys.stdout.buffer.write(len(drawn).to_bytes(4, "big") + drawn)
    sys.stdout.buffer.flush()
"""
_RUNNING: list[subprocess.Popen[bytes]] = []  # one at most
_ONE_BY_ONE = Lock()


def drawn(order: dict[str, object]) -> bytes:
    """A PNG drawn as an order to resvg says; nothing where it cannot be drawn, or not in `MOST_SECONDS`."""
    with _ONE_BY_ONE:
        if not _RUNNING:
            command = [sys.executable, "-c", PROGRAM]
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            _RUNNING.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing))
        (program,) = _RUNNING
        assert program.stdin
        assert program.stdout
        late = Timer(MOST_SECONDS, program.kill)
        late.start()
        content, size = b"", 0
        try:
            program.stdin.write(json.dumps(order).encode() + b"\n")
            program.stdin.flush()
            size = int.from_bytes(program.stdout.read(4), "big")
            content = program.stdout.read(size)
        except OSError:  # it has ended
            size = 0
        finally:
            late.cancel()
            late.join()
            if not size or len(content) < size or program.poll() is not None:
                end()
        return content if len(content) == size else b""


@atexit.register
def end() -> None:
    """End the program; the next order starts another."""
    while _RUNNING:
        with _RUNNING.pop() as program:
            program.kill()
