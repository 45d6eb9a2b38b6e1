"""Plays of a trick as people type them: ``11``, ``29+b``, ``Mary=29+b``, ``12+bg``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import read_colour
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Play:
    """The card, and cubes beside it, that one player put down."""

    player: str  # a name, or the place in player order, from ``1``, where no name was typed
    card: int
    cubes: tuple[Colour, ...] = ()

    for_programs = ("player", "card", "cubes", "value")

    @property
    def named(self) -> Sentence | str:
        """The player as a sentence names them: a name, or ``player 3`` where only cards were typed."""
        return say("player {number}", number=self.player) if self.player.isdecimal() else self.player

    @property
    def subject(self) -> Sentence | str:
        """The player at the beginning of a sentence."""
        return say("Player {number}", number=self.player) if self.player.isdecimal() else self.player

    @property
    def value(self) -> int:
        """Its value in a trick: the card, and 60 with a cube. Source: Honshu booklet, Tricks."""
        return self.card + (60 if self.cubes else 0)


def read_plays(texts: Sequence[str]) -> tuple[Play, ...]:
    """Read the plays of a trick, in player order: ``[NAME=]CARD[+COLOUR...]``.

    Colours are letters, together or each with its ``+``, or whole words.
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
            if other.player == play.player:
                raise InputError("two players are called {name}.", name=play.player)
        plays.append(play)
    return tuple(plays)


def _colours(words: Sequence[str]) -> list[Colour]:
    found: list[Colour] = []
    for word in words:
        together = word and all(vocabulary("honshu", "colour").find(letter) for letter in word)
        found += [read_colour(text) for text in (word if together else [word])]
    return found
