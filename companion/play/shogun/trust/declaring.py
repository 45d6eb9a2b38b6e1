"""Numbers against whoever holds the computer: armies are declared first, then others give numbers.

The declaration is an event with its hash before a number is asked for, and the number is mixed into that
one throw: neither the seed nor a copy of the table tells it beforehand. At a table of numbers another player
gives one; at one of phones both sides' do, and Companion's own is sealed in the declaration. A number
that was given stays with its fight, whatever is undone; a declaration waits until it is thrown or visibly
undone.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.answers import Answer
from companion.codec import UNSAID
from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.game import event_data
from companion.play.shogun.fights.fight import (
    PHONES,
    SEED,
    Fight,
    Hungry,
    TakeTurn,
    ThrowAttack,
    ThrowCubes,
    ThrowRevolt,
    WinterRevolt,
)
from companion.play.shogun.fights.throwing import as_told, check_tower, mustered
from companion.play.shogun.keeping import campaign_at, no_seed
from companion.play.shogun.state import ShogunState, written_cubes, written_lodged
from companion.play.shogun.telling.chances import contents_told, odds_of
from companion.play.shogun.telling.numbers import giver, number_awaited, numbers_lines, numbers_of
from companion.play.shogun.telling.standing import log_told
from companion.play.shogun.telling.throw_words import declared_words, odds_words
from companion.play.shogun.trust.attempts import Attempt, number_seal, resumed
from companion.play.shogun.views import hash_told
from companion.rules.shogun.battle.battle import Battle, Revolt
from companion.rules.shogun.battle.muster import Muster
from companion.rules.shogun.game.campaign import Campaign, declare
from companion.rules.shogun.realm import NEUTRAL, daimyo
from companion.rules.shogun.round.actions import action_words
from companion.rules.shogun.round.stages import Calendar, Turn, passed_words, turns_until
from companion.rules.shogun.winter.winter_round import declare_revolt
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body, canonical

LARGEST_NUMBER = 999_999_999  # the largest number that is taken; any will do


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare a fight, before a number is given for it."""

    fight: ThrowAttack | ThrowRevolt
    # true where numbers of phones are opened in an order, and then stay; older programs knew none
    ordered: bool = field(default=False, metadata=UNSAID)


def goes_on(state: ShogunState, request: Any) -> bool:
    """True for a request that goes on with the declared fight; nothing else happens before it is thrown."""
    if state.attempt is None:
        return getattr(request, "number", None) is not None
    return getattr(request, "of_phones", False) or request == state.declared


def untold_turns(calendar: Calendar, turns: tuple[Turn, ...], until: str | None = None) -> Refused:
    """The refusal when turns would be passed over without consent."""
    return Refused(
        "Nothing is done: these turns were not told: {turns}.",
        remedy="blanks",
        turns=passed_words(calendar, turns, until),
    )


def check_late(campaign: Campaign, wish: TakeTurn) -> None:
    """Refuse a turn that was passed over, unless it is said to be told late; and one that is not late."""
    order, calendar = wish.order, campaign.calendar
    forgotten = calendar.position(order.player, order.action) < calendar.turn
    if forgotten and not wish.late:
        raise Refused(
            "{player}'s turn for this action was passed over as a blank: {action}.",
            remedy="late",
            player=daimyo(order.player),
            action=action_words(order.action),
        )
    if wish.late and not forgotten:
        raise Refused("This turn was not passed over; it is told as ever.")


def hungry_player(state: ShogunState, campaign: Campaign) -> str:
    """The player whose province revolts next in winter."""
    return campaign.revolting or state.players[0]


def declared(state: ShogunState, request: Fight) -> tuple[Muster, Battle | Revolt | None]:
    """The cubes that a request would throw and how they would be judged; the tower is not asked."""
    match request:
        case TakeTurn(order=order):
            action = declare(campaign_at(state), order, facts().events, state.rulings)
        case WinterRevolt(province=province):
            campaign = campaign_at(state)
            _, action = declare_revolt(campaign, hungry_player(state, campaign), province, state.rulings)
        case _:
            return mustered(state, request)
    if action.clash is None:
        raise InputError("There are odds for an attack or a revolt only.")
    return action.clash.muster, action.clash.judged


def as_fight(state: ShogunState, request: Fight) -> ThrowAttack | ThrowRevolt | None:
    """The fight that a request leads to, as it would be written down; ``None`` for a turn without one."""
    match request:
        case TakeTurn(order=order):
            campaign = campaign_at(state)
            clash = declare(campaign, order, facts().events, state.rulings).clash
            check_late(campaign, request)
            if clash is None:
                return None
            passed = turns_until(campaign.calendar, campaign.calendar.position(order.player, order.action))
            if passed and not request.blanks:
                raise untold_turns(campaign.calendar, passed, order.action)
            return as_told(campaign, clash, None, order, None)
        case WinterRevolt(province=province):
            campaign = campaign_at(state)
            player = hungry_player(state, campaign)
            clash = declare_revolt(campaign, player, province, state.rulings)[1].clash
            assert clash is not None  # a revolt is thrown
            return as_told(campaign, clash, None, None, Hungry(player, province))
        case ThrowCubes():
            return None
    mustered(state, request)
    return request


