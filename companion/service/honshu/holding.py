"""A card held over a map, before it is laid: judged there, with all it covers and where else it may lie."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.answers import Answer, Figure, answering
from companion.data.honshu.cards import CARD_ROWS
from companion.data.honshu.map import edges_of, symbol_of
from companion.data.honshu.placements import BOTTOM, TURNS, Placement, read_card
from companion.errors import InputError
from companion.play.honshu.views import View
from companion.rules.honshu.board import Position
from companion.rules.honshu.placing.advising import totals
from companion.rules.honshu.placing.laying import Pile, TypedSquares, lay, lay_counted, squares_of, turned
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.service.honshu.placing import advise_on

_NEAR = 3  # rows and columns beyond the map where a card can still touch it, and one more


@dataclass(frozen=True, slots=True)
class HeldSquare:
    """A square of a card that is held over a map."""

    at: Position
    symbol: str
    over: str  # the symbol it would cover; empty where nothing lies
    hidden: bool
    fault: bool


@dataclass(frozen=True, slots=True)
class HeldCard(Figure):
    """A card held over a map."""

    placement: Placement
    squares: tuple[HeldSquare, ...]  # row by row as it is turned; ``rows`` is their number
    rows: int
    why: tuple[Sentence, ...]
    levels: tuple[tuple[str | None, Sentence], ...]
    """The depths it may lie at in this place, with words: on top, or beneath which card."""
    faults: Mapping[Position, tuple[int, ...]]
    """By place of its top left corner, the squares that would be at fault there, turned and as deep as now;
    where no such place is told, it would touch no card.
    """
    totals: Mapping[Position, int]  # the points of the map with it, likewise, where it may lie

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
    held = Placement(card, 0, 0, turn, under)
    points = totals(pile, held, seen.card, rulings)
    faults = _faults(pile, held, rulings, points)
    row, column = at or _quietest(pile, held, faults)
    placement = replace(held, row=row, column=column)
    step = lay_counted(pile, placement, rulings)
    below = pile.symbols()
    squares = tuple(
        HeldSquare(
            place,
            symbol_of(square),
            below.get(place, ""),
            hidden=place not in step.visible,
            fault=place in step.faults,
        )
        for place, square in squares_of(placement).items()
    )
    levels = tuple(_levels(pile, placement, rulings))
    return HeldCard(placement, squares, len(turned(card, turn)), step.reasons, levels, faults, points)


def _names(pile: Pile) -> tuple[str, ...]:
    """The levels that can be named, from the top: the cards, then the bottom."""
    named = [laid.card.name for laid in pile.cards if not isinstance(laid.card, TypedSquares)]
    return (*reversed(named), BOTTOM)


def _levels(pile: Pile, held: Placement, rulings: Rulings) -> Iterator[tuple[str | None, Sentence]]:
    """On top, and beneath each card that lies there while a square stays in sight; the level it has, too."""
    yield None, say("on top")
    places = squares_of(held).keys()
    there = [laid.card for laid in reversed(pile.cards) if places & laid.squares.keys()]
    names = [card.name for card in there if not isinstance(card, TypedSquares)]
    if len(names) < len(there) or held.under == BOTTOM:
        names.append(BOTTOM)
    for name in names:
        if name == held.under or lay(pile, replace(held, under=name), rulings).visible:
            yield name, say("at the bottom") if name == BOTTOM else say("under {card}", card=name)


def _faults(
    pile: Pile, held: Placement, rulings: Rulings, allowed: Collection[Position]
) -> dict[Position, tuple[int, ...]]:
    """See ``HeldCard.faults``; where a card may lie nothing is at fault, and it is not laid to find out."""
    seen = pile.tops()
    if not seen:
        return {}
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    top, left, bottom, right = edges_of(seen)
    for row in range(top - _NEAR, bottom + 1):
        for column in range(left - _NEAR, right + 1):
            if (row, column) in allowed:
                found[row, column] = ()
                continue
            there = replace(held, row=row, column=column)
            places = squares_of(there).keys()
            if places & seen.keys():
                step = lay(pile, there, rulings)
                at_fault = step.faults if step.faults or step.legal else places
                found[row, column] = tuple(i for i, place in enumerate(places) if place in at_fault)
    return found


def _quietest(pile: Pile, held: Placement, faults: Mapping[Position, tuple[int, ...]]) -> Position:
    """The place where a card may lie and covers least, the nearest to the middle of the map."""
    seen = pile.tops()
    if not seen:
        return 0, 0
    middle = [sum(place[axis] for place in seen) / len(seen) - CARD_ROWS / 2 for axis in (0, 1)]

    def noise(at: Position) -> tuple[bool, int, float]:
        covers = len(squares_of(replace(held, row=at[0], column=at[1])).keys() & seen.keys())
        return bool(faults[at]), covers, abs(at[0] - middle[0]) + abs(at[1] - middle[1])

    return min(faults, key=noise)


@answering
def advise_card(seen: View, seat: str, name: str, number: int = 3) -> Answer:
    """Find the places of a map where a card gains most."""
    return advise_on(seen.map_of(seat).pile, [read_card(name)], seen.card, seen.rulings, number=number)
