"""Every way to lay a card on a map, and the points each brings.

The search covers every rotation, every place where the card overlaps the map, and every level of the pile
from the top to the very bottom. Ways that leave the same squares and cubes visible count as one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.data.honshu.cards import CARD_ROWS, CUBES_A_COLOUR, Colour, MapCard, Square, Terrain
from companion.data.honshu.placements import BOTTOM, TURNS, Placement
from companion.rules.honshu import board
from companion.rules.honshu.laying import Pile, TypedSquares, turn_card
from companion.rules.honshu.score import find_features

_LAKE, _FALLOW, _PRODUCTION, _CUBES = (
    board.get_slot(square)
    for square in (
        Square(Terrain.LAKE),
        Square(Terrain.FALLOW),
        Square(Terrain.PRODUCTION, board.COLOURS[0]),
        Square(Terrain.PRODUCTION, board.COLOURS[0], cube=True),
    )
)
_WITH_CUBE = _CUBES - _PRODUCTION
"""The distance from the set of a colour's production squares without a cube to the set of those with one."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One way to lay a card, with the map's points and visible fallow afterwards."""

    placement: Placement
    total: int
    gained: int  # points more than the map has now
    fallow: int


@dataclass(frozen=True, slots=True)
class _PileSets:
    """A pile as sets of squares, in a rectangle with room for a card beyond every edge."""

    stride: int
    top: int  # row of the table that is row 0 of the rectangle; likewise the column ``left``
    left: int
    sets: tuple[int, ...]
    squares_from: tuple[int, ...]
    """For each level of the pile, the squares covered by the cards at or above it; at the end an empty set."""
    visible_squares: tuple[int, ...]  # the visible squares of each card that has any, from the bottom
    names: tuple[str, ...]  # the cards from the bottom to the top
    unnamed_levels: frozenset[int]
    """Levels directly beneath typed squares, except the bottom; placements have no notation for them."""


def _build_pile_sets(pile: Pile) -> _PileSets:
    visible = pile.find_visible_squares()
    top, left = pile.origin
    top, left = top - CARD_ROWS, left - CARD_ROWS
    stride = max(column for _, column in visible) - left + CARD_ROWS + 2
    sets, in_sight = [0] * board.SLOTS, dict.fromkeys((laid.card.name for laid in pile.cards), 0)

    def bit(row: int, column: int) -> int:
        return 1 << (row - top) * stride + column - left

    for (row, column), (laid, square) in visible.items():
        slot = board.get_slot(square) + (_WITH_CUBE if (row, column) in pile.cubes else 0)
        sets[slot] |= bit(row, column)
        in_sight[laid.card.name] |= bit(row, column)
    unions = [0]
    for laid in reversed(pile.cards):
        unions.append(unions[-1] | sum(bit(row, column) for row, column in laid.squares))
    squares_seen = tuple(squares for squares in in_sight.values() if squares)
    levels = (level for level, laid in enumerate(pile.cards) if isinstance(laid.card, TypedSquares))
    nameless = frozenset(levels) - {0}
    return _PileSets(stride, top, left, tuple(sets), tuple(reversed(unions)), squares_seen, tuple(in_sight), nameless)


def advise(
    pile: Pile,
    card: MapCard,
    scoring_card: int | None = None,
    rulings: Mapping[str, str] = board.DEFAULT_RULINGS,
    spent: Sequence[Colour] = (),
) -> tuple[Advice, ...]:
    """Every legal way to lay a card, one for each visible map it leaves, in a fixed order.

    Of ways that leave the same visible map the first is given: on top before slid beneath. ``spent`` are the
    colours of cubes that leave the map first; points gained are counted from the map without them.
    """
    if not pile.cards:
        return ()
    pile_sets = _build_pile_sets(pile)
    scoring = pile_sets.stride, scoring_card, rulings
    total = _compute_total(_spend_cubes(list(pile_sets.sets), spent, 0), *scoring)
    best: dict[tuple[int, ...], Advice] = {}
    for placement, visible, slots in _list_ways(pile_sets, card, rulings):
        after = _lay_card(pile_sets, visible, slots, spent, rulings)
        key = tuple(after)
        if key not in best:
            card_placed, points = Placement(card, *placement, spent=tuple(spent)), _compute_total(after, *scoring)
            best[key] = Advice(card_placed, points, points - total, after[_FALLOW].bit_count())
    return tuple(best.values())


def compute_totals(
    pile: Pile, placement: Placement, scoring_card: int | None, rulings: Mapping[str, str]
) -> dict[board.Position, int]:
    """The points of the map for each legal place of a card, at its given rotation and depth."""
    if not pile.cards:
        return {}
    sets = _build_pile_sets(pile)
    level = len(sets.names)
    if placement.under is not None:
        level = 0 if placement.under == BOTTOM else sets.names.index(placement.under)
    return {
        (row, column): _compute_total(_lay_card(sets, visible, slots, (), rulings), sets.stride, scoring_card, rulings)
        for (row, column, *_), visible, slots in _list_ways(sets, placement.card, rulings, (placement.turn,), (level,))
    }


def _compute_total(sets: list[int], stride: int, card: int | None, rulings: Mapping[str, str]) -> int:
    return sum(feature.points for feature in find_features(board.build_board_from_sets(sets, stride), card, rulings))


def select_best(advices: Sequence[Advice], number: int = 5) -> tuple[Advice, ...]:
    """The ways that gain most; ties go to the way that leaves more fallow visible."""
    return tuple(sorted(advices, key=lambda advice: (-advice.gained, -advice.fallow))[:number])


_Spot = tuple[int, int, int, str | None]


def _list_ways(
    pile_sets: _PileSets,
    card: MapCard,
    rulings: Mapping[str, str],
    turns: Sequence[int] = TURNS,
    levels: Sequence[int] = (),
) -> Iterator[tuple[_Spot, int, list[tuple[int, int]]]]:
    """Every legal spot: its notation, the visible squares of the card, and the slots of its squares."""
    stride, land, lakes = pile_sets.stride, pile_sets.squares_from[0], pile_sets.sets[_LAKE]
    strict = rulings["covering"] == "strict"
    for turn in turns:
        rows = turn_card(card, turn)
        corner = [
            (1 << row * stride + column, board.get_slot(square))
            for row, line in enumerate(rows)
            for column, square in enumerate(line)
        ]
        neighbours = 0
        for bit, _ in corner:
            neighbours |= land >> bit.bit_length() - 1
        for corner_bit in board.split_bits(neighbours):
            shift = corner_bit.bit_length() - 1
            row, column = divmod(shift, stride)
            slots = [(bit << shift, slot) for bit, slot in corner]
            shape = sum(bit for bit, _ in slots)
            own_lake = sum(bit for bit, slot in slots if slot == _LAKE)
            before = -1
            for level in levels or range(len(pile_sets.names), -1, -1):
                visible = shape & ~pile_sets.squares_from[level]
                if not visible:
                    break
                if visible == before:
                    continue
                before = visible
                if own_lake & ~visible:
                    break
                if visible & lakes or level in pile_sets.unnamed_levels:
                    continue
                if strict and any(not sight & ~visible for sight in pile_sets.visible_squares):
                    continue
                under = None
                if level < len(pile_sets.names):
                    under = pile_sets.names[level] if level else BOTTOM
                yield (row + pile_sets.top, column + pile_sets.left, turn, under), visible, slots


def _lay_card(
    pile_sets: _PileSets,
    visible: int,
    slots: Sequence[tuple[int, int]],
    cubes_spent: Sequence[Colour],
    rulings: Mapping[str, str],
) -> list[int]:
    """The visible squares after laying the card; its production squares get cubes while the pool lasts."""
    after = [squares & ~visible for squares in _spend_cubes(list(pile_sets.sets), cubes_spent, visible)]
    for bit, slot in slots:
        if bit & visible:
            if _PRODUCTION <= slot < _CUBES and (
                rulings["cube-pool"] != "ten" or after[slot + _WITH_CUBE].bit_count() < CUBES_A_COLOUR
            ):
                slot += _WITH_CUBE
            after[slot] |= bit
    return after


def _spend_cubes(sets: list[int], cubes_spent: Sequence[Colour], position: int) -> list[int]:
    """Take spent cubes off the map, first those that the card would cover; see ``choose_spent_cube``."""
    for colour in cubes_spent:
        index = board.COLOURS.index(colour)
        cubes = sets[_CUBES + index]
        if cubes:
            cube = next(board.split_bits(cubes & position or cubes))
            sets[_CUBES + index] ^= cube
            sets[_PRODUCTION + index] |= cube
    return sets
