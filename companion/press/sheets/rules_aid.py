"""Lay out aids: the rules of a game on two pages, or four; and texts too long for their cards."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, combinations_with_replacement, groupby, pairwise, product
from math import inf
from textwrap import wrap

from companion.data.papers import Paper
from companion.data.rulebook import Rule, rulebook
from companion.errors import PaperError
from companion.press.face.context import FaceContext, FaceShelf
from companion.press.face.markup import LARGER, set_text
from companion.press.face.pieces import Piece
from companion.press.face.schema import Face
from companion.press.face.typesetting import ASCENT, DESCENT, DeckResources, TextBox, text_extents
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.outlines import Matrix, line, rect
from companion.press.sheets.gang import Edition
from companion.press.sheets.leaf import (
    BAND,
    LEADING,
    TALL,
    Column,
    DeckWords,
    FaceRenderer,
    get_component_name,
    get_edition_language,
    make_face_renderer,
)
from companion.sentences import Language, join_with_commas, say
from companion.units import to_millimetres

SIZE = LARGER * 12.0  # of the type of the words aid, points
LEAST_COLUMN = 80.0  # the least width of each of several columns, mm
PART = 300  # letters of a text that stay in one column
PARAGRAPH = 180  # letters of a paragraph of a longer text of rules


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
    entries = dict[str, tuple[str, str, dict[str, None]]]()
    for piece in {piece.key: piece for piece in pieces}.values():
        title = piece.card
        for side in filter(None, (piece.front, piece.back)):
            texts = [text for text, _ in text_extents(side)]
            title = " ".join(text.text for text in texts if text.box == "title" and not text.aid_words) or title
            for text in texts:
                if text.aid_words:
                    home, _, cards = entries.setdefault(text.text, (piece.component, text.aid_words, {}))
                    cards |= {title: None} if home == piece.component and title != words.get("title") else {}
    for component in dict.fromkeys(home for home, _, _ in entries.values()):
        heads = [Column(HEADING, across, language, items=[Shape(rect(0, 0, 1.2, 0.4 * SIZE), fill=VERMILION)])]
        heads[0].add_words(get_component_name(component, words), SIZE, "bold", VERMILION, x=2.6)
        for sign, passage, cards in ((sign, *entry[1:]) for sign, entry in entries.items() if entry[0] == component):
            heads.append(Column(HEADING, across, language))
            heads[-1].add_words(f"{sign} {join_with_commas(cards).translate(language)}", SIZE / 1.25, "bold", INDIGO)
            for part in wrap(passage, PART, replace_whitespace=False):
                column = Column("words-aid", across, language, items=[*set_text(context, part, box)])
                column.y = max((reach[3] for _, reach in text_extents(column.build_frame())), default=SIZE / 2) + GAP
                blocks.append([*heads, column])
                heads = []
    label = say("{title}, what the cards say", title=words.get("title", deck.name)).translate(language)
    if blocks and not (pages := lay_out_columns(blocks, paper, label, columns)):
        raise PaperError("{paper} is too small for words in large type.", paper=paper.title)
    return pages if blocks else []


PAGES, COLUMNS = 2, 2  # of the rules; more pages where the type would be smaller than `READABLE`
LARGEST, READABLE, LEAST, STEP = 12.5, 8.5, 6.0, 0.25  # of the type, points
HEAD, GUTTER, GAP, FOOT = 11.0, 7.0, 2.6, 5.0  # above, between columns, between blocks, and below, mm
INSET = 5.0  # from the printable edge, mm
APART = 0.2  # between a rule's title, text and example, as a share of the type size
BANNER = 32.0  # height of what is seen of the game's band on the first page, mm
PICTURE = 15.0  # side of a chapter's drawing, mm; its face is `rules-` with the name of the chapter
BESIDE = 1.34  # height of the picture of a rule, mm a point of the type
HEADING, FURTHER = "heading", "further"  # paragraphs that follow the first of a rule
STRETCH = 18.0  # most that each gap of a column grows so that all of a page end level, mm

Block = list[Column]  # words that stay together in a column, after their headings


def lay_out_rules_aid(edition: Edition, paper: Paper, words: DeckWords) -> list[Page]:
    """Lay out the rules under the game's band, in the largest type that fits two pages, or half as large again.

    Where that type would be too small to read at a table, they take twice the pages.
    """
    game, language, low = edition.deck.name, get_edition_language(edition.language), edition.ink == "low"
    label = say("{title}, the rules", title=words.get("title", game)).translate(language)
    draw = make_face_renderer(edition.deck.faces, words, low)
    top = _build_banner(draw(BAND, {}), paper, language)
    scale, most = (LARGER, 2 * PAGES) if edition.type == "large" else (1.0, PAGES)
    for (pages, least), uneven in product(((most, READABLE), (2 * most, LEAST)), (STRETCH, inf)):
        size = LARGEST
        while size >= least:
            blocks = _build_blocks(rulebook(game), paper, scale * size, language, draw)
            laid_out = lay_out_columns(blocks, paper, label, COLUMNS, top, uneven)
            if 0 < len(laid_out) <= pages:
                return laid_out
            size -= STEP
    raise PaperError("{paper} is too small for the rules.", paper=paper.title)


def _build_banner(band: Frame | None, paper: Paper, language: Language) -> Column:
    """The middle of a game's band, as wide as the page."""
    assert band is not None  # every game has one
    column = Column("rules-aid", paper.width - 2 * (paper.margin + INSET), language, y=BANNER + 2 * GAP)
    wider = Matrix.scale_by(column.width / band.width)
    hidden = max(0.0, band.height * wider.a - BANNER) * 0.6
    place = wider.then(Matrix.translate(0, -hidden))
    column.items.append(Use(band, place, rect(0, 0, column.width, BANNER)))
    return column


