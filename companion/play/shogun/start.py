"""The start of a table: players, the sealed seed, the filled tower; words mixed in, and the seed let out.

The hash of the seed is shown first, so the seed cannot be chosen to fit the words. They are mixed in by the
order of the players, whoever was first to say one. Each fills the tower anew, which is why they come before
the first throw, and never after an undo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from companion.answers import Answer, Told
from companion.codec import UNSAID
from companion.data.rows import check_choice
from companion.data.shogun import Board, Side, facts
from companion.data.shogun.towers import TowerPreset
from companion.data.vocabulary import said_of
from companion.errors import InputError, Refused
from companion.play.game import shown_hash, table_data
from companion.play.shogun.by_hand import Amounts
from companion.play.shogun.state import (
    Drafting,
    KeptGame,
    SeedSeal,
    ShogunState,
    drafting_of,
    draws_of,
    no_seed,
    read_lodged,
    reckoned,
    with_tower,
    written_cubes,
    written_lodged,
)
from companion.play.shogun.telling.figures import HashCheck
from companion.play.shogun.telling.standing import cubes_figure, log_told
from companion.play.shogun.views import hash_told, view
from companion.rules.rulings import Rulings
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import DAIMYO, Cube, Land, Seat, armies, counted, daimyo, daimyos
from companion.rules.shogun.round.stages import Season, open_events, open_game, put_on_top, shuffle_events
from companion.rules.shogun.rulings import INSIDE, OPEN, RULINGS
from companion.rules.shogun.setup import (
    DRAWN,
    LETTERS,
    begin_draft,
    fixed_lands,
    prepare,
    shuffle_letters,
    shuffle_provinces,
    take_province,
    with_routes,
)
from companion.rules.shogun.tower import Lodged, Throw, Tower, check_players, commitment, fill, filling
from companion.sentences import Sentence, say
from companion.table.history import START, Body, EventKind, History, Moment, Played, Step

Words = tuple[tuple[str, str], ...]  # colour and word of players

LONGEST_TEXT = 200  # characters of a seed or a word


@dataclass(frozen=True, slots=True)
class NamedTower:
    """A tower by its name, with every parameter written out."""

    name: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table."""

    players: tuple[str, ...]
    preset: NamedTower
    # the secret text; nothing in a log that was exported without it
    seed: str = field(default="", metadata=UNSAID)
    salt: str = field(default="", metadata=UNSAID)  # 128 random bits in hexadecimal; likewise
    chosen: bool = False
    rulings: Mapping[str, str] = field(default_factory=dict)  # every ruling that is not named has its default
    inside: str = OPEN  # what players are told of the inside of the tower, one of ``INSIDE``


def begin_table(players: Sequence[str], preset: TowerPreset, seed: str, salt: str, **more: Any) -> BeginTable:
    """The request that begins a table; ``more`` are the other fields of it."""
    rulings = dict(Rulings(RULINGS, more.pop("rulings", None)))
    named = NamedTower(preset.name, preset.words())
    return BeginTable(tuple(players), named, seed, salt, rulings=rulings, **more)


def _play_start(state: None, request: BeginTable, recorded: Body | None) -> Played[ShogunState]:
    """Seal the seed and fill the tower."""
    players = _players(request.players)
    if request.seed or recorded is None:  # a log that was exported without its seed has none
        one_line(request.seed)
    check_choice(request.inside, INSIDE)
    promised = (
        commitment(request.seed, request.salt) if recorded is None or request.seed else recorded["commitment"]
    )
    seal = SeedSeal(request.seed, request.salt, promised, request.chosen)
    preset = _tower_of(request.preset.name, tuple(sorted(request.preset.parameters.items())))
    filled = _fill(players, preset, seal, recorded)
    tower = filled.tower if recorded is None else Tower(preset, read_lodged(recorded["lodged"]))
    begun = ShogunState(
        players=players,
        seal=seal if recorded is None else replace(seal, commitment=recorded["commitment"]),
        rulings=Rulings(RULINGS, request.rulings),
        inside=request.inside,
        tower=tower,
    )
    return Played({"commitment": seal.commitment, **_written(filled)}, begun)


def fill_anew(state: ShogunState, seal: SeedSeal, recorded: Body | None) -> Played[ShogunState]:
    """The table with words mixed into its seed, and the tower filled anew with them."""
    said = replace(state, seal=seal)
    if state.real_tower:
        return Played({"lodged": written_lodged(state.tower)}, said)
    preset = state.tower.preset
    filled = _fill(state.players, preset, seal, recorded)
    tower = filled.tower if recorded is None else Tower(preset, read_lodged(recorded["lodged"]))
    return Played(_written(filled), with_tower(said, tower))


