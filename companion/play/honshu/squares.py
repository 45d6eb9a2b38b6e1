"""A player tells squares of their map, as a finger paints them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, read_symbol
from companion.data.honshu.placements import read_place
from companion.data.vocabulary import said_of
from companion.errors import InputError
from companion.play.honshu.views import MapView
from companion.play.honshu.working import map_kind
from companion.rules.honshu.board import COLOURS, Position
from companion.rules.honshu.placing.laying import Pile, with_squares
from companion.rules.honshu.score.land import FACTORIES
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say, say_count, shortened


@dataclass(frozen=True, slots=True)
class PutSquares:
    """Tell squares of one's own map: by place, such as ``3.-1``, a symbol, ``.`` where no card lies.

    A place is row and column, counted from wherever the first square lay; both may be below 0.
    """

    seat: str
    squares: Mapping[str, str]


def _after(pile: Pile, asked: PutSquares, rulings: Rulings) -> Pile:
    squares = {}
    for place, typed in asked.squares.items():
        symbol = _symbol(typed)
        squares[read_place(place)] = SQUARES.get(symbol)
    return with_squares(pile, squares)


def _symbol(typed: str) -> str:
    symbol = read_symbol(typed)
    if symbol is None:
        raise InputError("'{value}' is not a square.", value=shortened(typed, 20))
    return symbol


def _words(asked: PutSquares) -> Sentence:
    symbols = set(map(_symbol, asked.squares.values()))
    if len(asked.squares) == 1:
        return square_words(symbols.pop())
    if len(symbols) == 1:
        what = square_words(symbols.pop())
        return say("{count} × {what}", count=len(asked.squares), what=what)
    return say_count("{count} square[|s]", len(asked.squares))


def square_words(symbol: str) -> Sentence:
    """A square in words."""
    if symbol == NO_CARD:
        return say("no card")
    square = SQUARES[symbol]
    if square.colour is None:
        return said_of("honshu", "land")[square.terrain.value]
    if square.terrain is Terrain.FACTORY:
        factory = FACTORIES[COLOURS.index(square.colour)]
        return say("{factory} of {value}", factory=factory, value=square.value)
    production = said_of("honshu", "production")[square.colour.value]
    if square.cube:
        return say("{production} with its cube", production=production)
    return say("{production} without a cube", production=production)


KIND = map_kind("squares", PutSquares, _after, _words)


def painted(map_: MapView, places: Sequence[Position], symbol: str) -> PutSquares | None:
    """The request of a finger that taps or paints places; ``None`` where that square stands there already.

    A single tap upon a square of that kind changes it: a cube leaves its square or comes back, a factory
    takes the next value up to 4, then the one meant.
    """
    there, meant = map_.by_place, _symbol(symbol)
    if len(places) == 1:
        meant = _tapped(there.get(places[0], NO_CARD), meant)
    new = {place: meant for place in places if there.get(place, NO_CARD) != meant}
    squares = {f"{row}.{column}": each for (row, column), each in sorted(new.items())}
    return PutSquares(map_.seat, squares) if squares else None


def _tapped(there: str, meant: str) -> str:
    """The square that a tap leaves, upon a square of the same kind."""
    old, new = SQUARES.get(there), SQUARES.get(meant)
    if old is None or new is None or old.colour is not new.colour or old.terrain is not new.terrain:
        return meant
    if old.terrain is Terrain.PRODUCTION:
        return there[0] if old.cube else f"{there[0]}*"
    if old.terrain is Terrain.FACTORY and new.value <= old.value < 4:
        return f"{there[0]}{old.value + 1}"
    return meant
