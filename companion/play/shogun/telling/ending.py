"""A game in one sentence; everybody's rank at its end, and the points by part."""

from collections import Counter

from companion.play.game import FinalRank, Part
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.awaited import awaited
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.stages import Stage, season_words
from companion.rules.shogun.score.scoring import MAJORITIES, final_ranking, score_board
from companion.sentences import Sentence, say
from companion.table.history import Moment

PARTS = (
    Part("provinces", say("provinces")),
    Part("buildings", say("buildings")),
    Part("majorities", say("majorities")),
)
"""What the points of all winters are made of."""


def stands(here: Moment[ShogunState]) -> Sentence:
    """The present stage of a game."""
    state, calendar = here.state, here.state.calendar
    if state.game is None:
        return say("The tower alone; throws so far: {throws}", throws=state.tower.throws)
    if calendar is not None and calendar.stage == Stage.OVER:
        return say("The game is over.")
    waits = awaited(state)
    what = waits.words
    if calendar is None:
        return what
    if calendar.stage == Stage.WINTER and waits.action is None:  # a season, and all that goes on in it
        return say("Year {year}, {season}.", year=calendar.year, season=season_words(calendar.season))
    if waits.action is not None:
        what = action_words(waits.action)
        if waits.player is not None:
            what = say("{player}, {what}", player=daimyo(waits.player), what=what)
    return say(
        "Year {year}, {season}: {what}", year=calendar.year, season=season_words(calendar.season), what=what
    )


def final_ranks(here: Moment[ShogunState]) -> tuple[FinalRank, ...]:
    """Everybody's rank once the game is over; nobody's before."""
    game = here.state.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return ()
    return tuple(
        FinalRank(each.player, daimyo(each.player), each.rank, each.points)
        for each in final_ranking(game.realm)
    )


def points(here: Moment[ShogunState]) -> dict[str, dict[str, int]]:
    """The points of every winter by part."""
    history, found = here.history, dict[str, Counter[str]]()
    for number in sorted(history.standing):
        step = history.step(number)
        if step.event.kind == "points" and step.before is not None:
            realm = campaign_at(step.before).realm
            for player, score in score_board(realm.board, realm.lands, realm.players).items():
                for line in score.lines:
                    majority = "majorities" if line.rule in MAJORITIES else "buildings"
                    part = line.rule if line.rule == "provinces" else majority
                    found.setdefault(player, Counter())[part] += line.points
    return {player: dict(counted) for player, counted in found.items()}
