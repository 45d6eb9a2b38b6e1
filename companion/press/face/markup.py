"""Words within a text that are set otherwise: ``**bold**``, ``*italic*``, and ``{coin}``, an icon.

A star beside a space or within a word is a star: 3 * 4, 2*3. ``\\*`` and ``\\{`` always are characters.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise

from companion.press.face.lettering import Icon
from companion.press.face.line_breaks import FIRST_EASTERN, Span, parts_of_lines
from companion.press.frame.fonts import widths

ABOVE, BELOW = 0.80, 0.08
"""The reach of an icon above and below the base line, as parts of the type's size: about its capitals."""
STANDS_FOR = "\ufffc"  # the letter that stands for an icon among the others
_TOKEN = re.compile(r"\\([*{])|\{([A-Za-z0-9_.-]+)\}|(\*+)")


@dataclass(frozen=True)
class Marked:
    """A text with the font of each of its letters; an icon is one letter."""

    letters: str
    fonts: tuple[str, ...]
    icons: dict[int, Icon]  # by their index among the letters
    alone: frozenset[int]  # indexes of letters that begin a run of their own

    @property
    def plain(self) -> bool:
        """True where it is one font throughout, without icons."""
        return not self.icons and not self.alone and len(set(self.fonts)) < 2

    @cached_property
    def _ends(self) -> list[float]:
        """The end of each letter on one endless line, in thousandths of the size."""
        wide = (
            1000 * (ABOVE + BELOW) * self.icons[at].ratio if at in self.icons else widths(font)[letter]
            for at, (letter, font) in enumerate(zip(self.letters, self.fonts, strict=True))
        )
        return [0.0, *accumulate(wide)]

    def wide(self, part: Span, size: float) -> float:
        """The width of a part of the text, in points."""
        return (self._ends[part[1]] - self._ends[part[0]]) * size / 1000

    def lines(self, size: float, most: float) -> list[Span]:
        """The lines of the text, each as a part of it and at most so many points wide where it can be."""
        return parts_of_lines(self.letters, lambda part: self.wide(part, size), size, most)

    def runs(self, line: Span) -> list[Span]:
        """The runs of a line: letters of one font, or an icon."""
        cuts = (
            at
            for at in range(line[0] + 1, line[1])
            if self.fonts[at] != self.fonts[at - 1]
            or at in self.alone
            or at in self.icons
            or at - 1 in self.icons
        )
        return list(pairwise([line[0], *cuts, line[1]]))


class _Escaped(str):
    """A character that is meant as such."""

    __slots__ = ()


@dataclass(slots=True)
class _Stars:
    """A run of stars."""

    text: str
    opens: bool  # words may begin behind it
    closes: bool  # words may end before it
    turns: list[int] = field(default_factory=list)  # stars that turn a style on, or below 0 off


def marked(text: str, icon: Callable[[str], Icon | None], font: Callable[[bool, bool], str]) -> Marked:
    """Read the marks in a text; `font` gives the font of words by (bold, italic)."""
    tokens: list[str | Icon | _Stars] = []
    end = 0
    for found in _TOKEN.finditer(text):
        tokens.append(text[end : found.start()])
        end = found.end()
        escaped, name, stars = found.groups()
        if stars:
            before, after = text[found.start() - 1 : found.start()], text[end : end + 1]
            tokens.append(
                _Stars(stars, not _wordy(before) and _inked(after), not _wordy(after) and _inked(before))
            )
        elif escaped:
            tokens.append(_Escaped(escaped))
        else:
            tokens.append(icon(name) or found.group())
    tokens.append(text[end:])
    _pair([token for token in tokens if isinstance(token, _Stars)])
    return _joined(tokens, font)


def _wordy(character: str) -> bool:
    """True for a letter of a word that goes on; kana and kanji stand beside stars."""
    return character.isalnum() and character < FIRST_EASTERN


def _inked(character: str) -> bool:
    return bool(character) and not character.isspace()


def _pair(runs: list[_Stars]) -> None:
    """Find for each run of stars that ends words the one that began them; what finds none stays as it is."""
    open_: list[_Stars] = []
    for run in runs:
        count = len(run.text)
        if count > 3:
            continue
        if run.closes and _close(run, count, open_):
            continue
        if run.opens:
            open_.append(run)


def _close(run: _Stars, count: int, open_: list[_Stars]) -> bool:
    """Close what was opened with as many stars, or, by three, with two and one."""
    lengths = [len(each.text) for each in open_]
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


def _joined(tokens: list[str | Icon | _Stars], font: Callable[[bool, bool], str]) -> Marked:
    letters: list[str] = []
    fonts: list[str] = []
    icons: dict[int, Icon] = {}
    alone: set[int] = set()
    bold = italic = 0
    for token in tokens:
        if isinstance(token, _Stars):
            for turn in token.turns:
                step = 1 if turn > 0 else -1
                bold += step * (abs(turn) > 1)
                italic += step * (turn % 2)
            new = "" if token.turns else token.text
        elif isinstance(token, Icon):
            icons[len(letters)] = token
            new = STANDS_FOR
        else:
            new = token
        letters += new
        if isinstance(token, _Escaped) and token == "{":  # else it would look like a field that nobody filled
            alone.add(len(letters))
        fonts += [font(bold > 0, italic > 0)] * len(new) if new else []
    return Marked("".join(letters), tuple(fonts), icons, frozenset(alone))
