"""A winter at a table: the draw, one revolt after the other, the points, the new year."""

from __future__ import annotations

from dataclasses import replace

from companion.answers import Answer, Told, answering
from companion.data.shogun import Side, facts
from companion.errors import Refused
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.requests import CountPoints, DrawWinter, SetUp
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.play.shogun.winters import total_points
from companion.rules.shogun.components import point_words
from companion.rules.shogun.cubes import GREEN, armies, daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import final_ranking, score_board
from companion.rules.shogun.winter.hunger import Hunger
from companion.sentences import say
from companion.service.shogun.score import ranking_data, score_finished_board, score_lines
from companion.service.shogun.standing import game_data, game_lines, next_lines, seat_lines, told_ranking
from companion.service.shogun.table.opening import ShogunSession
from companion.table.history import Step


def winter_has_begun(here: ShogunSession) -> bool:
    """Whether the next step of a winter is to count, once its revolts are thrown."""
    calendar = here.state.calendar
    return calendar is not None and calendar.stage == Stage.REVOLTS


def side_of(here: ShogunSession) -> Side:
    """The side of the board, as the set-up said."""
    standing = here.history.standing
    said = [
        step.request.side
        for step in here.history
        if step.event.number in standing and isinstance(step.request, SetUp)
    ]
    return said[-1] if said else Side.SUN


@answering
def begin_winter(here: ShogunSession, request: DrawWinter) -> Answer:
    """Reckon the hunger of every player, and draw the provinces that revolt."""
    return _tell_winter(here, here.do(request))


@answering
def show_winter(here: ShogunSession) -> Answer:
    """The winter under way as it was reckoned, and which of its revolts have been thrown."""
    standing = [step for step in here.history if step.event.number in here.history.standing]
    begun = [number for number, step in enumerate(standing) if step.event.kind == "winter"]
    if not winter_has_begun(here) or not begun:
        raise Refused("This winter has not been reckoned yet.")
    after = [step for step in standing[begun[-1] :] if step.event.kind == "revolt"]
    answer = _tell_winter(here, standing[begun[-1]])
    thrown = [step.request.province for step in after if step.request.province]
    return replace(answer, data={**dict(answer.document or {}), "thrown": thrown})


def _tell_winter(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    seen, result = view(step.after), step.event.result
    data = {
        "table": here.name,
        "event": step.event.number,
        "players": {
            player: {"green" if key == "greens" else key: value for key, value in need.items()}
            for player, need in result["needs"].items()
        },
        "drawn": result["drawn"],
        "game": game_data(seen),
    }
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    left = step.request.event or calendar.open[0]
    card = facts().events[left - 1].winter_loss
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player, card)
        if not isinstance(seen.game, Campaign):
            lines += [
                say(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need.greens}),
                )
                for province in result["drawn"].get(player, ())
            ]
    remedies = () if isinstance(seen.game, Campaign) else ("points",)
    return Answer(data, (*lines, *next_lines(seen)), remedies=remedies)


@answering
def count_points(here: ShogunSession, request: CountPoints, found: FinishedBoard | None = None) -> Answer:
    """Count the points of a winter and open the new year, or end the game.

    Args:
        here: The table.
        request: What is counted.
        found: The board as it was typed, where the table does not keep it; its points are counted then.
    """
    told: list[Told] = []
    if found is not None:
        board, players = facts().board(side_of(here)), here.state.players
        scores = score_board(board, found.lands, players)
        points = {player: score.total for player, score in scores.items()}
        request = replace(request, points=points, chests=found.chests or request.chests)
        told += score_lines(scores, {})
    step = here.do(request)
    assert step.before is not None  # the start counts nothing
    before, game, seen = step.before.game, step.after.game, view(step.after)
    lines = told
    ranking = None
    if isinstance(before, Campaign) and isinstance(game, Campaign):
        realm = before.realm
        scores = score_board(realm.board, realm.lands, realm.players)
        earlier = {player: seat.points for player, seat in realm.seats.items()}
        lines += score_lines(scores, earlier if any(earlier.values()) else {})
        lines += seat_lines(seen)
        if game.calendar.stage == Stage.OVER:
            ranking = ranking_data(final_ranking(game.realm))
    elif seen.points and request.points is not None:
        lines += [
            say(
                "{player}: {points} this winter, {total} in all.",
                player=daimyo(player),
                points=point_words(won),
                total=step.event.result["total"][player],
            )
            for player, won in request.points.items()
        ]
        if seen.calendar is not None and seen.calendar.stage == Stage.OVER:
            ranking = ranking_data(told_ranking(seen))
    data = {
        "table": here.name,
        "event": step.event.number,
        **step.event.result,
        "ranking": ranking,
        "game": game_data(seen),
    }
    # Who is the Shogun comes before the word that the game is over.
    stands = game_lines(seen)
    return Answer(data, (*lines, *(stands if ranking is None else (*stands[1:], stands[0]))))


@answering
def score_so_far(here: ShogunSession) -> Answer:
    """What everybody would have if the winter were now; of a game that is over, its end."""
    if here.state.holdings and not isinstance(here.state.game, Campaign):
        return _told_so_far(here)
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


def told_board(here: ShogunSession) -> FinishedBoard:
    """The board as far as its players told it: whose each province is, and what was built there."""
    seen = view(here.state)
    lands = {
        province: replace(seen.lands.get(province, Land()), owner=player)
        for player, holding in seen.holdings.items()
        for province in holding.provinces
    }
    chests = {player: holding.chests for player, holding in seen.holdings.items()}
    return FinishedBoard(lands, seen.players, total_points(here.state), chests)


def _told_so_far(here: ShogunSession) -> Answer:
    found, seen = told_board(here), view(here.state)
    over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    counted = replace(found, lands={}) if over else found
    answer = score_finished_board(counted, side_of(here), {}, dict(seen.chests))
    data = {"table": here.name, "over": over, **dict(answer.document or {})}
    if over:
        return Answer(data, game_lines(seen))
    told = say("If the winter were now, with the points from before:")
    return replace(answer, data=data, lines=(told, *answer.lines))
