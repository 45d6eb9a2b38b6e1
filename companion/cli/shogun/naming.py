"""Names and numbers as they are typed at the prompt of Shogun: by their beginnings, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.cli.voice import current, said
from companion.data.shogun import facts
from companion.data.vocabulary import Vocabulary, folded, vocabulary
from companion.errors import InputError
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS

NUMBERED = re.compile(r"([^\W\d_]+)=?([+-]?\d[\d/]*)")
"""A colour and a number: ``b3``, ``b=3``, ``b+1``, ``b9/6``."""

_JOINED = re.compile(r"[^\W\d_]+[+-]?\d+")


def colour_begun(typed: str, among: Sequence[str]) -> str:
    """A colour by its beginning, one that plays here before all others."""
    return begun(vocabulary("shogun", "colour"), typed, among)


def colour_shown(colour: str) -> str:
    """A colour as the player's language types it."""
    return said(vocabulary("shogun", "colour").word(colour))


def province_begun(typed: str, among: Sequence[str] | dict[str, None] = ()) -> str:
    """A province by its beginning, one that can be meant now before all others."""
    names = tuple(sorted({card.province for card in facts().cards}))
    here = [name for name in among if fits(typed, name)]
    return begun(vocabulary("shogun", "province", names), typed, here or names)


def fits(beginning: str, province: str) -> bool:
    """Whether a province's name begins so."""
    return folded(province).startswith(folded(beginning))


def action_begun(typed: str) -> str:
    """An action card by its beginning."""
    return begun(vocabulary("shogun", "action"), typed, ACTIONS)


def special_or_none(typed: str) -> str | None:
    """A special card by its beginning; ``None`` when the word is another."""
    try:
        return begun(vocabulary("shogun", "special"), typed.removeprefix("+1"), SPECIALS)
    except InputError:
        return None


def colour_pairs(words: Sequence[str], among: Sequence[str]) -> list[str]:
    """Colours and what is said of each: ``b3``, ``b=3``, ``b+1``, ``blue 3``, ``y=koz`` or ``y koz``."""
    return list(_each_pair(words, among))


def _each_pair(words: Sequence[str], among: Sequence[str]) -> Iterator[str]:
    left = parted_words(words)
    while left:
        word = left.pop(0)
        numbered = NUMBERED.fullmatch(word)
        name, equals, value = numbered.expand(r"\1=\2").partition("=") if numbered else word.partition("=")
        if not equals:
            if not left:
                raise InputError("What of {word}? Write a colour and a number, such as b3.", word=word)
            value = left.pop(0)
        yield f"{colour_begun(name, among)}={value}"


def parted_words(words: Sequence[str]) -> list[str]:
    """Words of which some were typed without blanks between them, such as ``b4y3``."""
    return [
        part for word in words for part in (_JOINED.findall(word) if _JOINED.sub("", word) == "" else [word])
    ]


def begun(words: Vocabulary, typed: str, among: Sequence[str]) -> str:
    """Something by its beginning, in the player's language where several fit."""
    return words.begun(typed, among, current().code)
