"""What one seat alone may see, carried to its own phone: nothing of another seat is in it."""

import zlib
from collections.abc import Callable
from typing import Any

import pytest

from companion.play.hogen import GAME as HOGEN
from companion.play.honshu.hands import TellHand
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.plans.planning import LayPlan
from companion.service.across import (
    Knock,
    Shown,
    forget,
    hand,
    keep_handed,
    keep_shown,
    looked_at,
    read,
    show,
)
from companion.service.playing import play
from companion.service.session import Session
from companion.table.shelf import MemoryShelf
from tests.play.hogen.played import NAMES, begin_table
from tests.play.honshu.moves import begin as begin_honshu
from tests.play.shogun.plans.planned_tables import planning as planning_table
from tests.play.shogun.plans.planned_tables import proposal
from tests.service.test_across import SEATS, as_said, honshu_table

HANDS = {"blue": (11, 22, 33, 44, 55, 57), "red": (12, 23, 34, 45, 54, 59)}

Secrets = dict[str, list[str]]
"""What each seat alone may see, as it would stand among what is carried."""


def dealt() -> tuple[Session[Any], Secrets]:
    here = Session(MemoryShelf(), "dark", HOGEN, begin_table(NAMES[:3], "dark"))
    hands = here.state.game.hands
    assert hands is not None
    return here, {seat: [f'"{card}"' for card in cards] for seat, cards in hands.items()}


def told() -> tuple[Session[Any], Secrets]:
    here = begin_honshu(MemoryShelf(), "friday", SEATS, 5)
    for seat, cards in HANDS.items():
        assert play(here, TellHand(seat, cards)).yes
    return here, {seat: [", ".join(map(str, cards))] for seat, cards in HANDS.items()}


def planned() -> tuple[Session[Any], Secrets]:
    log = planning_table()
    store = MemoryShelf()
    with store.writing():
        store.add_table("moon", SHOGUN.name, SHOGUN.version)
        for step in log:
            store.append("moon", step.event)
    here: Session[Any] = Session(store, "moon", SHOGUN)
    secrets: Secrets = {}
    for player in log.state.players[:2]:
        plan = proposal(log, player)
        assert play(here, LayPlan(player, plan)).yes
        secrets[player] = [f'"where":"{province}"' for province in plan.cards.values()]
    return here, secrets


@pytest.mark.parametrize("begin", [dealt, told, planned])
def test_a_seat_is_shown_what_is_its_own_and_nothing_of_another(
    begin: Callable[[], tuple[Session[Any], Secrets]],
) -> None:
    here, secrets = begin()
    for seat in ("", *secrets):
        content = zlib.decompress(show(here, {}, as_said, seat)).decode()
        for other, sought in secrets.items():
            assert {each in content for each in sought} == {seat == other}, (seat, other)
        hashes = [step.event.hash for step in here.history]
        assert not [each for each in hashes if each in content]


def shown_by(here: Session[Any], seat: str = "") -> tuple[bytes, Shown]:
    content = show(here, SEATS, as_said, seat)
    found = read(content)
    assert isinstance(found, Shown)
    return content, found


def test_a_seats_view_and_that_of_all_lie_apart() -> None:
    """Neither takes the place of the other, whichever is newer."""
    here, phone = honshu_table(MemoryShelf()), MemoryShelf()
    for seat in ("red", "", "blue"):
        assert keep_shown(phone, *shown_by(here, seat))
    assert [(key, each.seat) for key, each in looked_at(phone)] == [
        (shown_by(here, seat)[1].key, seat) for seat in ("red", "", "blue")
    ]
    forget(phone, shown_by(here)[1].key)
    assert [each.seat for _, each in looked_at(phone)] == ["red", "blue"]
    found = read(hand(here, SEATS))
    assert not isinstance(found, Shown | Knock)
    keep_handed(phone, found)
    assert [*looked_at(phone)] == []


def test_an_offer_of_a_channel_is_read_as_it_was_written() -> None:
    said = Knock("offer", "00ff", "v=0\r\na=candidate:1 1 udp 1 192.168.1.7 5000 typ host")
    assert read(said.packed()) == said
