"""The heading of a table: known by the names that columns usually have, in three languages."""

import re
from collections.abc import Sequence

from companion.data.decks.values import find_number

PLAIN = {
    "number": "number id # no nr numéro n° nummer",
    "title": "title name card titre nom carte titel karte",
    "value": "value cost price points valeur coût prix wert kosten preis punkte",
    "colour": "colour color couleur farbe",
    "text": "text description rules rule effect texte règles règle effet beschreibung regeln regel wirkung",
    "copies": "copies count qty quantity quantité nombre exemplaires anzahl menge exemplare stück",
}
"""Fields of the plain face, each with names of columns that give it, in small letters; the first match counts."""

MOST_TITLES = 10  # rows among which the heading is looked for
_FIELDS = {name: field for field, names in PLAIN.items() for name in names.split()}


def list_known_fields(cells: Sequence[str]) -> set[str]:
    """The fields of the plain face that cells name, as a heading does; endings such as ``.en`` do not count."""
    plain = (re.sub(r"\.\w\w$", "", cell.casefold()) for cell in cells)
    return {_FIELDS[name] for name in plain if name in _FIELDS}


def find_heading(lines: Sequence[tuple[int, Sequence[str]]]) -> int:
    """The index of the heading among the first numbered lines of a table, none of which is empty.

    It is the first, unless that looks like a title: then a line below has more names that columns usually
    have, and either more cells, several such names, or an empty row above it.
    """
    rows = [[cell for cell in cells if cell] for _, cells in lines]
    fields = [len(list_known_fields(row)) for row in rows]
    for at in range(1, len(lines)):
        has_gap, is_wider = lines[at][0] > lines[at - 1][0] + 1, len(rows[at]) > max(map(len, rows[:at]))
        has_names = fields[at] > fields[0] and (is_wider or has_gap or fields[at] > 1)
        is_below_title = has_gap and is_wider and not fields[0] and all(len(row) == 1 for row in rows[:at])
        if (has_names or is_below_title) and all(find_number(cell) is None for cell in rows[at]):
            return at
    return 0
