"""The calibration sheet: four verniers across front and back, two rulers, and how to use them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.data.papers import Paper, Profile
from companion.press.frame.colour import INK, SOFT, VERMILION
from companion.press.frame.frame import DUPLEX, Document, Frame, Item, Page, Text, Use
from companion.press.frame.outlines import Matrix
from companion.press.impose.grid import turn_over
from companion.press.impose.printer import (
    PERFECT,
    RULER,
    correct_back,
    correct_front,
    profile_words,
    scale_arms,
)
from companion.press.sheets.column import Column
from companion.press.sheets.gauges import LENGTH, OntoSheet, flip_picture, main_scale, ruler, tenths_scale
from companion.press.sheets.leaf import corrected, speech
from companion.sentences import Language, Sentence, say

WIDTH = 134.0  # of the words before they are scaled to the paper, mm

GAUGES = ("top", "bottom", "left", "right", "across", "down")  # the four scales and the two rulers


@dataclass(frozen=True, slots=True)
class Instructions:
    """Instructions on how readings are told to the program that prints the sheet."""

    names: tuple[str, ...]  # beside each of `GAUGES`
    step: tuple[Sentence, Sentence]  # the last step of a first calibration, and a word more
    typed: tuple[str, ...] = ()  # to be typed, line by line; nothing where a form asks for it


BY_NAME = Instructions(
    GAUGES, (say("Tell Companion"), say("Give the printer a name; each tray is measured by itself."))
)
"""For any face: gauges have their plain names."""


def calibration(
    paper: Paper, sides: str, code: str, profile: Profile | None = None, guide: Instructions = BY_NAME
) -> tuple[Document, ...]:
    """The calibration sheet as one file, or as a file a side.

    With a profile the sheet is corrected, and all verniers should read 5.0.
    """
    over, arms, language = turn_over(paper, sides), scale_arms(paper), speech(code)
    scales = _scales(paper, *arms)
    items: list[Item] = [item for onto in scales.values() for item in main_scale(onto)]
    rule, half = ruler(RULER), RULER / 2 + 6  # its zero stands 6 mm inside
    items.append(Use(rule, Matrix.moved(paper.width / 2 - half, paper.height - paper.margin - 35)))
    upright = Matrix.turned(90).then(Matrix.moved(paper.margin + 35, paper.height / 2 - half))
    items += [Use(rule, upright), *_names(paper, *arms, guide.names)]
    column = _column(paper, sides, language, profile, guide)
    left, top = paper.margin + 43.0, paper.margin + 27.0
    room_x, room_y = paper.width - left - paper.margin - 24, paper.height - 2 * paper.margin - 27 - 42
    scale = min(room_x / WIDTH, room_y / column.y)
    left += (room_x - WIDTH * scale) / 2
    items.append(Use(column.frame(), Matrix.scaled(scale).then(Matrix.moved(left, top))))
    seen = tuple(item for onto in scales.values() for item in tenths_scale(onto, PERFECT))
    through = Frame("calibration/through", paper.width, paper.height, seen)
    title = say("Calibration sheet").said(language)
    front = Page(Frame("calibration", paper.width, paper.height, tuple(items)), title, title)
    label = say("{cards}, back", cards=title).said(language)
    # What shines through is seen mirrored, so the back is printed mirrored, digits and all.
    back = Page(Frame("calibration/back", paper.width, paper.height, (Use(through, over),)), label)
    pages = (
        corrected(front, correct_front(profile, paper)),
        corrected(back, correct_back(profile, paper, over)),
    )
    name = f"printer-sheet-{paper.name}-{code}" + ("-corrected" if profile else "")
    if sides in DUPLEX:
        return (Document(name, "all", title, code, pages, DUPLEX[sides]),)
    return (
        Document(f"{name}-front", "fronts", title, code, pages[:1], "Simplex"),
        Document(f"{name}-back", "backs", label, code, pages[1:], "Simplex"),
    )


def _scales(paper: Paper, arm_x: float, arm_y: float) -> Mapping[str, OntoSheet]:
    """The four scales about the middle of the sheet; along each, more is right or down."""
    x, y, half = paper.width / 2, paper.height / 2, LENGTH / 2
    return {
        "top": lambda u, v: (x - half + u, y - arm_y - v),
        "bottom": lambda u, v: (x - half + u, y + arm_y + v),
        "left": lambda u, v: (x - arm_x - v, y - half + u),
        "right": lambda u, v: (x + arm_x + v, y - half + u),
    }


def _names(paper: Paper, arm_x: float, arm_y: float, names: tuple[str, ...]) -> Iterator[Text]:
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


def _column(
    paper: Paper, sides: str, language: Language, profile: Profile | None, guide: Instructions
) -> Column:
    column = Column("calibration", WIDTH)
    column.words(say("Calibration sheet").said(language), 24, "bold", gap=1.5)
    named = say("{paper}: so that backs meet their fronts", paper=paper.title)
    if profile is not None:
        named = say("corrected for {profile}", profile=profile_words(profile))
    column.words(named.said(language), 10, colour=SOFT, gap=3)
    column.rule(INK, 0.3, 5)
    for number, (head, body) in enumerate(_steps(sides, profile is not None, guide), 1):
        picture = flip_picture(paper, sides) if number == 1 else None
        column.numbered(number, head.said(language), body.said(language), picture, 2)
        if number == 3:
            column.y = _example(column, column.y, language)
    for number, line in enumerate(guide.typed):
        column.words(line, 9, "bold", VERMILION, x=17 if number else 13, gap=1 + number)
    return column


def _steps(sides: str, again: bool, guide: Instructions) -> Iterator[tuple[Sentence, Sentence]]:
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


def _example(column: Column, y: float, language: Language) -> float:
    """A scale three times as large that reads 5.3; gives the height at which the column goes on."""
    inner: list[Item] = []

    def onto(u: float, v: float) -> tuple[float, float]:
        return u + 1, 9 - v

    inner += main_scale(onto, 8, VERMILION)
    inner += tenths_scale(onto, 5.3, 3, VERMILION)
    frame = Frame("calibration/example", LENGTH + 2.0, 18, tuple(inner), bleed=2)
    scale = 2.6
    column.items.append(Use(frame, Matrix.scaled(scale).then(Matrix.moved(12, y - 3))))
    reading = say("Here the inner 0 stands after 5, and the third line after it meets an outer line: 5.3.")
    column.words_at(reading.said(language), y + 14, 10, x=75)
    return y + 18 * scale - 3
