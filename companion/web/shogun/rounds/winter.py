"""The last winter, line by line; and the points so far."""

from starlette.responses import Response

from companion.service.shogun.shown import last_winter, score_so_far
from companion.web.shogun.page import LARGEST_EVENT
from companion.web.shogun.rounds.hub import drawn
from companion.web.visit import WATCHERS, Page, Visit


async def _tale(visit: Visit) -> Response:
    """The last winter; whoever did not ask for it is led on when something else happens."""
    winter = last_winter(visit.table)
    if winter is None:
        return visit.go()
    missed = visit.form.number(
        "missed", 0, LARGEST_EVENT, 0
    )  # so long as nothing else happens, that leads on
    slept = missed == len(visit.table.history)
    if not (winter.fresh or slept or visit.form.has("look")):
        return visit.go()
    return drawn(visit, "winter", winter=winter, walk=winter.event if winter.fresh or slept else 0)


async def _score(visit: Visit) -> Response:
    if visit.table.state.campaign is None:  # the tower alone, or a draft: there is nothing to count yet
        return visit.go()
    return drawn(visit, "score", answer=score_so_far(visit.table))


PAGES = (
    Page("/t/{table}/winter", _tale, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/score", _score, who=WATCHERS, game="shogun", still=True),
)
"""Winter and points."""
