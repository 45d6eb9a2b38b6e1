r"""Parse and set texts with marks: ``**bold**``, ``*italic*``, ``[red u 120%]...[/]``, icons.

``{coin}`` is an icon. A star beside a space or within a word is printed as it is: 3 * 4, 2*3; so are
brackets that nothing closes.
``\*``, ``\{``, ``\[``, ``\<`` and ``\&`` always print the character.

What other programs have in their tables counts too: ``<b>``, ``<i>``, ``<u>``, ``<s>``, ``<br>`` and ``\n``,
``<span foreground="red" weight="bold">``, ``&amp;``. The rest is told.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from companion.errors import InputError, Place
from companion.press.face import typesetting
from companion.press.face.context import QUOTED, FaceContext
from companion.press.face.line_breaks import FIRST_EASTERN, Span, break_into_spans
from companion.press.face.schema import FaceRemark
from companion.press.face.typesetting import Icon, Overflow, PlainText, TextBox, set_words
from companion.press.frame.fonts import OURS, get_widths, name_styled_font, normalise_text
from companion.press.frame.frame import Item, Shape, Text, Use
from companion.press.frame.outlines import Matrix, transform_outline
from companion.press.frame.outlines import line as ruler
from companion.sentences import join_with_commas, say, shorten_text
from companion.units import to_millimetres

ABOVE, BELOW = 0.80, 0.08
"""How far an icon reaches above and below the base line, as shares of the type size: about as capitals do."""
STANDS_FOR = "\ufffc"  # the letter that represents an icon in a text
_ATTRIBUTE = r"""\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
_TOKEN = (
    r"\\([*{[<&]|\\n)|\{([A-Za-z0-9_.-]+)\}|(\*+)|\[([^\[\]\n]{1,80})\]"
    rf"|(</?[A-Za-z]\w*(?:{_ATTRIBUTE})*\s*/?>|<!--(?:(?!--)[\s\S])*-->)"
    r"|(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});)"
)
_BREAK = r"(?i)<br\s*/?>\n?|(?<!\\)\\n"
_TAGS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline"}
_TAGS |= {"s": "strike", "strike": "strike", "del": "strike", "span": "", "font": ""}
_LONE = rf"(?is)</?({'|'.join(_TAGS)})\b.*"
_LINES = {"u": "underline", "s": "strike"}
_STARS = {1: {"italic": True}, 2: {"bold": True}, 3: {"bold": True, "italic": True}}
_RULES = {
    r"weight=(bold\w*|semibold|ultrabold|heavy|[6-9]\d\d)": "bold",
    "style=(italic|oblique)": "italic",
    "underline=(single|double|low)|text-decoration=underline": "underline",
    "strikethrough=true|text-decoration=line-through": "strike",
    "(foreground|fgcolor|color)=.*": "colour",
}
"""What of a pen is changed by tags, words in brackets and stars, and by attributes or the rules of a ``style``."""
_WORD = r"[^\s()]+(?:\([^()]*\))?"
_STYLE_RULE = r"(?<![\w-])([\w-]++)\s*+:\s*+([^;]+)"
_SIZE = r"([1-9]\d{1,2})%"
LARGEST = 4.0  # the most that a mark enlarges words
OVERFLOW = "overflow"  # the role of words that run over their box, which is a fault of its own
LARGER = 1.5  # larger type, as a multiple of the usual size
SHORT = 30  # texts of up to so many letters, names and numbers, stay on the card, as large as there is room
SLACK = 0.075  # their box grows by this share above and below: capitals and figures leave white there
UNDER, STRUCK, THICK = 0.13, -0.27, 0.055
"""Distance of an underline and a strike-through below the base line, and their width, as shares of the size."""
THINNEST = 0.1  # the least width of such a line, mm
SIGN = "★\N{NO-BREAK SPACE}"  # before the number of a text that is on the aid
BACK = {"left": 0.0, "center": 0.5, "right": 1.0}  # the share of a line before its anchor


class Pen(NamedTuple):
    """Colour, size and lines of some letters, where they differ from the text around them."""

    colour: str = ""  # ``#rrggbb``; empty for that of the text
    size: float = 1.0  # as a multiple of the text's size
    underline: bool = False  # a line under them
    strike: bool = False  # a line through them
    bold: bool = False
    italic: bool = False


