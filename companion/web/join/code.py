"""The code that lets somebody in: scanned with the address, or typed."""

from starlette.responses import Response

from companion.errors import InputError
from companion.web.addressing import named_in
from companion.web.devices import device_of
from companion.web.pages import ANYONE, Page
from companion.web.people import HOST, WATCHER
from companion.web.visit import Visit


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
        raise InputError("That is not the code of this table; it stands below the address.")
    client = visit.request.client
    device = device_of(client.host) if client else ""
    visit.become(*visit.house.people.welcome(role, visit.visitor, device))
    return visit.go_to(_inside(visit, role))


def _inside(visit: Visit, role: str) -> str:
    """The first page for somebody: the seats of the table whose code was scanned, or of the only one.

    The laptop shows the code to scan while no phone has come.
    """
    names = visit.house.tables.names()
    at = named_in(visit.form.text("at"))
    table = at if at in names else names[0] if len(names) == 1 and role != HOST else None
    if table is None:
        return "/lobby" if role == HOST and not visit.house.people.phones() else "/"
    sits = visit.house.people.seats(table, visit.who)
    return visit.url("" if role == WATCHER or sits else "seat", table)


PAGES = (
    Page("/join", _ask, _typed, who=ANYONE, pocket=False),
    Page("/join/{code}", _scanned, who=ANYONE, pocket=False),
)
"""The code, typed or scanned."""