def _players(colours: Sequence[str]) -> tuple[str, ...]:
    check_players(len(colours))
    for number, colour in enumerate(colours):
        if colour not in DAIMYO:
            raise InputError("The cube {cube} is not in this game's box.", cube=colour)
        if colour in colours[:number]:
            raise InputError(
                "{player} is named twice; every player has a colour of their own.", player=daimyo(colour)
            )
    return tuple(colours)


def one_line(text: str) -> None:
    """Refuse a seed or a word that is not one visible line."""
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise InputError("A seed or a word is one line of 1 to {most} visible characters.", most=LONGEST_TEXT)


def with_words(seal: SeedSeal, players: Sequence[str], words: Words) -> SeedSeal:
    """The seal with words mixed in, one of each player, in the order of the players."""
    for colour, word in words:
        one_line(word)
        if colour not in players:
            raise InputError("{player} does not play at this table.", player=daimyo(colour))
        if colour in dict(seal.words):
            raise Refused("{player} has said a word already.", player=daimyo(colour))
        said = sorted((*seal.words, (colour, word)), key=lambda each: players.index(each[0]))
        seal = replace(seal, words=tuple(said))
    return seal


@cache
def _tower_of(name: str, parameters: tuple[tuple[str, str], ...]) -> TowerPreset:
    """One tower is one object, so that what was reckoned for it is found again quickly."""
    return TowerPreset.from_words(name, dict(parameters))


def _fill(players: Sequence[str], preset: TowerPreset, seal: SeedSeal, recorded: Body | None) -> Throw:
    cubes = filling(players)
    if not seal.known:
        assert recorded is not None  # a table is begun with a seed
        fell = frozenset(map(Cube.parse, recorded["out"]))
        lodged = tuple(Lodged(cube, 0, True) for cube in cubes if cube not in fell)
        return Throw(0, tuple(sorted(cubes)), tuple(sorted(fell.intersection(cubes))), Tower(preset, lodged))
    return fill(preset, cubes, seal.randomness)


def _written(filled: Throw) -> dict[str, Any]:
    return {
        "in": written_cubes(filled.thrown),
        "out": written_cubes(filled.out),
        "lodged": written_lodged(filled.tower),
    }


