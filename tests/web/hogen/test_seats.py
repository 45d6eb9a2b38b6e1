"""Whom the table waits for and whose call stands, as every page of Hogen shows it."""

from companion.data.hogen.cards import parse_call, parse_card
from companion.service.hogen.table import HogenSession, begin, view_table
from companion.table.shelf import MemoryShelf
from companion.web.hogen import build_seat_values
from tests.play.hogen import moves


def list_shown_seats(here: HogenSession, key: str) -> list[str]:
    """The seats of which something is shown."""
    return [place["seat"] for place in build_seat_values(view_table(here))["places"] if place[key]]


def test_seats_show_who_must_rally_then_call_then_answer() -> None:
    here = begin(MemoryShelf(), "genpei", ("Aya", "Bo", "Chen"), {}, seed="seats")
    assert (list_shown_seats(here, "turn"), list_shown_seats(here, "laid"), list_shown_seats(here, "calls")) == (
        ["A", "B", "C"],
        [],
        [],
    )
    for number, seat in enumerate("ABC", 1):
        own = view_table(here, seat).own
        assert own is not None
        moves.rally(here, parse_card((own.hand or ())[0]), seat)
        assert list_shown_seats(here, "laid") == list("ABC")[:number]
    active = str(view_table(here).active)
    assert (list_shown_seats(here, "turn"), list_shown_seats(here, "calls")) == ([active], [])
    own = view_table(here, active).own
    assert own is not None
    moves.call(here, parse_call([own.may_call[0]]))
    asked = str(view_table(here).asked)
    assert asked != active
    assert (list_shown_seats(here, "turn"), list_shown_seats(here, "calls")) == ([asked], [active])
    assert list_shown_seats(here, "wrong") == list_shown_seats(here, "won") == []
