"""A table begins to keep its game: the calendar alone, or the board, drafted, fixed, or as it stands.

Cards are shuffled from the table's seed; where players shuffle their own, they say what was opened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.data.shogun import Board, facts
from companion.errors import InputError, Refused
from companion.play.shogun.keeping import campaign_at, draws_of, reckoned
from companion.play.shogun.requests import CorrectBoard, DraftCard, SetUp
from companion.play.shogun.state import Drafting, KeptGame, ShogunState
from companion.rules.shogun.game.campaign import Campaign, put_right
from companion.rules.shogun.realm import Seat
from companion.rules.shogun.round.stages import open_events, open_game, put_on_top, shuffle_events
from companion.rules.shogun.setup.draft import begin_draft, shuffle_provinces, take_province
from companion.rules.shogun.setup.setup import (
    DRAWN,
    LETTERS,
    fixed_lands,
    prepare,
    shuffle_letters,
    with_routes,
)
from companion.sentences import listed
from companion.table.history import EventKind, Played
from companion.table.log import Body

MODES = ("light", "draft", "fixed", "board")
"""Keep the calendar alone; or the board: after a draft, the fixed set-up, or as it stands."""


def _play_setup(state: ShogunState, request: SetUp, recorded: Body | None) -> Played[ShogunState]:
    if state.game is not None:
        raise Refused("This table keeps its game already.")
    prepare(facts(), request.side, len(state.players), request.mode == "fixed")
    if request.mode not in MODES:
        raise InputError(
            "'{value}' was not expected; it is one of {options}.", value=request.mode, options=listed(MODES)
        )
    if request.letters not in ("", DRAWN) and sorted(request.letters) != [*LETTERS[: len(state.players)]]:
        raise InputError(
            "'{text}' was not expected; write each player's set-up, by seats, such as {sample}.",
            text=request.letters,
            sample=LETTERS[: len(state.players)],
        )
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
    if request.mode == "light":
        return calendar
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
    seats = dict(realm.seats)
    for player, told in request.seats.items():
        seat = seats[state.player(player)]
        seats[player] = replace(
            seat,
            chests=seat.chests if told.chests is None else told.chests,
            rice=seat.rice if told.rice is None else told.rice,
            points=seat.points if told.points is None else told.points,
        )
    corrected = put_right(campaign, reckoned(state, realm.board, lands, seats))
    return Played({}, replace(state, game=corrected))


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("setup", SetUp, _play_setup),
    EventKind("draft", DraftCard, _play_draft),
    EventKind("correct", CorrectBoard, _play_correct),
)
"""How a game comes to be kept, and is put right by hand."""
