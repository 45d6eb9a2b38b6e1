"""The state of a table of Shogun between two events, with the game that it keeps, if any.

Only cubes inside the tower and in its tray are known one by one. All others, on the board or in the supplies,
are just counted by colour, as ``outside``. Together they are 62 cubes of every player and 20 green, after
every event.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.data.shogun.facts import Board
from companion.errors import InputError, Refused, TableError
from companion.rules.rulings import Rulings
from companion.rules.shogun import realm as realms
from companion.rules.shogun.battle import Battle, Revolt
from companion.rules.shogun.bids import Holding, Plan
from companion.rules.shogun.campaign import Campaign, find_faults
from companion.rules.shogun.setup import Draft, build_realm
from companion.rules.shogun.stages import Calendar, Stage
from companion.rules.shogun.tower import LodgedCube, SeededRandomness, Tower
from companion.table.history import NO_SEED


@dataclass(frozen=True, slots=True)
class OpenedCard:
    """A planned card that was turned over."""

    player: str
    action: str
    province: str
    # why the turn passed automatically: ``blank``; ``lost`` for a province that its player lost; ``nothing`` if
    # nothing can be done; empty for a turn that is played
    pass_reason: str = ""


@dataclass(frozen=True, slots=True)
class Planning:
    """The plans of a game; no undo takes them back."""

    # by round, then by player; ``None`` for a plan that cannot be read without the seed
    plans: Mapping[str, Mapping[str, Plan | None]] = field(default_factory=dict)
    closed_rounds: frozenset[str] = frozenset()  # the rounds whose plans can no longer be changed
    seals: int = 0

    def get_plans(self, label: str) -> Mapping[str, Plan | None]:
        """The plans of a round by player."""
        return self.plans.get(label, {})

    def find_earlier_plan(self, label: str, player: str) -> Plan | None:
        """The last plan that a player laid in another round; ``None`` if there is none."""
        plans = [plans.get(player) for other, plans in self.plans.items() if other != label]
        return next((plan for plan in reversed(plans) if plan is not None), None)

    def with_plan(self, label: str, player: str, plan: Plan | None) -> Planning:
        """A copy with a player's plan laid for a round."""
        plans = {**self.get_plans(label), player: plan}
        return replace(self, plans={**self.plans, label: plans}, seals=self.seals + 1)

    def without_plan(self, label: str, player: str) -> Planning:
        """A copy with a player's plan for a round taken back into the hand."""
        plans = {other: plan for other, plan in self.get_plans(label).items() if other != player}
        return replace(self, plans={**self.plans, label: plans})

    def with_round_closed(self, label: str) -> Planning:
        return replace(self, closed_rounds=self.closed_rounds | {label})


_MOST_THROWS = 10**9  # beyond the length of any game


@dataclass(frozen=True, slots=True)
class SeedSeal:
    """The seed of a table's throws, and the hash that proves afterwards that it was fixed before."""

    seed: str
    salt: str  # 128 random bits in hexadecimal, hashed with the seed
    commitment: str
    is_chosen: bool  # true if a person chose the seed, which they may know
    words: tuple[tuple[str, str], ...] = ()  # players' colours and words, in the order they are mixed in
    is_revealed: bool = False

    @property
    def has_seed(self) -> bool:
        """True when the seed is here; a log that was exported without it has none."""
        return bool(self.seed)

    @property
    def randomness(self) -> SeededRandomness:
        """The random source of the throws."""
        return _build_randomness(self.seed, tuple(word for _, word in self.words))

    def derive_salt(self, number: int) -> str:
        """The salt of an event, 128 bits in hexadecimal, secret even if somebody chose the seed."""
        key = unicodedata.normalize("NFC", f"{self.seed}\n{self.salt}").encode()
        return hmac.digest(key, f"own:salt {number}".encode("ascii"), "sha256").hex()[32:]


@lru_cache(maxsize=16)
def _build_randomness(seed: str, words: tuple[str, ...]) -> SeededRandomness:
    return SeededRandomness(seed, words)


@dataclass(frozen=True)
class Drafting:
    """A table whose provinces are being drafted."""

    board: Board  # the side played on, with this table's sea routes
    draft: Draft
    events: tuple[int, ...]  # the event cards as shuffled, for the game that begins afterwards


KeptGame = Campaign | Drafting  # a game that a table keeps: the whole of it, or the draft before it


class GameKeeper:
    """The base of state and view of a table, which may keep a game."""

    __slots__ = ()
    game: KeptGame | None

    @property
    def campaign(self) -> Campaign | None:
        """The whole game, once it has begun."""
        return self.game if isinstance(self.game, Campaign) else None

    @property
    def drafting(self) -> Drafting | None:
        """The draft, while it is under way."""
        return self.game if isinstance(self.game, Drafting) else None

    @property
    def calendar(self) -> Calendar | None:
        """The calendar of the game, once it has begun."""
        return None if self.campaign is None else self.campaign.calendar


