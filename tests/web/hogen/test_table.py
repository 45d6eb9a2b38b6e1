"""A round of Hogen by forms alone: each phone shows its own seat, and does what its seat may."""

import re

import pytest
from starlette.testclient import TestClient

from companion.data.hogen.cards import CARDS, parse_card
from companion.service.hogen import HogenSession, begin, deduce_for_seat, view_table
from companion.table.shelf import MemoryShelf
from companion.web.people import PLAYER, WATCHER
from tests.web.hogen.phones import fields, phone

NAMES = ("Aya", "Bo", "Chen")


class Round:
    """A house with a table, a phone on each of its seats and a big screen."""

    def __init__(self, **begun: object) -> None:
        self.shelf = MemoryShelf()
        begin(self.shelf, "heike", NAMES, {}, **begun)  # type: ignore[arg-type]
        self.host = phone(self.shelf)
        self.app_state = self.host.app.state.app_state  # type: ignore[attr-defined]
        self.phones = {seat: self.come() for seat in "ABC"}
        for (seat, client), name in zip(self.phones.items(), NAMES, strict=True):
            self.app_state.people.sit("heike", seat, self.visitor(client), name)
        self.screen = self.come(WATCHER)

    def come(self, role: str = PLAYER) -> TestClient:
        client = TestClient(self.host.app, base_url="http://127.0.0.1:8642")
        client.get(f"/join/{self.app_state.codes[role]}")
        return client

    def visitor(self, client: TestClient):  # type: ignore[no-untyped-def]
        return self.app_state.people.find_visitor(client.cookies["companion"])

    @property
    def session(self) -> HogenSession:
        return self.app_state.open_table("heike")

    @property
    def current_view(self):  # type: ignore[no-untyped-def]
        return view_table(self.session)

    def see(self, seat: str, page: str = "") -> str:
        return self.phones[seat].get(f"/t/heike{page and '/' + page}").text

    def send(self, seat: str, page: str, **data: object) -> str:
        form = fields(self.phones[seat].get("/settings").text) | {"seen": str(len(self.session.history))}
        return self.phones[seat].post(f"/t/heike/{page}", data={**form, **data}).text  # type: ignore[arg-type]

    def rally(self) -> None:
        for seat in "ABC":
            own = view_table(self.session, seat).own
            assert own is not None
            self.send(seat, "rally", card=own.hand[0] if own.hand else str(CARDS[ord(seat)]))

    def name_samurai(self, seat: str, *, right: bool) -> dict[str, object]:
        rallied = {other: str(card) for other, card in self.session.state.game.rallied.items() if other != seat}
        cards = list(rallied.values()) if right else list(rallied.values())[::-1]
        return {f"of-{other}": card for other, card in zip(rallied, cards, strict=True)}


@pytest.fixture
def table() -> Round:
    return Round(seed="web")


def alts(html: str) -> set[str]:
    """The samurai in the pictures of a page."""
    return {alt.partition(",")[0].replace(" ", "") for alt in re.findall(r'alt="([^"]+)"', html)}


def test_each_phone_shows_its_own_seat_and_the_screen_what_lies_open(table: Round) -> None:
    palace = set(table.current_view.palace)
    for seat in "ABC":
        own = view_table(table.session, seat).own
        assert own is not None
        assert alts(table.see(seat)) == palace | set(own.hand or ())
    for page in ("", "/heard"):
        shown = table.screen.get(f"/t/heike{page}")
        assert shown.status_code == 200
        assert alts(shown.text) <= palace
    assert table.screen.get("/t/heike/sheet").status_code == 403
    table.rally()
    for seat in "ABC":
        assert "rallied" in table.see(seat)
        assert (
            f"{table.current_view.names[table.current_view.active]} calls or accuses."
            in table.screen.get("/t/heike").text
        )


def test_the_screen_shows_who_has_rallied_by_the_backs_of_their_cards(table: Round) -> None:
    def backs() -> list[bool]:
        page = table.screen.get("/t/heike").text
        return ["card-back" in line for line in re.findall(r'<li class="seat.*?</li>', page, re.S)]

    assert backs() == [False, False, False]
    own = view_table(table.session, "B").own
    assert own is not None
    assert own.hand
    table.send("B", "rally", card=own.hand[0])
    assert backs() == [False, True, False]
    assert "card-back" not in table.see("A")


def test_to_rally_does_not_wait_for_others(table: Round) -> None:
    drawn = fields(table.see("A"))
    own = view_table(table.session, "A").own
    assert own is not None
    table.send("B", "rally", card=view_table(table.session, "B").own.hand[0])  # type: ignore[union-attr, index]
    sent = table.phones["A"].post("/t/heike/rally", data={**drawn, "card": own.hand[1]})  # type: ignore[index]
    assert sent.status_code == 200
    assert table.current_view.laid == ("A", "B")


