"""The calibration sheet: four verniers across front and back, two rulers, and instructions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.data.papers import Paper, Profile
from companion.press.frame.frame import DUPLEX, Document, Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION, mix_into_white
from companion.press.frame.outlines import IDENTITY, Matrix, circle, line, parse_path, polygon, rect, transform_outline
from companion.press.impose.grid import compute_turn_matrix
from companion.press.impose.marks import (
    PERFECT,
    RULER,
    compute_scale_arms,
    correct_back,
    correct_front,
    describe_profile,
)
from companion.press.sheets.leaf import Column, correct_page, get_edition_language
from companion.sentences import Language, Sentence, say
from companion.units import to_millimetres

HAIR, FINE = 0.15, 0.12  # width of a line that is measured from, mm: of rulers and targets, and of verniers
LENGTH = 20  # of the scale of the front, mm
DIGITS = 6.5
BLACK = "#000000"

OntoSheet = Callable[[float, float], tuple[float, float]]
"""From the distances along a scale and outward from its base line to a point of the sheet; mm."""


def draw_ruler(length: int) -> Frame:
    """A ruler along the upper edge of its frame, labelled each centimetre; zero is 6 mm from the left."""
    start, size = 6.0, 7.0
    items: list[Item] = [_draw_stroke(start, 0, start + length, 0)]
    for at in range(length + 1):
        tick = 4.5 if at % 10 == 0 else 3.2 if at % 5 == 0 else 2.0
        items.append(_draw_stroke(start + at, 0, start + at, tick))
        if at % 10 == 0:
            unit, anchor, back = (" mm", "start", size * 0.55) if at == length else ("", "middle", 0.0)
            place = start + at - to_millimetres(back)
            items.append(Text(f"{at}{unit}", place, 8, size, colour=INK, anchor=anchor, role="mark"))
    for at in (0, length):
        items.append(_draw_stroke(start + at, -2.5, start + at, 0))
    return Frame(f"ruler/{length}", length + 18.0, 9, tuple(items), bleed=3)


def draw_cross(x: float, y: float) -> Iterator[Shape]:
    yield _draw_stroke(x - 3, y, x + 3, y)
    yield _draw_stroke(x, y - 3, x, y + 3)


def draw_rings(x: float, y: float) -> Iterator[Shape]:
    """Two rings round a point, with radii of 1 and 2 mm."""
    for radius in (1.0, 2.0):
        yield Shape(circle(x, y, radius), stroke=INK, width=HAIR, role="mark")


def _draw_stroke(x1: float, y1: float, x2: float, y2: float) -> Shape:
    return Shape(line(x1, y1, x2, y2), stroke=INK, width=HAIR, role="mark")


def draw_main_scale(onto: OntoSheet, meeting: int | None = None, colour: str = BLACK) -> Iterator[Item]:
    """The half of a vernier on the front: a base line, and a line each millimetre towards the edge.

    In an example the line `meeting` is shown in colour.
    """
    yield _draw_line(onto, 0, 0, LENGTH, 0)
    yield from _draw_scale(onto, 0, 1.0, LENGTH, 1, meeting, colour)


def draw_tenths_scale(onto: OntoSheet, zero: float, meeting: int | None = None, colour: str = BLACK) -> Iterator[Item]:
    """The half on the back: eleven lines on the inner side, its 0 at `zero` mm of the front scale."""
    return _draw_scale(onto, zero, 0.9, 10, -1, meeting, colour)


def _draw_scale(
    onto: OntoSheet, zero: float, step: float, count: int, side: int, meeting: int | None, colour: str
) -> Iterator[Item]:
    for at in range(count + 1):
        tall = 4.5 if at % 5 == 0 else 3.0
        along = zero + step * at
        yield _draw_line(onto, along, 0, along, side * tall, colour if at == meeting else BLACK)
        if at % 5 == 0:
            x, y = onto(along, side * 6.2)
            y += to_millimetres(DIGITS * 0.36)
            yield Text(str(at), x, y, DIGITS, colour=BLACK, anchor="middle", role="mark")


def _draw_line(onto: OntoSheet, u1: float, v1: float, u2: float, v2: float, colour: str = BLACK) -> Shape:
    width = FINE if colour == BLACK else 3 * FINE
    return Shape(line(*onto(u1, v1), *onto(u2, v2)), stroke=colour, width=width, role="mark")


def draw_flip_picture(paper: Paper, sides: str, low: bool = False) -> Frame:
    """Front and back of a sheet side by side, or one above the other, joined where the sheet turns.

    In low ink (`low`) the front is pale.
    """
    sideways = compute_turn_matrix(paper, sides).a < 0
    width, height = (11.0, 15.0) if paper.height >= paper.width else (15.0, 11.0)
    if sides == "fold":
        width, height = width / 1.4, height / 1.2
    swap = IDENTITY if sideways else Matrix(a=0, b=1, c=1, d=0)  # drawn as if it turned sideways
    gap = 0.0 if sides == "fold" else 3.0
    along, deep = (width, height) if sideways else (height, width)
    items: list[Item] = []
    front = (INDIGO, mix_into_white(INDIGO, 0.13)) if low else ("#ffffff", INDIGO)
    for number, (colour, fill) in enumerate((front, (INDIGO, "#ffffff"))):
        at = number * (along + gap)
        items.append(Shape(transform_outline(rect(at, 6, along, deep), swap), fill=fill, stroke=INDIGO, width=0.3))
        x, y = swap.transform_point(at + along / 2, 6 + deep / 2)
        items.append(Text(str(number + 1), x, y + 1.4, 11, "bold", colour, "middle"))
    middle = along + gap / 2
    fold = transform_outline(line(middle, 4, middle, 8 + deep), swap)
    items.append(Shape(fold, stroke=SOFT, width=0.25, dash=(1.2, 0.8), role="fold"))
    reach = along * 0.45
    arc = parse_path(f"M{middle - reach} 4.6A{along * 0.5} 4.4 0 0 1 {middle + reach} 4.2")
    items.append(Shape(transform_outline(arc, swap), stroke=VERMILION, width=0.4))
    tip = middle + reach
    arrow = polygon(((tip + 0.7, 5.4), (tip - 1.6, 4.2), (tip + 0.6, 2.4)))
    items.append(Shape(transform_outline(arrow, swap), fill=VERMILION))
    size = (2 * along + gap, deep + 9)
    return Frame("flip", *(size if sideways else size[::-1]), tuple(items), bleed=3)


WIDTH = 134.0  # of the words before they are scaled to the paper, mm

GAUGES = ("top", "bottom", "left", "right", "across", "down")  # the four scales and the two rulers


@dataclass(frozen=True, slots=True)
class Instructions:
    """How to enter readings in the program that prints the sheet."""

    names: tuple[str, ...]  # beside each of `GAUGES`
    step: tuple[Sentence, Sentence]  # the last step of a first calibration, and a word more
    typed: tuple[str, ...] = ()  # to be typed, line by line; nothing where a form asks for it


BY_NAME = Instructions(
    GAUGES, (say("Tell Companion"), say("Give the printer a name; each tray is measured by itself."))
)
"""For any face: gauges have their plain names."""


def lay_out_calibration(
    paper: Paper, sides: str, code: str, profile: Profile | None = None, guide: Instructions = BY_NAME
) -> tuple[Document, ...]:
    """Lay out the calibration sheet as one file, or as one file for each side.

    With a profile the sheet is corrected, and all verniers should read 5.0.
    """
    over, arms, language = (compute_turn_matrix(paper, sides), compute_scale_arms(paper), get_edition_language(code))
    scales = _list_scales(paper, *arms)
    items: list[Item] = [item for onto in scales.values() for item in draw_main_scale(onto)]
    rule, half = draw_ruler(RULER), RULER / 2 + 6  # its zero stands 6 mm inside
    items.append(Use(rule, Matrix.translate(paper.width / 2 - half, paper.height - paper.margin - 35)))
    upright = Matrix.rotate(90).then(Matrix.translate(paper.margin + 35, paper.height / 2 - half))
    items += [Use(rule, upright), *_draw_names(paper, *arms, guide.names)]
    column = _build_column(paper, sides, language, profile, guide)
    left, top = paper.margin + 43.0, paper.margin + 27.0
    room_x, room_y = paper.width - left - paper.margin - 24, paper.height - 2 * paper.margin - 27 - 42
    scale = min(room_x / WIDTH, room_y / column.y)
    left += (room_x - WIDTH * scale) / 2
    items.append(Use(column.build_frame(), Matrix.scale_by(scale).then(Matrix.translate(left, top))))
    seen = tuple(item for onto in scales.values() for item in draw_tenths_scale(onto, PERFECT))
    through = Frame("calibration/through", paper.width, paper.height, seen)
    title = say("Calibration sheet").translate(language)
    front = Page(Frame("calibration", paper.width, paper.height, tuple(items)), title, title)
    label = say("{cards}, back", cards=title).translate(language)
    # What shines through is seen mirrored, so the back is printed mirrored, digits and all.
    back = Page(Frame("calibration/back", paper.width, paper.height, (Use(through, over),)), label)
    pages = (correct_page(front, correct_front(profile, paper)), correct_page(back, correct_back(profile, paper, over)))
    name = f"printer-sheet-{paper.name}-{code}" + ("-corrected" if profile else "")
    if sides in DUPLEX:
        return (Document(name, "all", title, code, pages, DUPLEX[sides]),)
    return (
        Document(f"{name}-front", "fronts", title, code, pages[:1], "Simplex"),
        Document(f"{name}-back", "backs", label, code, pages[1:], "Simplex"),
    )


def _list_scales(paper: Paper, arm_x: float, arm_y: float) -> Mapping[str, OntoSheet]:
    """The four scales round the middle of the sheet; along each, larger numbers lie right or down."""
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
    for gauge, name, at in zip(GAUGES, names, places, strict=True):
        anchor = "end" if gauge == "right" else "start"
        yield Text(f"{name} .........", *at, 8, "bold", VERMILION, anchor, role="mark")


def _build_column(paper: Paper, sides: str, language: Language, profile: Profile | None, guide: Instructions) -> Column:
    column = Column("calibration", WIDTH)
    column.add_words(say("Calibration sheet").translate(language), 24, "bold", gap=1.5)
    named = say("{paper}: so that backs meet their fronts", paper=paper.title)
    if profile is not None:
        named = say("corrected for {profile}", profile=describe_profile(profile))
    column.add_words(named.translate(language), 10, colour=SOFT, gap=3)
    column.add_rule(INK, 0.3, 5)
    for number, (head, body) in enumerate(_list_steps(sides, profile is not None, guide), 1):
        picture = draw_flip_picture(paper, sides) if number == 1 else None
        column.add_step(number, head.translate(language), body.translate(language), picture, 2)
        if number == 3:
            column.y = _add_example(column, column.y, language)
    for number, typed in enumerate(guide.typed):
        column.add_words(typed, 9, "bold", VERMILION, x=17 if number else 13, gap=1 + number)
    return column


def _list_steps(sides: str, again: bool, guide: Instructions) -> Iterator[tuple[Sentence, Sentence]]:
    how = {
        "duplex-long": say("Print at 100%, on both sides, flip on the long edge"),
        "duplex-short": say("Print at 100%, on both sides, flip on the short edge"),
        "separate": say("Print the front at 100%, turn the sheet over about its long edge, print the back"),
    }[sides]
    yield how, say("Use the tray and the paper that you print your cards with.")
    yield (
        say("Hold it against a window, this side towards you"),
        say(
            "At each edge stands a scale. Its outer lines are printed on this side; "
            "its inner lines shine through from the back."
        ),
    )
    yield (
        say("Read each scale like a caliper"),
        say(
            "Find the inner 0: the outer number just before it is the whole millimetres. "
            "Then find the inner line that meets an outer one: its place counts the tenths. "
            "A perfect printer gives 5.0 everywhere."
        ),
    )
    yield (
        say("Measure both rulers"),
        say("With a steel ruler, from 0 to 100, to a tenth of a millimetre as well as you can see it."),
    )
    yield (
        (
            say("5.0 everywhere, to a tenth or two: done. Otherwise"),
            say("tell Companion what is left; it adds this to the correction."),
        )
        if again
        else guide.step
    )


def _add_example(column: Column, y: float, language: Language) -> float:
    """Add a scale three times as large that reads 5.3; return the height where the column continues."""
    inner: list[Item] = []

    def map_point(u: float, v: float) -> tuple[float, float]:
        return u + 1, 9 - v

    inner += draw_main_scale(map_point, 8, VERMILION)
    inner += draw_tenths_scale(map_point, 5.3, 3, VERMILION)
    frame = Frame("calibration/example", LENGTH + 2.0, 18, tuple(inner), bleed=2)
    scale = 2.6
    column.items.append(Use(frame, Matrix.scale_by(scale).then(Matrix.translate(12, y - 3))))
    reading = say("Here the inner 0 stands after 5, and the third line after it meets an outer line: 5.3.")
    column.add_words_at(reading.translate(language), y + 14, 10, x=75)
    return y + 18 * scale - 3
