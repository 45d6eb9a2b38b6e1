"""Throws looked at: the cubes, the verdict, what to do with the real ones, and who was lucky."""

from starlette.responses import Response

from companion.play.shogun.telling.figures import whole_percents
from companion.play.shogun.views import view
from companion.sentences import Sentence
from companion.service.shogun.luck import tell_luck
from companion.service.shogun.throws import throw_at
from companion.web.pages import WATCHERS, Page
from companion.web.shogun.page import LARGEST_EVENT, led_on, own_last, page
from companion.web.shogun.tower.choice import again
from companion.web.visit import Visit


async def thrown(visit: Visit) -> Response:
    """One throw; the last that stands, where none is named."""
    here = visit.table
    event = visit.form.number("event", 1, LARGEST_EVENT, 0)
    elsewhere = None if event else led_on(visit, "thrown")
    if elsewhere is not None:
        return elsewhere
    told = throw_at(here, event or None)
    if told.refused is not None:
        return visit.go("tower")
    data = told.data
    odds = data.get("odds")
    back = own_last(visit) if data["last"] else None
    percents = None if odds is None else whole_percents((odds["win"], odds["tie"], odds["lose"]))
    return page(
        visit,
        "thrown",
        back=None if back is None else back.event,
        thrown=data,
        percents=percents,
        seen=view(here.state, visit.seat),
        again=again(visit),
        plain=[each for each in told.lines if isinstance(each, Sentence)],
    )


async def luck(visit: Visit) -> Response:
    """The luck of each player."""
    told = tell_luck(visit.table).data
    return page(visit, "luck", luck=told["players"], remarks=told["remarks"])


PAGES = (
    Page("/t/{table}/thrown", thrown, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/luck", luck, who=WATCHERS, game="shogun", still=True),
)
"""Throws looked at."""
