"""Seats are taken by name, kept over a restart, and freed."""

import json
from dataclasses import replace

import pytest

from companion.errors import Refused
from companion.play.game import Seat
from companion.web import people as module
from companion.web.join import SeatChoice
from companion.web.people import HOST, KNOCKING, PLAYER, SCREEN, WATCHER, People, Sitting


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


def test_screens_that_wait_are_kept_in_no_note_and_limited_by_device(shelf) -> None:
    people = People(shelf)
    guest, _ = people.admit(PLAYER)
    for _ in range(12):
        screen, screen_cookie = people.admit(KNOCKING, None, "10.0.0.9")
    with pytest.raises(Refused, match="Too many screens ask from this device"):
        people.admit(KNOCKING, None, "10.0.0.9")
    people.admit(KNOCKING, None, "10.0.0.8")  # another device
    assert [row["id"] for row in json.loads(shelf.read_note("", "visitors"))] == [guest.id]
    people.reload()
    assert people.find_visitor(screen_cookie, KNOCKING) == screen
    people.save_visitor(replace(screen, role=SCREEN))
    assert People(shelf).find_visitor(screen_cookie).role == SCREEN


def test_the_note_of_visitors_is_written_once_in_a_while_and_wholly_at_the_end(
    shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, people, writes = [1000.0], People(shelf), list[str]()
    monkeypatch.setattr("companion.web.people.time.monotonic", lambda: now[0])
    write = shelf.write_note
    monkeypatch.setattr(shelf, "write_note", lambda *row: (writes.append(row[1]), write(*row)))
    people.least_pause = 1.0
    cookies = [people.admit(PLAYER)[1] for _ in range(50)]
    people.write_changes(is_urgent=False)  # as the server does every second, whenever it was written last
    assert len(writes) == 1
    people.write_changes()
    people.write_changes()
    assert len(writes) == 2
    assert all(People(shelf).find_visitor(cookie) for cookie in cookies)
    now[0] += 2
    people.admit(PLAYER)
    assert len(writes) == 3
