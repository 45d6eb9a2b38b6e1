"""The rounds of a table: how its game begins, cards, event, bids, special cards, the end; and corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.data.shogun import Side
from companion.errors import InputError
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.actions import special_words
from companion.rules.shogun.round.bids import Bid, tell_ranking
from companion.rules.shogun.round.calendar import Season, passed_words
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.sentences import say
from companion.service.answer import Answer, Told, answering
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
from companion.table.shogun.keeping import no_rounds
from companion.table.shogun.requests import (
    Amounts,
    CorrectBoard,
    DraftCard,
    DrawEvent,
    FinishRound,
    LayCards,
    RevealBids,
    SetUp,
    TakeSpecial,
)
from companion.table.shogun.views import view

__all__ = [
    "correct_board",
    "draft_card",
    "draw_event",
    "end_round",
    "lay_cards",
    "reveal_bids",
    "set_up",
    "show_round",
    "take_special",
]


@answering
def set_up(
    here: ShogunSession,
    mode: str,
    side: Side,
    found: FinishedBoard,
    *,
    added: Sequence[tuple[str, str]] = (),
    removed: Sequence[tuple[str, str]] = (),
    first: str | None = None,
    opened: Sequence[int] | None = None,
    year: int = 1,
    season: Season = Season.SPRING,
) -> Answer:
    """Let a table keep its game from now on.

    Args:
        here: The table.
        mode: ``light`` for cards and seasons alone; ``draft``, ``fixed`` or ``board`` for the whole game.
        side: The side of the board.
        found: The board as it stands, with everybody's chests, for ``board``.
        added: Sea routes that are there besides those of the Sun side.
        removed: Sea routes that are not there.
        first: Who begins the draft: the oldest player.
        opened: Numbers of the open event cards, where the players shuffle their own.
        year: The year, where a game is under way.
        season: The season that begins.
    """
    for player in here.state.players if mode == "board" else ():
        if player not in found.chests:
            raise InputError("The chests of {player} are missing.", remedy="chests", player=daimyo(player))
    named = sorted({*found.chests, *found.rice, *found.points})
    seats = {
        player: Amounts(found.chests.get(player, 0), found.rice.get(player, 0), found.points.get(player, 0))
        for player in named
    }
    cards = None if opened is None else tuple(opened)
    request = SetUp(mode, side, tuple(added), tuple(removed), first, cards, found.lands, seats, year, season)
    step = here.do(request)
    seen = view(step.after)
    lines: list[Told] = []
    if side == Side.MOON and mode != "light" and not added and not removed:
        lines += doubtful_sea_routes()
    data = {"table": here.name, "event": step.event.number, "game": game_data(seen)}
    return Answer(data, (*lines, *board_lines(seen), *game_lines(seen)))


@answering
def draft_card(here: ShogunSession, player: str, card: str, group: int) -> Answer:
    """Take an open province card, or the top of the pile, and place an army group there."""
    step = here.do(DraftCard(player, card, group))
    seen, province = view(step.after), step.event.result["province"]
    lines: list[Told] = [
        say(
            "{player} takes {province} and places {count} there.",
            player=daimyo(player),
            province=province,
            count=group,
        )
    ]
    if isinstance(seen.game, Campaign):
        lines += [say("All groups are placed; the draft is over."), *board_lines(seen)]
    data = {
        "table": here.name,
        "event": step.event.number,
        "province": province,
        "group": group,
        "game": game_data(seen),
    }
    return Answer(data, (*lines, *next_lines(seen)))


@answering
def correct_board(
    here: ShogunSession,
    lands: Mapping[str, Land],
    chests: Mapping[str, int],
    rice: Mapping[str, int],
    points: Mapping[str, int],
) -> Answer:
    """Put a kept board right: provinces, chests, rice, points. Supplies and stock follow from it."""
    named = dict.fromkeys((*chests, *rice, *points))
    seats = {one: Amounts(chests.get(one), rice.get(one), points.get(one)) for one in named}
    step = here.do(CorrectBoard(lands, seats))
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
def lay_cards(
    here: ShogunSession, actions: tuple[str, ...] | None = None, specials: tuple[str, ...] | None = None
) -> Answer:
    """Lay the cards of a round: shuffled from the seed, or as the players' own fell."""
    here.do(LayCards(actions, specials))
    return show_round(here)


@answering
def draw_event(here: ShogunSession, event: int | None = None) -> Answer:
    """Draw the event of a round, or tell which one was drawn."""
    here.do(DrawEvent(event))
    return show_round(here)


@answering
def end_round(here: ShogunSession, blanks: bool = False) -> Answer:
    """End a round.

    Args:
        here: The table.
        blanks: Whether the turns that are left were blanks.
    """
    step = here.do(FinishRound(blanks))
    shown = show_round(here)
    if not step.report.passed:
        return shown
    assert step.before is not None  # the start ends no round
    assert step.before.calendar is not None  # it had turns
    told = say(
        "Passed over as blanks: {turns}.", turns=passed_words(step.before.calendar, step.report.passed)
    )
    return Answer(shown.data, (told, *shown.lines), remedies=("undo",))


@answering
def reveal_bids(here: ShogunSession, bids: Mapping[str, Bid], chests: Mapping[str, int]) -> Answer:
    """Rank the revealed bids; ties are drawn from the seed, and a kept board pays them."""
    step = here.do(RevealBids({player: bid.text() for player, bid in bids.items()}, chests))
    order, drawn = step.event.result["order"], step.event.result["drawn"]
    seen = view(step.after)
    data = {"table": here.name, "event": step.event.number, **bids_data(bids, order, drawn)}
    return Answer(data, (*tell_ranking(bids, order, drawn), *seat_lines(seen), *next_lines(seen)))


@answering
def take_special(here: ShogunSession, player: str, special: str) -> Answer:
    """Take a special card; its space is the place in turn order."""
    step = here.do(TakeSpecial(player, special))
    seen, result = view(step.after), step.event.result
    taken = say(
        "{player} takes {special} and plays at place {space}.",
        player=daimyo(player),
        special=special_words(special),
        space=result["space"],
    )
    data = {
        "table": here.name,
        "event": step.event.number,
        "space": result["space"],
        "order": result["order"],
        "game": game_data(seen),
    }
    return Answer(data, (taken, *(next_lines(seen) if result["order"] is None else game_lines(seen))))
