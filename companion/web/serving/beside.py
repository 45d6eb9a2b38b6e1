"""Work done in a program of its own: a photo, say, comes from anywhere, and the table must outlive it.

The program has so much memory and so much time and no more; it writes no file, and what it answers is taken
as values and nothing else.
"""

import asyncio
import io
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum, EnumType
from typing import Any, cast

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence

_PATIENCE = 40.0  # seconds that the work may take; four photos of 50 megapixels take a third of it
_MOST_BYTES_OF_MEMORY = 1_500_000_000
"""Bytes of addresses; four photos of 50 megapixels are read within half of them."""
_NICE = 5  # what the table does comes first


async def work_beside(work: Callable[[Any], object], wish: object) -> object:
    """The answer of a function to a wish, without holding up anybody; cancelled, it stops.

    Raises:
        TimeoutError: When it takes too long.
        MemoryError: When it takes too much, or ends without an answer.
    """
    process = await program_beside(
        "companion.web.serving.beside", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"
    )
    try:
        async with asyncio.timeout(_PATIENCE):
            told, _ = await process.communicate(pickle.dumps((work, wish)))
        heard = _Values(io.BytesIO(told)).load()
    except (EOFError, pickle.UnpicklingError):
        raise MemoryError from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if isinstance(heard, Sentence):
        raise Refused(heard)
    return heard


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
        if not isinstance(found, type) or not (is_dataclass(found) or issubclass(found, Enum)):
            raise pickle.UnpicklingError(name)
        return found


def _member(of: object, name: str) -> Enum:
    """The member of an enumeration, which Python before 3.11.4 names as an attribute."""
    if isinstance(of, EnumType) and name in of.__members__:
        return cast("Enum", of[name])
    raise pickle.UnpicklingError(name)


def _limit() -> None:
    """Give this program so much and no more; where the system cannot, the table's patience is the limit."""
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    try:
        import resource
    except ImportError:  # Windows
        return
    seconds = int(_PATIENCE)
    for what, most in (
        (resource.RLIMIT_AS, _MOST_BYTES_OF_MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def main() -> None:
    """Do the work that is sent, and tell what came of it; nothing where the memory does not suffice."""
    work, wish = pickle.loads(sys.stdin.buffer.read())  # from the table, which wrote it itself
    goal = sys.stdout.buffer
    sys.stdout = sys.stderr
    _limit()
    with suppress(MemoryError):
        try:
            told = work(wish)
        except CompanionError as error:
            told = error.whole
        goal.write(pickle.dumps(told))


if __name__ == "__main__":
    main()
