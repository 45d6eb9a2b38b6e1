"""What was printed last time: a hash a card beside the PDF, so that only changed cards are printed again.

The manifest is a TOML file a person can read: ``"map-cards/12" = "1 x 3f9a0c21b7d4"`` - how many
copies, and what they looked like, front and back.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.data.files import read_text
from companion.errors import InputError, Place
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Picture, Use

__all__ = ["changed", "manifest", "read_manifest", "written"]

HEAD = "# What was printed last, card by card: copies x look. Delete this file to print everything again.\n"


def manifest(pieces: Sequence[Piece]) -> dict[str, str]:
    """Copies and look of every card."""
    looks: dict[int, str] = {}
    copies = Counter(_key(piece) for piece in pieces)
    found = {}
    for piece in pieces:
        sides = [_look(side, looks) for side in (piece.front, piece.back) if side is not None]
        found[_key(piece)] = (
            f"{copies[_key(piece)]} x {hashlib.sha256(''.join(sides).encode()).hexdigest()[:12]}"
        )
    return found


def changed(pieces: Sequence[Piece], before: Mapping[str, str]) -> list[Piece]:
    """The pieces that look otherwise than last time, and copies that were too few; in order.

    A card that looks the same but has more copies than before gives only the new copies.
    """
    now = manifest(pieces)
    wanted: Counter[str] = Counter()
    for key, entry in now.items():
        copies, look = entry.split(" x ")
        had, old_look = before.get(key, "0 x ").split(" x ")
        wanted[key] = max(0, int(copies) - int(had)) if look == old_look else int(copies)
    chosen = []
    for piece in pieces:
        if wanted[_key(piece)] > 0:
            wanted[_key(piece)] -= 1
            chosen.append(piece)
    return chosen


def written(entries: Mapping[str, str]) -> str:
    """The manifest as a text."""
    return HEAD + "".join(f'"{key}" = "{entry}"\n' for key, entry in entries.items())


def read_manifest(file: Path) -> dict[str, str]:
    """Read a manifest; one that is not there is empty, as before the first print.

    Raises:
        InputError: When it is not a manifest any more.
    """
    if not file.exists():
        return {}
    try:
        raw = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            "this is not a manifest any more ({reason}); delete it to print everything.",
            place=Place(file=str(file)), reason=str(error),
        ) from None  # fmt: skip
    for key, entry in raw.items():
        copies, times, _ = str(entry).partition(" x ")
        if not times or not copies.isdigit():
            raise InputError(
                "the entry {key} = '{entry}' is none of ours; delete the file to print everything.",
                place=Place(file=str(file)), key=key, entry=entry,
            )  # fmt: skip
    return raw


def _key(piece: Piece) -> str:
    return f"{piece.component}/{piece.card}"


def _look(frame: Frame, known: dict[int, str]) -> str:
    """A hash of everything a frame draws, nested frames and pictures included."""
    if id(frame) not in known:
        digest = hashlib.sha256(str(frame).encode())
        for item in frame.items:
            if isinstance(item, Use):
                digest.update(_look(item.frame, known).encode())
            elif isinstance(item, Picture):
                digest.update(Path(item.file).read_bytes())
        known[id(frame)] = digest.hexdigest()
    return known[id(frame)]
