"""The words of an element: in fonts of the deck, bold and italic where they are marked, icons among them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial

from companion.press.face.context import QUOTED, FaceContext
from companion.press.face.markup import ABOVE, BELOW, Marked, marked
from companion.press.face.typesetting import LONGEST_TEXT, Overflow, TextBox, anchors, fit, set_words
from companion.press.frame.fonts import OURS, styled
from companion.press.frame.frame import Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, moved
from companion.press.frame.outlines import line as ruler
from companion.sentences import say, shortened
from companion.units import to_millimetres

OVERFLOW = "overflow"  # role of words that run over their box, a fault that is told by itself
LARGER = 1.5  # the size of words in larger type, as a multiple of the usual
SHORT = 30  # letters of a name or a number: it stays on the card, as large as there is room
SLACK = 0.075  # its box may be so much higher above and below: capitals and figures leave white there
UNDER, STRUCK, THICK = 0.13, -0.27, 0.055
"""Where a line lies under and through words, below their base line, and its width, in parts of the size."""
THINNEST = 0.1  # such a line is no thinner, mm
SIGN = "★\N{NO-BREAK SPACE}"  # stands with a number for words that are on the aid
BACK = {"left": 0.0, "center": 0.5, "right": 1.0}  # the part of a line before its anchor


def set_text(
    context: FaceContext, text: str, box: TextBox, over: bool = False, strict: bool = False
) -> Sequence[Item]:
    """Set a text, with its fields filled, into a box whose font is called as faces call it.

    A text that does not fit is a fault, and runs over where faults are gathered; if `strict`, it is raised.
    """
    lettering = context.shelf.lettering
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    font = lettering.font(box.weight)
    if font is None:
        told = {"name": shortened(box.weight, QUOTED), "names": ", ".join((*OURS, *lettering.fonts))}
        raise context.fault(
            say("there is no font '{name}'; there are {names}; deck.toml names others under [font]", **told)
        )
    try:
        marks = "*" in text or "{" in text or "[" in text or "\\" in text or box.spacing or box.bullet
        if marks and len(text) <= LONGEST_TEXT:
            words = _read(context, text, box, font)
            if not words.plain:
                return list(_marked_lines(text, words, box, context.label, over))
            text, font = words.letters, next(iter(words.fonts), font)
        return set_words(text, box if font == box.weight else box._replace(weight=font), context.label, over)
    except Overflow as fault:
        if strict:
            raise
        context.shelf.gather(fault)
        return set_text(context, text[:LONGEST_TEXT], box._replace(role=OVERFLOW), over=True)


def _read(context: FaceContext, text: str, box: TextBox, font: str) -> Marked:
    """A text with its marks, and signs before the paragraphs of a list."""

    def colour(word: str) -> str:
        if word == "/":
            raise context.fault(say("'[/]' ends nothing; write \\[/] for the letters"))
        return context.colour(word) or ""

    hang = f"{box.bullet} " if box.bullet else ""
    if hang:
        text = re.sub(r"(?m)^[-–•*] +", lambda _: hang, text)
    icon = context.shelf.lettering.icon
    style = partial(_styled, context, box.weight, font)
    return marked(text, lambda name, ink: icon(name, ink or box.colour), style, colour, box.spacing, hang)


def set_larger(context: FaceContext, words: str, usual: TextBox, room: TextBox) -> Sequence[Item]:
    """Set words half as large again as they are in their `usual` box; `room` is their box in larger type.

    A name that finds no room is as large as it can be, and longer words leave a sign; an aid has both.
    """
    items = set_text(context, words, usual)
    size = max((each.size for each in items if isinstance(each, Text)), default=usual.size)
    room = room._replace(size=LARGER * usual.size, least=LARGER * size)
    for box in (room, _higher(context, room._replace(least=size)))[: 1 + (len(words) <= SHORT)]:
        try:
            items = set_text(context, words, box, strict=True)
            break
        except Overflow:
            continue
    else:
        if len(words) > SHORT:
            number = context.shelf.moved.setdefault(words, len(context.shelf.moved) + 1)
            items = set_text(context, f"{SIGN}{number}", room, over=True)
    for at, first in enumerate(items):
        if isinstance(first, Text) and (first.size < LARGER * size or first.text.startswith(SIGN)):
            return [*items[:at], first._replace(stands=words), *items[at + 1 :]]
    return items


def _higher(context: FaceContext, room: TextBox) -> TextBox:
    """The box of a name with its slack, as far as the safe zone lets it."""
    top, more = context.face.safe, SLACK * room.height
    bottom = context.value(context.face.size[1]) - top
    above, below = (max(0.0, min(more, each)) for each in (room.y - top, bottom - room.y - room.height))
    return room._replace(y=room.y - above, height=room.height + above + below)


def _styled(context: FaceContext, name: str, font: str, bold: bool, italic: bool) -> str:
    """The font of words that are bold or italic among those in a font."""
    wanted = styled(name, bold, italic) if bold or italic else name
    if wanted == name:
        return font
    found = context.shelf.lettering.font(wanted)
    if found is None:
        what = say(
            "the font '{name}' has no letters for words between stars; name a file '{wanted}' under [font], "
            "or write \\* for a star",
            name=name,
            wanted=wanted,
        )
        raise context.fault(what)
    return found


def _marked_lines(text: str, words: Marked, box: TextBox, card: str, over: bool) -> Iterator[Item]:
    """The lines of a text with several fonts or icons; each run of a line stands by itself."""
    if not words.letters.strip():
        return
    size, lines = fit(text, words.lines, words.reach, box, card, over, words.tall)
    for line, (x, y) in zip(lines, anchors(box, size, [*map(words.tall, lines)]), strict=True):
        onto = Matrix.turned(box.turn).then(Matrix.moved(x, y))
        back = BACK[box.align] * (words.reach(line, size) - box.spacing * size) - words.inset(line, size)
        for first, end in words.runs(line):
            letters, pen = words.letters[first:end], words.pens[first]
            for low in [UNDER] * pen.under + [STRUCK] * pen.struck:
                begun, ends = (
                    to_millimetres(words.wide((line[0], each), size) - back) for each in (first, end)
                )
                down, thick = to_millimetres(low * pen.size * size), to_millimetres(THICK * pen.size * size)
                ruled = moved(ruler(begun, down, ends, down), onto)
                yield Shape(ruled, stroke=pen.colour or box.colour, width=max(thick, THINNEST), role="rule")
            first += len(letters) - len(letters.lstrip(" "))  # a reader of SVG would leave such spaces out
            ahead = to_millimetres(words.wide((line[0], first), size) - back)
            if first in words.icons and first < end:  # else the icon behind a blank alone
                yield _icon(words, first, box, size * pen.size, Matrix.moved(ahead, 0).then(onto))
            elif letters.strip(" "):
                at, font = Matrix.moved(ahead, 0).then(onto), words.fonts[first]
                rest = pen.colour or box.colour, "start", box.turn, box.name, box.role, "", box.spacing
                yield Text(letters.strip(" "), at.e, at.f, size * pen.size, font, *rest)


def _icon(words: Marked, index: int, box: TextBox, size: float, onto: Matrix) -> Use:
    icon = words.icons[index]
    left, top, _, bottom = icon.box
    scale = to_millimetres(size * (ABOVE + BELOW)) / (bottom - top)
    down = Matrix.moved(0, to_millimetres(size * BELOW))
    standing = Matrix.moved(-left, -bottom).then(Matrix.scaled(scale)).then(down)
    return Use(icon.frame, standing.then(onto), None, box.role or "icon")
