"""Planned cards turned over in their time, and turns that pass by themselves.

A card lies open when its action has come and its player is on turn; where nobody has anything to choose, as
in building or collecting at a table with the board before it, all cards of the action are turned over at
once. Whoever laid a blank, lost the province, or can do nothing with it, is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.fights import TurnReport
from companion.play.shogun.keeping import calendar_at, with_calendar
from companion.play.shogun.plans.model import Opened
from companion.play.shogun.plans.planning import laid_now, with_owned
from companion.play.shogun.requests import BeginWinter, CountPoints, ThrowAttack, ThrowRevolt
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.battle.verdict import Verdict
from companion.rules.shogun.components import COST
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.game.holdings import carried, handed, short
from companion.rules.shogun.game.turn import Order, declare
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, YIELDS, action_words
from companion.rules.shogun.round.calendar import Calendar, Stage, next_words
from companion.rules.shogun.round.events import THEATRE_EVENT
from companion.rules.shogun.round.stages import close_round, next_action, told_next
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class EndTurns:
    """End turns of the action under way, where the board is not kept.

    Attributes:
        player: Whose turn ends; all that are left of the action, where nobody is named.
        lost: Players who could not do what they planned.
        cards: The province that players turned over who planned on their mat.
        turned: The action card that was turned up, where players shuffle their own.
    """

    player: str | None = None
    lost: tuple[str, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    turned: str | None = None


def due(state: ShogunState) -> tuple[str, ...]:
    """Whose cards of the action under way lie open now: one player's, or of all that are left in it."""
    calendar = state.calendar
    if calendar is None or calendar.stage != Stage.ACTIONS or calendar.action is None:
        return ()
    if len(calendar.taken) < len(calendar.players):
        return ()  # who is on turn was not told
    left = calendar.order[calendar.turn % len(calendar.players) :]
    return left[:1] if isinstance(state.game, Campaign) or calendar.action in COMBATS else left


def follow(
    before: ShogunState | None, request: object, played: Played[ShogunState], recorded: Body | None
) -> Played[ShogunState]:
    """An event with what follows from it for plans, and for what a light table counts."""
    if before is None:
        return played
    order = getattr(request, "order", None)
    if isinstance(order, Order):
        _check_planned(before, order)
    state = played.state
    if not isinstance(state.game, Campaign):
        state = _counted(before, state, request, played)
    state = with_owned(before, state)
    if getattr(state.calendar, "actions", ()) and not getattr(before.calendar, "actions", ()):
        state = replace(state, opened=(), lost=frozenset(), bids={})  # a new round's cards are laid
    state, opened = _turned_over(state, None if recorded is None else recorded.get("opened", ()))
    result = {**played.result, "opened": opened} if opened else played.result
    return replace(played, state=state, result=result)


def _turned_over(
    state: ShogunState, recorded: Sequence[Sequence[str]] | None
) -> tuple[ShogunState, list[list[str]]]:
    """Turn over the planned cards whose time has come, until somebody has something to do."""
    told = {(player, action): province for player, action, province in recorded or ()}
    new: list[list[str]] = []
    while players := due(state):
        assert state.calendar is not None  # somebody is on turn
        action, plans = str(state.calendar.action), laid_now(state)
        open_now = {each.player: each for each in state.opened if each.action == action}
        for player in players:
            if player in plans and player not in open_now:
                plan = plans[player]
                if plan is None and (player, action) not in told:
                    continue  # without the seed it is told by hand
                card = told[player, action] if plan is None else plan.cards.get(action, "")
                open_now[player] = Opened(player, action, card, _passed(state, player, action, card))
                new.append([player, action, card])
                state = replace(state, opened=(*state.opened, open_now[player]))
        if not all(player in open_now and open_now[player].passed for player in players):
            break
        moved = _moved(state, len(players))
        if moved is None:
            break
        state = moved
    return state, new


