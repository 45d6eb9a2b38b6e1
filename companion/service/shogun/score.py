"""The points of a board, every line explained, and who is the Shogun: of a file, or at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.answers import GAP, Answer, answering
from companion.data.shogun import Side, facts
from companion.play.game import table_data
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.points import total_points
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.scores import ranking_lines, score_lines, tied
from companion.play.shogun.telling.standing import game_lines
from companion.play.shogun.views import view
from companion.rules.score import Score
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import MAJORITIES, rank_players, score_board
from companion.sentences import say
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.shown import side_of


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
    realm = campaign_at(state).realm
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
