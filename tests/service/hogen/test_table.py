"""A table of Hogen word by word: what all are told, what a seat is told, and what follows of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.answers import Answer
from companion.data.hogen.cards import parse_card
from companion.data.hogen.log import parse_log
from companion.errors import Refused
from companion.play.game import event_line
from companion.play.hogen.moves import count_looks, list_calls
from companion.play.hogen.views import OVER, phase_of
from companion.play.shared_events import OpenSeat
from companion.rules.hogen.rulings import RULINGS
from companion.service.hogen.table import (
    HogenSession,
    Shares,
    begin,
    deal_next_game,
    deduce_for_seat,
    deduce_log,
    describe_heard_events,
    find_next_table,
    format_percent,
    view_table,
)
from companion.service.kept_tables import open_table
from companion.service.session import StoreOrShelf
from companion.table.shelf import MemoryShelf
from companion.table.store import Store
from tests.goldens import read_golden
from tests.play.hogen import moves
from tests.service.page import pages

NAMES = ("Aya", "Bo", "Chen")
LOG = """players 3
me A
hand Minamoto1 Taira2 Fujiwara3
rallied Taira4
palace Minamoto2 Taira1 Fujiwara4 Tachibana3
"""


def table(store: StoreOrShelf, name: str = "friday", **more: object) -> HogenSession:
    return begin(store, name, NAMES, {}, **{"seed": "sheet", **more})  # type: ignore[arg-type]


@pytest.fixture
def here() -> HogenSession:
    return table(MemoryShelf())


def rally(here: HogenSession, seats: str = "ABC") -> HogenSession:
    for seat in seats:
        own = view_table(here, seat).own
        assert own is not None
        assert own.hand is not None
        moves.rally(here, parse_card(own.hand[0]), seat)
    return here


def step(here: HogenSession, chance: Random) -> None:
    """A call that is open, or an answer to one."""
    now = view_table(here)
    if now.call is None:
        moves.call(here, chance.choice([each.call for each in list_calls(view_table(here, now.active)) if each.legal]))
        return
    own = view_table(here, now.asked).own
    assert own is not None
    moves.answer(here, parse_card(own.may_lay[0]), parse_card(own.may_take[0]))


def accuse(here: HogenSession, right: bool = True) -> Answer:
    others = [seat for seat in here.state.seats if seat != view_table(here).active]
    cards = [here.state.game.rallied[seat] for seat in (others if right else reversed(others))]
    return moves.accuse(here, list(zip(others, cards, strict=True)))


def story(here: HogenSession) -> Iterator[tuple[str, Answer]]:
    """A game from the deal to its end."""
    yield "no sheet yet", deduce_for_seat(here, "Aya")
    rally(here)
    yield "the sheet", deduce_for_seat(here, "Aya")
    chance = Random(2)
    for _ in range(5):
        step(here, chance)
    yield "the sheet of Bo", deduce_for_seat(here, "B")
    while view_table(here).call is not None:
        step(here, chance)
    accuser = str(view_table(here).active)
    yield "a wrong accusation", accuse(here, right=False)
    yield "the sheet of the accuser", deduce_for_seat(here, accuser)
    while view_table(here).call is not None:
        step(here, chance)
    yield "a right accusation", accuse(here)
    yield "the last words", Answer([str(line) for line in describe_heard_events(here, 1)])
    assert [*map(str, describe_heard_events(here))][-1:] == [*map(str, describe_heard_events(here, 1))]


def test_a_game_from_the_deal_to_its_end(here: HogenSession) -> None:
    told = pages(dict(story(here)), whole={"the sheet of Bo"})
    assert told == read_golden("hogen-answers.txt", told)


def test_a_log_is_deduced_word_by_word() -> None:
    answers = {
        "at the start": deduce_log(parse_log(LOG, "log"), {}),
        "later": deduce_log(
            parse_log(f"{LOG}call A rank 2\npass B\npass C\ncall A clan Minamoto\npass B\n", "log"), {}
        ),
        "who has rallied what is certain": deduce_log(parse_log(f"{LOG}call A rank 1\npass B\npass C\n", "log"), {}),
    }
    for name, each in answers.items():
        shares = [line.seat for line in each.lines if isinstance(line, Shares)]
        assert shares == ["B", "C"]
        shown = tuple(line for line in each.lines if not isinstance(line, Shares))
        answers[name] = replace(each, lines=shown)
    told = pages(answers, whole={"later"})
    assert told == read_golden("hogen-answers-deduced.txt", told)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0001, "<1%"),
        (0.0049, "<1%"),
        (0.005, "1%"),
        (0.014, "1%"),
        (0.016, "2%"),
        (0.5, "50%"),
        (0.9949, "99%"),
        (0.995, ">99%"),
        (0.9999, ">99%"),
        (1.0, "100%"),
    ],
)
def test_a_share_is_never_rounded_to_what_it_is_not(share: float, said: str) -> None:
    assert str(format_percent(share)) == said


def test_only_another_phone_at_a_seat_is_a_look(here: HogenSession) -> None:
    here.do(OpenSeat("A"))
    assert count_looks(here.history) == {}
    for seat in "AAB":
        here.do(OpenSeat(seat, another=True))
    assert count_looks(here.history) == {"A": 2, "B": 1}
    words = [str(event_line(here.history, step)) for step in here.history][-2:]
    assert words == ["Aya's hand was opened on another phone.", "Bo's hand was opened on another phone."]


def test_the_next_game_is_dealt_when_one_is_over(here: HogenSession) -> None:
    with pytest.raises(Refused, match="dealt when this one is over"):
        deal_next_game(rally(here))
    accuse(here)
    assert find_next_table(here) is None
    assert deal_next_game(here) == find_next_table(here) == deal_next_game(here) == "friday 2"
    second: HogenSession = open_table(here.store, "friday 2")
    assert second.history.get_transition(1).request.players == NAMES
    assert second.state.deduction
    rally(second)
    accuse(second)
    assert deal_next_game(second) == "friday 3"
    here.store.rename_table("friday 2", "moon")
    assert find_next_table(here) is None
    assert deal_next_game(here) == "friday 2"


def test_the_next_game_has_a_name_of_its_own() -> None:
    for name, others, expected in (
        ("friday", ("Friday 2",), "friday 3"),
        ("game 9", (), "game 10"),
        ("game 1999", (), "game 2000"),
        ("game 19999", (), "game 19999 2"),
        ("2", (), "2 2"),
        ("game 1", (), "game 1 2"),
        ("game two", (), "game two 2"),
    ):
        shelf = MemoryShelf()
        here = table(shelf, name)
        for other in others:
            table(shelf, other)
        rally(here)
        accuse(here)
        assert deal_next_game(here) == expected


def test_the_next_game_keeps_what_the_table_agreed() -> None:
    shelf = MemoryShelf()
    ruling = next(each for each in RULINGS if len(each.options) > 1)
    other = ruling.options[1][0]
    here = begin(shelf, "friday", NAMES, {ruling.name: other}, seed="sheet", deduction=False)
    rally(here)
    accuse(here)
    second: HogenSession = open_table(shelf, deal_next_game(here))
    assert second.history.get_transition(1).request.rulings[ruling.name] == other
    assert not second.state.deduction


def test_real_cards_are_dealt_by_hand(tmp_path: Path) -> None:
    here = table(MemoryShelf(), real=True, starts="Chen")
    assert here.history.get_transition(1).request.starts == "C"
    for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
        moves.rally(here, parse_card(card), seat)
    accuse(here)
    assert phase_of(here.state) == OVER
    with pytest.raises(Refused, match="dealt when this one is over"):
        deal_next_game(here)
    palace = [parse_card(name) for name in ("Minamoto1", "Taira2", "Fujiwara3", "Tachibana4")]
    open_ = table(MemoryShelf(), real=True, palace=palace)
    assert open_.history.get_transition(1).request.palace == tuple(map(str, palace))


def test_a_seed_nobody_chose_is_drawn(tmp_path: Path) -> None:
    with table(tmp_path / "t.sqlite", seed=None) as here:
        assert len(here.history.get_transition(1).request.seed) == 32
    table(tmp_path / "t.sqlite", "moon", seed="plum").close()
    with pytest.raises(Exception, match="already"):
        table(tmp_path / "t.sqlite", "moon", seed="pear")
    with Store(tmp_path / "t.sqlite") as store:
        assert [header.name for header in store.list_tables()] == ["friday", "moon"]