class Look(NamedTuple):
    """How a letter is set; an icon is one letter."""

    font: str
    pen: Pen
    run: int  # letters that are set alike are apart if these differ
    icon: Icon | None = None


class MarkedText(PlainText):
    """A text with the look of each of its letters; `font` is that of words without marks."""

    def __init__(
        self, letters: str, font: str, looks: tuple[Look, ...], spacing: float, marker: str, unread: tuple[str, ...]
    ) -> None:
        super().__init__(letters, font)
        self.looks = looks
        self.spacing = spacing  # between letters, as a multiple of the size
        self.marker = marker  # a bullet and a space, before paragraphs whose other lines are indented
        self.unread = unread  # tags and attributes that mean nothing here

    @property
    def is_plain(self) -> bool:
        """True if the text has one font and pen throughout, and no icons, spacing or bullets."""
        pens = {look.pen._replace(bold=False, italic=False) for look in self.looks if not look.run}
        is_uniform = len({(look.font, look.run) for look in self.looks}) < 2 and pens <= {Pen()}
        return is_uniform and not (self.spacing or self.marker)

    @cached_property
    def _ends(self) -> list[float]:
        """The end of each letter if all were on one line, in thousandths of the size."""
        wide = (
            pen.size * (1000 * (ABOVE + BELOW) * icon.ratio if icon else get_widths(font)[letter])
            + 1000 * pen.size * self.spacing
            for letter, (font, pen, _, icon) in zip(self.letters, self.looks, strict=True)
        )
        return [0.0, *accumulate(wide)]

    def break_lines(self, size: float, most: float) -> list[Span]:
        lines: list[Span] = []
        start = 0
        for paragraph in self.letters.split("\n"):
            indent = len(self.marker) if paragraph.startswith(self.marker) else 0
            first = start + indent
            room = most - self.compute_width((start, first), size)

            def measure_part(part: Span, first: int = first) -> float:
                return self.compute_width((first + part[0], first + part[1]), size)

            parts = break_into_spans(paragraph[indent:], measure_part, size, room)
            lines += [(first + from_ - (indent if not i else 0), first + end) for i, (from_, end) in enumerate(parts)]
            start += len(paragraph) + 1
        return lines

    def compute_reach(self, line: Span, size: float) -> float:
        return self.compute_width(line, size) + self.compute_inset(line, size)

    def compute_inset(self, line: Span, size: float) -> float:
        """The indent of a line, in points: 0 for the first of its paragraph."""
        start = self.letters.rfind("\n", 0, line[0]) + 1
        if not self.marker or line[0] == start or not self.letters.startswith(self.marker, start):
            return 0.0
        return self.compute_width((start, start + len(self.marker)), size)

    def compute_scale(self, line: Span) -> float:
        return max((look.pen.size for look in self.looks[line[0] : line[1]]), default=1.0)

    def split_runs(self, line: Span) -> list[Span]:
        """The runs of a line: letters with one font and pen, or an icon."""
        inner = range(line[0] + 1, line[1])
        cuts = (index for index in inner if self.looks[index][:3] != self.looks[index - 1][:3])
        return list(pairwise([line[0], *cuts, line[1]])) if line[0] < line[1] else []


class _Mark:
    """Stars, words in brackets, or a tag with a name; what is neither opened nor closed by another stays text."""

    def __init__(self, text: str, tag: str = "") -> None:
        self.text, self.tag = text, tag
        self.changes: dict[str, Any] | None = None  # to a pen, until another mark closes it
        self.closed: Sequence[_Mark] = ()

    @property
    def is_paired(self) -> bool:
        return self.changes is not None or bool(self.closed)


FindFont = Callable[[bool, bool], str]  # by bold and italic
FindIcon = Callable[[str, str], Icon | None]  # by name and colour
_Token = str | _Mark | re.Match[str]  # a match is an icon


