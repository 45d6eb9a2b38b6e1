"""What a seat may see of a table of Shogun, with nothing that is hidden, and the figures of answers.

Hidden are the seed until it is revealed, cards that are face down, and the inside of the tower if the table
chose so. Plans and bids are hidden from all seats but their own until they are opened. Two tables that differ
only in hidden things give the same view, character for character. Figures are the drawn parts of an
answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.answers import Figure
from companion.data.shogun.facts import StartingGroup
from companion.data.shogun.towers import TowerPreset
from companion.play.shogun.state import (
    GameKeeper,
    KeptGame,
    OpenedCard,
    ShogunState,
    find_due_player,
    get_current_plans,
)
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.rules.shogun.bids import Plan
from companion.rules.shogun.realm import DEFAULTS, GREEN, HIDDEN, OPEN, count_cubes
from companion.rules.shogun.setup import build_realm
from companion.rules.shogun.stages import Stage
from companion.sentences import Sentence, say
from companion.table.history import REDO, START, UNDO, History, Transition


@dataclass(frozen=True, slots=True)
class Possessions:
    """What a player owns on a board that the table keeps."""

    supply: int | None  # ``None`` if it would reveal the inside
    armies: int
    chests: int
    rice: int
    points: int
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShogunView(GameKeeper):
    """A table of Shogun as everybody at it, or one seat, may see it."""

    players: tuple[str, ...]
    preset: TowerPreset
    real_tower: bool
    throws: int
    tray: Mapping[str, int]
    # ages of the cubes inside by colour; ``None`` if the inside is hidden
    lodged: Mapping[str, tuple[float, ...]] | None
    # cubes neither inside nor in the tray, by colour; ``None`` if the inside is hidden
    outside: Mapping[str, int] | None
    green: int | None  # green armies in the game; ``None`` if the inside is hidden
    # armies in the supplies by colour; ``None`` if the inside is hidden, or without a board
    supply: Mapping[str, int] | None
    commitment: str
    seed_is_chosen: bool
    words: tuple[tuple[str, str], ...]
    seed: tuple[str, str] | None
    seed_known: bool
    # the kept game without cards that are face down, and without true supplies if the inside is hidden
    game: KeptGame | None
    players_with_plan: tuple[str, ...] = ()
    plans_closed: bool = False
    plan: Plan | None = None
    earlier_plan: Plan | None = None
    opened_cards: tuple[OpenedCard, ...] = ()
    due: str | None = None  # the player on turn in the current action
    bids: Mapping[str, str] = field(default_factory=dict)
    rulings: Rulings = DEFAULTS

    @property
    def cubes_inside(self) -> dict[str, int] | None:
        """Cubes inside by colour; ``None`` if the inside is hidden."""
        return None if self.lodged is None else {colour: len(ages) for colour, ages in self.lodged.items()}

    @property
    def cubes(self) -> dict[str, Mapping[str, int] | None]:
        """The cubes by place and colour; ``None`` for places that would reveal the inside, if that is hidden."""
        return {"tower": self.cubes_inside, "tray": self.tray, "outside": self.outside}

    @property
    def possessions(self) -> dict[str, Possessions]:
        """What each player of a whole game owns; empty at a table without one."""
        if self.campaign is None:
            return {}
        realm, supply = self.campaign.realm, self.supply or {}
        return {
            player: Possessions(
                supply.get(player),
                realm.count_armies(player),
                seat.chests,
                seat.rice,
                seat.points,
                realm.list_provinces(player),
            )
            for player, seat in realm.seats.items()
        }


def view(state: ShogunState, seat: str | None = None) -> ShogunView:
    """What a seat may see of a table, or, without a seat, what all may see."""
    if seat is not None:
        state.check_player(seat)
    tower, seal, is_hidden = state.tower, state.seal, state.inside_view == HIDDEN
    ages, tray, outside = find_visible_ages(state), count_cubes(tower.tray), state.count_outside()
    state_known, label = without_hidden_cubes(state), "" if state.calendar is None else state.calendar.label
    supply = None
    if state.campaign is not None and not is_hidden:
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
        outside=None if is_hidden else outside,
        green=None if ages is None else outside[GREEN] + tray.get(GREEN, 0) + len(ages.get(GREEN, ())),
        supply=supply,
        commitment=seal.commitment,
        seed_is_chosen=seal.is_chosen,
        words=seal.words,
        seed=(seal.seed, seal.salt) if seal.is_revealed else None,
        seed_known=seal.has_seed,
        game=_without_face_down(state_known),
        players_with_plan=tuple(player for player in state.players if player in get_current_plans(state)),
        plans_closed=label in state.planning.closed_rounds,
        plan=get_current_plans(state).get(seat or ""),
        earlier_plan=None if seat is None else state.planning.find_earlier_plan(label, seat),
        opened_cards=state.opened_cards,
        due=find_due_player(state),
        bids=state.bids,
    )


def find_visible_ages(state: ShogunState) -> dict[str, tuple[float, ...]] | None:
    """Ages of the cubes inside by colour; ``None`` if the inside is hidden."""
    return None if state.inside_view == HIDDEN else state.tower.list_ages()


def without_hidden_cubes(state: ShogunState) -> ShogunState:
    """The table with no cubes inside, if the inside is hidden; any other table unchanged.

    Odds computed from it depend on nothing hidden: all cubes of the box that are not in the tray may be
    outside. A throw of cubes that are not there is then refused without a number, as it would be on the
    table.
    """
    if state.inside_view != HIDDEN:
        return state
    tower = replace(state.tower, lodged=())
    game: KeptGame | None = state.game
    if state.campaign is not None:
        realm = state.campaign.realm
        most = build_realm(realm.board, realm.players, realm.lands, count_cubes(tower.tray), realm.seats)
        stock = replace(realm.stock, green=most.stock.green, more_green=0)
        game = replace(state.campaign, realm=replace(realm, seats=most.seats, stock=stock))
    return replace(state, tower=tower, game=game)


def list_visible_records(history: History[ShogunState]) -> list[tuple[str, str]]:
    """The log as anybody may read it: each event's hash, and its record unless something in it is hidden."""
    state, records = history.state, []
    for step in history.steps:
        visible_hash = find_visible_hash(step, state)
        is_start = step.event.kind == START and not state.seal.is_revealed  # it has the seed, which is its salt
        is_hidden = is_start or visible_hash is None or is_record_hidden(state, step.event.kind)
        records.append((visible_hash or "", "" if is_hidden else step.event.record))
    return records


