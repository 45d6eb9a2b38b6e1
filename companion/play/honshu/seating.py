"""A table of Honshu begins, and players sit down at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.errors import Refused
from companion.play.game import Seat
from companion.play.honshu.ending import check_card
from companion.play.honshu.state import SEATS, HonshuState, PlayerMap, check_seat, finished
from companion.rules.honshu.rulings import RULINGS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.table.history import START, EventKind, Played, Step
from companion.table.log import Body
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: Mapping[str, str]
    card: int | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)  # every ruling that is not named has its default
    drawn: str = field(default="", metadata=UNSAID)  # so that no other table has its log


@dataclass(frozen=True, slots=True)
class SitDown:
    """Sit down at a free seat, or give whoever sits there another name."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the game before its first round, with no more on one's map than a start province."""

    seat: str


def _play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[HonshuState]:
    _check_players(request.players)
    check_card(request.card)
    empty = HonshuState({}, {}, request.card, Rulings(RULINGS, request.rulings))
    return Played({}, _seated(empty, request.players))


def _play_sit(state: HonshuState, request: SitDown, recorded: Body | None) -> Played[HonshuState]:
    players = {**state.names, request.seat: request.name}
    _check_players(players)
    if request.seat not in state.names:
        if state.over:
            raise finished()
        if state.begun:
            raise Refused("Round 1 has begun; anyone who joins now just watches.")
    return Played({}, _seated(state, players))


def _play_stand(state: HonshuState, request: StandUp, recorded: Body | None) -> Played[HonshuState]:
    seat = request.seat
    check_seat(seat, state.names)
    if standing_up(state, seat) is None:
        raise Refused("{name} has already begun and stays in the game.", name=state.names[seat])
    after = _seated(state, {each: name for each, name in state.names.items() if each != seat})
    hands = {key: cards for key, cards in state.hands.items() if seat not in key}
    right = {each: other for each, other in state.right.items() if seat not in (each, other)}
    return Played({}, replace(after, hands=hands, right=right))


def _check_players(players: Mapping[str, str]) -> None:
    for seat in players:
        check_seat(seat)
    check_names(list(players.values()))


def _seated(state: HonshuState, players: Mapping[str, str]) -> HonshuState:
    return replace(
        state,
        names={seat: players[seat] for seat in SEATS if seat in players},
        maps={seat: state.maps.get(seat, PlayerMap()) for seat in SEATS if seat in players},
    )


def _sit_line(step: Step[HonshuState]) -> Sentence:
    name = step.request.name
    was = step.before.names.get(step.request.seat) if step.before is not None else None
    if was is not None:
        return say("{old} is called {name} now.", old=was, name=name)
    return say("{name} sits down.", name=name)


def _stand_line(step: Step[HonshuState]) -> Sentence:
    assert step.before is not None  # somebody sat there
    return say("{name} stands up.", name=step.before.names[step.request.seat])


KINDS = (
    EventKind(START, BeginTable, _play_start, line=lambda step: say("The table begins.")),
    EventKind("sit", SitDown, _play_sit, line=_sit_line),
    EventKind("stand", StandUp, _play_stand, line=_stand_line),
)


def seats_of(state: HonshuState) -> tuple[Seat, ...]:
    """Every colour, for whoever comes is welcome; once the first round has begun, those who play."""
    free = () if state.over or state.begun else SEATS
    return tuple(
        Seat(seat, state.names.get(seat, ""), seat) for seat in SEATS if seat in (*state.names, *free)
    )


def sitting_down(state: HonshuState, seat: str, name: str) -> SitDown | None:
    """The request with which a player sits down; ``None`` where they sit there under that name."""
    return None if state.names.get(seat) == name else SitDown(seat, name)


def standing_up(state: HonshuState, seat: str) -> StandUp | None:
    """The request with which a player leaves the game; ``None`` once they have a part in it."""
    if seat not in state.names or state.begun or state.over:
        return None
    pile = state.maps[seat].pile
    return StandUp(seat) if pile.by_cards and len(pile.cards) < 2 else None
