"""A round of Hogen by forms alone: each phone shows its own seat, and does what its seat may."""

import re

import pytest

from companion.data.hogen import parse_card
from companion.service.hogen import HogenSession, begin, view_table
from companion.web.people import WATCHER
from tests.web.app_browser import House
from tests.web.conftest import read_fields

NAMES = ("Aya", "Bo", "Chen")


class Round(House):
    """A house with a table, a phone on each of its seats and a big screen."""

    def __init__(self, **begun: object) -> None:
        super().__init__()
        begin(self.shelf, "heike", NAMES, {}, **begun)  # type: ignore[arg-type]
        named = zip("ABC", NAMES, strict=True)
        self.phones = {seat: self.join().sit("heike", seat, name) for seat, name in named}
        self.screen = self.join(WATCHER)

    @property
    def session(self) -> HogenSession:
        return self.app_state.open_table("heike")

    @property
    def current_view(self):  # type: ignore[no-untyped-def]
        return view_table(self.session)

    def get_page(self, seat: str, page: str = "") -> str:
        return self.phones[seat].get(f"/t/heike{page and '/' + page}").text

    def send(self, seat: str, page: str, **data: object) -> str:
        form = read_fields(self.phones[seat].get("/settings").text) | {"seen": str(len(self.session.history))}
        return self.phones[seat].post(f"/t/heike/{page}", data={**form, **data}).text  # type: ignore[arg-type]

    def rally(self) -> None:
        for seat in "ABC":
            self.send(seat, "rally", card=self.view_own(seat).hand[0])

    def view_own(self, seat: str):  # type: ignore[no-untyped-def]
        own = view_table(self.session, seat).private
        assert own is not None
        return own

    def name_samurai(self, seat: str, *, right: bool) -> dict[str, object]:
        rallied = {other: str(card) for other, card in self.session.state.game.rallied.items() if other != seat}
        cards = list(rallied.values()) if right else list(rallied.values())[::-1]
        return {f"of-{other}": card for other, card in zip(rallied, cards, strict=True)}


@pytest.fixture
def table() -> Round:
    return Round(seed="web")


def list_pictured(html: str) -> set[str]:
    return {alt.partition(",")[0].replace(" ", "") for alt in re.findall(r'alt="([^"]+)"', html)}


def test_each_phone_shows_its_own_seat_and_the_screen_what_lies_open(table: Round) -> None:
    palace = set(table.current_view.palace)
    for seat in "ABC":
        own = table.view_own(seat)
        assert list_pictured(table.get_page(seat)) == palace | set(own.hand or ())
    for page in ("", "/heard"):
        shown = table.screen.get(f"/t/heike{page}")
        assert shown.status_code == 200
        assert list_pictured(shown.text) <= palace
    assert table.screen.get("/t/heike/sheet").status_code == 403
    mine = table.send("A", "rally", card=table.view_own("A").hand[0])
    assert "Undo: Aya has laid a samurai face down." in mine
    assert "Undo: " not in table.get_page("B")
    lines = re.findall(r'<li class="seat.*?</li>', table.screen.get("/t/heike").text, re.S)
    assert ["card-back" in line for line in lines] == [True, False, False]
    again = table.send("A", "undo", undo=len(table.session.history), back="/t/heike")
    assert "Choose your rallied samurai" in again
    table.rally()
    assert all("rallied" in table.get_page(seat) for seat in "ABC")
    caller = table.current_view.names[table.current_view.active]
    assert f"{caller} calls or accuses." in table.screen.get("/t/heike").text


def test_every_call_is_shown_with_its_reason_before_it_is_made(table: Round) -> None:
    table.rally()
    active = str(table.current_view.active)
    page = table.get_page(active)
    own = table.view_own(active)
    assert page.count('name="call"') == 24
    assert len(re.findall(r'class="call[ a-z]* shut"', page)) == 24 - len(own.open_calls)
    assert page.count("Open to you.") == len(own.open_calls)
    closed = next(call for call in re.findall(r'name="call"[^>]*value="([^"]+)"', page) if call not in own.open_calls)
    refused = table.send(active, "call", call=closed)
    assert "This call is not open to you; choose another." in refused
    assert re.search(rf'value="{closed}"[^>]* checked', refused)
    assert table.send(active, "call").count("Choose a clan, a rank or a samurai first.") == 1
    for other in "ABC".replace(active, ""):
        assert 'name="call"' not in table.get_page(other)
        assert "to call or accuse, not" in table.send(other, "call", call="rank 1")


