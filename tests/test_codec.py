"""Typed values become JSON in one place, whatever room their class is of."""

from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest

from companion.codec import SPARSE, UNSAID, decode, encode
from companion.errors import TableError
from companion.play.games import GAMES, get_game
from companion.sentences import say

PACKAGE = Path(__file__).parent.parent / "companion"


class Suit(Enum):
    OAK = "oak"


@dataclass(frozen=True)
class Card:
    suit: Suit
    number: int

    def __str__(self) -> str:
        return f"{self.suit.value}{self.number}"


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Pile:
    cards: tuple[Card, ...]
    owner: str = "nobody"

    json_fields = ("count", "cards")

    @property
    def count(self) -> int:
        return len(self.cards)


@dataclass(frozen=True)
class Move:
    place: Place
    late: bool = field(default=False, metadata=UNSAID)
    first: Place | None = None


@dataclass(frozen=True)
class Told:
    move: Move = field(metadata=SPARSE)


@dataclass(frozen=True)
class Begin:
    players: tuple[str, ...]
    real: bool = False
    rulings: dict[str, str] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Suit.OAK, "oak"),
        (Card(Suit.OAK, 3), "oak3"),
        ({Card(Suit.OAK, 3): Fraction(1, 4), Suit.OAK: None}, {"oak3": 0.25, "oak": None}),
        (Place(1, 2), {"row": 1, "column": 2}),
        (((1, 2), [Place(3, 4)]), [[1, 2], [{"row": 3, "column": 4}]]),
        (Pile((Card(Suit.OAK, 1), Card(Suit.OAK, 2))), {"count": 2, "cards": ["oak1", "oak2"]}),
        (Move(Place(1, 2)), {"place": {"row": 1, "column": 2}, "first": None}),
        (Move(Place(1, 2), True), {"place": {"row": 1, "column": 2}, "late": True, "first": None}),
        (Told(Move(Place(1, 2))), {"move": {"place": {"row": 1, "column": 2}}}),
        (PurePosixPath("a/b.pdf"), "a/b.pdf"),
        ([say("Here.")], [say("Here.")]),
    ],
)
def test_a_value_is_encoded_by_its_type(value: object, written: object) -> None:
    assert encode(value) == written


def collect_classes(kind: Any) -> set[Any]:
    parts = get_args(kind) + (tuple(get_type_hints(kind).values()) if is_dataclass(kind) else ())
    return {kind}.union(*map(collect_classes, parts))


@pytest.mark.parametrize("game", GAMES)
def test_requests_are_encoded_so_that_they_are_decoded_again(game: str) -> None:
    kinds = set().union(*(collect_classes(each.request) for each in get_game(game).kinds))
    classes = {each for each in kinds if is_dataclass(each)}
    assert not {each for each in classes if hasattr(each, "json_fields") or "__str__" in vars(each)}


def test_an_older_log_may_lack_whatever_has_a_default() -> None:
    assert decode(Begin, {"players": ["Aya"]}) == Begin(("Aya",))
    for written, place in (({}, "players"), ({"players": ["Aya", 3]}, "players.1"), ({"players": [], "x": 1}, "x")):
        with pytest.raises(TableError, match=rf"\({place}\)"):
            decode(Begin, written)
