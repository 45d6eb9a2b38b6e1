"""A player in a process of his own: throws at a table and says so, until he is done or killed.

``python -m tests.table.player FILE TABLE COUNT`` throws so often; with ``new`` for COUNT it begins the table.
``python -m tests.table.player FILE`` waits for lines ``TABLE ACKNOWLEDGED`` and for each lets a player
throw for ever, who adds the number of every answered throw to the file ACKNOWLEDGED; it says his process
id at once, and ``dead`` when he is.
"""

import os
import sys
from pathlib import Path

from companion.play.shogun import GAME as SHOGUN
from companion.table.shelf import Table
from companion.table.store import Store
from tests.table.games import build_attack, open_friday


def throw_many(path: Path, name: str, count: int, answered: int | None = None) -> None:
    with Store(path) as store:
        friday = Table(store, name, SHOGUN)
        while count:
            event = friday.do(build_attack()).event
            if answered is not None:
                os.write(answered, f"{event.number}\n".encode())
            count -= 1


def wait_and_let_throw(path: Path) -> None:
    for line in sys.stdin:
        name, acknowledged = line.split()
        child = os.fork()
        if child == 0:
            throw_many(path, name, -1, os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    if len(sys.argv) == 2:
        wait_and_let_throw(file)
    elif sys.argv[3] == "new":
        open_friday(file, sys.argv[2])
    else:
        throw_many(file, sys.argv[2], int(sys.argv[3]))
