"""Plans and bids laid in secret: sealed in the log, changed by their owner until the last one is laid.

From then on, or once the event is drawn, they stay as they are, whatever is undone: nobody knows something
and plans anew. A plan goes back into the hand by itself where its player's cards or chests are put right.

A plan is sealed with the table's own seed, so that no copy without the seed tells it. Every sealed plan is
equally long, and the same plan sealed twice looks different. Once the seed is revealed anybody can open all
of them, and see that the cards turned over are those that were laid.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass, field, replace

from companion.codec import UNSAID
from companion.errors import InputError, Refused
from companion.play.shogun.keeping import campaign_at, holding_of, laid_now, no_seed
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.round.plans import Plan, check_plan
from companion.rules.shogun.round.stages import Calendar, Stage, next_words
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body, canonical

_ROOM = 512  # bytes of a plan: eleven of the longest names, and more
_TAG = hashlib.sha256().digest_size


def seal_plan(plan: Plan, secret: str, place: str) -> str:
    """Seal a plan.

    Args:
        secret: What only the table knows: its seed and salt.
        place: Whose plan it is, of which round, and how often it was sealed: never the same twice.
    """
    text = canonical([dict(plan.cards), plan.bid]).encode().ljust(_ROOM)
    key = _key(secret)
    tag = hmac.digest(key, f"{place}\n".encode() + text, "sha256")
    return (tag + _mixed(text, key, tag)).hex()


def unseal_plan(sealed: str, secret: str, place: str) -> Plan:
    """Open a sealed plan."""
    key = _key(secret)
    try:
        whole = bytes.fromhex(sealed)
        tag, text = whole[:_TAG], _mixed(whole[_TAG:], key, whole[:_TAG])
    except ValueError:
        whole = tag = text = b""
    if len(whole) != _TAG + _ROOM or hmac.digest(key, f"{place}\n".encode() + text, "sha256") != tag:
        raise InputError("This plan was not sealed at this table.")
    cards, bid = json.loads(text)
    return Plan(cards, bid)


def _key(secret: str) -> bytes:
    return hashlib.sha256(f"plans\n{secret}".encode()).digest()


def _mixed(text: bytes, key: bytes, tag: bytes) -> bytes:
    """The text with a stream of bytes mixed in, or taken out again."""
    blocks = range(-(-len(text) // _TAG))
    stream = b"".join(hmac.digest(key, tag + number.to_bytes(4), "sha256") for number in blocks)
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))


@dataclass(frozen=True, slots=True)
class LayPlan:
    """Lay a plan face down, or take it back into the hand; it is written sealed."""

    player: str
    sealed: str = ""  # the sealed plan; nothing for one that is taken back into the hand
    plan: Plan | None = field(default=None, metadata=UNSAID)  # before it is sealed; never written


def with_owned(before: ShogunState, after: ShogunState) -> ShogunState:
    """The table with plans taken back whose players own another thing than when they laid them."""
    calendar, planning = after.calendar, after.planning
    if before.calendar is None or calendar is None or calendar.label in planning.closed:
        return after
    for player in planning.of(calendar.label):
        if holding_of(before, player) != holding_of(after, player):
            planning = planning.without(calendar.label, player)
    return replace(after, planning=planning)


def _open_calendar(state: ShogunState, player: str) -> Calendar:
    """The calendar, if plans can be laid there; it is refused otherwise."""
    state.player(player)
    calendar = campaign_at(state).calendar
    if calendar.label in state.planning.closed:
        raise Refused("The plans of this round are closed: all lie sealed, or the event is known.")
    if calendar.stage != Stage.EVENT:
        raise Refused("This is not the moment to plan. Next: {next}", next=next_words(calendar))
    return calendar


def _apply_plan(state: ShogunState, request: LayPlan, recorded: Body | None) -> Played[ShogunState]:
    player, calendar, planning = request.player, _open_calendar(state, request.player), state.planning
    if request.plan is not None:
        if not state.seal.known:
            raise no_seed()
        sealed = seal_plan(request.plan, _secret(state), _place(state, calendar, player))
        request = LayPlan(player, sealed)
    if not request.sealed:
        if player not in planning.of(calendar.label):
            raise Refused("{player} has laid no plan.", player=daimyo(player))
        return Played({}, replace(state, planning=planning.without(calendar.label, player)))
    plan, holding = None, holding_of(state, player)
    if state.seal.known:
        plan = unseal_plan(request.sealed, _secret(state), _place(state, calendar, player))
        check_plan(player, plan, holding.provinces, holding.chests)
    planning = planning.with_plan(calendar.label, player, plan)
    if set(planning.of(calendar.label)) == {*state.players}:
        planning = planning.closing(calendar.label)
    return Played({}, replace(state, planning=planning), written=request)


def _secret(state: ShogunState) -> str:
    return f"{state.seal.seed}\n{state.seal.salt}"


def _place(state: ShogunState, calendar: Calendar, player: str) -> str:
    return f"{calendar.label} {player} {state.planning.seals}"


def unplanned(state: ShogunState) -> tuple[str, ...]:
    """The players who have not laid their plan for this round."""
    return tuple(player for player in state.players if player not in laid_now(state))


def dealt(here: Moment[ShogunState], player: str) -> bool:
    """True from a player's plan, which may be in the hand again, until the cards of the round are played."""
    calendar = here.state.calendar
    if calendar is None or calendar.stage in (Stage.WINTER, Stage.REVOLTS, Stage.OVER):
        return False
    for step in reversed(here.history.steps):
        if step.after.calendar is None or step.after.calendar.label != calendar.label:
            break
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return True
    return False


def _plan_line(step: Step[ShogunState]) -> Sentence:
    player = daimyo(step.request.player)
    if not step.request.sealed:
        return say("{player} takes the plan back.", player=player)
    return say("{player} has laid a plan.", player=player)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("plan", LayPlan, _apply_plan, line=_plan_line, undoable=False, undo_skips=True),
)
"""Plans laid, which no undo takes back."""
