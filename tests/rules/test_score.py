"""A score is its lines; their words are made when they are read."""

from companion.rules.score import Line, Score
from companion.sentences import Sentence, say


def test_the_total_is_the_sum_and_parts_go_by_rule() -> None:
    score = Score((Line("forest", 4, ((0, 0),), say("yes")), Line("lake", 0, (), say("no"))))
    assert score.total == 4
    assert score.part("forest") == 4
    assert score.part("forest", "lake") == 4
    assert score.part("town") == 0
    assert Score(()).total == 0


def test_words_are_made_when_read() -> None:
    made = []

    def tell() -> Sentence:
        made.append(1)
        return say("{number} castles", number=3)

    line: Line[str] = Line("castles", 3, ("Kai",), tell)
    assert made == []
    assert str(line.text) == "3 castles"
    assert made == [1]
