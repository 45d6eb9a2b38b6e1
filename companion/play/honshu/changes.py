"""Changes of a player's own map: each is recorded, and the player can undo and redo the last ones.

A player lays a card on it, or replaces it with a whole map: squares, cards as they were laid, or counts.
Players work at the same time, so the last event of the log is rarely one's own. ``TakeBack`` touches no
other map, and is an event like any other. The undo that every game has takes back the very last event,
whoever made it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.answers import Answer
from companion.codec import UNSAID
from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, Counts, find_symbol, parse_map
from companion.data.honshu.placements import BOTTOM, Placement, parse_card, parse_place, parse_placements, parse_stack
from companion.data.vocabulary import load_phrases
from companion.errors import InputError, Refused
from companion.play.game import describe_by_line
from companion.play.honshu.state import HonshuState, MapChange, PlayerMap
from companion.play.honshu.views import MapView
from companion.rules.honshu.board import COLOURS, Position
from companion.rules.honshu.laying import Pile, find_laying_order, judge_placements, lay_card_from_corner, with_squares
from companion.rules.honshu.score import FACTORIES, check_counts
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, join_sentences, say, say_count, shorten_text
from companion.table.history import Applied, Body, Describe, EventKind, Snapshot, Transition

R = TypeVar("R")


def build_map_kind(
    name: str,
    request: type[R],
    after: Callable[[Pile, R, Rulings], Pile],
    words: Callable[[R], Sentence],
    tell: Describe | None = None,
) -> EventKind[HonshuState]:
    def apply(state: HonshuState, request: Any, recorded: Body | None) -> Applied[HonshuState]:
        player_map = state.get_open_map(request.seat)
        pile = after(player_map.pile, request, state.rulings)
        if pile == player_map.pile:
            raise Refused("Nothing about the map would change.")
        change = MapChange(request, words(request), player_map.pile, pile)
        return Applied({}, state.with_map(request.seat, PlayerMap(pile, (*player_map.changes, change))))

    def line(step: Transition[HonshuState]) -> Sentence:
        name = step.after.names[step.request.seat]
        return say("{name}: {what}", name=name, what=words(step.request))

    return EventKind(name, request, apply, tell, line)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last change of one's own map, whatever others have done since."""

    seat: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """Redo the change of one's own map that was undone last."""

    seat: str


def _apply_back(state: HonshuState, request: TakeBack, recorded: Body | None) -> Applied[HonshuState]:
    state = replace(
        state, is_over=state.is_over and not state.taken_cards
    )  # the last card ended the game, and will again
    map_ = state.get_open_map(request.seat)
    if not map_.changes:
        raise Refused("There is nothing to undo on this map.")
    if recorded is None and state.has_fixed_start(request.seat):
        raise Refused("A card has been played, so the start province stays.")
    *rest, last = map_.changes
    if last.spent_card is not None:
        raise Refused("Its cube lies beside card {card}; take that card back first.", card=last.spent_card)
    return Applied({}, state.with_map(request.seat, PlayerMap(last.before, tuple(rest), (last, *map_.undone_changes))))


def _apply_forth(state: HonshuState, request: PutBack, recorded: Body | None) -> Applied[HonshuState]:
    map_ = state.get_open_map(request.seat)
    if not map_.undone_changes:
        raise Refused("There is nothing to redo on this map.")
    change, *undone = map_.undone_changes
    return Applied({}, state.with_map(request.seat, PlayerMap(change.after, (*map_.changes, change), tuple(undone))))


def _back_line(step: Transition[HonshuState]) -> Sentence:
    seat, state = step.request.seat, step.after
    return say("{name} undoes: {what}", name=state.names[seat], what=state.maps[seat].undone_changes[0].words)


def _forth_line(step: Transition[HonshuState]) -> Sentence:
    seat, state = step.request.seat, step.after
    return say("{name} redoes: {what}", name=state.names[seat], what=state.maps[seat].changes[-1].words)


REVERSALS = (
    EventKind("back", TakeBack, _apply_back, line=_back_line),
    EventKind("forth", PutBack, _apply_forth, line=_forth_line),
)


