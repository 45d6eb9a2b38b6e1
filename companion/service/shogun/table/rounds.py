"""The rounds of a table: how its game begins, cards, event, bids, special cards, the end; and corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.answers import Answer, Told, answering
from companion.data.shogun import Side, facts
from companion.errors import InputError, Refused
from companion.play.shogun.keeping import no_rounds
from companion.play.shogun.requests import (
    Amounts,
    CorrectBoard,
    CountPoints,
    DraftCard,
    DrawEvent,
    FinishRound,
    LayCards,
    NextAction,
    RevealBids,
    SetUp,
    TakeSpecial,
)
from companion.play.shogun.state import ShogunState
from companion.play.shogun.views import view
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.round.actions import action_words, special_words
from companion.rules.shogun.round.bids import Bid, bid_named, tell_ranking
from companion.rules.shogun.round.calendar import Stage, next_words, passed_words
from companion.sentences import say
from companion.service.shogun.bids import bids_data
from companion.service.shogun.setup import doubtful_sea_routes
from companion.service.shogun.standing import (
    board_data,
    board_lines,
    game_data,
    game_lines,
    next_lines,
    seat_lines,
)
from companion.service.shogun.table.opening import ShogunSession
from companion.service.shogun.table.plans.turns import end_turns
from companion.table.history import Step


@answering
def set_up(here: ShogunSession, request: SetUp) -> Answer:
    """Let a table keep its game from now on.

    Args:
        here: The table.
        request: How it begins; a board as it stands needs everybody's chests.

    Raises:
        InputError: When somebody's chests are missing.
    """
    for player in here.state.players if request.mode == "board" else ():
        if request.seats.get(player, Amounts()).chests is None:
            raise InputError("The chests of {player} are missing.", remedy="chests", player=daimyo(player))
    seats = {
        player: Amounts(seat.chests or 0, seat.rice or 0, seat.points or 0)
        for player, seat in sorted(request.seats.items())
    }
    step = here.do(replace(request, seats=seats))
    seen = view(step.after)
    lines: list[Told] = []
    if request.side == Side.MOON and request.mode != "light" and not (request.added or request.removed):
        lines += doubtful_sea_routes()
    data: dict[str, Any] = {"table": here.name, "event": step.event.number, "game": game_data(seen)}
    if letters := step.event.result.get("letters") or request.letters:
        data["letters"] = dict(zip(seen.players, letters, strict=True))
        lines += [
            say("{player} begins with set-up {letter}.", player=daimyo(player), letter=letter)
            for player, letter in data["letters"].items()
        ]
    return Answer(data, (*lines, *board_lines(seen), *game_lines(seen)))


def own_events(here: ShogunSession) -> bool:
    """Whether the players shuffle event cards of their own: they said which lie open this year."""
    standing = here.history.standing
    said = [
        step.request.open
        for step in here.history
        if step.event.number in standing and isinstance(step.request, (SetUp, CountPoints))
    ]
    return bool(said) and said[-1] is not None


@answering
def draft_card(here: ShogunSession, request: DraftCard) -> Answer:
    """Take an open province card, or the top of the pile, and place an army group there."""
    step = here.do(request)
    seen, province = view(step.after), step.event.result["province"]
    lines: list[Told] = [
        say(
            "{player} takes {province} and places {count} there.",
            player=daimyo(request.player),
            province=province,
            count=request.group,
        )
    ]
    if isinstance(seen.game, Campaign):
        lines += [say("All groups are placed; the draft is over."), *board_lines(seen)]
    data = {
        "table": here.name,
        "event": step.event.number,
        "province": province,
        "group": request.group,
        "game": game_data(seen),
    }
    return Answer(data, (*lines, *next_lines(seen)))


@answering
def correct_board(here: ShogunSession, request: CorrectBoard) -> Answer:
    """Put a kept board right: provinces, chests, rice, points. Supplies and stock follow from it."""
    step = here.do(request)
    seen = view(step.after)
    data = {"table": here.name, "event": step.event.number, "board": board_data(seen)}
    said = say("Put right; event {number} of the log says so.", number=step.event.number)
    return Answer(data, (said, *seat_lines(seen)))


@answering
def show_round(here: ShogunSession, board: bool = False) -> Answer:
    """Where a game stands.

    Args:
        here: The table.
        board: Whether people are told every province as well.
    """
    seen = view(here.state)
    if seen.game is None:
        raise no_rounds()
    data = {"table": here.name, "game": game_data(seen), "board": board_data(seen)}
    return Answer(data, (*(board_lines(seen) if board else ()), *game_lines(seen)))


@answering
def play_round(here: ShogunSession, request: LayCards | DrawEvent | NextAction | FinishRound) -> Answer:
    """Lay the cards of a round, draw its event, go on to its next action, or end it; tell where it stands."""
    if isinstance(request, NextAction) and view(here.state).due and view(here.state).laid:
        return end_turns(here, turned=request.turned)
    step = here.do(request)
    if isinstance(request, NextAction):
        return _next_action(here, step)
    shown = show_round(here)
    if not isinstance(request, FinishRound) or not step.report.passed:
        return shown
    assert step.before is not None  # the start ends no round
    assert step.before.calendar is not None  # it had turns
    told = say(
        "Passed over as blanks: {turns}.", turns=passed_words(step.before.calendar, step.report.passed)
    )
    return Answer(shown.data, (told, *shown.lines), remedies=("undo",))


def _next_action(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """The card that was turned up, and what is next; the whole round where a new one begins."""
    seen, turned = view(step.after), step.event.result["turned"]
    shown = show_round(here)
    if seen.calendar is not None and seen.calendar.stage != Stage.ACTIONS:
        return shown
    lines = next_lines(seen)
    if turned is not None:
        lines = (say("Turned up: {action}.", action=action_words(turned)), *lines)
    assert step.before is not None  # the start turns nothing up
    assert step.before.calendar is not None  # it has a round
    if step.before.calendar.stage == Stage.ACTIONS:
        return Answer({**dict(shown.document or {}), "turned": turned}, lines)
    passed = say("Passed over, as nobody told it: {next}", next=next_words(step.before.calendar))
    return Answer({**dict(shown.document or {}), "turned": turned}, (passed, *lines), remedies=("undo",))


@answering
def reveal_bids(here: ShogunSession, bids: Mapping[str, Bid], chests: Mapping[str, int]) -> Answer:
    """Rank the revealed bids; ties are drawn from the seed, and a kept board pays them."""
    step = here.do(RevealBids({player: bid.text() for player, bid in bids.items()}, chests))
    order, drawn = step.event.result["order"], step.event.result["drawn"]
    seen = view(step.after)
    bids = opened_bids(step.after)
    data = {"table": here.name, "event": step.event.number, **bids_data(bids, order, drawn)}
    return Answer(data, (*tell_ranking(bids, order, drawn), *seat_lines(seen), *next_lines(seen)))


def opened_bids(state: ShogunState) -> dict[str, Bid]:
    """The bids of the round under way, once they are open."""
    names = {card.province for card in facts().cards}
    return {player: bid_named(text, names) for player, text in view(state).bids.items()}


@answering
def show_bids(here: ShogunSession) -> Answer:
    """The bids of the round under way and their ranking, as they were opened."""
    standing = here.history.standing
    steps = [s for s in here.history if s.event.kind == "bids" and s.event.number in standing]
    bids = opened_bids(here.state)
    if not bids or not steps:
        raise Refused("The bids of this round are not open yet.")
    order, drawn = (steps[-1].event.result[key] for key in ("order", "drawn"))
    return Answer({"table": here.name, **bids_data(bids, order, drawn)}, tell_ranking(bids, order, drawn))


@answering
def take_special(here: ShogunSession, request: TakeSpecial) -> Answer:
    """Take a special card; its space is the place in turn order."""
    step = here.do(request)
    seen, result = view(step.after), step.event.result
    taken = say(
        "{player} takes {special} and plays at place {space}.",
        player=daimyo(request.player),
        special=special_words(request.special),
        space=result["space"],
    )
    data = {
        "table": here.name,
        "event": step.event.number,
        "space": result["space"],
        "order": result["order"],
        "game": game_data(seen),
    }
    lines = next_lines(seen) if result["order"] is None else game_lines(seen)
    goes_on = result["order"] is not None and not isinstance(seen.game, Campaign)
    return Answer(data, (taken, *lines), remedies=("next",) if goes_on else ())
