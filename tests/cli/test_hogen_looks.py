"""Whoever sits at the keyboard can ask for any seat: that somebody did, all are told."""

import re

import pytest

from companion.play.hogen import GAME as HOGEN
from companion.table.store import Store
from companion.table.table import Table
from tests.cli.hogen_player import Player
from tests.cli.terminal import Terminal


def test_a_look_at_a_seat_is_told_to_all_and_nothing_of_what_was_seen(hogen: Player) -> None:
    hogen("deal", "friday", "--players", "Aya,Bo,Chen")
    assert hogen.json("show", "friday")["looked"] == {}
    assert "looked at" not in hogen("show", "friday")
    own = hogen("show", "friday", "--seat", "Bo")
    hand = re.findall(r"[A-Z][a-z]+\d", own.partition("You were dealt:")[2])
    for _ in range(2):
        hogen("show", "friday", "--seat", "A")
    shown = hogen("show", "friday", "--history")
    assert "Cards looked at with a command or by a second phone, and how often: Aya 2, Bo 1." in shown
    assert shown.splitlines()[0] == "What only Bo may see was looked at."
    assert len(hand) >= 3
    assert not any(card in shown for card in hand)
    assert hogen.json("show", "friday")["looked"] == {"A": 2, "B": 1}


def test_a_seats_log_is_a_look_and_a_refused_one_is_none(hogen: Player, dealt: Player) -> None:
    before = dealt.json("show", "friday")["looked"]
    dealt("log", "friday", "--seat", "Chen")
    after = dealt.json("show", "friday")["looked"]
    assert after == {**before, "C": before["C"] + 1}
    hogen("deal", "saturday", "--players", "3")
    hogen("log", "saturday", "--seat", "A", code=1)
    assert hogen.json("show", "saturday")["looked"] == {}


def test_undo_and_redo_pass_over_looks(dealt: Player) -> None:
    caller = dealt.json("show", "friday")["active"]
    own = dealt.json("show", "friday", "--seat", caller)["own"]
    dealt("call", "friday", *own["may_call"][0].split())
    looked = dealt.json("show", "friday")["looked"]
    dealt("show", "friday", "--seat", "A")
    assert dealt.json("undo", "friday")["undone"] == "call"
    dealt("show", "friday", "--seat", "B")
    assert dealt.json("undo", "friday", "--redo")["redone"] == "call"
    after = dealt.json("show", "friday")["looked"]
    assert after == {**looked, "A": looked["A"] + 1, "B": looked["B"] + 1}


def test_on_a_game_that_is_over_nobody_peeks(dealt: Player) -> None:
    active = dealt.json("show", "friday")["active"]
    others = [seat for seat in "ABC" if seat != active]
    rallied = {seat: dealt.json("show", "friday", "--seat", seat)["own"]["rallied"] for seat in others}
    dealt("accuse", "friday", *(f"{seat}={card}" for seat, card in rallied.items()))
    before = dealt.json("show", "friday")["looked"]
    dealt("show", "friday", "--seat", others[0])
    assert dealt.json("show", "friday")["looked"] == before


@pytest.mark.parametrize("seat", ["Z", "Dai", ""])
def test_a_seat_that_is_none_is_no_look(hogen: Player, seat: str) -> None:
    hogen("deal", "friday", "--players", "Aya,Bo,Chen")
    assert "sits at no seat" in hogen("show", "friday", "--seat", seat, code=2)
    assert hogen.json("show", "friday")["looked"] == {}


def test_the_screen_that_is_passed_on_tells_it_and_counts_no_page_of_its_own(hogen: Player) -> None:
    hogen("deal", "friday", "--players", "Aya,Bo,Chen")
    hogen("show", "friday", "--seat", "Aya")
    words = ["hogen", "play", "friday", "--store", str(hogen.store)]
    with Terminal(words, LC_ALL="C.UTF-8", COLUMNS="120") as screen:
        assert "how often: Aya 1." in screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        screen.type("q")
        screen.end()
    with Store(hogen.store) as store:
        kinds = [step.event.kind for step in Table(store, "friday", HOGEN).history]
    assert kinds == ["new", "look"]