@dataclass(frozen=True, slots=True)
class LayCard:
    """Lay a card on one's own map."""

    seat: str
    card: str  # the card's name, such as ``29`` or ``A3``
    row: int  # row of its top left corner once turned
    column: int
    turn: int = 0  # degrees clockwise
    under: str | None = field(default=None, metadata=UNSAID)
    """The card it is slid directly beneath, or ``bottom``; ``None`` if it is on top."""


def parse_placement(request: LayCard) -> Placement:
    """Parse a request to lay a card; an ``InputError`` if card, place, turn or level is wrong."""
    line = f"{parse_card(request.card).name} {request.row} {request.column} {request.turn}"
    if request.under is not None:
        line += " bottom" if request.under == BOTTOM else f" under {parse_card(request.under).name}"
    return parse_placements(line)[0]


def _lay_card(pile: Pile, request: LayCard, rulings: Rulings) -> Pile:
    step = lay_card_from_corner(pile, parse_placement(request), rulings)
    if not step.legal:
        raise Refused(join_sentences(step.reasons, "\n") or "")
    return step.pile


CARD = build_map_kind("card", LayCard, _lay_card, lambda asked: say("card {card}", card=asked.card))

_PLACEMENTS = re.compile(r"\s*(#.*\n\s*)*([AaBb]?\d+( -?\d+){3}|\{)")
"""Matches the beginning of a text of placements, not a map."""


@dataclass(frozen=True, slots=True)
class TakeMap:
    """Replace one's own map with a whole map in its notation, one text for each row."""

    seat: str
    rows: tuple[str, ...] = ()
    # or as typed, a map or placements; the log then has it as ``rows`` or as ``TakeCards``
    text: str | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class TakeCards:
    """Replace one's own map with one laid card by card, one text for each placement."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnterCounts:
    """Enter what was counted on one's own map, in place of its squares."""

    seat: str
    counts: Counts


def _replace_with_map(pile: Pile, request: TakeMap, rulings: Rulings) -> Pile:
    map_ = parse_map("\n".join(request.rows))
    return with_squares(Pile(), {place: SQUARES[symbol] for place, symbol in map_.symbols.items()})


def _replace_with_cards(pile: Pile, request: TakeCards, rulings: Rulings) -> Pile:
    judgement = judge_placements(parse_placements("\n".join(request.cards)), rulings)
    reason = join_sentences((sentence for step in judgement.outcomes for sentence in step.reasons), "\n")
    if reason is not None:
        raise Refused(reason)
    return judgement.pile


def _replace_with_counts(pile: Pile, request: EnterCounts, rulings: Rulings) -> Pile:
    check_counts(request.counts)
    return Pile(counts=request.counts)


def _describe_map(request: TakeMap | TakeCards) -> Sentence:
    return say("the map entered")


def _describe_typed_map(table: Snapshot[HonshuState], step: Transition[HonshuState]) -> Answer:
    """The line of the event, and remarks on the typed text."""
    answer = describe_by_line(table, step)
    return replace(answer, lines=(*answer.lines, *(step.report or ())))


_ROWS = build_map_kind("map", TakeMap, _replace_with_map, _describe_map, _describe_typed_map)
CARDS = build_map_kind("cards", TakeCards, _replace_with_cards, _describe_map)
COUNTS = build_map_kind("counts", EnterCounts, _replace_with_counts, lambda asked: say("the map counted"))


def _apply_map(state: HonshuState, request: TakeMap, recorded: Body | None) -> Applied[HonshuState]:
    text = request.text
    if text is None:
        return _ROWS.apply(state, request, recorded)
    if not _PLACEMENTS.match(text):
        map_ = parse_map(text)
        map_request = TakeMap(request.seat, tuple(map_.grid))
        return replace(_ROWS.apply(state, map_request, None), report=map_.remarks, completed_request=map_request)
    if text.lstrip().startswith("{"):
        placements = find_laying_order(parse_stack(text), state.rulings)
    else:
        placements = parse_placements(text)
    cards = TakeCards(request.seat, tuple(map(str, placements)))
    return replace(CARDS.apply(state, cards, None), completed_request=cards)