def board_of(game: KeptGame | None) -> tuple[Board, Mapping[str, realms.Land]] | None:
    """The side of the board of a game or of its draft, and its provinces by name."""
    match game:
        case Campaign(realm=realm):
            return realm.board, realm.lands
        case Drafting(board=board, draft=draft):
            return board, draft.lands
    return None


@dataclass(frozen=True, slots=True)
class ShogunState(GameKeeper):
    """A table of Shogun."""

    players: tuple[str, ...]
    seal: SeedSeal
    rulings: Rulings
    inside_view: str  # what players may know about the inside of the tower, one of ``INSIDE``
    tower: Tower
    game: KeptGame | None = None  # ``None`` at a table that uses the tower alone
    # how often Companion's tower has been thrown so far for the same sides, such as ``attack blue yellow``;
    # throws without a fight are counted under ``throw``
    throw_counts: Mapping[str, int] = field(default_factory=dict)
    real_tower: bool = False
    planning: Planning = field(default_factory=Planning)
    opened_cards: tuple[OpenedCard, ...] = ()
    bids: Mapping[str, str] = field(default_factory=dict)
    # true after an undo at a table with secrets: its log keeps the cards, and they would be drawn again
    repeats_draws: bool = field(default=False, compare=False)

    @property
    def lands(self) -> Mapping[str, realms.Land]:
        """The provinces of the kept board by name, also during the draft; empty without a board."""
        board = board_of(self.game)
        return {} if board is None else board[1]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of cubes that play: the players' and green."""
        return (*self.players, realms.GREEN)

    @property
    def has_unlimited_green(self) -> bool:
        """True when green armies never run out (ruling ``green-short``)."""
        return self.rulings["green-short"] == "unlimited"

    def count_outside(self) -> dict[str, int]:
        """Cubes of the box that are neither inside the tower nor in its tray, by colour."""
        placed_cubes = Counter(
            cube.colour
            for cube in (*self.tower.lodged_cubes, *self.tower.tray)
            if cube.number <= realms.get_supply_size(cube.colour)
        )
        return {colour: realms.get_supply_size(colour) - placed_cubes[colour] for colour in self.colours}

    def label_next_throw(self, conflict: Battle | Revolt | None) -> str:
        """The label of the next throw of the tower for these sides, such as ``attack blue yellow 3``.

        Each pair of sides has its own numbers, as have throws without a fight: a throw in between changes
        nothing for the next battle.
        """
        label = _format_sides(conflict)
        return f"{label} {self.throw_counts.get(label, 0) + 1}"

    def with_throw_counted(self, out: Mapping[str, int] | None, conflict: Battle | Revolt | None) -> ShogunState:
        """The table with a throw counted, if Companion's tower was thrown."""
        if out is not None:
            return self
        label = _format_sides(conflict)
        return replace(self, throw_counts={**self.throw_counts, label: self.throw_counts.get(label, 0) + 1})

    def check_player(self, colour: str) -> str:
        """The colour, if it plays at this table; an ``InputError`` otherwise."""
        if colour not in self.players:
            raise InputError("{player} does not play at this table.", player=realms.name_player(colour))
        return colour

    def check_counts(self, counts: Mapping[str, int]) -> dict[str, int]:
        """The numbers of cubes, if their colours play at this table; an ``InputError`` otherwise."""
        for colour, count in counts.items():
            if colour != realms.GREEN:
                self.check_player(colour)
            if type(count) is not int or not 0 <= count <= realms.ARMIES:
                raise InputError(
                    "'{text}' is not a number of {colour} armies; expected {least} to {most}.",
                    text=count,
                    colour=realms.name_colour(colour),
                    least=0,
                    most=realms.ARMIES,
                )
        return dict(counts)


def _format_sides(conflict: Battle | Revolt | None) -> str:
    match conflict:
        case Battle(attacker=attacker, defender=defender):
            return f"attack {attacker} {defender}"
        case Revolt(owner=owner):
            return f"revolt {owner}"
        case None:
            return "throw"


def check_state(state: ShogunState) -> None:
    """Check the cubes against the box and the board against the tower: none twice, none lost."""
    cubes = (*state.tower.lodged_cubes, *state.tower.tray)
    colours = set(cubes)
    if len(colours) != len(cubes):
        raise TableError("A cube is in two places: the numbers of cubes no longer add up.")
    for cube in sorted(colours - _build_box(state.colours)):
        if not (cube.colour == realms.GREEN and state.has_unlimited_green):
            raise TableError("The cube {cube} is not in this game's box.", cube=str(cube))
    if state.campaign is not None:
        for fault in find_faults(state.campaign.realm, state.tower):
            raise TableError("The board does not add up: {fault}", fault=fault)


