"""Lay out aids: the rules of a game on two pages, or four; and texts too long for their cards."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from math import inf
from textwrap import wrap
from typing import NamedTuple

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
        column = Column("words-aid", across, language, items=[Shape(rect(0, 0, 1.2, 0.4 * SIZE), fill=VERMILION)])
        column.add_words(get_component_name(component, words), SIZE, "bold", VERMILION, x=2.6, gap=GAP)
        for sign, passage, cards in ((sign, *entry[1:]) for sign, entry in entries.items() if entry[0] == component):
            names = f"{sign} {join_with_commas(cards).translate(language)}"
            column.add_words(names, SIZE / 1.25, "bold", INDIGO, gap=GAP)
            for part in wrap(passage, PART, replace_whitespace=False):
                column.items += set_text(context, part, box._replace(y=column.y))
                reaches = (reach[3] for _, reach in text_extents(column.build_frame()))
                column.y = max((column.y + to_millimetres(SIZE), *reaches))
                blocks.append(Block(column, 2 * GAP))
                column = Column("words-aid", across, language)
    label = say("{title}, what the cards say", title=words.get("title", deck.name)).translate(language)
    if blocks and not (pages := lay_out_columns(blocks, paper, label, columns, range(1, len(blocks) + 1))):
        raise PaperError("{paper} is too small for words in large type.", paper=paper.title)
    return pages if blocks else []


PAGES, COLUMNS = 2, 2  # of the rules; more pages where the type would be smaller than `READABLE`
LARGEST, READABLE, LEAST, STEP = 13.0, 8.5, 6.0, 0.25  # of the type, points
HEAD, GUTTER, GAP, FOOT = 11.0, 7.0, 2.6, 5.0  # above, between columns, between blocks, and below, mm
INSET = 5.0  # from the printable edge, mm
APART = 0.2  # between a rule's title, text and example, as a share of the type size
TITLE, CHAPTERS = 24.0, 21.0  # the type of the title, and the largest of the name of a chapter, points
PICTURE, SIDES = 1.3, (12.0, 18.0)  # side of a chapter's drawing, mm a point of the type, and its limits, mm
BESIDE = 1.34  # height of the picture of a rule, mm a point of the type
BELOW = 1.25  # most that one across the column is higher
NARROWEST = 9.0  # the least width of words beside a picture, as a multiple of the type size; else they are below it
TOGETHER, OPENING = 2, 3  # lines of a rule, and of the first of a chapter, that stay in one column
SPLIT = 80.0  # what it costs to go on with a rule in the next column, in mm² of white
FURTHER = "further"  # lines that go on with a rule
CHAPTER, RULE = (3 * GAP, 2.0), (GAP, 1.0)  # the gap above each, mm, and its share of what is left over in a column
LEAST_SHARE = 0.3  # for white below a column without gaps
STRETCH = 12.0  # most that a gap grows by for each share, mm
DEEPER, ATTEMPTS = 2.0, 8  # heights of columns that are tried, each so much higher, mm
BELOW_ALL = 12.0  # white below all columns is so much less ugly than white in one of them


class Block(NamedTuple):
    """Words that stay together in a column, and the gap above them, mm; it grows by a share of what is left over."""

    column: Column
    gap: float
    share: float = 1.0


def lay_out_rules_aid(edition: Edition, paper: Paper, words: DeckWords) -> list[Page]:
    """Lay out the rules under the game's band, in the largest type that fits two pages, or half as large again.

    Where that type would be too small to read at a table, they take twice the pages.
    """
    game, language, low = edition.deck.name, get_edition_language(edition.language), edition.ink == "low"
    label = say("{title}, the rules", title=words.get("title", game)).translate(language)
    draw = make_face_renderer(edition.deck.faces, words, low)
    top = Column("rules-aid", compute_column_width(paper, 1), language)
    top.add_band(draw, gap=2 * GAP)
    scale, pages = (LARGER, 2 * PAGES) if edition.type == "large" else (1.0, PAGES)
    for most, least in ((pages, READABLE), (2 * pages, LEAST)):
        size = LARGEST
        while size >= least:
            blocks = _build_blocks(rulebook(game), paper, scale * size, language, draw)
            if laid_out := lay_out_columns(blocks, paper, label, COLUMNS, [most], top):
                return laid_out
            size -= STEP
    raise PaperError("{paper} is too small for the rules.", paper=paper.title)


def compute_column_width(paper: Paper, columns: int) -> float:
    """The width of one of `columns` columns, mm."""
    return (paper.width - 2 * (paper.margin + INSET) - (columns - 1) * GUTTER) / columns


def _build_blocks(
    rules: Sequence[Rule], paper: Paper, size: float, language: Language, draw: FaceRenderer
) -> list[Block]:
    blocks, across = list[Block](), compute_column_width(paper, COLUMNS)
    for _, chapter in groupby(rules, lambda rule: rule.chapter_name):
        for number, rule in enumerate(chapter):
            column = Column("rules-aid", across, language)
            if not number:
                _add_chapter_heading(column, rule, size, draw)
            cuts = _add_rule(column, rule, size, draw)
            blocks += _cut_column(column, cuts, *(RULE if number else CHAPTER))
    return blocks


def _add_chapter_heading(column: Column, rule: Rule, size: float, draw: FaceRenderer) -> None:
    """Add the drawing of a chapter, and its name beside it over a line."""
    picture, side = draw(f"rules-{rule.chapter_name}", {}), min(max(SIDES[0], PICTURE * size), SIDES[1])
    assert picture is not None  # every chapter has one
    left = side + 3
    name = Column("chapter", column.width - left, column.language)
    name.add_words(rule.chapter, min(size * 1.5, CHAPTERS), "bold", VERMILION)
    high = max(side, name.y + 1)
    scale = Matrix.scale_by(side / picture.width)
    column.items += [
        Use(picture, scale.then(Matrix.translate(0, (high - side) / 2))),
        Use(name.build_frame(), Matrix.translate(left, (high - name.y) / 2)),
        Shape(line(left, high, column.width, high), stroke=VERMILION, width=0.2),
    ]
    column.y = high + GAP


def _add_rule(column: Column, rule: Rule, size: float, draw: FaceRenderer) -> list[int]:
    """Add a rule with its picture, and return the items before which it may be cut, lines below the picture."""
    gap, narrow, foot, picture = to_millimetres(APART * size), column.width, 0.0, None
    together = OPENING if column.items else TOGETHER
    if rule.picture:
        (_, face), *fields = rule.picture
        picture = draw(face, dict(fields))
        assert picture is not None  # every picture of a rule is a face of its game
        larger = min(BESIDE * size / picture.height, column.width / picture.width)
        narrow -= larger * picture.width + 3
    is_beside = narrow >= to_millimetres(NARROWEST * size)
    if picture and is_beside:
        foot = _place_picture(column, picture, larger, narrow + 3)
    column.add_words(rule.title, size, "bold", INDIGO, gap=gap, width=narrow if is_beside else None)
    if picture and not is_beside:
        larger = min(BELOW * larger, column.width / picture.width)
        column.y = _place_picture(column, picture, larger, 0.0) + GAP
    cuts = list[int]()
    for number, paragraph in enumerate(_split_text(rule.text.translate(column.language))):
        column.y += GAP / 2 if number else 0.0
        first = len(column.items)
        cuts += [first] if number and column.y >= foot else []
        below = _add_paragraph(column, paragraph, size, narrow, foot)
        cuts += range(max(first + (TOGETHER if number else together), below), len(column.items) - TOGETHER + 1)
    if rule.example is not None:
        column.y += gap
        width = narrow if column.y < foot else column.width
        column.add_words(rule.example, size * 0.94, "italic", SOFT, width=width)
    column.y = max(column.y, foot)
    return cuts


def _place_picture(column: Column, picture: Frame, scale: float, x: float) -> float:
    """Place a picture with an edge at the height of the next words; return where it ends."""
    edge = rect(x, column.y + 1, scale * picture.width, scale * picture.height)
    place = Matrix.scale_by(scale).then(Matrix.translate(x, column.y + 1))
    column.items += [Use(picture, place, edge), Shape(edge, stroke=INK, width=0.15)]
    return column.y + 2 + scale * picture.height


def _add_paragraph(column: Column, words: str, size: float, narrow: float, foot: float) -> int:
    """Add a paragraph, its lines `narrow` down to `foot`, and wide below; return the first of these."""
    first, rise = len(column.items), to_millimetres(ASCENT * size)
    if column.y < foot:
        column.add_words(words, size, colour=INK, width=narrow)
        below = [each for each in column.items[first:] if isinstance(each, Text) and each.y - rise >= foot]
        if not below:
            return len(column.items)
        del column.items[-len(below) :]
        column.y, words = below[0].y - rise, " ".join(each.text for each in below)
        first = len(column.items)
    column.add_words(words, size, colour=INK)
    return first


def _cut_column(column: Column, cuts: Iterable[int], gap: float, share: float) -> Iterator[Block]:
    """Cut a column before these items, which are texts, as are all after them."""
    name, top, foot = column.name, 0.0, 0.0
    for first, end in pairwise((0, *cuts, len(column.items))):
        lines = [each for each in column.items[first:end] if isinstance(each, Text)]
        if first:
            top = lines[0].y - to_millimetres(ASCENT * lines[0].size)
            name, gap, share = FURTHER, top - foot, 0.0
        items: list[Item] = [each._replace(y=each.y - top) for each in lines] if first else column.items[:end]
        foot = column.y if end == len(column.items) else lines[-1].y + to_millimetres(DESCENT * lines[-1].size)
        yield Block(Column(name, column.width, column.language, y=foot - top, items=items), gap, share)


def _split_text(text: str) -> Iterator[str]:
    """A text as paragraphs of whole sentences, about `PARAGRAPH` letters each if it is long."""
    count = len(text) // PARAGRAPH if len(text) > PART else 1
    sentences = re.finditer(r"\S.*?(?:[.!?](?= )|$)", text)
    for _, paragraph in groupby(sentences, lambda each: (each.end() - 1) * count // len(text)):
        yield " ".join(each.group() for each in paragraph)


def _fill_columns(blocks: Sequence[Block], rooms: Sequence[float]) -> tuple[float, list[int]] | None:
    """How blocks fill columns of these heights with the least white: its mm², and where each column begins and ends."""
    feet = [0.0, *accumulate(block.gap + block.column.y for block in blocks)]
    shares = [0.0, *accumulate(block.share for block in blocks)]
    widest, rest = max(block.gap for block in blocks), sum(rooms)
    ways = {0: (0.0, [0])}  # by the block that the next column begins with
    for number, room in enumerate(rooms, 1):
        before, ways, rest = ways, {}, rest - room
        least = bisect_left(feet, feet[-1] - rest - (len(rooms) - number) * widest)  # else the rest has no room
        for first, (white, ends) in before.items():
            if first == len(blocks):
                ways[first] = white + room**2, [*ends, first]
                continue
            top = feet[first] + blocks[first].gap
            for end in range(max(first + 1, least), bisect_right(feet, top + room)):
                more = (room - feet[end] + top) ** 2 / max(shares[end] - shares[first + 1], LEAST_SHARE)
                more += SPLIT if end < len(blocks) and not blocks[end].share else 0.0
                ways[end] = min(ways.get(end, (inf, ends)), (white + more, [*ends, end]))
    return ways.get(len(blocks))


def _choose_depth(
    blocks: Sequence[Block], count: int, pages: int, above: float, full: float
) -> tuple[float, float, list[int]] | None:
    """The least height of all columns, or one a little higher, with the least white, and where each column ends."""
    least = sum(block.gap + block.column.y for block in blocks) - count * pages * max(block.gap for block in blocks)
    found, depth = list[tuple[float, float, list[int]]](), (least / count + above) / pages
    while depth < full + DEEPER and len(found) < ATTEMPTS:
        depth = min(depth, full)
        rooms = [depth - (above if number < count else 0.0) for number in range(count * pages)]
        if way := _fill_columns(blocks, rooms):
            found.append((way[0] + count * pages * (full - depth) ** 2 / BELOW_ALL, depth, way[1]))
        depth += DEEPER
    return min(found, default=None)


def lay_out_columns(
    blocks: Sequence[Block], paper: Paper, label: str, count: int, numbers: Iterable[int], top: Column | None = None
) -> list[Page]:
    """Lay out blocks on pages with `count` columns each, all level, and `top` above the first.

    The pages are as many as the first of `numbers` that is enough; none if none is.
    """
    edge, across, pages = paper.margin + INSET, compute_column_width(paper, count), list[Page]()
    above, full = top.y if top else 0.0, paper.height - 2 * edge - HEAD - FOOT
    ways = (_choose_depth(blocks, count, number, above, full) for number in numbers)
    _, depth, ends = next(filter(None, ways), (inf, 0.0, list[int]()))
    columns = [blocks[first:end] for first, end in pairwise(ends)]
    for first in range(0, len(columns), count):
        y, items = edge, list[Item]()
        if top and not first:
            items.append(Use(top.build_frame(), Matrix.translate(edge, y)))
            y += top.y
        items += [
            Text(label, edge, y + 5.4, TITLE if top and not first else 14, "bold", INDIGO),
            Text(f"{first // count + 1}", paper.width - edge, y + 5.4, 14, "bold", INDIGO, "end"),
            Shape(line(edge, y + 7.5, paper.width - edge, y + 7.5), stroke=INDIGO, width=0.4),
        ]
        foot = edge + HEAD + depth
        y += HEAD
        for number, column in enumerate(columns[first : first + count]):
            x = edge + number * (across + GUTTER)
            if number:
                middle = x - GUTTER / 2
                items.append(Shape(line(middle, y, middle, foot), stroke=SOFT, width=0.1))
            items += _place_column(column, x, y, foot)
        frame = Frame(label, paper.width, paper.height, tuple(items))
        free = paper.width - edge, paper.height - edge, across
        pages.append(Page(frame, label, label if not first else "", strip=free))
    return pages


def _place_column(column: Sequence[Block], x: float, y: float, foot: float) -> Iterator[Use]:
    """Place the blocks of a column; the gaps between them share what is left down to its foot."""
    left = foot - y - sum(block.gap + block.column.y for block in column) + sum(block.gap for block in column[:1])
    stretch = min(STRETCH, left / (sum(block.share for block in column[1:]) or 1.0))
    for number, block in enumerate(column):
        y += block.gap + block.share * stretch if number else 0.0
        yield Use(block.column.build_frame(), Matrix.translate(x, y))
        y += block.column.y
