"""Names and ways as they are typed at the prompt of Shogun: by their beginnings, in either language."""

import re
from collections.abc import Iterator, Sequence

from companion.cli.voice import current, said
from companion.data.shogun import facts
from companion.data.vocabulary import Vocabulary, folded, vocabulary
from companion.errors import InputError
from companion.play.shogun.telling.awaited import THROWS, Awaited
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
    """True when a province's name begins so."""
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


def colour_pairs(words: Sequence[str], among: Sequence[str]) -> Iterator[str]:
    """Colours and what is said of each: ``b3``, ``b=3``, ``b+1``, ``blue 3``, ``y=koz`` or ``y koz``."""
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


def march(names: Sequence[str], now: Awaited) -> tuple[str, str]:
    """The march: the one way that both beginnings fit, else two provinces by their names."""
    if not 1 <= len(names) <= 2:
        raise which_way(now)
    ways = [(source, target) for source, target, _ in now.marches if fits(names[-1], target)]
    if len(names) == 2:
        ways = [way for way in ways if fits(names[0], way[0])]
    whole = [way for way in ways if {*map(folded, names)} <= {*map(folded, way)}]
    for found in (ways, whole):
        if len(found) == 1:
            return found[0]
    if ways:
        several = ", ".join(f"{source} {target}" for source, target in ways)
        raise InputError("Several ways begin so: {ways}; type a letter more.", ways=several)
    if len(names) == 1:
        raise InputError("No armies can go to {target} now.", target=province_begun(names[0]))
    return province_begun(names[0]), province_begun(names[1])


def which_way(now: Awaited) -> InputError:
    """The slip of a march without its armies or its way."""
    return InputError(
        "Say how many armies go, and from where to where, such as {sample}.", sample=sample_line(now)
    )


def sample_line(now: Awaited) -> str:
    """A line that could be typed now."""
    if now.stage == THROWS:
        first, second = map(colour_shown, now.players[:2])
        return f"{first} 4 {second} 3 Kozuke"
    source, target, most = now.marches[0] if now.marches else ("Shinano", "Kozuke", 4)
    return f"{most} {source} {target}"


def begun(words: Vocabulary, typed: str, among: Sequence[str]) -> str:
    """Something by its beginning, in the player's language where several fit."""
    return words.begun(typed, among, current().code)
