"""A player's map worked on: squares painted, cards laid, a whole map taken in, the last taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.answers import Answer, answering
from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, read_map, read_symbol
from companion.data.honshu.placements import read_placements, read_stack
from companion.errors import InputError
from companion.play.honshu.maps import placement_of
from companion.play.honshu.requests import (
    LayCard,
    MapRequest,
    PutBack,
    PutSquares,
    TakeBack,
    TakeCards,
    TakeMap,
)
from companion.play.honshu.views import MapView, view
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.placing.laying import order_of_laying
from companion.sentences import Sentence, say
from companion.service.honshu.table.opening import HonshuSession, told
from companion.service.honshu.table.words import square_words

_LAID = re.compile(r"\s*(#.*\n\s*)*([AaBb]?\d+( -?\d+){3}|\{)")
"""Begins a text that tells how cards were laid, no map."""


@answering
def paint(here: HonshuSession, seat: str, places: Sequence[Position], symbol: str) -> Answer:
    """Put a square at one place or at several, as a finger does.

    A single tap upon a square of that kind changes it: a cube leaves its square or comes back, a factory
    takes the next value up to 4, then the one meant.

    Args:
        here: The table.
        seat: Whose map.
        places: Where.
        symbol: What; ``.`` where no card lies.
    """
    map_ = view(here.state, seat).maps.get(seat)
    there = {} if map_ is None else shown(map_)
    meant = read_symbol(symbol)
    if meant is None:
        raise InputError("'{value}' is not a square.", value=symbol[:20])
    if len(places) == 1:
        meant = _again(there.get(places[0], NO_CARD), meant)
    new = {place: meant for place in places if there.get(place, NO_CARD) != meant}
    if not new:
        return Answer({"event": None}, (say("It stands there already: {what}.", what=square_words(meant)),))
    squares = {f"{row}.{column}": each for (row, column), each in sorted(new.items())}
    return _done(here, PutSquares(seat, squares))


def _again(there: str, meant: str) -> str:
    """What a tap means upon a square of the same kind."""
    old, new = SQUARES.get(there), SQUARES.get(meant)
    if old is None or new is None or old.colour is not new.colour or old.terrain is not new.terrain:
        return meant
    if old.terrain is Terrain.PRODUCTION:
        return there[0] if old.cube else f"{there[0]}*"
    if old.terrain is Terrain.FACTORY and new.value <= old.value < 4:
        return f"{there[0]}{old.value + 1}"
    return meant


def shown(map_: MapView) -> dict[Position, str]:
    """What can be seen of a map, by place."""
    top, left = map_.corner
    return {
        (top + row, left + column): symbol
        for row, symbols in enumerate(map_.map.rows)
        for column, symbol in enumerate(symbols)
        if symbol != NO_CARD
    }


@answering
def lay(here: HonshuSession, asked: LayCard) -> Answer:
    """Lay a card on one's own map."""
    return _done(here, asked)


@answering
def take_in(here: HonshuSession, seat: str, text: str) -> Answer:
    """Take a whole map in, in either notation: squares, or cards as they were laid.

    Raises:
        InputError: With row and column, for what is neither.
    """
    if _LAID.match(text):
        if text.lstrip().startswith("{"):
            cards = order_of_laying(read_stack(text), here.state.rulings)
        else:
            cards = read_placements(text)
        return _done(here, TakeCards(seat, tuple(map(str, cards))))
    read = read_map(text)
    return _done(here, TakeMap(seat, tuple(read.grid)), read.odd)


@answering
def take_back(here: HonshuSession, seat: str) -> Answer:
    """Take back what was done last to a map."""
    return told(here, here.do(TakeBack(seat)))


@answering
def put_back(here: HonshuSession, seat: str) -> Answer:
    """Do again what was taken back last on a map."""
    return told(here, here.do(PutBack(seat)))


def cards_text(here: HonshuSession, seat: str) -> str | None:
    """The lines of placements of a map that was laid by cards alone; none of any other."""
    lines: list[str] | None = []
    for done in here.state.sheets[seat].done:
        match done.asked:
            case TakeCards(cards=cards):
                lines = [*cards]
            case LayCard() as asked if lines is not None:
                lines.append(str(placement_of(asked)))
            case _:
                lines = None
    return None if lines is None else "".join(f"{line}\n" for line in lines)


def _done(here: HonshuSession, asked: MapRequest, odd: Sequence[Sentence] = ()) -> Answer:
    answer = told(here, here.do(asked))
    return Answer(answer.data, (*answer.lines, *odd))
