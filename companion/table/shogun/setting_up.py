"""A table begins to keep its game: the calendar alone, or the board, drafted, fixed, or as it stands.

Cards are shuffled from the table's seed; where players shuffle their own, they say what was opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.data.shogun import Board, Side, facts
from companion.errors import InputError
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.cubes import counted
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land, Realm, Seat
from companion.rules.shogun.round.calendar import ROUNDS, Calendar, Season
from companion.rules.shogun.round.events import OPEN_EVENTS
from companion.rules.shogun.round.stages import open_game, shuffle_events
from companion.rules.shogun.setup.draft import begin_draft, shuffle_provinces, take_province
from companion.rules.shogun.setup.setup import fixed_lands, prepare, realm_of, with_routes
from companion.sentences import say
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun.kept import NO_BOARD, Drafting, Refused, legal
from companion.table.shogun.state import ShogunState

__all__ = [
    "KINDS",
    "MODES",
    "asked_setup",
    "draws_of",
    "read_lands",
    "read_seats",
    "reckoned",
    "written_lands",
]

MODES = ("light", "draft", "fixed", "board")
"""Keep the calendar alone; or the board: after a draft, the fixed set-up, or as it stands."""


def asked_setup(
    mode: str,
    side: Side = Side.SUN,
    *,
    added: Sequence[tuple[str, str]] = (),
    removed: Sequence[tuple[str, str]] = (),
    first: str | None = None,
    opened: Sequence[int] | None = None,
    lands: Mapping[str, Land] | None = None,
    seats: Mapping[str, Seat] | None = None,
    year: int = 1,
    season: Season = Season.SPRING,
) -> dict[str, Any]:
    """The request that begins to keep a game.

    Args:
        mode: One of ``MODES``.
        side: The side of the board.
        added: Sea routes that are there besides those of the Sun side.
        removed: Sea routes that are not there.
        first: Who begins the draft: the oldest player.
        opened: Numbers of the open event cards, where the players shuffle their own.
        lands: The provinces as they stand, for the mode ``board``.
        seats: Chests, rice and points, for the mode ``board``.
        year: The year, where a game is under way.
        season: The season that begins.
    """
    return {
        "mode": mode,
        "side": side.value,
        "added": [list(pair) for pair in added],
        "removed": [list(pair) for pair in removed],
        "first": first,
        "open": None if opened is None else list(opened),
        "lands": written_lands(lands or {}),
        "seats": written_seats(seats or {}),
        "year": year,
        "season": season.value,
    }


def draws_of(state: ShogunState) -> SeededDraws:
    """Where a table's shuffles come from.

    Raises:
        InputError: When the seed has been revealed, so that anybody could foresee them.
    """
    if state.seal.revealed:
        raise InputError("The seed of this table has been revealed; no more cards can be drawn from it.")
    return SeededDraws(state.seal.seed, tuple(word for _, word in state.seal.words))


def read_lands(written: Mapping[str, Any]) -> dict[str, Land]:
    """Provinces from a log."""
    return {
        name: Land(land["owner"], land["armies"], tuple(land["buildings"]), land["markers"])
        for name, land in written.items()
    }


def read_seats(written: Mapping[str, Any]) -> dict[str, Seat]:
    """Possessions from a log; supplies are counted, not written."""
    return {player: Seat(0, seat["chests"], seat["rice"], seat["points"]) for player, seat in written.items()}


def written_lands(lands: Mapping[str, Land]) -> dict[str, Any]:
    """Provinces as they stand in a log."""
    return {
        name: {
            "owner": land.owner,
            "armies": land.armies,
            "buildings": list(land.buildings),
            "markers": land.markers,
        }
        for name, land in lands.items()
    }


def written_seats(seats: Mapping[str, Seat]) -> dict[str, Any]:
    """Possessions as they stand in a log."""
    return {
        player: {"chests": seat.chests, "rice": seat.rice, "points": seat.points}
        for player, seat in seats.items()
    }


def reckoned(state: ShogunState, board: Board, lands: Mapping[str, Land], seats: Mapping[str, Seat]) -> Realm:
    """The whole table from its provinces and the tower: supplies and stock are what is left.

    Raises:
        InputError: When something stands there that cannot.
    """
    for name, land in lands.items():
        if land.owner is not None and not land.armies:
            raise InputError("{province} has an owner without an army, or the reverse.", province=name)
        if name in board.provinces and len(land.buildings) > board.provinces[name].sites:
            raise InputError("{province} has more buildings than sites.", province=name)
        if land.owner is not None:
            state.player(land.owner)
    for player in seats:
        state.player(player)
    within = counted((*state.tower.inside, *state.tower.tray))
    return realm_of(board, state.players, lands, within, seats)


def _decide_setup(state: ShogunState, asked: Body) -> Body:
    if state.kept is not None:
        raise Refused(Illegal(say("This table keeps its game already.")))
    prepare(facts(), Side(asked["side"]), len(state.players))
    if asked["mode"] not in MODES:
        raise InputError(
            "'{value}' was not expected; it is one of {options}.",
            value=asked["mode"],
            options=", ".join(MODES),
        )
    if asked["mode"] == "fixed" and asked["side"] != Side.SUN:
        raise InputError("The fixed set-up is for the Sun side only.")
    if asked["year"] not in (1, 2) or asked["season"] not in ROUNDS:
        raise InputError("A game begins in spring, summer or autumn of year 1 or 2.")
    draws = draws_of(state)
    pile = shuffle_events(facts().events, draws)
    if asked["open"] is not None:
        pile = with_open(pile, asked["open"], _open_cards(asked))
    result: dict[str, Any] = {"events": list(pile)}
    if asked["mode"] == "draft":
        board = _board(asked)
        result["cards"] = list(shuffle_provinces(board.in_play(len(state.players)), draws))
    _fold_setup(state, asked, result)
    return result


def with_open(pile: Sequence[int], opened: Sequence[int], count: int) -> tuple[int, ...]:
    """The pile with cards on top that players have opened from a pile of their own.

    Raises:
        InputError: When they are not so many different cards of the pile.
    """
    if len(set(opened)) != count or len(opened) != count or not set(opened) <= set(pile):
        raise InputError(
            "{count} different event cards are open, out of these: {numbers}.",
            count=count,
            numbers=" ".join(map(str, sorted(pile))),
        )
    return (*opened, *(number for number in pile if number not in opened))


def _open_cards(asked: Body) -> int:
    return OPEN_EVENTS - ROUNDS.index(Season(asked["season"]))


def _board(asked: Body) -> Board:
    board = facts().board(Side(asked["side"]))
    return with_routes(board, [(a, b) for a, b in asked["added"]], [(a, b) for a, b in asked["removed"]])


def _calendar(state: ShogunState, asked: Body, pile: Sequence[int]) -> Calendar:
    calendar = open_game(state.players, pile)
    count = _open_cards(asked)
    return replace(
        calendar,
        year=asked["year"],
        season=Season(asked["season"]),
        open=tuple(pile[:count]),
        pile=tuple(pile[count : count + OPEN_EVENTS]),
        order=state.players,
    )


def _fold_setup(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    calendar = _calendar(state, asked, result["events"])
    if asked["mode"] == "light":
        return replace(state, kept=calendar)
    board = _board(asked)
    if asked["mode"] == "draft":
        first = state.players.index(state.player(asked["first"] or state.players[0]))
        turns = (*state.players[first:], *state.players[:first])
        draft = begin_draft(result["cards"], turns)
        return replace(state, kept=Drafting(board, draft, tuple(result["events"])))
    fixed = asked["mode"] == "fixed"
    lands = fixed_lands(facts(), state.players) if fixed else read_lands(asked["lands"])
    realm = reckoned(state, board, lands, read_seats(asked["seats"]))
    return replace(state, kept=Campaign(calendar, realm))


def _decide_draft(state: ShogunState, asked: Body) -> Body:
    drafting = _drafting(state)
    player = state.player(asked["player"])
    after = legal(take_province(drafting.draft, player, asked["card"], asked["group"]))
    (taken,) = set(after.lands) - set(drafting.draft.lands)
    return {
        "province": taken,
        "open": list(after.open),
        "buried": list(after.buried),
        "next": after.player,
    }


def _fold_draft(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    drafting = _drafting(state)
    draft = legal(take_province(drafting.draft, asked["player"], asked["card"], asked["group"]))
    if draft.player is not None:
        return replace(state, kept=replace(drafting, draft=draft))
    realm = reckoned(state, drafting.board, draft.lands, {})
    return replace(state, kept=Campaign(open_game(state.players, drafting.events), realm))


def _drafting(state: ShogunState) -> Drafting:
    if not isinstance(state.kept, Drafting):
        raise Refused(Illegal(say("No draft is under way at this table.")))
    return state.kept


def _decide_correct(state: ShogunState, asked: Body) -> Body:
    if not isinstance(state.kept, Campaign):
        raise Refused(NO_BOARD)
    _fold_correct(state, asked, {})
    return {}


def _fold_correct(state: ShogunState, asked: Body, result: Body) -> ShogunState:
    assert isinstance(state.kept, Campaign)  # decided so
    realm = state.kept.realm
    lands = {**realm.lands, **read_lands(asked["lands"])}
    for name in lands:
        if name not in realm.lands:
            raise InputError("{province} is out with three players and may not be entered.", province=name)
    seats = dict(realm.seats)
    for player, amounts in asked["seats"].items():
        state.player(player)
        seats[player] = replace(seats[player], **amounts)
    lost = {name for name in asked["lands"] if lands[name].owner != realm.lands[name].owner}
    corrected = reckoned(state, realm.board, lands, seats)
    pending = None
    if state.kept.pending is not None:
        # A province that changed hands revolts against nobody any more.
        pending = {
            player: (tuple(name for name in provinces if name not in lost), greens)
            for player, (provinces, greens) in state.kept.pending.items()
        }
    cards = frozenset(state.kept.cards - lost)
    return replace(state, kept=replace(state.kept, realm=corrected, cards=cards, pending=pending))


KINDS: dict[str, Kind[ShogunState]] = {
    "setup": Kind(_decide_setup, _fold_setup),
    "draft": Kind(_decide_draft, _fold_draft),
    "correct": Kind(_decide_correct, _fold_correct),
}
"""How a game comes to be kept, and is put right by hand."""