def parse_marks(
    text: str, icon: FindIcon, font: FindFont, colour: Callable[[str], str] = str, spacing: float = 0.0, mark: str = ""
) -> MarkedText:
    """Parse the marks in a text; `colour` returns that of a word in brackets, or raises a fault, also for a ``/``."""
    unread, tokens, end = list[str](), list[_Token](), 0
    open_stars, open_brackets = list[_Mark](), list[_Mark]()
    for match in re.finditer(_TOKEN, text):
        tokens.append(text[end : match.start()])
        end = match.end()
        escaped, _, stars, words, tag, entity = match.groups()
        if stars:
            before, after = text[match.start() - 1 : match.start()], text[end : end + 1]
            opens = not _is_word_letter(before) and _is_visible(after)
            closes = not _is_word_letter(after) and _is_visible(before)
            tokens.append(_pair_stars(stars, open_stars, opens, closes))
        elif words:
            tokens.append(_pair_bracket(_Mark(f"[{words}]"), open_brackets, colour, unread))
        elif tag:
            name = re.sub(r"</?(\w++).*", r"\1", tag, flags=re.DOTALL).lower()
            tokens.append(_pair_bracket(_Mark(tag, name), open_brackets, colour, unread))
        elif entity:
            from html import unescape  # few texts have one

            tokens.append(unescape(entity))
            unread += [entity] * (tokens[-1] == entity)
        else:
            tokens.append(escaped or match)
    tokens.append(text[end:])
    unread += [each.text for each in tokens if isinstance(each, _Mark) and each.tag and not each.is_paired]
    return _build_marked_text(tokens, font, icon, spacing, mark, unread)


def _is_word_letter(character: str) -> bool:
    """True for a letter of a word; not for kana and kanji, which may touch stars that are marks."""
    return character.isalnum() and character < FIRST_EASTERN


def _is_visible(character: str) -> bool:
    return bool(character) and not character.isspace()


def _pair_stars(stars: str, open_: list[_Mark], opens: bool, closes: bool) -> _Mark:
    """A run of stars; it closes the latest of as many, and three stars also close two runs of two and one."""
    run, count, lengths = _Mark(stars), len(stars), [len(each.text) for each in open_]
    if count > 3:
        return run
    if closes and count in lengths:
        first = len(lengths) - 1 - lengths[::-1].index(count)
        run.closed = open_[first : first + 1]
        del open_[first:]
    elif closes and count == 3 and sorted(lengths[-2:]) == [1, 2]:
        run.closed = open_[-2:]
        del open_[-2:]
    elif opens:
        open_.append(run)
    for each in run.closed:
        each.changes = _STARS[len(each.text)]
    return run


def _pair_bracket(bracket: _Mark, open_: list[_Mark], colour: Callable[[str], str], unread: list[str]) -> _Mark:
    """Words in brackets or a tag; it closes the latest tag of its name, or the latest words."""
    same = [other for other in open_ if other.tag == bracket.tag]
    if not bracket.text.startswith(("</", "[/")):
        open_ += [bracket] * (bracket.tag in ("", *_TAGS))
    elif same:
        begun = same[-1]
        open_.remove(begun)
        bracket.closed = (begun,)
        begun.changes = _read_tag(begun, colour, unread) if begun.tag else _read_words(begun, colour)
    elif not bracket.tag:
        colour(bracket.text[1:-1])
    return bracket


def _read_words(bracket: _Mark, colour: Callable[[str], str]) -> dict[str, Any]:
    """The changes to a pen that words in brackets ask for."""
    changes: dict[str, Any] = {}
    for word in re.findall(_WORD, bracket.text[1:-1]):
        if size := re.fullmatch(_SIZE, word):
            changes["size"] = int(size[1]) / 100
        elif word in _LINES:
            changes[_LINES[word]] = True
        else:
            changes["colour"] = colour(word)
    return changes


def _read_tag(tag: _Mark, colour: Callable[[str], str], unread: list[str]) -> dict[str, Any]:
    """The changes to a pen that a tag and its attributes ask for."""
    marks: dict[str, Any] = {_TAGS[tag.tag]: True} if _TAGS[tag.tag] else {}
    for attribute in re.findall(_ATTRIBUTE, tag.text):
        name, _, value = attribute.strip().replace("'", '"').replace('"', "").partition("=")
        rules = re.findall(_STYLE_RULE, value) if ":" in value else [(name.strip(), value.strip())]
        for name, value in rules:
            rule = f"{name.replace('_', '-').removeprefix('font-')}={value}".lower()
            key = next((key for pattern, key in _RULES.items() if re.fullmatch(pattern, rule)), "")
            with suppress(InputError):  # of a colour that nobody knows
                marks |= {key: colour(value) if key == "colour" else True} if key else {}
            unread += [attribute.strip()] * (key not in marks)
    return marks


