"""The rounds of a game: the cards laid, the event drawn, special cards taken, the end.

What the seed shuffled stands in the log, and players may say instead what their own cards gave. The space of
a special card that is taken is the place in turn order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.answers import Answer, answering
from companion.codec import UNSAID
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.play.game import event_data, table_data
from companion.play.shogun.fights.fight import TurnReport
from companion.play.shogun.fights.turn import untold_turns
from companion.play.shogun.keeping import campaign_at, draws_of, no_game, with_calendar, with_plans_closed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import board_data, board_lines, game_data, game_lines, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import begin_planning, end_round
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round import stages
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS, special_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.rules.shogun.round.stages import Stage, choose_special, passed_words, turns_until
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
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


@answering
def show_round(here: Moment[ShogunState], board: bool = False) -> Answer:
    """A game as it stands; for people with every province as well, where the ``board`` is asked for."""
    seen = view(here.state)
    if seen.game is None:
        raise no_game()
    data = table_data(here, game=game_data(seen), board=board_data(seen))
    return Answer(data, (*(board_lines(seen) if board else ()), *game_lines(seen)))


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The round as it stands after an event; and which turns the end of it passed over."""
    shown, passed = show_round(here), getattr(step.report, "passed", ())
    if not passed:
        return shown
    assert step.before is not None  # the start ends no round
    assert step.before.calendar is not None  # it had turns
    told = say("Passed over as blanks: {turns}.", turns=passed_words(step.before.calendar, passed))
    return replace(shown, lines=(told, *shown.lines), remedies=("undo",))


def _event_line(step: Step[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    return say(
        "Event {number}: {words}", number=number, words=event_words(rule_of(facts().events[number - 1]))
    )


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _play_lay, _tell, lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _play_event, _tell, _event_line),
    EventKind("end", EndRound, _play_end, _tell, lambda step: say("The round ends.")),
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


def _tell_take(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    seen, result = view(step.after), step.event.result
    data = event_data(here, step, space=result["space"], order=result["order"], game=game_data(seen))
    lines = next_lines(seen) if result["order"] is None else game_lines(seen)
    return Answer(data, (_take_line(step), *lines))


TAKE: EventKind[ShogunState] = EventKind(
    "take", TakeSpecial, _take, _tell_take, _take_line
)  # a special card taken
