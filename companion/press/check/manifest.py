"""The record of cut cards: a hash for each card, so that only changed cards are printed again.

The manifest is a TOML file a person can read: ``"map-cards/12" = "1 x 3f9a0c21b7d4"`` - the copies, and
a hash of their look, front and back. Cards printed since, but not yet confirmed as cut out, stand under
``[waiting]``: paper jams, and a sheet that was never cut is no card.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.data.files import read_text
from companion.errors import InputError, Place
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame, Picture, Use
from companion.sentences import shorten_text

HEAD = "# What is cut out, card by card: copies x look. Delete this file to print everything again.\n"
WAITING = "waiting"
QUOTED = 80  # letters of an error that are repeated
ENTRY = re.compile(r"([0-9]{1,6}) x (\w{1,64})", re.ASCII)


@dataclass(frozen=True)
class Manifest:
    """The cards of an edition: copies and look of each, by component and card."""

    cut: Mapping[str, str] = field(default_factory=dict)  # on the table, as far as anybody has said
    waiting: Mapping[str, str] = field(default_factory=dict)  # printed since, and not yet said to be cut out

    def with_confirmed(self, picked: Collection[str] = ()) -> Manifest:
        """The manifest after the waiting cards are cut out: all of them, or those picked."""
        done = {key: entry for key, entry in self.waiting.items() if not picked or key in picked}
        left = {key: entry for key, entry in self.waiting.items() if key not in done}
        return Manifest({**self.cut, **done}, left)

    def format(self) -> str:
        lines = [HEAD, *_format_lines(self.cut)]
        if self.waiting:
            lines += [f"\n[{WAITING}]\n", *_format_lines(self.waiting)]
        return "".join(lines)


def _format_lines(entries: Mapping[str, str]) -> list[str]:
    return [f'{_quote_key(key)} = "{entry}"\n' for key, entry in entries.items()]


def _quote_key(key: str) -> str:
    """A key quoted for TOML, whatever characters a card name has."""
    plain = key.replace("\\", "\\\\").replace('"', '\\"')
    shown = (each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)
    return f'"{"".join(shown)}"'


LookCache = dict[int, str]  # the look of frames that live on, by their identity


def list_looks(pieces: Sequence[Piece], known: LookCache | None = None) -> dict[str, str]:
    """The copies and look of every card, as in a manifest; `known` caches looks found before."""
    known = {} if known is None else known
    copies = Counter(piece.key for piece in pieces)
    found = {}
    for piece in pieces:
        sides = [hash_frame(side, known) for side in (piece.front, piece.back) if side is not None]
        found[piece.key] = f"{copies[piece.key]} x {hashlib.sha256(''.join(sides).encode()).hexdigest()[:12]}"
    return found


def list_changed(pieces: Sequence[Piece], before: Mapping[str, str], known: LookCache | None = None) -> list[Piece]:
    """The pieces that look different from those cut out, and copies that are missing; in order.

    Of a card that looks the same but now has more copies, only the new copies.
    """
    now = list_looks(pieces, known)
    wanted: Counter[str] = Counter()
    for key, entry in now.items():
        copies, look = entry.split(" x ")
        had, old_look = before.get(key, "0 x ").split(" x ")
        wanted[key] = max(0, int(copies) - int(had)) if look == old_look else int(copies)
    chosen = []
    for piece in pieces:
        if wanted[piece.key] > 0:
            wanted[piece.key] -= 1
            chosen.append(piece)
    return chosen


def read_manifest(file: Path) -> Manifest:
    """Read a manifest; a missing file gives an empty one, as before the first print."""
    if not file.exists():
        return Manifest()
    try:
        raw = tomllib.loads(read_text(file, own=True))
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no TOMLDecodeError
        raise InputError(
            "this is not a manifest any more ({reason}); delete it to print everything.",
            place=Place(file=str(file)),
            reason=shorten_text(str(error), QUOTED),
        ) from None
    waiting = raw.pop(WAITING, {})
    if not isinstance(waiting, dict):
        raise _build_entry_error(file, WAITING, waiting)
    return Manifest(_check_entries(file, raw), _check_entries(file, waiting))


def _check_entries(file: Path, raw: Mapping[str, Any]) -> Mapping[str, str]:
    for key, entry in raw.items():
        if not isinstance(entry, str) or not ENTRY.fullmatch(entry):
            raise _build_entry_error(file, key, entry)
    return raw


def _build_entry_error(file: Path, key: str, entry: object) -> InputError:
    return InputError(
        "the entry {key} = '{entry}' is none of ours; delete the file to print everything.",
        place=Place(file=str(file)),
        key=shorten_text(key, QUOTED),
        entry=shorten_text(str(entry), QUOTED),
    )


def hash_frame(frame: Frame, known: LookCache) -> str:
    """A hash of all that a frame draws, nested frames and pictures included."""
    if id(frame) not in known:
        digest = hashlib.sha256(str(frame).encode())
        for item in frame.items:
            if isinstance(item, Use):
                digest.update(hash_frame(item.frame, known).encode())
            elif isinstance(item, Picture):
                digest.update(Path(item.file).read_bytes())
        known[id(frame)] = digest.hexdigest()
    return known[id(frame)]
