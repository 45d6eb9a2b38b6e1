"""What players do at a table of Hogen: lay the rallied samurai, call, pass, answer, accuse.

Each wish is judged by the rules; see ``companion.rules.hogen.game`` for how a refusal keeps secrets. A
refused wish is not written down.
"""

from __future__ import annotations

from dataclasses import replace

from companion.data.hogen.calls import call_named
from companion.data.hogen.cards import card_named
from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.errors import Refused
from companion.rules.hogen.turn import others_from
from companion.table.fold import Kind
from companion.table.hogen.state import AnsweredUnseen, Heard, HogenState
from companion.table.log import Body

__all__ = ["KINDS"]


def _heard(state: HogenState, *events: Heard) -> HogenState:
    game = state.game
    for event in events:
        if isinstance(event, AnsweredUnseen):
            game = replace(game, turn=game.turn.answered(event.seat, None))
        else:
            game = game.after(event)
    return replace(state, game=game, heard=(*state.heard, *events))


def _decide_rally(state: HogenState, asked: Body) -> Body:
    state.game.check_rally(asked["seat"], card_named(asked["card"]))
    return {}


def _fold_rally(state: HogenState, asked: Body, result: Body) -> HogenState:
    game = state.game.with_rallied(asked["seat"], card_named(asked["card"]))
    return replace(state, game=game, first=game if game.ready else None)


def _all_told(state: HogenState) -> bool:
    """Whether the rallied samurai are all in, so that they were compared.

    Then none is taken back: with real cards, whoever told theirs last could else try one samurai after the
    other, and learn from each whether another player has it.
    """
    return state.game.ready or (state.game.clashed and not state.game.rallied)


def _decide_call(state: HogenState, asked: Body) -> Body:
    call = call_named([asked["call"]])
    state.game.check(Called(asked["seat"], call))
    _, *passes = state.game.call(asked["seat"], call)
    return {"passed": [event.seat for event in passes]}


def _fold_call(state: HogenState, asked: Body, result: Body) -> HogenState:
    called = Called(asked["seat"], call_named([asked["call"]]))
    return _heard(state, called, *map(Passed, result["passed"]))


def _passes_before(state: HogenState, seat: str) -> list[str]:
    """Those asked before a seat that answers with real cards; that they passed was heard at the table."""
    turn = state.game.turn
    if state.dealt or turn.active is None or turn.asked is None or seat == turn.active:
        return []
    order = others_from(turn.seats, turn.active)
    return list(order[order.index(turn.asked) : order.index(seat)])


def _decide_answer(state: HogenState, asked: Body) -> Body:
    seat = asked["seat"]
    passed = _passes_before(state, seat)
    before = _heard(state, *map(Passed, passed))
    if asked["lays"] is None or asked["takes"] is None:
        if state.game.turn.palace is not None:
            raise Refused(
                "Which samurai is laid, and which is taken? There lies a palace to keep account of."
            )
        # Whether this seat is asked is judged as for a pass: both need the same.
        before.game.check(Passed(seat))
    else:
        before.game.check(Answered(seat, card_named(asked["lays"]), card_named(asked["takes"])))
    return {"passed": passed}


def _fold_answer(state: HogenState, asked: Body, result: Body) -> HogenState:
    answered: Heard = AnsweredUnseen(asked["seat"])
    if state.game.turn.palace is not None:
        answered = Answered(asked["seat"], card_named(asked["lays"]), card_named(asked["takes"]))
    return _heard(state, *map(Passed, result["passed"]), answered)


def _decide_pass(state: HogenState, asked: Body) -> Body:
    if state.dealt:
        raise Refused("The companion holds the cards and says itself who passes.")
    turn = state.game.turn
    state.game.check(Passed(turn.asked or turn.seats[0]))
    assert turn.active is not None
    order = others_from(turn.seats, turn.active)
    assert turn.asked is not None
    return {"passed": list(order[order.index(turn.asked) :])}


def _fold_pass(state: HogenState, asked: Body, result: Body) -> HogenState:
    return _heard(state, *map(Passed, result["passed"]))


def _decide_accuse(state: HogenState, asked: Body) -> Body:
    named = {seat: card_named(card) for seat, card in asked["named"].items()}
    # Judged as an event first, so that a name short or a player out of turn is never looked up.
    state.game.check(Accused(asked["seat"], tuple(sorted(named.items())), right=False))
    return {"right": state.game.accuse(asked["seat"], named).right}


def _fold_accuse(state: HogenState, asked: Body, result: Body) -> HogenState:
    named = tuple(sorted((seat, card_named(card)) for seat, card in asked["named"].items()))
    return _heard(state, Accused(asked["seat"], named, result["right"]))


KINDS = {
    "rally": Kind(_decide_rally, _fold_rally, settled=_all_told),
    "call": Kind(_decide_call, _fold_call),
    "answer": Kind(_decide_answer, _fold_answer),
    "pass": Kind(_decide_pass, _fold_pass),
    "accuse": Kind(_decide_accuse, _fold_accuse, undoable=False),
}
"""The events of play. An accusation cannot be taken back, nor the last of the rallied samurai: what was seen
or compared stays so."""
