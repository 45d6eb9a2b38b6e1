"""The seed let out: revealed at the end of a table, or in an exported file before, for all to know."""

from dataclasses import dataclass, replace

from companion.answers import Answer, Told
from companion.errors import Refused
from companion.play.game import table_data
from companion.play.shogun.keeping import no_seed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.figures import HashCheck
from companion.play.shogun.telling.standing import log_told
from companion.rules.shogun.realm import daimyo
from companion.sentences import say
from companion.table.history import EventKind, History, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Show the seed: no more throws and shuffles can be drawn from it."""


@dataclass(frozen=True, slots=True)
class ExportSeed:
    """Let the seed out of the table in an exported file, for all to know."""


def _play_reveal(state: ShogunState, request: RevealSeed, recorded: Body | None) -> Played[ShogunState]:
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    if not state.seal.known:
        raise no_seed()
    calendar = state.calendar
    if calendar is not None and state.planning.of(calendar.label):
        raise Refused("Plans of this round lie sealed, and the seed would open them; first the round ends.")
    result = {"seed": state.seal.seed, "salt": state.seal.salt, "commitment": state.seal.commitment}
    return Played(result, replace(state, seal=replace(state.seal, revealed=True)))


def _play_export(state: ShogunState, request: ExportSeed, recorded: Body | None) -> Played[ShogunState]:
    if not state.seal.known:
        raise no_seed()
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    return Played({}, state)


def tell_seed(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The seed that was revealed, and how its hash is made again."""
    seal, head = step.after.seal, step.event.hash
    seed = {"seed": seal.seed, "salt": seal.salt, "words": seal.words, "commitment": seal.commitment}
    data = table_data(here, **seed, seed_chosen=seal.chosen, hash=head)
    lines: tuple[Told, ...] = (
        say("Seed: {seed}", seed=seal.seed),
        say("Salt: {salt}", salt=seal.salt),
        *(say("{player}'s word: {word}", player=daimyo(player), word=word) for player, word in seal.words),
        say("Hash shown at the start: {commitment}", commitment=seal.commitment),
        say("It is the SHA-256 of the seed, a line end and the salt. To check it elsewhere:"),
        HashCheck(seal.seed, seal.salt),
        say("The throwing at this table is over; results of a real tower can still be entered."),
    )
    return Answer(data, (*lines, *log_told(step)))


def seed_is_out(history: History[ShogunState]) -> bool:
    """True when all know of the seed: it was revealed, or was in a file."""
    steps = history.steps
    return steps[-1].after.seal.revealed or any(isinstance(step.request, ExportSeed) for step in steps)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind(
        "export", ExportSeed, _play_export, line=lambda step: say("The seed is let out in an exported file.")
    ),
    EventKind(
        "reveal",
        RevealSeed,
        _play_reveal,
        tell_seed,
        lambda step: say("The seed is revealed."),
        undoable=False,
    ),
)
"""The seed, revealed or exported; what was seen stays seen."""
