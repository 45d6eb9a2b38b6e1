"""The draft: a province card taken, and an army group placed there."""

from dataclasses import dataclass, replace

from companion.answers import Answer
from companion.errors import Refused
from companion.play.game import event_data
from companion.play.shogun.keeping import reckoned
from companion.play.shogun.state import Drafting, KeptGame, ShogunState
from companion.play.shogun.telling.standing import board_lines, game_data, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.stages import open_game
from companion.rules.shogun.setup.draft import take_province
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class DraftCard:
    """Take an open province card, or the top of the pile, and place a group there."""

    player: str
    card: str
    group: int


def _play(state: ShogunState, request: DraftCard, recorded: Body | None) -> Played[ShogunState]:
    if not isinstance(state.game, Drafting):
        raise Refused("No draft is under way at this table.")
    drafting = state.game
    before = drafting.draft
    draft = take_province(before, state.player(request.player), request.card, request.group)
    (taken,) = set(draft.lands) - set(before.lands)
    result = {"province": taken, "open": list(draft.open), "buried": list(draft.buried), "next": draft.player}
    game: KeptGame = replace(drafting, draft=draft)
    if draft.player is None:
        realm = reckoned(state, drafting.board, draft.lands, {})
        game = Campaign(open_game(state.players, drafting.events), realm)
    return Played(result, replace(state, game=game))


def _line(step: Step[ShogunState]) -> Sentence:
    return say(
        "{player} takes {province} and places {count} there.",
        player=daimyo(step.request.player),
        province=step.event.result["province"],
        count=step.request.group,
    )


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    seen = view(step.after)
    over = isinstance(seen.game, Campaign)
    province, group = step.event.result["province"], step.request.group
    data = event_data(here, step, province=province, group=group, game=game_data(seen))
    ended = (say("All groups are placed; the draft is over."), *board_lines(seen)) if over else ()
    return Answer(data, (_line(step), *ended, *next_lines(seen)))


KIND: EventKind[ShogunState] = EventKind("draft", DraftCard, _play, _tell, _line)  # a province drafted
