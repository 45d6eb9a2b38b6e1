"""The same table of Hogen as far as one seat can know it, with the hidden cards dealt otherwise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.data.hogen.cards import CARDS, Card, in_order
from companion.data.hogen.events import Answered
from companion.data.hogen.log import read_log
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import noted_by
from companion.rules.hogen.deduction import deduce
from companion.rules.hogen.turn import matching
from companion.table.history import START, History
from companion.table.log import GENESIS, Event, link
from tests.rules.hogen.listed import drawn

Deal = dict[str, tuple[frozenset[Card], Card | None]]
"""Each seat's first hand, without the rallied samurai, and that one once it is laid."""


def other_log(course: History[HogenState], seat: str, chance: Random) -> list[Event]:
    """The log of a table that nobody at this seat can tell from theirs."""
    dealt = _another_deal(course.state, seat, chance)
    events: list[Event] = []
    for step in course:
        asked, result = step.event.asked, step.event.result
        if step.event.kind == START:
            hands = {
                who: sorted(map(str, hand | ({rallied} if rallied else set())))
                for who, (hand, rallied) in dealt.items()
            }
            result = {**result, "hands": hands}
        elif step.event.kind == "rally":
            asked = {**asked, "card": str(dealt[asked["seat"]][1])}
        previous = events[-1].hash if events else GENESIS
        events.append(link(len(events) + 1, step.event.kind, asked, result, previous))
    return events


def _another_deal(state: HogenState, seat: str, chance: Random) -> Deal:
    game = state.game
    assert game.hands is not None
    if state.first is None:
        others = state.seats.replace(seat, "")
        unseen = [
            card
            for other in others
            for card in (*in_order(game.hands[other]), game.rallied.get(other))
            if card
        ]
        chance.shuffle(unseen)
        each = len(unseen) // len(others)
        parts = {other: unseen[at * each : (at + 1) * each] for at, other in enumerate(others)}
        deal: Deal = {seat: (game.hands[seat], game.rallied.get(seat))}
        for other, cards in parts.items():
            deal[other] = (
                (frozenset(cards[1:]), cards[0]) if other in game.rallied else (frozenset(cards), None)
            )
        return deal
    worlds = deduce(read_log(noted_by(state, seat), "log")).worlds
    turn = state.game.turn
    if turn.call is not None and turn.asked is not None:  # all have heard that this seat can answer
        worlds = replace(worlds, possible=worlds.holding(turn.asked, matching(turn.call, CARDS)))
    rallied, held = map(dict, drawn(worlds, chance, 1)[0])
    hands = {who: set(cards) for who, cards in held.items()}
    for event in reversed(state.heard):
        if isinstance(event, Answered) and event.lays and event.takes:
            hands[event.seat] = (hands[event.seat] - {event.takes}) | {event.lays}
    return {who: (frozenset(hands[who]), rallied[who]) for who in state.seats}
