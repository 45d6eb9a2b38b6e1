"""A table begins a whole game: its provinces drafted, fixed, or as they stand.

Cards are shuffled from the table's seed; where players shuffle their own, they say what was opened. In a
draft a province card is taken, and an army group placed there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.codec import UNSAID
from companion.data.rows import check_choice
from companion.data.shogun import Board, Side, facts
from companion.data.vocabulary import said_of
from companion.errors import InputError, Refused
from companion.play.shogun.by_hand import Amounts
from companion.play.shogun.state import Drafting, KeptGame, ShogunState, drafting_of, draws_of, reckoned
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import Land, Seat, daimyo
from companion.rules.shogun.round.stages import Season, open_events, open_game, put_on_top, shuffle_events
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
from companion.sentences import Sentence, say
from companion.table.history import Body, EventKind, Played, Step

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
