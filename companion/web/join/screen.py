"""The big screen: one short address that shows by itself the table that is open, and never a secret."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from companion.errors import InputError
from companion.web.addressing import named_in, path_name
from companion.web.gate import read_query
from companion.web.join.chairs import chairs_of
from companion.web.join.code import show_lobby
from companion.web.people import KNOCKING, SCREEN, WATCHER
from companion.web.visit import ANYONE, PLAYERS, WATCHERS, Page, Visit

_DRAWN = "x-companion-drawn"  # the event, table and page that are there
_MOST_STEPS = 6  # pages that lead on to one another until one is shown


def screen_pages(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages of the big screen, which shows of these the one that its table has come to."""
    all_see = [each for each in pages if each.game and each.who == WATCHERS]
    at = {(each.path.partition("{table}")[2][1:], each.game): each.show for each in all_see if each.show}

    async def show(visit: Visit) -> Response:
        if visit.visitor is None:
            return _knock(visit)
        visit.also = ()  # also the page of an error is drawn anew when something changes
        house, who, tables = visit.house, visit.who, visit.house.going_on()
        drawn = visit.request.headers.get(_DRAWN) or visit.form.text("drawn")
        events, _, kept = drawn.partition(".")
        name, _, shows = kept.partition("/")  # an end stays until something happens elsewhere
        there = {named_in(name)} & {*house.tables.names()}
        table = next(iter((*(there & {*[*house.lately][-1:]}), *tables, *there)), "")
        invites = who.role != WATCHER and not visit.one_screen  # whose code lets nobody in
        scope = {**visit.request.scope, "path_params": {"table": path_name(table)} if table else {}}
        heads = [each for each in scope["headers"] if each[0] != _DRAWN.encode()]
        same = table == named_in(name)
        scope["headers"] = [*heads, *([(_DRAWN.encode(), drawn.encode())] if same else [])]
        now = str(len(house.open(table).history)) if table else ""
        page, _, query = shows.partition("?") if same and events == now else ("", "", "")
        for _ in range(_MOST_STEPS):
            asked = Request({**scope, "query_string": query.encode()})
            seen = Visit(asked, house, visit.draw, replace(who, id="", role=WATCHER), read_query(asked))
            seen.also = [name for name in tables if name != table]
            seen.led = f"{now}.{path_name(table)}/{page}?{query}"
            if invites and (not table or (table in tables and not page and _gathers(seen))):
                return await show_lobby(seen)
            if not table:
                return seen.page("join/no-table.html")
            game = seen.table.history.game.name
            shown = await at.get((page, game), at["", game])(seen)
            if shown.status_code != 303:
                return shown
            leads = urlsplit(shown.headers["location"])
            page, query = leads.path.removeprefix(seen.url()).strip("/"), leads.query
        raise AssertionError(f"{table} leads round in a circle")

    return Page("/screen", show, who=ANYONE, pocket=False), Page(
        "/lobby/screen", show_lobby, _admit, who=PLAYERS
    )


def _gathers(visit: Visit) -> bool:
    """True while seats are free and nothing has happened since the last player sat down."""
    sat, events = [each.sitting is not None for each in chairs_of(visit)], len(visit.table.history)
    known = visit.house.sat.setdefault(visit.table_name, 1 if any(sat) else events)
    return not all(sat) and events <= known


def _knock(visit: Visit) -> Response:
    """A number that whoever plays types to let this screen in; it asks again until then."""
    people, cookie = visit.house.people, visit.request.cookies.get(visit.house.settings.cookie, "")
    visit.become(*people.welcome(KNOCKING, people.find(cookie, KNOCKING), visit.device))
    page = visit.page("join/knock.html")
    page.headers["refresh"] = "5"
    return page


async def _admit(visit: Visit) -> Response:
    found = visit.house.people.knocking(visit.form.text("number").strip())
    if len(found) != 1:
        raise InputError("No screen shows that number now; open the address on it, then type what it shows.")
    visit.house.people.change(replace(found[0], role=SCREEN))
    return visit.go_to(visit.form.text("back") or "/lobby")