def _moved(state: ShogunState, turns: int, turned: str | None = None) -> ShogunState | None:
    """The table some turns later; nothing where players must tell first which card they turned up."""
    calendar = state.calendar
    assert calendar is not None  # it has turns
    on = calendar.turn + turns
    if isinstance(state.game, Campaign):
        moved = replace(calendar, turn=on)
        return with_calendar(
            state, close_round(moved) if on == len(ACTIONS) * len(calendar.players) else moved
        )
    if on % len(calendar.players):
        return with_calendar(state, replace(calendar, turn=on))
    if turned is None and told_next(calendar):
        return None
    return with_calendar(state, next_action(calendar, turned))


def _passed(state: ShogunState, player: str, action: str, province: str) -> str:
    """Why a turn passes by itself; empty where it does not."""
    if not province:
        return "blank"
    game = state.game
    if not isinstance(game, Campaign):
        holding = state.holdings[player]
        if province not in holding.provinces or province in state.lost:
            return "lost"
        return "nothing" if short(player, holding, action) is not None else ""
    if province not in game.cards or game.realm.lands[province].owner != player:
        return "lost"
    if action in COMBATS:
        return "nothing" if game.realm.lands[province].armies < 2 else ""
    if action == "one" and state.rulings["short-action"] == "partial":
        return ""
    came = declare(game, Order(player, action, province), facts().events, state.rulings)
    return "nothing" if came.lost else ""


def _check_planned(state: ShogunState, order: Order) -> None:
    """Hold a turn on a kept board against the card that was planned for it.

    Raises:
        Refused: When another card was.
    """
    calendar, laid = calendar_at(state), laid_now(state)
    if calendar.stage != Stage.ACTIONS or calendar.position(order.player, order.action) < calendar.turn:
        return
    if calendar.player in laid and calendar.player != order.player:
        raise Refused(
            "It is {turn}'s turn, not {player}'s.",
            turn=daimyo(str(calendar.player)),
            player=daimyo(order.player),
        )
    card = _open_card(state, order.player, order.action)
    if card is not None and card.province != (order.province or ""):
        raise Refused(
            "{player} planned with {province}: {action}.",
            player=daimyo(order.player),
            province=card.province,
            action=action_words(order.action),
        )


def _counted(
    before: ShogunState, state: ShogunState, request: object, played: Played[ShogunState]
) -> ShogunState:
    """A light table after an event, with what its players own and whose turn is over."""
    fought = played.report.fought if isinstance(played.report, TurnReport) else None
    if isinstance(request, (ThrowAttack, ThrowRevolt)) and fought is not None and not request.late:
        state = _after_fight(state, request.province, fought.verdict)
        calendar, action = state.calendar, getattr(state.calendar, "action", None)
        attacker = request.attack.attacker if isinstance(request, ThrowAttack) else None
        on_turn = calendar is not None and action in COMBATS and due(state) == (attacker,)
        if on_turn and attacker in laid_now(state):
            return _moved(state, 1) or state
    elif isinstance(request, BeginWinter):
        left = {}
        for player, need in played.result["needs"].items():
            if player in state.holdings:
                rice = max(need["rice"] - need["loss"] - need["provinces"], 0)
                left[player] = replace(state.holdings[player], rice=rice)
        return replace(state, holdings={**state.holdings, **left})
    elif isinstance(request, CountPoints):
        kept = {player: replace(each, rice=0) for player, each in state.holdings.items()}
        for player, chests in (request.chests or {}).items():
            if player in kept:
                kept[player] = replace(kept[player], chests=chests)
        lands = {name: replace(land, markers=0) for name, land in state.lands.items()}
        return replace(state, holdings=kept, lands=lands)
    return state


def _after_fight(state: ShogunState, province: str, verdict: Verdict | None) -> ShogunState:
    """A province that was conquered or set free: its card changes hands and acts no more this round."""
    if verdict is None or province not in {card.province for card in facts().cards}:
        return state
    if verdict.province == "held":
        return _marked(state, province, verdict.added_markers)
    holdings = handed(state.holdings, province, verdict.owner)
    lands = {name: land for name, land in state.lands.items() if verdict.owner or name != province}
    return replace(state, holdings=holdings, lands=lands, lost=state.lost | {province})