def test_every_call_is_shown_with_its_reason_before_it_is_made(table: Round) -> None:
    table.rally()
    active = str(table.current_view.active)
    page = table.see(active)
    own = view_table(table.session, active).own
    assert own is not None
    assert page.count('name="call"') == 24
    assert len(re.findall(r'class="call[ a-z]* shut"', page)) == 24 - len(own.may_call)
    assert page.count("Open to you.") == len(own.may_call)
    closed = next(call for call in re.findall(r'name="call"[^>]*value="([^"]+)"', page) if call not in own.may_call)
    told = table.send(active, "call", call=closed)
    assert "This call is not open to you; choose another." in told
    assert re.search(rf'value="{closed}"[^>]* checked', told)
    assert table.send(active, "call").count("Choose a clan, a rank or a samurai first.") == 1
    for other in "ABC".replace(active, ""):
        assert 'name="call"' not in table.see(other)
        assert "who may call or accuse." in table.send(other, "call", call="rank 1")


def test_a_rallied_samurai_is_undone_by_its_own_player(table: Round) -> None:
    own = view_table(table.session, "A").own
    assert own is not None
    mine = table.send("A", "rally", card=(own.hand or ())[0])
    assert "Undo: Aya has laid a samurai face down." in mine
    assert "Undo: " not in table.see("B")
    again = table.send("A", "undo", undo=len(table.session.history), back="/t/heike")
    assert "Choose your rallied samurai" in again


def test_an_answer_offers_only_what_may_be_laid(table: Round) -> None:
    table.rally()
    while table.current_view.call is None:
        active = str(table.current_view.active)
        own = view_table(table.session, active).own
        assert own is not None
        table.send(active, "call", call=own.may_call[-1] if table.current_view.failed else own.may_call[0])
    asked = str(table.current_view.asked)
    page = table.see(asked)
    own = view_table(table.session, asked).own
    assert own is not None
    offered = re.findall(r'<button class="act ready" name="lays" value="(\w+)">', page)
    assert set(offered) == set(own.may_lay)
    assert page.count('name="lays"') == len(own.may_lay)
    told = table.send(asked, "answer", lays=own.may_lay[0])
    assert "Choose a samurai first." in told
    table.send(asked, "answer", lays=own.may_lay[0], takes=own.may_take[0])
    assert table.current_view.active == asked
    assert own.may_take[0] in view_table(table.session, asked).own.hand  # type: ignore[union-attr, operator]


def test_an_accusation_needs_a_tick_and_a_wrong_accuser_sees_the_cards(table: Round) -> None:
    table.rally()
    accuser = str(table.current_view.active)
    wrong = table.name_samurai(accuser, right=False)
    told = table.send(accuser, "accuse", **wrong)
    assert "Tick to confirm" in told
    for field, card in wrong.items():
        assert re.search(rf'name="{field}" value="{card}"[^>]* checked', told)
    told = table.send(accuser, "accuse", sure="1", **wrong)
    rallied = {str(card) for who, card in table.session.state.game.rallied.items() if who != accuser}
    assert "You have seen" in told
    assert rallied <= alts(told)
    for other in "ABC".replace(accuser, ""):
        mine = str(table.session.state.game.rallied[other])
        assert not (rallied - {mine}) & alts(table.see(other))
    assert "has accused wrongly" in table.screen.get("/t/heike").text
    assert not rallied & alts(table.screen.get("/t/heike").text)
    assert "or accuses" in table.see(accuser, "accuse")  # it leads back to the table


def test_the_end_names_the_winner_and_the_same_players_can_deal_again(table: Round) -> None:
    table.rally()
    accuser = str(table.current_view.active)
    told = table.send(accuser, "accuse", sure="1", **table.name_samurai(accuser, right=True))
    assert f"{table.current_view.names[accuser]} has won." in told
    assert "shown by the winner" in table.screen.get("/t/heike").text
    other = next(seat for seat in "ABC" if seat != accuser)
    assert "Deal again" in table.see(other)
    new = table.send(accuser, "again")
    assert "Choose your rallied samurai" in new
    assert "To the next game" in table.see(other)
    again = table.send(other, "again")
    assert "Choose your rallied samurai" in again
    assert table.app_state.tables.names() == ("heike", "heike 2")
    assert {seat: who.name for seat, who in table.app_state.people.sittings("heike 2").items()} == dict(
        zip("ABC", NAMES, strict=True)
    )


def test_a_game_that_goes_on_is_not_dealt_again(table: Round) -> None:
    assert "The next game is dealt when this one is over." in table.send("A", "again")
    assert table.app_state.tables.names() == ("heike",)


def test_a_table_without_the_deduction_sheet_neither_links_nor_shows_it() -> None:
    table = Round(seed="web", deduction=False)
    table.rally()
    for seat in "ABC":
        for page in ("", "accuse", "heard"):
            assert "/sheet" not in table.see(seat, page)
        answer = table.phones[seat].get("/t/heike/sheet")
        assert answer.status_code == 422
        assert "This table deduces without help." in answer.text
        assert "%" not in answer.text.partition("<main")[2]


