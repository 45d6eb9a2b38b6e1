"""What a line at the tower's prompt says of a fight, word by word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from companion.cli.shogun.reading import read_event, read_out
from companion.cli.voice import current
from companion.data.rows import whole_number
from companion.data.shogun import facts
from companion.data.vocabulary import typed_as, vocabulary
from companion.errors import InputError
from companion.rules.shogun.realm import DAIMYO, GREEN, NEUTRAL, army_count, daimyo_named
from companion.rules.shogun.round.bids import NO_EVENT

NUMBERED = re.compile(r"([^\W\d_]+)=?([+-]?\d+)")
"""A colour and a number: ``b3``, ``b=3``, ``b+1``."""

_JOINED = re.compile(r"[^\W\d_]+[+-]?\d+")
_MARKED = re.compile(r"([mewd])(\d+)")


@dataclass(frozen=True, slots=True)
class TowerPrompt:
    """What lines are read against: who plays, and the event that is in force for the lines that follow."""

    players: Sequence[str] = DAIMYO
    event: str = NO_EVENT


@dataclass(slots=True)
class Fight:
    """What a line says of a fight."""

    sides: list[tuple[str, int]] = field(default_factory=list)
    province: str = ""
    markers: int = 0
    winter: int | None = None
    defending: int | None = None
    event: str = NO_EVENT
    there: set[str] = field(default_factory=set)  # cards and buildings, as ``declare_fight`` names them
    out: Mapping[str, int] | None = None


def read_colour(typed: str, players: Sequence[str]) -> str:
    """A colour by its beginning: one that plays here before green, and these before all others."""
    colours, code = vocabulary("shogun", "colour"), current().code
    with suppress(InputError):
        return colours.begun(typed, (*players, GREEN), code)
    return colours.begun(typed, players, code)


def read_province_begun(typed: str) -> str:
    """A province by the beginning of its name."""
    names = tuple(sorted({card.province for card in facts().cards}))
    return vocabulary("shogun", "province", names).begun(typed, names, current().code)


def _split_joined(words: Sequence[str]) -> list[str]:
    """Words of which some were typed without spaces between them, such as ``b4y3``."""
    return [
        part for word in words for part in (_JOINED.findall(word) if _JOINED.sub("", word) == "" else [word])
    ]


def read_pairs(words: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Colours and the number of each: ``b3``, ``b=3``, ``b+1``, ``blue 3``."""
    left, named = _split_joined(words), set[str]()
    while left:
        word = left.pop(0)
        numbered = NUMBERED.fullmatch(word)
        if numbered:
            name, number = numbered.groups()
        elif left:
            name, number = word, left.pop(0)
        else:
            raise InputError("What of {word}? Write a colour and a number, such as b3.", word=word)
        colour = read_colour(name, players)
        if colour in named:
            raise InputError("The colour {name} is named twice.", name=name)
        named.add(colour)
        yield colour, number


def split_out(words: list[str], prompt: TowerPrompt) -> tuple[list[str], Mapping[str, int] | None]:
    """A line without what stands behind ``out``, and what came out of a real tower."""
    for at, word in enumerate(words):
        if typed_as("shogun", "out", word):
            return words[:at], read_what_came_out(words[at + 1 :], prompt)
    return words, None


def read_what_came_out(words: Sequence[str], prompt: TowerPrompt) -> Mapping[str, int]:
    """What stands behind ``out``: the cubes that came out of a real tower."""
    if not words:
        raise InputError("Say what came out of the real tower, or nothing.")
    if len(words) == 1 and not _JOINED.match(words[0]) and "=" not in words[0]:
        return read_out(words) or {}  # nothing
    return read_out([f"{name}={number}" for name, number in read_pairs(words, prompt.players)]) or {}


def read_fight(words: list[str], prompt: TowerPrompt) -> Fight:
    """The sides of a fight, and what else is said of it, in any order."""
    words, out = split_out(words, prompt)
    fight, left = Fight(event=prompt.event, out=out), _split_joined(words)
    while left:
        word = left.pop(0)
        marked, numbered = _MARKED.fullmatch(word), NUMBERED.fullmatch(word)
        building = vocabulary("shogun", "building").find(word)
        card = vocabulary("shogun", "special").find(word.removeprefix("+1"))
        if marked:
            _mark(fight, marked[1], marked[2])
        elif numbered and _is_neutral(numbered[1], prompt):
            raise InputError(
                "How many green armies defend follows from the event; name the defender neutral."
            )
        elif numbered:
            fight.sides.append(_side(numbered[1], numbered[2], prompt))
        elif _is_neutral(word, prompt):
            fight.sides.append((NEUTRAL, 0))
        elif left and left[0].isdigit():
            fight.sides.append(_side(word, left.pop(0), prompt))
        elif building in ("castle", "temple"):
            fight.there.add(str(building))
        elif card in ("attack", "defence"):
            fight.there.add(f"{card}-card")
        elif not fight.province:
            fight.province = read_province_begun(word)
        else:
            raise InputError("'{text}' was not expected here.", text=word)
    return fight


def _is_neutral(word: str, prompt: TowerPrompt) -> bool:
    return typed_as("shogun", "neutral", word) or (word.casefold() == "n" and "black" not in prompt.players)


def _side(name: str, number: str, prompt: TowerPrompt) -> tuple[str, int]:
    colour = daimyo_named(read_colour(name, prompt.players))
    return colour, army_count(number, colour, 1)


def _mark(fight: Fight, letter: str, number: str) -> None:
    """Note a mark: revolt markers, the event in force, green armies of winter, armies the defender throws."""
    if letter == "m":
        fight.markers = whole_number(number, 0, 42)
    elif letter == "e":
        fight.event = read_event(number)
    elif letter == "w":
        fight.winter = whole_number(number, 0, 20)
    else:
        fight.defending = whole_number(number, 0, 62)
