"""Hogen as a game that can be kept in a log: lay the rallied samurai, call, pass, answer, accuse.

Each wish is judged by the rules; see ``companion.rules.hogen.game`` for how a refusal keeps secrets. A
refused wish is not written down.
"""

from __future__ import annotations

from dataclasses import replace

from companion.data.hogen.calls import call_named
from companion.data.hogen.cards import CARDS, card_named
from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.errors import Refused, TableError
from companion.rules.hogen.turn import PublicEvent, others_from
from companion.table.history import START, EventKind, Game, Played
from companion.table.hogen.opening import play_start
from companion.table.hogen.requests import Accuse, AnswerCall, BeginTable, CallCards, LayRallied, PassAll
from companion.table.hogen.state import HogenState
from companion.table.log import Body

__all__ = ["HOGEN"]


def _heard(state: HogenState, *events: PublicEvent) -> HogenState:
    game = state.game
    for event in events:
        game = game.after(event)
    return replace(state, game=game, heard=(*state.heard, *events))


def _play_rally(state: HogenState, request: LayRallied, recorded: Body | None) -> Played[HogenState]:
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
        raise Refused("The companion holds the cards and says itself who passes.")
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
    version=1,
    kinds=(
        EventKind(START, BeginTable, play_start),
        EventKind("rally", LayRallied, _play_rally, settled=_all_told),
        EventKind("call", CallCards, _play_call),
        EventKind("answer", AnswerCall, _play_answer),
        EventKind("pass", PassAll, _play_pass),
        EventKind("accuse", Accuse, _play_accuse, undoable=False),
    ),
    check=_check,
)
"""Everything a log of Hogen can hold.

An accusation cannot be taken back, nor the last of the rallied samurai: what was seen or compared stays so.
"""
