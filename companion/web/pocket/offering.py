"""The pocket, offered by a laptop: any phone can take it along; the host has it fetched and built."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from weakref import WeakKeyDictionary

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.errors import CompanionError, Refused
from companion.sentences import Sentence
from companion.web.access import CAMERA_HEADERS
from companion.web.app_state import AppState
from companion.web.context import ANYONE, WATCHERS, Page, PageContext
from companion.web.pocket.parcels import open_parcels
from companion.web.pocket.publishing import is_current, list_files, publish
from companion.web.static import KINDS

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

_WORKER = _POLICY.replace("script-src", "script-src 'unsafe-eval'")  # what reads photos there makes its calls of texts

_SECURE_HOSTS = ("localhost", "127.0.0.1", "::1")
"""Besides https, the hosts whose pages a browser keeps for use without a network."""


@dataclass(eq=False, slots=True)
class Offer:
    """The pocket that a laptop offers."""

    folder: Path
    left: int = 0
    problem: Sentence | None = None
    running: asyncio.Task[None] | None = None
    looked: bool = False

    @property
    def is_there(self) -> bool:
        """True when there is a pocket, of this program or of an older one."""
        return "index.html" in list_files(self.folder)

    @property
    def is_busy(self) -> bool:
        """True while it is being fetched."""
        return self.running is not None and not self.running.done()

    def begin(self, context: PageContext) -> None:
        """Begin to fetch and build the pocket, while pages are served."""
        if not self.is_busy:
            self.problem = None
            self.running = asyncio.create_task(self._run_build(context))

    async def renew(self, context: PageContext) -> None:
        """Build the pocket again, once, if the program has changed and nothing has to be fetched for it."""
        if not self.looked:
            self.looked = True
            old = self.is_there and not await context.run_aside(is_current, self.folder)
            if old and await context.run_aside(lambda: open_parcels().is_complete):
                self.begin(context)

    async def _run_build(self, context: PageContext) -> None:
        try:
            await context.run_aside(self._make)
        except CompanionError as error:
            self.problem = error.whole

    def _make(self) -> None:
        for self.left in open_parcels().fetch():
            pass
        self.left = 0
        publish(self.folder, overwrite=True)


_OFFERS: WeakKeyDictionary[AppState, Offer] = WeakKeyDictionary()


def _get_offer(context: PageContext) -> Offer:
    folder = context.app_state.settings.pockets
    if folder is None:
        raise HTTPException(404)
    return _OFFERS.setdefault(context.app_state, Offer(folder))


async def _show_offer(context: PageContext) -> Response:
    """Show the offer; a visitor who takes a table along goes on into the pocket, which asks for its file."""
    offer, asked = _get_offer(context), context.request.url
    await offer.renew(context)
    if context.form.has("take") and offer.is_there:
        return context.redirect_to_path(f"/pocket/?/import?take={quote(context.form.text('take'), safe='/~')}")
    kept = asked.scheme == "https" or asked.hostname in _SECURE_HOSTS
    context.problem = context.problem or offer.problem
    return context.render_page("pocket/offer.html", offer=offer, kept=kept)


async def _fetch(context: PageContext) -> Response:
    if not context.is_host:
        raise Refused("Only whoever opened the tables may do that, on the laptop.")
    _get_offer(context).begin(context)
    back = context.form.text("back")
    return context.redirect_to_path(f"/pocket?back={quote(back)}" if back else "/pocket")


async def _serve_file(context: PageContext) -> Response:
    """Send a file as any web host does: none is secret, and only what was built is sent."""
    folder = _get_offer(context).folder
    name = context.request.path_params["name"] or "index.html"
    if name not in list_files(folder):
        raise HTTPException(404)
    try:
        body = (folder / name).read_bytes()
    except OSError:  # a newer one has just taken its place
        raise HTTPException(404) from None
    lasting = "public, max-age=31536000, immutable" if "/" in name else "no-cache"
    kind = _KINDS[name.rpartition(".")[2]]
    policy = _WORKER if name.endswith("/worker.js") else _POLICY
    headers = {"cache-control": lasting, "content-security-policy": policy}
    return Response(body, media_type=kind, headers=headers | (CAMERA_HEADERS if name.endswith(".html") else {}))


PAGES = (Page("/pocket", _show_offer, _fetch, who=WATCHERS), Page("/pocket/{name:path}", _serve_file, who=ANYONE))
"""The offer, and the files."""
