"""How phones join: the code to scan, and the big screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from companion.errors import InputError
from companion.web.addressing import named_in, path_name
from companion.web.gate import read_query
from companion.web.house import TableAddress
from companion.web.join.seats import chairs_of
from companion.web.people import HOST, KNOCKING, SCREEN, WATCHER
from companion.web.visit import ANYONE, PLAYERS, WATCHERS, Page, Visit

QUIET = 2  # light squares around a code; the paper's four are more than a bright screen needs


@lru_cache(maxsize=32)
def rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The squares of a code, quiet zone included; ``True`` is dark."""
    import qrcode

    code = qrcode.QRCode(border=QUIET, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def outline(text: str) -> str:
    """The dark squares as the path of an SVG whose unit is one square."""
    return "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows(text)) for x, dark in enumerate(row) if dark
    )


async def _ask(visit: Visit) -> Response:
    return visit.page("join/code.html")


async def _typed(visit: Visit) -> Response:
    return _let_in(visit, visit.form.text("code"))


async def _scanned(visit: Visit) -> Response:
    try:
        return _let_in(visit, visit.request.path_params["code"])
    except InputError as wrong:
        visit.problem = wrong.whole
        return await _ask(visit)


def _let_in(visit: Visit, code: str) -> Response:
    role = visit.house.role_of(code[:80])
    if role is None:
        raise InputError("That is not the code of this table; it stands beside the QR code.")
    visit.become(*visit.house.people.welcome(role, visit.visitor, visit.device))
    return visit.go_to(_inside(visit, role))


def _inside(visit: Visit, role: str) -> str:
    """The first page for somebody: the table whose code was scanned, or the only one that is open.

    The laptop shows the code to scan while no phone has come.
    """
    names, going = visit.house.tables.names(), visit.house.going_on()
    at, open_ = named_in(visit.form.text("at")), going or names
    table = at if at in names else open_[0] if len(open_) == 1 and role != HOST else None
    if table is None:
        return "/lobby" if role == HOST and not visit.house.people.phones() else "/"
    sits = visit.house.people.seats(table, visit.who)
    return visit.url("" if role == WATCHER or sits or table not in going else "seat", table)


@dataclass(frozen=True, slots=True)
class Door:
    """An address to scan or to type."""

    host: str
    port: str
    likely: bool
    size: int
    path: str
    url: str


def door(address: TableAddress, path: str) -> Door:
    """An address with what is scanned there."""
    parts, url = urlsplit(address.url), address.url + path
    # Whoever types no scheme is sent to http.
    host = (parts.hostname or "") if parts.scheme == "http" else f"{parts.scheme}://{parts.hostname}"
    return Door(host, f":{parts.port}", address.likely, len(rows(url)), outline(url), url)


async def show_lobby(visit: Visit) -> Response:
    """Show the page to scan: to come in, or to one table."""
    settings, house = visit.house.settings, visit.house
    if settings.one_screen:
        return visit.go("seat", several=1) if visit.at_table else visit.go_to("/")
    found = settings.addresses()
    at = f"?at={quote(path_name(visit.table.name))}" if visit.at_table else ""
    chairs = chairs_of(visit) if visit.at_table else ()
    return visit.page(
        "join/lobby.html",
        doors=[door(each, f"/join/{house.join_code}{at}") for each in found],
        watch=door(found[0], f"/join/{house.watch_code}{at}") if found else None,
        chairs=chairs,
        sitting=sum(each.sitting is not None for each in chairs),
        # Whoever reads this on a phone has come, and so has who sits anywhere but here.
        lonely=visit.host and settings.lonely() and all(each.sitting is None or each.mine for each in chairs),
    )


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


PAGES = (
    Page("/join", _ask, _typed, who=ANYONE, pocket=False),
    Page("/join/{code}", _scanned, who=ANYONE, pocket=False),
    Page("/lobby", show_lobby, who=PLAYERS, pocket=False),
    Page("/t/{table}/lobby", show_lobby, who=PLAYERS, pocket=False),
)
"""The way in."""
