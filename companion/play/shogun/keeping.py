"""The game that a table keeps, for the steps that need it: the calendar, the whole game, the shuffles."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.shogun import Board
from companion.errors import Refused
from companion.play.shogun.state import Drafting, ShogunState
from companion.rules.shogun.chance import Draws, SeededDraws
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.realm import Land, Realm, Seat, counted, daimyo
from companion.rules.shogun.round.actions import COMBATS
from companion.rules.shogun.round.plans import Plan
from companion.rules.shogun.round.stages import Calendar, Stage, skip_to
from companion.rules.shogun.setup.setup import realm_of
from companion.rules.shogun.tower.tower import Tower
from companion.table.log import NO_SEED


def no_rounds() -> Refused:
    """The refusal of a table that keeps nothing between its battles to tell of a round."""
    return Refused("This table does not keep its rounds yet.", remedy="setup")


def calendar_at(state: ShogunState) -> Calendar:
    """The calendar of the game."""
    if isinstance(state.game, Drafting):
        drafting = state.game.draft
        raise Refused("The draft comes first; next is {player}.", player=daimyo(str(drafting.player)))
    if state.calendar is None:
        raise no_rounds()
    return state.calendar


def calendar_for(state: ShogunState, stage: Stage) -> Calendar:
    """The calendar of the game; where only that is kept, what was not told is passed over."""
    calendar = calendar_at(state)
    return calendar if isinstance(state.game, Campaign) else skip_to(calendar, stage)


def campaign_at(state: ShogunState, remedy: str = "attack") -> Campaign:
    """The whole game; where none is kept, `remedy` names what is told instead."""
    if not isinstance(state.game, Campaign):
        raise Refused("This table does not keep its board.", remedy=remedy)
    return state.game


def with_calendar(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with its game moved on."""
    if isinstance(state.game, Campaign):
        return replace(state, game=replace(state.game, calendar=calendar))
    return replace(state, game=calendar)


def with_tower(state: ShogunState, tower: Tower) -> ShogunState:
    """The table with other cubes in its tower and tray; on a kept board the supplies follow."""
    after = replace(state, tower=tower)
    if not isinstance(state.game, Campaign):
        return after
    realm = state.game.realm
    balanced = reckoned(after, realm.board, realm.lands, realm.seats)
    stock = replace(balanced.stock, more_chests=realm.stock.more_chests, chests=realm.stock.chests)
    stock = replace(stock, more_markers=realm.stock.more_markers, markers=realm.stock.markers)
    return replace(after, game=replace(state.game, realm=replace(balanced, stock=stock)))


def no_seed() -> Refused:
    """The refusal to draw at a table that was brought here without its seed."""
    return Refused(NO_SEED)


@dataclass(frozen=True)
class _NoDraws:
    """A seed that draws nothing more: it is revealed, and anybody could foresee it, or it is not here."""

    reason: Refused

    def below(self, label: str, bound: int) -> int:
        """Refuse to draw."""
        raise self.reason


def draws_of(state: ShogunState) -> Draws:
    """The source of a table's shuffles; once the seed has been revealed, every draw is refused."""
    if not state.seal.known:
        return _NoDraws(no_seed())
    if state.seal.revealed:
        return _NoDraws(
            Refused("The seed of this table has been revealed; no more cards can be drawn from it.")
        )
    return SeededDraws(state.seal.seed, tuple(word for _, word in state.seal.words))


def reckoned(state: ShogunState, board: Board, lands: Mapping[str, Land], seats: Mapping[str, Seat]) -> Realm:
    """The whole table from its provinces and the tower: supplies and stock are what is left."""
    for land in lands.values():
        if land.owner is not None:
            state.player(land.owner)
    for player in seats:
        state.player(player)
    within = counted((*state.tower.inside, *state.tower.tray))
    return realm_of(board, state.players, lands, within, seats)


def holding_of(state: ShogunState, player: str) -> Holding | None:
    """The cards, chests and rice of a player: from the board, or as they were told."""
    if isinstance(state.game, Campaign):
        seat = state.game.realm.seats[player]
        return Holding(state.game.realm.owned(player), seat.chests, seat.rice)
    return state.holdings.get(player)


def laid_now(state: ShogunState) -> Mapping[str, Plan | None]:
    """The plans of the round under way, by player; ``None`` for one that cannot be read here."""
    return {} if state.calendar is None else state.planning.of(state.calendar.label)


def due(state: ShogunState) -> tuple[str, ...]:
    """The players whose cards of the action under way lie open now: one, or all that are left in it."""
    calendar = state.calendar
    if calendar is None or calendar.stage != Stage.ACTIONS or calendar.action is None:
        return ()
    if len(calendar.taken) < len(calendar.players):
        return ()  # who is on turn was not told
    left = calendar.order[calendar.turn % len(calendar.players) :]
    return left[:1] if isinstance(state.game, Campaign) or calendar.action in COMBATS else left


def with_plans_closed(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with the plans of a round closed, if any was laid: the event is known."""
    if not state.planning.of(calendar.label):
        return state
    return replace(state, planning=state.planning.closing(calendar.label))
