"""Hogen as a game that can be kept in a log: deal, lay the rallied samurai, call, pass, answer, accuse.

Each wish is judged by the rules; see ``companion.rules.hogen.game`` for how a refusal keeps secrets. A
refused wish is not written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.data.hogen.calls import call_named
from companion.data.hogen.cards import CARDS, card_named, check_palace, in_order
from companion.data.hogen.events import Accused, Answered, Called, Passed, seats_of
from companion.errors import InputError, Refused, TableError
from companion.play.hogen.requests import (
    Accuse,
    AnswerCall,
    BeginTable,
    CallCards,
    LayRallied,
    LookAtCards,
    PassAll,
)
from companion.play.hogen.state import HogenState
from companion.rules.hogen.game import HiddenGame
from companion.rules.hogen.rulings import RULINGS
from companion.rules.hogen.setup import check_players, deal
from companion.rules.hogen.turn import PublicEvent, Turn, others_from
from companion.rules.rulings import Rulings
from companion.table.history import START, EventKind, Game, Played
from companion.table.log import Body
from companion.table.names import check_names


def _play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[HogenState]:
    """Shuffle and deal, or take in what lies on the table."""
    seats = seats_of(_check_names(request.players))
    rulings = Rulings(RULINGS, request.rulings)
    result = _dealt(seats, request) if recorded is None else recorded
    _check_seat(seats, result["starts"])
    palace, hands = result["palace"], result["hands"]
    turn = Turn.first(
        len(seats), None if palace is None else frozenset(map(card_named, palace)), result["starts"], rulings
    )
    held = None if hands is None else {s: frozenset(map(card_named, cards)) for s, cards in hands.items()}
    return Played(result, HogenState(request.players, HiddenGame(turn, held), deduction=request.deduction))


def _dealt(seats: str, request: BeginTable) -> dict[str, Any]:
    dealt = deal(len(seats), Random(request.seed))
    if not request.real:
        return {
            "palace": list(map(str, dealt.palace)),
            "hands": {seat: list(map(str, cards)) for seat, cards in dealt.dealt.items()},
            "starts": dealt.starts,
        }
    starts = request.starts or dealt.starts
    if starts not in seats:
        raise InputError("'{value}' is not a seat; expected {seats}.", value=starts, seats=", ".join(seats))
    palace = None
    if request.palace is not None:
        cards = list(map(card_named, request.palace))
        check_palace(cards)
        palace = list(map(str, in_order(cards)))
    return {"palace": palace, "hands": None, "starts": starts}


def _check_names(names: Sequence[str]) -> int:
    check_players(len(names))
    check_names(names)
    for at, name in enumerate(names):
        others = seats_of(len(names)).replace(seats_of(len(names))[at], "")
        if name.upper() in others:
            raise InputError(
                "'{name}' cannot sit at seat {seat}: that letter is another seat.",
                name=name,
                seat=seats_of(len(names))[at],
            )
    return len(names)


def _heard(state: HogenState, *events: PublicEvent) -> HogenState:
    game = state.game
    for event in events:
        game = game.after(event)
    return replace(state, game=game, heard=(*state.heard, *events))


def _play_rally(state: HogenState, request: LayRallied, recorded: Body | None) -> Played[HogenState]:
    _check_seat(state.seats, request.seat)
    card = card_named(request.card)
    state.game.check_rally(request.seat, card)
    game = state.game.with_rallied(request.seat, card)
    return Played({}, replace(state, game=game, first=game if game.ready else None))


def _all_told(state: HogenState) -> bool:
    """Whether the rallied samurai are all in, so that they were compared.

    Then none is taken back: with real cards, whoever told theirs last could else try one samurai after the
    other, and learn from each whether another player has it.
    """
    return state.game.ready or (state.game.clashed and not state.game.rallied)


def _play_call(state: HogenState, request: CallCards, recorded: Body | None) -> Played[HogenState]:
    called = Called(request.seat, call_named([request.call]))
    state.game.check(called)
    _, *passes = state.game.call(request.seat, called.call)
    return Played({"passed": [event.seat for event in passes]}, _heard(state, called, *passes))


def _passes_before(state: HogenState, seat: str) -> list[str]:
    """Those asked before a seat that answers with real cards; that they passed was heard at the table."""
    turn = state.game.turn
    if state.dealt or turn.active is None or turn.asked is None or seat == turn.active:
        return []
    order = others_from(turn.seats, turn.active)
    return list(order[order.index(turn.asked) : order.index(seat)])


def _play_answer(state: HogenState, request: AnswerCall, recorded: Body | None) -> Played[HogenState]:
    seat = request.seat
    passed = _passes_before(state, seat)
    before = _heard(state, *map(Passed, passed))
    answered = Answered(seat)
    if request.lays is None or request.takes is None:
        if state.game.turn.palace is not None:
            raise Refused(
                "Which samurai is laid, and which is taken? There lies a palace to keep account of."
            )
        # Whether this seat is asked is judged as for a pass: both need the same.
        before.game.check(Passed(seat))
    else:
        told = Answered(seat, card_named(request.lays), card_named(request.takes))
        before.game.check(told)
        if state.game.turn.palace is not None:
            answered = told
    return Played({"passed": passed}, _heard(before, answered))


def _play_pass(state: HogenState, request: PassAll, recorded: Body | None) -> Played[HogenState]:
    if state.dealt:
        raise Refused("Companion holds the cards and says itself who passes.")
    turn = state.game.turn
    state.game.check(Passed(turn.asked or turn.seats[0]))
    assert turn.active is not None
    order = others_from(turn.seats, turn.active)
    assert turn.asked is not None
    passed = list(order[order.index(turn.asked) :])
    return Played({"passed": passed}, _heard(state, *map(Passed, passed)))


def _play_accuse(state: HogenState, request: Accuse, recorded: Body | None) -> Played[HogenState]:
    named = {seat: card_named(card) for seat, card in request.named.items()}
    # Judged as an event first, so that a name short or a player out of turn is never looked up.
    state.game.check(Accused(request.seat, tuple(sorted(named.items())), right=False))
    right = state.game.accuse(request.seat, named).right
    accused = Accused(request.seat, tuple(sorted(named.items())), right)
    return Played({"right": right}, _heard(state, accused))


def _play_look(state: HogenState, request: LookAtCards, recorded: Body | None) -> Played[HogenState]:
    _check_seat(state.seats, request.seat)
    return Played({}, state)


def _check_seat(seats: str, seat: str) -> None:
    if seat not in tuple(seats):
        raise InputError("'{value}' is not a seat; expected {seats}.", value=seat, seats=", ".join(seats))


def _check(state: HogenState) -> None:
    """Sixteen samurai: each lies in the palace, in one hand or face down, and none is lost."""
    game = state.game
    if game.hands is None or game.turn.palace is None:
        return
    lie = [
        *game.turn.palace,
        *game.rallied.values(),
        *(card for hand in game.hands.values() for card in hand),
    ]
    if sorted(lie, key=lambda card: card.number) != list(CARDS):
        raise TableError("The sixteen samurai of this table are no longer all there, each once.")


HOGEN = Game(
    name="hogen",
    version=2,
    kinds=(
        EventKind(START, BeginTable, _play_start),
        EventKind("rally", LayRallied, _play_rally, settled=_all_told),
        EventKind("call", CallCards, _play_call),
        EventKind("answer", AnswerCall, _play_answer),
        EventKind("pass", PassAll, _play_pass),
        EventKind("accuse", Accuse, _play_accuse, undoable=False),
        EventKind("look", LookAtCards, _play_look, undoable=False, aside=True),
    ),
    check=_check,
)
"""Everything a log of Hogen can hold.

An accusation cannot be taken back, nor the last of the rallied samurai: what was seen or compared stays so.
"""