def test_an_answer_offers_only_what_may_be_laid(table: Round) -> None:
    table.rally()
    while table.current_view.call is None:
        active = str(table.current_view.active)
        own = table.view_own(active)
        table.send(active, "call", call=own.open_calls[-1] if table.current_view.failed_calls else own.open_calls[0])
    asked = str(table.current_view.asked_seat)
    page = table.get_page(asked)
    own = table.view_own(asked)
    offered = re.findall(r'<button class="act ready" name="lays" value="(\w+)">', page)
    assert set(offered) == set(own.cards_to_lay)
    assert page.count('name="lays"') == len(own.cards_to_lay)
    assert f"{table.current_view.names[str(table.current_view.active)]} calls" in table.screen.get("/t/heike").text
    refused = table.send(asked, "answer", lays=own.cards_to_lay[0])
    assert "Choose a samurai first." in refused
    table.send(asked, "answer", lays=own.cards_to_lay[0], takes=own.cards_to_take[0])
    assert table.current_view.active == asked
    assert own.cards_to_take[0] in table.view_own(asked).hand


def test_an_accusation_needs_a_tick_and_a_wrong_accuser_sees_the_cards(table: Round) -> None:
    table.rally()
    accuser = str(table.current_view.active)
    wrong = table.name_samurai(accuser, right=False)
    page = table.send(accuser, "accuse", **wrong)
    assert "Tick to confirm" in page
    for field, card in wrong.items():
        assert re.search(rf'name="{field}" value="{card}"[^>]* checked', page)
    page = table.send(accuser, "accuse", sure="1", **wrong)
    rallied = {str(card) for seat, card in table.session.state.game.rallied.items() if seat != accuser}
    assert "You have seen" in page
    assert rallied <= list_pictured(page)
    for other in "ABC".replace(accuser, ""):
        mine = str(table.session.state.game.rallied[other])
        assert not (rallied - {mine}) & list_pictured(table.get_page(other))
    assert "has accused wrongly" in table.screen.get("/t/heike").text
    assert not rallied & list_pictured(table.screen.get("/t/heike").text)
    assert "or accuses" in table.get_page(accuser, "accuse")  # it leads back to the table


def test_the_end_names_the_winner_and_the_same_players_can_deal_again(table: Round) -> None:
    assert "The next game is dealt when this one is over." in table.send("A", "again")
    table.rally()
    accuser = str(table.current_view.active)
    page = table.send(accuser, "accuse", sure="1", **table.name_samurai(accuser, right=True))
    assert f"{table.current_view.names[accuser]} has won." in page
    assert "shown by the winner" in table.screen.get("/t/heike").text
    other = next(seat for seat in "ABC" if seat != accuser)
    assert "Deal again" in table.get_page(other)
    new = table.send(accuser, "again")
    assert "Choose your rallied samurai" in new
    assert "To the next game" in table.get_page(other)
    again = table.send(other, "again")
    assert "Choose your rallied samurai" in again
    assert table.app_state.tables.names() == ("heike", "heike 2")
    assert {seat: sitting.name for seat, sitting in table.app_state.people.sittings("heike 2").items()} == dict(
        zip("ABC", NAMES, strict=True)
    )


def test_the_sheet_shows_each_samurai_of_each_other_player(table: Round) -> None:
    table.rally()
    unaided = Round(seed="web", deduction=False)
    unaided.rally()
    assert not [page for page in ("", "accuse", "heard") if "/sheet" in unaided.get_page("A", page)]
    refused = unaided.phones["A"].get("/t/heike/sheet")
    assert (refused.status_code, "At this table everybody deduces without help." in refused.text) == (422, True)
    sheet = table.get_page("A", "sheet")
    assert sheet.count('<table class="grid16">') == 4
    assert "1120 possibilities are left." in sheet
    assert "our best calls" in sheet
    active = str(table.current_view.active)
    best = re.findall(r'name="call" value="([^"]+)"', table.get_page(active, "sheet"))
    assert best[0] in table.view_own(active).open_calls
    table.send(active, "call", call=best[0])
    assert 'name="call"' not in table.get_page(active, "sheet")


def test_real_cards_are_judged_on_the_phones() -> None:
    table = Round(
        real=True, palace=tuple(map(parse_card, ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4"))), starts="A"
    )
    for seat, card in zip("ABC", ("Taira1", "Taira1", "Taira4"), strict=True):
        table.send(seat, "rally", card=card)
    assert "Two players have entered the same rallied samurai" in table.get_page("A")
    for seat, card in zip("ABC", ("Taira1", "Minamoto3", "Taira4"), strict=True):
        table.send(seat, "rally", card=card)
    table.send("A", "call", call="rank 2")
    page = table.get_page("A")
    assert 'name="who" value="B"' in page
    assert 'name="who" value="A"' not in page
    assert "Who answers rank 2? Bo is asked first." in page
    refused = table.send("B", "answer", who="C", lays="Minamoto2")
    assert "Choose a samurai first." in refused
    table.send("B", "answer", who="C", lays="Minamoto2", takes="Taira2")
    assert (table.current_view.active, table.current_view.events[-1]) == ("C", "answer C lays Minamoto2 takes Taira2")
    table.send("C", "call", call="rank 1")
    table.send("A", "answer", who="nobody")
    assert "Nobody could answer rank 1" in table.get_page("B")
    assert table.phones["B"].get("/t/heike/sheet").status_code == 422
