"""Who sits down at a seat that sees something hidden: all are told, and the table lets other phones in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from random import Random

import pytest

from companion.play.games import GAMES
from companion.play.shared_events import OpenSeat
from companion.play.shogun.round import LayCards
from companion.service.playing import play
from companion.service.shogun.session import PROPOSED, begin_plan, lay_plan
from companion.table.shelf import Shelf
from companion.web.people import HOST, WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu import phones as honshu_phones
from tests.service.shogun.boards import ACTIONS, COLOURS, SPECIALS, begin_board
from tests.web.app_browser import AppBrowser, House
from tests.web.browser.examples import make_samurai

AT = "/t/evening"
NAMES = ("Aya", "Bo", "Chen")


def tell_hands(shelf: Shelf, table: str) -> None:
    seats = ("blue", "red", "yellow")
    session = honshu_moves.begin(shelf, table, dict(zip(seats, NAMES, strict=True)))
    for request in honshu_phones.play_game(session, seats, Random(3)):
        if session.state.laid_plays:
            return
        assert play(session, request).yes


def lay_one_plan(shelf: Shelf, table: str) -> None:
    session = begin_board(shelf, table)
    assert play(session, LayCards(ACTIONS, SPECIALS)).yes
    lay_plan(session, "red", begin_plan(session, "red", PROPOSED))


@dataclass(frozen=True)
class DealtGame:
    """A table at which Chen's seat sees something hidden, and what tells that it was opened."""

    make: Callable[[Shelf, str], None]
    seats: tuple[str, ...]
    sentence: str


DEALT = {
    "hogen": DealtGame(make_samurai, ("A", "B", "C"), "Chen's hand was opened on another phone."),
    "honshu": DealtGame(tell_hands, ("blue", "red", "yellow"), "Chen's hand was opened on another phone."),
    "shogun": DealtGame(lay_one_plan, COLOURS, "Chen's plan was opened on another phone."),
}


class Evening(House):
    """Aya, Bo and Chen sit there with their phones; the laptop shows its own page."""

    def __init__(self, dealt: DealtGame) -> None:
        super().__init__()
        dealt.make(self.shelf, "evening")
        self.session = self.app_state.open_table("evening")
        self.seats = dealt.seats
        self.laptop = self.join(HOST)

    def sit_all(self) -> tuple[AppBrowser, ...]:
        phones = tuple(self.join() for _ in self.seats)
        for phone, seat, name in zip(phones, self.seats, NAMES, strict=True):
            self.sit(phone, seat, name)
        return phones

    def sit(self, phone: AppBrowser, seat: str, name: str = "", **more: str):  # type: ignore[no-untyped-def]
        return phone.submit(f"{AT}/seat", seat=seat, name=name, language="en", **more)

    def answer(self, phone: AppBrowser, asking: str, answer: str):  # type: ignore[no-untyped-def]
        return phone.submit(f"{AT}/seat/answer", **{"from": asking, "answer": answer})

    def list_sitting(self) -> dict[str, str]:
        return {seat: sitting.visitor for seat, sitting in self.app_state.people.sittings("evening").items()}


def list_asking(page: str) -> list[str]:
    return re.findall(r'name="from" value="([^"]+)"', page)


def test_a_first_look_at_a_hand_is_announced_and_logged() -> None:
    evening = Evening(DEALT["hogen"])
    aya, bo = evening.join(), evening.join()
    evening.sit(aya, "A")
    evening.sit(bo, "B")
    evening.sit(aya, "C")
    for phone in (bo, evening.laptop, evening.join(WATCHER)):
        assert "Chen sits down." in phone.get(AT).text
    assert "Chen sits down." not in aya.get(AT).text  # who did it needs not be told
    aya.submit(f"{AT}/seat/free", seat="C")
    evening.sit(aya, "A")
    history = evening.join().get(f"{AT}/history").text
    assert re.search(r"Chen sits down\.</b>.*?Aya</span>", history)  # by whose phone it was
    chen = evening.join()
    assert "asks=C" in evening.sit(chen, "C").headers["location"]


