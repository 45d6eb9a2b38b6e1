"""The record of cut cards: a hash a card, so that only changed cards are printed again.

The manifest is a TOML file a person can read: ``"map-cards/12" = "1 x 3f9a0c21b7d4"`` - the copies, and a
hash of their look, front and back. Cards that were printed since, and that nobody has yet said to have cut
out, stand under ``[waiting]``: paper jams, and a sheet that was never cut is no card.
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
from companion.sentences import shortened

HEAD = "# What is cut out, card by card: copies x look. Delete this file to print everything again.\n"
WAITING = "waiting"
QUOTED = 80  # letters of an error that are repeated
ENTRY = re.compile(r"([0-9]{1,6}) x (\w{1,64})", re.ASCII)


@dataclass(frozen=True)
class Manifest:
    """The cards of an edition: copies and look of each, by component and card."""

    cut: Mapping[str, str] = field(default_factory=dict)  # on the table, as far as anybody has said
    waiting: Mapping[str, str] = field(default_factory=dict)  # printed since, and not yet said to be cut out

    def confirmed(self, picked: Collection[str] = ()) -> Manifest:
        """The manifest once the waiting cards are cut out: all of them, or those named."""
        done = {key: entry for key, entry in self.waiting.items() if not picked or key in picked}
        left = {key: entry for key, entry in self.waiting.items() if key not in done}
        return Manifest({**self.cut, **done}, left)

    def text(self) -> str:
        """The manifest as a text."""
        lines = [HEAD, *_lines(self.cut)]
        if self.waiting:
            lines += [f"\n[{WAITING}]\n", *_lines(self.waiting)]
        return "".join(lines)


def _lines(entries: Mapping[str, str]) -> list[str]:
    return [f'{_quoted(key)} = "{entry}"\n' for key, entry in entries.items()]


def _quoted(key: str) -> str:
    """A key as TOML has it, whatever a card is called."""
    plain = key.replace("\\", "\\\\").replace('"', '\\"')
    shown = (each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)
    return f'"{"".join(shown)}"'


Known = dict[int, str]  # the look of frames that live on, by their identity


def looks(pieces: Sequence[Piece], known: Known | None = None) -> dict[str, str]:
    """Copies and look of every card; `known` holds looks found before."""
    known = {} if known is None else known
    copies = Counter(piece.key for piece in pieces)
    found = {}
    for piece in pieces:
        sides = [look(side, known) for side in (piece.front, piece.back) if side is not None]
        found[piece.key] = f"{copies[piece.key]} x {hashlib.sha256(''.join(sides).encode()).hexdigest()[:12]}"
    return found


def changed(pieces: Sequence[Piece], before: Mapping[str, str], known: Known | None = None) -> list[Piece]:
    """The pieces that look otherwise than those that are cut out, and copies that were too few; in order.

    A card that looks the same but has more copies than before gives only the new copies.
    """
    now = looks(pieces, known)
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
    """Read a manifest; one that is not there is empty, as before the first print."""
    if not file.exists():
        return Manifest()
    try:
        raw = tomllib.loads(read_text(file, own=True))
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no TOMLDecodeError
        raise InputError(
            "this is not a manifest any more ({reason}); delete it to print everything.",
            place=Place(file=str(file)),
            reason=shortened(str(error), QUOTED),
        ) from None
    waiting = raw.pop(WAITING, {})
    if not isinstance(waiting, dict):
        raise _foreign(file, WAITING, waiting)
    return Manifest(_entries(file, raw), _entries(file, waiting))


def _entries(file: Path, raw: Mapping[str, Any]) -> Mapping[str, str]:
    for key, entry in raw.items():
        if not isinstance(entry, str) or not ENTRY.fullmatch(entry):
            raise _foreign(file, key, entry)
    return raw


def _foreign(file: Path, key: str, entry: object) -> InputError:
    return InputError(
        "the entry {key} = '{entry}' is none of ours; delete the file to print everything.",
        place=Place(file=str(file)),
        key=shortened(key, QUOTED),
        entry=shortened(str(entry), QUOTED),
    )


def look(frame: Frame, known: Known) -> str:
    """A hash of everything a frame draws, nested frames and pictures included."""
    if id(frame) not in known:
        digest = hashlib.sha256(str(frame).encode())
        for item in frame.items:
            if isinstance(item, Use):
                digest.update(look(item.frame, known).encode())
            elif isinstance(item, Picture):
                digest.update(Path(item.file).read_bytes())
        known[id(frame)] = digest.hexdigest()
    return known[id(frame)]
