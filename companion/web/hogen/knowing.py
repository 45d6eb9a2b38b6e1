"""The knowledge of a player: all that was heard, and the sheet of what follows from it."""

from typing import Any

from starlette.responses import Response

from companion.data.hogen.cards import CLANS, RANKS, call_named
from companion.errors import Refused
from companion.play.hogen.looking import looked_lines
from companion.play.hogen.telling import whose_move
from companion.play.hogen.views import CALLING, RALLYING, View
from companion.rules.hogen.calls import said_call
from companion.sentences import Sentence
from companion.service.hogen.deducing import deduction_sheet, percent
from companion.service.hogen.looking import heard
from companion.web.hogen.seats import seat_values, view_for
from companion.web.visit import SEATED, WATCHERS, Page, Visit

_WEIGHTS = ((0.5, "p3"), (0.2, "p2"), (0.0, "p1"))
"""From which share on a square of the sheet is marked how strongly."""

_BEST = 3


async def _heard(visit: Visit) -> Response:
    here = visit.table
    now = view_for(visit)
    return visit.page(
        "hogen/heard.html",
        **seat_values(now),
        all_heard=heard(here)[::-1],
        looked=looked_lines(here.history, now),
        whose_move=whose_move(now),
    )


def _open_to(now: View, best: list[dict[str, Any]]) -> list[tuple[str, Sentence]]:
    """The best calls in words, where this seat may make them now."""
    calls = [] if now.own is None else [each["call"] for each in best if each["call"] in now.own.may_call]
    return [(call, said_call(call_named([call]))) for call in calls]


async def _sheet(visit: Visit) -> Response:
    """Reckoned only when somebody opens it, so that it holds up nobody else's page."""
    if visit.seat is None:
        return visit.go()
    here = visit.table
    now = view_for(visit)
    if now.phase == RALLYING:
        return visit.go()  # nothing was heard that anything could follow from
    answer = deduction_sheet(here, visit.seat)
    if answer.refused is not None:
        raise Refused(answer.refused)
    known = answer.data
    return visit.page(
        "hogen/sheet.html",
        **seat_values(now),
        known=known,
        lines=answer.lines,
        best=_open_to(now, known["calls"][:_BEST]),
        percent=percent,
        weight=lambda share: next(name for least, name in _WEIGHTS if share >= least),
        clans=CLANS,
        CALLING=CALLING,
        ranks=RANKS,
    )


PAGES = (
    Page("/t/{table}/heard", _heard, who=WATCHERS, game="hogen", still=True),
    Page("/t/{table}/sheet", _sheet, who=SEATED, game="hogen"),
)
"""Everything heard, and the sheet."""
