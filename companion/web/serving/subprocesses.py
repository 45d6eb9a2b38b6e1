"""Work done in a separate process, such as reading a photo, so that a malicious file cannot harm the server.

The process has limited memory and time, and cannot write files; its answer may only hold plain values.
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
from typing import IO, Any, cast

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence

_PATIENCE = 40  # seconds for the work; a photo of 50 megapixels takes a tenth of that
_MOST_BYTES_OF_MEMORY = 1_500_000_000  # address space; a photo of 50 megapixels needs half of it
_NICE = 5  # a lower priority than the server's
_LENGTH = 8  # bytes before each message, which hold its length


async def run_in_process(work: Callable[[Any], object], request: object) -> object:
    """Run a function in a separate process and return its answer; cancelling also ends the process.

    Raises:
        TimeoutError: When it takes too long.
        MemoryError: When it takes too much memory, or ends without an answer.
    """
    process = await start_program("companion.web.serving.subprocesses", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_PATIENCE):
            process.stdin.write(pickle.dumps(work) + pickle.dumps(request))
            await process.stdin.drain()
            answer = _Values(io.BytesIO(await read_message(process.stdout))).load()
    except (EOFError, ConnectionError, pickle.UnpicklingError):
        raise MemoryError from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if isinstance(answer, Sentence):
        raise Refused(answer)
    return answer


async def read_message(stream: asyncio.StreamReader) -> bytes:
    """Read the next message from a process that was started here."""
    return await stream.readexactly(int.from_bytes(await stream.readexactly(_LENGTH)))


def send_message(goal: IO[bytes], value: object) -> None:
    """Send a message from the process to the program that started it."""
    data = pickle.dumps(value)
    goal.write(len(data).to_bytes(_LENGTH) + data)
    goal.flush()


async def start_program(module: str, **environment: str) -> asyncio.subprocess.Process:
    """Start a module of Companion as a process, with pipes to and from it."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", module),  # -P: modules in the current folder are not imported
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C ends the server, which ends this process
        env={**os.environ, **environment},
    )


class _Values(pickle.Unpickler):
    """Unpickles the answer of the process; allows only Companion's value types, and nothing that runs code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _get_member
        kind = super().find_class(module, name) if module.startswith("companion.") else None
        if not isinstance(kind, type) or not (is_dataclass(kind) or issubclass(kind, (Enum, tuple))):
            raise pickle.UnpicklingError(name)
        return kind


def _get_member(of: object, name: str) -> Enum:
    """The member of an enumeration, which Python before 3.11.4 pickles as an attribute."""
    if isinstance(of, EnumType) and name in of.__members__:
        return cast("Enum", of[name])
    raise pickle.UnpicklingError(name)


def _limit_resources() -> None:
    """Limit memory, time and files; on Windows, the server's timeout is the only limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for resource_kind, soft, most in (
        (resource.RLIMIT_AS, _MOST_BYTES_OF_MEMORY, _MOST_BYTES_OF_MEMORY),
        (resource.RLIMIT_CPU, _PATIENCE, resource.getrlimit(resource.RLIMIT_CPU)[1]),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(resource_kind, (soft, most))


def main() -> None:
    """Do the work that is sent on standard input, and send its result; nothing is sent if memory runs out."""
    source, goal = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    work, request = pickle.load(source), pickle.load(source)  # trusted, as the server wrote them
    with suppress(MemoryError):
        _limit_resources()
        try:
            answer = work(request)
        except CompanionError as error:
            answer = error.message
        send_message(goal, answer)


if __name__ == "__main__":
    main()
