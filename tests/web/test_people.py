"""Seats are taken by name, kept over a restart, and freed."""

import pytest

from companion.errors import Refused
from companion.web import people as module
from companion.web.people import HOST, PLAYER, WATCHER, People


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.usefixtures("harvest")
def test_it_is_kept_who_had_a_seat_last(shelf) -> None:
    people = People(shelf)
    aya, _ = people.admit(PLAYER)
    bo, _ = people.admit(PLAYER)
    people.sit("harvest", "blue", aya, "Aya")
    people.sit("harvest", "red", bo, "Bo")
    people.free_seat("harvest", "blue")
    people.sit("harvest", "yellow", bo, "Bo")  # in place of the red one
    people.sit("harvest", "purple", bo, "Bo")
    again = People(shelf)
    had = {seat: again.find_last_visitor("harvest", seat) for seat in ("blue", "red", "yellow", "purple")}
    assert had == {"blue": aya.id, "red": bo.id, "yellow": "", "purple": bo.id}


@pytest.mark.usefixtures("harvest")
def test_one_device_with_several_seats_faces_one_or_none(shelf) -> None:
    people = People(shelf)
    both, _ = people.admit(PLAYER)
    for seat in ("blue", "red"):
        both = people.sit("harvest", seat, both, seat, more=True)
    assert people.find_seat_in_view("harvest", both) is None
    both = people.turn_to("harvest", both, "red")
    assert people.find_seat_in_view("harvest", both) == "red"
    assert people.find_seat_in_view("harvest", people.turn_to("harvest", both, "yellow")) is None


@pytest.mark.usefixtures("few")
def test_the_host_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    host, _ = people.admit(HOST)
    for _ in range(45):
        people.admit(PLAYER)
    assert people._visitors[host.id] == host
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_who_sits_at_a_table_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    aya, cookie = people.admit(PLAYER)
    people.sit("harvest", "blue", aya, "")
    longest, _ = people.admit(PLAYER)
    for _ in range(45):
        newest, _ = people.admit(PLAYER)
    assert people.find_visitor(cookie or "") == aya
    assert people.seats("harvest", aya) == ("blue",)
    assert newest.id in people._visitors
    assert longest.id not in people._visitors
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_no_joins_of_one_device_push_out_who_has_been_in(shelf) -> None:
    """Asleep, without a seat, a big screen, or known since the evening before: whoever it is."""
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
        newest, _ = people.admit(PLAYER, device="192.168.1.66")
    for visitor, cookie in ((before, early), (seatless, phone), (screen, wall), (asleep, other), (listening, same)):
        assert people.find_visitor(cookie or "") == visitor
    assert newest.id in people._visitors
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_no_crowd_of_one_device_pushes_out_who_sleeps_by_keeping_pages_open(shelf) -> None:
    people = People(shelf)
    asleep, cookie = people.admit(PLAYER, device="phone")
    people.count_stream(asleep, +1)
    people.count_stream(asleep, -1)
    hotspot = [people.admit(WATCHER, device="hotspot") for _ in range(5)]
    for screen, _ in hotspot:
        people.count_stream(screen, +1)
    for _ in range(45):
        guest, _ = people.admit(PLAYER, device="crowd")
        people.count_stream(guest, +1)
    assert people.find_visitor(cookie or "") is not None
    assert all(people.find_visitor(its or "") for _, its in hotspot)
    assert guest.id in people._visitors


@pytest.mark.usefixtures("few")
def test_of_a_crowd_those_are_forgotten_first_who_looked_at_nothing(shelf) -> None:
    people = People(shelf)
    looked, cookie = people.admit(PLAYER, device="fe80::/64")
    people.count_stream(looked, +1)
    people.count_stream(looked, -1)
    for _ in range(39 + 30):
        people.admit(PLAYER, device="fe80::/64")
    assert people.find_visitor(cookie or "") == looked


def test_only_hashes_of_cookies_are_kept(shelf) -> None:
    _, cookie = People(shelf).admit(PLAYER)
    assert cookie not in str(shelf.list_notes(""))


def test_the_seats_of_a_visitor_follow_every_change(shelf) -> None:
    people = People(shelf)
    shelf.add_table("friday", "shogun", 1)
    aya, bo = (people.admit(PLAYER)[0] for _ in range(2))
    for seat in ("blue", "red"):
        aya = people.sit("friday", seat, aya, "Aya", more=True)
    assert (people.seats("friday", aya), people.seats("friday", bo)) == (("blue", "red"), ())
    people.free_seat("friday", "blue")
    bo = people.sit("friday", "blue", bo, "Bo")
    assert (people.seats("friday", aya), people.seats("friday", bo)) == (("red",), ("blue",))
    People(shelf).free_seat("friday", "red")  # as another program does
    people.forget_sittings("friday")
    assert people.seats("friday", aya) == ()
