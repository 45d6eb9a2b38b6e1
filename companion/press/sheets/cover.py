"""The first page: settings for the print dialogue, a ruler to check the scale, and the contents."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.press.face.typesetting import TextBox, set_words
from companion.press.frame import fonts
from companion.press.frame.frame import DUPLEX, Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INK, SOFT, build_miniature
from companion.press.frame.outlines import Matrix, rect
from companion.press.impose.gang import Edition, Gang
from companion.press.impose.grid import compute_turn_matrix
from companion.press.impose.marks import compute_reach, correct_back, correct_front, describe_profile
from companion.press.sheets.calibration import draw_cross, draw_flip_picture, draw_rings, draw_ruler
from companion.press.sheets.leaf import (
    Column,
    Leaf,
    correct_page,
    describe_print_settings,
    describe_sheets,
    get_component_name,
    get_edition_language,
    make_face_renderer,
)
from companion.sentences import Sentence, say, say_count
from companion.units import to_millimetres

SHAPE = 150.0, 221.0  # least width, and height, of words and pictures before they are scaled to the paper, mm
LARGEST = 1.25  # scale of them
BAND = "cover-band"  # the face across the head of the page, which all decks have
FINER = 12.0  # times finer than a miniature of a sheet on a screen are those on paper
ROWS = (11.5, 90.0)  # the least and the greatest height of a row of contents, mm
INSET = 4.0  # from the printable edge to the middle of a target, mm
SIDED = 3  # the step that has a picture of how the backs are printed


class ContentsEntry(NamedTuple):
    """An entry of the contents: its name, its picture, and the number of pieces."""

    name: str
    picture: Frame
    number: int = 1


def lay_out_cover(
    edition: Edition, gangs: Sequence[Gang], words: Mapping[str, str], sheets: int, whole: Sequence[ContentsEntry]
) -> Leaf:
    """Lay out the first leaf of an edition; `sheets` counts it too, `whole` shows boards and models.

    Its front says how to print and carries a ruler. Its back carries rings that lie behind the crosses of
    the front if front and back meet.
    """
    paper, language = edition.paper, get_edition_language(edition.language)
    backs = any(gang.backs for gang in gangs)
    over = compute_turn_matrix(paper, edition.sides)
    two_sided = backs and edition.sides in ("duplex-long", "duplex-short", "separate")
    edge = paper.margin + max(compute_reach(edition.printer, paper)) + INSET
    targets = [(x, y) for x in (edge, paper.width - edge) for y in (edge, paper.height - edge)]
    items: list[Item] = [shape for x, y in targets for shape in draw_cross(x, y)] if two_sided else []
    shown = _list_contents(gangs, words, whole)
    count = sum(each.number for each in shown)
    items += _place_column(edition, _build_column(edition, words, sheets, backs, bool(gangs), count, edge), shown, edge)
    how = say("how to print").translate(language)
    front = Page(Frame("cover", paper.width, paper.height, tuple(items)), how, how[0].upper() + how[1:])
    behind = [shape for x, y in targets for shape in draw_rings(*over.transform_point(x, y))] if two_sided else []
    label = say("{cards}, back", cards=how).translate(language)
    back = Page(Frame("cover/back", paper.width, paper.height, tuple(behind)), label)
    return Leaf(
        correct_page(front, correct_front(edition.printer, paper)),
        correct_page(back, correct_back(edition.printer, paper, over)),
    )


def _place_column(edition: Edition, column: Column, shown: Sequence[ContentsEntry], edge: float) -> Iterator[Item]:
    """The column in the middle of the page, and the ruler below it at true size."""
    paper = edition.paper
    left, room = edge + 6, paper.width - 2 * edge - 12
    length = next((long for long in (100, 50, 20) if long + 14 <= room), 0)
    foot = 16.0 if length else 0.0
    high = paper.height - 2 * edge - 10 - foot
    _add_contents(column, shown, high / min(room / column.width, LARGEST))
    if edition.printer is not None:
        said = say("corrected for {profile}", profile=describe_profile(edition.printer))
        column.add_words(said.translate(get_edition_language(edition.language)), 8, colour=SOFT, gap=2)
    scale = min(room / column.width, high / max(column.y, 1.0), LARGEST)
    across = (paper.width - column.width * scale) / 2
    yield Use(column.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(across, edge + 6)))
    if length:
        start = min(max(left, across), paper.width - edge - length - 14)  # room for its last number
        # The ruler's zero stands 6 mm inside its frame.
        yield Use(draw_ruler(length), Matrix.translate(start - 6, paper.height - edge - foot))


def _build_column(
    edition: Edition, words: Mapping[str, str], sheets: int, backs: bool, cards: bool, count: int, edge: float
) -> Column:
    language, paper = get_edition_language(edition.language), edition.paper
    wide = SHAPE[1] * (paper.width - 2 * edge - 12) / (paper.height - 2 * edge - 26)  # of a low page, wider
    low, title = edition.ink == "low", words.get("title", edition.deck.name)
    column = Column("cover", max(SHAPE[0], wide), low=low)
    band = make_face_renderer(edition.deck.faces, words, low)(BAND, {})
    assert band is not None  # the shared face stands behind those of decks
    wider = Matrix.scale_by(column.width / band.width)
    column.items.append(Use(band, wider, rect(0, 0, column.width, band.height * wider.a)))
    column.y = band.height * wider.a + 4
    column.add_words(title, 28, "bold", gap=1)
    pieces = say_count("[one piece|{count} pieces] to cut out", count)
    line = say("{cards} on {sheets}", cards=pieces, sheets=describe_sheets(sheets, paper.title))
    column.add_words(line.translate(language), 12, gap=3)
    column.add_rule(INK, 0.3, 5)
    for number, (head, body) in enumerate(_list_steps(edition, sheets, backs, cards), 1):
        sided = number == SIDED and backs and edition.sides != "fronts"
        picture = draw_flip_picture(paper, edition.sides, low) if sided else None
        column.add_step(number, head.translate(language), body.translate(language), picture, 3)
    column.add_rule(SOFT, 0.15, 4)
    return column


def _list_steps(edition: Edition, sheets: int, backs: bool, cards: bool) -> Iterator[tuple[Sentence, Sentence]]:
    size, sides = describe_print_settings(edition, backs)
    yield (
        say("Print this page first, and measure"),
        say(
            "The ruler below must be as long as it says, to half a millimetre. If it is not, "
            "the printer has scaled the page: see step 2."
        ),
    )
    yield size, say("Choose “Actual size” or 100% in the print dialogue, never “Fit to page”.")
    yield sides, _describe_sides(edition, backs)
    yield (
        say("Load {sheets}", sheets=describe_sheets(sheets, edition.paper.title)),
        say("This page is one of them. Card of 160 to 250 g/m² lasts longest; thinner paper goes into sleeves.")
        if cards
        else say("This page is one of them. Card of 160 to 250 g/m² keeps its shape best."),
    )


def _describe_sides(edition: Edition, backs: bool) -> Sentence:
    held = say(
        "Hold this page against the light: each cross must lie within the rings of the back. "
        "If not, a calibration sheet helps."
    )
    if not backs or edition.sides == "fronts":
        return say("Nothing is on the backs.")
    if edition.sides in DUPLEX:
        return held
    if edition.sides == "fold":
        return say(
            "Fold each sheet away from you along the dashed line, glue it, press it until it is dry, "
            "and cut through both layers."
        )
    order = say("The backs come in the same order.")
    if edition.reverse_backs:
        order = say("The backs come last page first.")
    return say(
        "Print {fronts}, turn the stack over about its long edge, put it back in, print {backs}. {order} {held}",
        fronts=f"{edition.name}-fronts.pdf",
        backs=f"{edition.name}-backs.pdf",
        order=order,
        held=held,
    )


def _list_contents(
    gangs: Sequence[Gang], words: Mapping[str, str], whole: Sequence[ContentsEntry]
) -> list[ContentsEntry]:
    """Each component once, with the picture of its first piece and the number of its pieces.

    A piece whose front looks like that of another component shows its back.
    """
    counts, first = Counter[str](), dict[str, Frame]()
    for each in (piece for gang in gangs for piece in gang.pieces):
        name = get_component_name(each.component, words)
        counts[name] += 1
        if name not in first:
            alike = each.back and any(each.front.items == other.items for other in first.values())
            first[name] = each.back if alike and each.back else each.front
    for name, picture, count in whole:
        counts[name] += count
        first.setdefault(name, picture)
    return [ContentsEntry(name, picture, counts[name]) for name, picture in first.items()]


def _add_contents(column: Column, shown: Sequence[ContentsEntry], foot: float) -> None:
    """Add all components, small and with their counts, in columns; they fill the page down to `foot`, mm."""
    columns, size = next((few for few in ((1, 14.0), (2, 12.0), (3, 10.0)) if len(shown) <= few[0] ** 2), (4, 8.5))
    wide, rows = column.width / columns, math.ceil(len(shown) / columns)
    numbers = [to_millimetres(fonts.measure_width(str(each.number), "bold", size + 3)) for each in shown]
    high = min(max((foot - column.y) / max(rows, 1), ROWS[0]), ROWS[1])
    across, top = max(min(wide * 0.37, high), ROWS[0]), column.y
    for index, (name, picture, count) in enumerate(shown):
        x, y = index % columns * wide, top + index // columns * high
        scale = min((across - 1) / picture.width, (high - 2) / picture.height)
        width, height = picture.width * scale, picture.height * scale
        left, upper = x + (across - width) / 2, y + (high - 2 - height) / 2
        edge = rect(left, upper, width, height)
        if scale * FINER < 1:
            picture = build_miniature(picture, scale * FINER)
        column.items.append(Use(picture, Matrix.scale_by(scale).then(Matrix.translate(left, upper)), edge))
        column.items.append(Shape(edge, None, SOFT, 0.12))
        middle, after = y + high / 2 - 1, x + across + 1 + max(numbers[index % columns :: columns])
        column.items.append(Text(str(count), after, middle + size * 0.15, size + 3, "bold", INK, "end"))
        room = after + 1.5, middle - high / 2, x + wide - after - 2, high
        box = TextBox(name, *room, size, 3, leading=1.15, role="cover")
        column.items += set_words(name, box, name, over=True)
    column.y = top + rows * high
