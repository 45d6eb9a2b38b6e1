"""The ends of a text's lines: as few lines as fit, then as even as so few can be."""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from companion.press.frame import fonts

Span = tuple[int, int]  # the beginning and end of a part of a text

BREAK = re.compile(r"(?<!«) (?![:;!?»·–/])")
"""A space where a line may end: not one that holds a mark to its word, as French has them."""
_EAST = "[\u2e80-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
"""Kana, kanji and their marks, which are written without spaces."""
FIRST_EASTERN = "\u2e80"
_NEVER_FIRST = "、。，．・：；？！」』）］｝〉》】〕ー々〜…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_NEVER_LAST = "「『（［｛〈《【〔"
NARROW = 36.0  # the width, as a multiple of the size, up to which lines are made even; longer ones are filled


@cache
def _eastern_break() -> re.Pattern[str]:
    """The breaks of a line with kana or kanji: also before and after each; made when it is needed."""
    inner = rf"(?<=[^\s{_NEVER_LAST}])(?=[^\s{_NEVER_FIRST}])(?:(?<={_EAST})|(?={_EAST}))"
    return re.compile(f"{BREAK.pattern}|{inner}")


def broken(text: str, font: str, size: float, most: float) -> list[str]:
    """The lines of a text in one font; width in points."""
    if not text.isascii() and max(text) >= FIRST_EASTERN:
        ends = _ends(text, font)
        parts = parts_of_lines(text, lambda part: (ends[part[1]] - ends[part[0]]) * size / 1000, size, most)
        return [text[first:end] for first, end in parts]
    space = fonts.width(" ", font, size)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if fonts.width(paragraph, font, size) <= most:
            lines.append(paragraph)
            continue
        words = BREAK.split(paragraph)
        widths = [fonts.width(word, font, size) for word in words]
        starts = _starts(widths, [space] * len(words), most, even=most < NARROW * size)
        lines += [" ".join(words[start:end]) for start, end in pairwise([*starts, len(words)])]
    return lines


@lru_cache(maxsize=16)  # tried at many sizes
def _ends(text: str, font: str) -> Sequence[float]:
    """The end of each letter on one endless line, in thousandths of the size."""
    return [0.0, *accumulate(map(fonts.widths(font).__getitem__, text))]


def parts_of_lines(text: str, wide: Callable[[Span], float], size: float, most: float) -> list[Span]:
    """The lines of a text of different letters, as parts of it; all widths are in points."""
    lines: list[Span] = []
    for first, end in _between(text, re.compile("\n"), 0, len(text)):
        if wide((first, end)) <= most:
            lines.append((first, end))
            continue
        words = _between(text, _eastern_break(), first, end)
        gaps = [0.0, *(wide((before, after)) for (_, before), (after, _) in pairwise(words))]
        starts = _starts([wide(word) for word in words], gaps, most, even=most < NARROW * size)
        lines += [(words[start][0], words[end - 1][1]) for start, end in pairwise([*starts, len(words)])]
    return lines


@lru_cache(maxsize=64)
def _between(text: str, mark: re.Pattern[str], first: int, end: int) -> Sequence[Span]:
    """The pieces of a part of a text between the matches in it."""
    found = list(mark.finditer(text, first, end))
    begins, ends = [first, *(each.end() for each in found)], [*(each.start() for each in found), end]
    return list(zip(begins, ends, strict=True))


def _starts(widths: Sequence[float], gaps: Sequence[float], most: float, even: bool) -> list[int]:
    """The words that lines begin with; even lines are as narrow as their number allows."""
    starts, widest = _filled(widths, gaps, most, len(widths))
    while even and len(starts) > 1:
        narrower, now = _filled(widths, gaps, widest - 1e-6, len(starts))
        if len(narrower) > len(starts) or now >= widest:
            break
        starts, widest = narrower, now
    alone = len(starts) > 1 and starts[-1] == len(widths) - 1
    if alone and starts[-1] - starts[-2] > 2 and widths[-2] + gaps[-1] + widths[-1] <= most:
        starts[-1] -= 1  # no word stands on the last line alone
    return starts


def _filled(
    widths: Sequence[float], gaps: Sequence[float], most: float, lines: int
) -> tuple[list[int], float]:
    """Lines with as many words each as fit, and the widest; it stops where they are more than `lines`.

    A word that is wider than a line has one of its own.
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