@lru_cache(maxsize=64)
def _build_box(colours: tuple[str, ...]) -> frozenset[realms.Cube]:
    return frozenset(
        realms.Cube(colour, number) for colour in colours for number in range(1, realms.get_supply_size(colour) + 1)
    )


def format_cubes(cubes: Iterable[realms.Cube]) -> list[str]:
    return [str(cube) for cube in cubes]


def format_lodged(tower: Tower) -> dict[str, int]:
    """The cubes inside as a log holds them: each with the throw at which it lodged, 0 for the filling."""
    return {str(each.cube): each.lodged_at for each in tower.lodged}


def parse_lodged(ages: Mapping[str, int]) -> tuple[LodgedCube, ...]:
    """The cubes inside, from a log."""
    if not all(type(number) is int and 0 <= number < _MOST_THROWS for number in ages.values()):
        raise ValueError("no throw")
    return tuple(sorted(LodgedCube(realms.Cube.parse(cube), number, number == 0) for cube, number in ages.items()))


def get_campaign(state: ShogunState) -> Campaign:
    """The whole game; refused if there is none, or only its draft."""
    if state.drafting is not None:
        player = realms.name_player(str(state.drafting.draft.player))
        raise Refused("The draft comes first; next is {player}.", player=player)
    if state.campaign is None:
        raise Refused("This table throws the tower alone; it keeps no game.")
    return state.campaign


def with_calendar(state: ShogunState, calendar: Calendar) -> ShogunState:
    return replace(state, game=replace(get_campaign(state), calendar=calendar))


def with_tower(state: ShogunState, tower: Tower) -> ShogunState:
    """The table with other cubes in its tower and tray; on a kept board the supplies follow."""
    after, campaign = replace(state, tower=tower), state.campaign
    if campaign is None:
        return after
    realm = campaign.realm
    balanced = compute_realm(after, realm.board, realm.lands, realm.seats)
    stock = replace(balanced.stock, more_chests=realm.stock.more_chests, chests=realm.stock.chests)
    stock = replace(stock, more_markers=realm.stock.more_markers, markers=realm.stock.markers)
    return replace(after, game=replace(campaign, realm=replace(balanced, stock=stock)))


def refuse_no_seed() -> Refused:
    """The error for a draw at a table that was imported without its seed."""
    return Refused(NO_SEED)


@dataclass(frozen=True)
class _NoDraws:
    """A source that refuses every draw, because its seed is revealed and foreseeable, or missing."""

    reason: Refused

    def draw_number(self, label: str, limit: int) -> int:
        """Refuse to draw."""
        raise self.reason


def get_draws(state: ShogunState) -> realms.Draws:
    """The source of a table's shuffles; without a secret seed it refuses every draw."""
    if not state.seal.has_seed:
        return _NoDraws(refuse_no_seed())
    if state.seal.is_revealed:
        return _NoDraws(Refused("The seed of this table has been revealed; no more cards can be drawn from it."))
    return realms.SeededDraws(state.seal.seed, tuple(word for _, word in state.seal.words))


def compute_realm(
    state: ShogunState, board: Board, lands: Mapping[str, realms.Land], seats: Mapping[str, realms.Belongings]
) -> realms.Realm:
    """The realm, computed from its provinces and the tower: supplies and stock get what is left."""
    for land in lands.values():
        if land.owner is not None:
            state.check_player(land.owner)
    for player in seats:
        state.check_player(player)
    cubes_in_tower = realms.count_cubes((*state.tower.lodged_cubes, *state.tower.tray))
    return build_realm(board, state.players, lands, cubes_in_tower, seats)


def holding_of(state: ShogunState, player: str) -> Holding:
    """The cards, chests and rice of a player."""
    realm = get_campaign(state).realm
    seat = realm.seats[player]
    return Holding(realm.list_provinces(player), seat.chests, seat.rice)


def get_current_plans(state: ShogunState) -> Mapping[str, Plan | None]:
    """The plans of the current round, by player; ``None`` for one that cannot be read here."""
    return {} if state.calendar is None else state.planning.get_plans(state.calendar.label)


def find_due_player(state: ShogunState) -> str | None:
    """The player on turn in the current action; ``None`` outside the actions."""
    calendar = state.calendar
    return calendar.player if calendar is not None and calendar.stage == Stage.ACTIONS else None


def with_plans_closed(state: ShogunState, calendar: Calendar) -> ShogunState:
    """The table with the plans of a round closed, if any was laid, once its event or bids are known."""
    if not state.planning.get_plans(calendar.label):
        return state
    return replace(state, planning=state.planning.with_round_closed(calendar.label))
