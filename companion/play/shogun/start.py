"""The start of a table: players, the sealed seed, the filled tower; words mixed in, the seed revealed.

The hash of the seed is shown first, so the seed cannot be chosen to fit the words. Words are mixed in
in the order of the players, not in the order they came. Each word refills the tower, so words are allowed only
before the first throw, and never after an undo.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from companion.answers import Answer, AnswerLine
from companion.codec import UNSAID
from companion.data.rows import check_choice
from companion.data.shogun.facts import Board, Side, facts
from companion.data.shogun.towers import TowerPreset
from companion.data.vocabulary import load_phrases
from companion.errors import InputError, Refused
from companion.play.game import format_hash, table_data
from companion.play.shogun.corrections import Amounts
from companion.play.shogun.standing import cubes_figure, describe_log
from companion.play.shogun.state import (
    Drafting,
    KeptGame,
    SeedSeal,
    ShogunState,
    compute_realm,
    format_cubes,
    format_lodged,
    get_draws,
    parse_lodged,
    refuse_no_seed,
    with_tower,
)
from companion.play.shogun.views import HashCheck, find_visible_hash, view
from companion.rules.rulings import Rulings
from companion.rules.shogun import realm as realms
from companion.rules.shogun import setup
from companion.rules.shogun import tower as towers
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.stages import Season, begin_calendar, count_open_events, put_events_on_top, shuffle_events
from companion.sentences import Sentence, say
from companion.table.history import START, Applied, Body, EventKind, History, Snapshot, Transition

PlayerWords = tuple[tuple[str, str], ...]  # colours of players, each with a word

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
    # the secret text; empty in a log that was exported without it
    seed: str = field(default="", metadata=UNSAID)
    salt: str = field(default="", metadata=UNSAID)  # 128 random bits in hexadecimal; empty likewise
    chosen: bool = False
    rulings: Mapping[str, str] = field(default_factory=dict)  # a ruling that is not named has its default
    inside: str = realms.OPEN  # what players may know about the inside of the tower, one of ``INSIDE``


def build_begin_request(
    players: Sequence[str], preset: TowerPreset, seed: str, salt: str, **options: Any
) -> BeginTable:
    """The request that begins a table; ``options`` are its other fields."""
    rulings = dict(Rulings(realms.RULINGS, options.pop("rulings", None)))
    tower = NamedTower(preset.name, preset.format_parameters())
    return BeginTable(tuple(players), tower, seed, salt, rulings=rulings, **options)


def _apply_start(state: None, request: BeginTable, recorded: Body | None) -> Applied[ShogunState]:
    """Seal the seed and fill the tower."""
    players = _check_players(request.players)
    if request.seed or recorded is None:  # a log that was exported without its seed has none
        check_one_line(request.seed)
    check_choice(request.inside, realms.INSIDE)
    commitment = (
        towers.compute_commitment(request.seed, request.salt)
        if recorded is None or request.seed
        else recorded["commitment"]
    )
    seal = SeedSeal(request.seed, request.salt, commitment, request.chosen)
    preset = _parse_tower(request.preset.name, tuple(sorted(request.preset.parameters.items())))
    filled = _fill_tower(players, preset, seal, recorded)
    tower = filled.tower if recorded is None else towers.Tower(preset, parse_lodged(recorded["lodged"]))
    new_state = ShogunState(
        players=players,
        seal=seal if recorded is None else replace(seal, commitment=recorded["commitment"]),
        rulings=Rulings(realms.RULINGS, request.rulings),
        inside_view=request.inside,
        tower=tower,
    )
    return Applied({"commitment": seal.commitment, **_format_filling(filled)}, new_state)


def refill_tower(state: ShogunState, seal: SeedSeal, recorded: Body | None) -> Applied[ShogunState]:
    """The table with a seal that has new words, and its tower refilled from it; a real tower stays as it is."""
    sealed_state = replace(state, seal=seal)
    if state.real_tower:
        return Applied({"lodged": format_lodged(state.tower)}, sealed_state)
    preset = state.tower.preset
    filled = _fill_tower(state.players, preset, seal, recorded)
    tower = filled.tower if recorded is None else towers.Tower(preset, parse_lodged(recorded["lodged"]))
    return Applied(_format_filling(filled), with_tower(sealed_state, tower))


def _check_players(colours: Sequence[str]) -> tuple[str, ...]:
    towers.check_players(len(colours))
    for number, colour in enumerate(colours):
        if colour not in realms.DAIMYO:
            raise InputError("The cube {cube} is not in this game's box.", cube=colour)
        if colour in colours[:number]:
            raise InputError(
                "{player} is named twice; every player has a colour of their own.", player=realms.name_player(colour)
            )
    return tuple(colours)


def check_one_line(text: str) -> None:
    """Refuse a seed or a word that is not one visible line."""
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise InputError("A seed or a word is one line of 1 to {most} visible characters.", most=LONGEST_TEXT)


def with_words(seal: SeedSeal, players: Sequence[str], words: PlayerWords) -> SeedSeal:
    """The seal with words mixed in, one of each player, in the order of the players."""
    for colour, word in words:
        check_one_line(word)
        if colour not in players:
            raise InputError("{player} does not play at this table.", player=realms.name_player(colour))
        if colour in dict(seal.words):
            raise Refused("{player} has said a word already.", player=realms.name_player(colour))
        words_mixed = sorted((*seal.words, (colour, word)), key=lambda each: players.index(each[0]))
        seal = replace(seal, words=tuple(words_mixed))
    return seal


@cache
def _parse_tower(name: str, parameters: tuple[tuple[str, str], ...]) -> TowerPreset:
    """Parse a tower; the same object each time, so that cached results are found quickly."""
    return TowerPreset.parse_parameters(name, dict(parameters))


def _fill_tower(players: Sequence[str], preset: TowerPreset, seal: SeedSeal, recorded: Body | None) -> towers.Throw:
    cubes = towers.list_fill_cubes(players)
    if not seal.has_seed:
        assert recorded is not None  # only a log without its seed has none
        cubes_out = frozenset(map(realms.Cube.parse, recorded["out"]))
        lodged = tuple(towers.LodgedCube(cube, 0, True) for cube in cubes if cube not in cubes_out)
        return towers.Throw(
            0, tuple(sorted(cubes)), tuple(sorted(cubes_out.intersection(cubes))), towers.Tower(preset, lodged)
        )
    return towers.fill_tower(preset, cubes, seal.randomness)


def _format_filling(fill: towers.Throw) -> dict[str, Any]:
    return {"in": format_cubes(fill.cubes_in), "out": format_cubes(fill.cubes_out), "lodged": format_lodged(fill.tower)}


def _describe_start(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The answer to the start: the cubes that went into the tower, the sealed seed and the hash."""
    seen, filled = view(step.after), step.event.result
    seal = {"commitment": seen.commitment, "seed_chosen": seen.seed_is_chosen}
    tower = {"throw": seen.throws, **seen.cubes, "hash": find_visible_hash(step)}
    data = table_data(table, players=seen.players, preset=seen.preset.name, **seal, **tower)
    cubes_in, cubes_out = (
        realms.describe_armies(realms.count_cubes(map(realms.Cube.parse, filled[key]))) for key in ("in", "out")
    )
    figure = cubes_figure(seen)
    lines: list[AnswerLine] = [
        say("The table {table} is open; the tower is {preset}.", table=table.name, preset=seen.preset.name)
    ]
    if len(seen.players) == 2:
        lines.append(say("The booklet names 3 to 5 players; two may still try the tower."))
    lines.append(say("Into the tower went {cubes}.", cubes=cubes_in))
    if not figure:
        lines.append(say("What fell out goes back to the supplies."))
    else:
        lines.append(say("Fallen out, and back to the supplies: {cubes}.", cubes=cubes_out))
    lines += [*figure, seed_line(seen.commitment)]
    chosen = say(
        "Somebody chose this seed and may know every throw already: the hash proves only "
        "that it was not changed afterwards."
    )
    doubts = (chosen,) if seen.seed_is_chosen else ()
    brief = (lines[0], seed_line(seen.commitment), *doubts)
    return Answer(data, (*lines, *doubts, *describe_log(step)), brief, remedies=("word",))