@pytest.mark.parametrize("game", GAMES)
def test_another_phone_gets_a_seat_only_when_other_players_agree(game: str) -> None:
    dealt, evening = DEALT[game], Evening(DEALT[game])
    aya, bo, chen = evening.sit_all()
    seat, thief, guest = evening.seats[2], evening.join(), evening.join()
    chen.submit(f"{AT}/seat/free", seat=seat)
    events, sitting = len(evening.session.history), evening.list_sitting()
    asked = evening.sit(thief, seat, "Chen")
    (asking,) = list_asking(waits := thief.get(asked.headers["location"]).text)
    assert asking.split()[1] in waits  # the number that the others see too
    assert list_asking(guest.get(AT).text) == list_asking(thief.get(AT).text) == []
    for phone in (guest, thief, chen):
        assert evening.answer(phone, asking, "yes").status_code == 422
    assert (len(evening.session.history), evening.list_sitting()) == (events, sitting)
    for phone in (aya, bo, evening.laptop):
        assert list_asking(phone.get(AT).text) == [asking]
    evening.answer(bo, asking, "no")
    assert "did not let this phone in" in thief.get(asked.headers["location"]).text
    assert evening.list_sitting() == sitting
    evening.sit(thief, seat, "Chen")
    assert evening.answer(bo, asking, "yes").status_code == 303
    assert thief.get(asked.headers["location"]).url.path.startswith(AT)
    for phone in (aya, evening.laptop, evening.join(WATCHER)):
        assert dealt.sentence in unescape(phone.get(AT).text)
    history = unescape(aya.get(f"{AT}/history").text)
    assert re.search(rf"{re.escape(dealt.sentence)}</b>.*?Bo</span>", history)  # who said yes
    assert evening.list_sitting()[seat] == thief.visitor.id


@pytest.mark.parametrize("game", GAMES)
def test_the_laptop_can_admit_phones_or_sit_down_and_the_log_says_so(game: str) -> None:
    dealt, evening = DEALT[game], Evening(DEALT[game])
    aya, _, chen = evening.sit_all()
    seat, phone = evening.seats[2], evening.join()
    events = len(evening.session.history)
    evening.laptop.submit(f"{AT}/seat/free", seat=seat)
    evening.sit(chen, seat, "Chen")  # the same phone need not ask
    assert evening.list_sitting()[seat] == chen.visitor.id
    assert len(evening.session.history) == events
    evening.laptop.submit(f"{AT}/seat/free", seat=seat)
    evening.sit(phone, seat, "Chen")
    (asking,) = list_asking(evening.laptop.get(f"{AT}/lobby").text)
    evening.answer(evening.laptop, asking, "yes")
    assert dealt.sentence in unescape(aya.get(AT).text)
    events = len(evening.session.history)
    evening.laptop.submit(f"{AT}/seat/free", seat=seat)
    evening.sit(evening.laptop, seat, "Chen")
    assert evening.list_sitting()[seat] == evening.laptop.visitor.id
    assert len(evening.session.history) == events + 1


@pytest.mark.parametrize("game", DEALT)
def test_a_phone_that_was_elsewhere_meanwhile_asks_again_and_all_are_notified(game: str) -> None:
    evening = Evening(DEALT[game])
    aya, bo, chen = evening.sit_all()
    own, seat = evening.seats[0], evening.seats[2]
    chen.submit(f"{AT}/seat/free", seat=seat)
    for _ in range(2):
        events = len(evening.session.history)
        evening.sit(aya, seat, "Chen")
        (asking,) = list_asking(bo.get(AT).text)
        assert evening.answer(bo, asking, "yes").status_code == 303
        assert sum(isinstance(each.request, OpenSeat) for each in evening.session.history.steps[events:]) == 1
        aya.submit(f"{AT}/seat/free", seat=seat)
        evening.sit(aya, own, "Aya")  # where nobody else sat


def test_a_phone_asks_no_more_once_it_says_so_or_the_seat_is_taken() -> None:
    evening = Evening(DEALT["hogen"])
    aya, _, chen = evening.sit_all()
    chen.submit(f"{AT}/seat/free", seat="C")
    phones = [evening.join() for _ in range(6)]
    for phone in phones:
        evening.sit(phone, "C")
    first, second, *others = list_asking(aya.get(AT).text)
    assert len(others) == 2  # at most four at a time
    assert evening.answer(phones[0], first, "no").status_code == 303
    assert list_asking(aya.get(AT).text) == [second, *others]
    evening.sit(chen, "C")
    assert list_asking(aya.get(AT).text) == []
    assert evening.answer(aya, second, "yes").status_code == 422


def test_a_seat_whose_plan_was_taken_back_still_asks_before_it_opens() -> None:
    evening = Evening(DEALT["shogun"])
    aya, _, chen = evening.sit_all()
    assert chen.submit(f"{AT}/round/back", tap="back", seen=str(len(evening.session.history))).status_code == 303
    chen.submit(f"{AT}/seat/free", seat="red")
    assert "asks=red" in evening.sit(evening.join(), "red", "Chen").headers["location"]
    aya.submit(f"{AT}/seat/free", seat="blue")  # who has planned nothing yet: nothing is hidden there
    evening.sit(evening.join(), "blue", "Dan")
    assert len(evening.list_sitting()) == 2
