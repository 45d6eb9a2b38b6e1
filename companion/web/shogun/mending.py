"""A board put right by hand."""

from starlette.responses import Response

from companion.errors import InputError
from companion.play.shogun.by_hand import CorrectBoard
from companion.play.shogun.views import view
from companion.rules.shogun.score import MOST_AMOUNTS
from companion.service.playing import play
from companion.service.shogun.board_map import board_map
from companion.web.shogun.lands import amounts_of, land_of
from companion.web.shogun.page import Touch, page
from companion.web.shogun.tower.choice import counts_of
from companion.web.visit import PLAYERS, Page, Visit


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
    visit.do(lambda: play(visit.table, CorrectBoard(lands, seats)))
    return visit.go("board", look=province) if lands else visit.go("board")


def _counted(visit: Visit, province: str) -> Response:
    """Back to the page with all that was typed, after a tap on one of its numbers."""
    kept = {name: sent[-1] for name, sent in visit.form.fields.items() if "-" in name}
    for what in ("armies", "markers"):
        kept |= {f"{what}-{name}": str(n) for name, n in counts_of(visit.form, what, (province,)).items()}
    return visit.go("correct", province=province, stepped=1, **kept)


PAGES = (Page("/t/{table}/correct", _put_right, _correct, who=PLAYERS, game="shogun"),)
"""The board: anybody who plays may put it right, and the log says so."""
