"""What an event proves: the worlds in which it could not have happened are gone.

Nobody's cunning is read here. An event proves only what the rules force: a pass means no match in hand,
a call agrees with the caller's rallied samurai, an answer shows a card that was held, a wrong accusation
was not right in everything. So a world that is gone is truly impossible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.data.hogen.calls import Call
from companion.data.hogen.cards import CARDS
from companion.data.hogen.events import Accused, Answered, Called, Event, Passed, Saw
from companion.rules.hogen.calls import may_call
from companion.rules.hogen.worlds import Worlds, mask_of

__all__ = ["call_mask", "worlds_after"]


def call_mask(call: Call) -> np.uint16:
    """All samurai that satisfy a call, as sixteen bits."""
    return np.uint16(mask_of(card for card in CARDS if call.matches(card)))


def worlds_after(worlds: Worlds, event: Event, asked: Call | None) -> Worlds:
    """The worlds left after an event.

    Args:
        worlds: The worlds before it.
        event: What happened.
        asked: The call that waits for an answer, when the event is a pass.
    """
    match event:
        case Called(seat, call):
            open_to = np.array([may_call(call, card) for card in CARDS])
            return worlds.where(open_to[worlds.rallied_of(seat)])
        case Passed(seat):
            assert asked is not None
            return worlds.where(worlds.hand_of(seat) & call_mask(asked) == 0)
        case Answered(seat, lays, takes):
            holds = worlds.hand_of(seat) & np.uint16(1 << lays.number) != 0
            return worlds.where(holds).swapped(seat, lays, takes)
        case Accused(_, named, right):
            all_right: NDArray[np.bool_] = np.ones(len(worlds), dtype=bool)
            for seat, card in named:
                all_right &= worlds.rallied_of(seat) == card.number
            return worlds.where(all_right if right else ~all_right)
        case Saw(seat, card):
            return worlds.where(worlds.rallied_of(seat) == card.number)
