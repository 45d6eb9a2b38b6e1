"""Seats are taken by name, kept over a restart, and freed."""

import pytest

from companion.errors import Refused
from companion.play.game import Seat
from companion.web import people as module
from companion.web.join import SeatChoice
from companion.web.people import HOST, PLAYER, WATCHER, People, Sitting


@pytest.fixture
def few_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty visitors are known at most, a tenth of those of a real house."""
    monkeypatch.setattr(module, "_MOST_VISITORS", 40)


@pytest.mark.usefixtures("harvest")
def test_a_seat_is_taken_once(shelf) -> None:
    people = People(shelf)
    aya, _ = people.admit(PLAYER)
    bo, cookie = people.admit(PLAYER)
    people.sit("harvest", "blue", aya, "Aya")
    with pytest.raises(Refused, match="Aya sits there already"):
        people.sit("harvest", "blue", bo, "Bo")
    people.sit("harvest", "red", bo, " Bo \t of the hill ")
    assert people.sittings("harvest")["red"].name == "Bo of the hill"
    people.sit("harvest", "yellow", bo, "Bo")
    assert people.seats("harvest", bo) == ("yellow",)
    again = People(shelf)
    assert again.find_visitor(cookie or "") == people.find_visitor(cookie or "")
    assert again.find_seat_in_view("harvest", bo) == "yellow"
    again.free_seat("harvest", "blue")
    assert again.seats("harvest", aya) == ()


def test_no_code_takes_a_role_away(shelf) -> None:
    people = People(shelf)
    aya, cookie = people.admit(PLAYER)
    assert people.admit(WATCHER, aya) == (aya, None)
    assert people.find_visitor(cookie or "") == aya
    host, _ = people.admit(HOST, aya)
    assert (host.id, host.role) == (aya.id, HOST)


@pytest.mark.usefixtures("harvest", "few_visitors")
def test_the_host_and_who_sits_at_a_table_are_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    host, laptop = people.admit(HOST)
    aya, cookie = people.admit(PLAYER)
    people.sit("harvest", "blue", aya, "")
    crowd = [people.admit(PLAYER)[1] or "" for _ in range(46)]
    assert people.find_visitor(laptop or "") == host
    assert people.find_visitor(cookie or "") == aya
    assert people.seats("harvest", aya) == ("blue",)
    assert [people.find_visitor(each) is not None for each in crowd] == [False] * 8 + [True] * 38


@pytest.mark.usefixtures("harvest", "few_visitors")
def test_no_joins_of_one_device_push_out_who_has_been_in(shelf) -> None:
    before, early = People(shelf).admit(PLAYER)
    people = People(shelf)
    seatless, phone = people.admit(PLAYER, device="192.168.1.31")
    screen, wall = people.admit(WATCHER, device="192.168.1.32")
    for visitor in (seatless, screen):
        people.count_stream(visitor, +1)
        people.count_stream(visitor, -1)
    asleep, other = people.admit(PLAYER, device="192.168.1.33")
    listening, same = people.admit(PLAYER, device="192.168.1.66")
    people.count_stream(listening, +1)
    for _ in range(90):
        newest, last = people.admit(PLAYER, device="192.168.1.66")
    for visitor, cookie in ((before, early), (seatless, phone), (screen, wall), (asleep, other), (listening, same)):
        assert people.find_visitor(cookie or "") == visitor
    assert people.find_visitor(last or "") == newest


@pytest.mark.usefixtures("harvest", "few_visitors")
def test_no_crowd_of_one_device_pushes_out_who_sleeps_by_keeping_pages_open(shelf) -> None:
    people = People(shelf)
    asleep, cookie = people.admit(PLAYER, device="phone")
    people.count_stream(asleep, +1)
    people.count_stream(asleep, -1)
    hotspot = [people.admit(WATCHER, device="hotspot") for _ in range(5)]
    for screen, _ in hotspot:
        people.count_stream(screen, +1)
    for _ in range(45):
        guest, last = people.admit(PLAYER, device="crowd")
        people.count_stream(guest, +1)
    assert people.find_visitor(cookie or "") is not None
    assert all(people.find_visitor(its or "") for _, its in hotspot)
    assert people.find_visitor(last or "") == guest


def test_only_hashes_of_cookies_are_kept(shelf) -> None:
    _, cookie = People(shelf).admit(PLAYER)
    assert cookie not in str(shelf.list_notes(""))


SEAT, AYA = Seat("B", "", "blue"), Sitting("somebody", "Aya")


@pytest.mark.parametrize(
    ("sitting", "mine", "asleep", "description"),
    [
        (None, False, None, "free"),
        (AYA, True, 90.0, "on this device"),
        (AYA, False, None, "awake"),
        (AYA, False, 59.9, "asleep for 1 minute"),
        (AYA, False, 60.0, "asleep for 2 minutes"),
        (AYA, False, float("inf"), "asleep"),
    ],
)
def test_a_seat_choice_describes_the_person_on_the_seat(
    sitting: Sitting | None, mine: bool, asleep: float | None, description: str
) -> None:
    assert SeatChoice(SEAT, sitting, mine, asleep).state.translate() == description
