"""What every page of a round shows: the state of the game, who sits where, what may be done and by whom."""

from functools import partial
from typing import Any

from starlette.responses import Response

from companion.data.shogun import facts
from companion.play.shogun.plans.planning import unplanned
from companion.play.shogun.telling.awaited import awaited
from companion.play.shogun.telling.standing import calendar_lines, game_data, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.winter.hunger import REVOLT_TABLE
from companion.service.shogun.shown import action_rows, last_event, last_lines, own_events
from companion.web.shogun.board import PICTURES
from companion.web.shogun.page import may_act, own_last, page
from companion.web.visit import Visit

HUNGER = [
    (f"{least}" if least == most else f"{least}–{most}" if most < 45 else f"{least}+", revolts, greens)
    for least, most, revolts, greens in REVOLT_TABLE
]
"""The table of hunger: rice missing, provinces that revolt, green armies more."""


def drawn(visit: Visit, template: str, **values: Any) -> Response:
    """A page of a round."""
    here = visit.table
    seen = view(here.state, visit.seat)
    waiting = awaited(here.state)
    taken = {} if seen.calendar is None else seen.calendar.taken
    return page(
        visit,
        template,
        seen=seen,
        game=game_data(seen),
        calendar=seen.calendar,
        waiting=waiting,
        lines=calendar_lines(seen),
        next=next_lines(seen),
        last=last_lines(here),
        event=last_event(here),
        rows=action_rows(here),
        holders={special: player for player, special in taken.items()},
        missing=unplanned(here.state),
        own_events=own_events(here),
        back=own_last(visit),
        pictures=PICTURES,
        mine=partial(may_act, visit),
        sitting=visit.seat,
        hunger=HUNGER,
        events=facts().events,
        **values,
    )
