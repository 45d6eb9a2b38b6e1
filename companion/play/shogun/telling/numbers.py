"""The numbers of a declared fight: whose is sealed, whose is open, who is left out."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.answers import Told
from companion.play.shogun.fights.fight import PHONES, THROWS, ThrowAttack, ThrowRevolt
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.attempts import Attempt
from companion.rules.shogun.realm import NEUTRAL, daimyo
from companion.sentences import Sentence, say
from companion.table.history import History, Step


def giver(state: ShogunState, fight: ThrowAttack | ThrowRevolt) -> str:
    """The player who gives the number: the defender; without one, the neighbour of attacker or owner."""
    attack = fight.attack if isinstance(fight, ThrowAttack) else None
    if attack is not None and attack.defender != NEUTRAL:
        return attack.defender
    first = fight.rising.owner if isinstance(fight, ThrowRevolt) else fight.attack.attacker
    players = state.players
    return players[(players.index(first) + 1) % len(players)]


def number_awaited(state: ShogunState) -> str | None:
    """The player who is asked for a number now; nobody, when nothing is declared."""
    if state.attempt is not None:
        return next(iter(state.attempt.awaited), None)
    return None if state.declared is None else giver(state, state.declared)


def thrown_from(step: Step[ShogunState]) -> Attempt | None:
    """The numbers of the phones that a battle or revolt was thrown from; ``None`` where none were asked."""
    state = step.before
    if state is None or state.attempt is None or step.request != state.declared:
        return None
    attempts = step.after.attempts[state.label(state.declared)]
    return next(each for each in attempts if each.number == state.attempt.number)


@dataclass(frozen=True, slots=True)
class AddedNumber:
    """The number that one phone adds to a throw."""

    player: str
    state: str  # ``without``, ``opened``, ``sealed`` or ``missing``
    seal: str | None
    typed: bool


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that a declared fight waits for.

    Who knows a number and its salt makes its seal of ``commitment``, ``label``, ``attempt`` and the colour.
    """

    commitment: str
    label: str
    attempt: int
    own: str
    phones: tuple[AddedNumber, ...]
    sealed: bool
    ready: bool
    awaited: tuple[str, ...]  # whose numbers can come now


def numbers_of(state: ShogunState) -> Numbers | None:
    """The numbers that the declared fight waits for; nothing where no phone is asked."""
    attempt = state.attempt
    if attempt is None:
        return None
    phones = tuple(
        AddedNumber(each, _state(attempt, each), attempt.seals.get(each), each in attempt.typed)
        for each in attempt.phones
    )
    commitment, label = state.seal.commitment, state.label(state.declared)
    sealed = not attempt.unsealed
    own, ready = attempt.own_seal, attempt.ready
    return Numbers(commitment, label, attempt.number, own, phones, sealed, ready, attempt.awaited)


def numbers_lines(state: ShogunState) -> Sequence[Sentence]:
    """The same for the players."""
    found = numbers_of(state)
    return () if found is None else tuple(map(_line, found.phones))


def _state(attempt: Attempt, player: str) -> str:
    if player in attempt.without:
        return "without"
    if player in attempt.opened:
        return "opened"
    return "sealed" if player in attempt.seals else "missing"


def _line(phone: AddedNumber) -> Sentence:
    name = daimyo(phone.player)
    return {
        "without": say("{player}: left out, for all to see.", player=name),
        "opened": say("{player}: opened.", player=name),
        "sealed": say("{player}: sealed; it is opened when all are sealed.", player=name),
        "missing": say("{player}: no number yet.", player=name),
    }[phone.state]


def throws_by_phones(history: History[ShogunState]) -> dict[str, list[int]] | None:
    """The throws that stand, by how many phones gave their numbers; ``None`` where no phone is asked."""
    if history.state.trust != PHONES:
        return None
    found: dict[str, list[int]] = {"both": [], "one": [], "none": [], "typed": []}
    stands = history.standing
    for step in history:
        if step.event.kind not in THROWS or step.event.number not in stands:
            continue
        attempt = thrown_from(step)
        if attempt is None or attempt.lost_by:
            continue
        number = step.event.result["throw"]
        found[("both", "one", "none")[len(attempt.without)]].append(number)
        if attempt.typed:
            found["typed"].append(number)
    return found


def thrown_lines(history: History[ShogunState]) -> tuple[Told, ...]:
    """The same for the players."""
    found = throws_by_phones(history)
    if found is None:
        return ()
    return (
        say(
            "Throws from the numbers of two phones: {both}; of one phone: {one}; of none: {none}.",
            both=len(found["both"]),
            one=len(found["one"]),
            none=len(found["none"]),
        ),
    )
