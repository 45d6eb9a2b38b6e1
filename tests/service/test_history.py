"""What happened at a table, how it ended, and who takes back what."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.answers import Answer
from companion.errors import Refused
from companion.play.game import FinalRank
from companion.play.hogen.state import HogenState
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.service.hogen import begin as begin_hogen
from companion.service.kept_tables import open_table
from companion.service.playing import describe_events, find_redoable, find_undoable, play, take_back
from companion.service.results import describe_result
from companion.service.session import Session
from companion.table.shelf import MemoryShelf
from tests.goldens import read_golden
from tests.play.honshu.moves import begin as begin_honshu
from tests.service.answer_text import format_answer, format_answers

SEATS = {"blue": "Aya", "red": "Bo"}


def test_the_result_of_a_game_can_be_sent_on() -> None:
    shelf = MemoryShelf()
    honshu = begin_honshu(shelf, "friday", SEATS, 5)
    game = honshu.history.game
    assert "not over" in str(describe_result(honshu, game.final_ranks(honshu), {}).refused)  # type: ignore[attr-defined]
    play(honshu, LayCard("blue", "A1", 0, 0))
    play(honshu, LayCard("red", "B3", 0, 0))
    play(honshu, EndGame())
    ended = datetime(2026, 3, 4, 20, 15, 30, tzinfo=UTC)
    answers = {
        "Honshu": describe_result(honshu, game.final_ranks(honshu), {"blue": "Aya K."}, ended)  # type: ignore[attr-defined]
    }
    hogen: Session[HogenState] = begin_hogen(shelf, "heike", ("Aya", "Bo", "Chen"), {}, seed="plum")
    ranks = [FinalRank("B", "Bo", 1), FinalRank("A", "Aya", 2), FinalRank("C", "Chen", 2)]
    answers["Hogen"] = describe_result(hogen, ranks, {"A": "Aya", "B": "Emil"}, ended)
    text = format_answers({name: replace(each, outcome=None) for name, each in answers.items()})
    for answer in answers.values():
        address, _, sent = answer.data["bg_stats"].partition("?data=")
        assert address == "https://app.bgstatsapp.com/createPlay.html"
        text += format_answer(Answer({**answer.data, "bg_stats": json.loads(unquote(sent))}))
    assert text == read_golden("service-results.txt", text)


def test_only_the_maker_and_the_host_may_undo(store: Path) -> None:
    with open_table(store, "friday") as friday:
        assert find_redoable(friday) is None
        with friday.group_under_tap("t", "aya"):
            play(friday, LayCard("blue", "50", 2, 0))
        done = find_undoable(friday)
        assert done is not None
        assert (done.event, str(done.sentence), done.makers) == (3, "Aya: card 50", ("aya",))
        allowed = [
            done.is_allowed_for(visitor, host) for visitor, host in (("aya", False), ("bo", False), ("bo", True))
        ]
        assert allowed == [True, False, True]
        for event, visitor, redo, message in (
            (2, "aya", False, "Something else has happened since: the last is event 3."),
            (3, "bo", False, "Somebody else did this: only they, or whoever opened the tables, can undo it."),
            (3, "aya", True, "Nothing can be undone now."),
        ):
            with pytest.raises(Refused, match=message):
                take_back(friday, event, visitor, False, redo)
        with friday.group_under_tap("u", "bo"):
            take_back(friday, 3, "bo", host=True)
        undone = find_redoable(friday)
        assert undone is not None
        assert (undone.event, undone.makers) == (3, ("bo", "aya"))
        marks = {each.event: each.undone for each in describe_events(friday)}
        assert marks == {1: False, 2: False, 3: True, 4: False}
        take_back(friday, 3, "aya", False, redo=True)
        assert find_redoable(friday) is None
        assert "50" in [each.card.name for each in friday.state.maps["blue"].pile.cards]
