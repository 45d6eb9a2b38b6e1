"""Bytes as frames of a moving code: whoever films them has it whole, in any order, with frames missed.

The scheme is a random linear fountain, systematic at first: the bytes are cut into pieces of one length; the
first frames are the pieces, each later one the sum (xor) of pieces that its number chooses. About as many
frames as pieces are enough, whichever they are. A frame is text that a QR code holds in its alphanumeric
mode: our name, then in base32 a fingerprint of all, its length, the frame's number, a piece, and a CRC.
"""

from base64 import b32decode, b32encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256, shake_128
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from companion.errors import InputError, TableError

SIGN = "COMPANION"
"""The beginning of every frame; the version of the scheme and a colon follow."""

MOST_BYTES = 200_000
"""The most that is shown so: a minute of frames."""

_HEAD = f"{SIGN}1:"
_PIECE = 390  # bytes; a code of them has 73 squares a side, which a phone shows and another one reads
_MOST_PIECES = 1000  # of frames that are read
_FRAME, _CHECK = Struct(">8sII"), 4  # a fingerprint, the length of all, the frame's number; bytes of a CRC


@dataclass(frozen=True)
class Fountain:
    """What can be shown without an end."""

    content: bytes

    @cached_property
    def _pieces(self) -> tuple[int, ...]:
        size = self.size
        padded = self.content.ljust(size * _pieces_of(len(self.content), size), b"\0")
        return tuple(int.from_bytes(padded[at : at + size]) for at in range(0, len(padded), size))

    @property
    def size(self) -> int:
        """Bytes of a piece: all are equally long, and the last is not much emptier than the others."""
        return -(-len(self.content) // _pieces_of(len(self.content), _PIECE))

    @property
    def count(self) -> int:
        """The number of pieces, which is the least of frames that tell all."""
        return len(self._pieces)

    def frame(self, number: int) -> str:
        """A frame by its number, from 0."""
        pieces, mark = self._pieces, fingerprint(self.content)
        chosen, piece = _choice(mark, number, len(pieces)), 0
        for at, each in enumerate(pieces):
            piece ^= each if chosen >> at & 1 else 0
        told = _FRAME.pack(mark, len(self.content), number) + piece.to_bytes(self.size)
        return _HEAD + b32encode(told + crc32(told).to_bytes(_CHECK)).decode().rstrip("=")


def fingerprint(content: bytes) -> bytes:
    """The bytes by which frames that belong together are known."""
    return sha256(content).digest()[:8]


def _pieces_of(length: int, size: int) -> int:
    return max(1, -(-length // size))


def _choice(mark: bytes, number: int, count: int) -> int:
    """The pieces that are summed up in a frame, as bits: one at first, then half of them or so."""
    if number < count:
        return 1 << number
    drawn = shake_128(mark + number.to_bytes(4)).digest(-(-count // 8))
    return int.from_bytes(drawn) % (1 << count) or (1 << count) - 1


class Frame(NamedTuple):
    """A frame as it was read, whole."""

    mark: bytes  # the fingerprint of what it belongs to
    length: int
    number: int
    piece: bytes


def read_frame(text: str) -> Frame | None:
    """A frame from the text of a code; ``None`` for one that was spoilt on the way.

    What is no frame, or one of a newer scheme, is refused.
    """
    if not text.startswith(SIGN):
        raise InputError("This code shows no table; point the camera at the moving code of the other phone.")
    if not text.startswith(_HEAD):
        raise TableError("That was shown by a newer Companion; install the newest one.")
    packed = text.removeprefix(_HEAD)
    try:
        content = b32decode(packed + "=" * (-len(packed) % 8))
    except ValueError:
        return None
    told, check = content[:-_CHECK], content[-_CHECK:]
    if len(told) <= _FRAME.size or crc32(told).to_bytes(_CHECK) != check:
        return None
    (mark, length, number), piece = _FRAME.unpack_from(told), told[_FRAME.size :]
    likely = 0 < length <= MOST_BYTES and _pieces_of(length, len(piece)) <= _MOST_PIECES
    return Frame(mark, length, number, piece) if likely else None


@dataclass
class Collected:
    """The frames of one thing, as they come: each that tells something new brings it a piece nearer."""

    first: Frame
    _sums: dict[int, tuple[int, int]] = field(default_factory=dict)  # by their highest piece

    @property
    def count(self) -> int:
        """The pieces there are."""
        return _pieces_of(self.first.length, len(self.first.piece))

    @property
    def known(self) -> int:
        """The pieces that are known, or would be with the others."""
        return len(self._sums)

    def take(self, frame: Frame) -> bool:
        """Take a frame in, the first one too; whether it belongs here."""
        if frame[:2] != self.first[:2] or len(frame.piece) != len(self.first.piece):
            return False
        chosen, piece = _choice(frame.mark, frame.number, self.count), int.from_bytes(frame.piece)
        while (highest := chosen.bit_length() - 1) in self._sums:
            other, known = self._sums[highest]
            chosen, piece = chosen ^ other, piece ^ known
        if chosen:
            self._sums[highest] = chosen, piece
        return True

    def whole(self) -> bytes | None:
        """What was shown, once all is known; ``None`` before, and where it is not what it ought to be."""
        if self.known < self.count:
            return None
        content = b"".join(self._solved())[: self.first.length]
        return content if fingerprint(content) == self.first.mark else None

    def _solved(self) -> Iterator[bytes]:
        solved = list[int]()
        for at in range(self.count):
            chosen, piece = self._sums[at]
            for lower, known in enumerate(solved):
                piece ^= known if chosen >> lower & 1 else 0
            solved.append(piece)
            yield piece.to_bytes(len(self.first.piece))
