"""The five special cards: each gives a small advantage for a round, and its space is a place in turn order.

Source: Shogun booklet, Laying the special cards.
"""

from __future__ import annotations

from companion.data.vocabulary import vocabulary
from companion.sentences import Sentence, say

__all__ = ["SPECIALS", "special_named", "special_words"]

SPECIALS = ("chest", "rice", "six", "attack", "defence")
"""The special cards: +1 chest, +1 rice, 6 armies, +1 attack, +1 defence."""


def special_named(typed: str) -> str:
    """The special card a person means, in English or French, with or without ``+1``.

    Raises:
        InputError: When there is no such card; those that look like it are named.
    """
    return vocabulary("shogun", "special").named(typed.strip().removeprefix("+1"))


def special_words(special: str) -> Sentence:
    """The name of a special card."""
    return {
        "chest": say("+1 chest"),
        "rice": say("+1 rice"),
        "six": say("6 armies"),
        "attack": say("+1 attack"),
        "defence": say("+1 defence"),
    }[special]