def _play_turns(state: ShogunState, request: EndTurns, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_at(state)
    if isinstance(state.game, Campaign):
        raise Refused("This table keeps its board: its actions go on with their turns.", remedy="act")
    players = due(state)
    if not players:
        raise Refused("This is not the moment for actions. Next: {next}", next=next_words(calendar))
    if request.player is not None and players != (request.player,):
        raise Refused(
            "It is {turn}'s turn, not {player}'s.",
            turn=daimyo(str(calendar.player)),
            player=daimyo(state.player(request.player)),
        )
    if request.player is None:
        players = calendar.order[calendar.turn % len(calendar.players) :]
    counted, lines = _played(state, calendar, request, players)
    moved = _moved(counted, len(players), request.turned)
    if moved is None:
        raise InputError("Say which action card was turned up.", remedy="turned")
    if request.turned is not None and (moved.calendar or calendar).face_up == calendar.face_up:
        raise Refused("No action card is face down any more.")
    owned = {
        player: {"chests": each.chests, "rice": each.rice}
        for player, each in moved.holdings.items()
        if player in players
    }
    return Played({"holdings": owned}, moved, TurnReport(tuple(lines)))


def _played(
    state: ShogunState, calendar: Calendar, request: EndTurns, players: Sequence[str]
) -> tuple[ShogunState, list[Sentence]]:
    """What players did in an action, and what they own after it."""
    action, lines = str(calendar.action), list[Sentence]()
    board, rule = {card.province: card for card in facts().cards}, calendar.rule(facts().events)
    for player in (*request.lost, *request.cards):
        if state.player(player) not in players:
            raise InputError("{player} has no turn in this.", player=daimyo(player))
    for player in players:
        card = _open_card(state, player, action)
        province = request.cards.get(player, "") if card is None else card.province
        holding, special = state.holdings.get(player), calendar.special_of.get(player)
        if not province or (card is not None and card.passed):
            continue
        if player in request.lost:
            lines.append(
                say("{player} cannot do it: {action}.", player=daimyo(player), action=action_words(action))
            )
        elif holding is not None and province in board:
            if card is None and province not in holding.provinces:
                raise Refused("{province} is not {player}'s.", province=province, player=daimyo(player))
            after, told = carried(player, holding, action, board[province], rule, special, state.rulings)
            state = replace(state, holdings={**state.holdings, player: after})
            lines += told
            state = _built(state, action, province, rule) if province in after.provinces else state
    return state, lines


def _built(state: ShogunState, action: str, province: str, event: str) -> ShogunState:
    """The building or the revolt marker that an action brings to a province."""
    if action in YIELDS:
        return _marked(state, province, 1)
    if action not in COST:
        return state
    less = -1 if action == "theatre" and event == THEATRE_EVENT else 0
    land = state.lands.get(province, Land()).with_building(action)
    return _marked(replace(state, lands={**state.lands, province: land}), province, less)


def _marked(state: ShogunState, province: str, more: int) -> ShogunState:
    """Revolt markers laid in a province, or taken off."""
    land = state.lands.get(province, Land())
    marked = replace(land, markers=max(land.markers + more, 0))
    return replace(state, lands={**state.lands, province: marked})


def foreseen(state: ShogunState, player: str) -> tuple[Sentence, ...]:
    """What the open card of a player on turn will bring, where the board is not kept; nothing of a fight."""
    calendar, holding = state.calendar, state.holdings.get(player)
    if calendar is None or calendar.action in (None, *COMBATS) or isinstance(state.game, Campaign):
        return ()
    card = _open_card(state, player, str(calendar.action))
    if card is None or card.passed or holding is None:
        return ()
    return tuple(_played(state, calendar, EndTurns(), (player,))[1])


def _open_card(state: ShogunState, player: str, action: str) -> Opened | None:
    """The planned card that a player has turned over for an action."""
    return next((each for each in state.opened if (each.player, each.action) == (player, action)), None)


KINDS: tuple[EventKind[ShogunState], ...] = (EventKind("turn", EndTurns, _play_turns),)
"""Turns told where the board is not kept."""
