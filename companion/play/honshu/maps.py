"""What each wish about a map makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.data.honshu.map import NO_CARD, SQUARES, read_map, read_symbol
from companion.data.honshu.placements import BOTTOM, Placement, read_card, read_placements
from companion.errors import InputError, Refused
from companion.play.honshu.reading import read_place
from companion.play.honshu.requests import LayCard, PutSquares, TakeCards, TakeMap
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.placing.laying import judge, lay_counted
from companion.rules.honshu.placing.pile import Pile
from companion.rules.honshu.placing.typed import with_squares
from companion.rules.rulings import Rulings
from companion.sentences import joined


def placement_of(asked: LayCard) -> Placement:
    """How a card is laid, read as it is typed.

    Raises:
        InputError: For what is no card, place, turn, or level.
    """
    line = f"{read_card(asked.card).name} {asked.row} {asked.column} {asked.turn}"
    if asked.under is not None:
        line += " bottom" if asked.under == BOTTOM else f" under {read_card(asked.under).name}"
    return read_placements(line)[0]


def _squares(pile: Pile, asked: PutSquares, rulings: Rulings) -> Pile:
    squares = {}
    for place, typed in asked.squares.items():
        symbol = read_symbol(typed)
        if symbol is None:
            raise InputError("'{value}' is not a square.", value=typed[:20])
        squares[read_place(place)] = SQUARES.get(symbol)
    return with_squares(pile, squares)


def _card(pile: Pile, asked: LayCard, rulings: Rulings) -> Pile:
    step = lay_counted(pile, placement_of(asked), rulings)
    if not step.legal:
        raise Refused(joined(step.why, "\n") or "")
    return step.pile


def _map(pile: Pile, asked: TakeMap, rulings: Rulings) -> Pile:
    rows = read_map("\n".join(asked.rows)).rows
    squares: Mapping[Position, Any] = {
        (row, column): SQUARES[symbol]
        for row, symbols in enumerate(rows)
        for column, symbol in enumerate(symbols)
        if symbol != NO_CARD
    }
    return with_squares(Pile(), squares)


def _cards(pile: Pile, asked: TakeCards, rulings: Rulings) -> Pile:
    judged = judge(read_placements("\n".join(asked.cards)), rulings)
    why = joined((sentence for step in judged.outcomes for sentence in step.why), "\n")
    if why is not None:
        raise Refused(why)
    return judged.pile


AFTER: Mapping[type, Callable[[Pile, Any, Rulings], Pile]] = {
    PutSquares: _squares,
    LayCard: _card,
    TakeMap: _map,
    TakeCards: _cards,
}
"""The map after each kind of wish; refuses what the rules do not allow."""
