"""One's own map is worked on: every change is remembered, and its owner can take the last back.

A player lays a card on it, or takes a whole map in, in the place of their own: squares, cards as they were
laid, or counts. Players work at the same time, so the last event of the log is hardly ever one's own.
``TakeBack`` touches no other map, and is an event like any other. The undo of every log takes back the very
last event, whoever made it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.answers import Answer
from companion.codec import UNSAID
from companion.data.honshu.cards import Terrain
from companion.data.honshu.map import NO_CARD, SQUARES, Counts, read_map, read_symbol
from companion.data.honshu.placements import (
    BOTTOM,
    Placement,
    read_card,
    read_place,
    read_placements,
    read_stack,
)
from companion.data.vocabulary import said_of
from companion.errors import InputError, Refused
from companion.play.game import tell_line
from companion.play.honshu.state import Done, HonshuState, PlayerMap
from companion.play.honshu.views import MapView
from companion.rules.honshu.board import COLOURS, Position
from companion.rules.honshu.laying import Pile, judge, lay_counted, order_of_laying, with_squares
from companion.rules.honshu.score import FACTORIES, check_counts
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, joined, say, say_count, shortened
from companion.table.history import Body, EventKind, Moment, Played, Step, Tell

R = TypeVar("R")


def map_kind(
    name: str,
    request: type[R],
    after: Callable[[Pile, R, Rulings], Pile],
    words: Callable[[R], Sentence],
    tell: Tell | None = None,
) -> EventKind[HonshuState]:
    """A kind of event that changes one map."""

    def play(state: HonshuState, asked: Any, recorded: Body | None) -> Played[HonshuState]:
        own = state.open_map(asked.seat)
        pile = after(own.pile, asked, state.rulings)
        if pile == own.pile:
            raise Refused("Nothing about the map would change.")
        done = Done(asked, words(asked), own.pile, pile)
        return Played({}, state.with_map(asked.seat, PlayerMap(pile, (*own.done, done))))

    def line(step: Step[HonshuState]) -> Sentence:
        name = step.after.names[step.request.seat]
        return say("{name}: {what}", name=name, what=words(step.request))

    return EventKind(name, request, play, tell, line)


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last change of one's own map, whatever others have done since."""

    seat: str


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put back the change that was taken back last on one's own map."""

    seat: str


def _play_back(state: HonshuState, request: TakeBack, recorded: Body | None) -> Played[HonshuState]:
    state = replace(state, over=state.over and not state.taken)  # what the last card ended, it ends again
    own = state.open_map(request.seat)
    if not own.done:
        raise Refused("Nothing was done to this map that could be taken back.")
    if recorded is None and state.begins(request.seat):
        raise Refused("A card is played already: the start province stays.")
    *done, last = own.done
    if last.spent is not None:
        raise Refused("Its cube lies beside card {card}; take that card back.", card=last.spent)
    return Played({}, state.with_map(request.seat, PlayerMap(last.before, tuple(done), (last, *own.undone))))


def _play_forth(state: HonshuState, request: PutBack, recorded: Body | None) -> Played[HonshuState]:
    own = state.open_map(request.seat)
    if not own.undone:
        raise Refused("Nothing was taken back on this map that could be put back.")
    again, *undone = own.undone
    return Played({}, state.with_map(request.seat, PlayerMap(again.after, (*own.done, again), tuple(undone))))


def _back_line(step: Step[HonshuState]) -> Sentence:
    seat = step.request.seat
    what = step.after.maps[seat].undone[0].words
    return say("{name} takes back: {what}", name=step.after.names[seat], what=what)


def _forth_line(step: Step[HonshuState]) -> Sentence:
    seat = step.request.seat
    what = step.after.maps[seat].done[-1].words
    return say("{name} puts back: {what}", name=step.after.names[seat], what=what)


