"""The board put right by hand: a province that was touched, and what players own."""

from starlette.responses import Response

from companion.errors import InputError
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.views import view
from companion.rules.shogun.score.finished_board import MOST_AMOUNTS
from companion.service.playing import play
from companion.service.shogun.board_map import board_map
from companion.web.pages import PLAYERS, Page
from companion.web.shogun.lands import land_of, number_of
from companion.web.shogun.page import Touch, page
from companion.web.visit import Visit


async def _show(visit: Visit) -> Response:
    seen = view(visit.table.state, visit.seat)
    drawn = board_map(seen)
    if drawn is None or not seen.owned:
        return visit.go()
    chosen = drawn.province(visit.form.text("province"))
    touch = {
        each.name: Touch(visit.url("correct", province=each.name), "chosen" if each == chosen else "")
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
    there = drawn.province(province)
    lands = {} if there is None else {province: land_of(visit, province)}
    told = {
        player: {what: number_of(visit, f"{what}-{player}", most) for what, most in MOST_AMOUNTS.items()}
        for player in seen.owned
    }
    seats = {
        player: Amounts(**amounts)
        for player, amounts in told.items()
        if any(value not in (None, getattr(seen.owned[player], what)) for what, value in amounts.items())
    }
    if there is not None and lands[province] == there.land:
        lands = {}
    if not lands and not seats:
        raise InputError("Nothing is changed yet.")
    visit.do(lambda: play(visit.table, CorrectBoard(lands, seats)))
    return visit.go("board", look=province) if lands else visit.go("board")


PAGES = (Page("/t/{table}/correct", _show, _correct, who=PLAYERS, game="shogun"),)
"""Anybody who plays may put the board right; the log says that it was done."""