def seed_line(commitment: str) -> Sentence:
    """The hash of the seed in one short line, to be written down before the first throw."""
    return say("The seed is fixed; write its hash down: {hash}", hash=format_hash(commitment))


def _start_line(step: Transition[ShogunState]) -> Sentence:
    players, preset = realms.name_players(step.after.players), step.after.tower.preset.name
    return say("The table opens: {players}; tower {preset}.", players=players, preset=preset)


@dataclass(frozen=True, slots=True)
class MixWords:
    """Mix players' words into the seed, for all to see."""

    words: PlayerWords


def can_mix_words(state: ShogunState) -> bool:
    """True while words may be mixed in: nothing was thrown or shuffled, and the seed is secret."""
    tower, by_hand = state.tower, state.real_tower
    has_fallen = tower.throws or (not by_hand and (tower.tray or any(not each.from_fill for each in tower.lodged)))
    return not (has_fallen or state.game is not None or state.seal.is_revealed)


def _apply_words(state: ShogunState, request: MixWords, recorded: Body | None) -> Applied[ShogunState]:
    if state.seal.is_revealed:
        raise Refused("The seed of this table has been revealed; no more throws can be drawn from it.")
    if not can_mix_words(state):
        raise Refused("Words are said before anything is thrown or shuffled; this table has begun.")
    if not request.words:
        raise InputError("No words were given.")
    return refill_tower(state, with_words(state.seal, state.players, request.words), recorded)


