"""Turns told where the board is not kept: one player's, or all that are left of an action."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.answers import Answer
from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.game import event_data
from companion.play.shogun.fights.fight import TurnReport
from companion.play.shogun.keeping import calendar_at, due
from companion.play.shogun.plans.model import Opened
from companion.play.shogun.plans.turning import marked, moved, open_card
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import game_data, next_lines
from companion.play.shogun.telling.throw_words import in_a_row
from companion.play.shogun.views import view
from companion.rules.shogun.components import COST
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.game.holdings import carried
from companion.rules.shogun.realm import Land, daimyo, not_on_turn
from companion.rules.shogun.round.actions import COMBATS, YIELDS, action_words
from companion.rules.shogun.round.events import THEATRE_EVENT
from companion.rules.shogun.round.stages import Calendar, next_words
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class EndTurns:
    """End turns of the action under way, where the board is not kept."""

    player: str | None = None  # whose turn ends; all that are left of the action, where nobody is named
    lost: tuple[str, ...] = ()
    # the province that players turned over who planned on their mat
    cards: Mapping[str, str] = field(default_factory=dict)
    turned: str | None = None  # the action card that was turned up, where players shuffle their own


def play_turns(state: ShogunState, request: EndTurns, recorded: Body | None) -> Played[ShogunState]:
    """The end of turns: what was planned is carried out, and the next is due."""
    calendar = calendar_at(state)
    if isinstance(state.game, Campaign):
        raise Refused("This table keeps its board: its actions go on with their turns.", remedy="act")
    players = due(state)
    if not players:
        raise Refused("This is not the moment for actions. Next: {next}", next=next_words(calendar))
    if request.player is not None and players != (request.player,):
        if state.player(request.player) in players:
            raise Refused("Next: all together, {action}.", action=action_words(str(calendar.action)))
        raise not_on_turn(request.player, calendar.player)
    if request.player is None:
        players = calendar.order[calendar.turn % len(calendar.players) :]
    counted, lines = _played(state, calendar, request, players)
    after = moved(counted, len(players), request.turned)
    if after is None:
        raise InputError("Say which action card was turned up.", remedy="turned")
    if request.turned is not None and (after.calendar or calendar).face_up == calendar.face_up:
        raise Refused("No action card is face down any more.")
    owned = {
        player: {"chests": each.chests, "rice": each.rice}
        for player, each in after.holdings.items()
        if player in players
    }
    return Played({"holdings": owned}, after, TurnReport(tuple(lines)))


def _played(
    state: ShogunState, calendar: Calendar, request: EndTurns, players: Sequence[str]
) -> tuple[ShogunState, list[Sentence]]:
    """The table after what players did in an action, and sentences that tell it."""
    action, lines = str(calendar.action), list[Sentence]()
    board, rule = {card.province: card for card in facts().cards}, calendar.rule(facts().events)
    for player in (*request.lost, *request.cards):
        if state.player(player) not in players:
            raise InputError("{player} has no turn in this.", player=daimyo(player))
    for player in players:
        card = open_card(state, player, action)
        province = request.cards.get(player, "") if card is None else card.province
        holding, special = state.holdings.get(player), calendar.taken.get(player)
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
        return marked(state, province, 1)
    if action not in COST:
        return state
    less = -1 if action == "theatre" and event == THEATRE_EVENT else 0
    land = state.lands.get(province, Land()).with_building(action)
    return marked(replace(state, lands={**state.lands, province: land}), province, less)


def foreseen(state: ShogunState, player: str) -> tuple[Sentence, ...]:
    """The outcome of the open card of a player on turn, where the board is not kept; nothing of a fight."""
    calendar, holding = state.calendar, state.holdings.get(player)
    if calendar is None or calendar.action in (None, *COMBATS) or isinstance(state.game, Campaign):
        return ()
    card = open_card(state, player, str(calendar.action))
    if card is None or card.passed or holding is None:
        return ()
    return tuple(_played(state, calendar, EndTurns(), (player,))[1])


def turned_over(step: Step[ShogunState]) -> tuple[Opened, ...]:
    """The planned cards that were turned over after an event, as they lay open then."""
    came = {(player, action) for player, action, _ in step.event.result.get("opened", ())}
    after = {(card.player, card.action): card for card in step.after.opened}
    return tuple(after[each] for each in after if each in came)


def opened_words(card: Opened) -> Sentence:
    """A card that was turned over, and why its turn passed, if it did."""
    named = {"player": daimyo(card.player), "province": card.province, "action": action_words(card.action)}
    return {
        "": say("{player} turns over {province}: {action}.", **named),
        "blank": say("{player} laid a blank: {action}.", **named),
        "lost": say("{province} is no longer {player}'s: {action} passes.", **named),
        "nothing": say("{player} can do nothing with {province}: {action} passes.", **named),
    }[card.passed]


def _tell(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    seen, opened = view(step.after), map(opened_words, turned_over(step))
    data = event_data(here, step, **step.event.result, game=game_data(seen))
    return Answer(data, (*step.report.lines, *opened, *next_lines(seen)))


def _line(step: Step[ShogunState]) -> Sentence:
    return in_a_row(step.report.lines or (say("An action is over."),))


KIND: EventKind[ShogunState] = EventKind("turn", EndTurns, play_turns, _tell, _line)
"""Turns told where the board is not kept."""
