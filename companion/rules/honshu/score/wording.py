"""The lines of a Honshu score in words."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.honshu.map.board import COLOURS
from companion.rules.honshu.naming import colour_word
from companion.sentences import Sentence, say, say_count

__all__ = ["explained"]


def _word(index: int) -> Sentence:
    return colour_word(COLOURS[index])


def _forest(number: int) -> Sentence:
    return say_count("{count} forest, 2 points", "{count} forests, 2 points each", number)


def _town(size: int, equals: int) -> Sentence:
    if equals > 1:
        return say_count(
            "a town district of {count} square; {equals} are that big, one counts",
            "a town district of {count} squares; {equals} are that big, one counts",
            size,
            equals=equals,
        )
    return say_count(
        "biggest town district: {count} square, 1 point",
        "biggest town district: {count} squares, 1 point each",
        size,
    )


def _factory(colour: int, value: int, taken: int) -> Sentence:
    word = _word(colour)
    if taken == 0:
        return say("{colour} factory of {value}: no cube is left for it", colour=word, value=value)
    return say_count(
        "{colour} factory of {value}: {count} cube delivered",
        "{colour} factory of {value}: {count} cubes delivered",
        taken,
        colour=word,
        value=value,
    )


def _lake(size: int, card: int = 0) -> Sentence:
    if card == 4:
        return say_count(
            "scoring card 4: {count} lake square at 2 points, instead of the lake score",
            "scoring card 4: {count} lake squares at 2 points, instead of the lake score",
            size,
        )
    if size == 1:
        return say("a lake of 1 square: the first scores nothing")
    return say("a lake of {size} squares: 3 points each after the first", size=size)


def _forest_line(length: int, times: int, direction: int) -> Sentence:
    where = say("in a row") if direction == 0 else say("in a column")
    return say_count(
        "scoring card 2: {length} forests {where}, counted once",
        "scoring card 2: {length} forests {where}, counted {count} times",
        times,
        length=length,
        where=where,
    )


def _block() -> Sentence:
    return say("scoring card 3: a block of 2 by 2 fallow squares")


def _every_lake(number: int) -> Sentence:
    return say_count(
        "scoring card 4: {count} lake square at 2 points, on top of the lake score",
        "scoring card 4: {count} lake squares at 2 points, on top of the lake score",
        number,
    )


def _crowded(number: int, each: int) -> Sentence:
    if each == 2:
        return say_count(
            "scoring card 5: {count} town square with four town neighbours, 3 points instead of 1",
            "scoring card 5: {count} town squares with four town neighbours, 3 points instead of 1",
            number,
        )
    return say_count(
        "scoring card 5: {count} town square with four town neighbours, 3 points",
        "scoring card 5: {count} town squares with four town neighbours, 3 points each",
        number,
    )


def _empty(number: int, colour: int) -> Sentence:
    return say_count(
        "scoring card 6: {count} {colour} production square without a cube, 2 points",
        "scoring card 6: {count} {colour} production squares without a cube, 2 points each",
        number,
        colour=_word(colour),
    )


def _prized(number: int, colour: int, card: int) -> Sentence:
    return say_count(
        "scoring card {card}: {count} {colour} cube in a factory, 2 points more",
        "scoring card {card}: {count} {colour} cubes in factories, 2 points more each",
        number,
        card=card,
        colour=_word(colour),
    )


_EXPLANATIONS: dict[str, Callable[..., Sentence]] = {
    "forest": _forest,
    "town": _town,
    "factory": _factory,
    "lake": _lake,
    "card-2": _forest_line,
    "card-3": _block,
    "card-4": _every_lake,
    "card-5": _crowded,
    "card-6": _empty,
    "card-7": lambda number, colour: _prized(number, colour, 7),
    "card-8": lambda number, colour: _prized(number, colour, 8),
}


def explained(rule: str, details: tuple[int, ...]) -> Sentence:
    """What a line of a score says.

    Args:
        rule: The rule's name, as of a ``Feature``.
        details: Its numbers: counts, value, index of the colour.
    """
    return _EXPLANATIONS[rule](*details)
