"""What happened at a table, the last of it taken back, and how the game has ended."""

from starlette.responses import Response

from companion.errors import Refused
from companion.play.checking import shown_hash
from companion.play.game import game_of
from companion.play.games import GAMES
from companion.service.checking import check_open
from companion.service.final_ranks import result
from companion.service.history import last_done, last_undone, take_back, told_events
from companion.web.pages import PLAYERS, WATCHERS, Page
from companion.web.visit import Visit

_ROWS = 50  # events of one page
_HIGHEST_NUMBER = 999_999_999


async def _history(visit: Visit) -> Response:
    here, sittings = visit.table, visit.house.people.sittings(visit.table_name)
    before = visit.form.number("before", 2, _HIGHEST_NUMBER, len(here.history) + 1)
    events = told_events(here, before, _ROWS)
    return visit.page(
        "tables/history.html",
        events=events[::-1],
        names={who.visitor: (seat, who.name) for seat, who in sittings.items()},
        earlier=events[0].event if events and events[0].event > 1 else None,
        latest=before > len(here.history),
        undo=last_done(here),
        redo=last_undone(here),
        over=bool(game_of(here).final_ranks(here)),
    )


async def _undo(visit: Visit) -> Response:
    form, here, who = visit.form, visit.table, visit.who
    redo = form.has("redo")
    event = form.number("redo" if redo else "undo", 1, _HIGHEST_NUMBER)
    visit.do(lambda: take_back(here, event, who.id, visit.host, redo))
    return visit.go_to(form.text("back") or visit.url("history"))


async def _result(visit: Visit) -> Response:
    here = visit.table
    sittings = visit.house.people.sittings(visit.table_name)
    names = {seat: who.name for seat, who in sittings.items() if who.name}
    found = result(here, game_of(here).final_ranks(here), names)
    if found.refused is not None:
        raise Refused(found.refused)
    return visit.page("tables/result.html", answer=found)


async def _verify(visit: Visit) -> Response:
    here, typed = visit.table, visit.form.text("head")
    game = game_of(here)
    return visit.page(
        "tables/verify.html",
        answer=check_open(here, typed or None),
        typed=typed,
        head="" if game.sealed(here.state) else shown_hash(here.head),
    )


PAGES = (
    Page("/t/{table}/history", _history, who=WATCHERS),
    Page("/t/{table}/undo", _history, _undo, who=PLAYERS),
    Page("/t/{table}/result", _result, who=WATCHERS),
    *(Page("/t/{table}/verify", _verify, who=WATCHERS, game=game) for game in GAMES),
)
"""What happened, and what came of it."""
