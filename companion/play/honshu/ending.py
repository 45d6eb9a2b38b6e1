"""A table of Honshu begins, players sit down, all maps are finished: ranks, points, what was remarkable."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from companion.codec import UNSAID
from companion.data.honshu.cards import scoring_card
from companion.data.vocabulary import told_of
from companion.errors import Refused
from companion.play.game import FinalRank, Part, Seat
from companion.play.honshu.laying import TakeCardBack
from companion.play.honshu.state import SEATS, HonshuState, PlayerMap, check_seat, finished
from companion.play.honshu.views import MapView, view
from companion.play.honshu.working import LayCard, TakeBack
from companion.play.shared_events import settling_kind
from companion.rules.honshu.board import Position
from companion.rules.honshu.laying import Pile
from companion.rules.honshu.rulings import RULINGS
from companion.rules.honshu.score import Land, parts, rank, score
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.table.history import START, Body, EventKind, Moment, Played, Step
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Reveal the end-of-game scoring card; ``None`` to play without one."""

    card: int | None


def check_card(card: int | None) -> None:
    """Refuse a number that no scoring card has."""
    if card is not None:
        scoring_card(card)


def _play_card(state: HonshuState, request: ChooseCard, recorded: Body | None) -> Played[HonshuState]:
    check_card(request.card)
    return Played({}, replace(state, card=request.card))


def _card_line(step: Step[HonshuState]) -> Sentence:
    if step.request.card is None:
        return say("The game is scored without a scoring card.")
    return say("The game is scored with scoring card {card}.", card=step.request.card)


SCORING = (EventKind("scoring", ChooseCard, _play_card, line=_card_line), settling_kind(again=True))


@dataclass(frozen=True, slots=True)
class EndGame:
    """Say that all maps are finished; or that they are not."""

    over: bool = True


def _play(state: HonshuState, request: EndGame, recorded: Body | None) -> Played[HonshuState]:
    if request.over == state.over:
        raise Refused(
            "The maps of this table are finished already." if state.over else "This game is going on already."
        )
    if request.over and not any(each.pile.cards or each.pile.counts for each in state.maps.values()):
        raise Refused("No map has a square yet.")
    return Played({}, replace(state, over=request.over))


def _line(step: Step[HonshuState]) -> Sentence:
    return say("All maps are finished.") if step.request.over else say("The maps are worked on again.")


END = EventKind("end", EndGame, _play, line=_line)


def ends(step: Step[HonshuState]) -> EndGame | None:
    """The end, once the card taken last lies on its map and every map is there."""
    if step.event.kind not in ("card", "map", "cards", "forth") or not step.after.taken:
        return None
    now = view(step.after)
    missing = any(each.waiting or each.land is None for each in now.maps.values())
    return None if missing or now.to_take or now.over or not now.played else EndGame()


def stands(here: Moment[HonshuState]) -> Sentence:
    """The squares of every map; or that the game is over."""
    seen = view(here.state)
    if seen.over:
        return say("The game is over.")
    squares = ", ".join(f"{map_.name} {map_.squares}" for map_ in seen.maps.values())
    return say("Squares so far: {squares}", squares=squares or "–")


PARTS = (
    Part("forest", say("forest")),
    Part("town", say("town")),
    Part("factory", say("factories")),
    Part("lake", say("lakes")),
    Part("bonus", say("scoring card")),
)
"""What the points of a map are made of."""


def final_ranks(here: Moment[HonshuState]) -> list[FinalRank]:
    """Everybody's rank, of those whose map has a square; nobody's before the maps are finished."""
    found = list(_scored(here))
    ranking = rank([(counted.total, land.fallow or 0) for _, land, counted in found])
    maps = [each for each, _, _ in found]
    return [
        FinalRank(maps[each.index].seat, maps[each.index].name, each.rank, each.total) for each in ranking
    ]


def points(here: Moment[HonshuState]) -> dict[str, dict[str, int]]:
    """The points of those maps by part."""
    return {each.seat: parts(counted) for each, _, counted in _scored(here)}


def _scored(here: Moment[HonshuState]) -> Iterator[tuple[MapView, Land, Score[Position]]]:
    if here.state.over:
        seen = view(here.state)
        for each in seen.maps.values():
            if each.land is not None:
                yield each, each.land, score(each.land, seen.card, seen.rulings)


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


SEATING = (
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


_told = partial(told_of, "honshu", "remarkable")


def remarkable(here: Moment[HonshuState]) -> tuple[Sentence, ...]:
    """What was remarkable at a table whose maps are finished; of several alike that of the first seat."""
    if not here.state.over:
        return ()
    return (*_greatest(here), *_best_card(here.state), *_margin(here), *_second_thoughts(here))


def _greatest(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """The largest town, whose points are its squares, and the lakes that brought most."""
    counted, names = points(here), here.state.names

    def best(part: str) -> tuple[str, int]:
        seat = max(counted, key=lambda each: counted[each][part], default="")
        return (names[seat], counted[seat][part]) if seat else ("", 0)

    (name, town), (other, lakes) = best("town"), best("lake")
    if town:
        yield _told("town", town, name=name)
    if lakes:
        yield _told("lakes", lakes, name=other)


def _best_card(state: HonshuState) -> Iterator[Sentence]:
    """The card that brought its map most in the moment it was laid."""

    def total(pile: Pile) -> int:
        return score(pile.map(), state.card, state.rulings).total if pile.cards else 0

    laid = [
        (total(done.after) - total(done.before), -at, state.names[seat], done.asked.card)
        for at, (seat, own) in enumerate(state.maps.items())
        for done in own.done
        if isinstance(done.asked, LayCard)
    ]
    best, _, name, card = max(laid, key=lambda each: each[:2], default=(0, 0, "", ""))
    if best > 0:
        yield _told("card", best, name=name, card=card)


def _margin(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """The points between the first two, where they are not the same."""
    ranks = [each.points or 0 for each in final_ranks(here)]
    if len(ranks) > 1 and ranks[0] > ranks[1]:
        yield _told("margin", ranks[0] - ranks[1])


def _second_thoughts(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """Who took back most of what was laid."""
    history = here.history
    back = Counter(
        step.request.seat
        for step in history
        if isinstance(step.request, TakeBack | TakeCardBack) and not history.undone(step.event)
    )
    for seat, count in back.most_common(1):
        yield _told("second thoughts", count, name=here.state.names[seat])
