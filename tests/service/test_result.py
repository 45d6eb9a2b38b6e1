"""How a game ended, as it is sent on."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote

from companion.answers import Answer
from companion.play.game import FinalRank
from companion.play.hogen.state import HogenState
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.service.hogen import begin as begin_hogen
from companion.service.playing import play
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
