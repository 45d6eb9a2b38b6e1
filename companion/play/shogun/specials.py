"""A special card taken: its space is the place in turn order."""

from dataclasses import dataclass

from companion.answers import Answer
from companion.play.game import event_data
from companion.play.shogun.keeping import calendar_at, with_calendar
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import game_data, game_lines, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.actions import special_words
from companion.rules.shogun.round.stages import Stage, choose_special
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


def _play(state: ShogunState, request: TakeSpecial, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    chosen = choose_special(calendar, state.player(request.player), request.special)
    result = {
        "space": calendar.specials.index(request.special) + 1,
        "order": list(chosen.order) if chosen.stage == Stage.ACTIONS else None,
    }
    return Played(result, with_calendar(state, chosen))


def _line(step: Step[ShogunState]) -> Sentence:
    return say(
        "{player} takes {special} and plays at place {space}.",
        player=daimyo(step.request.player),
        special=special_words(step.request.special),
        space=step.event.result["space"],
    )


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    seen, result = view(step.after), step.event.result
    data = event_data(here, step, space=result["space"], order=result["order"], game=game_data(seen))
    lines = next_lines(seen) if result["order"] is None else game_lines(seen)
    goes_on = result["order"] is not None and not isinstance(seen.game, Campaign)
    return Answer(data, (_line(step), *lines), remedies=("next",) if goes_on else ())


KIND: EventKind[ShogunState] = EventKind("take", TakeSpecial, _play, _tell, _line)  # a special card taken
