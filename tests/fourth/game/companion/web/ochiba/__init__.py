"""Pages of Ochiba."""

from __future__ import annotations

import secrets

from companion.play.ochiba.dealing import Deal
from companion.play.ochiba.laying import LayLeaf
from companion.play.ochiba.state import SEATS, view
from companion.play.ochiba.telling import whose_turn
from starlette.responses import Response

from companion.play.games import get_game
from companion.service.playing import play
from companion.service.session import Session
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, PageContext


async def _new(visit: PageContext) -> Response:
    return visit.render_page("ochiba/new.html", seats=SEATS, proposed=visit.house.tables.choose_free_name("Ochiba"))


async def _begin(visit: PageContext) -> Response:
    name = visit.form.text("table")
    players = tuple(visit.form.text(f"player-{seat}") for seat in SEATS)
    request = Deal(players, secrets.token_hex(8))
    visit.make_table(name, lambda shelf: Session(shelf, name, get_game("ochiba"), request))
    return visit.redirect_to_new_table(name, "seat")


async def _table(visit: PageContext) -> Response:
    seen = view(visit.table.state, visit.seat)
    return visit.render_page("ochiba/table.html", seen=seen, turn=whose_turn(visit.table.state))


async def _lay(visit: PageContext) -> Response:
    seat, leaf = visit.seat or "", visit.form.text("leaf")
    visit.do(lambda: play(visit.table, LayLeaf(seat, leaf)))
    return visit.redirect()


PAGES = (
    Page("/new/ochiba", _new, _begin, who=PLAYERS),
    Page("/t/{table}", _table, who=WATCHERS, game="ochiba"),
    Page("/t/{table}/lay", _table, _lay, who=SEATED, game="ochiba"),
)
