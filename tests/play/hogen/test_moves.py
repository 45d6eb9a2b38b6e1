"""Hogen's use cases: what is answered at a table says nothing that the table may not hear."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.answers import Answer
from companion.data.hogen.cards import CALLS, CARDS, Call, card_named
from companion.errors import InputError
from companion.play.hogen.moves import SeenByAccuser
from companion.rules.hogen.game import NOT_OPEN
from companion.service.hogen.beginning import HogenSession, begin
from companion.service.hogen.looking import (
    accuser_page,
    common_page,
    own_page,
    seat_log,
    seen,
    show,
    waits_for,
)
from tests.play.hogen import moves
from tests.play.hogen.moves import begun, undo

NAMES = ("Aya", "Bo", "Chen")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[HogenSession]:
    with begin(tmp_path / "tables.sqlite", "friday", NAMES, {}, seed="service") as session:
        yield session


def text(answer: Answer) -> str:
    """All that an answer holds, for a program and for people."""
    said = [str(line) for line in (*answer.lines, *([answer.refused] if answer.refused else []))]
    return json.dumps(answer.document, default=str) + "\n".join(said)


def named_in(said: str) -> set[str]:
    return {str(card) for card in CARDS if str(card) in said}


def rally_all(here: HogenSession) -> dict[str, str]:
    for seat in "ABC":
        own = seen(here, seat).own
        assert own is not None
        assert own.hand is not None
        moves.rally(here, card_named(own.hand[0]), seat)
    return {seat: str(card) for seat, card in here.state.game.rallied.items()}


def test_the_names_of_players_stand_in_a_refusal(here: HogenSession) -> None:
    rally_all(here)
    now = seen(here)
    others = [name for seat, name in now.names.items() if seat != now.active]
    no = moves.call(here, CALLS[0], others[0])
    assert (
        str(no.refused) == f"It is not {others[0]} but {now.names[str(now.active)]} who may call or accuse."
    )
    assert no.document == {"refused": no.refused}
    assert not no.yes


def test_no_answer_of_a_whole_game_names_a_hidden_samurai(here: HogenSession) -> None:
    """Every answer, refusal and common page, wish by wish: it names what lies open or was said aloud."""
    rally_all(here)
    chance = Random(4)
    for _ in range(60):
        game = here.state.game
        assert game.turn.palace is not None
        open_ = {str(card) for card in game.turn.palace}
        call = chance.choice(CALLS)
        lays, takes = chance.sample(CARDS, 2)
        for answer, aloud in (
            (moves.call(here, call, chance.choice(NAMES)), set()),
            (moves.answer(here, lays, takes, chance.choice(NAMES)), {str(lays), str(takes)}),
            (moves.rally(here, lays, chance.choice(NAMES)), {str(lays)}),
            (show(here), set()),
        ):
            assert here.state.game.turn.palace is not None
            open_ |= {str(card) for card in here.state.game.turn.palace}
            heard = named_in(" ".join(map(str, here.state.heard)))
            assert named_in(text(answer)) <= open_ | aloud | heard
        page = " ".join(str(line) for line in common_page(here, 1))
        assert named_in(page) <= open_ | named_in(" ".join(map(str, here.state.heard)))


def test_a_call_that_is_not_open_is_refused_in_one_sentence_and_leaves_no_trace(here: HogenSession) -> None:
    rallied = card_named(rally_all(here)[str(seen(here).active)])
    before = here.head
    for call in (Call(clan=rallied.clan), Call(rank=rallied.rank), Call(rallied.clan, rallied.rank)):
        assert str(moves.call(here, call).refused) == str(NOT_OPEN)
    assert here.head == before


def test_only_the_accuser_is_told_where_to_look(here: HogenSession) -> None:
    rallied = rally_all(here)
    accuser = str(seen(here).active)
    first, second = (seat for seat in "ABC" if seat != accuser)
    wrong = [(first, card_named(rallied[second])), (second, card_named(rallied[first]))]
    answer = moves.accuse(here, wrong)
    assert answer.negative
    assert answer.refused is None
    assert isinstance(answer.data, dict)
    assert (answer.data["legal"], answer.data["right"]) == (True, False)
    (look,) = (line for line in answer.lines if isinstance(line, SeenByAccuser))
    assert (look.table, look.seat) == ("friday", accuser)
    for other in (first, second):
        assert f"You have seen what {seen(here).names[other]} rallied: {rallied[other]}" in pages(
            accuser_page(here, accuser)
        )
        assert "You have seen" not in pages(own_page(here, other))
    assert "You have seen" not in pages(common_page(here, 1))
    with pytest.raises(InputError, match="named twice"):
        moves.accuse(here, [("Aya", CARDS[0]), ("A", CARDS[1])])


def pages(lines: list[Any]) -> str:
    return "\n".join(str(line) for line in lines)


def test_what_the_table_waits_for(here: HogenSession) -> None:
    assert waits_for(here) == ("rally", "A")
    rallied = rally_all(here)
    active = str(seen(here).active)
    assert waits_for(here) == ("call", active)
    moves.accuse(here, [(seat, card_named(card)) for seat, card in rallied.items() if seat != active])
    assert waits_for(here) is None


def test_real_cards(tmp_path: Path) -> None:
    with begin(tmp_path / "tables.sqlite", "izu", NAMES, {}, real=True, starts="bo") as here:
        data = begun(here).data
        assert isinstance(data, dict)
        assert data["starts"] == "B"
        for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
            moves.rally(here, card_named(card), seat)
        moves.call(here, Call(rank=4), "Bo")
        assert waits_for(here) == ("answer", "C")
        assert seen(here).real
        with pytest.raises(InputError, match="say who answers") as no:
            moves.answer(here, None, None)
        assert no.value.remedy == "who answers"
        assert moves.answer(here, None, None, "Aya").data == {
            "legal": True,
            "passed": ["C"],
            "palace": None,
            "active": "A",
        }
        moves.call(here, Call(rank=1))
        assert "passes" in text(moves.nobody_answers(here))
        assert str(undo(here).lines[0]) == "Taken back: everybody has passed"


def test_the_log_is_refused_before_all_have_rallied(here: HogenSession) -> None:
    no = seat_log(here, "Aya")
    assert str(no.refused).startswith("The log begins when")
    assert no.document == {"refused": no.refused}


def test_only_a_samurai_that_answers_the_call_may_be_laid(here: HogenSession) -> None:
    rallied = {seat: card_named(card) for seat, card in rally_all(here).items()}
    active = str(seen(here).active)
    for call in CALLS:
        if moves.call(here, call).yes and waits_for(here) != ("call", active):
            break
    asked = str(seen(here).asked)
    own = seen(here, asked).own
    assert own is not None
    assert moves.may_lay(here, card_named(own.may_lay[0]), asked).yes
    no = moves.may_lay(here, rallied[asked], asked)
    assert str(no.refused) == (
        f"{rallied[asked]} cannot be laid now; it must be one of {', '.join(own.may_lay)}."
    )
