"""Pages of Ochiba."""

from __future__ import annotations

import secrets

from companion.play.ochiba.moves import Deal, LayLeaf
from companion.play.ochiba.state import SEATS, describe_turn, view
from starlette.responses import Response

from companion.play.games import get_game
from companion.service.playing import play
from companion.service.session import Session
from companion.web.context import PLAYERS, SEATED, WATCHERS, PageContext, WebPage


async def _show_form(context: PageContext) -> Response:
    return context.render_page(
        "ochiba/new.html", seats=SEATS, proposed=context.app_state.tables.choose_free_name("Ochiba")
    )


async def _deal(context: PageContext) -> Response:
    name = context.form.text("table")
    players = tuple(context.form.text(f"player-{seat}") for seat in SEATS)
    request = Deal(players, secrets.token_hex(8))
    context.make_table(name, lambda shelf: Session(shelf, name, get_game("ochiba"), request))
    return context.redirect_to_new_table(name, "seat")


async def _show_table(context: PageContext) -> Response:
    seen = view(context.table.state, context.seat)
    return context.render_page("ochiba/table.html", seen=seen, turn=describe_turn(context.table.state))


async def _lay_leaf(context: PageContext) -> Response:
    seat, leaf = context.seat or "", context.form.text("leaf")
    context.do(lambda: play(context.table, LayLeaf(seat, leaf)))
    return context.redirect()


PAGES = (
    WebPage("/new/ochiba", _show_form, _deal, role=PLAYERS),
    WebPage("/t/{table}", _show_table, role=WATCHERS, game="ochiba"),
    WebPage("/t/{table}/lay", _show_table, _lay_leaf, role=SEATED, game="ochiba"),
)
