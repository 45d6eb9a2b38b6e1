"""resvg in a program of its own that draws one file after another: what a stranger drew may never end."""

import atexit
import sys
from base64 import b64decode
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock, Timer
from typing import Any

MOST_SECONDS = 20  # by the clock; ten times what the slowest of 400 files takes, for others may be at work
PROGRAM = """
import base64, json, sys, resvg_py
for line in sys.stdin.buffer:
    try:
        print(base64.b64encode(resvg_py.svg_to_bytes(**json.loads(line))).decode(), flush=True)
    except BaseException:
        print(flush=True)
"""
_RUNNING: list[Any] = []  # one at most
_ONE_BY_ONE = Lock()


def drawn(order: str) -> bytes:
    """A PNG drawn as an order says, in JSON; nothing where it cannot be drawn, or not in `MOST_SECONDS`."""
    with _ONE_BY_ONE:
        if not _RUNNING:
            command = [sys.executable, "-c", PROGRAM]
            _RUNNING.append(Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL))
        (program,), answer = _RUNNING, b""
        late = Timer(MOST_SECONDS, program.kill)
        late.start()
        try:
            with suppress(OSError):  # it has ended
                program.stdin.write(order.encode() + b"\n")
                program.stdin.flush()
                answer = program.stdout.readline()
        finally:
            late.cancel()
            late.join()
            if not answer.endswith(b"\n") or program.poll() is not None:
                end()
        return b64decode(answer) if answer.endswith(b"\n") else b""


@atexit.register
def end() -> None:
    """End the program; the next order starts another."""
    while _RUNNING:
        with _RUNNING.pop() as program:
            program.kill()
