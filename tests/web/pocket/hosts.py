"""The pocket in a folder, a plain host that serves it, and phones that open it and lose their line.

What it carries along lies in this computer's cache, or is fetched; where it cannot be had, these tests are
skipped with the reason. A machine that sets CI may not skip them.
"""

import http.server
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from companion.errors import CompanionError
from companion.web.pocket.building import compute_sources_digest
from companion.web.pocket.offering import publish
from tests.waiting import wait_until
from tests.web.evening import ARGUMENTS, CHROMIUM, describe_screen, note_faults

PATIENCE = 60_000
"""Milliseconds that a page is waited for where Python runs in the browser, beside much other work."""

OPENING = 100_000
"""Milliseconds until Python must have started, on a machine that has much else to do."""

PORTAL = b"<!doctype html><title>Welcome</title><p>Log in to use this network."
"""What many networks and hosts hand out in place of everything they do not."""

KEPT = """async count => {
    const kept = { files: 0, memory: 0 }, here = location.href.split("?")[0];
    for (const name of await caches.keys()) {
        const urls = (await (await caches.open(name)).keys()).map(each => each.url);
        const own = urls.filter(url => url.startsWith(here));
        if (name.startsWith("memory ")) kept.memory += own.filter(url => url.endsWith("/memory")).length;
        else kept.files = Math.max(kept.files, own.length);
    }
    return kept.files >= count && kept.memory > 0;
}"""
"""Whether a phone has kept so many files of a page's pocket, and a picture of Python's memory."""

FAKE = "--use-fake-device-for-media-stream"
LET = "--use-fake-ui-for-media-stream"


@contextmanager
def skip_without_parcels() -> Iterator[None]:
    """Skip the test when the parcels cannot be fetched; in CI the error is raised."""
    try:
        yield
    except CompanionError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the parcels of a pocket cannot be had here: {error}")


POCKETS = Path(__file__).parents[3] / ".venv-pocket"
"""Where a pocket is kept for the next run of the tests, below what it is made of."""


def build_pocket() -> Path:
    """The folder of a pocket, built anew where what it is made of has changed."""
    folder = POCKETS / compute_sources_digest()
    if not folder.exists():
        POCKETS.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=POCKETS) as beside:
            publish(Path(beside) / "site")
            for old in POCKETS.iterdir():
                if old != Path(beside):
                    shutil.rmtree(old, ignore_errors=True)
            (Path(beside) / "site").rename(folder)
    return folder


def update_checksums(folder: Path) -> None:
    """Write the checksums of changed files into service.js, so that phones keep these files."""
    service = (folder / "service.js").read_text("utf-8")
    (listed,) = re.findall(r"FILES = (.*?);", service)
    sums = {
        name: [sha256((folder / name).read_bytes()).hexdigest()[:16], *known[1:]] if known else known
        for name, known in json.loads(listed).items()
    }
    (folder / "service.js").write_text(service.replace(listed, json.dumps(sums)), "utf-8")


def get_build(folder: Path) -> str:
    (found,) = (each.name for each in folder.iterdir() if each.is_dir())
    return found


