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
_FIELDS = {name: shown for shown, names in PLAIN.items() for name in names.split()}


def list_known_fields(cells: Sequence[str]) -> set[str]:
    """The fields of the plain face that cells name, as a heading does; endings such as ``.en`` do not count."""
    plain = (re.sub(r"\.\w\w$", "", cell.casefold()) for cell in cells)
    return {_FIELDS[name] for name in plain if name in _FIELDS}


def find_heading(lines: Sequence[tuple[int, Sequence[str]]]) -> int:
    """The index of the heading among the first numbered lines of a table, none of which is empty.

    It is the first, unless that looks like a title: then a line below has more names that columns usually
    have, and either more cells, several such names, or an empty row above it.
    """
    filled = [[cell for cell in cells if cell] for _, cells in lines]
    for at in range(1, len(lines)):
        known, above = len(list_known_fields(filled[at])), filled[:at]
        apart, wider = lines[at][0] > lines[at - 1][0] + 1, len(filled[at]) > max(map(len, above))
        named = known > len(list_known_fields(filled[0])) and (wider or apart or known > 1)
        alone = apart and wider and all(len(cells) == 1 for cells in above) and not list_known_fields(filled[0])
        if (named or alone) and all(find_number(cell) is None for cell in filled[at]):
            return at
    return 0
