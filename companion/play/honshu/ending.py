"""The start and the end of a table of Honshu: players sit down; points, ranks and highlights."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from companion.codec import UNSAID
from companion.data.honshu.cards import parse_scoring_card
from companion.data.vocabulary import say_phrase
from companion.errors import Refused
from companion.play.game import FinalRank, Part, Seat
from companion.play.honshu.changes import LayCard, TakeBack
from companion.play.honshu.hands import has_secrets
from companion.play.honshu.laying import TakeCardBack
from companion.play.honshu.state import SEATS, HonshuState, PlayerMap, check_seat, refuse_finished
from companion.play.honshu.views import MapView, view
from companion.play.shared_events import build_ruling_kind
from companion.rules.honshu.board import RULINGS, Position
from companion.rules.honshu.laying import Pile
from companion.rules.honshu.score import FinalMap, rank_maps, score_map, sum_parts
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.table.history import START, Applied, Body, EventKind, Snapshot, Transition
from companion.table.shelf import check_names


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Choose the end-of-game scoring card; ``None`` to play without one."""

    card: int | None


def check_card(card: int | None) -> None:
    """Refuse a number that no scoring card has."""
    if card is not None:
        parse_scoring_card(card)


def _apply_card(state: HonshuState, request: ChooseCard, recorded: Body | None) -> Applied[HonshuState]:
    check_card(request.card)
    return Applied({}, replace(state, card=request.card))


def _card_line(step: Transition[HonshuState]) -> Sentence:
    if step.request.card is None:
        return say("The game is scored without a scoring card.")
    return say("The game is scored with scoring card {card}.", card=step.request.card)


SCORING = (EventKind("scoring", ChooseCard, _apply_card, line=_card_line), build_ruling_kind(reopens=True))


@dataclass(frozen=True, slots=True)
class EndGame:
    """Declare all maps finished, or go on with them."""

    over: bool = True


def _apply_end(state: HonshuState, request: EndGame, recorded: Body | None) -> Applied[HonshuState]:
    if request.over == state.is_over:
        raise Refused(
            "The maps of this table are already finished." if state.is_over else "This game is already under way."
        )
    if request.over and not any(each.pile.cards or each.pile.counts for each in state.maps.values()):
        raise Refused("No map has a square yet.")
    return Applied({}, replace(state, is_over=request.over))


def _end_line(step: Transition[HonshuState]) -> Sentence:
    if not step.request.over:
        return say("The maps are open again.")
    if step.before is not None and has_secrets(step.before):
        return say("All maps are finished; a copy of the table now shows every hand.")
    return say("All maps are finished.")


END = EventKind("end", EndGame, _apply_end, line=_end_line)


def find_end_request(step: Transition[HonshuState]) -> EndGame | None:
    """The request to end the game, once every card taken is on its map and every player has a map."""
    if step.event.kind not in ("card", "map", "cards", "forth") or not step.after.taken_cards:
        return None
    seen = view(step.after)
    missing = any(each.waiting_cards or each.land is None for each in seen.maps.values())
    return None if missing or seen.takers or seen.is_over or not seen.has_played_all else EndGame()


def describe_stage(table: Snapshot[HonshuState]) -> Sentence:
    """The number of squares on every map, or that the game is over."""
    seen = view(table.state)
    if seen.is_over:
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
"""The parts that the points of a map are made of."""


def rank_players(table: Snapshot[HonshuState]) -> list[FinalRank]:
    """The ranks of all players who have a map to score; empty before the maps are finished."""
    scored_maps = list(_score_maps(table))
    ranking = rank_maps([(score.total, land.fallow or 0) for _, land, score in scored_maps])
    maps = [each for each, _, _ in scored_maps]
    return [FinalRank(maps[each.index].seat, maps[each.index].name, each.rank, each.total) for each in ranking]


def count_points(table: Snapshot[HonshuState]) -> dict[str, dict[str, int]]:
    """The points of each seat by part; empty before the maps are finished."""
    return {each.seat: sum_parts(score) for each, _, score in _score_maps(table)}


def _score_maps(table: Snapshot[HonshuState]) -> Iterator[tuple[MapView, FinalMap, Score[Position]]]:
    if table.state.is_over:
        seen = view(table.state)
        for each in seen.maps.values():
            if each.land is not None:
                yield each, each.land, score_map(each.land, seen.card, seen.rulings)


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: Mapping[str, str]
    card: int | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)  # a ruling that is not named has its default
    drawn: str = field(default="", metadata=UNSAID)  # random text, so that no two tables have the same log


@dataclass(frozen=True, slots=True)
class SitDown:
    """Sit down at a free seat, or change the name of the player who sits there."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the game before its first round, with at most a start province on one's map."""

    seat: str


def _apply_start(state: None, request: BeginTable, recorded: Body | None) -> Applied[HonshuState]:
    _check_players(request.players)
    check_card(request.card)
    empty = HonshuState({}, {}, request.card, Rulings(RULINGS, request.rulings))
    return Applied({}, _with_players(empty, request.players))


def _apply_sit(state: HonshuState, request: SitDown, recorded: Body | None) -> Applied[HonshuState]:
    players = {**state.names, request.seat: request.name}
    _check_players(players)
    if request.seat not in state.names:
        if state.is_over:
            raise refuse_finished()
        if state.has_begun:
            raise Refused("Round 1 has begun; anyone who joins now just watches.")
    return Applied({}, _with_players(state, players))


