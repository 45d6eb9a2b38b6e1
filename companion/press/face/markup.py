r"""Words within a text that are set otherwise: ``**bold**``, ``*italic*``, ``[red u 120%]...[/]``, icons.

``{coin}`` is an icon. A star beside a space or within a word is a star: 3 * 4, 2*3; brackets that
nothing closes are brackets.
``\*``, ``\{``, ``\[``, ``\<`` and ``\&`` always are characters.

What other programs have in their tables counts too: ``<b>``, ``<i>``, ``<u>``, ``<s>``, ``<br>`` and ``\n``,
``<span foreground="red" weight="bold">``, ``&amp;``. The rest is told.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from companion.errors import InputError, Place
from companion.press.face import typesetting
from companion.press.face.context import QUOTED, FaceContext
from companion.press.face.schema import FaceRemark
from companion.press.face.typesetting import FIRST_EASTERN, Icon, Overflow, Span, TextBox, break_into_spans, set_words
from companion.press.frame.fonts import OURS, get_widths, name_styled_font
from companion.press.frame.frame import Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, transform_outline
from companion.press.frame.outlines import line as ruler
from companion.sentences import join_with_commas, say, shorten_text
from companion.units import to_millimetres

ABOVE, BELOW = 0.80, 0.08
"""The reach of an icon above and below the base line, as parts of the type's size: about its capitals."""
STANDS_FOR = "\ufffc"  # the letter that stands for an icon among the others
_ATTRIBUTE = r"""\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
_TOKEN = re.compile(
    r"\\([*{[<&]|\\n)|\{([A-Za-z0-9_.-]+)\}|(\*+)|\[([^\[\]\n]{1,80})\]"
    rf"|(</?[A-Za-z]\w*(?:{_ATTRIBUTE})*\s*/?>)|(&(?:#\d{{1,7}}|#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z]\w{{1,31}});)"
)
_BREAK = re.compile(r"<br\s*/?>\n?|(?<!\\)\\n", re.IGNORECASE)
_TAGS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "under", "ins": "under"}
_TAGS |= {"s": "struck", "strike": "struck", "del": "struck", "span": "", "font": ""}
_RULES = {
    r"weight=(bold\w*|semibold|ultrabold|heavy|[6-9]\d\d)": "bold",
    "style=(italic|oblique)": "italic",
    "underline=(single|double|low)|text-decoration=underline": "under",
    "strikethrough=true|text-decoration=line-through": "struck",
    "(foreground|fgcolor|color)=.*": "colour",
}
"""What of a pen is changed by tags, and by their attributes or the rules of a ``style``."""
_WORD = re.compile(r"[^\s()]+(?:\([^()]*\))?")
_SIZE = re.compile(r"([1-9]\d{1,2})%")
LARGEST = 4.0  # the most that words among others are made larger
OVERFLOW = "overflow"  # role of words that run over their box, a fault that is told by itself
LARGER = 1.5  # the size of words in larger type, as a multiple of the usual
SHORT = 30  # letters of a name or a number: it stays on the card, as large as there is room
SLACK = 0.075  # its box may be so much higher above and below: capitals and figures leave white there
UNDER, STRUCK, THICK = 0.13, -0.27, 0.055
"""Where a line lies under and through words, below their base line, and its width, in parts of the size."""
THINNEST = 0.1  # such a line is no thinner, mm
SIGN = "★\N{NO-BREAK SPACE}"  # stands with a number for words that are on the aid
BACK = {"left": 0.0, "center": 0.5, "right": 1.0}  # the part of a line before its anchor


class Pen(NamedTuple):
    """How some letters differ from the text around them."""

    colour: str = ""  # ``#rrggbb``, or that of the text
    size: float = 1.0  # as a multiple of that of the text
    under: bool = False  # a line under them
    struck: bool = False  # a line through them
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True)
class MarkedText:
    """A text with the font of each of its letters; an icon is one letter."""

    letters: str
    fonts: tuple[str, ...]
    icons: dict[int, Icon]  # by their index among the letters
    alone: frozenset[int]  # indexes of letters that begin a run of their own
    pens: tuple[Pen, ...]
    spacing: float = 0.0  # between letters, as a multiple of the size
    hang: str = ""  # what stands before a paragraph whose other lines stand in
    unread: tuple[str, ...] = ()  # tags and attributes that mean nothing here

    @property
    def is_plain(self) -> bool:
        """True where the text has one font and pen throughout, and nothing such as icons to set apart."""
        alike = len(set(self.fonts)) < 2 and {pen._replace(bold=False, italic=False) for pen in self.pens} <= {Pen()}
        return not (self.icons or self.alone or self.spacing or self.hang) and alike

    @cached_property
    def _ends(self) -> list[float]:
        """The end of each letter on one endless line, in thousandths of the size."""
        wide = (
            pen.size * (1000 * (ABOVE + BELOW) * self.icons[at].ratio if at in self.icons else get_widths(font)[letter])
            + 1000 * pen.size * self.spacing
            for at, (letter, font, pen) in enumerate(zip(self.letters, self.fonts, self.pens, strict=True))
        )
        return [0.0, *accumulate(wide)]

    def compute_width(self, part: Span, size: float) -> float:
        """The width of a part of the text, with the space after its last letter; in points."""
        return (self._ends[part[1]] - self._ends[part[0]]) * size / 1000

    def break_lines(self, size: float, most: float) -> list[Span]:
        """The lines of the text as parts of it, each at most `most` points wide where it can be."""
        if not self.hang:
            return break_into_spans(self.letters, lambda part: self.compute_width(part, size), size, most)
        found: list[Span] = []
        start = 0
        for paragraph in self.letters.split("\n"):
            hung = len(self.hang) if paragraph.startswith(self.hang) else 0
            first = start + hung
            room = most - self.compute_width((start, first), size)

            def measure_part(part: Span, first: int = first) -> float:
                return self.compute_width((first + part[0], first + part[1]), size)

            parts = break_into_spans(paragraph[hung:], measure_part, size, room)
            found += [(first + begin - (hung if not at else 0), first + end) for at, (begin, end) in enumerate(parts)]
            start += len(paragraph) + 1
        return found

    def compute_reach(self, line: Span, size: float) -> float:
        """The width of a line with its inset, in points."""
        return self.compute_width(line, size) + self.compute_inset(line, size)

    def compute_inset(self, line: Span, size: float) -> float:
        """How far a line that is not the first of its paragraph is set in, in points."""
        start = self.letters.rfind("\n", 0, line[0]) + 1
        if not self.hang or line[0] == start or not self.letters.startswith(self.hang, start):
            return 0.0
        return self.compute_width((start, start + len(self.hang)), size)

    def compute_line_scale(self, line: Span) -> float:
        """The size of the largest letters of a line, as a multiple of that of the text."""
        return max((pen.size for pen in self.pens[line[0] : line[1]]), default=1.0)

    def split_runs(self, line: Span) -> list[Span]:
        """The runs of a line: letters of one font, or an icon."""
        cuts = (
            at
            for at in range(line[0] + 1, line[1])
            if (self.fonts[at], self.pens[at]) != (self.fonts[at - 1], self.pens[at - 1])
            or at in self.alone
            or self.icons.keys() & {at - 1, at}
        )
        return list(pairwise([line[0], *cuts, line[1]]))


class _Escaped(str):
    __slots__ = ()


@dataclass(slots=True)
class _Stars:
    text: str
    opens: bool  # words may begin behind it
    closes: bool  # words may end before it
    turns: list[int] = field(default_factory=list)  # stars that turn a style on, or below 0 off


@dataclass(slots=True)
class _Bracket:
    """Words in brackets, or a tag, and their changes to a pen; what nothing closes stays text."""

    text: str
    marks: dict[str, Any] | None = None
    tag: str = ""  # its name

    @property
    def closes(self) -> bool:
        return self.text.startswith("</" if self.tag else "/")


FindFont = Callable[[bool, bool], str]  # by bold and italic
FindIcon = Callable[[str, str], Icon | None]  # by name and colour
_Token = str | _Stars | _Bracket | re.Match[str]  # the last for an icon


def parse_marks(
    text: str, icon: FindIcon, font: FindFont, colour: Callable[[str], str] = str, spacing: float = 0.0, hang: str = ""
) -> MarkedText:
    """Parse the marks in a text.

    `colour` gives the colour for a word in brackets, or raises its fault; also for a ``/`` that closes
    nothing.
    """
    unread = list[str]()
    tokens: list[_Token] = []
    end = 0
    for found in _TOKEN.finditer(text):
        tokens.append(text[end : found.start()])
        end = found.end()
        escaped, _, stars, words, tag, entity = found.groups()
        if stars:
            before, after = text[found.start() - 1 : found.start()], text[end : end + 1]
            opens = not _is_word_letter(before) and _is_visible(after)
            tokens.append(_Stars(stars, opens, not _is_word_letter(after) and _is_visible(before)))
        elif escaped:
            tokens.append(_Escaped(escaped))
        elif words:
            tokens.append(_Bracket(words))
        elif tag:
            tokens.append(_Bracket(tag, tag=re.sub(r"</?(\w+).*", r"\1", tag, flags=re.DOTALL).lower()))
        elif entity:
            from html import unescape  # few texts have one

            letter = unescape(entity)
            tokens.append(_Escaped(letter))
            unread += [entity] * (letter == entity)
        else:
            tokens.append(found)
    tokens.append(text[end:])
    _pair_stars([token for token in tokens if isinstance(token, _Stars)])
    _close_brackets([token for token in tokens if isinstance(token, _Bracket)], colour, unread)
    return replace(_build_marked_text(tokens, font, icon, spacing, hang), unread=tuple(dict.fromkeys(unread)))


def _is_word_letter(character: str) -> bool:
    """True for a letter of a word; not for kana and kanji, which may stand beside stars that are marks."""
    return character.isalnum() and character < FIRST_EASTERN


def _is_visible(character: str) -> bool:
    return bool(character) and not character.isspace()


def _pair_stars(runs: list[_Stars]) -> None:
    """Pair each run of stars that closes with the run that opened it; a run without a partner stays text."""
    open_: list[_Stars] = []
    for run in runs:
        if len(run.text) <= 3 and not (run.closes and _close_stars(run, open_)) and run.opens:
            open_.append(run)


def _close_stars(run: _Stars, open_: list[_Stars]) -> bool:
    """Close the run that opened with as many stars; three stars also close two runs of two and one."""
    count, lengths = len(run.text), [len(each.text) for each in open_]
    if count in lengths:
        at = len(lengths) - 1 - lengths[::-1].index(count)
        open_[at].turns, run.turns = [count], [-count]
        del open_[at:]
        return True
    if count == 3 and sorted(lengths[-2:]) == [1, 2]:
        for each in open_[-2:]:
            each.turns = [len(each.text)]
        run.turns = [-1, -2]
        del open_[-2:]
        return True
    return False


def _close_brackets(brackets: list[_Bracket], colour: Callable[[str], str], unread: list[str]) -> None:
    open_: list[_Bracket] = []
    for each in brackets:
        same = [at for at, other in enumerate(open_) if other.tag == each.tag]
        if not each.closes:
            open_ += [each] * (each.tag in ("", *_TAGS))
        elif same:
            begun = open_.pop(same[-1])
            begun.marks, each.marks = _read_tag(begun, colour, unread) if each.tag else {}, {}
            for word in () if each.tag else _WORD.findall(begun.text):
                size = _SIZE.fullmatch(word)
                key = "size" if size else {"u": "under", "s": "struck"}.get(word, "colour")
                begun.marks[key] = int(size[1]) / 100 if size else colour(word) if key == "colour" else True
        elif not each.tag:
            colour(each.text)
    unread += [each.text for each in brackets if each.tag and each.marks is None]


def _read_tag(tag: _Bracket, colour: Callable[[str], str], unread: list[str]) -> dict[str, Any]:
    """The changes to a pen that a tag and its attributes ask for."""
    marks: dict[str, Any] = {_TAGS[tag.tag]: True} if _TAGS[tag.tag] else {}
    for attribute in re.findall(_ATTRIBUTE, tag.text):
        name, _, value = attribute.strip().replace("'", '"').replace('"', "").partition("=")
        rules = re.findall(r"([\w-]+)\s*:\s*([^;]+)", value) if ":" in value else [(name.strip(), value.strip())]
        for name, value in rules:
            rule = f"{name.replace('_', '-').removeprefix('font-')}={value}".lower()
            key = next((key for pattern, key in _RULES.items() if re.fullmatch(pattern, rule)), "")
            with suppress(InputError):  # of a colour that nobody knows
                marks |= {key: colour(value) if key == "colour" else True} if key else {}
            unread += [attribute.strip()] * (key not in marks)
    return marks


def _build_marked_text(tokens: list[_Token], font: FindFont, icon: FindIcon, spacing: float, hang: str) -> MarkedText:
    letters, fonts, drawn, pens = list[str](), list[str](), list[Pen](), [Pen()]
    icons, alone = dict[int, Icon](), set[int]()
    bold = italic = 0
    for token in tokens:
        if isinstance(token, _Stars):
            for turn in token.turns:
                step = 1 if turn > 0 else -1
                bold += step * (abs(turn) > 1)
                italic += step * (turn % 2)
            new = "" if token.turns else token.text
        elif isinstance(token, _Bracket):
            new = "" if token.marks is not None else token.text if token.tag else f"[{token.text}]"
            if token.marks is not None and token.closes:
                pens.pop()
            elif token.marks is not None:
                size = pens[-1].size * token.marks.get("size", 1.0)
                pens.append(pens[-1]._replace(**{**token.marks, "size": min(LARGEST, size)}))
        elif isinstance(token, re.Match):
            found = icon(token[2], pens[-1].colour)
            new = token[0] if found is None else STANDS_FOR
            if found is not None:
                icons[len(letters)] = found
        else:
            new = token
        letters += new
        if isinstance(token, _Escaped) and token == "{":  # else it would look like a field that nobody filled
            alone.add(len(letters))
        fonts += [font(bold > 0 or pens[-1].bold, italic > 0 or pens[-1].italic)] * len(new) if new else []
        drawn += [pens[-1]] * len(new)
    return MarkedText("".join(letters), tuple(fonts), icons, frozenset(alone), tuple(drawn), spacing, hang)


def set_text(context: FaceContext, text: str, box: TextBox, over: bool = False, strict: bool = False) -> Sequence[Item]:
    """Set a text, with its fields filled, into a box whose font has the name that faces use.

    A text that does not fit is a fault. It is raised if `strict`, or if no faults are gathered; else the
    text runs over its box.
    """
    lettering = context.shelf.lettering
    text = _BREAK.sub("\n", text) if "\\" in text or "<" in text else text
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    font = lettering.find_font(box.weight)
    if font is None:
        told = {"name": shorten_text(box.weight, QUOTED), "names": ", ".join((*OURS, *lettering.fonts))}
        what = say("there is no font '{name}'; there are {names}; deck.toml names others under [font]", **told)
        raise context.fault(what)
    try:
        marks = not {*"*{[\\<&"}.isdisjoint(text) or box.spacing or box.bullet
        if marks and len(text) <= typesetting.LONGEST_TEXT:
            words = _parse_text(context, text, box, font)
            if not words.is_plain:
                return list(_set_marked_lines(text, words, box, context.label, over))
            text, font = words.letters, next(iter(words.fonts), font)
        return set_words(text, box if font == box.weight else box._replace(weight=font), context.label, over)
    except Overflow as fault:
        if strict:
            raise
        context.shelf.gather_fault(fault)
        return set_text(context, text[: typesetting.LONGEST_TEXT], box._replace(role=OVERFLOW), over=True)


def _parse_text(context: FaceContext, text: str, box: TextBox, font: str) -> MarkedText:
    """Parse the marks in a text, and put the sign of a list before its paragraphs."""

    def colour(word: str) -> str:
        if word == "/":
            raise context.fault(say("'[/]' closes nothing; write \\[/] to print it"))
        return context.colour(word) or ""

    hang = f"{box.bullet} " if box.bullet else ""
    if hang:
        text = re.sub(r"(?m)^[-–•*] +", lambda _: hang, text)
    icon = context.shelf.lettering.find_icon
    style = partial(_get_styled_font, context, box.weight, font)
    words = parse_marks(text, lambda name, ink: icon(name, ink or box.colour), style, colour, box.spacing, hang)
    if words.unread:
        columns = [name for name, cell in context.fields.items() if words.unread[0] in cell]
        columns = [name for name in columns if not name.rpartition(".")[2].isdecimal()]  # no parts of cells
        where = join_with_commas(
            [*(Place(column=name).words for name in columns[-1:]), say("box '{box}'", box=box.name)]
        )
        told = "'{text}' means nothing here ({where}); such tags are printed as they stand, such attributes left out"
        what = say(told, text=shorten_text(" ".join(words.unread), QUOTED), where=where)
        context.shelf.gather_remark(FaceRemark(Place(), what, context.label))
    return words


def set_larger(context: FaceContext, words: str, usual: TextBox, room: TextBox) -> Sequence[Item]:
    """Set words half as large again as they are in their `usual` box; `room` is their box in larger type.

    A name without room for that is as large as fits; longer words become a sign. An aid has both in full.
    """
    items = set_text(context, words, usual)
    size = max((each.size for each in items if isinstance(each, Text)), default=usual.size)
    room = room._replace(size=LARGER * usual.size, least=LARGER * size)
    for box in (room, _with_slack(context, room._replace(least=size)))[: 1 + (len(words) <= SHORT)]:
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


def _with_slack(context: FaceContext, room: TextBox) -> TextBox:
    """The box of a name, higher by its slack as far as the safe zone allows."""
    top, more = context.face.safe, SLACK * room.height
    bottom = context.value(context.face.size[1]) - top
    above, below = (max(0.0, min(more, each)) for each in (room.y - top, bottom - room.y - room.height))
    return room._replace(y=room.y - above, height=room.height + above + below)


def _get_styled_font(context: FaceContext, name: str, font: str, bold: bool, italic: bool) -> str:
    """The font of bold or italic words within a text in a font."""
    wanted = name_styled_font(name, bold, italic) if bold or italic else name
    if wanted == name:
        return font
    found = context.shelf.lettering.find_font(wanted)
    if found is None:
        what = say(
            "the font '{name}' has no letters for words between stars; name a file '{wanted}' under [font], "
            "or write \\* for a star",
            **{"name": name, "wanted": wanted},
        )
        raise context.fault(what)
    return found


def _set_marked_lines(text: str, words: MarkedText, box: TextBox, card: str, over: bool) -> Iterator[Item]:
    """Set the lines of a text with several fonts or icons, each run of a line by itself."""
    if not words.letters.strip():
        return
    tall = words.compute_line_scale
    size, lines = typesetting.fit_text(text, words.break_lines, words.compute_reach, box, card, over, tall)
    for line, (x, y) in zip(lines, typesetting.compute_anchors(box, size, [*map(tall, lines)]), strict=True):
        onto = Matrix.rotate(box.turn).then(Matrix.translate(x, y))
        reach, inset = words.compute_reach(line, size), words.compute_inset(line, size)
        back = BACK[box.align] * (reach - box.spacing * size) - inset
        for first, end in words.split_runs(line):
            letters, pen = words.letters[first:end], words.pens[first]
            for low in [UNDER] * pen.under + [STRUCK] * pen.struck:
                begun, ends = (to_millimetres(words.compute_width((line[0], at), size) - back) for at in (first, end))
                down, thick = to_millimetres(low * pen.size * size), to_millimetres(THICK * pen.size * size)
                ruled = transform_outline(ruler(begun, down, ends, down), onto)
                yield Shape(ruled, stroke=pen.colour or box.colour, width=max(thick, THINNEST), role="rule")
            first += len(letters) - len(letters.lstrip(" "))  # a reader of SVG would leave such spaces out
            ahead = to_millimetres(words.compute_width((line[0], first), size) - back)
            if first in words.icons and first < end:  # else the icon behind a blank alone
                yield _place_icon(words, first, box, size * pen.size, Matrix.translate(ahead, 0).then(onto))
            elif letters.strip(" "):
                at, font = Matrix.translate(ahead, 0).then(onto), words.fonts[first]
                rest = pen.colour or box.colour, "start", box.turn, box.name, box.role, "", box.spacing
                yield Text(letters.strip(" "), at.e, at.f, size * pen.size, font, *rest)


def _place_icon(words: MarkedText, index: int, box: TextBox, size: float, onto: Matrix) -> Use:
    icon = words.icons[index]
    left, top, _, bottom = icon.box
    scale = to_millimetres(size * (ABOVE + BELOW)) / (bottom - top)
    down = Matrix.translate(0, to_millimetres(size * BELOW))
    standing = Matrix.translate(-left, -bottom).then(Matrix.scale_by(scale)).then(down)
    return Use(icon.frame, standing.then(onto), None, box.role or "icon")
