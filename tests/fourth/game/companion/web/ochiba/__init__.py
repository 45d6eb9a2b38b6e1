"""Pages of Ochiba."""

from __future__ import annotations

import secrets

from companion.play.ochiba.dealing import Deal
from companion.play.ochiba.laying import LayLeaf
from companion.play.ochiba.state import SEATS, view
from companion.play.ochiba.telling import whose_turn
from starlette.responses import Response

from companion.play.games import game_named
from companion.service.playing import play
from companion.service.session import Session
from companion.web.visit import PLAYERS, SEATED, WATCHERS, Page, Visit


async def _new(visit: Visit) -> Response:
    return visit.page("ochiba/new.html", seats=SEATS, proposed=visit.house.tables.free_name("Ochiba"))


async def _begin(visit: Visit) -> Response:
    name = visit.form.text("table")
    players = tuple(visit.form.text(f"player-{seat}") for seat in SEATS)
    request = Deal(players, secrets.token_hex(8))
    visit.make_table(name, lambda shelf: Session(shelf, name, game_named("ochiba"), request))
    return visit.go_begin(name, "seat")


async def _table(visit: Visit) -> Response:
    seen = view(visit.table.state, visit.seat)
    return visit.page("ochiba/table.html", seen=seen, turn=whose_turn(visit.table.state))


async def _lay(visit: Visit) -> Response:
    seat, leaf = visit.seat or "", visit.form.text("leaf")
    visit.do(lambda: play(visit.table, LayLeaf(seat, leaf)))
    return visit.go()


PAGES = (
    Page("/new/ochiba", _new, _begin, who=PLAYERS),
    Page("/t/{table}", _table, who=WATCHERS, game="ochiba"),
    Page("/t/{table}/lay", _table, _lay, who=SEATED, game="ochiba"),
)
