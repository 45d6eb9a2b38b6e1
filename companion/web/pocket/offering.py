"""The pocket, written to a folder and offered by a laptop: any phone can take it along.

A new pocket lies beside the old one, which goes when the next one comes: a host or a browser may hand out an
old first page for a while, and the files it leads to are still there.
"""

import asyncio
import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.answers import Answer
from companion.data.files import write_files
from companion.data.outputs import check_outputs
from companion.errors import CompanionError, OutputError, Refused
from companion.sentences import Sentence, say
from companion.web.access import CAMERA_HEADERS
from companion.web.app_state import AppState
from companion.web.context import ANYONE, WATCHERS, Page, PageContext
from companion.web.pocket.building import Parcels, build_pocket_files, compute_sources_digest, open_parcels
from companion.web.rendering import MIME_TYPES

_LIST = "companion-pocket.json"
"""What Companion has put into a folder, with the checksum of each file: all else there is the host's own."""

_LAST = ("service.js", "index.html")  # what leads to the other files is put in place when those are there


def publish(folder: Path, *, overwrite: bool = False, parcels: Parcels | None = None) -> Answer:
    """Build the pocket into a folder; what else lies there stays."""
    files = build_pocket_files(parcels or open_parcels())
    try:
        _put_files(files, folder, overwrite)
    except OutputError:  # another build into this folder may have been quicker: what it has put there is ours
        _put_files(files, folder, overwrite)
    size = sum(len(content) for content in files.values())
    line = say(
        "The table for a phone alone is in {folder}: {count} files, {size} MB. Any web host serves it as it is.",
        folder=str(folder),
        count=len(files),
        size=round(size / 1e6, 1),
    )
    return Answer({"folder": folder, "files": len(files), "bytes": size}, (line,))


def _put_files(files: Mapping[str, bytes], folder: Path, overwrite: bool) -> None:
    sums = {name: sha256(content).hexdigest() for name, content in files.items()}
    sums_now, older = _read_part(folder, "files"), _read_part(folder, "before")
    before = {**older, **sums_now}
    # What is already as it will be was put there by a build that was killed, or that runs beside this one.
    names = {name for name in {**before, **sums} if _compute_sum(folder / name) in (before.get(name), sums.get(name))}
    gone_names = {name for name in sums_now if name not in sums} or older.keys() - sums.keys()
    stale = {name: before[name] for name in gone_names if name in names}
    order = sorted(files, key=lambda name: name in _LAST and _LAST.index(name) + 1)
    check_outputs([folder / name for name in order], overwrite, [folder / name for name in names], True)
    try:
        _write_files(folder, {_LIST: _format_list("", {**sums, **sums_now}, older)}, overwrite, names)
        all_files = {name: files[name] for name in order} | {_LIST: _format_list(compute_sources_digest(), sums, stale)}
        _write_files(folder, all_files, overwrite, names)
        for name in before.keys() - sums.keys() - stale.keys():
            if name in names:
                with suppress(OSError):
                    (folder / name).unlink()
    finally:
        _leave_no_empty_folders(folder, {*before, *sums})


def _write_files(folder: Path, files: Mapping[str, bytes], overwrite: bool, names: Collection[str]) -> None:
    ours = [folder / name for name in (*names, _LIST)]
    write_files(
        {folder / name: content for name, content in files.items()}, overwrite=overwrite, replaceable=ours, folders=True
    )


def _format_list(version: str, sums: Mapping[str, str], before: Mapping[str, str]) -> bytes:
    files = {"files": dict(sorted(sums.items())), "before": dict(sorted(before.items()))}
    return (json.dumps({"made of": version, **files}, indent=1) + "\n").encode()


def is_current(folder: Path) -> bool:
    """True for a folder with a complete pocket, built from this program as it is now."""
    return _read_list(folder).get("made of") == compute_sources_digest()


