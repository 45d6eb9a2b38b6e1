"""Work done in a program of its own: a photo, say, comes from anywhere, and the table must outlive it.

The program has so much memory and so much time and no more; it writes no file, and what it answers is taken
as values and nothing else.
"""

import asyncio
import io
import math
import os
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum, EnumType
from typing import IO, Any, cast

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence

_PATIENCE = 40.0  # seconds that the work may take; four photos of 50 megapixels take a third of it
_MOST_BYTES_OF_MEMORY = 1_500_000_000
"""Bytes of addresses; four photos of 50 megapixels are read within half of them."""
_NICE = 5  # what the table does comes first
_LENGTH = 8  # bytes that say how long a message is


async def work_beside(work: Callable[[Any], object], wish: object) -> object:
    """The answer of a function to a wish, without holding up anybody; cancelled, it stops.

    Raises:
        TimeoutError: When it takes too long.
        MemoryError: When it takes too much, or ends without an answer.
    """
    talk = TalkBeside(work)
    try:
        return await talk.ask(wish)
    finally:
        talk.end()
        if talk.process is not None:
            await talk.process.wait()


class TalkBeside:
    """A talk with a function that remembers, in a program of its own; begun with the first wish."""

    process: asyncio.subprocess.Process | None = None

    def __init__(self, work: Callable[[Any], object]) -> None:
        self._work = work

    async def ask(self, wish: object) -> object:
        """The answer to a wish; see ``work_beside``. Whatever goes wrong ends the program."""
        sent = pickle.dumps(wish)
        if self.process is None:
            sent = pickle.dumps(self._work) + sent
            self.process = await program_beside(
                "companion.web.serving.beside", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"
            )
        try:
            async with asyncio.timeout(_PATIENCE):
                heard = await _exchanged(self.process, sent)
        except BaseException as error:
            self.end()
            if isinstance(error, (EOFError, ConnectionError, pickle.UnpicklingError)):
                raise MemoryError from None
            raise
        if isinstance(heard, Sentence):
            raise Refused(heard)
        return heard

    def end(self) -> None:
        """End the program, whatever it is at."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()


async def _exchanged(process: asyncio.subprocess.Process, sent: bytes) -> object:
    to, back = process.stdin, process.stdout
    assert to is not None
    assert back is not None
    to.write(sent)
    await to.drain()
    return _Values(io.BytesIO(await message(back))).load()


async def message(stream: asyncio.StreamReader) -> bytes:
    """The next message of a program beside."""
    return await stream.readexactly(int.from_bytes(await stream.readexactly(_LENGTH)))


def send(goal: IO[bytes], told: object) -> None:
    """Send a message from a program beside."""
    data = pickle.dumps(told)
    goal.write(len(data).to_bytes(_LENGTH) + data)
    goal.flush()


async def program_beside(module: str, **environment: str) -> asyncio.subprocess.Process:
    """A program of ours that is told what to do, and whose answer is read, through pipes."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", module),  # what lies in the folder where somebody plays is none of ours
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C ends the table, and the table ends the program
        env={**os.environ, **environment},
    )


class _Values(pickle.Unpickler):
    """Reads what the program answers: values of ours, and nothing that does anything."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _member
        found = super().find_class(module, name) if module.startswith("companion.") else None
        if not isinstance(found, type) or not (is_dataclass(found) or issubclass(found, (Enum, tuple))):
            raise pickle.UnpicklingError(name)
        return found


def _member(of: object, name: str) -> Enum:
    """The member of an enumeration, which Python before 3.11.4 names as an attribute."""
    if isinstance(of, EnumType) and name in of.__members__:
        return cast("Enum", of[name])
    raise pickle.UnpicklingError(name)


def _limit() -> None:
    """Give the next wish so much and no more; where the system cannot, the table's patience is the limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    seconds = math.ceil(time.process_time() + _PATIENCE)
    for what, soft, most in (
        (resource.RLIMIT_AS, _MOST_BYTES_OF_MEMORY, _MOST_BYTES_OF_MEMORY),
        (resource.RLIMIT_CPU, seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (soft, most))


def main() -> None:
    """Do the work that is sent, for one wish after another, and tell what came of each.

    Where the memory does not suffice nothing is told.
    """
    heard, goal = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    work = pickle.load(heard)  # from the table, which wrote it itself
    with suppress(MemoryError, EOFError):
        while True:
            wish = pickle.load(heard)
            _limit()
            try:
                told = work(wish)
            except CompanionError as error:
                told = error.whole
            send(goal, told)


if __name__ == "__main__":
    main()
