"""A table carried to another phone by a moving code: looked at there, or gone on with, never two of it."""

import json
import zlib
from typing import Any

import pytest

from companion.codec import decode, write_sentences
from companion.errors import CompanionError, Refused
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import View, view
from companion.play.honshu import views as honshu
from companion.play.honshu.working import LayCard
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.telling.standing import ShownBoard
from companion.sentences import Sentence
from companion.service.across import (
    Handed,
    Shown,
    forget,
    hand,
    handed_over,
    keep_handed,
    keep_shown,
    looked_at,
    note_handed,
    read,
    same_table,
    show,
)
from companion.service.honshu.standing import standing
from companion.service.kept_tables import let_out, open_table
from companion.service.playing import play
from companion.service.session import Session
from companion.table.shelf import MemoryShelf, Shelf
from tests.play.hogen.played import NAMES, begin_table
from tests.play.honshu.moves import begin as begin_honshu
from tests.play.shogun.test_game import begun, fixed

SEATS = {"blue": "Aya", "red": "Bo"}


def as_said(sentence: Sentence) -> Sentence:
    return sentence


def seen_of(here: Session[Any]) -> Shown:
    found = read(show(here, SEATS, as_said))
    assert isinstance(found, Shown)
    return found


def handed_by(here: Session[Any]) -> Handed:
    found = read(hand(here, SEATS))
    assert isinstance(found, Handed)
    return found


def honshu_table(shelf: Shelf, name: str = "friday") -> Session[Any]:
    here = begin_honshu(shelf, name, SEATS, 5)
    play(here, LayCard("blue", "A1", 0, 0))
    return here


def test_whoever_looks_on_sees_the_maps_as_they_lie_with_their_points() -> None:
    here = honshu_table(MemoryShelf())
    shown = seen_of(here)
    assert (shown.header, shown.names) == (here.header(), SEATS)
    again, now = honshu.View.read(shown.drawn), honshu.view(here.state)
    assert standing(again).data == standing(now).data
    assert [map_.map for map_ in again.maps.values()] == [map_.map for map_ in now.maps.values()]
    assert len(shown.lately) == 2


def test_a_hand_that_is_secret_stays_so() -> None:
    """What is shown is the view of all and not a letter more: read again, and searched for the hands."""
    here = Session(MemoryShelf(), "dark", HOGEN, begin_table(NAMES[:3], "dark"))
    shown = seen_of(here)
    assert decode(View, shown.drawn) == view(here.state)
    content = zlib.decompress(show(here, SEATS, as_said)).decode()
    hands = here.state.game.hands
    assert hands is not None
    assert not [card for dealt in hands.values() for card in dealt if str(card) in content]
    assert here.history.steps[0].event.hash not in content
    with pytest.raises(Refused, match="First the log has to tell everybody"):
        hand(here, SEATS)
    let_out(here)
    assert handed_by(here).carried.events == [step.event for step in here.history]


def test_a_game_goes_on_where_it_was_read_and_comes_back_in_the_place_of_its_older_state() -> None:
    home, away = MemoryShelf(), MemoryShelf()
    here = honshu_table(home)
    assert keep_handed(away, handed_by(here)) == "friday"
    note_handed(home, "friday", handed=True)
    assert handed_over(here)
    there: Session[Any] = open_table(away, "friday")
    assert not handed_over(there)
    play(there, LayCard("red", "A2", 0, 0))
    assert keep_handed(home, handed_by(there)) == "friday"
    assert home.events("friday") == away.events("friday")
    assert not handed_over(open_table(home, "friday"))
    before = home.events("friday")
    assert keep_handed(home, handed_by(open_table(away, "friday"))) == "friday"  # read a second time
    assert home.events("friday") == before
    assert [each.name for each in home.headers()] == ["friday"]


def test_an_older_state_changes_nothing_and_another_name_is_no_other_table() -> None:
    home = MemoryShelf()
    here = honshu_table(home)
    older = handed_by(here)
    play(here, LayCard("red", "A2", 0, 0))
    home.rename_table("friday", "sunday")
    assert keep_handed(home, older) == "sunday"
    assert len(home.events("sunday")) == 3
    assert same_table(MemoryShelf(), older) is None


