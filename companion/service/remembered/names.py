"""Names of people at tables: when two are one, and who sat where."""

import json
import unicodedata
from typing import Any

from companion.table.shelf import Shelf

SEATS = "seats"  # the note beside a table: who sits where, by seat
NAMELESS = "nameless"  # the note beside a table: the seats whose players had their names taken out
VISITORS = "visitors"  # the note of the house: the phones that have joined


def folded(name: str) -> str:
    """A name as it is compared: capitals and blanks make nobody another person."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


def noted(notes: Shelf, table: str, key: str, kind: type) -> Any:
    """A note, read; what a damaged one held is lost, for people join and sit down again in a moment."""
    try:
        value = json.loads(notes.read_note(table, key) or "null")
    except (RecursionError, ValueError):
        value = None
    return value if isinstance(value, kind) else kind()


def rows_of(notes: Shelf, table: str) -> dict[str, dict[str, str]]:
    """The rows of who sits at a table, by seat."""
    return {
        seat: row
        for seat, row in noted(notes, table, SEATS, dict).items()
        if isinstance(row, dict) and all(isinstance(row.get(key), str) for key in ("visitor", "name"))
    }
