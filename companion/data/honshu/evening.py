"""An evening of Honshu in its file: who plays, and every trick as it was typed, a line each.

The first line is ``players Aya, Bo, Chen``, in the order of their order cards; ``card 4`` may follow, the
end-of-game scoring card. A trick has the cards in player order: ``11 29+b 57``; with two players the two hand
cards and then the pair from the draw pile: ``12+bg 47 5 33``. What follows ``#`` is passed over.
"""

import re
from dataclasses import dataclass
from functools import partial

from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.honshu.plays import Play, read_plays
from companion.data.honshu.scoring_cards import scoring_card
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place
from companion.sentences import shortened, visible

_LONGEST_NAME = 40
WORDS = ("players", "card")  # that begin the first lines of an evening, in any language


@dataclass(frozen=True, slots=True)
class Evening:
    """A game at a table, trick by trick."""

    players: tuple[str, ...]
    card: int | None = None
    tricks: tuple[tuple[Play, ...], ...] = ()
    """In the player order of each round; of two players the pair from the draw pile last, if it was told."""
    words: tuple[str, str] = WORDS

    def __str__(self) -> str:
        """The evening as it is written down."""
        head = [f"{self.words[0]} {', '.join(self.players)}"]
        if self.card is not None:
            head.append(f"{self.words[1]} {self.card}")
        return "\n".join((*head, *(" ".join(map(_written, trick)) for trick in self.tricks))) + "\n"


def _written(play: Play) -> str:
    letters = {colour: letter for letter, colour in COLOUR_LETTERS.items()}
    cubes = "".join(letters[cube] for cube in play.cubes)
    return f"{play.card}+{cubes}" if cubes else str(play.card)


def read_players(text: str, place: Place | None = None) -> tuple[str, ...]:
    """The names of two to five players, parted by commas."""
    names, wrong = tuple(name.strip() for name in text.split(",")), partial(InputError, place=place)
    if not 2 <= len(names) <= 5:
        players = len(names)
        raise wrong(
            "names in '{value}': {players}; 2 to 5 play, parted by commas.",
            value=shortened(text, 60),
            players=players,
        )
    for name in names:
        if not name or "#" in name or "=" in name or not visible(name) or len(name) > _LONGEST_NAME:
            raise wrong(
                "'{value}' is not a name; expected letters, up to {most}, without # and =.",
                value=shortened(name, 20),
                most=_LONGEST_NAME,
            )
        if names.count(name) > 1:
            raise wrong("two players are called {name}.", name=name)
    return names


def read_trick(text: str) -> tuple[Play, ...]:
    """The cards of a trick as they are typed; a cube may follow its card without a ``+``."""
    return read_plays(re.sub(r"(?<=\d)(?=[^\W\d_])", "+", text).split())


def read_evening(text: str, file: str) -> Evening:
    """Read an evening; whether its tricks can have been played is for the rules to say."""
    players, words = tuple[str, ...](), WORDS
    card: int | None = None
    tricks: list[tuple[Play, ...]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        told, place = line.partition("#")[0].strip(), Place(file, number)
        word, _, rest = told.partition(" ")
        meant = vocabulary("honshu", "evening").find(word)
        if not told:
            continue
        if not players:
            if meant != "players":
                raise InputError(
                    "'{value}' does not begin an evening; expected a line such as 'players Aya, Bo, Chen'.",
                    place=place,
                    value=shortened(told, 40),
                )
            players, words = read_players(rest, place), (word, words[1])
        elif meant == "card" and card is None and not tricks:
            card, words = scoring_card(rest.strip(), place), (words[0], word)
        else:
            tricks.append(_trick(told, place))
    if not players:
        raise InputError("there is no evening in it; expected 'players Aya, Bo, Chen'.", place=Place(file))
    return Evening(players, card, tuple(tricks), words)


def _trick(text: str, place: Place) -> tuple[Play, ...]:
    try:
        return read_trick(text)
    except InputError as error:
        raise InputError("{why}", place=place, why=error.sentence) from None
