"""The rounds of a game that a table keeps: the cards laid, the event drawn, actions ended, the end.

With the calendar alone, actions are not told. What the seed shuffled stands in the log, and players may
say instead what their own cards gave. The space of a special card that is taken is the place in turn order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, answering
from companion.data.shogun import facts
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Refused
from companion.play.game import event_data, table_data
from companion.play.shogun.fights.fight import TurnReport
from companion.play.shogun.fights.turn import untold_turns
from companion.play.shogun.keeping import (
    calendar_at,
    calendar_for,
    draws_of,
    due,
    laid_now,
    no_rounds,
    with_calendar,
    with_plans_closed,
)
from companion.play.shogun.plans.turns import EndTurns, play_turns
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import board_data, board_lines, game_data, game_lines, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign, begin_planning, end_round
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round import stages
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS, action_words, special_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.rules.shogun.round.stages import (
    FACE_UP,
    Stage,
    Turn,
    choose_special,
    next_words,
    passed_words,
    turns_until,
)
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
class NextAction:
    """End an action where the board is not kept, and turn up the next card, ``turned`` by the players."""

    turned: str | None = None


@dataclass(frozen=True, slots=True)
class EndAction:
    """End an action where the board is not kept; with plans laid, it is written as the turns that end."""

    turned: str | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; turns that were not told were blanks."""


@dataclass(frozen=True, slots=True)
class FinishRound:
    """End a round; where turns are left, they were said to be ``blanks``, or it is refused."""

    blanks: bool


def _play_lay(state: ShogunState, request: LayCards, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_for(state, Stage.LAY)
    if recorded is not None:
        request = LayCards(tuple(recorded["actions"]), tuple(recorded["specials"]))
    actions = _laid(state, request.actions) or stages.shuffle_actions(calendar, draws_of(state))
    told = _whole(request.specials, SPECIALS, "special")
    specials = told or stages.shuffle_specials(calendar, draws_of(state))
    laid = stages.lay_cards(calendar, actions, specials)
    game = begin_planning(state.game, laid) if isinstance(state.game, Campaign) else laid
    return Played({"actions": list(actions), "specials": list(specials)}, replace(state, game=game))


def _laid(state: ShogunState, given: Sequence[str] | None) -> tuple[str, ...] | None:
    """The actions as players laid their own cards: all, or without the board those that lie face up."""
    face_up = given is not None and len(given) == len({*given} & {*ACTIONS}) == FACE_UP
    if given is not None and face_up and not isinstance(state.game, Campaign):
        return tuple(given)
    return _whole(given, ACTIONS, "action")


def _whole(given: Sequence[str] | None, cards: Sequence[str], sort: str) -> tuple[str, ...] | None:
    if given is None:
        return None
    if sorted(given) != sorted(cards):
        names = vocabulary("shogun", sort).expected
        raise InputError("Every card lies there once; these are the cards: {names}.", names=names)
    return tuple(given)


def _play_event(state: ShogunState, request: DrawEvent, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    event = request.event if recorded is None else recorded["event"]
    if event is None and calendar.stage == Stage.EVENT:
        event = stages.draw_event(calendar, draws_of(state))
    after = with_calendar(with_plans_closed(state, calendar), stages.take_event(calendar, event or 0))
    return Played({"event": event}, after)


def _play_next(state: ShogunState, request: NextAction, recorded: Body | None) -> Played[ShogunState]:
    if isinstance(state.game, Campaign):
        raise Refused("This table keeps its board: its actions go on with their turns.", remedy="act")
    before = calendar_for(state, Stage.ACTIONS)
    after = stages.next_action(before, request.turned)
    turned = after.actions[after.face_up - 1] if after.face_up > before.face_up else None
    return Played({"turned": turned}, with_calendar(state, after))


def _end_action(state: ShogunState, wish: EndAction) -> Played[ShogunState]:
    if due(state) and laid_now(state):
        turns = EndTurns(turned=wish.turned)
        return replace(play_turns(state, turns, None), written=turns)
    request = NextAction(wish.turned)
    return replace(_play_next(state, request, None), written=request)


def _play_end(state: ShogunState, request: EndRound, recorded: Body | None) -> Played[ShogunState]:
    report = TurnReport(passed=_untold(state))
    if isinstance(state.game, Campaign):
        return Played({}, replace(state, game=end_round(state.game)), report)
    return Played({}, replace(state, game=stages.close_round(calendar_for(state, Stage.ACTIONS))), report)


def _untold(state: ShogunState) -> tuple[Turn, ...]:
    """The turns of a round that nobody told."""
    calendar = state.calendar
    if not isinstance(state.game, Campaign) or calendar is None or calendar.stage != Stage.ACTIONS:
        return ()
    return turns_until(calendar)


def _finish(state: ShogunState, wish: FinishRound) -> Played[ShogunState]:
    passed = _untold(state)
    if passed and not wish.blanks:
        raise untold_turns(calendar_for(state, Stage.ACTIONS), passed)
    return replace(_play_end(state, EndRound(), None), written=EndRound())


@answering
def show_round(here: Moment[ShogunState], board: bool = False) -> Answer:
    """A game as it stands; for people with every province as well, where the ``board`` is asked for."""
    seen = view(here.state)
    if seen.game is None:
        raise no_rounds()
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


def _tell_next(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The card that was turned up, and what is next; the whole round where a new one begins."""
    seen, turned = view(step.after), step.event.result["turned"]
    shown = show_round(here)
    if seen.calendar is not None and seen.calendar.stage != Stage.ACTIONS:
        return shown
    lines = next_lines(seen)
    if turned is not None:
        lines = (say("Turned up: {action}.", action=action_words(turned)), *lines)
    data = {**shown.data, "turned": turned}
    assert step.before is not None  # the start turns nothing up
    assert step.before.calendar is not None  # it has a round
    if step.before.calendar.stage == Stage.ACTIONS:
        return Answer(data, lines)
    passed = say("Passed over, as nobody told it: {next}", next=next_words(step.before.calendar))
    return Answer(data, (passed, *lines), remedies=("undo",))


def _event_line(step: Step[ShogunState]) -> Sentence:
    number = step.event.result["event"]
    return say(
        "Event {number}: {words}", number=number, words=event_words(rule_of(facts().events[number - 1]))
    )


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("lay", LayCards, _play_lay, _tell, lambda step: say("The cards of the round are laid.")),
    EventKind("event", DrawEvent, _play_event, _tell, _event_line),
    EventKind("next", NextAction, _play_next, _tell_next, lambda step: say("An action is over.")),
    EventKind("end", EndRound, _play_end, _tell, lambda step: say("The round ends.")),
)
"""The steps of a round, its turns apart."""

WISHES = ((EndAction, _end_action), (FinishRound, _finish))
"""The end of an action and of a round that have turns left."""


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _take(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
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
    goes_on = result["order"] is not None and not isinstance(seen.game, Campaign)
    return Answer(data, (_take_line(step), *lines), remedies=("next",) if goes_on else ())


TAKE: EventKind[ShogunState] = EventKind(
    "take", TakeSpecial, _take, _tell_take, _take_line
)  # a special card taken