def test_the_sheet_shows_each_samurai_of_each_other_player(table: Round) -> None:
    table.rally()
    sheet = table.see("A", "sheet")
    assert sheet.count('<table class="grid16">') == 4
    assert "1120 possibilities are left." in sheet
    assert "our best calls" in sheet
    active = str(table.current_view.active)
    best = re.findall(r'name="call" value="([^"]+)"', table.see(active, "sheet"))
    assert best[0] in view_table(table.session, active).own.may_call  # type: ignore[union-attr]
    table.send(active, "call", call=best[0])
    assert 'name="call"' not in table.see(active, "sheet")


def test_who_knows_every_rallied_samurai_is_led_to_accuse(table: Round) -> None:
    table.rally()
    known = 0
    while known < 2:
        if table.current_view.call is None:
            active = str(table.current_view.active)
            known = len(deduce_for_seat(table.session, active).data["certain"])
            best = deduce_for_seat(table.session, active).data["calls"]
            open_to_me = view_table(table.session, active).own.may_call  # type: ignore[union-attr]
            sheet = table.see(active, "sheet")
            assert ("Accuse now" in sheet) == (known == 2)
            table.send(active, "call", call=next(each["call"] for each in best if each["call"] in open_to_me))
        else:
            assert "Accuse now" not in table.see(active, "sheet")
            asked = str(table.current_view.asked)
            own = view_table(table.session, asked).own
            table.send(asked, "answer", lays=own.may_lay[0], takes=own.may_take[0])  # type: ignore[union-attr]
    table.send(active, "undo", undo=len(table.session.history))
    page = table.see(active, "accuse?certain=1")
    chosen = dict(re.findall(r'name="(of-\w)" value="(\w+)"[^>]* checked', page))
    assert chosen == table.name_samurai(active, right=True)
    assert not re.search(" checked", table.see(active, "accuse"))


def test_only_a_second_phone_at_a_seat_is_logged_as_having_looked(table: Round) -> None:
    table.rally()
    for seat in "ABC":
        for page in ("", "sheet", "heard"):
            table.see(seat, page)
    assert "looked at" not in table.see("A")
    table.app_state.people.free_seat("heike", "B")
    thief = table.come()
    thief.post("/t/heike/seat", data={**fields(thief.get("/settings").text), "seat": "B", "language": "en"})
    (asking,) = re.findall(r'name="from" value="([^"]+)"', table.see("A"))
    table.send("A", "seat/answer", answer="yes", **{"from": asking})
    thief.get("/t/heike")
    thief.get("/t/heike/sheet")
    for seat in "AC":
        assert "Cards looked at with a command or by a second phone, and how often: Bo\u00a01." in table.see(seat)


def test_one_screen_handed_round_shows_nothing_behind_the_curtain() -> None:
    table = Round(seed="web")
    shared = table.come()
    for seat, name in zip("ABC", NAMES, strict=True):
        table.app_state.people.free_seat("heike", seat)
        table.app_state.people.sit("heike", seat, table.visitor(shared), name, more=True)
    behind = shared.get("/t/heike", follow_redirects=False)
    assert (behind.status_code, behind.headers["location"]) == (303, "/t/heike/curtain")
    table.app_state.people.turn_to("heike", table.visitor(shared), "A")
    page = shared.get("/t/heike").text
    assert alts(page) >= set(view_table(table.session, "A").own.hand or ())  # type: ignore[union-attr]
    table.app_state.people.turn_to("heike", table.visitor(shared), "B")
    shared.get("/t/heike")
    assert "looked at" not in shared.get("/t/heike/heard").text


def test_real_cards_are_judged_on_the_phones() -> None:
    table = Round(
        real=True, palace=tuple(map(parse_card, ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4"))), starts="A"
    )
    for seat, card in zip("ABC", ("Taira1", "Taira1", "Taira4"), strict=True):
        table.send(seat, "rally", card=card)
    assert "Two players have entered the same rallied samurai" in table.see("A")
    for seat, card in zip("ABC", ("Taira1", "Minamoto3", "Taira4"), strict=True):
        table.send(seat, "rally", card=card)
    table.send("A", "call", call="rank 2")
    page = table.see("A")
    assert 'name="who" value="B"' in page
    assert 'name="who" value="A"' not in page
    assert "Who answers rank\u00a02? Bo is asked first." in page
    told = table.send("B", "answer", who="C", lays="Minamoto2")
    assert "Choose a samurai first." in told
    table.send("B", "answer", who="C", lays="Minamoto2", takes="Taira2")
    assert (table.current_view.active, table.current_view.heard[-1]) == ("C", "answer C lays Minamoto2 takes Taira2")
    table.send("C", "call", call="rank 1")
    table.send("A", "answer", who="nobody")
    assert "Nobody could answer rank\u00a01" in table.see("B")
    assert table.phones["B"].get("/t/heike/sheet").status_code == 422
