"""The game that a table keeps, for the steps that need it: the calendar, the whole game, the shuffles."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.data.shogun import Board
from companion.errors import Refused
from companion.play.shogun.state import ShogunState, drafting_of
from companion.rules.shogun.chance import Draws, SeededDraws
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land, Realm, Seat, counted, daimyo
from companion.rules.shogun.round.plans import Holding, Plan
from companion.rules.shogun.round.stages import Calendar, Stage
from companion.rules.shogun.setup.setup import realm_of
from companion.rules.shogun.tower.tower import Tower
from companion.table.log import NO_SEED


def no_game() -> Refused:
    """The refusal of a table of the tower alone to tell of a game."""
    return Refused("This table throws the tower alone; it keeps no game.")


def campaign_at(state: ShogunState) -> Campaign:
    """The whole game, once it has begun."""
    drafting = drafting_of(state.game)
    if drafting is not None:
        raise Refused("The draft comes first; next is {player}.", player=daimyo(str(drafting.draft.player)))
    if state.campaign is None:
        raise no_game()
    return state.campaign


def with_calendar(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with its game moved on."""
    return replace(state, game=replace(campaign_at(state), calendar=calendar))


def with_tower(state: ShogunState, tower: Tower) -> ShogunState:
    """The table with other cubes in its tower and tray; on a kept board the supplies follow."""
    after, campaign = replace(state, tower=tower), state.campaign
    if campaign is None:
        return after
    realm = campaign.realm
    balanced = reckoned(after, realm.board, realm.lands, realm.seats)
    stock = replace(balanced.stock, more_chests=realm.stock.more_chests, chests=realm.stock.chests)
    stock = replace(stock, more_markers=realm.stock.more_markers, markers=realm.stock.markers)
    return replace(after, game=replace(campaign, realm=replace(balanced, stock=stock)))


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


def holding_of(state: ShogunState, player: str) -> Holding:
    """The cards, chests and rice of a player."""
    realm = campaign_at(state).realm
    seat = realm.seats[player]
    return Holding(realm.owned(player), seat.chests, seat.rice)


def laid_now(state: ShogunState) -> Mapping[str, Plan | None]:
    """The plans of the round under way, by player; ``None`` for one that cannot be read here."""
    return {} if state.calendar is None else state.planning.of(state.calendar.label)


def due(state: ShogunState) -> str | None:
    """The player whose card of the action under way lies open now."""
    calendar = state.calendar
    return calendar.player if calendar is not None and calendar.stage == Stage.ACTIONS else None


def with_plans_closed(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with the plans of a round closed, if any was laid: the event is known."""
    if not state.planning.of(calendar.label):
        return state
    return replace(state, planning=state.planning.closing(calendar.label))