def _describe_words(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The answer to mixed-in words: all words so far, and the refilled tower."""
    seen = view(step.after)
    figure = cubes_figure(seen)
    lines: list[AnswerLine] = [
        say("{player}'s word is mixed in: {word}", player=realms.name_player(player), word=word)
        for player, word in seen.words
    ]
    if figure and not seen.real_tower:
        lines += [say("The tower has been refilled:"), *figure]
    data = table_data(table, words=seen.words, **seen.cubes, hash=find_visible_hash(step))
    return Answer(data, (*lines, *describe_log(step)))


def _words_line(step: Transition[ShogunState]) -> Sentence:
    players = realms.name_players(colour for colour, _ in step.event.request["words"])
    return say("Words are mixed into the seed: {players}.", players=players)


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Reveal the seed, after which no throw or shuffle can be drawn from it."""


@dataclass(frozen=True, slots=True)
class ExportSeed:
    """Notify everybody that the seed was exported in a file."""


def _apply_reveal(state: ShogunState, request: RevealSeed, recorded: Body | None) -> Applied[ShogunState]:
    if state.seal.is_revealed:
        raise Refused("The seed of this table has been revealed already.")
    if not state.seal.has_seed:
        raise refuse_no_seed()
    calendar = state.calendar
    if calendar is not None and state.planning.get_plans(calendar.label):
        raise Refused("Plans of this round are sealed, and the seed would reveal them; wait until the round has ended.")
    result = {"seed": state.seal.seed, "salt": state.seal.salt, "commitment": state.seal.commitment}
    return Applied(result, replace(state, seal=replace(state.seal, is_revealed=True)))


def _apply_export(state: ShogunState, request: ExportSeed, recorded: Body | None) -> Applied[ShogunState]:
    if not state.seal.has_seed:
        raise refuse_no_seed()
    if state.seal.is_revealed:
        raise Refused("The seed of this table has been revealed already.")
    return Applied({}, state)


def describe_seed(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The seed that was revealed, and how to compute its hash again."""
    seal, head = step.after.seal, step.event.hash
    seed = {"seed": seal.seed, "salt": seal.salt, "words": seal.words, "commitment": seal.commitment}
    data = table_data(table, **seed, seed_chosen=seal.is_chosen, hash=head)
    lines: tuple[AnswerLine, ...] = (
        say("Seed: {seed}", seed=seal.seed),
        say("Salt: {salt}", salt=seal.salt),
        *(say("{player}'s word: {word}", player=realms.name_player(player), word=word) for player, word in seal.words),
        say("Hash shown at the start: {commitment}", commitment=seal.commitment),
        say("It is the SHA-256 of the seed, a line end and the salt. To check it elsewhere:"),
        HashCheck(seal.seed, seal.salt),
        say("The throwing at this table is over; results of a real tower can still be entered."),
    )
    return Answer(data, (*lines, *describe_log(step)))


def has_exposed_seed(history: History[ShogunState]) -> bool:
    """True when all know that the seed may be known: it was revealed, or exported in a file."""
    steps = history.steps
    return steps[-1].after.seal.is_revealed or any(isinstance(step.request, ExportSeed) for step in steps)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind(START, BeginTable, _apply_start, _describe_start, _start_line),
    EventKind("word", MixWords, _apply_words, _describe_words, _words_line, undoable=False, changes_draws=True),
    EventKind("export", ExportSeed, _apply_export, line=lambda step: say("The seed was written to an exported file.")),
    EventKind(
        "reveal", RevealSeed, _apply_reveal, describe_seed, lambda step: say("The seed is revealed."), undoable=False
    ),
)
"""The start, words and the seed: what they reveal stays known, so a word or a revealed seed cannot be undone."""

MODES = ("draft", "fixed", "board")  # how provinces are divided: by draft, as in the annex, or as on the table


@dataclass(frozen=True, slots=True)
class SetUp:
    """Begin a whole game; the mode ``board`` needs everybody's chests."""

    mode: str  # one of ``MODES``
    side: Side = Side.SUN
    added: tuple[tuple[str, str], ...] = ()  # sea routes besides those of the Sun side
    removed: tuple[tuple[str, str], ...] = ()  # sea routes that this table does without
    first: str | None = None  # the player who begins the draft, the oldest
    # numbers of the open event cards, if players shuffle their own
    open: tuple[int, ...] | None = None
    lands: Mapping[str, realms.Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)
    year: int = 1  # of a game under way; ``season`` is the one that begins
    season: Season = Season.SPRING
    # for the mode ``fixed``: each player's set-up in seating order, such as ``BAC``; ``drawn``; empty for ``ABC``
    letters: str = field(default="", metadata=UNSAID)


def _apply_setup(state: ShogunState, request: SetUp, recorded: Body | None) -> Applied[ShogunState]:
    if state.game is not None:
        raise Refused("This table already tracks its game.")
    setup.prepare_game(facts(), request.side, len(state.players), request.mode == "fixed")
    check_choice(request.mode, MODES)
    if request.letters not in ("", setup.DRAWN) and sorted(request.letters) != [*setup.LETTERS[: len(state.players)]]:
        raise InputError(
            "'{text}' does not give each player one set-up; write one letter a seat, such as {sample}.",
            text=request.letters,
            sample=setup.LETTERS[: len(state.players)],
        )
    for player in state.players if request.mode == "board" else ():
        if request.seats.get(player, Amounts()).chests is None:
            raise InputError("The chests of {player} are missing.", remedy="chests", player=realms.name_player(player))
    count = count_open_events(request.year, request.season)
    board = setup.with_routes(facts().board(request.side), request.added, request.removed)
    result: dict[str, Any] = {"events": None}
    if recorded is None:
        draws = get_draws(state)
        pile = shuffle_events(facts().events, draws)
        if request.open is not None:
            pile = put_events_on_top(pile, request.open, count)
        if request.mode == "draft":
            result["cards"] = list(setup.shuffle_provinces(board.list_provinces_in_play(len(state.players)), draws))
        if request.letters == setup.DRAWN:
            result["letters"] = setup.shuffle_letters(len(state.players), draws)
        result["events"] = list(pile)
    else:
        result = dict(recorded)
    return Applied(result, replace(state, game=_begin_game(state, request, board, result)))


def _begin_game(state: ShogunState, request: SetUp, board: Board, result: Body) -> KeptGame:
    calendar = begin_calendar(state.players, result["events"], request.year, request.season)
    calendar = replace(calendar, order=state.players)
    if request.mode == "draft":
        first = state.players.index(state.check_player(request.first or state.players[0]))
        turns = (*state.players[first:], *state.players[:first])
        return Drafting(board, setup.begin_draft(result["cards"], turns), tuple(result["events"]))
    letters = result.get("letters") or request.letters or setup.LETTERS
    lands = setup.build_fixed_lands(facts(), state.players, letters) if request.mode == "fixed" else request.lands
    seats = {
        player: realms.Belongings(0, amounts.chests or 0, amounts.rice or 0, amounts.points or 0)
        for player, amounts in request.seats.items()
    }
    return Campaign(calendar, compute_realm(state, board, lands, seats))


def list_doubtful_routes() -> tuple[Sentence, ...]:
    """The sea routes that are not confirmed for the Moon side, a line each, below a heading."""
    return (
        say("The sea routes of the Moon side are not confirmed; compare them with your board:"),
        *(
            say("  {first} – {second}", first=border.a, second=border.b)
            for border in facts().borders
            if border.kind == "sea" and not border.moon_confirmed
        ),
    )


SET_UP: EventKind[ShogunState] = EventKind(
    "setup", SetUp, _apply_setup, line=lambda step: load_phrases("shogun", "mode")[step.request.mode]
)
"""The beginning of a game on a kept board."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """Take an open province card, or the top of the pile, and place a group there."""

    player: str
    card: str
    group: int


def _apply_draft(state: ShogunState, request: DraftCard, recorded: Body | None) -> Applied[ShogunState]:
    drafting = state.drafting
    if drafting is None:
        raise Refused("No draft is under way at this table.")
    before = drafting.draft
    draft = setup.take_province(before, state.check_player(request.player), request.card, request.group)
    (province,) = set(draft.lands) - set(before.lands)
    result = {"province": province, "open": list(draft.open), "buried": list(draft.buried), "next": draft.player}
    game: KeptGame = replace(drafting, draft=draft)
    if draft.player is None:
        realm = compute_realm(state, drafting.board, draft.lands, {})
        game = Campaign(begin_calendar(state.players, drafting.events), realm)
    return Applied(result, replace(state, game=game))


def _draft_line(step: Transition[ShogunState]) -> Sentence:
    player, province, count = realms.name_player(step.request.player), step.event.result["province"], step.request.group
    return say("{player} takes {province} and places {count} there.", player=player, province=province, count=count)


DRAFT: EventKind[ShogunState] = EventKind("draft", DraftCard, _apply_draft, line=_draft_line)  # a province is drafted
