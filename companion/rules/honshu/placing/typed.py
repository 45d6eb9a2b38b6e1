"""Squares of a map told one by one, beside its cards or without any: what a finger on the map does to it."""

from collections.abc import Mapping
from dataclasses import replace

from companion.data.honshu.cards import Square
from companion.data.honshu.map import check_grown
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.placing.laying import Laid, Pile, TypedSquares


def with_squares(pile: Pile, squares: Mapping[Position, Square | None]) -> Pile:
    """A map with some of its squares told anew; ``None`` where no card lies.

    What a card shows already stays the card's, but for its cube; any other square lies on top of all cards
    from then on. Cards may be laid on typed squares, and beneath all of them.
    """
    seen = {position: square for position, (_, square) in pile.tops().items()}
    cubes = set(pile.cubes)
    gone, typed = set(), dict[Position, Square]()
    for position, square in squares.items():
        cubes.discard(position)
        if square is None:
            gone.add(position)
            continue
        if square.cube:
            cubes.add(position)
        bare = replace(square, cube=False)
        if seen.get(position) != bare:
            typed[position] = bare
    check_grown((seen.keys() - gone) | typed.keys())
    cards = [
        Laid(laid.card, {at: each for at, each in laid.squares.items() if at not in gone})
        if gone & laid.squares.keys()
        else laid
        for laid in pile.cards
    ]
    cards = [laid for laid in cards if laid.squares]
    if typed:
        top = cards[-1] if cards and isinstance(cards[-1].card, TypedSquares) else None
        if top is not None:
            cards[-1] = Laid(top.card, {**top.squares, **typed})
        else:
            before = [laid.card.number for laid in cards if isinstance(laid.card, TypedSquares)]
            cards.append(Laid(TypedSquares(max(before, default=0) + 1), typed))
    return Pile(tuple(cards), frozenset(cubes))