def compute_column_width(paper: Paper, columns: int) -> float:
    """The width of one of `columns` columns, mm."""
    return (paper.width - 2 * (paper.margin + INSET) - (columns - 1) * GUTTER) / columns


def _build_blocks(
    rules: Sequence[Rule], paper: Paper, size: float, language: Language, draw: FaceRenderer
) -> list[Block]:
    across, gap = compute_column_width(paper, COLUMNS), to_millimetres(APART * size)
    blocks, chapter = list[Block](), ""
    for rule in rules:
        heads = [] if rule.chapter_name == chapter else [_build_chapter_heading(rule, across, size, language, draw)]
        chapter = rule.chapter_name
        column, narrow, foot = Column("rules-aid", across, language), across, 0.0
        if rule.picture and 6 * size < across:  # there is room for words beside it
            (_, face), *fields = rule.picture
            picture = draw(face, dict(fields))
            assert picture is not None  # every picture of a rule is a face of its game
            larger = Matrix.scale_by(BESIDE * size / picture.height)
            narrow, foot = across - larger.a * picture.width - 3, BESIDE * size + 1
            edge = rect(narrow + 3, 1, across - narrow - 3, foot - 1)
            place = larger.then(Matrix.translate(narrow + 3, 1))
            column.items += [Use(picture, place, edge), Shape(edge, stroke=INK, width=0.15)]
        first, *others = _split_text(rule.text.translate(language))
        column.add_words(rule.title, size, "bold", INDIGO, gap=gap, width=narrow)
        column.add_words(first, size, colour=INK, width=narrow)
        top = foot + to_millimetres(size * ASCENT)
        if foot and (below := [each for each in column.items if isinstance(each, Text) and each.y > top]):
            column.items = column.items[: -len(below)]  # lines below the picture are set again, across the column
            column.y -= to_millimetres(size * ((len(below) - 1) * LEADING + ASCENT + DESCENT))
            column.add_words(" ".join(each.text for each in below), size, colour=INK)
        blocks.append([*heads, column])
        for each in others:
            column.y = max(column.y, foot) - GAP / 2
            column, foot = Column(FURTHER, across, language), 0.0
            column.add_words(each, size, colour=INK)
            blocks.append([column])
        if rule.example is not None:
            column.y += gap
            width = narrow if column.y < foot else across
            column.add_words(rule.example, size * 0.94, "italic", SOFT, width=width)
        column.y = max(column.y, foot)
    return blocks