REVERSALS = (
    EventKind("back", TakeBack, _play_back, line=_back_line),
    EventKind("forth", PutBack, _play_forth, line=_forth_line),
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
    """The card it is slid directly beneath, or ``bottom``; ``None`` where it lies on top."""


def placement_of(asked: LayCard) -> Placement:
    """A request to lay a card, read as it is typed; an ``InputError`` for no card, place, turn, or level."""
    line = f"{read_card(asked.card).name} {asked.row} {asked.column} {asked.turn}"
    if asked.under is not None:
        line += " bottom" if asked.under == BOTTOM else f" under {read_card(asked.under).name}"
    return read_placements(line)[0]


def _after_card(pile: Pile, asked: LayCard, rulings: Rulings) -> Pile:
    step = lay_counted(pile, placement_of(asked), rulings)
    if not step.legal:
        raise Refused(joined(step.reasons, "\n") or "")
    return step.pile


CARD = map_kind("card", LayCard, _after_card, lambda asked: say("card {card}", card=asked.card))


_LAID = re.compile(r"\s*(#.*\n\s*)*([AaBb]?\d+( -?\d+){3}|\{)")
"""Begins a text that tells how cards were laid, no map."""


@dataclass(frozen=True, slots=True)
class TakeMap:
    """Take a whole map in its notation, a row a text, in the place of one's own."""

    seat: str
    rows: tuple[str, ...] = ()
    # or as it was typed, in either notation, which the text shows; written as rows, or as ``TakeCards``
    text: str | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class TakeCards:
    """Take a map laid card by card, a line of placements a text, in the place of one's own."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellCounts:
    """Tell what was counted on one's own map, in the place of its squares."""

    seat: str
    counts: Counts


def _after_map(pile: Pile, asked: TakeMap, rulings: Rulings) -> Pile:
    typed = read_map("\n".join(asked.rows))
    return with_squares(Pile(), {place: SQUARES[symbol] for place, symbol in typed.symbols.items()})


def _after_cards(pile: Pile, asked: TakeCards, rulings: Rulings) -> Pile:
    judged = judge(read_placements("\n".join(asked.cards)), rulings)
    why = joined((sentence for step in judged.outcomes for sentence in step.reasons), "\n")
    if why is not None:
        raise Refused(why)
    return judged.pile


def _after_counts(pile: Pile, asked: TellCounts, rulings: Rulings) -> Pile:
    check_counts(asked.counts)
    return Pile(counts=asked.counts)


def _map_words(asked: TakeMap | TakeCards) -> Sentence:
    return say("the map taken in")


def _tell(here: Moment[HonshuState], step: Step[HonshuState]) -> Answer:
    """The line of the event, and what is odd about the text that was typed."""
    answer = tell_line(here, step)
    return replace(answer, lines=(*answer.lines, *(step.report or ())))


_ROWS = map_kind("map", TakeMap, _after_map, _map_words, _tell)
CARDS = map_kind("cards", TakeCards, _after_cards, _map_words)
COUNTS = map_kind("counts", TellCounts, _after_counts, lambda asked: say("the map counted"))


def _apply_map(state: HonshuState, request: TakeMap, recorded: Body | None) -> Played[HonshuState]:
    text = request.text
    if text is None:
        return _ROWS.play(state, request, recorded)
    if not _LAID.match(text):
        read = read_map(text)
        asked = TakeMap(request.seat, tuple(read.grid))
        return replace(_ROWS.play(state, asked, None), report=read.odd, written=asked)
    if text.lstrip().startswith("{"):
        laid = order_of_laying(read_stack(text), state.rulings)
    else:
        laid = read_placements(text)
    cards = TakeCards(request.seat, tuple(map(str, laid)))
    return replace(CARDS.play(state, cards, None), written=cards)


MAP = replace(_ROWS, play=_apply_map, becomes=("cards",))


def with_text(state: HonshuState, seat: str, text: str) -> HonshuState:
    """The table as it would be with a map typed so, to look at before the map is taken in."""
    return _apply_map(state, TakeMap(seat, text=text), None).state


def cards_text(own: PlayerMap) -> str | None:
    """The lines of placements of a map that was laid by cards alone; ``None`` for any other."""
    lines: list[str] | None = []
    for done in own.done:
        match done.asked:
            case TakeCards(cards=cards):
                lines = [*cards]
            case LayCard() as asked if lines is not None:
                lines.append(str(placement_of(asked)))
            case _:
                lines = None
    return None if lines is None else "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class PutSquares:
    """Tell squares of one's own map: by place, such as ``3.-1``, a symbol, ``.`` where no card lies.

    A place is row and column, counted from wherever the first square lay; both may be below 0.
    """

    seat: str
    squares: Mapping[str, str]


def _after_squares(pile: Pile, asked: PutSquares, rulings: Rulings) -> Pile:
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


def _squares_words(asked: PutSquares) -> Sentence:
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


PAINTED = map_kind("squares", PutSquares, _after_squares, _squares_words)


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
