"""An evening of Honshu from three phones: taps counted, pages weighed, no digit typed."""

from collections import Counter
from html import unescape
from random import Random
from re import findall, search

import pytest

from companion.data.honshu.placements import cards_by_name
from companion.play.honshu.ending import ChooseCard
from companion.play.honshu.views import view
from companion.rules.honshu.advising import advise, select_best
from companion.service.playing import play
from companion.web.people import WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu.phones import Hands, play_game
from tests.web.conftest import read_fields

NAMES = {"blue": "Aya", "red": "Bo", "yellow": "Chen"}
AT = "/t/friday"


class Thumbs:
    """Phones that play by what their pages offer; every touch is counted."""

    def __init__(self, phones) -> None:
        self.phones, self.taps, self.heaviest = phones, Counter[str](), (0, "")

    def get_page(self, seat: str, path: str = "") -> str:
        answer = self.phones[seat].get(AT + path)
        assert answer.status_code == 200
        self.heaviest = max(self.heaviest, (len(answer.content), path))
        return answer.text

    def press(self, seat: str, name: str, value: object = "1", chosen=(), path: str = "/now", **more: object):
        """Press a button that the page of the table offers, with what was chosen before."""
        page = self.get_page(seat)
        assert search(rf'name="{name}" value="{value}"', page), (seat, name, value)
        for field, each in chosen:
            assert search(rf'name="{field}" value="{each}"', page), (field, each)
        return self.send(seat, path, page, [(name, value), *chosen], 1 + len(chosen))

    def send(self, seat: str, path: str, page: str, sent, taps: int):
        self.taps[seat] += taps
        body: dict[str, list[str]] = {name: [value] for name, value in read_fields(page).items()}
        for name, value in sent:
            body.setdefault(name, []).append(str(value))
        answer = self.phones[seat].post(AT + path, data=body)
        assert answer.status_code == 200, answer.text
        return answer

    def lay(self, seat: str, session, shown: str) -> None:
        """Drag the card at the thumb, turn it, slide it under, and lay it."""
        now = view(session.state)
        card = now.maps[seat].waiting_cards[0]
        assert f"Lay card {card}" in shown
        way = select_best(advise(now.maps[seat].pile, cards_by_name()[str(card)], now.card), 1)[0].placement
        turns = {0: 0, 90: 1, 180: 2, 270: 1}[way.turn]
        query = f"at={way.row}.{way.column}&turn={way.turn}&under={way.under or ''}"
        page = self.get_page(seat, f"/card?{query}")
        assert f"Lay card {card}" in page
        assert 'id="card"' not in page  # no number is typed
        sent = {"card": card, "at": f"{way.row}.{way.column}", "turn": way.turn, "under": way.under or ""}
        self.send(seat, "/card", page, [*sent.items()], 1 + turns + bool(way.under) + 1)


@pytest.fixture
def session(shelf):
    return honshu_moves.begin(shelf, "friday", NAMES)


@pytest.fixture
def thumbs(seated_browser, session) -> Thumbs:
    return Thumbs({seat: seated_browser("friday", seat, name) for seat, name in NAMES.items()})