class Host:
    """A plain host of static files. It can go, which is what being offline is, and come back where it was.

    Attributes:
        folder: What it serves; may be another one from one request to the next.
        asked: The path of each request that has come.
        sent: Bytes of files that went over the line.
        pace: Bytes a second that the line takes; any number where it is none.
        port: Where it is, from its first start on.
        kinds: What it says that files are, by their endings, where it is wrong.
        unpacking: Whether it has a browser unpack on the way what is packed, as some hosts do.
        lacking: Of which files it hands out a page in their place, as if all were well: by how paths end.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, list[str]()
        self.sent, self.pace = 0, 0.0
        self._line, self._free = threading.Lock(), 0.0
        self._server: http.server.ThreadingHTTPServer | None = None
        self.port = 0
        self.kinds: dict[str, str] = {}
        self.unpacking = False
        self.lacking: tuple[str, ...] = ()
        self.start()

    @property
    def url(self) -> str:
        """Where the pocket is, with a slash at the end."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve, on the same port as before; nothing where it does."""
        if self._server is not None:
            return
        host = self

        class Files(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *all: Any) -> None:
                super().__init__(*all, directory=str(host.folder))

            def copyfile(self, source: Any, goal: Any) -> None:
                while part := source.read(16_384):
                    host.carry(len(part))
                    goal.write(part)

            def send_head(self) -> Any:
                path = self.path.partition("?")[0]
                if not path.endswith(host.lacking):
                    return super().send_head()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(PORTAL)))
                self.end_headers()
                return BytesIO(PORTAL)

            def end_headers(self) -> None:
                # Else a browser keeps files of its own accord, the longer the older the pocket is.
                self.send_header("Cache-Control", "no-cache")
                if host.unpacking and self.path.endswith(".bin"):
                    self.send_header("Content-Encoding", "gzip")
                super().end_headers()

            def guess_type(self, path: Any) -> str:
                return host.kinds.get(Path(path).suffix) or super().guess_type(path)

            def log_request(self, *_: Any) -> None:
                host.asked.append(self.path)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Files)
        self.port = self._server.server_port
        threading.Thread(target=partial(self._server.serve_forever, 0.05), daemon=True).start()

    def carry(self, size: int) -> None:
        """Wait until the line, which all share, has taken so many bytes."""
        with self._line:
            self.sent += size
            now = time.monotonic()
            self._free = max(now, self._free) + (size / self.pace if self.pace else 0)
            wait = self._free - now
        if wait > 0:
            time.sleep(wait)

    def stop(self) -> None:
        """Be gone: from now on every phone is offline."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class Handset:
    """A phone with a profile of its own: shut down and started again, it has what it kept.

    Attributes:
        profile: The folder of what it keeps.
        wrong: What has gone wrong on its pages.
        asked: The address of every request of its pages and workers, wherever it went.
    """

    def __init__(self, play: Playwright, profile: Path, host: Host, like: Path | None = None, **device: Any) -> None:
        """Switch on a new phone, or one that has kept what lies in another profile."""
        self.host, self.wrong, self.asked = host, list[str](), list[str]()
        self.profile = profile
        if like is not None:
            shutil.copytree(like, profile, symlinks=True)
        self._start = partial(
            play.chromium.launch_persistent_context, profile, executable_path=CHROMIUM, **describe_screen(**device)
        )
        self.words = list(ARGUMENTS)  # with which its browser is started
        self.context: BrowserContext
        self.start()

    def start(self) -> None:
        """Switch it on."""
        self.context = self._start(args=self.words)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", lambda request: self.asked.append(request.url))

    def shut_down(self) -> None:
        self.context.close()

    def open_tab(self) -> Page:
        page = self.context.new_page()
        note_faults(page, self.wrong)
        return page

    def open_plain_tab(self) -> Page:
        """A new tab with a text file of the pocket: stored data is read and changed without Python."""
        page = self.open_tab()
        look = self.context.new_cdp_session(page)
        look.send("Network.enable")
        look.send("Network.setBypassServiceWorker", {"bypass": True})  # it answers with the pocket's own page
        page.goto(f"{self.host.url}licenses.txt")
        look.detach()
        return page

    def open(self, path: str = "/") -> Page:
        """A new tab with a page of the pocket, usable."""
        page = self.open_tab()
        open_pocket(page, self.host.url, path)
        return page

    def go_offline(self) -> None:
        """Take the line away, and the host with it."""
        self.host.stop()


def open_pocket(page: Page, url: str, path: str = "/") -> None:
    """Go to a page of the pocket, the list of tables where none is named, and wait until it is usable."""
    page.goto(f"{url}?{path}")
    page.wait_for_function("() => !document.querySelector('.opening:not(.stopped)')", timeout=OPENING)
    assert page.locator("#pocket").count() == 0, page.locator("#sentence").inner_text()


def wait_until_true(page: Page, promised: str, *given: Any) -> None:
    """Wait until what is promised is true; ``wait_for_function`` takes the promise itself for a yes."""
    wait_until(lambda: page.evaluate(promised, *given), promised, pause=0.05)


def wait_until_kept(page: Page, folder: Path) -> None:
    """Wait until the phone has every file of the pocket, and Python's memory for a quick opening."""
    wait_until_true(page, KEPT, count_kept_files(folder))


def count_kept_files(folder: Path) -> int:
    """How many files of a pocket a phone keeps: what waits until it is wanted may come to them."""
    listed = json.loads((folder / "companion-pocket.json").read_text())["files"]
    waiting = ("index.html", "service.js", "opencv.js.bin", "workbook.bin", "pdf.bin")  # the last until wanted
    now = [name for name in listed if name.rpartition("/")[2] not in waiting]
    return len(now) + 1  # "./" too


def has_restored_memory(page: Page) -> bool:
    page.wait_for_function("() => document.documentElement.dataset.remembered", timeout=OPENING)
    return bool(page.evaluate("document.documentElement.dataset.remembered === 'true'"))


if __name__ == "__main__":  # before the tests, so that none of them waits for it
    try:
        build_pocket()
    except CompanionError as error:
        print(f"Tests of the pocket are skipped: {error}")
