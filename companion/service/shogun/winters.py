"""A winter that has come, line by line: the hunger, every revolt, the points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.answers import Answer
from companion.play.shogun.points import KIND as POINTS
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.throw_words import throw_words
from companion.play.shogun.winter import KIND as WINTER
from companion.play.shogun.winter import tell_winter
from companion.rules.shogun.game.campaign import Campaign
from companion.sentences import Sentence
from companion.service.shogun.score import board_at, score_finished_board
from companion.service.shogun.session import ShogunSession, standing
from companion.service.shogun.shown import side_of
from companion.table.history import Step


@dataclass(frozen=True, slots=True)
class Winter:
    """The last winter of a table, as far as it has come."""

    year: int
    players: Mapping[str, Mapping[str, int]]  # the hunger of each
    drawn: Mapping[str, Sequence[str]]  # the provinces that revolt
    revolts: tuple[Sentence, ...]  # those that were thrown
    points: Mapping[str, int]  # of each player once they are counted, where they were told
    score: Answer | None  # what they are made of, where the board is known
    fresh: bool  # true until something else happens than its draw or its count


def last_winter(here: ShogunSession) -> Winter | None:
    """The last winter that was reckoned at a table; none before the first."""
    steps = standing(here)
    begun = [number for number, step in enumerate(steps) if step.event.kind == WINTER.name]
    if not begun:
        return None
    winter = steps[begun[-1] :]
    ends = [number for number, step in enumerate(winter, 1) if step.event.kind == POINTS.name]
    winter = winter[: ends[0]] if ends else winter
    told, calendar = tell_winter(here, winter[0]).document, winter[0].after.calendar
    assert calendar is not None  # a winter is one of a game
    return Winter(
        calendar.year,
        told["players"],
        told["drawn"],
        tuple(throw_words(step) for step in winter if step.event.kind == "revolt"),
        winter[-1].event.result.get("points", {}),
        _score(here, winter[-1]),
        winter[-1] is steps[-1] and (bool(ends) or len(winter) == 1),
    )


def counted_last(here: ShogunSession) -> bool:
    """True while the last thing that happened at a table is that its points were counted."""
    return standing(here)[-1].event.kind == POINTS.name


def _score(here: ShogunSession, step: Step[ShogunState]) -> Answer | None:
    """The points of a winter line by line; nothing where they were told, and the board was not."""
    points: Any = step.event.result.get("points")
    assert step.before is not None  # the start counts nothing
    if points is None or not (isinstance(step.before.game, Campaign) or step.before.holdings):
        return None
    found = board_at(step.before)
    answer = score_finished_board(found, side_of(here), {}, step.request.chests or {})
    same = all(own["total"] == points[player] for player, own in answer.document["players"].items())
    return answer if same else None
