"""A score is its lines."""

from companion.rules.score import Line, Score
from companion.sentences import say


def test_the_total_is_the_sum_and_parts_go_by_rule() -> None:
    score = Score((Line("forest", 4, ((0, 0),), say("yes")), Line("lake", 0, (), say("no"))))
    assert score.total == 4
    assert score.sum_points("forest") == 4
    assert score.sum_points("forest", "lake") == 4
    assert score.sum_points("town") == 0
    assert Score(()).total == 0
