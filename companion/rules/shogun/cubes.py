"""Armies are wooden cubes: 62 in each of the five daimyo colours, and 20 green ones for the farmers.

Inside Companion every cube is an individual with a colour and a number, so that the cube that
falls out of the tower is the one that was seen going in.
Source: Shogun booklet, Components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place, Refused
from companion.sentences import Sentence, listed, say, say_count

DAIMYO = ("black", "blue", "purple", "red", "yellow")  # the colours of the five players
GREEN = "green"  # the colour of the farmers, who belong to nobody
NEUTRAL = "neutral"  # the word for the defender of a province that nobody owns
COLOURS = (*DAIMYO, GREEN)  # every colour of cube
ARMIES = 62  # cubes of each daimyo colour
GREENS = 20  # green cubes in the box


def supply_size(colour: str) -> int:
    """The number of cubes of a colour in the box."""
    return GREENS if colour == GREEN else ARMIES


class Cube(NamedTuple):
    """One army; a tuple, for cubes are hashed and sorted more than anything else."""

    colour: str
    number: int
    """From 1; up to 62 for a daimyo, 20 for green (more only with the ruling ``green-short=unlimited``)."""

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Cube:
        """Read a cube as it stands in a log, such as ``blue-7``."""
        return _cube(text)


@lru_cache(maxsize=1024)
def _cube(text: str) -> Cube:
    colour, _, number = text.partition("-")
    if colour not in COLOURS or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise InputError("'{text}' is not a cube; cubes are written like blue-7.", text=text)
    return Cube(colour, int(number))


def counted(cubes: Iterable[Cube]) -> dict[str, int]:
    """The number of cubes of each colour, in the order of ``COLOURS``; absent colours are left out."""
    found = Counter(cube.colour for cube in cubes)
    return {colour: found[colour] for colour in COLOURS if found[colour]}


def cubes_of(colour: str, cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """The cubes of one colour, lowest number first."""
    return tuple(sorted(cube for cube in cubes if cube.colour == colour))


def lowest(colour: str, count: int, taken: Collection[Cube], unlimited: bool = False) -> tuple[Cube, ...]:
    """The lowest-numbered cubes of a colour that are not taken: cubes always go in lowest number first.

    Taken are those in the tower, in the tray, or used already; ``unlimited`` goes beyond the numbers of the
    box.
    """
    used = {cube.number for cube in taken if cube.colour == colour}
    size = supply_size(colour) if not unlimited else supply_size(colour) + count + len(used)
    free = [number for number in range(1, size + 1) if number not in used]
    if len(free) < count:
        raise Refused(
            say_count(
                "There is no {colour} cube outside the tower and the tray.",
                "There are not {count} {colour} cubes outside the tower and the tray.",
                count,
                colour=colour_word(colour),
            )
        )
    return tuple(Cube(colour, number) for number in free[:count])


def colour_named(text: str, place: Place | None = None) -> str:
    """The colour a person means, in the words of any language."""
    return vocabulary("shogun", "colour").named(text, place)


def daimyo_named(text: str, place: Place | None = None) -> str:
    """The player's colour a person means; green belongs to nobody."""
    colour = colour_named(text, place)
    if colour == GREEN:
        raise InputError(
            "Green armies are the farmers' and belong to no player; the players' colours are {colours}.",
            place=place,
            colours=listing(colour_word(colour) for colour in DAIMYO),
        )
    return colour


def army_count(text: str, colour: str, least: int = 0) -> int:
    """Read a number of cubes of a colour."""
    most = supply_size(colour)
    plain = text.strip()
    count = int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 5 else -1
    if not least <= count <= most:
        raise InputError(
            "'{text}' is not a number of {colour} armies here; it goes from {least} to {most}.",
            text=plain,
            colour=colour_word(colour),
            least=least,
            most=most,
        )
    return count


def not_on_turn(player: str, turn: object) -> Refused:
    """The refusal of a player while another is on turn."""
    return Refused("It is {turn}'s turn, not {player}'s.", turn=daimyo(str(turn)), player=daimyo(player))


@cache
def colour_word(colour: str) -> Sentence:
    """A colour in words."""
    return {
        "black": say("black"),
        "blue": say("blue"),
        "purple": say("purple"),
        "red": say("red"),
        "yellow": say("yellow"),
        GREEN: say("green"),
    }[colour]


def listing(words: Iterable[Sentence]) -> Sentence:
    """Words in a row, with commas."""
    return listed(words)


def _joined(words: Sequence[Sentence]) -> Sentence:
    """Words in a row, with 'and' before the last; ``nothing`` for none."""
    if not words:
        return say("nothing")
    if len(words) == 1:
        return words[0]
    return say("{these} and {those}", these=listing(words[:-1]), those=words[-1])


@cache
def daimyo(colour: str) -> Sentence:
    """A player by colour, as one speaks of them at the table: Blue."""
    return {
        "black": say("Black"),
        "blue": say("Blue"),
        "purple": say("Purple"),
        "red": say("Red"),
        "yellow": say("Yellow"),
        GREEN: say("The farmers"),
        NEUTRAL: say("The farmers"),
    }[colour]


def daimyos(colours: Iterable[str]) -> Sentence:
    """Several players by their colours: Blue, Red and Yellow."""
    return _joined([daimyo(colour) for colour in colours])


@cache
def _of_colour(colour: str, count: int) -> Sentence:
    return {
        "black": say_count("{count} black army", "{count} black armies", count),
        "blue": say_count("{count} blue army", "{count} blue armies", count),
        "purple": say_count("{count} purple army", "{count} purple armies", count),
        "red": say_count("{count} red army", "{count} red armies", count),
        "yellow": say_count("{count} yellow army", "{count} yellow armies", count),
        GREEN: say_count("{count} green army", "{count} green armies", count),
    }[colour]


def armies(counts: Mapping[str, int]) -> Sentence:
    """Numbers of armies in words, such as ``2 blue armies and 1 green army``; ``nothing`` for none."""
    return _joined([_of_colour(colour, counts[colour]) for colour in COLOURS if counts.get(colour)])


def tallied(counts: Mapping[str, int]) -> Sentence:
    """The same in as few letters as can be, such as ``blue 2, green 1``."""
    here = (colour for colour in COLOURS if counts.get(colour))
    return listing(say("{colour} {count}", colour=colour_word(each), count=counts[each]) for each in here)