def _apply_stand(state: HonshuState, request: StandUp, recorded: Body | None) -> Applied[HonshuState]:
    seat = request.seat
    check_seat(seat, state.names)
    if find_stand_request(state, seat) is None:
        raise Refused("{name} has already begun and stays in the game.", name=state.names[seat])
    after = _with_players(state, {each: name for each, name in state.names.items() if each != seat})
    hands = {key: cards for key, cards in state.hands.items() if seat not in key}
    right = {each: other for each, other in state.right_neighbours.items() if seat not in (each, other)}
    return Applied({}, replace(after, hands=hands, right_neighbours=right))


def _check_players(players: Mapping[str, str]) -> None:
    for seat in players:
        check_seat(seat)
    check_names(list(players.values()))


def _with_players(state: HonshuState, players: Mapping[str, str]) -> HonshuState:
    return replace(
        state,
        names={seat: players[seat] for seat in SEATS if seat in players},
        maps={seat: state.maps.get(seat, PlayerMap()) for seat in SEATS if seat in players},
    )


def _sit_line(step: Transition[HonshuState]) -> Sentence:
    name = step.request.name
    old_name = step.before.names.get(step.request.seat) if step.before is not None else None
    if old_name is not None:
        return say("{old} is now called {name}.", old=old_name, name=name)
    return say("{name} sits down.", name=name)


def _stand_line(step: Transition[HonshuState]) -> Sentence:
    assert step.before is not None  # somebody sat there
    return say("{name} stands up.", name=step.before.names[step.request.seat])


SEATING = (
    EventKind(START, BeginTable, _apply_start, line=lambda step: say("The table opens.")),
    EventKind("sit", SitDown, _apply_sit, line=_sit_line),
    EventKind("stand", StandUp, _apply_stand, line=_stand_line),
)


def list_seats(state: HonshuState) -> tuple[Seat, ...]:
    """All five seats while anyone may still join; once the first round has begun, only those taken."""
    free = () if state.is_over or state.has_begun else SEATS
    return tuple(Seat(seat, state.names.get(seat, ""), seat) for seat in SEATS if seat in (*state.names, *free))


def find_sit_request(state: HonshuState, seat: str, name: str) -> SitDown | None:
    """The request to sit down; ``None`` if the player sits there under that name already."""
    return None if state.names.get(seat) == name else SitDown(seat, name)


def find_stand_request(state: HonshuState, seat: str) -> StandUp | None:
    """The request to leave the game; ``None`` once the player has begun to play."""
    if seat not in state.names or state.has_begun or state.is_over:
        return None
    pile = state.maps[seat].pile
    return StandUp(seat) if pile.has_only_cards and len(pile.cards) < 2 else None


_describe = partial(say_phrase, "honshu", "remarkable")


def describe_highlights(table: Snapshot[HonshuState]) -> tuple[Sentence, ...]:
    """Highlights of a finished game, a sentence each; among ties, that of the first seat."""
    if not table.state.is_over:
        return ()
    return (
        *_describe_largest(table),
        *_describe_best_card(table.state),
        *_describe_margin(table),
        *_describe_take_backs(table),
    )


def _describe_largest(table: Snapshot[HonshuState]) -> Iterator[Sentence]:
    """The largest town, whose points are its squares, and the lakes worth most."""
    points, names = count_points(table), table.state.names

    def find_best(part: str) -> tuple[str, int]:
        seat = max(points, key=lambda each: points[each][part], default="")
        return (names[seat], points[seat][part]) if seat else ("", 0)

    (name, town), (other, lakes) = find_best("town"), find_best("lake")
    if town:
        yield _describe("town", town, name=name)
    if lakes:
        yield _describe("lakes", lakes, name=other)


def _describe_best_card(state: HonshuState) -> Iterator[Sentence]:
    """The card that brought its map the most points when it was laid."""

    def score_pile(pile: Pile) -> int:
        return score_map(pile.build_map(), state.card, state.rulings).total if pile.cards else 0

    placed_cards = [
        (score_pile(change.after) - score_pile(change.before), -index, state.names[seat], change.request.card)
        for index, (seat, player_map) in enumerate(state.maps.items())
        for change in player_map.changes
        if isinstance(change.request, LayCard)
    ]
    best, _, name, card = max(placed_cards, key=lambda each: each[:2], default=(0, 0, "", ""))
    if best > 0:
        yield _describe("card", best, name=name, card=card)


def _describe_margin(table: Snapshot[HonshuState]) -> Iterator[Sentence]:
    """The winner's lead over the second in points, unless they tie."""
    ranks = [each.points or 0 for each in rank_players(table)]
    if len(ranks) > 1 and ranks[0] > ranks[1]:
        yield _describe("margin", ranks[0] - ranks[1])


def _describe_take_backs(table: Snapshot[HonshuState]) -> Iterator[Sentence]:
    """The player who took back most often."""
    history = table.history
    back = Counter(
        step.request.seat
        for step in history
        if isinstance(step.request, TakeBack | TakeCardBack) and not history.is_undone(step.event)
    )
    for seat, count in back.most_common(1):
        yield _describe("second thoughts", count, name=table.state.names[seat])
