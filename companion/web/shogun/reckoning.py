"""What a table of the tower alone reckons besides: turn order from bids, a winter, the points of a board.

Nothing of it is kept: what was said stands in the address of the page, with the seed of what was drawn.
"""

import secrets

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import Side, facts
from companion.errors import CompanionError, InputError
from companion.play.shogun.views import view
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.bids import CHEST_CARDS, NO_BID, bid_named
from companion.rules.shogun.score import FinishedBoard, check_sites
from companion.rules.shogun.winter import rice_lost
from companion.service.shogun.board_map import bare_map
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.shown import score_finished_board
from companion.service.shogun.tableless import Hand, rank_revealed_bids, reckon_winter
from companion.web.shogun.lands import land_of
from companion.web.shogun.page import page
from companion.web.visit import PLAYERS, Page, Visit

_BIDS, _WINTER, _POINTS = "bids", "winter", "points"
_DRAWN = (_BIDS, _WINTER)  # what may be drawn by lot


async def reckon(visit: Visit) -> Response:
    """The page of reckonings, with what was asked for, if anything was."""
    here: ShogunSession = visit.table
    form = visit.form
    if here.state.game is not None:
        return visit.go()
    asked = next((each for each in (_BIDS, _WINTER, _POINTS) if form.has(each)), "")
    if asked in _DRAWN and not form.has("seed"):  # drawn once for an address, whoever looks at it again
        sent = {name: values[-1] for name, values in form.fields.items() if any(values)}
        return visit.go("reckon", **sent, seed=secrets.token_hex(8))
    players = view(here.state).players
    answers: dict[str, Answer] = {}
    try:
        side = Side(form.choice("side", tuple(Side), Side.SUN))
        if asked == _BIDS:
            answers[asked] = _rank(visit, players)
        elif asked:
            answers[asked] = _hunger(visit, side) if asked == _WINTER else _score(visit, side)
        for each in answers.values():
            visit.problem = each.refused or visit.problem
    except CompanionError as error:
        side, visit.problem = Side.SUN, error.whole
    return page(
        visit,
        "reckon",
        players=players,
        board=bare_map(side, players),
        answers={name: each for name, each in answers.items() if each.yes},
        chest_cards=CHEST_CARDS,
        no_bid=str(NO_BID),
        losses=[(event.number, rice_lost(event, here.state.rulings)) for event in facts().events],
    )


def _rank(visit: Visit, players: tuple[str, ...]) -> Answer:
    """The order in which special cards are chosen."""
    names = {card.province for card in facts().cards}
    bids = {player: bid_named(visit.form.text(f"bid-{player}", str(NO_BID)), names) for player in players}
    return rank_revealed_bids(bids, {}, visit.form.text("seed"), visit.table.state.rulings)


def _hunger(visit: Visit, side: Side) -> Answer:
    """The hunger of everybody; of those whose provinces are named, the provinces that revolt."""
    form, lands = visit.form, _lands(visit, side)
    hands = {}
    for player in visit.table.state.players:
        owned = tuple(name for name, land in lands.items() if land.owner == player)
        provinces = owned or form.number(f"provinces-{player}", 0, 45, 0)
        hands[player] = Hand(provinces, form.number(f"rice-{player}", 0, 18, 0))
    if not any(hand.provinces for hand in hands.values()):
        raise InputError("Say first whose each province is, or how many each player has.")
    left = form.number("event", 0, 12, 0)
    loss = rice_lost(facts().events[left - 1], visit.table.state.rulings) if left else 0
    return reckon_winter(hands, loss, {}, (), form.text("seed"))


def _score(visit: Visit, side: Side) -> Answer:
    """The points of the board as it was told."""
    lands, players = _lands(visit, side), visit.table.state.players
    if not lands:
        raise InputError("Say first whose each province is.")
    found = FinishedBoard(lands, players, _amounts(visit, "points"), _amounts(visit, "chests"))
    return score_finished_board(found, side, {}, {})


def _lands(visit: Visit, side: Side) -> dict[str, Land]:
    """The provinces that somebody owns, as they were told."""
    board, players = facts().board(side), visit.table.state.players
    told = {name: land_of(visit, name) for name in board.in_play(len(players))}
    lands = {name: land for name, land in told.items() if land.owner in players}
    for name, land in lands.items():
        check_sites(board, name, land.buildings)
    return lands


def _amounts(visit: Visit, what: str) -> dict[str, int]:
    """The points or chests of each player, as far as they were told."""
    return {
        player: visit.form.number(f"{what}-{player}", 0, 999, 0)
        for player in visit.table.state.players
        if visit.form.has(f"{what}-{player}")
    }


PAGES = (Page("/t/{table}/reckon", reckon, who=PLAYERS, game="shogun"),)
"""The reckonings of a table that keeps no game."""
