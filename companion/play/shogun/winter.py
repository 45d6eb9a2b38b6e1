"""A winter: everybody's hunger, the provinces that revolt, and the points that end the year, or the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Told
from companion.codec import encode
from companion.data.shogun import facts
from companion.errors import InputError
from companion.play.game import event_data
from companion.play.shogun.keeping import campaign_at, draws_of
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import game_data, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.components import point_words
from companion.rules.shogun.realm import daimyo, listing
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import YEARS, Calendar, put_on_top
from companion.rules.shogun.winter.hunger import Hunger, draw_winter, rice_lost
from companion.rules.shogun.winter.winter_round import begin_winter, score_winter, winter_hunger
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Reckon the hunger of winter, and draw the provinces that revolt."""

    drawn: tuple[str, ...] = ()  # the provinces that were drawn by hand; none to draw them from the seed


def _play(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    needs = winter_hunger(campaign, facts().events, state.rulings)
    hands = {player: campaign.realm.owned(player) for player in state.players}
    given = _by_owner(hands, request.drawn) if request.drawn else None
    if recorded is not None:
        given = recorded["drawn"]
    drawn = draw_winter(needs, hands, draws_of(state), campaign.calendar.label, given)
    begun = begin_winter(campaign, facts().events, drawn, state.rulings)
    return Played(encode({"needs": needs, "drawn": drawn}), replace(state, game=begun))


def _by_owner(hands: Mapping[str, Sequence[str]], drawn: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners = {name: player for player, names in hands.items() for name in names}
    found: dict[str, tuple[str, ...]] = {}
    for province in drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


def tell_winter(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The hunger of every player, and the provinces drawn."""
    seen, result = view(step.after), step.event.result
    players = {
        player: {"green" if key == "greens" else key: value for key, value in need.items()}
        for player, need in result["needs"].items()
    }
    data = event_data(here, step, players=players, drawn=result["drawn"], game=game_data(seen))
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    card = rice_lost(facts().events[calendar.open_events[0] - 1], step.after.rulings)
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player, card)
    return Answer(data, (*lines, *next_lines(seen)))


def _line(step: Step[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


WINTER: EventKind[ShogunState] = EventKind("winter", BeginWinter, _play, line=_line)
"""The beginning of a winter; its revolts are throws like others."""


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year."""

    # numbers of the event cards opened for the new year, where the players shuffle their own
    open: tuple[int, ...] | None = None


def _count(state: ShogunState, request: CountPoints, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    after, scores = score_winter(replace(campaign, calendar=_with_pile(campaign.calendar, request)))
    result = {
        "points": {player: score.total for player, score in scores.items()},
        "total": {player: seat.points for player, seat in after.realm.seats.items()},
    }
    return Played(result, replace(state, game=after), scores)


def _with_pile(calendar: Calendar, request: CountPoints) -> Calendar:
    if request.open is None or calendar.year >= YEARS:
        return calendar
    return replace(calendar, pile=put_on_top(calendar.pile, request.open, OPEN_EVENTS))


def _points_line(step: Step[ShogunState]) -> Sentence:
    each = [
        say("{player} {points}", player=daimyo(player), points=point_words(points))
        for player, points in step.event.result["total"].items()
    ]
    return say("The points are counted: {points}.", points=listing(each))


POINTS: EventKind[ShogunState] = EventKind(
    "points", CountPoints, _count, line=_points_line
)  # the points counted