def test_a_table_that_went_on_at_both_places_is_never_two_by_itself() -> None:
    home, away = MemoryShelf(), MemoryShelf()
    here = honshu_table(home)
    keep_handed(away, handed_by(here))
    there: Session[Any] = open_table(away, "friday")
    play(here, LayCard("red", "A2", 0, 0))
    play(there, LayCard("red", "A3", 0, 0))
    with pytest.raises(Refused, match="both here and there from event 3 on"):
        keep_handed(home, handed_by(there))
    assert len(home.headers()) == 1


def test_another_table_of_the_same_name_gets_one_of_its_own() -> None:
    home, away = MemoryShelf(), MemoryShelf()
    honshu_table(home)
    assert keep_handed(home, handed_by(begin_honshu(away, "friday", {"blue": "Chen"}))) == "friday 2"


def test_what_was_shown_is_kept_until_it_is_shown_anew_or_forgotten() -> None:
    phone, here = MemoryShelf(), honshu_table(MemoryShelf())
    older = show(here, SEATS, as_said)
    play(here, LayCard("red", "A2", 0, 0))
    newer = show(here, SEATS, as_said)
    for content, kept in ((older, True), (newer, True), (older, False), (newer, True)):
        found = read(content)
        assert isinstance(found, Shown)
        assert keep_shown(phone, content, found) == kept
    ((id, shown),) = looked_at(phone)
    assert shown.header.events == 3
    forget(phone, id)
    assert [*looked_at(phone)] == []


def test_whoever_looked_on_and_then_takes_the_game_over_has_it_once() -> None:
    phone, here = MemoryShelf(), honshu_table(MemoryShelf())
    content = show(here, SEATS, as_said)
    keep_shown(phone, content, seen_of(here))
    keep_handed(phone, handed_by(here))
    assert [*looked_at(phone)] == []
    assert seen_of(open_table(phone, "friday")).id == seen_of(here).id  # others go on looking on


def test_a_board_is_drawn_as_far_as_it_is_kept() -> None:
    drawn, lines = SHOGUN.shown(SHOGUN.view(fixed().state))
    board = decode(ShownBoard, json.loads(json.dumps(write_sentences(drawn)))).read()
    assert board == drawn
    assert board.side is not None
    assert len(board.lands) > 20
    assert lines
    tower, none = SHOGUN.shown(SHOGUN.view(begun().state))
    assert decode(ShownBoard, write_sentences(tower)).side is None
    assert none == ()


def packed(content: object) -> bytes:
    return zlib.compress(json.dumps(content).encode())


SAID = {"say": "Nobody", "with": {}}
HEADER = {"name": "x", "game": "honshu", "version": 1, "events": 2}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zip",
        packed([]),
        packed({}),
        packed({"shown": []}),
        packed({"shown": ["id", HEADER, {}, "no sentence", [], [], None]}),
        packed({"shown": ["id", {**HEADER, "more": 1}, {}, SAID, [], [], None]}),
        packed({"shown": ["id", {**HEADER, "events": "2"}, {}, SAID, [], [], None]}),
        packed({"shown": ["id", {**HEADER, "game": "go"}, {}, SAID, [], [], None]}),
        packed({"shown": ["\u202eid", HEADER, {}, SAID, [], [], None]}),
        packed({"shown": ["id", HEADER, {}, {"say": "{a.__class__}", "with": {"a": 1}}, [], [], None]}),
        packed({"shown": ["id", HEADER, {}, {"say": "{a:>999999999}", "with": {"a": 1}}, [], [], None]}),
        packed({"shown": ["id", HEADER, {}, {"say": "{b}", "with": {"a": 1}}, [], [], None]}),
        packed({"shown": ["id", HEADER, {}, {"say": "{", "with": {}}, [], [], None]}),
        packed({"log": ["id", HEADER, {}, []]}),
        packed({"log": ["id", HEADER, {}, [["new", {}, {}, ""]]]}),
        packed({"log": ["id", HEADER, {}, [["new", 1, {}, ""]]]}),
        packed({"shown": ["../id", HEADER, {}, SAID, [], [], None]}),
        packed({"shown": ["id", HEADER, {}, SAID, [], [], None, "../seat"]}),
        packed({"offer": ["../mark", "v=0"]}),
        packed({"answer": ["mark", 5]}),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b" " * 50_000_000),
    ],
)
def test_what_no_companion_has_shown_is_one_sentence(content: bytes) -> None:
    with pytest.raises(CompanionError):
        read(content)
