"""Ports for servers of tests: none that a system gives away by itself, and for each worker its own."""

import os
import socket
from itertools import count

_FIRST, _LAST = 12_000, 32_000  # below those that Linux gives to whoever asks for any (32768 to 60999)
_WORKER, _WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]), 16
_next = count(os.getpid() * 7)


def find_free_port() -> int:
    """A port that nobody listens at, and that nobody is given by chance until the test uses it."""
    while True:
        port = _FIRST + (next(_next) * _WORKERS) % (_LAST - _FIRST) + _WORKER % _WORKERS
        with socket.socket() as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                door.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