def list_files(folder: Path) -> dict[str, str]:
    """The files of a pocket in a folder and of the one before it, with their checksums."""
    return {**_read_part(folder, "before"), **_read_part(folder, "files")}


def _read_part(folder: Path, part: str) -> dict[str, str]:
    files = _read_list(folder).get(part)
    if not isinstance(files, dict):
        return {}
    return {name: checksum for name, checksum in files.items() if not {"..", "/"} & set(Path(name).parts)}


def _read_list(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        listed = json.loads((folder / _LIST).read_text("utf-8"))
        return listed if isinstance(listed, dict) else {}
    return {}


def _compute_sum(file: Path) -> str:
    with suppress(OSError):
        return sha256(file.read_bytes()).hexdigest()
    return "nothing"


def _leave_no_empty_folders(folder: Path, names: Collection[str]) -> None:
    """Remove the folders of files that went, or could not be written."""
    parents = {parent for name in names for parent in Path(name).parents}
    for each in sorted(parents - {Path()}, key=lambda path: -len(path.parts)):
        with suppress(OSError):  # it holds something
            (folder / each).rmdir()


_KINDS = {
    **MIME_TYPES,
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
    parcels_left: int = 0
    problem: Sentence | None = None
    task: asyncio.Task[None] | None = None
    looked: bool = False

    @property
    def is_there(self) -> bool:
        """True when there is a pocket, of this program or of an older one."""
        return "index.html" in list_files(self.folder)

    @property
    def is_busy(self) -> bool:
        """True while it is being fetched."""
        return self.task is not None and not self.task.done()

    def begin(self, context: PageContext) -> None:
        """Begin to fetch and build the pocket, while pages are served."""
        if not self.is_busy:
            self.problem = None
            self.task = asyncio.create_task(self._run_build(context))

    async def renew(self, context: PageContext) -> None:
        """Build the pocket again, once, if the program has changed and nothing has to be fetched for it."""
        if not self.looked:
            self.looked = True
            old = self.is_there and not await context.run_in_thread(is_current, self.folder)
            if old and await context.run_in_thread(lambda: open_parcels().is_complete):
                self.begin(context)

    async def _run_build(self, context: PageContext) -> None:
        try:
            await context.run_in_thread(self._make)
        except CompanionError as error:
            self.problem = error.message

    def _make(self) -> None:
        for self.parcels_left in open_parcels().fetch():
            pass
        self.parcels_left = 0
        publish(self.folder, overwrite=True)


_OFFERS: WeakKeyDictionary[AppState, Offer] = WeakKeyDictionary()


def _get_offer(context: PageContext) -> Offer:
    if (folder := context.app_state.settings.pockets) is None:
        raise HTTPException(404)
    return _OFFERS.setdefault(context.app_state, Offer(folder))


async def _show_offer(context: PageContext) -> Response:
    """Show the offer; a visitor who takes a table along goes on into the pocket, which asks for its file."""
    offer, url = _get_offer(context), context.request.url
    await offer.renew(context)
    if context.form.has("take") and offer.is_there:
        return context.redirect_to_path(f"/pocket/?/import?take={quote(context.form.text('take'), safe='/~')}")
    is_secure = url.scheme == "https" or url.hostname in _SECURE_HOSTS
    context.problem = context.problem or offer.problem
    return context.render_page("pocket/offer.html", offer=offer, kept=is_secure)


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
    caching = "public, max-age=31536000, immutable" if "/" in name else "no-cache"
    kind = _KINDS[name.rpartition(".")[2]]
    policy = _WORKER if name.endswith("/worker.js") else _POLICY
    headers = {"cache-control": caching, "content-security-policy": policy}
    return Response(body, media_type=kind, headers=headers | (CAMERA_HEADERS if name.endswith(".html") else {}))


PAGES = (Page("/pocket", _show_offer, _fetch, role=WATCHERS), Page("/pocket/{name:path}", _serve_file, role=ANYONE))
