"""A card held over a map, before it is laid: judged there, with all it covers and where else it may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Figure, answering
from companion.data.honshu.cards import CARD_ROWS, MapCard, Square
from companion.data.honshu.map import symbol_of
from companion.data.honshu.placements import BOTTOM, TURNS, Placement, read_card
from companion.errors import InputError
from companion.play.honshu.views import View
from companion.rules.honshu.map.board import Position
from companion.rules.honshu.placing.laying import lay, lay_counted
from companion.rules.honshu.placing.pile import Pile, TypedSquares, turned
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.service.honshu.placing import advise_on

_NEAR = 3
"""Rows and columns beyond the map where a card can still touch it, and one more."""


@dataclass(frozen=True, slots=True)
class HeldSquare:
    """A square of a card that is held over a map.

    Attributes:
        at: The place beneath it.
        over: The symbol it would cover; empty where nothing lies.
        hidden: True when it would lie beneath another card.
        fault: True when it is at fault where the card may not lie so.
    """

    at: Position
    symbol: str
    over: str
    hidden: bool
    fault: bool


@dataclass(frozen=True, slots=True)
class HeldCard(Figure):
    """A card held over a map.

    Attributes:
        squares: Row by row as it is turned; ``rows`` is their number.
        why: Everything that would not be allowed, each in a sentence.
        levels: The depths it may lie at in this place, with words: on top, or beneath which card.
        faults: By place of its top left corner, the squares that would be at fault there, turned and as deep
            as now; where no such place is told, it would touch no card.
    """

    placement: Placement
    squares: tuple[HeldSquare, ...]
    rows: int
    why: tuple[Sentence, ...]
    levels: tuple[tuple[str | None, Sentence], ...]
    faults: Mapping[Position, tuple[int, ...]]

    @property
    def legal(self) -> bool:
        """True when it may be laid so."""
        return not self.why


def held_card(
    seen: View, seat: str, name: str, at: Position | None = None, turn: int = 0, under: str | None = None
) -> HeldCard:
    """Hold a card over a map.

    Args:
        at: The place of its top left corner; by default the nearest to the middle of the map where it covers
            least.
        turn: Degrees clockwise.
        under: As in a placement; on top where there is no such card.
    """
    pile, rulings = seen.map_of(seat).pile, seen.rulings
    card = read_card(name)
    if turn not in TURNS:
        raise InputError("'{value}' is not a turn; expected 0, 90, 180 or 270 degrees clockwise.", value=turn)
    if under not in _names(pile):
        under = None
    faults = _faults(pile, Placement(card, 0, 0, turn, under), rulings)
    if at is None:
        at = _quietest(pile, card, turn, faults)
    placement = Placement(card, *at, turn, under)
    step = lay_counted(pile, placement, rulings)
    below = {
        place: symbol_of(replace(square, cube=place in pile.cubes))
        for place, (_, square) in pile.tops().items()
    }
    rows = turned(card, turn)
    squares = tuple(
        HeldSquare(
            (row, column),
            symbol_of(square),
            below.get((row, column), ""),
            (row, column) not in step.visible,
            (row, column) in step.faults,
        )
        for (row, column), square in _places(rows, at)
    )
    return HeldCard(placement, squares, len(rows), step.why, tuple(_levels(pile, placement, rulings)), faults)


def _places(rows: Sequence[Sequence[Square]], at: Position) -> Iterator[tuple[Position, Square]]:
    """Each square of a card with its place."""
    for row, line in enumerate(rows):
        for column, square in enumerate(line):
            yield (at[0] + row, at[1] + column), square


def _names(pile: Pile) -> tuple[str, ...]:
    """The levels that can be named, from the top: the cards, then the bottom."""
    named = [laid.card.name for laid in pile.cards if not isinstance(laid.card, TypedSquares)]
    return (*reversed(named), BOTTOM)


def _levels(pile: Pile, held: Placement, rulings: Rulings) -> Iterator[tuple[str | None, Sentence]]:
    """On top, and beneath each card that lies there while a square stays in sight; the level it has, too."""
    yield None, say("on top")
    rows = turned(held.card, held.turn)
    places = {place for place, _ in _places(rows, (held.row, held.column))}
    there = [laid.card for laid in reversed(pile.cards) if places & laid.squares.keys()]
    names = [card.name for card in there if not isinstance(card, TypedSquares)]
    if len(names) < len(there) or held.under == BOTTOM:
        names.append(BOTTOM)
    for name in names:
        if name == held.under or lay(pile, replace(held, under=name), rulings).visible:
            yield name, say("at the bottom") if name == BOTTOM else say("under {card}", card=name)


def _faults(pile: Pile, held: Placement, rulings: Rulings) -> dict[Position, tuple[int, ...]]:
    """See ``HeldCard.faults``."""
    seen = pile.tops()
    if not seen:
        return {}
    rows = turned(held.card, held.turn)
    found = {}
    for row in range(min(r for r, _ in seen) - _NEAR, max(r for r, _ in seen) + 1):
        for column in range(min(c for _, c in seen) - _NEAR, max(c for _, c in seen) + 1):
            places = [place for place, _ in _places(rows, (row, column))]
            if any(place in seen for place in places):
                step = lay(pile, replace(held, row=row, column=column), rulings)
                at_fault = step.faults if step.faults or step.legal else places
                found[row, column] = tuple(i for i, place in enumerate(places) if place in at_fault)
    return found


def _quietest(pile: Pile, card: MapCard, turn: int, faults: Mapping[Position, tuple[int, ...]]) -> Position:
    """The place where a card may lie and covers least, the nearest to the middle of the map."""
    seen = pile.tops()
    rows = turned(card, turn)
    if not seen:
        return 0, 0
    middle = [sum(place[axis] for place in seen) / len(seen) - CARD_ROWS / 2 for axis in (0, 1)]

    def noise(at: Position) -> tuple[bool, int, float]:
        covers = sum(place in seen for place, _ in _places(rows, at))
        return bool(faults[at]), covers, abs(at[0] - middle[0]) + abs(at[1] - middle[1])

    return min(faults, key=noise)


@answering
def advise_card(seen: View, seat: str, name: str, number: int = 3) -> Answer:
    """Find the places of a map where a card gains most."""
    return advise_on(seen.map_of(seat).pile, [read_card(name)], seen.card, seen.rulings, number=number)
