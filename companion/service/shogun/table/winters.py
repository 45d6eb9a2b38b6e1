"""A winter at a table: the draw, one revolt after the other, the points, the new year."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.shogun.cubes import GREEN, armies
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import final_ranking, score_board
from companion.rules.shogun.winter.hunger import Hunger
from companion.sentences import say
from companion.service.answer import Answer, Told, answering
from companion.service.shogun.score import ranking_data, score_finished_board, score_lines
from companion.service.shogun.standing import game_data, game_lines, next_lines, seat_lines
from companion.service.shogun.table.opening import ShogunSession
from companion.table.shogun.keeping import campaign_at
from companion.table.shogun.requests import CountPoints, DrawWinter
from companion.table.shogun.views import view

__all__ = ["begin_winter", "count_points", "score_so_far", "winter_has_begun"]


def winter_has_begun(here: ShogunSession) -> bool:
    """Whether the next step of a winter is to count, once its revolts are thrown."""
    calendar = here.state.calendar
    return calendar is not None and calendar.stage == Stage.REVOLTS


@answering
def begin_winter(here: ShogunSession, request: DrawWinter) -> Answer:
    """Reckon the hunger of every player, and draw the provinces that revolt."""
    step = here.do(request)
    seen, result = view(step.after), step.event.result
    data = {
        "table": here.name,
        "event": step.event.number,
        "players": result["needs"],
        "drawn": result["drawn"],
        "game": game_data(seen),
    }
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player)
        if not isinstance(seen.game, Campaign):
            lines += [
                say(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need.greens}),
                )
                for province in result["drawn"].get(player, ())
            ]
    return Answer(data, (*lines, *next_lines(seen)))


@answering
def count_points(here: ShogunSession, request: CountPoints) -> Answer:
    """Count the points of a winter and open the new year, or end the game."""
    step = here.do(request)
    assert step.before is not None  # the start counts nothing
    before, game, seen = step.before.game, step.after.game, view(step.after)
    lines: list[Told] = []
    ranking = None
    if isinstance(before, Campaign) and isinstance(game, Campaign):
        realm = before.realm
        scores = score_board(realm.board, realm.lands, realm.players)
        earlier = {player: seat.points for player, seat in realm.seats.items()}
        lines += score_lines(scores, earlier if any(earlier.values()) else {})
        lines += seat_lines(seen)
        if game.calendar.stage == Stage.OVER:
            ranking = ranking_data(final_ranking(game.realm))
    data = {
        "table": here.name,
        "event": step.event.number,
        **step.event.result,
        "ranking": ranking,
        "game": game_data(seen),
    }
    # Who is the Shogun comes before the word that the game is over.
    told = game_lines(seen)
    return Answer(data, (*lines, *(told if ranking is None else (*told[1:], told[0]))))


@answering
def score_so_far(here: ShogunSession) -> Answer:
    """What everybody would have if the winter were now; of a game that is over, its end."""
    campaign = campaign_at(here.state)
    realm = campaign.realm
    counted = campaign.calendar.stage == Stage.OVER
    points, chests = (
        {player: getattr(seat, what) for player, seat in realm.seats.items()} for what in ("points", "chests")
    )
    found = FinishedBoard({} if counted else dict(realm.lands), realm.players, {}, chests)
    answer = score_finished_board(found, realm.board.side, points if any(points.values()) else {}, {})
    data = {"table": here.name, "over": counted, **dict(answer.document or {})}
    if counted:
        return Answer(data, game_lines(view(here.state)))
    told = say("If the winter were now, with the points from before:")
    return replace(answer, data=data, lines=(told, *answer.lines))
