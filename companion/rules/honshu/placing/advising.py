"""Every way to lay a card on a map, and the points each brings.

Exhaustive: every turn, every place where the card overlaps the map, and every level of the pile from the
top to the very bottom. Ways that leave the same squares and cubes in sight are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import CARD_ROWS, CUBES_A_COLOUR, Colour, MapCard, Square, Terrain
from companion.data.honshu.placements import BOTTOM, TURNS, Placement
from companion.rules.honshu.map.board import COLOURS, SLOTS, board_from, single_bits, slot_of
from companion.rules.honshu.placing.pile import Pile, TypedSquares, turned
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score.scoring import features

_LAKE, _FALLOW, _PRODUCTION, _CUBES = (
    slot_of(square)
    for square in (
        Square(Terrain.LAKE),
        Square(Terrain.FALLOW),
        Square(Terrain.PRODUCTION, COLOURS[0]),
        Square(Terrain.PRODUCTION, COLOURS[0], cube=True),
    )
)
_WITH_CUBE = _CUBES - _PRODUCTION
"""From the set of bare production squares of a colour to that of those with a cube."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One way to lay a card.

    Attributes:
        placement: How to lay it, as it would be written down.
        total: Points of the map afterwards.
        gained: Points more than the map has now.
        fallow: Fallow squares in sight afterwards.
    """

    placement: Placement
    total: int
    gained: int
    fallow: int


@dataclass(frozen=True, slots=True)
class _Table:
    """A pile as sets of squares, in a frame wide enough for a card beyond every edge.

    Attributes:
        stride: Bits a row takes.
        top: Row of the table that is row 0 of the frame.
        left: Column of the table that is column 0 of the frame.
        sets: What can be seen, in the order of ``slot_of``.
        above: For each level of the pile, the squares of the cards at it or above; one more, empty.
        in_sight: For each card that can be seen, from the bottom, the squares of it in sight.
        names: The cards from the bottom to the top.
        nameless: Levels directly beneath typed squares, but the bottom; no card can be said to lie there.
    """

    stride: int
    top: int
    left: int
    sets: tuple[int, ...]
    above: tuple[int, ...]
    in_sight: tuple[int, ...]
    names: tuple[str, ...]
    nameless: frozenset[int]


def _table(pile: Pile) -> _Table:
    seen = pile.tops()
    top, left = pile.origin
    top, left = top - CARD_ROWS, left - CARD_ROWS
    stride = max(column for _, column in seen) - left + CARD_ROWS + 2
    sets, in_sight = [0] * SLOTS, dict.fromkeys((laid.card.name for laid in pile.cards), 0)

    def bit(row: int, column: int) -> int:
        return 1 << (row - top) * stride + column - left

    for (row, column), (laid, square) in seen.items():
        slot = slot_of(square) + (_WITH_CUBE if (row, column) in pile.cubes else 0)
        sets[slot] |= bit(row, column)
        in_sight[laid.card.name] |= bit(row, column)
    above = [0]
    for laid in reversed(pile.cards):
        above.append(above[-1] | sum(bit(row, column) for row, column in laid.squares))
    return _Table(
        stride,
        top,
        left,
        tuple(sets),
        tuple(reversed(above)),
        tuple(squares for squares in in_sight.values() if squares),
        tuple(in_sight),
        frozenset(
            level for level, laid in enumerate(pile.cards) if level and isinstance(laid.card, TypedSquares)
        ),
    )


def advise(
    pile: Pile,
    card: MapCard,
    scoring_card: int | None = None,
    rulings: Mapping[str, str] = DEFAULT_RULINGS,
    spent: Sequence[Colour] = (),
) -> tuple[Advice, ...]:
    """Every legal way to lay a card, one for each picture it leaves in sight, in a fixed order.

    Args:
        pile: The map as it lies.
        card: The card.
        scoring_card: Number of the end-of-game scoring card, ``None`` without one.
        rulings: What the table plays by.
        spent: Colours of cubes that leave the map before the card is laid. Points gained count from the
            map without them.

    Returns:
        The ways; of those that leave the same picture the first: on top before slid beneath.
    """
    if not pile.cards:
        return ()
    table = _table(pile)
    sets = list(table.sets)
    now = sum(
        found.points
        for found in features(board_from(_spend(sets, spent, 0), table.stride), scoring_card, rulings)
    )
    ways: dict[tuple[int, ...], Advice] = {}
    for placement, visible, slots in _ways(table, card, rulings):
        after = _laid(table, visible, slots, spent, rulings)
        key = tuple(after)
        if key in ways:
            continue
        total = sum(
            found.points for found in features(board_from(after, table.stride), scoring_card, rulings)
        )
        placed = Placement(card, *placement, spent=tuple(spent))
        ways[key] = Advice(placed, total, total - now, after[_FALLOW].bit_count())
    return tuple(ways.values())


def best(advices: Sequence[Advice], number: int = 5) -> tuple[Advice, ...]:
    """The ways that gain most; of equal ones those that leave more fallow in sight, which breaks ties."""
    return tuple(sorted(advices, key=lambda advice: (-advice.gained, -advice.fallow))[:number])


_Spot = tuple[int, int, int, str | None]


def _ways(
    table: _Table, card: MapCard, rulings: Mapping[str, str]
) -> Iterator[tuple[_Spot, int, list[tuple[int, int]]]]:
    """Every legal spot: how it is written, what of the card is seen, and the slots of its squares."""
    stride, land, lakes = table.stride, table.above[0], table.sets[_LAKE]
    strict = rulings["covering"] == "strict"
    for turn in TURNS:
        rows = turned(card, turn)
        corner = [
            (1 << row * stride + column, slot_of(square))
            for row, line in enumerate(rows)
            for column, square in enumerate(line)
        ]
        touching = 0
        for bit, _ in corner:
            touching |= land >> bit.bit_length() - 1
        for place in single_bits(touching):
            shift = place.bit_length() - 1
            row, column = divmod(shift, stride)
            slots = [(bit << shift, slot) for bit, slot in corner]
            shape = sum(bit for bit, _ in slots)
            own_lake = sum(bit for bit, slot in slots if slot == _LAKE)
            before = -1
            for level in range(len(table.names), -1, -1):
                visible = shape & ~table.above[level]
                if not visible:
                    break
                if visible == before:
                    continue
                before = visible
                if own_lake & ~visible:
                    break
                if visible & lakes:
                    continue
                if strict and any(not sight & ~visible for sight in table.in_sight):
                    continue
                under = None
                if level < len(table.names):
                    under = table.names[level] if level else BOTTOM
                if level in table.nameless:
                    continue
                yield (row + table.top, column + table.left, turn, under), visible, slots


def _laid(
    table: _Table,
    visible: int,
    slots: Sequence[tuple[int, int]],
    spent: Sequence[Colour],
    rulings: Mapping[str, str],
) -> list[int]:
    """What can be seen once the card lies, with a cube on its production squares while the pool lasts."""
    after = [squares & ~visible for squares in _spend(list(table.sets), spent, visible)]
    for bit, slot in slots:
        if bit & visible:
            if _PRODUCTION <= slot < _CUBES and (
                rulings["cube-pool"] != "ten" or after[slot + _WITH_CUBE].bit_count() < CUBES_A_COLOUR
            ):
                slot += _WITH_CUBE
            after[slot] |= bit
    return after


def _spend(sets: list[int], spent: Sequence[Colour], covered: int) -> list[int]:
    """Take spent cubes off the map, those first that the card would cover; see ``placing.spot_spent``."""
    for colour in spent:
        index = COLOURS.index(colour)
        cubes = sets[_CUBES + index]
        if cubes:
            cube = next(single_bits(cubes & covered or cubes))
            sets[_CUBES + index] ^= cube
            sets[_PRODUCTION + index] |= cube
    return sets