def _build_marked_text(
    tokens: Sequence[_Token], font: FindFont, icon: FindIcon, spacing: float, marker: str, unread: Sequence[str]
) -> MarkedText:
    letters, looks, open_ = "", list[Look](), list[_Mark]()
    pen, run = Pen(), 0
    for token in tokens:
        new, found = token if isinstance(token, str) else "", None
        if isinstance(token, _Mark):
            open_ += [token] * (token.changes is not None)
            for each in token.closed:
                open_.remove(each)
            pen = Pen()
            for changes in (each.changes or {} for each in open_):
                size = min(LARGEST, pen.size * changes.get("size", 1.0))
                pen = pen._replace(**{**changes, "size": size})
            new = "" if token.is_paired else token.text
        elif isinstance(token, re.Match):
            found = icon(token[2], pen.colour)
            new = token[0] if found is None else STANDS_FOR
            run += found is not None
        letters += new
        looks += [Look(font(pen.bold, pen.italic), pen, run, found)] * len(new) if new else []
        run += found is not None or new == "{"  # after this sign apart, or it looks like an unfilled field
    return MarkedText(letters, font(False, False), tuple(looks), spacing, marker, tuple(dict.fromkeys(unread)))


def set_text(
    context: FaceContext, text: str, box: TextBox, spills: bool = False, strict: bool = False
) -> Sequence[Item]:
    """Set a text, with its fields filled in, into a box; `weight` is a font as faces call it.

    A text that does not fit is a fault. It is raised if `strict`, or if no faults are gathered; otherwise
    the text runs over its box.
    """
    resources = context.shelf.resources
    text = re.sub(_BREAK, "\n", text) if "\\" in text or "<" in text else text
    text = normalise_text(text).replace("\t", " ")
    font = resources.find_font(box.weight)
    if font is None:
        fields = {"name": shorten_text(box.weight, QUOTED), "names": ", ".join((*OURS, *resources.fonts))}
        problem = say("there is no font '{name}'; there are {names}; deck.toml names others under [font]", **fields)
        raise context.fault(problem)
    try:
        marks = not {*"*{[\\<&"}.isdisjoint(text) or box.spacing or box.bullet
        if marks and len(text) <= typesetting.LONGEST_TEXT:
            words = _parse_text(context, text, box, font)
            if not words.is_plain:
                return list(_set_marked_lines(text, words, box, context.label, spills))
            text, font = words.letters, words.looks[0].font if words.looks else font
        return set_words(text, box if font == box.weight else box._replace(weight=font), context.label, spills)
    except Overflow as fault:
        if strict:
            raise
        context.shelf.gather_fault(fault)
        return set_text(context, text[: typesetting.LONGEST_TEXT], box._replace(role=OVERFLOW), spills=True)


def _parse_text(context: FaceContext, text: str, box: TextBox, font: str) -> MarkedText:
    """Parse the marks in a text, and put the bullet of the box before paragraphs that begin with a dash."""

    def colour(word: str) -> str:
        if word == "/":
            raise context.fault(say("'[/]' closes nothing; write \\[/] to print it"))
        return context.colour(word) or ""

    marker = f"{box.bullet} " if box.bullet else ""
    if marker:
        text = re.sub(r"(?m)^[-–•*] +", lambda _: marker, text)
    icon = context.shelf.resources.find_icon
    style = partial(_get_styled_font, context, box.weight, font)
    words = parse_marks(text, lambda name, ink: icon(name, ink or box.colour), style, colour, box.spacing, marker)
    if words.unread:
        columns = [name for name, cell in context.fields.items() if words.unread[0] in cell]
        columns = [name for name in columns if not name.rpartition(".")[2].isdecimal()]  # no parts of cells
        where = join_with_commas(
            [*(Place(column=name).words for name in columns[-1:]), say("box '{box}'", box=box.name)]
        )
        told = "'{text}' means nothing here ({where}); such tags are printed as they stand, such attributes left out"
        if all(re.fullmatch(_LONE, each) for each in words.unread):
            told = "'{text}' stands alone ({where}); a tag that is not closed, or closes nothing, is printed"
        what = say(told, text=shorten_text(" ".join(words.unread), QUOTED), where=where)
        context.shelf.gather_fault(FaceRemark(Place(), what, context.label))
    return words