MAP = replace(_ROWS, apply=_apply_map, becomes=("cards",))


def preview_map(state: HonshuState, seat: str, text: str) -> HonshuState:
    """The table as it would be with a typed map, to look at before it replaces the seat's own."""
    return _apply_map(state, TakeMap(seat, text=text), None).state


def format_placements(player_map: PlayerMap) -> str | None:
    """The placements of a map that was laid card by card, a line each; ``None`` for any other map."""
    lines: list[str] | None = []
    for change in player_map.changes:
        match change.request:
            case TakeCards(cards=cards):
                lines = [*cards]
            case LayCard() as request if lines is not None:
                lines.append(str(parse_placement(request)))
            case _:
                lines = None
    return None if lines is None else "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class PutSquares:
    """Set squares of one's own map: a symbol by place, such as ``3.-1``; ``.`` where no card lies.

    A place is row and column, counted from wherever the first square was; both may be below 0.
    """

    seat: str
    squares: Mapping[str, str]


def _set_squares(pile: Pile, request: PutSquares, rulings: Rulings) -> Pile:
    symbols = ((place, _parse_symbol(letter)) for place, letter in request.squares.items())
    return with_squares(pile, {parse_place(place): SQUARES.get(symbol) for place, symbol in symbols})


def _parse_symbol(text: str) -> str:
    symbol = find_symbol(text)
    if symbol is None:
        raise InputError("'{value}' is not a square, such as F, T or b*.", value=shorten_text(text, 20))
    return symbol


def _describe_squares(request: PutSquares) -> Sentence:
    symbols = set(map(_parse_symbol, request.squares.values()))
    if len(request.squares) == 1:
        return describe_square(symbols.pop())
    if len(symbols) == 1:
        square = describe_square(symbols.pop())
        return say("{count} × {what}", count=len(request.squares), what=square)
    return say_count("{count} square[|s]", len(request.squares))


def describe_square(symbol: str) -> Sentence:
    if symbol == NO_CARD:
        return say("no card")
    square = SQUARES[symbol]
    if square.colour is None:
        return load_phrases("honshu", "land")[square.terrain.value]
    if square.terrain is Terrain.FACTORY:
        factory = FACTORIES[COLOURS.index(square.colour)]
        return say("{factory} of {value}", factory=factory, value=square.value)
    production = load_phrases("honshu", "production")[square.colour.value]
    if square.cube:
        return say("{production} with its cube", production=production)
    return say("{production} without a cube", production=production)


PAINT_SQUARES = build_map_kind("squares", PutSquares, _set_squares, _describe_squares)


def find_paint_request(map_: MapView, places: Sequence[Position], symbol: str) -> PutSquares | None:
    """The request to set squares that a finger taps or paints; ``None`` if nothing would change.

    A single tap on a square of the chosen kind changes it: a cube leaves its square or comes back, a factory
    takes the next value up to 4, then the chosen one.
    """
    symbols, target = map_.symbols, _parse_symbol(symbol)
    if len(places) == 1:
        target = _cycle_symbol(symbols.get(places[0], NO_CARD), target)
    new = {place: target for place in places if symbols.get(place, NO_CARD) != target}
    squares = {f"{row}.{column}": each for (row, column), each in sorted(new.items())}
    return PutSquares(map_.seat, squares) if squares else None


def _cycle_symbol(symbol: str, target: str) -> str:
    """The symbol that a tap leaves on a square: the chosen one, or on a square of its kind the next."""
    old, new = SQUARES.get(symbol), SQUARES.get(target)
    if old is None or new is None or old.colour is not new.colour or old.terrain is not new.terrain:
        return target
    if old.terrain is Terrain.PRODUCTION:
        return symbol[0] if old.cube else f"{symbol[0]}*"
    if old.terrain is Terrain.FACTORY and new.value <= old.value < 4:
        return f"{symbol[0]}{old.value + 1}"
    return target
