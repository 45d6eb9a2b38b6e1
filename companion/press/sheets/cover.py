"""The first page: settings for the print dialogue, a ruler to check them, and the contents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.press.frame.colour import INK, SOFT, VERMILION
from companion.press.frame.frame import DUPLEX, Frame, Item, Page, Shape, Text, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.impose.edition import Edition
from companion.press.impose.gang import Gang
from companion.press.impose.imposition import turn_over
from companion.press.impose.printer import correct_back, correct_front, profile_words, reach
from companion.press.sheets.column import Column
from companion.press.sheets.flip_picture import flip_picture
from companion.press.sheets.gauges import cross, rings, ruler
from companion.press.sheets.labels import component_name, how_to_print, sheets_of, speech
from companion.press.sheets.leaf import Leaf, corrected
from companion.sentences import Sentence, say, say_count
from companion.units import to_millimetres

WIDTH, HEIGHT = 150.0, 205.0  # of the words before they are scaled to the paper, mm
INSET = 4.0  # from the printable edge to the middle of a target, mm


def cover(
    edition: Edition, gangs: Sequence[Gang], words: Mapping[str, str], sheets: int, whole: Sequence[str] = ()
) -> Leaf:
    """The first leaf of an edition; `sheets` counts it too, `whole` names boards and models.

    Its front says how to print and carries a ruler, its back carries rings that stand behind the crosses of
    the front where front and back meet.
    """
    paper, language = edition.paper, speech(edition.language)
    backs = any(gang.backs for gang in gangs)
    over = turn_over(paper, edition.sides)
    two_sided = backs and edition.sides in ("duplex-long", "duplex-short", "separate")
    edge = paper.margin + max(reach(edition.printer, paper)) + INSET
    targets = [(x, y) for x in (edge, paper.width - edge) for y in (edge, paper.height - edge)]
    items: list[Item] = []
    if two_sided:
        items += [shape for x, y in targets for shape in cross(x, y)]
    items += _placed(edition, _column(edition, gangs, words, sheets, backs, whole), edge)
    how = say("how to print").said(language)
    front = Page(Frame("cover", paper.width, paper.height, tuple(items)), how, how[0].upper() + how[1:])
    behind = [shape for x, y in targets for shape in rings(*over.apply(x, y))] if two_sided else []
    label = say("{cards}, back", cards=how).said(language)
    back = Page(Frame("cover/back", paper.width, paper.height, tuple(behind)), label)
    return Leaf(
        corrected(front, correct_front(edition.printer, paper)),
        corrected(back, correct_back(edition.printer, paper, over)),
    )


def _placed(edition: Edition, column: Column, edge: float) -> Iterator[Item]:
    """The column in the middle of the page, the ruler below it at its true size."""
    paper = edition.paper
    left, room = edge + 6, paper.width - 2 * edge - 12
    length = next((long for long in (100, 50, 20) if long + 14 <= room), 0)
    foot = 16.0 if length else 0.0
    scale = min(room / column.width, (paper.height - 2 * edge - 10 - foot) / max(column.y, 1.0), 1.25)
    across = (paper.width - column.width * scale) / 2
    yield Use(column.frame(), Matrix.scaled(scale).then(Matrix.moved(across, edge + 6)))
    if length:
        start = min(max(left, across), paper.width - edge - length - 14)  # room for its last number
        # The ruler's zero stands 6 mm inside its frame.
        yield Use(ruler(length), Matrix.moved(start - 6, paper.height - edge - foot))


def _column(
    edition: Edition,
    gangs: Sequence[Gang],
    words: Mapping[str, str],
    sheets: int,
    backs: bool,
    whole: Sequence[str],
) -> Column:
    language, paper = speech(edition.language), edition.paper
    column = Column("cover", WIDTH)
    column.items.append(Shape(rect(0, 0, 14, 14, 1.5), fill=VERMILION))
    column.items.append(Text("印", 7, 10.6, 28, "bold", "#ffffff", "middle"))
    title = words.get("title", edition.deck.name)
    column.y = -1.0
    column.words(title, 26, "bold", x=19)
    cards = sum(len(gang.pieces) for gang in gangs) + len(whole)
    pieces = say_count("one piece to cut out", "{count} pieces to cut out", cards)
    line = say("{cards} on {sheets}", cards=pieces, sheets=sheets_of(sheets, paper.title))
    column.words(line.said(language), 10, colour=SOFT, x=19.3, gap=4)
    column.y = max(column.y, 18.5)
    column.rule(INK, 0.3, 6)
    for number, (head, body) in enumerate(_steps(edition, sheets, backs), 1):
        sided = number == 2 and backs and edition.sides != "fronts"
        picture = flip_picture(paper, edition.sides) if sided else None
        column.numbered(number, head.said(language), body.said(language), picture, 3)
    column.rule(SOFT, 0.15, 4)
    _contents(column, gangs, words, whole)
    if edition.printer is not None:
        said = say("corrected for {profile}", profile=profile_words(edition.printer)).said(language)
        column.words(said, 8, colour=SOFT, gap=2)
    return column


def _steps(edition: Edition, sheets: int, backs: bool) -> Iterator[tuple[Sentence, Sentence]]:
    size, sides = how_to_print(edition, backs)
    yield size, say("Choose “Actual size” or 100 % in the print dialogue, never “Fit to page”.")
    yield sides, _sides_told(edition, backs)
    yield (
        say("Load {sheets}", sheets=sheets_of(sheets, edition.paper.title)),
        say(
            "This page is one of them. Card of 160 to 250 g/m² lasts longest; "
            "thinner paper goes into sleeves."
        ),
    )
    yield (
        say("Print this page first, and measure"),
        say(
            "The ruler below must be as long as it says, to half a millimetre. If it is not, "
            "the printer has scaled the page: see step 1."
        ),
    )


def _sides_told(edition: Edition, backs: bool) -> Sentence:
    held = say(
        "Hold this page against the light: each cross must lie within the rings of the back. "
        "If one does not, a calibration sheet mends it."
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
        "Print {fronts}, turn the stack over about its long edge, put it back in, "
        "print {backs}. {order} {held}",
        fronts=f"{edition.name}-fronts.pdf",
        backs=f"{edition.name}-backs.pdf",
        order=order,
        held=held,
    )


def _contents(column: Column, gangs: Sequence[Gang], words: Mapping[str, str], whole: Sequence[str]) -> None:
    """Counts of all components, in two columns."""
    counts = Counter(piece.component for gang in gangs for piece in gang.pieces)
    counts.update(whole)
    top, rows = column.y, (len(counts) + 1) // 2
    bottoms = [top, top]
    for index, (component, count) in enumerate(counts.items()):
        side = index // rows
        x, y = side * column.width / 2, bottoms[side]
        column.items.append(Text(str(count), x + 9, y + 3, 10, "bold", INK, "end"))
        name = component_name(component, words)
        lines = column.words_at(name, y, 10, x=x + 12, width=column.width / 2 - 14)
        # A name of two lines pushes the next one down.
        bottoms[side] += 5.4 + (lines - 1) * to_millimetres(10 * 1.3)
    column.y = max(bottoms) + 2
