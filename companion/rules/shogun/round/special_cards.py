"""The five special cards: each gives a small advantage for a round, and its space is a place in turn order.

Source: Shogun booklet, Laying the special cards.
"""

from __future__ import annotations

from companion.errors import InputError
from companion.rules.shogun.cubes import listing
from companion.rules.shogun.naming import folded, guesses
from companion.sentences import Sentence, say

__all__ = ["SPECIALS", "special_named", "special_typed", "special_words"]

SPECIALS = ("chest", "rice", "six", "attack", "defence")
"""The special cards: +1 chest, +1 rice, 6 armies, +1 attack, +1 defence."""

_ALSO = {
    "coffre": "chest",
    "riz": "rice",
    "6": "six",
    "6-armies": "six",
    "6-armees": "six",
    "attaque": "attack",
    "defense": "defence",
}


def special_named(typed: str) -> str:
    """The special card a person means, in English or French, with or without ``+1``.

    Raises:
        InputError: When there is no such card; those that look like it are named.
    """
    text = folded(typed.strip().removeprefix("+1"))
    name = _ALSO.get(text, text)
    if name in SPECIALS:
        return name
    close = guesses(text, (*SPECIALS, *_ALSO))
    if close:
        meant = dict.fromkeys(_ALSO.get(word, word) for word in close)
        raise InputError(
            "'{typed}' is no special card; did you mean {names}?",
            typed=typed,
            names=listing(special_typed(each) for each in meant),
        )
    raise InputError(
        "'{typed}' is no special card; the five are {names}.",
        typed=typed,
        names=listing(special_typed(each) for each in SPECIALS),
    )


def special_typed(special: str) -> Sentence:
    """The short name of a special card, as it is typed."""
    return {
        "chest": say("chest"),
        "rice": say("rice"),
        "six": say("six"),
        "attack": say("attack"),
        "defence": say("defence"),
    }[special]


def special_words(special: str) -> Sentence:
    """The name of a special card."""
    return {
        "chest": say("+1 chest"),
        "rice": say("+1 rice"),
        "six": say("6 armies"),
        "attack": say("+1 attack"),
        "defence": say("+1 defence"),
    }[special]