def test_an_evening_from_hands_to_the_winner_with_thumbs_alone(thumbs, session, app_state, browser) -> None:
    """Taps are counted, without a script."""
    chance, seats = Random(7), tuple(NAMES)
    cards = Hands(seats, chance)
    for seat, start in zip(seats, ("A2", "A5", "A1"), strict=True):
        thumbs.press(seat, "start", start)
    assert 'value="B1"' not in thumbs.get_page("blue")
    for number in range(1, 13):
        cards.start_round(number)
        for seat in seats if number in (1, 7) else ():
            thumbs.press(seat, "hand", chosen=[("card", card) for card in cards.held[seat]])
        if number == 4:
            assert not findall(r">(?:the win is shared|wins)<", thumbs.get_page("blue"))  # it is still being played
            thumbs.press("red", "right", "blue")
            thumbs.press("blue", "right", "yellow")
        for _ in seats:
            now = app_state.open_table("friday").state
            seat = view(now).seats_to_lay[0]
            card = chance.choice(cards.held[seat])
            held = view(now).maps[seat].pile.cubes if chance.random() < 0.3 else ()
            cube = [("cube", f"{row}.{column}") for row, column in sorted(held)]
            cube = [each for each in cube if f'value="{each[1]}"' in thumbs.get_page(seat)][:1]
            cards.held[seat].remove(card)
            thumbs.press(seat, "lay", card, cube)
        shown: dict[str, str] = {}
        while (now := view(app_state.open_table("friday").state)).takers:
            seat = now.takers[0]
            if number == 2:
                screen = browser(WATCHER).get(AT).text
                assert f"{NAMES[seat]} takes a card" in screen
                assert ("<form" in screen, "Round 2 of 12" in screen) == (False, True)  # until all have taken
            drawn = len(app_state.open_table("friday").history)
            shown[seat] = thumbs.press(seat, "take", chance.choice(now.cards_to_take)).text
        if number == 5:  # the evening's card is settled late, and all count with it
            assert play(app_state.open_table("friday"), ChooseCard(4)).yes
        for seat in seats:
            if seat not in shown:  # the last card came: its map is one tap away, and a page drawn before leads there
                thumbs.taps[seat] += 1
                shown[seat] = thumbs.get_page(seat, "/card")
                led = thumbs.phones[seat].get(AT, headers={"x-companion-drawn": f"{drawn}.1"})
                assert led.url.path == f"{AT}/card"
            thumbs.lay(seat, app_state.open_table("friday"), shown[seat])
    state = app_state.open_table("friday").state
    assert state.is_over
    assert all(len(own.pile.cards) == 13 for own in state.maps.values())
    winner = max(view(state).names, key=lambda seat: int(search_total(thumbs.get_page("blue"), NAMES[seat])))
    assert f"{NAMES[winner]} wins" in unescape(thumbs.get_page("blue"))
    assert max(thumbs.taps.values()) <= 85
    assert thumbs.heaviest[0] < 40_000
    assert "Your hand" not in browser(WATCHER).get(AT).text
    own = state.maps["blue"]
    thumbs.press("blue", "undo", path="/card")  # a second thought: taken back and laid again, it ends again
    assert not app_state.open_table("friday").state.is_over
    for page in (thumbs.get_page("red"), thumbs.get_page("yellow"), browser(WATCHER).get(AT).text):
        assert "Wait for Aya" in page
        assert "Fill in your map" not in page
        assert not [name for name in NAMES.values() if f"{name} wins" in page]
    assert play(app_state.open_table("friday"), own.changes[-1].request).yes
    assert app_state.open_table("friday").state.is_over


def search_total(page: str, name: str) -> str:
    (total,) = findall(rf'{name}</b>.*?<span class="num">(\d+)</span>', page)
    return total


def test_pages_of_other_players_never_show_a_hand(thumbs, session, browser) -> None:
    requests = play_game(session, tuple(NAMES), Random(2))
    while not session.state.hands:
        assert play(session, next(requests)).yes
    hand = session.state.hands[0, "blue"]
    assert all(f'name="lay" value="{card}"' in thumbs.get_page("blue") for card in hand)
    screen = browser(WATCHER)
    for page in ("", "/tricks", "/history", "/score", "/about"):
        bo = thumbs.phones["red"].get(AT + page).text
        assert "Aya" in bo
        for text in (bo, screen.get(AT + page).text):
            assert not findall(r'name="lay" value="\d+"', text)
            assert " ".join(map(str, hand)) not in text
    assert thumbs.phones["red"].get(f"{AT}/about/table.json").status_code != 200


def test_another_phone_plays_for_an_empty_honshu_seat(thumbs, session, app_state) -> None:
    app_state.people.free_seat("friday", "yellow")
    page = thumbs.get_page("blue", "?later=1")
    assert "Your turn: play a card" in page
    assert "The rule: A trick<" in page
    assert 'name="one"' in page  # no hand was told: the card is one of all
    thumbs.send("blue", "/now", page, [("card", 11), ("one", 1), ("cube", "b")], 3)
    page = thumbs.get_page("red", "?later=1")
    assert 'value="b"' in page
    assert 'name="cube" value="g"' not in page  # the first cube says the colour
    thumbs.send("red", "/now", page, [("card", 29), ("one", 1)], 2)
    for seat in ("blue", "red"):
        page = thumbs.get_page(seat, "?later=1")
        assert "Chen has no phone here" in page
    thumbs.send("red", "/now", page, [("card", 57), ("one", 1), ("for", "yellow")], 2)
    assert app_state.open_table("friday").state.tricks
    page = thumbs.get_page("red", "/squares")  # a page for who waits has no form
    answer = thumbs.phones["red"].post(f"{AT}/now", data={**read_fields(page), "take": "11", "for": "blue"})
    assert "from a phone of their own" in answer.text
    thumbs.send("blue", "/now", thumbs.get_page("blue", "?later=1"), [("take", 57)], 1)
    thumbs.send("blue", "/now", thumbs.get_page("blue", "?later=1"), [("take", 29), ("for", "yellow")], 1)
    assert "Take my card back" not in thumbs.get_page("blue", "?later=1")
