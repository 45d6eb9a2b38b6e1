"""A finished map of Honshu by what somebody has counted on it, in a line: ``10 17 5+1 32423``.

The numbers stand in the order in which they are asked for, or behind their words, whole or by a letter:
``forests 10, town 17, lakes 5 1, factories 3 2 4 2 3`` is ``f10 t17 l5+1 c32423``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.codec import UNSAID
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.sentences import ENGLISH, listed, shortened

LAND = ("forest", "town", "lake", "factory")  # what is counted of every map
ASKING = (2, 3, 5, 6, 7, 8)  # the scoring cards that ask for numbers of their own


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted on a map."""

    forests: int
    town: int  # squares of the biggest town district
    lakes: tuple[int, ...] = ()  # the squares of each
    factories: tuple[int, ...] = ()
    """For each cube delivered the value of its factory; one that took two cubes stands there twice."""
    card: int | None = field(default=None, metadata=UNSAID)  # the scoring card for which it was counted
    bonus: tuple[int, ...] = field(default=(), metadata=UNSAID)
    """What that card asks for. 2: the length of each line of three forests or more. 3: separate blocks, and
    all where they may overlap. 5: town squares with four town neighbours, in the biggest district and in
    others. 6: squares that are empty in the end. 7 and 8: cubes of their colours in factories.
    """
    fallow: int | None = field(default=None, metadata=UNSAID)  # asked for only where it parts a tie

    @property
    def typed(self) -> dict[str, str]:
        """Each count as it is typed; of the scoring card and of fallow only what was told."""
        told = {"forest": (self.forests,), "town": (self.town,), "lake": self.lakes or (0,)}
        told |= {"card": self.bonus, "fallow": () if self.fallow is None else (self.fallow,)}
        values = {"factory": "".join(map(str, self.factories)) or "0"}
        return values | {slot: "+".join(map(str, numbers)) for slot, numbers in told.items()}


def wanted(card: int | None) -> tuple[str, ...]:
    """What is asked for, in its order, with a scoring card."""
    return (*LAND, "card") if card in ASKING else LAND


def read_counts(text: str, asked: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The numbers in a line by what they count; without any word, in the order in which they are asked."""
    words, told, slot = vocabulary("honshu", "count"), dict[str, str](), ""
    plain = re.sub(r"[,;:=]", "+", re.sub(r"[,;:=.]+(\s|$)", " ", text))
    tokens = re.findall(r"[^\W\d_]+|(?:(?![^\W\d_])\S)+", plain)  # words, and what stands between them
    worded = any(map(str.isalpha, tokens))
    for at, token in enumerate(tokens):
        if worded and (token.isalpha() or not slot):
            slot, token = words.begun(token, asked, ENGLISH.code), ""
        elif not worded and at == len(asked):
            what = listed(map(words.word, asked))
            raise InputError(
                "'{value}' is one too many; asked are {what}.", value=shortened(token, 20), what=what
            )
        elif not worded:
            slot = asked[at]
        told[slot] = f"{told.get(slot, '')}+{token}".strip("+")
    return {slot: _numbers(slot, numbers or text) for slot, numbers in told.items()}


def _numbers(slot: str, text: str) -> tuple[int, ...]:
    """The numbers of one thing; of factories each digit is one, and 0 is none of them."""
    what = vocabulary("honshu", "count").word(slot)
    if re.fullmatch(r"[0-9]{1,9}(\+[0-9]{1,9})*|[0-9]{1,99}", text) is None:
        raise InputError("{what}: '{value}' is not a number.", what=what, value=shortened(text, 20))
    numbers = tuple(map(int, text.replace("+", "") if slot == "factory" else text.split("+")))
    if slot in ("forest", "town", "fallow") and len(numbers) > 1:
        raise InputError("{what}: one number is asked, not {value}.", what=what, value=shortened(text, 20))
    return tuple(number for number in numbers if number) if slot in ("lake", "factory") else numbers


def counts_of(told: Mapping[str, tuple[int, ...]], card: int | None) -> Counts:
    """The counts of a map of which everything that is wanted was told."""
    (forests,), (town,), bonus = told["forest"], told["town"], told.get("card", ())
    if card == 2:  # 0 where there is no line
        bonus = tuple(length for length in bonus if length)
    fallow = told["fallow"][0] if "fallow" in told else None
    return Counts(forests, town, told["lake"], told["factory"], card, bonus, fallow)
