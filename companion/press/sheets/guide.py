"""Lay out the calibration sheet, and the first page with print settings, a ruler and the contents."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.data.papers import Paper, Profile
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import TextBox, set_words
from companion.press.frame.frame import DUPLEX, Document, Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION, build_miniature, mix_into_white
from companion.press.frame.outlines import IDENTITY, Matrix, circle, line, polygon, rect, transform_outline
from companion.press.sheets import leaf, marks
from companion.press.sheets.gang import Edition, Gang
from companion.press.sheets.grid import compute_turn_matrix
from companion.press.sheets.leaf import Column, DeckWords, Leaf, Step, get_edition_language
from companion.press.sheets.marks import PERFECT, RULER
from companion.sentences import Language, Sentence, say, say_count
from companion.units import to_millimetres

HAIR, FINE = 0.15, 0.12  # width of lines of rulers and targets, and of verniers, mm
LENGTH = 20  # of a main scale, mm
DIGITS = 6.5
BLACK = "#000000"

OntoSheet = Callable[[float, float], tuple[float, float]]
"""Maps distances along a scale and outward from its base line to a point of the sheet; mm."""


def draw_ruler(length: int) -> Frame:
    """A ruler along the upper edge of its frame, labelled every centimetre; its zero is 6 mm from the left."""
    start, size = 6.0, 7.0
    items: list[Item] = [_draw_line(start, 0, start + length, 0)]
    for index in range(length + 1):
        tick = 4.5 if index % 10 == 0 else 3.2 if index % 5 == 0 else 2.0
        items.append(_draw_line(start + index, 0, start + index, tick))
        if index % 10 == 0:
            unit, anchor, back = (" mm", "start", size * 0.55) if index == length else ("", "middle", 0.0)
            place = start + index - to_millimetres(back)
            items.append(Text(f"{index}{unit}", place, 8, size, colour=INK, anchor=anchor, role="mark"))
    items += [_draw_line(start + index, -2.5, start + index, 0) for index in (0, length)]
    return Frame(f"ruler/{length}", length + 18.0, 9, tuple(items), bleed=3)


def _draw_line(x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = HAIR) -> Shape:
    return Shape(line(x1, y1, x2, y2), stroke=colour, width=width, role="mark")


def draw_main_scale(scale: OntoSheet, meeting: int | None = None) -> Iterator[Item]:
    """The half of a vernier on the front: a base line, and a line every mm outward; line `meeting` is coloured."""
    yield _draw_line(*scale(0, 0), *scale(LENGTH, 0), BLACK, FINE)
    for index in range(LENGTH + 1):
        yield from _draw_tick(scale, index, index, 1, index == meeting)


def draw_tenths_scale(scale: OntoSheet, zero: float, meeting: int | None = None) -> Iterator[Item]:
    """The half of a vernier on the back: eleven lines inward, its 0 at `zero` mm of the main scale."""
    for index in range(11):
        yield from _draw_tick(scale, zero + 0.9 * index, index, -1, index == meeting)


def _draw_tick(scale: OntoSheet, along: float, number: int, side: int, meets: bool) -> Iterator[Item]:
    has_number = number % 5 == 0
    pen = (VERMILION, 3 * FINE) if meets else (BLACK, FINE)
    yield _draw_line(*scale(along, 0), *scale(along, side * (4.5 if has_number else 3.0)), *pen)
    if has_number:
        x, y = scale(along, side * 6.2)
        y += to_millimetres(DIGITS * 0.36)
        yield Text(str(number), x, y, DIGITS, colour=BLACK, anchor="middle", role="mark")


def draw_flip_picture(paper: Paper, sides: str, low: bool = False) -> Frame:
    """A picture of how a sheet turns: front and back side by side or above each other; `low` is for low ink."""
    sideways = compute_turn_matrix(paper, sides).a < 0
    swap = IDENTITY if sideways else Matrix(a=0, b=1, c=1, d=0)  # drawn as if turned sideways, then swapped
    width, height = (8.4, 11.5) if paper.height >= paper.width else (11.5, 8.4)
    gap = 3.0
    if sides == "fold":
        width, height, gap = width / 1.4, height / 1.2, 0.0
    along, depth = (width, height) if sideways else (height, width)
    middle, reach = along + gap / 2, along * 0.45
    tip = middle + reach
    arc = ("M", (middle - reach, 4.6)), ("C", (middle - 0.85 * reach, 1.3, middle + 0.85 * reach, 1.1, tip, 4.2))
    front = (INDIGO, mix_into_white(INDIGO, 0.13)) if low else ("#ffffff", INDIGO)
    sheets = ((0.0, *front), (along + gap, INDIGO, "#ffffff"))
    shapes = [
        *(Shape(rect(left, 6, along, depth), fill, INDIGO, 0.3) for left, _, fill in sheets),
        Shape(line(middle, 4, middle, 8 + depth), stroke=SOFT, width=0.25, dash=(1.2, 0.8), role="fold"),
        Shape(arc, stroke=VERMILION, width=0.4),
        Shape(polygon(((tip + 0.7, 5.4), (tip - 1.6, 4.2), (tip + 0.6, 2.4))), VERMILION),
    ]
    items: list[Item] = [each._replace(outline=transform_outline(each.outline, swap)) for each in shapes]
    for number, (left, colour, _) in enumerate(sheets, 1):
        x, y = swap.transform_point(left + along / 2, 6 + depth / 2)
        items.append(Text(str(number), x, y + 1.4, 11, "bold", colour, "middle"))
    size = (2 * along + gap, depth + 9)
    return Frame("flip", *(size if sideways else size[::-1]), tuple(items), bleed=3)


WIDTH = 134.0  # of the column of words, before it is scaled to the paper, mm

GAUGES = ("top", "bottom", "left", "right", "across", "down")  # the four scales and the two rulers


class Instructions(NamedTuple):
    """How to enter the readings, in the program that prints the sheet."""

    names: tuple[str, ...]  # printed beside each of `GAUGES`
    step: tuple[Sentence, Sentence]  # the last step of a first calibration: head and body
    lines_to_type: tuple[str, ...] = ()  # lines to type; empty if there is a form


BY_NAME = Instructions(
    GAUGES, (say("Tell Companion"), say("Give the printer a name; each tray is measured by itself."))
)
"""For any user interface: gauges have their plain names."""


def lay_out_calibration(
    paper: Paper, sides: str, code: str, profile: Profile | None = None, guide: Instructions = BY_NAME
) -> tuple[Document, ...]:
    """Lay out the calibration sheet, in one file or two; if a profile corrects it, all verniers should read 5.0."""
    arms, language = marks.compute_scale_arms(paper), get_edition_language(code)
    scales = _list_scales(paper, *arms)
    items: list[Item] = [item for each in scales.values() for item in draw_main_scale(each)]
    rule, half = draw_ruler(RULER), RULER / 2 + 6  # zero is 6 mm inside
    items.append(Use(rule, Matrix.translate(paper.width / 2 - half, paper.height - paper.margin - 35)))
    upright = Matrix.rotate(90).then(Matrix.translate(paper.margin + 35, paper.height / 2 - half))
    items += [Use(rule, upright), *_draw_names(paper, *arms, guide.names)]
    column = _build_column(paper, sides, language, profile, guide)
    left, top = paper.margin + 43.0, paper.margin + 27.0
    room_x, room_y = paper.width - left - paper.margin - 24, paper.height - 2 * paper.margin - 27 - 42
    scale = min(room_x / WIDTH, room_y / column.y)
    left += (room_x - WIDTH * scale) / 2
    items.append(Use(column.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(left, top))))
    tenths = tuple(item for each in scales.values() for item in draw_tenths_scale(each, PERFECT))
    # The back is read through the paper, so that it is printed mirrored, digits included.
    through = Frame("calibration/through", paper.width, paper.height, tenths)
    mirrored = (Use(through, compute_turn_matrix(paper, sides)),)
    title = say("Calibration sheet").translate(language)
    label = say("{cards}, back", cards=title).translate(language)
    front = Page(Frame("calibration", paper.width, paper.height, tuple(items)), title, title)
    back = Page(Frame("calibration/back", paper.width, paper.height, mirrored), label)
    name = f"printer-sheet-{paper.name}-{code}" + ("-corrected" if profile else "")
    return leaf.build_documents([Leaf(front, back).with_correction(profile, paper, sides)], name, title, code, sides)


def _list_scales(paper: Paper, arm_x: float, arm_y: float) -> Mapping[str, OntoSheet]:
    """The four scales round the middle of the sheet; their numbers grow to the right or down."""
    x, y, half = paper.width / 2, paper.height / 2, LENGTH / 2
    return {
        "top": lambda u, v: (x - half + u, y - arm_y - v),
        "bottom": lambda u, v: (x - half + u, y + arm_y + v),
        "left": lambda u, v: (x - arm_x - v, y - half + u),
        "right": lambda u, v: (x + arm_x + v, y - half + u),
    }


def _draw_names(paper: Paper, arm_x: float, arm_y: float, names: tuple[str, ...]) -> Iterator[Text]:
    x, y = paper.width / 2, paper.height / 2
    places = (
        (x + 15, y - arm_y + 0.8),
        (x + 15, y + arm_y + 0.8),
        (paper.margin + 2, y + 19),
        (paper.width - paper.margin - 2, y + 19),
        (x + RULER / 2 + 10, paper.height - paper.margin - 31),
        (paper.margin + 22, y + RULER / 2 + 12),
    )
    for gauge, name, place in zip(GAUGES, names, places, strict=True):
        anchor = "end" if gauge == "right" else "start"
        yield Text(f"{name} .........", *place, 8, "bold", VERMILION, anchor, role="mark")


def _build_column(paper: Paper, sides: str, language: Language, profile: Profile | None, guide: Instructions) -> Column:
    column = Column("calibration", WIDTH, language)
    column.add_words(say("Calibration sheet"), 24, "bold", gap=1.5)
    title = say("{paper}: so that backs meet their fronts", paper=paper.title)
    if profile is not None:
        title = say("corrected for {profile}", profile=marks.describe_profile(profile))
    column.add_words(title, 10, colour=SOFT, gap=3)
    column.add_rule(INK, 0.3, 5)
    tray = say("At 100%, from the tray and on the paper that you print your cards with.")
    window = say(
        "At each edge stands a scale. Its outer lines are printed on this side; "
        "its inner lines shine through from the back."
    )
    scale = say(
        "Find the inner 0: the outer number just before it is the whole millimetres. "
        "Then find the inner line that meets an outer one: its place counts the tenths. "
        "A perfect printer gives 5.0 everywhere."
    )
    rulers = say("With a steel ruler, from 0 to 100, to a tenth of a millimetre as well as you can see it.")
    done = say("5.0 everywhere, to a tenth or two: done. Otherwise")
    again = done, say("tell Companion what is left; it adds this to the correction.")
    first_steps = (
        Step(leaf.SIDES[sides], tray, draw_flip_picture(paper, sides)),
        Step(say("Hold it against a window, this side towards you"), window),
        Step(say("Read each scale like a caliper"), scale),
    )
    column.add_steps(first_steps)
    _add_example(column)
    last_step = Step(*(guide.step if profile is None else again))
    column.add_steps((Step(say("Measure both rulers"), rulers), last_step), first=4)
    for number, words in enumerate(guide.lines_to_type):
        column.add_words(words, 9, "bold", VERMILION, x=17 if number else 13, gap=1 + number)
    return column


def _add_example(column: Column) -> None:
    """Add an enlarged example of a scale that reads 5.3."""
    scale, end = 2.6, column.y + 18 * 2.6 - 3

    def map_point(u: float, v: float) -> tuple[float, float]:
        return u + 1, 9 - v

    inner = *draw_main_scale(map_point, 8), *draw_tenths_scale(map_point, 5.3, 3)
    frame = Frame("calibration/example", LENGTH + 2.0, 18, inner, bleed=2)
    column.items.append(Use(frame, Matrix.scale_by(scale).then(Matrix.translate(12, column.y - 3))))
    column.y += 14
    reading = say("Here the inner 0 stands after 5, and the third line after it meets an outer line: 5.3.")
    column.add_words(reading, 10, x=75)
    column.y = end


SHAPE = 150.0, 221.0  # least width, and height, of the column before it is scaled to the paper, mm
LARGEST_SCALE = 1.25  # scale of the column
FINER = 12.0  # pictures of contents show details this many times finer than miniatures on a screen
ROWS = (11.5, 66.0)  # limits of the height of a row of contents, mm
MANY = 12  # entries of contents; of more, those of one kind are one
ALONE = 8  # cards that are shown of a component that is printed alone
INSET = 4.0  # from the printable edge to the middle of a target, mm

Loads = Sequence[Sequence[Sentence]]
"""Lines of the first page: its sheets, those that do for less of it, and more; a line breaks between its sentences."""


class ContentsEntry(NamedTuple):
    """An entry of the contents: its name, its pictures, and the number of pieces; 0 if nothing is cut out."""

    name: str
    pictures: Sequence[Frame]
    number: int = 1


def lay_out_cover(
    edition: Edition, gangs: Sequence[Gang], words: DeckWords, loads: Loads, contents: Sequence[ContentsEntry]
) -> Leaf:
    """Lay out the first leaf; `loads` describe all its sheets, and those for less.

    Its back has rings that are behind the crosses of the front if both sides are aligned.
    """
    paper, language = edition.paper, get_edition_language(edition.language)
    edge = paper.margin + max(marks.compute_reach(edition.printer, paper)) + INSET
    column = _build_cover_column(edition, words, loads, gangs, sum(each.number for each in contents), edge)
    has_backs = edition.sides != "fold" and any(gang.backs for gang in gangs)
    corners = [(x, y) for x in (edge, paper.width - edge) for y in (edge, paper.height - edge)]
    targets, turn = corners if has_backs else [], compute_turn_matrix(paper, edition.sides)
    crosses = [_draw_line(x - dx, y - dy, x + dx, y + dy) for x, y in targets for dx, dy in ((3, 0), (0, 3))]
    rounds = [circle(*turn.transform_point(*target), radius) for target in targets for radius in (1.0, 2.0)]
    rings = [Shape(each, stroke=INK, width=HAIR, role="mark") for each in rounds]
    heading = say("how to print").translate(language)
    items = (*crosses, *_place_column(edition, column, contents, edge))
    front = Page(Frame("cover", paper.width, paper.height, items), heading, heading[0].upper() + heading[1:])
    label = say("{cards}, back", cards=heading).translate(language)
    back = Page(Frame("cover/back", paper.width, paper.height, tuple(rings)), label)
    return Leaf(front, back).with_correction(edition.printer, paper, edition.sides)


def _place_column(edition: Edition, column: Column, entries: Sequence[ContentsEntry], edge: float) -> Iterator[Item]:
    """Place the column in the middle of the page, and the ruler below it at true size."""
    paper = edition.paper
    left, room = edge + 6, paper.width - 2 * edge - 12
    length = next((long for long in (100, 50, 20) if long + 14 <= room), 0)
    foot = 16.0 if length else 0.0
    high = paper.height - 2 * edge - 10 - foot
    _add_contents(column, entries, high / min(room / column.width, LARGEST_SCALE))
    if edition.printer is not None:
        words = say("corrected for {profile}", profile=marks.describe_profile(edition.printer))
        column.add_words(words, 8, colour=SOFT, gap=2)
    scale = min(room / column.width, high / max(column.y, 1.0), LARGEST_SCALE)
    across = (paper.width - column.width * scale) / 2
    yield Use(column.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(across, edge + 6)))
    if length:
        start = min(max(left, across), paper.width - edge - length - 14)  # leave room for its last number
        yield Use(draw_ruler(length), Matrix.translate(start - 6, paper.height - edge - foot))  # zero is 6 mm inside


def _build_cover_column(
    edition: Edition, words: DeckWords, loads: Loads, gangs: Sequence[Gang], count: int, edge: float
) -> Column:
    paper, low = edition.paper, edition.ink == "low"
    wide = SHAPE[1] * (paper.width - 2 * edge - 12) / (paper.height - 2 * edge - 26)  # wider on a landscape page
    column = Column("cover", max(SHAPE[0], wide), get_edition_language(edition.language), low)
    column.add_band(leaf.make_face_renderer(edition.deck.faces, words, low), gap=4)
    column.add_words(words.get("title", edition.deck.name), 28, "bold", gap=1)
    pieces = say_count("[one piece|{count} pieces] to cut out", count)
    (load,), *others = loads
    column.add_words(say("{cards} on {sheets}", cards=pieces, sheets=load) if count else load, 12, gap=1)
    for sentences in filter(None, others):
        parts = (each.translate(column.language).replace(" ", "\N{NO-BREAK SPACE}") for each in sentences)
        column.add_words(" · ".join(parts), 9, colour=SOFT, gap=1)
    column.y += 2
    column.add_rule(INK, 0.3, 5)
    column.add_steps(_list_cover_steps(edition, load, gangs))
    column.add_rule(SOFT, 0.15, 4)
    return column


def _list_cover_steps(edition: Edition, load: Sentence, gangs: Sequence[Gang]) -> Iterator[Step]:
    backs = any(gang.backs for gang in gangs)
    size, sides = leaf.describe_print_settings(edition, backs)
    yield Step(
        say("Print this page first, and measure"),
        say(
            "The ruler below must be as long as it says, to half a millimetre. If it is not, "
            "the printer has scaled the page: see step 2."
        ),
    )
    yield Step(size, say("Choose “Actual size” or 100% in the print dialogue, never “Fit to page”."))
    picture = draw_flip_picture(edition.paper, edition.sides, edition.ink == "low") if backs else None
    yield Step(sides, _describe_sides(edition) if backs else say("Nothing is on the backs."), picture)
    yield Step(
        say("Load {sheets}", sheets=load),
        say("This page is sheet 1. Card of 160 to 250 g/m² lasts longest; thinner paper goes into sleeves.")
        if gangs
        else say("This page is sheet 1. Card of 160 to 250 g/m² keeps its shape best."),
    )


def _describe_sides(edition: Edition) -> Sentence:
    if edition.sides == "fold":
        return say(
            "Fold each sheet away from you along the dashed line, glue it, press it until it is dry, "
            "and cut through both layers."
        )
    words = say(
        "Hold this page against the light: each cross must lie within the rings of the back. "
        "If not, a calibration sheet helps."
    )
    if edition.sides in DUPLEX:
        return words
    return say(
        "Print {fronts}, turn the stack over about its long edge, put it back in, print {backs}. {order} {held}",
        fronts=f"{edition.name}-fronts.pdf",
        backs=f"{edition.name}-backs.pdf",
        order=say("The backs come last page first.")
        if edition.reverse_backs
        else say("The backs come in the same order."),
        held=words,
    )


def list_contents(pieces: Iterable[Piece], words: DeckWords, models: Iterable[ContentsEntry]) -> list[ContentsEntry]:
    """Each component with its first cards and their number; its back is shown if its front is not unique.

    If they are many, those of one kind are one entry, which has the kind's name in the words.
    """
    counts, pictures = Counter[str](), dict[str, list[Frame]]()
    for each in pieces:
        name = leaf.get_component_name(each.component, words)
        counts[name] += 1
        shown = pictures.setdefault(name, [])
        if len(shown) < ALONE and each.front not in shown:
            is_same = any(each.front.items == other[0].items for other in pictures.values() if other)
            shown.append(each.back if is_same and each.back and not shown else each.front)
    for entry in models:
        counts[entry.name] += entry.number
        pictures.setdefault(entry.name, [*entry.pictures])
    keys = [key for key in words if key.startswith("contents.") and len(counts) > MANY]
    kinds, alike = {words[key.replace("contents", "component")]: words[key] for key in keys}, dict[str, list[str]]()
    for name in counts:
        alike.setdefault(kinds.get(name, name), []).append(name)
    return [
        ContentsEntry(kind if others else name, pictures[name], sum(counts[each] for each in (name, *others)))
        for kind, (name, *others) in alike.items()
    ]


def _add_contents(column: Column, entries: Sequence[ContentsEntry], foot: float) -> None:
    """Add a picture, number and name of each component, in columns down to `foot`, mm; of one alone its first cards."""
    few, size = (2 + len(entries) % 2, 12.0) if len(entries) <= 4 else (3, 10.0) if len(entries) <= MANY else (4, 8.5)
    alone = entries[0].pictures if len(entries) == 1 and len(entries[0].pictures) > 1 else ()
    if alone:
        name = entries[0].name
        title = f"{entries[0].number} {name}" if entries[0].number else name[:1].upper() + name[1:]
        column.add_words(title, 15, "bold", gap=2)
        few = math.ceil(len(alone) / math.ceil(len(alone) / 4))
        entries = [ContentsEntry("", [each], 0) for first in range(few) for each in alone[first::few]]
    rows = max(math.ceil(len(entries) / few), 1)
    lift, labels = to_millimetres(size * 0.65), list[TextBox]()
    under = 5.5 * lift if rows == 1 < len(entries) and not alone else 0.0  # for names below a single row
    wide, share = column.width / max(math.ceil(len(entries) / rows), 1), 0.94 if alone else 0.7 if under else 0.42
    fronts = [each.pictures[0] for each in entries]  # none is shown larger than it is
    tallest = max((each.height * min(wide * share / each.width, 1.0) for each in fronts), default=1.0)
    high = min(max((foot - column.y) / rows, ROWS[0]), math.inf if alone else ROWS[1], tallest + 4 + under)
    for first in range(0, len(entries), rows):
        stack = [each.pictures[0] for each in entries[first : first + rows]]
        most = wide * share if rows == 1 else min(wide * share, 0.8 * (high - 4))  # a board is as wide as other pieces
        scales = [min(most / each.width, (high - 4 - under) / each.height, 1.0) for each in stack]
        across = max(each.width * scale for each, scale in zip(stack, scales, strict=True))
        apart = min((column.width - few * across) / (few - 1), 12.0) if alone else wide - across
        left = (column.width - few * across - (few - 1) * apart) / 2 if alone else 0.0
        left += first / rows * (across + apart)
        for row, (picture, scale) in enumerate(zip(stack, scales, strict=True)):
            x, y = left + (across - picture.width * scale) / 2, column.y + row * high
            spare = high - under - picture.height * scale
            place = Matrix.scale_by(scale).then(Matrix.translate(x, y + (spare - 2 if under else spare / 2)))
            edge = transform_outline(picture.trim or rect(0, 0, picture.width, picture.height), place)
            small = build_miniature(picture, scale * FINER) if scale * FINER < 1 else picture
            column.items += [Use(small, place, edge), Shape(edge, None, SOFT, 0.12)]
            entry, x = entries[first + row], left if under else left + across + 2.5
            down = 2 * lift + 1 if entry.number else 0.0
            top, low = (y + high - under + down, under - down) if under else (y + down, high - down - 1)
            labels.append(TextBox(entry.name, x, top, left + wide - x - 2.5, low, size, 3, leading=1.15, role="cover"))
    sizes = [line.size for box in labels for line in set_words(box.name, box, box.name, spills=True)]
    for box, entry in zip(labels, entries, strict=True):
        lines = set_words(box.name, box._replace(size=min(sizes, default=size)), box.name, spills=True)
        if entry.number and lines:
            head = lines[0]._replace(text=str(entry.number), y=lines[0].y - 2 * lift)
            column.items.append(head._replace(size=head.size * 1.4, font="bold"))
        column.items += lines
    column.y += rows * high
