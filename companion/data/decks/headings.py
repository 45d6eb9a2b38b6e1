"""Names of columns: the heading of a table is known by them, in three languages, and so is the language of cells."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.data.catalogue import LANGUAGES
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


CODES = {*LANGUAGES} | set(
    """
    af ar bg bn br ca co cs cy da de el en eo es et eu fa fi fr ga gd gl he hi hr hu hy id is it ja
    ka ko la lb lt lv mk mt nb nl nn no oc pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh
    """.split()  # noqa: SIM905 - a list would take sixty lines
)
"""Languages (ours, and those of ISO 639-1) that the end of a column's name may stand for."""


def find_languages(columns: Iterable[str]) -> set[str]:
    """The codes of the languages at the ends of column names."""
    return {code for head, _, code in (name.rpartition(".") for name in columns) if head and code in CODES}


def has_unmarked_language(columns: Collection[str]) -> bool:
    """True if a column without a language stands for English: ``title`` beside ``title.fr``, without ``title.en``."""
    pairs = (name.rpartition(".") for name in columns)
    return any(code in CODES and head in columns and f"{head}.en" not in columns for head, _, code in pairs)


def select_language(fields: Mapping[str, str], code: str) -> dict[str, str]:
    """The fields of a card in one language, without its code; no empty ones where a column has no language."""
    end = f".{code}"
    texts = ((name.removesuffix(end), text) for name, text in fields.items() if name.endswith(end))
    return {name: text for name, text in texts if text or name not in fields}
