"""The visible part of a table; nothing that is hidden leaves through here.

Hidden are the seed until it is revealed, the cards that lie face down, and of the inside of the tower
what the table chose not to be told. Hidden from all seats but one are a plan and its bid, until their time
comes. Two tables that differ only in that give the same view, character for character.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.data.shogun.towers import TowerPreset
from companion.play.shogun.state import (
    Drafting,
    KeptGame,
    Opened,
    ShogunState,
    campaign_of,
    drafting_of,
    due,
    laid_now,
)
from companion.rules.rulings import Rulings
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import GREEN, counted
from companion.rules.shogun.round.bids import Plan
from companion.rules.shogun.round.stages import Calendar, Stage
from companion.rules.shogun.rulings import DEFAULTS, HIDDEN, OPEN
from companion.rules.shogun.setup import realm_of
from companion.table.history import REDO, START, UNDO, History, Step


@dataclass(frozen=True, slots=True)
class Owned:
    """The possessions of a player on a board that the table keeps."""

    supply: int | None  # ``None`` where that is not told
    armies: int
    chests: int
    rice: int
    points: int
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShogunView:
    """A table as everybody at it may see it."""

    players: tuple[str, ...]
    preset: TowerPreset
    real_tower: bool
    throws: int
    tray: Mapping[str, int]
    # ages of the cubes inside by colour; ``None`` where that is not told
    lodged: Mapping[str, tuple[float, ...]] | None
    # cubes neither inside nor in the tray, by colour; ``None`` where that is not told
    outside: Mapping[str, int] | None
    green: int | None  # green armies that are in the game; ``None`` where that is not told
    # armies in the supplies by colour; ``None`` where that is not told, or not kept
    supply: Mapping[str, int] | None
    commitment: str
    chosen: bool
    words: tuple[tuple[str, str], ...]
    seed: tuple[str, str] | None
    seed_known: bool
    # what is kept of the game, without cards that lie face down, and without supplies where they are not told
    game: KeptGame | None
    laid: tuple[str, ...] = ()
    plans_closed: bool = False
    plan: Plan | None = None
    earlier: Plan | None = None
    opened: tuple[Opened, ...] = ()
    due: str | None = None  # the player whose card of the action under way lies open now
    bids: Mapping[str, str] = field(default_factory=dict)
    rulings: Rulings = DEFAULTS

    @property
    def inside(self) -> dict[str, int] | None:
        """Cubes inside by colour; ``None`` where that is not told."""
        return None if self.lodged is None else {colour: len(ages) for colour, ages in self.lodged.items()}

    @property
    def cubes(self) -> dict[str, Mapping[str, int] | None]:
        """The cubes by colour where they lie; ``None`` where the table chose not to be told."""
        return {"tower": self.inside, "tray": self.tray, "outside": self.outside}

    @property
    def owned(self) -> dict[str, Owned]:
        """The possessions of each player of a whole game; of nobody where the tower alone is thrown."""
        if self.campaign is None:
            return {}
        realm, supply = self.campaign.realm, self.supply or {}
        return {
            player: Owned(
                supply.get(player),
                realm.armies(player),
                seat.chests,
                seat.rice,
                seat.points,
                realm.owned(player),
            )
            for player, seat in realm.seats.items()
        }

    @property
    def campaign(self) -> Campaign | None:
        """The whole game, once it has begun."""
        return campaign_of(self.game)

    @property
    def drafting(self) -> Drafting | None:
        """The draft, while it is under way."""
        return drafting_of(self.game)

    @property
    def calendar(self) -> Calendar | None:
        """The calendar of the game, once it has begun."""
        return None if self.campaign is None else self.campaign.calendar


def view(state: ShogunState, seat: str | None = None) -> ShogunView:
    """The part of a state that a seat may see, or all when no seat is named."""
    if seat is not None:
        state.player(seat)
    tower, seal, hidden = state.tower, state.seal, state.inside == HIDDEN
    ages, tray, outside = ages_told(state), counted(tower.tray), state.outside()
    known, label = as_known(state), "" if state.calendar is None else state.calendar.label
    supply = None
    if state.campaign is not None and not hidden:
        realm = state.campaign.realm
        supply = {player: each.supply for player, each in realm.seats.items()} | {GREEN: realm.stock.green}
    return ShogunView(
        players=state.players,
        rulings=state.rulings,
        preset=tower.preset,
        real_tower=state.real_tower,
        throws=tower.throws,
        tray=tray,
        lodged=ages,
        outside=None if hidden else outside,
        green=None if ages is None else outside[GREEN] + tray.get(GREEN, 0) + len(ages.get(GREEN, ())),
        supply=supply,
        commitment=seal.commitment,
        chosen=seal.chosen,
        words=seal.words,
        seed=(seal.seed, seal.salt) if seal.revealed else None,
        seed_known=seal.known,
        game=_face_up(known.game),
        laid=tuple(player for player in state.players if player in laid_now(state)),
        plans_closed=label in state.planning.closed,
        plan=laid_now(state).get(seat or ""),
        earlier=None if seat is None else state.planning.before(label, seat),
        opened=state.opened,
        due=due(state),
        bids=state.bids,
    )


def ages_told(state: ShogunState) -> dict[str, tuple[float, ...]] | None:
    """Ages of the cubes inside by colour; ``None`` where the table chose not to be told."""
    return None if state.inside == HIDDEN else state.tower.ages()


def as_known(state: ShogunState) -> ShogunState:
    """A table where nobody is told of the inside, as if nothing were inside; any other as it is.

    What is foreseen from it hangs on nothing that is hidden: of every colour there may be as many cubes
    outside as the box holds and the tray does not. What is then thrown is refused where the cubes are not
    there, without a number, as it would be on the table.
    """
    if state.inside != HIDDEN:
        return state
    tower = replace(state.tower, lodged=())
    game: KeptGame | None = state.game
    if state.campaign is not None:
        realm = state.campaign.realm
        most = realm_of(realm.board, realm.players, realm.lands, counted(tower.tray), realm.seats)
        stock = replace(realm.stock, green=most.stock.green, more_green=0)
        game = replace(state.campaign, realm=replace(realm, seats=most.seats, stock=stock))
    return replace(state, tower=tower, game=game)


def records_told(history: History[ShogunState]) -> list[tuple[str, str]]:
    """The log as anybody may read it: each event's hash, and its record unless something in it is hidden."""
    state, told = history.state, []
    for step in history.steps:
        found = hash_told(step, state)
        own = step.event.kind == START and not state.seal.revealed  # it holds the seed, which is its salt
        hidden = own or found is None or hides(state, step.event.kind)
        told.append((found or "", "" if hidden else step.event.record))
    return told


