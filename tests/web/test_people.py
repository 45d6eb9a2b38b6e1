"""Seats are taken by name, kept over a restart, and freed."""

import pytest

from companion.errors import Refused
from companion.web.people import HOST, PLAYER, People


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
def test_one_device_with_several_seats_faces_one_or_none(shelf) -> None:
    people = People(shelf)
    both, _ = people.welcome(PLAYER)
    for seat in ("blue", "red"):
        both = people.sit("harvest", seat, both, seat, more=True)
    assert people.facing("harvest", both) is None
    both = people.turn_to("harvest", both, "red")
    assert people.facing("harvest", both) == "red"
    assert people.facing("harvest", people.turn_to("harvest", both, "yellow")) is None


def test_the_host_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    host, _ = people.welcome(HOST)
    for _ in range(450):
        people.welcome(PLAYER)
    assert people._visitors[host.id] == host
    assert len(people._visitors) == 400


@pytest.mark.usefixtures("harvest")
def test_who_sits_at_a_table_is_not_forgotten_among_many(shelf) -> None:
    people = People(shelf)
    aya, cookie = people.welcome(PLAYER)
    people.sit("harvest", "blue", aya, "")
    longest, _ = people.welcome(PLAYER)
    for _ in range(450):
        newest, _ = people.welcome(PLAYER)
    assert people.find(cookie or "") == aya
    assert people.seats("harvest", aya) == ("blue",)
    assert newest.id in people._visitors
    assert longest.id not in people._visitors
    assert len(people._visitors) == 400


def test_only_hashes_of_cookies_are_kept(shelf) -> None:
    _, cookie = People(shelf).welcome(PLAYER)
    assert cookie not in str(shelf.notes(""))
