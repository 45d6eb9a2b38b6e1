"""The rounds of a game: the cards laid, the event drawn, special cards taken, the end.

What the seed shuffled stands in the log, and players may say instead what their own cards gave. The space of
a special card that is taken is the place in turn order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.play.shogun.fights import TurnReport, untold_turns
from companion.play.shogun.keeping import campaign_at, draws_of, with_calendar, with_plans_closed
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.game.campaign import begin_planning, end_round
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round import stages
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS, special_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.rules.shogun.round.stages import Stage, choose_special, turns_until
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay the cards of a round: as the seed shuffles them, or as the players' own fell."""

    actions: tuple[str, ...] | None = None
    specials: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Draw the event of a round, or tell which one was drawn."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; where turns are left, they are made ``blanks``, or it is refused."""

    blanks: bool = field(default=True, metadata=UNSAID)


def _play_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    told = _whole(request.actions, ACTIONS, "action")
    actions = told or stages.shuffle_actions(calendar, draws_of(state))
    told = _whole(request.specials, SPECIALS, "special")
    specials = told or stages.shuffle_specials(calendar, draws_of(state))
    game = begin_planning(campaign, stages.lay_cards(calendar, actions, specials))
    return Played({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _whole(given: Sequence[str] | None, cards: Sequence[str], sort: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", sort).expected
        raise InputError("Every card lies there once; these are the cards: {names}.", names=names)
    return tuple(given)


def _play_event(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Played[ShogunState]:
    calendar = campaign_at(state).calendar
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == Stage.EVENT:
        event = stages.draw_event(calendar, draws_of(state))
    after = with_calendar(with_plans_closed(state, calendar), stages.take_event(calendar, event or 0))
    return Played({"event": event}, after)


def _play_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    calendar = campaign.calendar
    passed = turns_until(calendar) if calendar.stage == Stage.ACTIONS else ()
    if passed and not request.blanks:
        raise untold_turns(calendar, passed)
    return Played({}, replace(state, game=end_round(campaign)), TurnReport(passed=passed))


def _event_line(step: Step[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    return say(
        "Event {number}: {words}", number=number, words=event_words(rule_of(facts().events[number - 1]))
    )


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _play_lay, line=lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _play_event, line=_event_line),
    EventKind("end", EndRound, _play_end, line=lambda step: say("The round ends.")),
)
"""The steps of a round, its turns apart."""


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _take(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Played[ShogunState]:
    calendar = campaign_at(state).calendar
    chosen = choose_special(calendar, state.player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(chosen.order) if chosen.stage == Stage.ACTIONS else None,
    }
    return Played(result, with_calendar(state, chosen))


def _take_line(step: Step[ShogunState]) -> Sentence:
    return say(
        "{player} takes {special} and plays at place {space}.",
        player=daimyo(step.request.player),
        special=special_words(step.request.special),
        space=step.event.result["space"],
    )


TAKE: EventKind[ShogunState] = EventKind("take", TakeSpecial, _take, line=_take_line)  # a special card taken
