"""Whom the table waits for and whose call stands, as every page of Hogen shows it."""

from companion.data.hogen.cards import call_named, card_named
from companion.service.hogen.table import HogenSession, begin, seen
from companion.table.shelf import MemoryShelf
from companion.web.hogen.table import seat_values
from tests.play.hogen import moves


def shown(here: HogenSession, key: str) -> list[str]:
    """The seats of which something is shown."""
    return [place["seat"] for place in seat_values(seen(here))["places"] if place[key]]


def test_the_table_waits_for_who_must_rally_then_call_then_answer() -> None:
    here = begin(MemoryShelf(), "genpei", ("Aya", "Bo", "Chen"), {}, seed="seats")
    assert (shown(here, "turn"), shown(here, "laid"), shown(here, "calls")) == (["A", "B", "C"], [], [])
    for number, seat in enumerate("ABC", 1):
        own = seen(here, seat).own
        assert own is not None
        moves.rally(here, card_named((own.hand or ())[0]), seat)
        assert shown(here, "laid") == list("ABC")[:number]
    active = str(seen(here).active)
    assert (shown(here, "turn"), shown(here, "calls")) == ([active], [])
    own = seen(here, active).own
    assert own is not None
    moves.call(here, call_named([own.may_call[0]]))
    asked = str(seen(here).asked)
    assert asked != active
    assert (shown(here, "turn"), shown(here, "calls")) == ([asked], [active])
    assert shown(here, "wrong") == shown(here, "won") == []
