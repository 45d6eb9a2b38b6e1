"""A table begins to keep its game: the calendar alone, or the board, drafted, fixed, or as it stands.

Cards are shuffled from the table's seed; where players shuffle their own, they say what was opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.data.shogun import Board, Side, facts
from companion.errors import InputError, Refused
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Seat
from companion.rules.shogun.round.calendar import ROUNDS, Calendar
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import open_game, shuffle_events
from companion.rules.shogun.setup.draft import begin_draft, shuffle_provinces, take_province
from companion.rules.shogun.setup.setup import fixed_lands, prepare, with_routes
from companion.table.history import EventKind, Played
from companion.table.log import Body
from companion.table.shogun.keeping import campaign_at, draws_of, reckoned
from companion.table.shogun.requests import CorrectBoard, DraftCard, SetUp
from companion.table.shogun.state import Drafting, KeptGame, ShogunState

__all__ = ["KINDS", "MODES", "with_open"]

MODES = ("light", "draft", "fixed", "board")
"""Keep the calendar alone; or the board: after a draft, the fixed set-up, or as it stands."""


def _play_setup(state: ShogunState, request: SetUp, recorded: Body | None) -> Played[ShogunState]:
    if state.game is not None:
        raise Refused("This table keeps its game already.")
    prepare(facts(), request.side, len(state.players))
    if request.mode not in MODES:
        raise InputError(
            "'{value}' was not expected; it is one of {options}.",
            value=request.mode, options=", ".join(MODES),
        )  # fmt: skip
    if request.mode == "fixed" and request.side != Side.SUN:
        raise InputError("The fixed set-up is for the Sun side only.")
    if request.year not in (1, 2) or request.season not in ROUNDS:
        raise InputError("A game begins in spring, summer or autumn of year 1 or 2.")
    board = with_routes(facts().board(request.side), request.added, request.removed)
    result: dict[str, Any] = {"events": None}
    if recorded is None:
        draws = draws_of(state)
        pile = shuffle_events(facts().events, draws)
        if request.open is not None:
            pile = with_open(pile, request.open, _open_cards(request))
        if request.mode == "draft":
            result["cards"] = list(shuffle_provinces(board.in_play(len(state.players)), draws))
        result["events"] = list(pile)
    else:
        result = dict(recorded)
    return Played(result, replace(state, game=_begun(state, request, board, result)))


def _begun(state: ShogunState, request: SetUp, board: Board, result: Body) -> KeptGame:
    calendar = _calendar(state, request, result["events"])
    if request.mode == "light":
        return calendar
    if request.mode == "draft":
        first = state.players.index(state.player(request.first or state.players[0]))
        turns = (*state.players[first:], *state.players[:first])
        return Drafting(board, begin_draft(result["cards"], turns), tuple(result["events"]))
    lands = fixed_lands(facts(), state.players) if request.mode == "fixed" else request.lands
    seats = {
        player: Seat(0, told.chests or 0, told.rice or 0, told.points or 0)
        for player, told in request.seats.items()
    }
    return Campaign(calendar, reckoned(state, board, lands, seats))


def with_open(pile: Sequence[int], opened: Sequence[int], count: int) -> tuple[int, ...]:
    """The pile with cards on top that players have opened from a pile of their own.

    Raises:
        InputError: When they are not so many different cards of the pile.
    """
    if len(set(opened)) != count or len(opened) != count or not set(opened) <= set(pile):
        raise InputError(
            "{count} different event cards are open, out of these: {numbers}.",
            count=count, numbers=" ".join(map(str, sorted(pile))),
        )  # fmt: skip
    return (*opened, *(number for number in pile if number not in opened))


def _open_cards(request: SetUp) -> int:
    return OPEN_EVENTS - ROUNDS.index(request.season)


def _calendar(state: ShogunState, request: SetUp, pile: Sequence[int]) -> Calendar:
    calendar = open_game(state.players, pile)
    count = _open_cards(request)
    return replace(
        calendar,
        year=request.year,
        season=request.season,
        open=tuple(pile[:count]),
        pile=tuple(pile[count:]),
        order=state.players,
    )


def _play_draft(state: ShogunState, request: DraftCard, recorded: Body | None) -> Played[ShogunState]:
    if not isinstance(state.game, Drafting):
        raise Refused("No draft is under way at this table.")
    drafting = state.game
    before = drafting.draft
    draft = take_province(before, state.player(request.player), request.card, request.group)
    (taken,) = set(draft.lands) - set(before.lands)
    result = {"province": taken, "open": list(draft.open), "buried": list(draft.buried), "next": draft.player}
    game: KeptGame = replace(drafting, draft=draft)
    if draft.player is None:
        realm = reckoned(state, drafting.board, draft.lands, {})
        game = Campaign(open_game(state.players, drafting.events), realm)
    return Played(result, replace(state, game=game))


def _play_correct(state: ShogunState, request: CorrectBoard, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    realm = campaign.realm
    lands = {**realm.lands, **request.lands}
    for name in lands:
        if name not in realm.lands:
            raise InputError("{province} is out with three players and may not be entered.", province=name)
    seats = dict(realm.seats)
    for player, told in request.seats.items():
        seat = seats[state.player(player)]
        seats[player] = replace(
            seat,
            chests=seat.chests if told.chests is None else told.chests,
            rice=seat.rice if told.rice is None else told.rice,
            points=seat.points if told.points is None else told.points,
        )
    lost = {name for name in request.lands if lands[name].owner != realm.lands[name].owner}
    corrected = reckoned(state, realm.board, lands, seats)
    pending = None
    if campaign.pending is not None:
        # A province that changed hands revolts against nobody any more.
        pending = {
            player: (tuple(name for name in provinces if name not in lost), greens)
            for player, (provinces, greens) in campaign.pending.items()
        }
    cards = frozenset(campaign.cards - lost)
    return Played({}, replace(state, game=replace(campaign, realm=corrected, cards=cards, pending=pending)))


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("setup", SetUp, _play_setup),
    EventKind("draft", DraftCard, _play_draft),
    EventKind("correct", CorrectBoard, _play_correct),
)
"""How a game comes to be kept, and is put right by hand."""
