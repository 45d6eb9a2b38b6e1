"""The rules of a game on two pages, in columns, set as large as they fit; in larger type on more."""

from collections.abc import Iterator, Sequence

from companion.data.papers import Paper
from companion.data.rulebook.rules import Rule, rulebook
from companion.errors import PaperError
from companion.press.face.marked_text import LARGER
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.sheets.column import Column
from companion.sentences import Language, say
from companion.units import to_millimetres

PAGES, COLUMNS, LARGER_COLUMNS = 2, 3, 2
LARGEST, LEAST, STEP = 13.0, 6.0, 0.25  # of the type, points
HEAD, GUTTER, GAP, FOOT = 13.0, 5.0, 1.6, 5.0  # of a page and of its columns, and between two blocks, mm
INSET = 5.0  # from the printable edge, mm
APART = 0.2  # between a rule's title, its words and its example, as a share of the size of the type

Block = tuple[Column, bool]  # a heading or some words, and whether what follows must stand below it


def aid_pages(
    game: str, paper: Paper, title: str, language: Language, low: bool = False, larger: bool = False
) -> list[Page]:
    """The pages; what says less is set larger, `larger` is half as large again, `low` inks no area."""
    size, label = LARGEST, say("{title}, the rules", title=title).said(language)
    while size >= LEAST:
        blocks, abreast = list(_blocks(rulebook(game), room(paper, COLUMNS), size, language)), COLUMNS
        columns = _filled(blocks, paper)
        if columns and len(columns) <= PAGES * COLUMNS:
            if larger:
                abreast = LARGER_COLUMNS
                blocks = list(_blocks(rulebook(game), room(paper, abreast), LARGER * size, language))
            return columned(blocks, paper, label, abreast, low)
        size -= STEP
    raise PaperError("{paper} is too small for the rules on two pages.", paper=paper.title)


def room(paper: Paper, abreast: int) -> float:
    """The width of one of so many columns, mm."""
    return (paper.width - 2 * (paper.margin + INSET) - (abreast - 1) * GUTTER) / abreast


def heading(words: str, across: float, size: float) -> Block:
    """A heading behind a red bar."""
    head = Column("heading", across)
    head.items.append(Shape(rect(0, 0, 1.2, size * 0.5), fill=VERMILION))
    head.words(words, size * 1.25, "bold", VERMILION, x=2.6)
    return head, True


def _blocks(rules: Sequence[Rule], across: float, size: float, language: Language) -> Iterator[Block]:
    chapter, apart = None, to_millimetres(APART * size)
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            yield heading(rule.chapter.said(language), across, size)
        block = Column("rules-aid", across)
        block.words(rule.title.said(language), size, "bold", INDIGO, gap=apart)
        block.words(rule.text.said(language), size, colour=INK, gap=apart)
        if rule.example is not None:
            block.words(rule.example.said(language), size * 0.94, "italic", SOFT)
        yield block, False


def _filled(blocks: Sequence[Block], paper: Paper) -> list[list[Column]] | None:
    """The blocks in columns, or nothing where one is higher than a column; no heading stands at a foot."""
    columns: list[list[Column]] = [[]]
    left = down = paper.height - 2 * (paper.margin + INSET) - HEAD - FOOT
    for number, (block, heads) in enumerate(blocks):
        needed, below = block.y, number
        while heads:
            below, heads = below + 1, blocks[below + 1][1]
            needed += GAP + blocks[below][0].y
        if needed > left:
            columns.append([])
            left = down
            if needed > left:
                return None
        columns[-1].append(block)
        left -= block.y + GAP
    return columns


def columned(blocks: Sequence[Block], paper: Paper, label: str, abreast: int, low: bool) -> list[Page]:
    """Pages with so many columns `abreast` as all blocks need."""
    columns = _filled(blocks, paper)
    if columns is None:
        raise PaperError("{paper} is too small for words in large type.", paper=paper.title)
    edge, across, pages = paper.margin + INSET, room(paper, abreast), []
    band, ink = rect(edge, edge, paper.width - 2 * edge, 9.0), INDIGO if low else "#ffffff"
    for first in range(0, len(columns), abreast):
        items: list[Item] = [
            Shape(band, stroke=INDIGO, width=0.3) if low else Shape(band, fill=INDIGO),
            Text(label, edge + 3, edge + 6.3, 14, "bold", ink),
            Text(f"{first // abreast + 1}", paper.width - edge - 3, edge + 6.3, 14, "bold", ink, "end"),
        ]
        for number, column in enumerate(columns[first : first + abreast]):
            x, y = edge + number * (across + GUTTER), edge + HEAD
            if number:
                middle = x - GUTTER / 2
                items.append(
                    Shape(line(middle, y, middle, paper.height - edge - FOOT), stroke=SOFT, width=0.1)
                )
            for block in column:
                items.append(Use(block.frame(), Matrix.moved(x, y)))
                y += block.y + GAP
        frame = Frame(label, paper.width, paper.height, tuple(items))
        free = paper.width - edge, paper.height - edge, across
        pages.append(Page(frame, label, label if not first else "", free=free))
    return pages
