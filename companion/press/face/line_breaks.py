"""Where lines of a text may break, and how they are filled; widths are in points."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.press.frame import fonts

Span = tuple[int, int]  # the beginning and end of a part of a text

SPACE = r"(?<!«) (?![:;!?»·–/])"
"""A space where a line may end: not one between a mark and its word, as in French."""
_EAST = "[\u2e80-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
"""Kana, kanji and their punctuation, which are written without spaces."""
FIRST_EASTERN = "\u2e80"
_NEVER_FIRST = "、。，．・：；？！」』）］｝〉》】〕ー々〜…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_NEVER_LAST = "「『（［｛〈《【〔"
_EASTERN = rf"{SPACE}|(?<=[^\s{_NEVER_LAST}])(?=[^\s{_NEVER_FIRST}])(?:(?<={_EAST})|(?={_EAST}))"
"""Where a line with kana or kanji may break: also before and after each of them."""
_BETWEEN, _BETWEEN_EASTERN = (f"{fonts.BREAK}|{space}" for space in (SPACE, _EASTERN))
NARROW = 36.0  # lines up to this width, as a multiple of the size, are made even; in wider boxes they are filled


def break_into_spans(text: str, wide: Callable[[Span], float], size: float, most: float) -> list[Span]:
    """Break a text into lines, returned as spans; `wide` measures a span; widths are in points."""
    lines: list[Span] = []
    for first, end in _split_spans(text, re.compile("\n"), 0, len(text)) if "\n" in text else [(0, len(text))]:
        if wide((first, end)) <= most:
            lines.append((first, end))
            continue
        eastern = max(text, default="") >= FIRST_EASTERN
        words = _split_spans(text, re.compile(_BETWEEN_EASTERN if eastern else _BETWEEN), first, end)
        gaps = [0.0, *(wide((before, after)) for (_, before), (after, _) in pairwise(words))]
        starts = _find_line_starts([wide(word) for word in words], gaps, most, even=most < NARROW * size)
        lines += [(words[start][0], words[end - 1][1]) for start, end in pairwise([*starts, len(words)])]
    return lines


@lru_cache(maxsize=64)
def _split_spans(text: str, mark: re.Pattern[str], first: int, end: int) -> Sequence[Span]:
    matches = list(mark.finditer(text, first, end))
    starts, ends = [first, *(each.end() for each in matches)], [*(each.start() for each in matches), end]
    return list(zip(starts, ends, strict=True))


def _find_line_starts(widths: Sequence[float], gaps: Sequence[float], most: float, even: bool) -> list[int]:
    """The indexes of the words that begin lines; `even` lines are as narrow as their number allows."""
    starts, widest = _fill_lines(widths, gaps, most, len(widths))
    while even and len(starts) > 1:
        narrower, starts_again = _fill_lines(widths, gaps, widest - 1e-6, len(starts))
        if len(narrower) > len(starts) or starts_again >= widest:
            break
        starts, widest = narrower, starts_again
    is_lone = len(starts) > 1 and starts[-1] == len(widths) - 1
    if is_lone and starts[-1] - starts[-2] > 2 and widths[-2] + gaps[-1] + widths[-1] <= most:
        starts[-1] -= 1  # no single word on the last line
    return starts


def _fill_lines(widths: Sequence[float], gaps: Sequence[float], most: float, lines: int) -> tuple[list[int], float]:
    """The indexes of the words that begin full lines, and the width of the widest; stops after `lines` lines.

    A word wider than a line gets a line of its own.
    """
    starts, end, widest = [0], widths[0], 0.0
    for number in range(1, len(widths)):
        longer = end + gaps[number] + widths[number]
        if longer <= most:
            end = longer
            continue
        starts.append(number)
        if len(starts) > lines:
            break
        widest, end = max(widest, end), widths[number]
    return starts, max(widest, end)
