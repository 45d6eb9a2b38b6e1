"""The code that lets somebody in: scanned with the address or typed, and the page that shows it large."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from companion.errors import InputError
from companion.web.addressing import named_in, path_name
from companion.web.house import TableAddress
from companion.web.join.chairs import chairs_of
from companion.web.join.qr import outline, rows
from companion.web.people import HOST, WATCHER
from companion.web.visit import ANYONE, PLAYERS, Page, Visit


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


PAGES = (
    Page("/join", _ask, _typed, who=ANYONE, pocket=False),
    Page("/join/{code}", _scanned, who=ANYONE, pocket=False),
    Page("/lobby", show_lobby, who=PLAYERS, pocket=False),
    Page("/t/{table}/lobby", show_lobby, who=PLAYERS, pocket=False),
)
"""The code, typed or scanned; the page to scan: to come in, or to one table."""