def hash_told(step: Step[ShogunState], now: ShogunState | None = None) -> str | None:
    """The hash of an event, as the table stood then or stands ``now``; ``None`` where it tells too much.

    Where the seed is not known no record has a salt: whoever tried all cards would find those face down.
    """
    state = now or step.after
    return None if step.guessable and sealed(state) and not state.seal.revealed else step.event.hash


def sealed(state: ShogunState) -> bool:
    """True while cards lie face down, or would come again, or the inside of the tower is a secret."""
    calendar = state.calendar
    if calendar is not None and calendar.stage == Stage.OVER:
        return False
    if state.game is not None:
        return True
    return not state.seal.revealed and (state.drawn or state.inside != OPEN)


def hides(state: ShogunState, kind: str) -> bool:
    """True for events of a kind whose records not everybody may read.

    Told are throws, unless the inside is not told. Once the seed is revealed, everything of which throws are
    made is told. A start is salted by its seed.
    """
    if state.seal.revealed:
        return kind not in (*_REVERSALS, *_THROWS, *_TOWER)
    return kind not in (*_REVERSALS, START, *(_THROWS if state.inside == OPEN else ()))


_REVERSALS = (UNDO, REDO)
_THROWS = ("attack", "revolt", "throw")
_TOWER = (START, "word", "tray", "inside", "reveal")


def _face_up(kept: KeptGame | None) -> KeptGame | None:
    """The game without the cards that lie face down."""
    campaign, drafting = campaign_of(kept), drafting_of(kept)
    if campaign is not None:
        return replace(campaign, calendar=_open_cards(campaign.calendar))
    if drafting is not None:
        return replace(drafting, draft=replace(drafting.draft, pile=()), events=())
    return None


def _open_cards(calendar: Calendar) -> Calendar:
    return replace(calendar, pile=(), actions=calendar.actions[: calendar.face_up])
