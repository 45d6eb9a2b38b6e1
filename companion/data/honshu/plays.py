"""What players put down in a trick, as people type it: ``11``, ``29+b``, ``Mary=29+b``, ``12+bg``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import read_colour
from companion.data.vocabulary import vocabulary
from companion.errors import InputError


@dataclass(frozen=True, slots=True)
class Play:
    """What one player put down.

    Attributes:
        name: The player's name; their place in player order, from ``1``, where none was typed.
        card: Number of the map card.
        cubes: Colours of the cubes beside it.
    """

    name: str
    card: int
    cubes: tuple[Colour, ...] = ()

    @property
    def value(self) -> int:
        """What it is worth in a trick: the card, and 60 with a cube. Source: Honshu booklet, Tricks."""
        return self.card + (60 if self.cubes else 0)


def read_plays(texts: Sequence[str]) -> tuple[Play, ...]:
    """Read what players put down, in player order.

    Args:
        texts: One a player: ``[NAME=]CARD[+COLOUR...]``. Colours are letters, together or each with its
            ``+``, or whole words.

    Raises:
        InputError: For what is not a card or not a colour, or for a card or a name that is there twice.
    """
    plays: list[Play] = []
    for player, text in enumerate(texts, start=1):
        name, equals, rest = text.rpartition("=")
        if equals and not name.strip():
            raise InputError("'{value}' has no name before the '='.", value=text)
        number, *colours = rest.strip().split("+")
        if not re.fullmatch(r"[1-9][0-9]?", number) or int(number) > 60:
            raise InputError(
                "'{value}' is not a card played; expected a map card 1 to 60, with a cube as in 29+b.",
                value=text,
            )
        play = Play(name.strip() or str(player), int(number), tuple(_colours(colours)))
        for other in plays:
            if other.card == play.card:
                raise InputError("card {number} is played twice; every card is there once.", number=number)
            if other.name == play.name:
                raise InputError("two players are called {name}.", name=play.name)
        plays.append(play)
    return tuple(plays)


def _colours(words: Sequence[str]) -> list[Colour]:
    found: list[Colour] = []
    for word in words:
        together = word and all(vocabulary("honshu", "colour").find(letter) for letter in word)
        found += [read_colour(text) for text in (word if together else [word])]
    return found
