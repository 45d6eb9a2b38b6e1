"""The table for a phone alone, offered at the laptop's: any phone takes it along, the host has it fetched."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from weakref import WeakKeyDictionary

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence
from companion.web.gate import WITH_CAMERA
from companion.web.house import House
from companion.web.pocket.parcels import kept_parcels
from companion.web.pocket.publishing import is_current, listed, publish
from companion.web.static import KINDS
from companion.web.visit import ANYONE, WATCHERS, Page, Visit

_KINDS = {
    **KINDS,
    "bin": "application/octet-stream",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
}

_POLICY = (
    "default-src 'none'; img-src 'self' data: blob:; style-src 'self'; font-src 'self'; worker-src 'self';"
    " manifest-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; connect-src 'self' blob:;"
    " form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""As the page itself has it; its worker may start Python as well."""

_WORKER = _POLICY.replace(
    "script-src", "script-src 'unsafe-eval'"
)  # what reads photos there makes its calls of texts

_SECURE_HOSTS = ("localhost", "127.0.0.1", "::1")
"""Besides https, the hosts whose pages a browser keeps for use without a network."""


@dataclass(eq=False, slots=True)
class Offer:
    """The pocket that a laptop has to take along."""

    folder: Path
    left: int = 0
    problem: Sentence | None = None
    running: asyncio.Task[None] | None = None
    looked: bool = False

    @property
    def there(self) -> bool:
        """True when there is one, of this program or of an older one."""
        return "index.html" in listed(self.folder)

    @property
    def busy(self) -> bool:
        """True while it is being fetched."""
        return self.running is not None and not self.running.done()

    def begin(self, visit: Visit) -> None:
        """Have it fetched and built, beside the pages."""
        if not self.busy:
            self.problem = None
            self.running = asyncio.create_task(self._run(visit))

    async def renew(self, visit: Visit) -> None:
        """Build it anew where the program is another one and nothing has to be fetched for it."""
        if not self.looked:
            self.looked = True
            old = self.there and not await visit.beside(is_current, self.folder)
            if old and await visit.beside(lambda: kept_parcels().whole):
                self.begin(visit)

    async def _run(self, visit: Visit) -> None:
        try:
            await visit.beside(self._make)
        except CompanionError as error:
            self.problem = error.whole

    def _make(self) -> None:
        for self.left in kept_parcels().fetch():
            pass
        self.left = 0
        publish(self.folder, overwrite=True)


_OFFERS: WeakKeyDictionary[House, Offer] = WeakKeyDictionary()


def _offer(visit: Visit) -> Offer:
    folder = visit.house.settings.pockets
    if folder is None:
        raise HTTPException(404)
    return _OFFERS.setdefault(visit.house, Offer(folder))


async def _show(visit: Visit) -> Response:
    """The offer; whoever takes a table along goes on into the pocket, which asks for its file."""
    offer, asked = _offer(visit), visit.request.url
    await offer.renew(visit)
    if visit.form.has("take") and offer.there:
        return visit.go_to(f"/pocket/?/import?take={quote(visit.form.text('take'), safe='/~')}")
    kept = asked.scheme == "https" or asked.hostname in _SECURE_HOSTS
    visit.problem = visit.problem or offer.problem
    return visit.page("pocket/offer.html", offer=offer, kept=kept)


async def _fetch(visit: Visit) -> Response:
    if not visit.host:
        raise Refused("Only whoever opened the tables may do that, on the laptop.")
    _offer(visit).begin(visit)
    back = visit.form.text("back")
    return visit.go_to(f"/pocket?back={quote(back)}" if back else "/pocket")


async def _file(visit: Visit) -> Response:
    """A file as any web host has it: nothing in it is secret, and only what was built is served."""
    folder = _offer(visit).folder
    name = visit.request.path_params["name"] or "index.html"
    if name not in listed(folder):
        raise HTTPException(404)
    try:
        body = (folder / name).read_bytes()
    except OSError:  # a newer one has just taken its place
        raise HTTPException(404) from None
    lasting = "public, max-age=31536000, immutable" if "/" in name else "no-cache"
    kind = _KINDS[name.rpartition(".")[2]]
    policy = _WORKER if name.endswith("/worker.js") else _POLICY
    headers = {"cache-control": lasting, "content-security-policy": policy}
    return Response(body, media_type=kind, headers=headers | (WITH_CAMERA if name.endswith(".html") else {}))


PAGES = (Page("/pocket", _show, _fetch, who=WATCHERS), Page("/pocket/{name:path}", _file, who=ANYONE))
"""The offer, and the files."""
