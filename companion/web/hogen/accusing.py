"""The accusation: every other player's rallied samurai named, then said once more that it is meant."""

from starlette.responses import Response

from companion.data.hogen.cards import CLANS, RANKS
from companion.errors import InputError
from companion.play.hogen.accusing import Accuse
from companion.play.hogen.views import CALLING
from companion.service.hogen.deducing import deduction_sheet
from companion.service.playing import play
from companion.web.hogen.seats import seat_values, view_for
from companion.web.hogen.table import sent_card
from companion.web.pages import SEATED, Page
from companion.web.visit import Visit


async def _accusation(visit: Visit) -> Response:
    if visit.seat is None:
        return visit.go()
    now = view_for(visit)
    if visit.problem is None and (now.phase != CALLING or now.active != visit.seat):
        return visit.go()  # somebody else's turn: there is nothing to accuse with
    sure = now.deduction and visit.form.has("certain")  # the sheet leads here; no card stands in an address
    certain = deduction_sheet(visit.table, visit.seat).data["certain"] if sure else {}
    return visit.page("hogen/accuse.html", **seat_values(now), clans=CLANS, ranks=RANKS, certain=certain)


async def _accuse(visit: Visit) -> Response:
    seat = visit.seat
    if seat is None:
        return visit.go()
    others = [other for other in visit.table.state.seats if other != seat]
    named = {other: str(sent_card(visit, f"of-{other}")) for other in others}
    if not visit.form.has("sure"):
        raise InputError("Tick that you mean it: an accusation is never taken back.")
    visit.do(lambda: play(visit.table, Accuse(seat, named)))
    return visit.go()


PAGES = (Page("/t/{table}/accuse", _accusation, _accuse, who=SEATED, game="hogen"),)  # the accusation