def find_visible_hash(step: Transition[ShogunState], current: ShogunState | None = None) -> str | None:
    """The hash of an event, judged by the table just after it or ``current``; ``None`` if it reveals too much.

    Without the seed no record has a salt: trying all cards would find those that are face down.
    """
    state = current or step.after
    return None if step.guessable and has_secrets(state) and not state.seal.is_revealed else step.event.hash


def has_secrets(state: ShogunState) -> bool:
    """True while cards are face down or could be drawn again, or the inside of the tower is secret."""
    calendar = state.calendar
    if calendar is not None and calendar.stage == Stage.OVER:
        return False
    if state.seal.is_revealed:  # nothing more is drawn; only plans laid since then are hidden
        return calendar is not None and bool(state.planning.get_plans(calendar.label))
    return state.game is not None or state.repeats_draws or state.inside_view != OPEN


def is_record_hidden(state: ShogunState, kind: str) -> bool:
    """True for kinds of event whose records not everybody may read.

    Throws are shown unless the inside is hidden. Once the seed is revealed, everything that throws were made
    from is shown. The record of the start contains the seed.
    """
    if state.seal.is_revealed:
        return kind not in (*_REVERSALS, *_THROWS, *_TOWER)
    return kind not in (*_REVERSALS, START, *(_THROWS if state.inside_view == OPEN else ()))


_REVERSALS = (UNDO, REDO)
_THROWS = ("attack", "revolt", "throw")
_TOWER = (START, "word", "tray", "inside", "reveal")


def _without_face_down(state: ShogunState) -> KeptGame | None:
    campaign, drafting = state.campaign, state.drafting
    if campaign is not None:
        calendar = campaign.calendar
        return replace(campaign, calendar=replace(calendar, pile=(), actions=calendar.actions[: calendar.face_up]))
    if drafting is not None:
        return replace(drafting, draft=replace(drafting.draft, pile=()), events=())
    return None


@dataclass(frozen=True, slots=True)
class Tray(Figure):
    """Cubes sorted by colour, a line for each colour."""

    cubes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TrayRow(Figure):
    """Cubes sorted by colour, in one line."""

    cubes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Chances(Figure):
    """Outcomes with their probabilities, each drawn with a bar."""

    rows: tuple[tuple[Sentence, float], ...]
    colours: tuple[str, ...]  # of each row's bar


@dataclass(frozen=True, slots=True)
class CubeCounts(Figure):
    """The cubes of each colour that are inside, in the tray and outside."""

    counts: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class OddsCurve(Figure):
    """The chances of a win and a tie by the number of armies sent, from 1; the title says who attacks whom."""

    title: Sentence
    points: tuple[tuple[float, float], ...]
    attacker: str


@dataclass(frozen=True, slots=True)
class OddsRows(Figure):
    """The chances of a win, a tie and a loss for each number of armies to choose from."""

    rows: tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ScoreLines(Figure):
    """The lines of a player's score; each may name provinces."""

    score: Score[str]


@dataclass(frozen=True, slots=True)
class FixedSetup(Figure):
    """The provinces that each player begins with, and the armies there; each player has as many provinces."""

    armies: Mapping[str, tuple[StartingGroup, ...]]


@dataclass(frozen=True, slots=True)
class HashCheck(Figure):
    """How to compute the sealed hash elsewhere, from the revealed seed and the salt."""

    seed: str
    salt: str


@dataclass(frozen=True, slots=True)
class PlayerMark(Figure):
    """A player's name and colour sign, above what is said about them."""

    player: str


def format_decimal(value: float, places: int = 1) -> Sentence:
    """A number with exactly so many decimals, at least one."""
    integer, _, decimals = f"{value:.{places}f}".partition(".")
    return say("{whole}.{decimals}", whole=integer, decimals=decimals)


def round_percents(chances: Sequence[float]) -> tuple[int, ...]:
    """Round probabilities that add up to 1 to whole percents that add up to 100."""
    exact = [100 * chance for chance in chances]
    percents = [int(each) for each in exact]
    nearest = sorted(range(len(exact)), key=lambda index: percents[index] - exact[index])
    for index in nearest[: 100 - sum(percents)]:
        percents[index] += 1
    return tuple(percents)


def format_percent(chance: float, places: int = 1) -> Sentence:
    return say("{value}%", value=format_decimal(100 * chance, places) if places else f"{100 * chance:.0f}")
