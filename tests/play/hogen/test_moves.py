"""Hogen's use cases: what is answered at a table says nothing that the table may not hear."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.answers import Answer
from companion.codec import encode
from companion.data.hogen.cards import CALLS, CARDS, Call, parse_card
from companion.play.hogen.descriptions import describe_next_move, describe_standing
from companion.play.hogen.views import ANSWERING
from companion.service.hogen.table import HogenSession, begin, describe_heard_events, view_table
from tests.play.hogen import moves
from tests.play.hogen.moves import undo

NAMES = ("Aya", "Bo", "Chen")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[HogenSession]:
    with begin(tmp_path / "tables.sqlite", "friday", NAMES, {}, seed="service") as session:
        yield session


def text(answer: Answer) -> str:
    """All that an answer holds, for a program and for people."""
    said = [str(line) for line in (*answer.lines, *([answer.refused] if answer.refused else []))]
    return json.dumps(answer.document, default=str) + "\n".join(said)


def find_names(said: str) -> set[str]:
    return {str(card) for card in CARDS if str(card) in said}


def rally_all(here: HogenSession) -> dict[str, str]:
    for seat in "ABC":
        own = view_table(here, seat).own
        assert own is not None
        assert own.hand is not None
        moves.rally(here, parse_card(own.hand[0]), seat)
    return {seat: str(card) for seat, card in here.state.game.rallied.items()}


def test_no_answer_of_a_whole_game_names_a_hidden_samurai(here: HogenSession) -> None:
    """Every answer, refusal and line heard by all names what lies open or was said aloud."""
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
            (
                Answer(
                    encode(view_table(here)),
                    (*describe_standing(view_table(here)), describe_next_move(view_table(here))),
                ),
                set(),
            ),
        ):
            assert here.state.game.turn.palace is not None
            open_ |= {str(card) for card in here.state.game.turn.palace}
            said = find_names(" ".join(map(str, here.state.heard)))
            assert find_names(text(answer)) <= open_ | aloud | said
        page = " ".join(map(str, describe_heard_events(here)))
        assert find_names(page) <= open_ | find_names(" ".join(map(str, here.state.heard)))


def test_a_game_with_real_cards_is_told_to_the_table(tmp_path: Path) -> None:
    with begin(tmp_path / "tables.sqlite", "izu", NAMES, {}, real=True, starts="bo") as here:
        assert view_table(here).active == "B"
        for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
            moves.rally(here, parse_card(card), seat)
        moves.call(here, Call(rank=4), "Bo")
        assert (view_table(here).phase, view_table(here).asked) == (ANSWERING, "C")
        assert view_table(here).real
        assert moves.answer(here, None, None, "Aya").yes
        assert (here.history.steps[-1].event.result["passed"], view_table(here).active) == (["C"], "A")
        moves.call(here, Call(rank=1))
        assert "passes" in text(moves.nobody_answers(here))
        assert str(undo(here).lines[0]) == "Undone: everybody has passed"
