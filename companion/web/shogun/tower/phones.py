"""The page on which both phones add a number: sealed, opened, thrown; or left out, for all to see."""

import json
from functools import partial

from starlette.responses import Response

from companion.answers import Answer
from companion.codec import encode
from companion.errors import Refused
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.numbers import number_awaited, numbers_of
from companion.play.shogun.telling.throw_words import declared_words
from companion.play.shogun.trust.declaring import LARGEST_NUMBER
from companion.play.shogun.trust.numbers import GiveNumber, LeaveOut
from companion.play.shogun.views import hash_told, view
from companion.service.playing import play
from companion.service.shogun.session import open_number, seal_number, throw_opened
from companion.service.shogun.shown import declaration
from companion.table.history import Step
from companion.web.pages import PLAYERS, WATCHERS, Page
from companion.web.shogun.page import page
from companion.web.shogun.seats import may_act
from companion.web.visit import Visit


def own_seats(visit: Visit) -> tuple[str, ...]:
    """The seats whose numbers this phone draws; a screen handed round draws those of all its seats."""
    return visit.seats if visit.playing else ()


async def trust(visit: Visit) -> Response:
    """Who has sealed, who has opened, and what can be done about who has not."""
    here = visit.table
    if here.state.declared is None:
        return visit.go("thrown" if here.state.tower.throws else "tower")
    step = declaration(here)
    muster, _ = step.report
    numbers, attempt = numbers_of(here.state), here.state.attempt
    phones = () if numbers is None else numbers.phones
    return page(
        visit,
        "trust",
        seen=view(here.state, visit.seat),
        numbers=numbers,
        awaited=number_awaited(here.state),
        fight=declared_words(step),
        cubes=muster.cubes,
        declaration=step.event.number,
        province=step.request.fight.province,
        most=LARGEST_NUMBER,
        mine=own_seats(visit),
        one_device=numbers is not None and len({*own_seats(visit)} & {each.player for each in phones}) > 1,
        waiting=() if attempt is None else attempt.unsealed or attempt.unopened,
        missing=[each.player for each in phones if each.state in ("missing", "sealed")],
        may=partial(may_act, visit),
        undo=here.history.last.number if here.history.last is not None else None,
    )


async def take_part(visit: Visit) -> Response:
    """Seal, open, type or leave out a number; none of it depends on what else has happened meanwhile."""
    form, here = visit.form, visit.table
    do = partial(visit.do, stale=True)
    if form.has("seal"):
        player = _own(visit)
        do(lambda: seal_number(here, player, form.text("seal")))
    elif form.has("number"):
        player = _own(visit)
        do(lambda: open_number(here, player, form.text("number"), form.text("salt")))
    elif form.has("typed"):
        player, number = form.text("player"), form.number("typed", 0, LARGEST_NUMBER)
        other = here.state.attempt is None and player != number_awaited(here.state)
        if other or not may_act(visit, player):
            raise Refused("That number is asked from another phone.")
        do(lambda: _typed(visit, player, number))
    elif form.has("without"):
        visit.do(lambda: play(here, LeaveOut(form.text("without"))))
    elif form.has("throw"):
        do(lambda: throw_opened(here))
    return visit.go("trust" if here.state.declared is not None else "thrown")


def _own(visit: Visit) -> str:
    """The seat a phone sends a seal or an opening for; only its own."""
    player = visit.form.text("player")
    if player not in own_seats(visit):
        raise Refused("That number is asked from another phone.")
    return player


def _typed(visit: Visit, player: str, number: int) -> Answer:
    here = visit.table
    return play(here, GiveNumber(number, player if here.state.attempt is not None else None))


async def numbers(visit: Visit) -> Response:
    """The data with which the script of a phone adds its number by itself."""
    found = numbers_of(visit.table.state)
    asked = None
    if found is not None:
        asked = {**encode(found), "seats": own_seats(visit), **_known(declaration(visit.table))}
    return page(visit, "numbers", asked=json.dumps(asked), head=_known(visit.table.history.steps[-1]))


def _known(step: Step[ShogunState]) -> dict[str, object]:
    """An event as a phone keeps it, to find it again."""
    return {"event": step.event.number, "hash": hash_told(step) or ""}


PAGES = (
    Page("/t/{table}/trust", trust, take_part, who=WATCHERS, game="shogun"),
    Page("/t/{table}/numbers", numbers, who=PLAYERS, game="shogun"),
)
"""Numbers of the phones."""
