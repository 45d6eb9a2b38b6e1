"""Photos looked at in a program of its own: a photo comes from anywhere, and the table must outlive it.

The program has so much memory and so much time and no more; it writes no file, and what it answers is taken
as values and nothing else.
"""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import sys
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence, say
from companion.service.honshu.photo_look import PhotoWish, SeenPhotos, look

_PATIENCE = 40.0
"""Seconds that a reading may take; four photos of 50 megapixels take a third of it."""
_MOST_BYTES_OF_MEMORY = 1_500_000_000
"""Bytes of addresses; four photos of 50 megapixels are read within half of them."""
_NICE = 5  # what the table does comes first
_TOO_MUCH = say("The photo could not be read here; it may be too large. Send a smaller one, or type the map.")


async def look_beside(wish: PhotoWish) -> SeenPhotos:
    """Look at photos without holding up anybody; cancelled, it stops."""
    # A group of its own: Ctrl-C ends the table, and the table ends the reading.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "companion.web.serving.photo",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    try:
        async with asyncio.timeout(_PATIENCE):
            told, _ = await process.communicate(pickle.dumps(wish))
        heard = _Values(io.BytesIO(told)).load()
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except (EOFError, pickle.UnpicklingError):
        raise Refused(_TOO_MUCH) from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if not isinstance(heard, SeenPhotos):
        raise Refused(heard)
    return heard


class _Values(pickle.Unpickler):
    """Reads what the program answers: values of ours, and nothing that does anything."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith("companion.") else None
        if not isinstance(found, type) or not (is_dataclass(found) or issubclass(found, Enum)):
            raise pickle.UnpicklingError(name)
        return found


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
    """Read the photos that are sent, and tell what was seen."""
    wish: PhotoWish = pickle.loads(sys.stdin.buffer.read())  # from the table, which wrote it itself
    goal = sys.stdout.buffer
    sys.stdout = sys.stderr
    _limit()
    told: SeenPhotos | Sentence
    try:
        told = look(wish)
    except CompanionError as error:
        told = error.whole
    except MemoryError:
        told = _TOO_MUCH
    goal.write(pickle.dumps(told))


if __name__ == "__main__":
    main()