def set_larger(context: FaceContext, words: str, normal: TextBox, room: TextBox) -> Sequence[Item]:
    """Set words half as large again as in their `normal` box, or up to the size that `room`, their larger box, names.

    None is smaller than usual; without room, a short one is as large as fits, a longer one a sign: the aid has it.
    """
    items = set_text(context, words, normal)
    size = max((each.size for each in items if isinstance(each, Text)), default=normal.size)
    sizes = (LARGER * normal.size, LARGER * size) if room.size == normal.size else (room.size, size)
    room = room._replace(size=sizes[0], least=sizes[1])
    for box in (room, _with_slack(context, room._replace(least=size)))[: 1 + (len(words) <= SHORT)]:
        with suppress(Overflow):
            return set_text(context, words, box, strict=True)
    if len(words) <= SHORT:
        return items
    number = context.shelf.word_numbers.setdefault(words, len(context.shelf.word_numbers) + 1)
    sign, *rest = set_text(context, f"{SIGN}{number}", room, spills=True)
    assert isinstance(sign, Text)
    return [sign._replace(aid_words=words), *rest]


def _with_slack(context: FaceContext, room: TextBox) -> TextBox:
    """The box of a short text, higher by its slack as far as the safe zone allows."""
    top, slack = context.face.safe, SLACK * room.height
    bottom = context.value(context.face.size[1]) - top
    above, below = (max(0.0, min(slack, each)) for each in (room.y - top, bottom - room.y - room.height))
    return room._replace(y=room.y - above, height=room.height + above + below)


def _get_styled_font(context: FaceContext, name: str, font: str, bold: bool, italic: bool) -> str:
    """The font for bold or italic words in a text whose font faces call `name`; a fault if the deck has none."""
    styled_name = name_styled_font(name, bold, italic) if bold or italic else name
    if styled_name == name:
        return font
    font_found = context.shelf.resources.find_font(styled_name)
    if font_found is None:
        fault = say(
            "the font '{name}' has no letters for words between stars; name a file '{wanted}' under [font], "
            "or write \\* for a star",
            **{"name": name, "wanted": styled_name},
        )
        raise context.fault(fault)
    return font_found


def _set_marked_lines(text: str, words: MarkedText, box: TextBox, card: str, spills: bool) -> Iterator[Item]:
    """Set the lines of a text with several fonts or icons, each run as a text of its own."""
    if not words.letters.strip():
        return
    size, lines = typesetting.place_lines(text, words, box, card, spills)
    for line, (x, y) in lines:
        matrix = Matrix.rotate(box.turn).then(Matrix.translate(x, y))
        reach, inset = words.compute_reach(line, size), words.compute_inset(line, size)
        back = BACK[box.align] * (reach - box.spacing * size) - inset
        for first, end in words.split_runs(line):
            letters, (font, pen, _, icon) = words.letters[first:end], words.looks[first]
            for low in [UNDER] * pen.underline + [STRUCK] * pen.strike:
                start, end_x = (to_millimetres(words.compute_width((line[0], i), size) - back) for i in (first, end))
                down, thickness = to_millimetres(low * pen.size * size), to_millimetres(THICK * pen.size * size)
                line_outline = transform_outline(ruler(start, down, end_x, down), matrix)
                yield Shape(line_outline, stroke=pen.colour or box.colour, width=max(thickness, THINNEST), role="rule")
            first += len(letters) - len(letters.lstrip(" "))  # SVG viewers drop leading spaces
            offset = to_millimetres(words.compute_width((line[0], first), size) - back)
            place = Matrix.translate(offset, 0).then(matrix)
            if icon is not None:
                yield _place_icon(icon, box, size * pen.size, place)
            elif letters.strip(" "):
                rest = pen.colour or box.colour, "start", box.turn, box.name, box.role, "", box.spacing
                yield Text(letters.strip(" "), place.e, place.f, size * pen.size, font, *rest)


def _place_icon(icon: Icon, box: TextBox, size: float, matrix: Matrix) -> Use:
    left, top, _, bottom = icon.box
    scale = to_millimetres(size * (ABOVE + BELOW)) / (bottom - top)
    down = Matrix.translate(0, to_millimetres(size * BELOW))
    upright = Matrix.translate(-left, -bottom).then(Matrix.scale_by(scale)).then(down)
    return Use(icon.frame, upright.then(matrix), None, box.role or "icon")
