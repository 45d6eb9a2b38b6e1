"""How a player calls the colours of cubes."""

from __future__ import annotations

from companion.data.honshu.cards import Colour
from companion.sentences import Sentence, say

__all__ = ["colour_word"]

_WORDS = {
    Colour.BLUE: say("blue"),
    Colour.BROWN: say("brown"),
    Colour.GREY: say("grey"),
    Colour.YELLOW: say("yellow"),
}


def colour_word(colour: Colour) -> Sentence:
    """A colour as a word."""
    return _WORDS[colour]
