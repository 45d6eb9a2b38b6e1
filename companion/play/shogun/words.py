"""Words of the players, mixed into the seed before anything is thrown or shuffled.

The hash of the seed is shown first, so the seed cannot be chosen to fit the words. They are mixed in by the
order of the players, whoever was first to say one. Each fills the tower anew, which is why they come before
the first throw, and never after an undo.
"""

from dataclasses import dataclass

from companion.answers import Answer, Told
from companion.errors import InputError, Refused
from companion.play.game import table_data
from companion.play.shogun.start import Words, fill_anew, with_words
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import cubes_figure, log_told
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.realm import daimyo, daimyos
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class MixWords:
    """Mix players' words into the seed, for all to see."""

    words: Words


def words_are_open(state: ShogunState) -> bool:
    """Whether words may still be mixed in: nothing was thrown or shuffled, and the seed is a secret."""
    tower, by_hand = state.tower, state.real_tower
    fell = tower.throws or (not by_hand and (tower.tray or any(not each.from_fill for each in tower.lodged)))
    return not (fell or state.game is not None or state.seal.revealed)


def _play(state: ShogunState, request: MixWords, recorded: Body | None) -> Played[ShogunState]:
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
    if not words_are_open(state):
        raise Refused("Words are said before anything is thrown or shuffled; this table has begun.")
    if not request.words:
        raise InputError("Nobody says a word.")
    return fill_anew(state, with_words(state.seal, state.players, request.words), recorded)


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The words that are mixed into the seed, and the tower filled anew."""
    seen = view(step.after)
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("{player}'s word is mixed in: {word}", player=daimyo(player), word=word)
        for player, word in seen.words
    ]
    if figure and not seen.real_tower:
        lines += [say("The tower has been filled anew:"), *figure]
    data = table_data(here, words=seen.words, **seen.cubes, hash=hash_told(step))
    return Answer(data, (*lines, *log_told(step)))


def _line(step: Step[ShogunState]) -> Sentence:
    players = daimyos(colour for colour, _ in step.event.asked["words"])
    return say("Words are mixed into the seed: {players}.", players=players)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("word", MixWords, _play, _tell, _line, undoable=False, redraws=True),
)
"""Words mixed in; what was seen of them stays seen."""