def is_declared_first(state: ShogunState, request: Fight) -> bool:
    """True when a throw is declared, and thrown when its numbers have been given."""
    if state.trust == SEED or request.out is not None:
        return False
    return as_fight(state, request) is not None


def next_attempt(state: ShogunState, label: str) -> int:
    """The number of the next attempt at a fight."""
    return 1 + max((each.number for each in state.attempts.get(label, ())), default=0)


def own_seal(state: ShogunState, label: str, attempt: int, recorded: Body | None) -> str:
    """The seal of Companion's own number for an attempt at a fight; as recorded, where no seed is."""
    if not state.seal.known and recorded is not None:
        return str(recorded["own"])
    own = state.seal.own(f"{label} {attempt}")
    return number_seal(state.seal.commitment, label, attempt, "own", *own)


def _play_declare(state: ShogunState, request: Declare, recorded: Body | None) -> Played[ShogunState]:
    fight = request.fight
    if state.trust == SEED or fight.out is not None or fight.number is not None:
        raise InputError("Nothing is declared at this table; it is thrown at once.")
    if not state.seal.known and recorded is None:
        raise no_seed()
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
    asked: Fight = fight
    if fight.order is not None:
        asked = TakeTurn(fight.order)
    elif (hungry := getattr(fight, "hungry", None)) is not None:
        asked = WinterRevolt(hungry.province)
    if as_fight(state, asked) != fight:
        raise InputError("The request does not fit the board.")
    muster, judged = declared(state, asked)
    assert judged is not None  # it is a fight
    state.tower.take(muster.cubes, state.unlimited_green)
    label, other = state.label(judged), giver(state, fight)
    result: dict[str, Any] = {"label": label, "in": dict(muster.cubes)}
    after = replace(state, declared=fight)
    if state.trust != PHONES:
        return Played({**result, "number_from": other}, after, (muster, judged))
    # One hash of all that a throw hangs on besides the numbers: hand, tray and inside.
    parts = [sorted(muster.cubes.items()), written_cubes(state.tower.tray), written_lodged(state.tower)]
    cubes = hashlib.sha256(canonical(parts).encode("ascii")).hexdigest()
    attempt = resumed(state.attempts.get(label, ()), cubes)
    if attempt is None:
        number = next_attempt(state, label)
        first = judged.attacker if isinstance(judged, Battle) else judged.owner
        attempt = Attempt(number, (first, other), own_seal(state, label, number, recorded), cubes)
    result |= {"phones": [*attempt.phones], "attempt": attempt.number, "own": attempt.own_seal}
    if request.ordered:
        # Whoever opens last may know what comes, so that must be somebody who fights, and who loses by
        # refusing: who declared the fight first; where no player defends, and in a revolt, last.
        defended = isinstance(judged, Battle) and judged.defender != NEUTRAL
        attempt = replace(attempt, order=attempt.phones if defended else attempt.phones[::-1])
        result["order"] = [*attempt.order]
    return Played(result, after.with_attempt(fight, attempt), (muster, judged))


def announced(state: ShogunState, request: Fight) -> Played[ShogunState]:
    """The declaration of the fight that a request leads to."""
    check_tower(state, None)
    fight = as_fight(state, request)
    assert fight is not None  # it is declared first
    declaration = Declare(fight, ordered=state.trust == PHONES)
    return replace(_play_declare(state, declaration, None), written=declaration)


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The declared fight, how likely it is, and who gives the number."""
    assert step.before is not None  # a declaration is never the first event
    before, (muster, judged) = step.before, step.report
    asked_from = step.event.result.get("number_from") or number_awaited(step.after)
    odds = odds_of(before, muster, judged, contents_told(before))
    assert odds is not None  # somebody fights
    told = {"declared": muster.cubes, "number_from": asked_from, "odds": odds}
    data = event_data(here, step, **told, hash=hash_told(step))
    player = daimyo(str(asked_from))
    give: Sequence[Sentence] = (
        say("{player} gives a number now, any from 0; nobody can have known it.", player=player),
    )
    if step.after.attempt is not None:
        data["numbers"], give = numbers_of(here.state), numbers_lines(here.state)
    lines = (declared_words(step), *muster.notes, odds_words(odds, judged), *log_told(step), *give)
    return Answer(data, lines, remedies=("number",))


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("declare", Declare, _play_declare, _tell, declared_words),
)
"""A fight declared."""