def _describe_start(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The cubes that went into the tower at the beginning, the sealed seed and the hash."""
    seen, filled = view(step.after), step.event.result
    seal = {"commitment": seen.commitment, "seed_chosen": seen.chosen}
    tower = {"throw": seen.throws, **seen.cubes, "hash": hash_told(step)}
    data = table_data(here, players=seen.players, preset=seen.preset.name, **seal, **tower)
    went_in, fell_out = (armies(counted(map(Cube.parse, filled[key]))) for key in ("in", "out"))
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("The table {table} is open; the tower is {preset}.", table=here.name, preset=seen.preset.name)
    ]
    if len(seen.players) == 2:
        lines.append(say("The booklet names 3 to 5 players; two may still try the tower."))
    lines.append(say("Into the tower went {cubes}.", cubes=went_in))
    if not figure:
        lines.append(say("What fell out goes back to the supplies."))
    else:
        lines.append(say("Fallen out, and back to the supplies: {cubes}.", cubes=fell_out))
    lines += [*figure, seed_line(seen.commitment)]
    if seen.chosen:
        lines.append(
            say(
                "Somebody chose this seed and may know every throw already: the hash proves only "
                "that it was not changed afterwards."
            )
        )
    return Answer(data, (*lines, *log_told(step)), remedies=("word",))


def seed_line(promised: str) -> Sentence:
    """The hash of the seed in one short line, to be written down before the first throw."""
    return say("The seed is fixed; write its hash down: {hash}", hash=shown_hash(promised))


def _start_line(step: Step[ShogunState]) -> Sentence:
    players, preset = daimyos(step.after.players), step.after.tower.preset.name
    return say("The table begins: {players}; tower {preset}.", players=players, preset=preset)


@dataclass(frozen=True, slots=True)
class MixWords:
    """Mix players' words into the seed, for all to see."""

    words: Words


def words_are_open(state: ShogunState) -> bool:
    """Whether words may still be mixed in: nothing was thrown or shuffled, and the seed is a secret."""
    tower, by_hand = state.tower, state.real_tower
    fell = tower.throws or (not by_hand and (tower.tray or any(not each.from_fill for each in tower.lodged)))
    return not (fell or state.game is not None or state.seal.revealed)


def _apply_words(state: ShogunState, request: MixWords, recorded: Body | None) -> Played[ShogunState]:
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
    if not words_are_open(state):
        raise Refused("Words are said before anything is thrown or shuffled; this table has begun.")
    if not request.words:
        raise InputError("Nobody says a word.")
    return fill_anew(state, with_words(state.seal, state.players, request.words), recorded)


def _describe_words(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The words that are mixed into the seed, and the tower filled anew."""
    seen = view(step.after)
    figure = cubes_figure(seen)
    lines: list[Told] = [
        say("{player}'s word is mixed in: {word}", player=daimyo(player), word=word)
        for player, word in seen.words
    ]
    if figure and not seen.real_tower:
        lines += [say("The tower has been filled anew:"), *figure]
    data = table_data(here, words=seen.words, **seen.cubes, hash=hash_told(step))
    return Answer(data, (*lines, *log_told(step)))


def _words_line(step: Step[ShogunState]) -> Sentence:
    players = daimyos(colour for colour, _ in step.event.asked["words"])
    return say("Words are mixed into the seed: {players}.", players=players)


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Show the seed: no more throws and shuffles can be drawn from it."""


@dataclass(frozen=True, slots=True)
class ExportSeed:
    """Let the seed out of the table in an exported file, for all to know."""


def _play_reveal(state: ShogunState, request: RevealSeed, recorded: Body | None) -> Played[ShogunState]:
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    if not state.seal.known:
        raise no_seed()
    calendar = state.calendar
    if calendar is not None and state.planning.of(calendar.label):
        raise Refused("Plans of this round lie sealed, and the seed would open them; first the round ends.")
    result = {"seed": state.seal.seed, "salt": state.seal.salt, "commitment": state.seal.commitment}
    return Played(result, replace(state, seal=replace(state.seal, revealed=True)))


def _play_export(state: ShogunState, request: ExportSeed, recorded: Body | None) -> Played[ShogunState]:
    if not state.seal.known:
        raise no_seed()
    if state.seal.revealed:
        raise Refused("The seed of this table has been revealed already.")
    return Played({}, state)


def tell_seed(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The seed that was revealed, and how its hash is made again."""
    seal, head = step.after.seal, step.event.hash
    seed = {"seed": seal.seed, "salt": seal.salt, "words": seal.words, "commitment": seal.commitment}
    data = table_data(here, **seed, seed_chosen=seal.chosen, hash=head)
    lines: tuple[Told, ...] = (
        say("Seed: {seed}", seed=seal.seed),
        say("Salt: {salt}", salt=seal.salt),
        *(say("{player}'s word: {word}", player=daimyo(player), word=word) for player, word in seal.words),
        say("Hash shown at the start: {commitment}", commitment=seal.commitment),
        say("It is the SHA-256 of the seed, a line end and the salt. To check it elsewhere:"),
        HashCheck(seal.seed, seal.salt),
        say("The throwing at this table is over; results of a real tower can still be entered."),
    )
    return Answer(data, (*lines, *log_told(step)))


def seed_is_out(history: History[ShogunState]) -> bool:
    """True when all know of the seed: it was revealed, or was in a file."""
    steps = history.steps
    return steps[-1].after.seal.revealed or any(isinstance(step.request, ExportSeed) for step in steps)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind(START, BeginTable, _play_start, _describe_start, _start_line),
    EventKind("word", MixWords, _apply_words, _describe_words, _words_line, undoable=False, redraws=True),
    EventKind(
        "export", ExportSeed, _play_export, line=lambda step: say("The seed is let out in an exported file.")
    ),
    EventKind(
        "reveal",
        RevealSeed,
        _play_reveal,
        tell_seed,
        lambda step: say("The seed is revealed."),
        undoable=False,
    ),
)
"""The start, which cannot be taken back; words mixed in and the seed let out: what was seen stays seen."""


MODES = ("draft", "fixed", "board")  # the provinces are drafted, fixed, or as they stand


@dataclass(frozen=True, slots=True)
class SetUp:
    """Begin a whole game; a board as it stands needs everybody's chests."""

    mode: str  # one of ``MODES``
    side: Side = Side.SUN
    added: tuple[tuple[str, str], ...] = ()  # sea routes that are there besides those of the Sun side
    removed: tuple[tuple[str, str], ...] = ()  # sea routes that are not there
    first: str | None = None  # who begins the draft: the oldest player
    # numbers of the open event cards, where the players shuffle their own
    open: tuple[int, ...] | None = None
    lands: Mapping[str, Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)
    year: int = 1  # the year, where a game is under way; ``season`` is the season that begins
    season: Season = Season.SPRING
    # for the mode ``fixed``, each player's set-up by seats: ``BAC``, ``drawn``; else A first
    letters: str = field(default="", metadata=UNSAID)


def _play(state: ShogunState, request: SetUp, recorded: Body | None) -> Played[ShogunState]:
    if state.game is not None:
        raise Refused("This table keeps its game already.")
    prepare(facts(), request.side, len(state.players), request.mode == "fixed")
    check_choice(request.mode, MODES)
    if request.letters not in ("", DRAWN) and sorted(request.letters) != [*LETTERS[: len(state.players)]]:
        raise InputError(
            "'{text}' was not expected; write each player's set-up, by seats, such as {sample}.",
            text=request.letters,
            sample=LETTERS[: len(state.players)],
        )
    for player in state.players if request.mode == "board" else ():
        if request.seats.get(player, Amounts()).chests is None:
            raise InputError("The chests of {player} are missing.", remedy="chests", player=daimyo(player))
    opened = open_events(request.year, request.season)
    board = with_routes(facts().board(request.side), request.added, request.removed)
    result: dict[str, Any] = {"events": None}
    if recorded is None:
        draws = draws_of(state)
        pile = shuffle_events(facts().events, draws)
        if request.open is not None:
            pile = put_on_top(pile, request.open, opened)
        if request.mode == "draft":
            result["cards"] = list(shuffle_provinces(board.in_play(len(state.players)), draws))
        if request.letters == DRAWN:
            result["letters"] = shuffle_letters(len(state.players), draws)
        result["events"] = list(pile)
    else:
        result = dict(recorded)
    return Played(result, replace(state, game=_begun(state, request, board, result)))


def _begun(state: ShogunState, request: SetUp, board: Board, result: Body) -> KeptGame:
    calendar = open_game(state.players, result["events"], request.year, request.season)
    calendar = replace(calendar, order=state.players)
    if request.mode == "draft":
        first = state.players.index(state.player(request.first or state.players[0]))
        turns = (*state.players[first:], *state.players[:first])
        return Drafting(board, begin_draft(result["cards"], turns), tuple(result["events"]))
    letters = result.get("letters") or request.letters or LETTERS
    lands = fixed_lands(facts(), state.players, letters) if request.mode == "fixed" else request.lands
    seats = {
        player: Seat(0, told.chests or 0, told.rice or 0, told.points or 0)
        for player, told in request.seats.items()
    }
    return Campaign(calendar, reckoned(state, board, lands, seats))


def doubtful_sea_routes() -> tuple[Sentence, ...]:
    """The sea routes of the Moon side that are not confirmed."""
    return (
        say("The sea routes of the Moon side are not confirmed; compare them with your board:"),
        *(
            say("  {first} – {second}", first=border.a, second=border.b)
            for border in facts().borders
            if border.kind == "sea" and not border.moon_confirmed
        ),
    )


SET_UP: EventKind[ShogunState] = EventKind(
    "setup", SetUp, _play, line=lambda step: said_of("shogun", "mode")[step.request.mode]
)
"""The beginning of a game that is kept."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """Take an open province card, or the top of the pile, and place a group there."""

    player: str
    card: str
    group: int


def _draft(state: ShogunState, request: DraftCard, recorded: Body | None) -> Played[ShogunState]:
    drafting = drafting_of(state.game)
    if drafting is None:
        raise Refused("No draft is under way at this table.")
    before = drafting.draft
    draft = take_province(before, state.player(request.player), request.card, request.group)
    (taken,) = set(draft.lands) - set(before.lands)
    result = {"province": taken, "open": list(draft.open), "buried": list(draft.buried), "next": draft.player}
    game: KeptGame = replace(drafting, draft=draft)
    if draft.player is None:
        realm = reckoned(state, drafting.board, draft.lands, {})
        game = Campaign(open_game(state.players, drafting.events), realm)
    return Played(result, replace(state, game=game))


def _draft_line(step: Step[ShogunState]) -> Sentence:
    return say(
        "{player} takes {province} and places {count} there.",
        player=daimyo(step.request.player),
        province=step.event.result["province"],
        count=step.request.group,
    )


DRAFT: EventKind[ShogunState] = EventKind("draft", DraftCard, _draft, line=_draft_line)  # a province drafted
