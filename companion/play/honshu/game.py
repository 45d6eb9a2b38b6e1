"""Honshu as a game that can be kept in a log: maps by squares or by cards, scoring card, rulings, tricks.

Players work on their maps at the same time, so the last event of the log is hardly ever one's own. Each map
therefore keeps what was done to it, and ``TakeBack`` takes the last of that back: it touches no other map,
and is an event like any other. The undo of every log takes back the very last event, whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.errors import Refused
from companion.play.honshu.maps import AFTER
from companion.play.honshu.reading import check_card, check_seats, read_order, read_play
from companion.play.honshu.requests import (
    BeginTable,
    ChooseCard,
    EndGame,
    LayCard,
    MapRequest,
    PlayTrick,
    PutBack,
    PutSquares,
    SettleRuling,
    SitDown,
    TakeBack,
    TakeCards,
    TakeMap,
    TakeTrickBack,
)
from companion.play.honshu.state import SEATS, Done, HonshuState, Sheet
from companion.rules.honshu.placing.pile import Pile
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.rulings import Rulings
from companion.table.history import START, EventKind, LogRules, Played
from companion.table.log import Body

R = TypeVar("R")


def _play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[HonshuState]:
    check_seats(request.players)
    check_card(request.card)
    empty = HonshuState({}, {}, request.card, Rulings(HONSHU_RULINGS, request.rulings))
    return Played({}, _seated(empty, request.players))


def _seated(state: HonshuState, players: Mapping[str, str]) -> HonshuState:
    return replace(
        state,
        names={seat: players[seat] for seat in SEATS if seat in players},
        sheets={seat: state.sheets.get(seat, Sheet()) for seat in SEATS if seat in players},
    )


def _play_sit(state: HonshuState, request: SitDown, recorded: Body | None) -> Played[HonshuState]:
    players = {**state.names, request.seat: request.name}
    check_seats(players)
    if state.over and request.seat not in state.names:
        raise _over()
    return Played({}, _seated(state, players))


def _over() -> Refused:
    return Refused("The maps of this table are finished; say first that they are not.")


def _sheet(state: HonshuState, seat: str) -> Sheet:
    """The map of a seat, to be worked on."""
    check_seats({seat: "-"}, state.names)
    if state.over:
        raise _over()
    return state.sheets[seat]


def _with(state: HonshuState, seat: str, sheet: Sheet) -> Played[HonshuState]:
    return Played({}, replace(state, sheets={**state.sheets, seat: sheet}))


def _on_a_map(
    after: Callable[[Pile, R, Rulings], Pile],
) -> Callable[[HonshuState, R, Body | None], Played[HonshuState]]:
    """What plays a request that changes one map, and remembers what it was before."""

    def play(state: HonshuState, request: R, recorded: Body | None) -> Played[HonshuState]:
        assert isinstance(request, MapRequest)
        sheet = _sheet(state, request.seat)
        pile = after(sheet.pile, request, state.rulings)
        if pile == sheet.pile:
            raise Refused("Nothing about the map would change.")
        return _with(state, request.seat, Sheet(pile, (*sheet.done, Done(request, sheet.pile, pile))))

    return play


def _play_back(state: HonshuState, request: TakeBack, recorded: Body | None) -> Played[HonshuState]:
    sheet = _sheet(state, request.seat)
    if not sheet.done:
        raise Refused("Nothing was done to this map that could be taken back.")
    *done, last = sheet.done
    return _with(state, request.seat, Sheet(last.before, tuple(done), (last, *sheet.undone)))


def _play_forth(state: HonshuState, request: PutBack, recorded: Body | None) -> Played[HonshuState]:
    sheet = _sheet(state, request.seat)
    if not sheet.undone:
        raise Refused("Nothing was taken back on this map that could be put back.")
    again, *undone = sheet.undone
    return _with(state, request.seat, Sheet(again.after, (*sheet.done, again), tuple(undone)))


def _play_card(state: HonshuState, request: ChooseCard, recorded: Body | None) -> Played[HonshuState]:
    check_card(request.card)
    return Played({}, replace(state, card=request.card))


def _play_ruling(state: HonshuState, request: SettleRuling, recorded: Body | None) -> Played[HonshuState]:
    return Played({}, replace(state, rulings=state.rulings.changed(request.ruling, request.value)))


def _play_trick(state: HonshuState, request: PlayTrick, recorded: Body | None) -> Played[HonshuState]:
    order = read_order(state, request.order)
    return Played({}, replace(state, order=order, tricks=(*state.tricks, read_play(state, order, request))))


def _play_trick_back(
    state: HonshuState, request: TakeTrickBack, recorded: Body | None
) -> Played[HonshuState]:
    if not state.tricks:
        raise Refused("No trick has been played yet.")
    tricks = state.tricks[:-1]
    return Played({}, replace(state, order=state.order if tricks else (), tricks=tricks))


def _play_end(state: HonshuState, request: EndGame, recorded: Body | None) -> Played[HonshuState]:
    if request.over == state.over:
        raise Refused(
            "The maps of this table are finished already." if state.over else "This game is going on already."
        )
    if request.over and not any(sheet.pile.cards for sheet in state.sheets.values()):
        raise Refused("No map has a square yet.")
    return Played({}, replace(state, over=request.over))


def _check(state: HonshuState) -> None:
    """Every map that can be typed is one; what is odd about it is told where it is scored."""


HONSHU: LogRules[HonshuState] = LogRules(
    name="honshu",
    version=1,
    kinds=(
        EventKind(START, BeginTable, _play_start),
        EventKind("sit", SitDown, _play_sit),
        EventKind("squares", PutSquares, _on_a_map(AFTER[PutSquares])),
        EventKind("card", LayCard, _on_a_map(AFTER[LayCard])),
        EventKind("map", TakeMap, _on_a_map(AFTER[TakeMap])),
        EventKind("cards", TakeCards, _on_a_map(AFTER[TakeCards])),
        EventKind("back", TakeBack, _play_back),
        EventKind("forth", PutBack, _play_forth),
        EventKind("scoring", ChooseCard, _play_card),
        EventKind("ruling", SettleRuling, _play_ruling),
        EventKind("trick", PlayTrick, _play_trick),
        EventKind("trick-back", TakeTrickBack, _play_trick_back),
        EventKind("end", EndGame, _play_end),
    ),
    check=_check,
)
"""Everything a log of Honshu can hold."""
