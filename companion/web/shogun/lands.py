"""A board as it is typed into a page: put right by hand, or reckoned with beside the tower.

Nothing that is reckoned is kept: what was said stands in the address of the page, with the seed of what was
drawn.
"""

import secrets

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import Side, facts
from companion.errors import CompanionError, InputError
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.views import view
from companion.rules.shogun.realm import ARMIES, BUILDINGS, DAIMYO, MARKERS, Land
from companion.rules.shogun.round.bids import CHEST_CARDS, NO_BID, bid_named
from companion.rules.shogun.score import MOST_AMOUNTS, FinishedBoard, check_sites
from companion.rules.shogun.winter import rice_lost
from companion.service.shogun.board_map import bare_map, board_map
from companion.service.shogun.odds import Hand, rank_revealed_bids, reckon_winter
from companion.service.shogun.session import ShogunSession, score_finished_board
from companion.web.shogun.page import Touch, page
from companion.web.shogun.tower import counts_of
from companion.web.visit import PLAYERS, Page, Visit


def land_of(visit: Visit, province: str) -> Land:
    """The land of a province as it was typed; empty where nobody owns it."""
    form = visit.form
    owner = form.choice(f"owner-{province}", ("", *DAIMYO), "")
    if not owner:
        return Land()
    return Land(
        owner,
        form.number(
            f"armies-{province}", 1, ARMIES, 1 if form.has("then") else None
        ),  # no point hangs on them
        tuple(kind for kind in BUILDINGS if form.has(f"{kind}-{province}")),
        form.number(f"markers-{province}", 0, MARKERS, 0),
    )


def amounts_of(visit: Visit, player: str) -> Amounts:
    """What a player owns as it was typed; what is left out is none where nothing but points is counted."""
    form, told = visit.form, {}
    for what, most in MOST_AMOUNTS.items():
        given = form.has(name := f"{what}-{player}") or form.has("then")
        told[what] = form.number(name, 0, most, 0) if given else None
    return Amounts(**told)


def opened_events(visit: Visit) -> tuple[int, ...] | None:
    """The event cards that players have opened from their own; nothing where Companion shuffles."""
    ticked = visit.form.all("open")
    return tuple(event.number for event in facts().events if str(event.number) in ticked) or None


async def _put_right(visit: Visit) -> Response:
    seen = view(visit.table.state, visit.seat)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    chosen = drawn.province(visit.form.text("province"))
    touch = {
        each.name: Touch.on(visit, {"province": each.name}, "chosen" if each == chosen else "")
        for each in drawn.provinces
    }
    return page(
        visit, "correct", map=drawn, touch=touch, chosen=chosen, owned=seen.owned, players=seen.players
    )


async def _correct(visit: Visit) -> Response:
    province = visit.form.text("province")
    seen = view(visit.table.state)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    if visit.form.has("step") or visit.form.has("reckon"):
        return _counted(visit, province)
    there = drawn.province(province)
    lands = {} if there is None else {province: land_of(visit, province)}
    told = {player: amounts_of(visit, player) for player in seen.owned}
    seats = {
        player: amounts
        for player, amounts in told.items()
        if any(
            getattr(amounts, what) not in (None, getattr(seen.owned[player], what)) for what in MOST_AMOUNTS
        )
    }
    if there is not None and lands[province] == there.land:
        lands = {}
    if not lands and not seats:
        raise InputError("Nothing is changed yet.")
    visit.play(lambda: CorrectBoard(lands, seats))
    return visit.go("board", look=province) if lands else visit.go("board")


def _counted(visit: Visit, province: str) -> Response:
    """Back to the page with all that was typed, after a tap on one of its numbers."""
    kept = {name: sent[-1] for name, sent in visit.form.fields.items() if "-" in name}
    for what in ("armies", "markers"):
        kept |= {f"{what}-{name}": str(n) for name, n in counts_of(visit.form, what, (province,)).items()}
    return visit.go("correct", province=province, stepped=1, **kept)


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


PAGES = (
    Page("/t/{table}/correct", _put_right, _correct, who=PLAYERS, game="shogun"),
    Page("/t/{table}/reckon", reckon, who=PLAYERS, game="shogun"),
)
"""A board put right, and the reckonings of a table that keeps no game."""
