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
    aya, _ = people.welcome(PLAYER)
    bo, cookie = people.welcome(PLAYER)
    people.sit("harvest", "blue", aya, "Aya")
    with pytest.raises(Refused, match="Aya sits there already"):
        people.sit("harvest", "blue", bo, "Bo")
    people.sit("harvest", "red", bo, " Bo \t of the hill ")
    assert people.sittings("harvest")["red"].name == "Bo of the hill"
    people.sit("harvest", "yellow", bo, "Bo")
    assert people.seats("harvest", bo) == ("yellow",)
    again = People(shelf)
    assert again.find(cookie or "") == people.find(cookie or "")
    assert again.facing("harvest", bo) == "yellow"
    again.stand_up("harvest", "blue")
    assert again.seats("harvest", aya) == ()


@pytest.mark.usefixtures("harvest")
def test_it_is_kept_who_had_a_seat_last(shelf) -> None:
    people = People(shelf)
    aya, _ = people.welcome(PLAYER)
    bo, _ = people.welcome(PLAYER)
    people.sit("harvest", "blue", aya, "Aya")
    people.sit("harvest", "red", bo, "Bo")
    people.stand_up("harvest", "blue")
    people.sit("harvest", "yellow", bo, "Bo")  # in place of the red one
    people.sit("harvest", "purple", bo, "Bo")
    again = People(shelf)
    had = {seat: again.last_at("harvest", seat) for seat in ("blue", "red", "yellow", "purple")}
    assert had == {"blue": aya.id, "red": bo.id, "yellow": "", "purple": bo.id}


@pytest.mark.usefixtures("harvest")
def test_one_device_with_several_seats_faces_one_or_none(shelf) -> None:
    people = People(shelf)
    both, _ = people.welcome(PLAYER)
    for seat in ("blue", "red"):
        both = people.sit("harvest", seat, both, seat, more=True)
    assert people.facing("harvest", both) is None
    both = people.turn_to("harvest", both, "red")
    assert people.facing("harvest", both) == "red"
    assert people.facing("harvest", people.turn_to("harvest", both, "yellow")) is None


@pytest.mark.usefixtures("few")
def test_the_host_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    host, _ = people.welcome(HOST)
    for _ in range(45):
        people.welcome(PLAYER)
    assert people._visitors[host.id] == host
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_who_sits_at_a_table_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    aya, cookie = people.welcome(PLAYER)
    people.sit("harvest", "blue", aya, "")
    longest, _ = people.welcome(PLAYER)
    for _ in range(45):
        newest, _ = people.welcome(PLAYER)
    assert people.find(cookie or "") == aya
    assert people.seats("harvest", aya) == ("blue",)
    assert newest.id in people._visitors
    assert longest.id not in people._visitors
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_no_joins_of_one_device_push_out_who_has_been_in(shelf) -> None:
    """Asleep, without a seat, a big screen, or known since the evening before: whoever it is."""
    before, early = People(shelf).welcome(PLAYER)
    people = People(shelf)
    seatless, phone = people.welcome(PLAYER, device="192.168.1.31")
    screen, wall = people.welcome(WATCHER, device="192.168.1.32")
    for visitor in (seatless, screen):
        people.connected(visitor, +1)
        people.connected(visitor, -1)
    asleep, other = people.welcome(PLAYER, device="192.168.1.33")
    listening, same = people.welcome(PLAYER, device="192.168.1.66")
    people.connected(listening, +1)
    for _ in range(90):
        newest, _ = people.welcome(PLAYER, device="192.168.1.66")
    for visitor, cookie in (
        (before, early),
        (seatless, phone),
        (screen, wall),
        (asleep, other),
        (listening, same),
    ):
        assert people.find(cookie or "") == visitor
    assert newest.id in people._visitors
    assert len(people._visitors) == 40


@pytest.mark.usefixtures("harvest", "few")
def test_no_crowd_of_one_device_pushes_out_who_sleeps_by_keeping_pages_open(shelf) -> None:
    people = People(shelf)
    asleep, cookie = people.welcome(PLAYER, device="phone")
    people.connected(asleep, +1)
    people.connected(asleep, -1)
    hotspot = [people.welcome(WATCHER, device="hotspot") for _ in range(5)]
    for screen, _ in hotspot:
        people.connected(screen, +1)
    for _ in range(45):
        guest, _ = people.welcome(PLAYER, device="crowd")
        people.connected(guest, +1)
    assert people.find(cookie or "") is not None
    assert all(people.find(its or "") for _, its in hotspot)
    assert guest.id in people._visitors


@pytest.mark.usefixtures("few")
def test_of_a_crowd_those_are_forgotten_first_who_looked_at_nothing(shelf) -> None:
    people = People(shelf)
    looked, cookie = people.welcome(PLAYER, device="fe80::/64")
    people.connected(looked, +1)
    people.connected(looked, -1)
    for _ in range(39 + 30):
        people.welcome(PLAYER, device="fe80::/64")
    assert people.find(cookie or "") == looked


def test_only_hashes_of_cookies_are_kept(shelf) -> None:
    _, cookie = People(shelf).welcome(PLAYER)
    assert cookie not in str(shelf.notes(""))


def test_the_seats_of_a_visitor_follow_every_change(shelf) -> None:
    people = People(shelf)
    shelf.add_table("friday", "shogun", 1)
    aya, bo = (people.welcome(PLAYER)[0] for _ in range(2))
    for seat in ("blue", "red"):
        aya = people.sit("friday", seat, aya, "Aya", more=True)
    assert (people.seats("friday", aya), people.seats("friday", bo)) == (("blue", "red"), ())
    people.stand_up("friday", "blue")
    bo = people.sit("friday", "blue", bo, "Bo")
    assert (people.seats("friday", aya), people.seats("friday", bo)) == (("red",), ("blue",))
    People(shelf).stand_up("friday", "red")  # as another program does
    people.forget("friday")
    assert people.seats("friday", aya) == ()
