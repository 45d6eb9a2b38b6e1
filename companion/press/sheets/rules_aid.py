"""The rules of a game on two pages, in columns, set as large as they fit."""

from collections.abc import Iterator, Sequence

from companion.data.papers import Paper
from companion.data.rulebook.rules import Rule, rulebook
from companion.errors import PaperError
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.frame.page import Page
from companion.press.sheets.column import Column
from companion.sentences import Language, say

PAGES, COLUMNS = 2, 3
LARGEST, LEAST, STEP = 13.0, 6.0, 0.25  # of the type, points
HEAD, GUTTER, GAP, FOOT = 13.0, 5.0, 1.6, 5.0  # of a page and of its columns, and between two rules, mm
INSET = 5.0  # from the printable edge, mm

Block = tuple[Column, bool]  # a heading or a rule, and whether what follows must stand below it


def aid_pages(game: str, paper: Paper, title: str, language: Language, low: bool = False) -> list[Page]:
    """The pages; what says less is set in larger type, and with `low` no area is inked."""
    edge = paper.margin + INSET
    across = (paper.width - 2 * edge - (COLUMNS - 1) * GUTTER) / COLUMNS
    down = paper.height - 2 * edge - HEAD - FOOT
    size = LARGEST
    while size >= LEAST:
        columns = _filled(list(_blocks(rulebook(game), across, size, language)), down)
        if columns is not None:
            return list(_pages(columns, paper, (title, language), across, low))
        size -= STEP
    raise PaperError("{paper} is too small for the rules on two pages.", paper=paper.title)


def _blocks(rules: Sequence[Rule], across: float, size: float, language: Language) -> Iterator[Block]:
    chapter = None
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            head = Column("rules-aid", across)
            head.items.append(Shape(rect(0, 0, 1.2, size * 0.5), fill=VERMILION))
            head.words(rule.chapter.said(language), size * 1.25, "bold", VERMILION, x=2.6)
            yield head, True
        block = Column("rules-aid", across)
        block.words(rule.title.said(language), size, "bold", INDIGO)
        block.words(rule.text.said(language), size, colour=INK)
        if rule.example is not None:
            block.words(rule.example.said(language), size * 0.94, "italic", SOFT)
        yield block, False


def _filled(blocks: Sequence[Block], down: float) -> list[list[Column]] | None:
    """The blocks in columns, or nothing where they need more of them; no heading stands at a foot."""
    columns: list[list[Column]] = [[]]
    left = down
    for number, (block, heads) in enumerate(blocks):
        needed = block.y + (GAP + blocks[number + 1][0].y if heads else 0.0)
        if needed > left:
            columns.append([])
            left = down
            if needed > left:
                return None
        columns[-1].append(block)
        left -= block.y + GAP
    return columns if len(columns) <= PAGES * COLUMNS else None


def _pages(
    columns: Sequence[Sequence[Column]], paper: Paper, titled: tuple[str, Language], across: float, low: bool
) -> Iterator[Page]:
    title, language = titled
    edge, label = paper.margin + INSET, say("{title}, the rules", title=title).said(language)
    band, ink = rect(edge, edge, paper.width - 2 * edge, 9.0), INDIGO if low else "#ffffff"
    for first in range(0, len(columns), COLUMNS):
        items: list[Item] = [
            Shape(band, stroke=INDIGO, width=0.3) if low else Shape(band, fill=INDIGO),
            Text(label, edge + 3, edge + 6.3, 14, "bold", ink),
            Text(f"{first // COLUMNS + 1}", paper.width - edge - 3, edge + 6.3, 14, "bold", ink, "end"),
        ]
        for number, blocks in enumerate(columns[first : first + COLUMNS]):
            x, y = edge + number * (across + GUTTER), edge + HEAD
            if number:
                middle = x - GUTTER / 2
                items.append(
                    Shape(line(middle, y, middle, paper.height - edge - FOOT), stroke=SOFT, width=0.1)
                )
            for block in blocks:
                items.append(Use(block.frame(), Matrix.moved(x, y)))
                y += block.y + GAP
        frame = Frame(label, paper.width, paper.height, tuple(items))
        begins = label if not first else ""
        yield Page(frame, label, begins, free=(paper.width - edge, paper.height - edge, across))
