"""The page that is scanned: the code as large as the screen allows, and who has come."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from companion.web.addressing import path_name
from companion.web.house import TableAddress
from companion.web.join.chairs import chairs_of
from companion.web.join.qr import outline, rows
from companion.web.pages import PLAYERS, Page
from companion.web.visit import Visit


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


async def _lobby(visit: Visit) -> Response:
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
    Page("/lobby", _lobby, who=PLAYERS, pocket=False),
    Page("/t/{table}/lobby", _lobby, who=PLAYERS, pocket=False),
)
"""The page to scan: to come in, or to one table."""
