"""Write the pocket version to a folder, and offer it to phones on a laptop.

A new build is written beside the last one, which is deleted by the one after it: a host or a browser may
serve an old first page for a while, and that still needs its files.
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
from companion.web.context import ANYONE, WATCHERS, PageContext, WebPage
from companion.web.pocket.building import Parcels, build_pocket_files, compute_sources_digest, open_parcels
from companion.web.rendering import MIME_TYPES, stream_file

_LIST = "companion-pocket.json"
"""The list of files that Companion has written to the folder, with checksums; other files are the host's."""

_LAST = ("service.js", "index.html")  # written last, since they refer to the others


def publish(folder: Path, *, overwrite: bool = False, parcels: Parcels | None = None) -> Answer:
    """Build the pocket version into a folder; other files there stay."""
    files = build_pocket_files(parcels or open_parcels())
    try:
        _put_files(files, folder, overwrite)
    except OutputError:  # a concurrent build may have written files meanwhile, which now count as ours
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
    # Files with the new content were written by a killed or a concurrent build.
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
    """True if a folder has a complete build of the program as it is now."""
    return _read_list(folder).get("made of") == compute_sources_digest()


def list_files(folder: Path) -> dict[str, str]:
    """The files of the present build in a folder and of the one before, with their checksums."""
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
    """Remove empty folders of files that were deleted or not written."""
    parents = {parent for name in names for parent in Path(name).parents}
    for each in sorted(parents - {Path()}, key=lambda path: -len(path.parts)):
        with suppress(OSError):  # it is not empty
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
"""The content security policy of the pocket version, as in its page; its worker may also start Python."""

_WORKER = _POLICY.replace("script-src", "script-src 'unsafe-eval'")  # OpenCV evaluates texts as code

_SECURE_HOSTS = ("localhost", "127.0.0.1", "::1")
"""Hosts whose pages a browser keeps for use without a network, even without https."""


@dataclass(eq=False, slots=True)
class Offer:
    folder: Path
    parcels_left: int = 0
    problem: Sentence | None = None
    task: asyncio.Task[None] | None = None
    looked: bool = False

    @property
    def is_there(self) -> bool:
        """True when there is a build, of this program or of an older one."""
        return "index.html" in list_files(self.folder)

    @property
    def is_busy(self) -> bool:
        return self.task is not None and not self.task.done()

    def begin(self, context: PageContext) -> None:
        """Start fetching and building it, while pages are served."""
        if not self.is_busy:
            self.problem = None
            self.task = asyncio.create_task(self._run_build(context))

    async def renew(self, context: PageContext) -> None:
        """Build it again, once, if the program has changed and nothing needs to be fetched."""
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
    """Show the offer; a visitor who takes a table along is redirected into the pocket version, to import it."""
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
    """Send a file of the build, as any web host would; none is secret."""
    folder = _get_offer(context).folder
    name = context.request.path_params["name"] or "index.html"
    if name not in list_files(folder):
        raise HTTPException(404)
    caching = "public, max-age=31536000, immutable" if "/" in name else "no-cache"
    kind = _KINDS[name.rpartition(".")[2]]
    policy = _WORKER if name.endswith("/worker.js") else _POLICY
    headers = {"cache-control": caching, "content-security-policy": policy}
    return stream_file(folder / name, kind, headers | (CAMERA_HEADERS if name.endswith(".html") else {}))


PAGES = (
    WebPage("/pocket", _show_offer, _fetch, role=WATCHERS),
    WebPage("/pocket/{name:path}", _serve_file, role=ANYONE),
)
