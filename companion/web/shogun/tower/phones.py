"""The page on which both phones add a number: sealed, opened, thrown; or left out, for all to see."""

import json
import time
from functools import partial
from math import ceil, inf
from weakref import WeakKeyDictionary

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
from companion.service.shogun.session import ShogunSession, open_number, seal_number, throw_opened
from companion.service.shogun.shown import declaration
from companion.table.history import Step
from companion.web.shogun.page import called, may_act, page
from companion.web.visit import PLAYERS, WATCHERS, Page, Visit

LEFT_ALONE = 20.0
"""Seconds without a sign of life after which others may go on without a phone that has sealed nothing."""

PATIENCE = 60.0  # seconds that a number is waited for, whoever asks, before its owner can be left out
_awaited: WeakKeyDictionary[ShogunSession, tuple[object, float]] = WeakKeyDictionary()
"""What is awaited at each table, and when it was first looked for."""


def own_seats(visit: Visit) -> tuple[str, ...]:
    """The seats whose numbers this phone draws; a screen handed round draws those of all its seats."""
    return visit.seats if visit.playing else ()


async def trust(visit: Visit) -> Response:
    """The numbers of a fight: those sealed, those opened, and what can be done about one that is missing."""
    here = visit.table
    if here.state.declared is None:
        return visit.go("thrown" if here.state.tower.throws else "tower")
    step = declaration(here)
    muster, _ = step.report
    numbers, attempt = numbers_of(here.state), here.state.attempt
    phones = () if numbers is None else numbers.phones
    awaited = () if attempt is None else attempt.awaited
    _look_for(here)
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
        waiting=awaited,
        order=() if attempt is None else attempt.order,
        loses=[each for each in awaited if attempt is not None and attempt.would_lose(each)],
        absent=[each for each in awaited if each not in own_seats(visit) and _absent(visit, each)],
        may=partial(may_act, visit),
        undo=here.history.last.number if here.history.last is not None else None,
    )


def _silent(visit: Visit, player: str) -> bool:
    """True where a phone has given no sign of life for a while, so that it may be left out."""
    sitting = visit.house.people.sittings(visit.table_name).get(player)
    return sitting is None or visit.house.people.silent(sitting.visitor) >= LEFT_ALONE


def _absent(visit: Visit, player: str) -> bool:
    """True where others are offered to go on without a phone; of one that is awake, when a minute is over.

    The laptop waits as well: whose phone alone has sealed could try numbers until one suits.
    """
    attempt = visit.table.state.attempt
    sealed = attempt is not None and player in attempt.seals
    return sealed or _silent(visit, player) or not _seconds_left(visit.table)


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
        player = form.text("without")
        _check_patience(visit, player)
        visit.do(lambda: play(here, LeaveOut(player)))
    elif form.has("throw"):
        do(lambda: throw_opened(here))
    return visit.go("trust" if here.state.declared is not None else "thrown")


def _look_for(here: ShogunSession) -> float:
    """Look for the number that is awaited; gives how many seconds ago it was first looked for."""
    attempt = here.state.attempt
    if attempt is None:
        return inf
    what = (here.state.label(here.state.declared), attempt.number, attempt.unsealed, attempt.unopened)
    known, since = _awaited.get(here, (None, 0.0))
    if known != what:
        since = time.monotonic()
        _awaited[here] = (what, since)
    return time.monotonic() - since


def _seconds_left(here: ShogunSession) -> int:
    """The seconds for which the number that is awaited may still come."""
    return ceil(max(0.0, PATIENCE - _look_for(here)))


def _check_patience(visit: Visit, player: str) -> None:
    """Refuse to leave out somebody else too early; a sealed number is waited for even if the host asks."""
    if player in own_seats(visit):
        return
    if not _absent(visit, player):
        raise Refused("The phone of {player} is awake: give it a moment.", player=called(visit, player))
    attempt, left = visit.table.state.attempt, _seconds_left(visit.table)
    if left and attempt is not None and player in attempt.seals:
        raise Refused(
            "The number of {player} may still come: wait {seconds} s more.",
            player=called(visit, player),
            seconds=left,
        )


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
    _look_for(visit.table)
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
