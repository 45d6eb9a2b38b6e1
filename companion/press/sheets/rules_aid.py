"""Lay out aids: the rules of a game on two pages, or more in larger type; and texts too long for their cards."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from companion.data.papers import Paper
from companion.data.rulebook import Rule, rulebook
from companion.errors import PaperError
from companion.press.face.context import FaceContext, FaceShelf
from companion.press.face.markup import LARGER, SIGN, set_text
from companion.press.face.pieces import Piece
from companion.press.face.schema import Face
from companion.press.face.typesetting import DeckResources, TextBox, text_extents
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.outlines import Matrix, line, rect
from companion.press.sheets.gang import Edition
from companion.press.sheets.leaf import TALL, Column, get_component_name, get_edition_language
from companion.sentences import Language, Sentence, join_with_commas, say
from companion.units import to_millimetres

SIZE = LARGER * 12.0  # of the type of the words aid, points
LEAST_COLUMN = 80.0  # the least width of each of several columns, mm
PART = 300  # letters of a text that stay in one column


def lay_out_words_aid(edition: Edition, pieces: Iterable[Piece], paper: Paper) -> list[Page]:
    """Lay out texts too long for their cards, each under its first component, with its sign and cards."""
    deck, language = edition.deck, get_edition_language(edition.language)
    words = deck.words(edition.language)
    resources = DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder)
    face = Face("words-aid", deck.file, (0.0, 0.0), 0.0, 0.0, ())
    context = FaceContext(FaceShelf(words, resources=resources), face, deck.name, {})
    columns = max(1, int((compute_column_width(paper, 1) + GUTTER) // (LEAST_COLUMN + GUTTER)))
    across, blocks = compute_column_width(paper, columns), list[Block]()
    box = TextBox("words-aid", 0, 0, across, TALL, SIZE, SIZE, valign="top", leading=1.3)
    homes, words_by_component = dict[str, str](), dict[str, dict[str, tuple[dict[str, None], dict[str, None]]]]()
    for piece in {piece.key: piece for piece in pieces}.values():
        title = piece.card
        for side in filter(None, (piece.front, piece.back)):
            texts = [text for text, _ in text_extents(side)]
            lines = [text for text in texts if text.box == "title"]
            aid_words = max((each.aid_words for each in lines), default="")
            title = aid_words or " ".join(each.text for each in lines) or title
            for text in texts:
                if text.aid_words and homes.setdefault(text.aid_words, piece.component) == piece.component:
                    sign = text.text if text.text.startswith(SIGN) else ""
                    words_set, cards = words_by_component.setdefault(piece.component, {}).setdefault(sign, ({}, {}))
                    words_set[text.aid_words if sign else text.aid_words.replace("\n", " ")] = None
                    cards[title] = None
    for component, entries in words_by_component.items():
        heads = [build_heading(get_component_name(component, words), across, SIZE / 1.25, language)]
        for sign, (words_set, cards) in entries.items():
            if sign:
                heads.append(Column("words-aid", across, language))
                names = f"{sign} {join_with_commas(cards).translate(language)}"
                heads[-1].add_words(names, SIZE / 1.25, "bold", INDIGO)
            for part in wrap(" · ".join(words_set), PART, replace_whitespace=False):
                column = Column("words-aid", across, language, items=[*set_text(context, part, box)])
                column.y = max((reach[3] for _, reach in text_extents(column.build_frame())), default=SIZE / 2)
                blocks.append([*heads, column])
                heads = []
    label = say("{title}, what the cards say", title=words.get("title", deck.name)).translate(language)
    return lay_out_columns(blocks, paper, label, columns, edition.ink == "low") if blocks else []


PAGES, COLUMNS, LARGER_COLUMNS = 2, 3, 2
LARGEST, LEAST, STEP = 13.0, 6.0, 0.25  # of the type, points
HEAD, GUTTER, GAP, FOOT = 13.0, 5.0, 1.6, 5.0  # above, between columns, between blocks, and below, mm
INSET = 5.0  # from the printable edge, mm
APART = 0.2  # between a rule's title, text and example, as a share of the type size

Block = list[Column]  # words that stay together in a column, after their headings


def lay_out_rules_aid(
    game: str, paper: Paper, title: str, language: Language, low: bool = False, larger: bool = False
) -> list[Page]:
    """Lay out the rules in the largest type that fits two pages, or half as large again; `low` is for low ink."""
    size, rules, label = LARGEST, rulebook(game), say("{title}, the rules", title=title).translate(language)
    while size >= LEAST:
        columns = _fill_columns(_build_blocks(rules, paper, COLUMNS, size, language), paper)
        if columns and len(columns) <= PAGES * COLUMNS:
            count, size = (LARGER_COLUMNS, LARGER * size) if larger else (COLUMNS, size)
            return lay_out_columns(_build_blocks(rules, paper, count, size, language), paper, label, count, low)
        size -= STEP
    raise PaperError("{paper} is too small for the rules on two pages.", paper=paper.title)


def compute_column_width(paper: Paper, columns: int) -> float:
    """The width of one of `columns` columns, mm."""
    return (paper.width - 2 * (paper.margin + INSET) - (columns - 1) * GUTTER) / columns


def build_heading(words: Sentence | str, across: float, size: float, language: Language) -> Column:
    """A heading with a red bar before it."""
    head = Column("heading", across, language)
    head.items.append(Shape(rect(0, 0, 1.2, size * 0.5), fill=VERMILION))
    head.add_words(words, size * 1.25, "bold", VERMILION, x=2.6)
    return head


def _build_blocks(rules: Sequence[Rule], paper: Paper, columns: int, size: float, language: Language) -> list[Block]:
    across, gap = compute_column_width(paper, columns), to_millimetres(APART * size)
    blocks, chapter = list[Block](), None
    for rule in rules:
        heads = [build_heading(rule.chapter, across, size, language)] if rule.chapter != chapter else []
        chapter = rule.chapter
        column = Column("rules-aid", across, language)
        column.add_words(rule.title, size, "bold", INDIGO, gap=gap)
        column.add_words(rule.text, size, colour=INK, gap=gap)
        if rule.example is not None:
            column.add_words(rule.example, size * 0.94, "italic", SOFT)
        blocks.append([*heads, column])
    return blocks


def _fill_columns(blocks: Iterable[Block], paper: Paper) -> list[Block] | None:
    """Put blocks into columns; ``None`` if one is higher than a column."""
    columns: list[Block] = [[]]
    left = down = paper.height - 2 * (paper.margin + INSET) - HEAD - FOOT
    for block in blocks:
        height = sum(part.y + GAP for part in block)
        if height - GAP > left:
            columns.append([])
            left = down
            if height - GAP > left:
                return None
        columns[-1] += block
        left -= height
    return columns


def lay_out_columns(blocks: Sequence[Block], paper: Paper, label: str, count: int, low: bool) -> list[Page]:
    """Lay out blocks on as many pages as needed, with `count` columns each."""
    columns = _fill_columns(blocks, paper)
    if columns is None:
        raise PaperError("{paper} is too small for words in large type.", paper=paper.title)
    edge, across, pages = paper.margin + INSET, compute_column_width(paper, count), []
    band, ink = rect(edge, edge, paper.width - 2 * edge, 9.0), INDIGO if low else "#ffffff"
    for first in range(0, len(columns), count):
        items: list[Item] = [
            Shape(band, stroke=INDIGO, width=0.3) if low else Shape(band, fill=INDIGO),
            Text(label, edge + 3, edge + 6.3, 14, "bold", ink),
            Text(f"{first // count + 1}", paper.width - edge - 3, edge + 6.3, 14, "bold", ink, "end"),
        ]
        for number, column in enumerate(columns[first : first + count]):
            x, y = edge + number * (across + GUTTER), edge + HEAD
            if number:
                middle = x - GUTTER / 2
                items.append(Shape(line(middle, y, middle, paper.height - edge - FOOT), stroke=SOFT, width=0.1))
            for block in column:
                items.append(Use(block.build_frame(), Matrix.translate(x, y)))
                y += block.y + GAP
        frame = Frame(label, paper.width, paper.height, tuple(items))
        free = paper.width - edge, paper.height - edge, across
        pages.append(Page(frame, label, label if not first else "", strip=free))
    return pages
