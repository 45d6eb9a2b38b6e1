"""Laying cards on a map one by one, and judging each; squares typed without their cards.

A card lies on top, beneath everything, or directly beneath one card; hidden cards are kept too. The
effect on the map is reported even for a card that was not allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from companion.data.honshu.cards import CUBES_A_COLOUR, Colour, MapCard, Square, Terrain
from companion.data.honshu.map import Counts, HonshuMap, build_map, check_map_size, find_edges, get_symbol
from companion.data.honshu.placements import BOTTOM, Placement
from companion.data.vocabulary import say_phrase
from companion.rules.honshu.board import DEFAULT_RULINGS, Position
from companion.sentences import Sentence, join_sentences

_say = partial(say_phrase, "honshu", "laying")  # why a card may not be laid so


@lru_cache(maxsize=512)
def turn_card(card: MapCard, turn: int) -> tuple[tuple[Square, ...], ...]:
    """The rows of squares of a card turned clockwise by 0, 90, 180 or 270 degrees."""
    rows: tuple[tuple[Square, ...], ...] = card.squares
    for _ in range(turn // 90):
        rows = tuple(zip(*reversed(rows), strict=True))
    return rows


def locate_squares(placement: Placement) -> dict[Position, Square]:
    """The squares of a card by the positions they will lie at, row by row as the card is turned."""
    return {
        (placement.row + row, placement.column + column): square
        for row, line in enumerate(turn_card(placement.card, placement.turn))
        for column, square in enumerate(line)
    }


@dataclass(frozen=True, slots=True)
class TypedSquares:
    """Squares of a map that were typed one by one without naming a card; they count as one card."""

    number: int  # among those of its map, from 1

    @property
    def name(self) -> str:
        """A name that no real card has, such as ``typed 1``."""
        return f"typed {self.number}"


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the map, with its square at each position it covers."""

    card: MapCard | TypedSquares
    squares: Mapping[Position, Square]


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a map, hidden ones included."""

    cards: tuple[LaidCard, ...] = ()  # from the bottom to the top
    cubes: frozenset[Position] = frozenset()
    counts: Counts | None = None  # what was counted on it, if its squares were not entered

    @property
    def names(self) -> list[str]:
        """The names of its cards, from the bottom to the top."""
        return [each.card.name for each in self.cards]

    @property
    def has_only_cards(self) -> bool:
        """True when every square belongs to a named card, and nothing was only counted."""
        return self.counts is None and not any(isinstance(each.card, TypedSquares) for each in self.cards)

    def find_visible_squares(self) -> dict[Position, tuple[LaidCard, Square]]:
        """The visible squares: at each position the topmost card and its square."""
        return {position: (laid, square) for laid in self.cards for position, square in laid.squares.items()}

    def count_cubes(self) -> Counter[Colour | None]:
        visible = self.find_visible_squares()
        return Counter(visible[position][1].colour for position in self.cubes)

    @property
    def origin(self) -> Position:
        """Row and column of the top left corner of the map."""
        return find_edges([place for laid in self.cards for place in laid.squares] or [(0, 0)])[:2]

    def with_offset(self, rows: int, columns: int) -> Pile:
        """A copy of the map, moved by some rows and columns."""

        def shift(place: Position) -> Position:
            return place[0] + rows, place[1] + columns

        cards = (LaidCard(laid.card, {shift(at): each for at, each in laid.squares.items()}) for laid in self.cards)
        return Pile(tuple(cards), frozenset(map(shift, self.cubes)))

    def build_map(self) -> HonshuMap:
        """The visible squares as a map that begins at ``origin``; without rows if it has no cards."""
        return build_map(self.list_symbols())

    def list_symbols(self) -> dict[Position, str]:
        """The visible squares with their cubes, in a map's notation."""
        return {
            position: get_symbol(replace(square, cube=True) if position in self.cubes else square)
            for position, (_, square) in self.find_visible_squares().items()
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of laying one card."""

    placement: Placement
    reasons: tuple[Sentence, ...]  # why it was not allowed; empty if it was
    covered: tuple[Position, ...]  # of older cards
    visible: tuple[Position, ...]  # of its own
    lost: tuple[str, ...]  # letters of the covered cubes that went back to the pool
    short: tuple[Position, ...]  # production squares of its own that got no cube, since the pool had none
    pile: Pile  # the map afterwards
    faults: tuple[Position, ...] = ()  # the squares where a rule was broken
    json_fields = ("card", "legal", "why", "covered", "visible", "lost", "short", "placement")

    @property
    def card(self) -> str:
        return self.placement.card.name

    @property
    def legal(self) -> bool:
        """True when the rules allow it."""
        return not self.reasons

    @property
    def why(self) -> Sentence | None:
        """All reasons of a refusal in one sentence."""
        return join_sentences(self.reasons)


@dataclass(frozen=True, slots=True)
class MapOutcome:
    """A whole map laid card by card, with the outcome of each in order."""

    outcomes: tuple[Outcome, ...]

    @property
    def legal(self) -> bool:
        """True when every card was allowed."""
        return all(outcome.legal for outcome in self.outcomes)

    @property
    def pile(self) -> Pile:
        return self.outcomes[-1].pile if self.outcomes else Pile()


def judge_placements(placements: Sequence[Placement], rulings: Mapping[str, str] = DEFAULT_RULINGS) -> MapOutcome:
    """Lay cards in order and judge each; see ``lay_card``.

    Messages count rows and columns from 1 at the top left corner of the whole map, as it is drawn.
    """
    outcomes = tuple(_lay_each(placements, rulings))
    row, column = outcomes[-1].pile.origin if outcomes else (0, 0)
    shifted = [replace(each, row=each.row - row, column=each.column - column) for each in placements]
    pairs = zip(outcomes, _lay_each(shifted, rulings), strict=True)
    return MapOutcome(tuple(replace(outcome, reasons=from_corner.reasons) for outcome, from_corner in pairs))


def _lay_each(placements: Sequence[Placement], rulings: Mapping[str, str]) -> Iterator[Outcome]:
    pile = Pile()
    for placement in placements:
        outcome = lay_card(pile, placement, rulings)
        yield outcome
        pile = outcome.pile


def choose_spent_cube(cubes: Sequence[Position], squares: Sequence[Position]) -> Position:
    """The cube that was spent, if several have its colour and it was not recorded which.

    The owner chooses: a cube that the coming card would cost them anyway, else the first in reading order.
    """
    return min(cubes, key=lambda position: (position not in squares, position))


def lay_card(pile: Pile, placement: Placement, rulings: Mapping[str, str] = DEFAULT_RULINGS) -> Outcome:
    """Lay one card; in messages, row 0 and column 0 are row 1 and column 1.

    A card that is not allowed is laid all the same where it can lie; it is not laid when it is on the map
    already, or when the card to slide it beneath is not. Source: Honshu booklet, Placing a card.
    """
    card, reasons = placement.card, list[Sentence]()
    names = pile.names
    if card.name in names:
        reasons.append(_say("twice", card=card.name))
    elif placement.under not in (None, BOTTOM, *names):
        reasons.append(_say("under none", card=card.name, other=placement.under))
    if reasons:
        return Outcome(placement, tuple(reasons), (), (), (), (), pile)
    if pile.cards and card.series != "map":
        reasons.append(_say("start province", card=card.name))
    level = len(names)
    if placement.under is not None:
        level = 0 if placement.under == BOTTOM else names.index(placement.under)
    squares = locate_squares(placement)
    above = {position for laid in pile.cards[level:] for position in laid.squares}
    tops = pile.find_visible_squares()
    visible = tuple(sorted(squares.keys() - above))
    hidden = tuple(position for position in visible if position in tops)
    errors = (*_find_overlap_faults(card, squares, above, tops, visible), *_find_covering_faults(tops, hidden, rulings))
    reasons += (sentence for sentence, _ in errors)
    cubes, spend_faults = _spend_cubes(pile, placement, tops, hidden)
    reasons += spend_faults
    returned = tuple(position for position in hidden if position in cubes)
    cubes -= set(returned)
    counts = Counter(tops[position][1].colour for position in cubes)
    without_cube = []
    for position in visible:
        square = squares[position]
        if square.terrain is Terrain.PRODUCTION:
            if counts[square.colour] >= CUBES_A_COLOUR and rulings["cube-pool"] == "ten":
                without_cube.append(position)
            else:
                counts[square.colour] += 1
                cubes.add(position)
    colours = tuple(get_symbol(tops[position][1])[0] for position in returned)
    after = Pile((*pile.cards[:level], LaidCard(card, squares), *pile.cards[level:]), frozenset(cubes))
    faults = tuple(dict.fromkeys(position for _, positions in errors for position in positions))
    return Outcome(placement, tuple(reasons), hidden, visible, colours, tuple(without_cube), after, faults)


def lay_card_from_corner(pile: Pile, placement: Placement, rulings: Mapping[str, str] = DEFAULT_RULINGS) -> Outcome:
    """Lay one card; messages count rows and columns from 1 at the map's top left corner before it."""
    outcome = lay_card(pile, placement, rulings)
    row, column = pile.origin
    if outcome.legal or (row, column) == (0, 0):
        return outcome
    moved = replace(placement, row=placement.row - row, column=placement.column - column)
    return replace(outcome, reasons=lay_card(pile.with_offset(-row, -column), moved, rulings).reasons)


def _find_overlap_faults(
    card: MapCard,
    squares: Mapping[Position, Square],
    above: set[Position],
    tops: Mapping[Position, tuple[LaidCard, Square]],
    visible: Sequence[Position],
) -> Iterator[tuple[Sentence, Iterable[Position]]]:
    if tops and not squares.keys() & tops.keys():
        yield _say("apart", card=card.name), squares
    if not visible:
        yield _say("out of sight", card=card.name), squares
    for (row, column), square in squares.items():
        if square.terrain is Terrain.LAKE and (row, column) in above:
            reason = _say("lake under", card=card.name, row=row + 1, column=column + 1)
            yield reason, [(row, column)]


def _find_covering_faults(
    tops: Mapping[Position, tuple[LaidCard, Square]], squares: Sequence[Position], rulings: Mapping[str, str]
) -> Iterator[tuple[Sentence, Iterable[Position]]]:
    for row, column in squares:
        laid, square = tops[row, column]
        if square.terrain is not Terrain.LAKE:
            continue
        fields = {"row": row + 1, "column": column + 1}
        if isinstance(laid.card, TypedSquares):
            reason = _say("lake", **fields)
        else:
            reason = _say("lake of a card", card=laid.card.name, **fields)
        yield reason, [(row, column)]
    if rulings["covering"] == "strict":
        cards = [laid.card for laid, _ in tops.values() if not isinstance(laid.card, TypedSquares)]
        in_sight = Counter(card.name for card in cards)
        counts = Counter(tops[position][0].card.name for position in squares)
        for name in in_sight:
            if counts[name] == in_sight[name]:
                places = [position for position in squares if tops[position][0].card.name == name]
                yield _say("hidden", card=name), places


def _spend_cubes(
    pile: Pile, placement: Placement, tops: Mapping[Position, tuple[LaidCard, Square]], squares: Sequence[Position]
) -> tuple[set[Position], list[Sentence]]:
    """The cubes left after the spent ones are removed, and the faults."""
    cubes, faults = set(pile.cubes), list[Sentence]()
    for colour in placement.spent:
        candidates = [position for position in cubes if tops[position][1].colour is colour]
        if candidates:
            cubes.remove(choose_spent_cube(candidates, squares))
            continue
        fault = _say("no cube", colour=colour.word, card=placement.card.name)
        if fault not in faults:
            faults.append(fault)
    return cubes, faults


def find_laying_order(
    stack: Sequence[Placement], rulings: Mapping[str, str] = DEFAULT_RULINGS
) -> tuple[Placement, ...]:
    """An order in which the cards of a finished map, listed from bottom to top, can have been laid.

    The first start province among them was laid first, or else the lowest card. Their ``under`` and
    ``spent`` are ignored. Laid in this order they give the same stack; where no order is allowed, cards that
    cannot follow come last.
    """
    order: list[Placement] = []
    pile = Pile()
    rest = list(range(len(stack)))
    done: list[int] = []
    while rest:
        candidates = rest if done else [next((i for i in rest if stack[i].card.series != "map"), 0)]
        outcomes = {
            i: lay_card(pile, replace(stack[i], under=_find_cover(stack, i, done), spent=()), rulings)
            for i in candidates
        }
        next_card = next((i for i, outcome in outcomes.items() if outcome.legal), candidates[0])
        order.append(outcomes[next_card].placement)
        pile = outcomes[next_card].pile
        rest.remove(next_card)
        done.append(next_card)
    return tuple(order)


def _find_cover(stack: Sequence[Placement], index: int, order: Sequence[int]) -> str | None:
    newer = [other for other in order if other > index]
    if not newer:
        return None
    return BOTTOM if len(newer) == len(order) else stack[min(newer)].card.name


def with_squares(pile: Pile, squares: Mapping[Position, Square | None]) -> Pile:
    """A copy of a map with some squares replaced; ``None`` if no card lies.

    A square that a card already shows still belongs to that card, apart from its cube; any other square is
    on top of all cards from then on. Cards may be laid on typed squares, and beneath all of them.
    """
    visible = {position: square for position, (_, square) in pile.find_visible_squares().items()}
    cubes = set(pile.cubes)
    removed, squares_typed = set(), dict[Position, Square]()
    for position, square in squares.items():
        cubes.discard(position)
        if square is None:
            removed.add(position)
            continue
        if square.cube:
            cubes.add(position)
        empty = replace(square, cube=False)
        if visible.get(position) != empty:
            squares_typed[position] = empty
    check_map_size((visible.keys() - removed) | squares_typed.keys())
    cards = [
        LaidCard(laid.card, {place: each for place, each in laid.squares.items() if place not in removed})
        if removed & laid.squares.keys()
        else laid
        for laid in pile.cards
    ]
    cards = [laid for laid in cards if laid.squares]
    if squares_typed:
        top = cards[-1] if cards and isinstance(cards[-1].card, TypedSquares) else None
        if top is not None:
            cards[-1] = LaidCard(top.card, {**top.squares, **squares_typed})
        else:
            before = [laid.card.number for laid in cards if isinstance(laid.card, TypedSquares)]
            cards.append(LaidCard(TypedSquares(max(before, default=0) + 1), squares_typed))
    return Pile(tuple(cards), frozenset(cubes))
