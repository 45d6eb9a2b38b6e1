"""The seats of Hogen as they look: each with a colour, a helmet and a sign of its own."""

from typing import Any

from companion.play.hogen.views import ANSWERING, CALLING, RALLYING, View

COLOURS = {"A": "blue", "B": "red", "C": "yellow", "D": "purple"}
"""The colour of the helmet that stands for a seat."""


def seat_values(now: View) -> dict[str, Any]:
    """The values that every page of a table of Hogen is drawn with."""
    places = [_place(now, seat) for seat in now.names]
    return {"now": now, "own": now.own, "colours": COLOURS, "places": places}


def waits_for(now: View, seat: str) -> bool:
    """True when the table waits for a seat."""
    if now.phase == RALLYING:
        return seat not in now.laid
    return seat == {CALLING: now.active, ANSWERING: now.asked}.get(now.phase)


def _place(now: View, seat: str) -> dict[str, Any]:
    """A player as the whole table sees them, and whether the table waits for them."""
    return {
        "seat": seat,
        "name": now.names[seat],
        "colour": COLOURS[seat],
        "turn": waits_for(now, seat),
        "wrong": seat in now.wrong,
        "won": seat == now.winner,
        "calls": now.phase == ANSWERING and seat == now.active,
        "laid": seat in now.laid,
    }
