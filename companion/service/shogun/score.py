"""The points of a finished board and of a table, and winters looked at again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.answers import GAP, Answer, answering
from companion.data.shogun import Side, facts
from companion.play.game import table_data
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.points import KIND as POINTS
from companion.play.shogun.points import total_points
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.scores import ranking_lines, score_lines, tied
from companion.play.shogun.telling.standing import game_lines
from companion.play.shogun.telling.throw_words import throw_words
from companion.play.shogun.views import view
from companion.play.shogun.winter import KIND as WINTER
from companion.play.shogun.winter import tell_winter
from companion.rules.score import Score
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import MAJORITIES, rank_players, score_board
from companion.sentences import Sentence, say
from companion.service.shogun.session import ShogunSession, standing
from companion.service.shogun.shown import side_of
from companion.table.history import Step


@answering
def score_finished_board(
    found: FinishedBoard, side: Side, points: Mapping[str, int], chests: Mapping[str, int]
) -> Answer:
    """Count the points of a board; points and chests by colour go before those that stand there."""
    board = facts().board(side)
    earlier, purses = {**found.points, **points}, {**found.chests, **chests}
    scores = score_board(board, found.lands, (*found.players, *earlier, *purses))
    ranking = rank_players(
        {player: one.total + earlier.get(player, 0) for player, one in scores.items()}, purses
    )
    data = {
        "side": side,
        "players": {player: _told(one, earlier.get(player, 0)) for player, one in scores.items()},
        "ranking": ranking,
    }
    lines = (*score_lines(scores, earlier), GAP, *ranking_lines(ranking))
    undecided = any(each.chests is None and tied(each, ranking) for each in ranking)
    return Answer(data, lines, remedies=("chests",) if undecided else ())


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's points on a board, what they are made of, and those from before."""

    total: int
    before: int
    parts: Mapping[str, int]
    lines: Sequence[Mapping[str, object]]


def _told(score: Score[str], before: int) -> PlayerScore:
    built, most = score.part("castles", "temples", "theatres"), score.part(*MAJORITIES)
    parts = {"provinces": score.part("provinces"), "buildings": built, "majorities": most}
    return PlayerScore(score.total, before, parts, score.told("provinces"))


@answering
def score_so_far(here: ShogunSession) -> Answer:
    """The points of everybody if the winter were now; of a game that is over, its end."""
    seen = view(here.state)
    over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    found = board_at(here.state)
    board = replace(found, lands={}) if over else found
    answer = score_finished_board(board, side_of(here), {}, seen.chests)
    data = table_data(here, over=over, **answer.data)
    if over:
        return Answer(data, game_lines(seen))
    told = say("If the winter were now, with the points from before:")
    return replace(answer, outcome=data, lines=(told, *answer.lines))


def board_at(state: ShogunState) -> FinishedBoard:
    """The board of a table, as it is kept or as it was told, with the points from before and the chests."""
    if state.holdings and not isinstance(state.game, Campaign):
        return told_board(state)
    realm = campaign_at(state, "setup" if state.calendar is None else "points").realm
    points = {player: seat.points for player, seat in realm.seats.items()}
    chests = {player: seat.chests for player, seat in realm.seats.items()}
    return FinishedBoard(dict(realm.lands), realm.players, points if any(points.values()) else {}, chests)


def told_board(state: ShogunState) -> FinishedBoard:
    """The board as far as its players told it: whose each province is, and what was built there."""
    seen = view(state)
    lands = {
        province: replace(seen.lands.get(province, Land()), owner=player)
        for player, holding in seen.holdings.items()
        for province in holding.provinces
    }
    chests = {player: holding.chests for player, holding in seen.holdings.items()}
    return FinishedBoard(lands, seen.players, total_points(state), chests)


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