def _split_text(text: str) -> Iterator[str]:
    """A text as paragraphs of whole sentences, about `PARAGRAPH` letters each if it is long."""
    count = len(text) // PARAGRAPH if len(text) > PART else 1
    sentences = re.finditer(r"\S.*?(?:[.!?](?= )|$)", text)
    for _, paragraph in groupby(sentences, lambda each: (each.end() - 1) * count // len(text)):
        yield " ".join(each.group() for each in paragraph)


def _build_chapter_heading(rule: Rule, across: float, size: float, language: Language, draw: FaceRenderer) -> Column:
    """The drawing of a chapter, and its name beside it over a line."""
    head, picture = Column(HEADING, across, language, y=GAP), draw(f"rules-{rule.chapter_name}", {})
    assert picture is not None  # every chapter has one
    left = PICTURE + 3
    name = Column(HEADING, across - left, language)
    name.add_words(rule.chapter, size * 1.5, "bold", VERMILION)
    high = max(PICTURE, name.y + 1)
    head.items.append(Use(picture, Matrix.translate(0, GAP + (high - PICTURE) / 2)))
    head.items.append(Use(name.build_frame(), Matrix.translate(left, GAP + (high - name.y) / 2)))
    base = GAP + high
    head.items.append(Shape(line(left, base, across, base), stroke=VERMILION, width=0.2))
    head.y = base + GAP
    return head


def _level_columns(blocks: Sequence[Block], count: int, down: float, above: float, uneven: float) -> list[list[Block]]:
    """Put blocks into columns on the fewest pages, with the least white; none if a block is higher than a column."""
    feet = [0.0, *accumulate(sum(part.y + GAP for part in block) for block in blocks)]
    rules = [0, *accumulate(block[0].name != FURTHER for block in blocks)]
    ways, room = {0: (0.0, [0])}, down - above + GAP
    while ways and len(blocks) not in ways:  # by the block that a page begins with: the white before it, all columns
        before, ways = ways, {}
        for first, (white, ends) in before.items():
            last = bisect_right(feet, feet[first] + count * room)
            for page in combinations_with_replacement(range(first + 1, last), count):
                columns = [
                    (rules[end] - rules[start], feet[end] - feet[start]) for start, end in pairwise((first, *page))
                ]
                highest = max(height for _, height in columns)
                if highest <= room and all(
                    highest - height <= max(1, number - 1) * uneven for number, height in columns
                ):
                    more = sum((highest - height) ** 2 / max(number - 1, 0.1) for number, height in columns)
                    more += 0.0 if page[-1] == len(blocks) else ((room - highest) / 1.5) ** 2
                    ways[page[-1]] = min(ways.get(page[-1], (inf, ends)), (white + more, [*ends, *page]))
        room = down + GAP
    ends = ways[len(blocks)][1] if ways else []
    return [[*blocks[first:end]] for first, end in pairwise(ends) if first < end]


def lay_out_columns(
    blocks: Sequence[Block], paper: Paper, label: str, count: int, top: Column | None = None, uneven: float = inf
) -> list[Page]:
    """Lay out blocks on pages with `count` level columns each, with `top` above the first; none if one is too high.

    Where gaps would grow by more than `uneven` mm each so that the columns of a page end level, there are none either.
    """
    edge, across, pages = paper.margin + INSET, compute_column_width(paper, count), list[Page]()
    columns = _level_columns(blocks, count, paper.height - 2 * edge - HEAD - FOOT, top.y if top else 0.0, uneven)
    for first in range(0, len(columns), count):
        y, items = edge, list[Item]()
        if top and not first:
            items.append(Use(top.build_frame(), Matrix.translate(edge, y)))
            y += top.y
        items += [
            Text(label, edge, y + 5.4, 20 if top and not first else 14, "bold", INDIGO),
            Text(f"{first // count + 1}", paper.width - edge, y + 5.4, 14, "bold", INDIGO, "end"),
            Shape(line(edge, y + 7.5, paper.width - edge, y + 7.5), stroke=INDIGO, width=0.4),
        ]
        y += HEAD
        shown = columns[first : first + count]
        heights = [sum(part.y + GAP for part in chain(*column)) - GAP for column in shown]
        for number, column in enumerate(shown):
            x, at = edge + number * (across + GUTTER), y
            if number:
                middle = x - GUTTER / 2
                items.append(Shape(line(middle, y, middle, y + max(heights)), stroke=SOFT, width=0.1))
            gaps = sum(block[0].name != FURTHER for block in column[1:])
            stretch = min(STRETCH, (max(heights) - heights[number]) / max(1, gaps))
            for index, block in enumerate(column):
                at += stretch if index and block[0].name != FURTHER else 0.0
                for part in block:
                    items.append(Use(part.build_frame(), Matrix.translate(x, at)))
                    at += part.y + GAP
        frame = Frame(label, paper.width, paper.height, tuple(items))
        free = paper.width - edge, paper.height - edge, across
        pages.append(Page(frame, label, label if not first else "", strip=free))
    return pages
