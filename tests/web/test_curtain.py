"""One device handed round: the curtain names who must act, whatever was in view before, and can be left."""

from collections.abc import Callable, Collection
from random import Random
from re import search
from typing import Any

import pytest

from companion.play.hogen.moves import AnswerCall, CallCards, LayRallied
from companion.play.hogen.views import RALLYING, View, view
from companion.play.honshu.views import view as honshu_view
from companion.service.playing import play
from companion.web.people import PLAYER
from tests.play.hogen.moves import rally_all
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu import phones as honshu_phones
from tests.web.app_browser import AppBrowser
from tests.web.browser.examples import COLOURS, HONSHU, make_samurai
from tests.web.browser.moments import MOMENTS

AT = "/t/friday"


class Device:
    """A device that all seats of a table sit at."""

    def __init__(self, app_state, client: AppBrowser, seats: Collection[str], name: Callable[[str], str]) -> None:
        self.people, self.client, self.seats = app_state.people, client, seats
        for seat in seats:
            client.sit("friday", seat, name(seat), keep=True)

    def read_named_seat(self, facing: str | None) -> str:
        """The seat the curtain names after a seat was in view, or none was."""
        self.people.turn_to("friday", self.client.visitor, facing)
        curtain = self.client.get(f"{AT}/curtain" if facing else AT)
        assert curtain.url.path == f"{AT}/curtain"
        return find_first_seat(curtain.text)

    def check_named(self, due: Collection[str]) -> None:
        """Check that it names one of those who must act, from the list of tables and from each seat."""
        for facing in (None, *self.seats):
            assert self.read_named_seat(facing) in due, (facing, due)


def find_first_seat(curtain: str) -> str:
    found = search(r'<button[^>]* name="seat" value="(\w+)"', curtain)
    assert found is not None
    return found[1]


@pytest.fixture
def device(app_state, browser) -> Callable[..., Device]:
    def make_device(seats: Collection[str], name: Callable[[str], str] = str.title) -> Device:
        return Device(app_state, browser(PLAYER), seats, name)

    return make_device


def list_hogen_due(now: View) -> Collection[str]:
    return {*now.names} - {*now.seats_with_rallied} if now.phase == RALLYING else {now.asked_seat or now.active}


def test_who_must_answer_is_named_and_not_who_sat_down_first(shelf, app_state, device) -> None:
    make_samurai(shelf, "friday")
    session = app_state.open_table("friday")
    names = view(session.state).names
    shared, answered = device(names, names.__getitem__), set[str]()
    assert [shared.read_named_seat(seat) for seat in "ABC"] == ["B", "C", "A"]  # all rally: round they go
    rally_all(session)
    for _ in range(12):
        now = view(session.state)
        shared.check_named(list_hogen_due(now))
        if now.asked_seat is None:
            request: Any = CallCards(now.active, view(session.state, now.active).private.open_calls[0])
        else:
            answered.add(now.asked_seat)
            own = view(session.state, now.asked_seat).private
            request = AnswerCall(now.asked_seat, own.cards_to_lay[0], own.cards_to_take[0])
        assert play(session, request).yes
    assert answered - {"A"}


def test_a_curtain_can_be_left_without_a_seat_being_opened(shelf, app_state, device) -> None:
    make_samurai(shelf, "friday")
    shared = device("ABC")
    curtain = shared.client.get(AT).text
    assert "Hand it to" in curtain
    assert 'href="/"' in curtain
    assert f'href="{AT}/seat"' in curtain
    assert "Hand on" not in curtain  # it has fallen
    for path in ("/", f"{AT}/seat", f"{AT}/history"):
        assert shared.client.get(path).url.path == path
    assert app_state.people.find_seat_in_view("friday", shared.client.visitor) is None
    shared.read_named_seat("B")
    session = app_state.open_table("friday")
    play(session, LayRallied("C", view(session.state, "C").private.hand[0]))
    assert find_first_seat(shared.client.get(f"{AT}/curtain?after=B").text) == "A"  # not who has rallied meanwhile


def test_who_lays_or_takes_a_card_is_named(shelf, app_state, device) -> None:
    names = dict([*HONSHU.items()][:3])
    honshu_moves.begin(shelf, "friday", names)
    session = app_state.open_table("friday")
    shared = device(names, names.__getitem__)
    for request in honshu_phones.play_game(session, tuple(names), Random(3)):
        now = honshu_view(session.state)
        if now.is_over or len(session.history) > 120:
            break
        due = {*now.takers[:1], *(now.seats_to_lay if not now.takers else ()), *now.waiting_seats}
        if len(session.history) % 3 == 0:
            shared.check_named(due or {now.chooser} - {None} or names)
        assert play(session, request).yes


@pytest.mark.parametrize(
    ("moment", "due"), [("full-sealing", ("yellow", "red")), ("full-choosing", ("red",)), ("board-draft", ("blue",))]
)
def test_whose_turn_it_is_at_a_table_of_shogun_is_named(moment: str, due: tuple[str, ...], shelf, device) -> None:
    MOMENTS[moment].make(shelf, "friday")
    device(COLOURS).check_named(due)
