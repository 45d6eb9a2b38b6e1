"""Tables of Hogen played at random through their log, wish by wish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.data.hogen import CALLS, CARDS
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import BeginTable
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import ANSWERING, CALLING, OVER, RALLYING, view
from companion.rules.hogen.game import RULINGS
from companion.rules.rulings import Rulings
from companion.table.history import History

NAMES = ("Aya", "Bo", "Chen", "Dai")


def begin_table(players: Sequence[str], seed: str, rulings: Mapping[str, str] | None = None, **more: Any) -> BeginTable:
    """The request that begins a table, with every ruling written out."""
    return BeginTable(tuple(players), seed, rulings=dict(Rulings(RULINGS, rulings)), **more)


def do_request(course: History[HogenState], kind: str, **asked: Any) -> HogenState:
    return course.do(HOGEN.by_name[kind].request(**asked)).after


def deal_table(players: int, seed: str, **rulings: str) -> History[HogenState]:
    """A table dealt, before anybody has rallied."""
    course: History[HogenState] = History(HOGEN)
    course.do(begin_table(NAMES[:players], seed, rulings=rulings))
    return course


def play_step(course: History[HogenState], chance: Random, accuse: float = 0.1) -> None:
    """Something a player may do, found from their own view alone."""
    state = course.state
    now = view(state)
    if now.phase == RALLYING:
        seat = next(seat for seat in now.names if seat not in now.seats_with_rallied)
        own = view(state, seat).private
        assert own is not None
        assert own.hand is not None
        do_request(course, "rally", seat=seat, card=chance.choice(own.hand))
    elif now.phase == CALLING:
        assert now.active is not None
        own = view(state, now.active).private
        assert own is not None
        if chance.random() < accuse:
            others = [seat for seat in now.names if seat != now.active]
            cards = chance.sample(CARDS, len(others))
            do_request(course, "accuse", seat=now.active, named=dict(zip(others, map(str, cards), strict=True)))
        else:
            do_request(course, "call", seat=now.active, call=chance.choice(own.open_calls))
    elif now.phase == ANSWERING:
        assert now.asked_seat is not None
        own = view(state, now.asked_seat).private
        assert own is not None
        lays = chance.choice(own.cards_to_lay)
        takes = chance.choice([*own.cards_to_take, *([lays] if now.take_back else [])])
        do_request(course, "answer", seat=now.asked_seat, lays=lays, takes=takes)


def play_at_random(
    players: int, chance: Random, steps: int, accuse: float = 0.1, **rulings: str
) -> History[HogenState]:
    course = deal_table(players, str(chance.random()), **rulings)
    for _ in range(steps):
        if view(course.state).phase == OVER:
            break
        play_step(course, chance, accuse)
    return course


def list_requests(now: HogenState, seat: str) -> list[tuple[str, dict[str, Any]]]:
    """Every call, answer and rally a seat could request, allowed or not."""
    requests: list[tuple[str, dict[str, Any]]] = [("call", {"seat": seat, "call": str(call)}) for call in CALLS]
    palace = [str(card) for card in CARDS if card in (now.game.turn.palace or ())]
    requests += [
        ("answer", {"seat": seat, "lays": str(card), "takes": takes}) for card in CARDS for takes in palace[:2]
    ]
    requests += [("rally", {"seat": seat, "card": str(card)}) for card in CARDS]
    return requests
