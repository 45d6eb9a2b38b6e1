"""Spools: what is made of a large deck lies on disk until it is needed; memory hardly grows with it."""

from __future__ import annotations

import marshal
import tempfile
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple
from weakref import finalize

from companion.errors import OutputError

AT_ONCE = 1 << 16  # the bytes written and read at once
LENGTH = 4  # the bytes before a value that tell its length
LAP = 1 << 18  # the bytes kept in memory before there is a file at all: most prints need none


class Spool:
    """Bytes that are put behind one another and read again, in a file without a name that goes with it."""

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._size = 0
        self._begins = 0
        self._last = bytearray()
        self._read: tuple[int, bytes] = 0, b""

    def __len__(self) -> int:
        return self._size

    def write(self, part: bytes) -> int:
        """Put bytes behind the others, and give their number."""
        self._last += part
        self._size += len(part)
        if len(self._last) >= (AT_ONCE if self._file else LAP):
            try:
                if self._file is None:
                    self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - it goes with the spool
                    finalize(self, self._file.close)
                self._file.seek(self._begins)
                rest = memoryview(self._last)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError as error:
                raise _unwritten(error) from None
            rest.release()
            self._begins, self._last = self._size, bytearray()
        return len(part)

    def put(self, thing: Any) -> int:
        """Put a value behind the others, and give the number under which it is found again."""
        at, written = self._size, marshal.dumps(thing)
        self.write(len(written).to_bytes(LENGTH) + written)
        return at

    def get(self, at: int) -> Any:
        """A value that was put in."""
        length = int.from_bytes(self._part(at, LENGTH))
        return marshal.loads(self._part(at + LENGTH, length))

    def _part(self, at: int, length: int) -> bytes:
        if at >= self._begins:
            return bytes(self._last[at - self._begins : at - self._begins + length])
        begins, known = self._read
        if not begins <= at <= at + length <= begins + len(known):
            self._read = begins, known = at, self._load(at, max(length, AT_ONCE))
        return known[at - begins : at - begins + length]

    def passage(self, part: bytes) -> Passage:
        """Put bytes behind the others, as the content of a file."""
        at = self._size
        return Passage(self, at, self.write(part))

    def parts(self, begin: int = 0, end: int | None = None) -> Iterator[bytes]:
        """All bytes, or those of a passage, piece by piece."""
        end = self._size if end is None else end
        for at in range(begin, end, AT_ONCE):
            yield self._part(at, min(AT_ONCE, end - at))

    def _load(self, at: int, length: int) -> bytes:
        """Bytes of the file, and of what stands behind it where a piece reaches that far."""
        assert self._file is not None
        try:
            self._file.seek(at)
            found = bytearray()
            while more := self._file.read(length - len(found)):
                found += more
        except OSError as error:
            raise _unwritten(error) from None
        return bytes(found + self._last[: length - len(found)])


class Passage(NamedTuple):
    """The content of one file among many: a part of a spool that they share."""

    spool: Spool
    begin: int
    length: int  # bytes

    def parts(self) -> Iterator[bytes]:
        """Its bytes, piece by piece."""
        return self.spool.parts(self.begin, self.begin + self.length)


def _unwritten(error: OSError) -> OutputError:
    return OutputError(
        "nothing was written: the folder {folder} for files in the making cannot be used ({reason}).",
        folder=tempfile.gettempdir(),
        reason=error.strerror,
    )
