"""The lines of a board of Shogun as people type it: ``Settsu blue castle``, a heading, ``points blue=23``."""

from collections.abc import Collection, Iterator, Sequence

from companion.data.shogun.facts import facts
from companion.data.vocabulary import folded, vocabulary


def typed_rows(text: str, provinces: Collection[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that has any, with its number from 1; ``#`` begins a comment.

    Blanks part ``Kai blue castle,temple``, commas part ``Awa Boso,blue``.
    """
    names = {folded(name) for name in provinces}
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _cells(line.split("#", 1)[0], names)
        if cells:
            yield number, cells


def _cells(content: str, names: Collection[str]) -> list[str]:
    for separator in ("\t", ";", ","):
        cells = [cell.strip().strip('"').strip() for cell in content.split(separator)]
        first = cells[0]
        if len(cells) > 1 and any(cells) and (" " not in first or folded(first) in names):
            return cells
    return content.split()


def is_heading(cells: Sequence[str]) -> bool:
    """True for a line that names the columns."""
    names = [vocabulary("shogun", "column").find(cell) for cell in cells]
    return folded(cells[0]) == "province" or ("province" in names and None not in names)


def amount_in(cells: Sequence[str]) -> str | None:
    """The amount that a line gives each player, such as points; ``None`` for any other line."""
    return vocabulary("shogun", "amount").find(cells[0].rstrip(":"))


def is_typed_board(text: str) -> bool:
    """True for a text of which every line begins with a province, and somebody owns one."""
    provinces = {folded(card.province) for card in facts().cards}
    colours, owned = vocabulary("shogun", "colour"), False
    for _, cells in typed_rows(text, provinces):
        if not is_heading(cells) and amount_in(cells) is None:
            if folded(cells[0]) not in provinces:
                return False
            owned = owned or any(colours.find(cell) for cell in cells[1:])
    return owned
