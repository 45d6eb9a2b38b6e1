"""The pocket measured in Chromium: opened first on a slow line, later without one; its taps, prints, photos.

Beside it, in the same run, the floor: Python for browsers alone, as npm has it, loaded in a worker without
a program. Over a line, the floor is what its packed bytes take, and then to load.
"""

import os
import statistics
import tempfile
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, Playwright, sync_playwright

from companion.web.pocket.building import open_parcels
from companion.web.pocket.offering import publish
from tests.bench.memory import measure_tab, open_browser
from tests.bench.taps import measure_taps
from tests.vision.photos import generate
from tests.waiting import wait_until
from tests.web.pocket.engines import Engine, wait_until_usable
from tests.web.pocket.hosts import OPENING, Handset, Host, wait_until_kept
from tests.web.pocket.orders import order_print
from tests.web.pocket.pocket_pages import begin_tower, go_to, install_helpers
from tests.web.pocket.test_photos import begin_table

LINE = 10e6 / 8
"""Bytes a second: 10 Mbit."""

FIRST_PAGE, FIRST, AGAIN, TAP = 1.0, 10.0, 3.5, 0.050
"""Seconds at most until something is seen, usable the first time, usable later, and for a tap."""

MOST_POCKET_BYTES, MOST_PRESS_BYTES = 7_000_000, 1_500_000  # until the first page, and after it to print
PRINTS = {  # what is printed, with the seconds it may take the first time and later
    "all of Honshu": ({"game": "honshu"}, 4.0, 2.5),
    "Shogun's province cards": ({"game": "shogun", "part": "province-cards"}, 4.0, 4.0),
    "all of Shogun": ({"game": "shogun"}, 15.0, 15.0),
}
LEAST_FILE = 50_000  # bytes of a file of any of them
READ, FRAMES = 6.0, 20  # seconds for a photo, at most; frames of a film
MOST_MEMORY = 400e6  # bytes of the tab and its workers
TAPS, OPENINGS, ORDERS = 60, 5, 4
LOOK = 0.1  # seconds between two looks at what memory is taken

FLOOR = {
    "index.html": '<script type="module" src="page.js"></script>',
    "page.js": """
new Worker("worker.js", { type: "module" }).onmessage = () => { window.loaded = performance.now(); };
""",
    "worker.js": """
import { loadPyodide } from "./pyodide.mjs";
await loadPyodide({ indexURL: new URL("./", import.meta.url).href });
self.postMessage("");
""",
}

USABLE = "() => !document.querySelector('.opening') && window.companion && performance.now()"
"""Milliseconds since this page was asked for."""

PRINTED = """async form => {
    const send = window.companionSend, at = path => new URL(path, location.origin).href, taps = [];
    const { html } = await send({ method: "GET", url: at("/settings"), body: null });
    const body = new URLSearchParams(form);
    body.set("token", new DOMParser().parseFromString(html, "text/html").querySelector("[name=token]").value);
    const begun = performance.now();
    const { url } = await send({ method: "POST", url: at("/print"), body });
    let ready = null, bytes = 0;
    const done = send({ method: "GET", url, body: null }).then(async ({ html: page }) => {
        const link = new DOMParser().parseFromString(page, "text/html").querySelector("a.act[data-file]");
        const { got } = await send({ method: "GET", url: at(link.getAttribute("href")), body: null });
        ready = performance.now() - begun;
        bytes = got.body.byteLength;
    });
    while (ready === null) {
        const tapped = performance.now();
        await send({ method: "GET", url: at("/t/meanwhile/tower"), body: null });
        taps.push(performance.now() - tapped);
        await new Promise(on => { setTimeout(on, 50); });
    }
    await done;
    return [ready, taps, bytes];
}"""
"""Milliseconds until a print is there, those of pages of a table meanwhile, and the bytes of the file."""

SEEN = "() => [...document.querySelectorAll('.thumbs img')].every(each => each.naturalWidth)"

SENT = """async ([jpegs, name, path]) => {
    const send = window.companionSend, url = new URL("/t/photos/photo", location.origin).href, taken = [];
    for (const jpeg of jpegs) {
        const { html } = await send({ method: "GET", url, body: null });
        const page = new DOMParser().parseFromString(html, "text/html"), body = new FormData();
        for (const field of page.querySelectorAll("input[type=hidden]")) body.set(field.name, field.value);
        const bytes = Uint8Array.from(atob(jpeg), each => each.charCodeAt(0)), begun = performance.now();
        body.set(name, new File([bytes], "map.jpg", { type: "image/jpeg" }));
        const { url: at } = await send({ method: "POST", url: url + path, body });
        if (!path && !at.endsWith("/photo/map")) throw new Error(at);
        taken.push(performance.now() - begun);
    }
    return taken;
}"""
"""Milliseconds until each photo is a map, or each frame of a film is read."""

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main() -> None:
    with tempfile.TemporaryDirectory() as made, sync_playwright() as play:
        folder = Path(made)
        publish(folder / "site")
        least = measure_bare_python(play, folder)
        with host_folder(folder / "site") as host:
            measure(play, folder, host, least)


@contextmanager
def host_folder(folder: Path) -> Iterator[Host]:
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()


FORGET = """async () => {
    for (const name of await caches.keys()) if (name.startsWith("memory ")) await caches.delete(name);
}"""
"""Lets go of the memory that makes an opening quick."""


def measure_seconds(page: Page, condition: str) -> float:
    """When a condition first holds, since its page was asked for."""
    return float(page.wait_for_function(condition, timeout=OPENING).json_value()) / 1000


def write_bare_python(place: Path) -> Path:
    place.mkdir()
    files = {**open_parcels().unpack_npm("pyodide"), **{name: text.encode() for name, text in FLOOR.items()}}
    for name, content in files.items():
        (place / name).write_bytes(content)
    return place


def measure_bare_python(play: Playwright, folder: Path) -> float:
    """Seconds to load Python for browsers alone, from its second time on."""
    with host_folder(write_bare_python(folder / "floor")) as host:
        phone = Handset(play, folder / "floor-profile", host)
        taken = []
        for _ in range(OPENINGS + 1):
            page = phone.open_tab()
            page.goto(host.url)
            taken.append(measure_seconds(page, "() => window.loaded"))
            page.close()
        phone.shut_down()
    return statistics.median(taken[1:])


def measure(play: Playwright, folder: Path, host: Host, least: float) -> None:
    print_time("the core alone, loaded in a worker", least, None)
    phone = Handset(play, folder / "profile", host)
    host.pace = LINE
    page = phone.open_tab()
    page.goto(host.url)
    first, painted = measure_seconds(page, USABLE), page.evaluate(PAINTED)
    needed = host.sent
    host.pace = 0
    print_time("first opening at 10 Mbit, something is seen", painted / 1000, FIRST_PAGE)
    print_time("first opening at 10 Mbit, usable", first, FIRST, needed / LINE + least)
    wait_until_kept(page, host.folder)
    page.close()
    press = next(host.folder.glob("*/press.bin")).stat().st_size
    print(
        f"pocket: {host.sent - press:,} bytes over a line that compresses nothing ({MOST_POCKET_BYTES:,}),"
        f" {needed:,} of them to be usable; {press:,} more to print ({MOST_PRESS_BYTES:,})"
    )
    host.stop()
    print_time("opened again without a network, from the memory kept", measure_opening(phone, keep=True), AGAIN, least)
    print_taps(phone)
    anew = measure_opening(phone, keep=False)
    print_time("opened again without a network and without that memory", anew, AGAIN, least)
    measure_prints(phone)
    measure_photos(phone)
    phone.shut_down()
    measure_memory(folder / "memory", host)


def measure_prints(phone: Handset) -> None:
    """From the tap to the file, the sheets having been looked at; taps at a table while it prints."""
    page = phone.open()
    install_helpers(page)
    begin_tower(page, "meanwhile")
    for name, (form, first, later) in PRINTS.items():
        taken = []
        for turn in range(OPENINGS + 1):
            fields = {"language": "en", "margin": str(5 + turn / 10), **form}  # none is printed already
            go_to(page, f"/print?{urlencode(fields)}")
            page.wait_for_selector(".thumbs a", timeout=OPENING)
            page.wait_for_function(SEEN, timeout=OPENING)
            taken.append(run_promise(page, PRINTED, [*fields.items()]))
            assert taken[-1][2] > LEAST_FILE, f"{name}: a file of {taken[-1][2]} bytes"
        print_time(f"{name}, the first time, from the tap to the file", taken[0][0] / 1000, first)
        print_time(f"{name}, median", statistics.median(each[0] for each in taken[1:]) / 1000, later)
        slowest = sorted(tap for each in taken for tap in each[1])
        late = slowest[int(0.99 * (len(slowest) - 1))]
        print_time(f"a page of the table meanwhile, 99 of 100 of {len(slowest)}", late / 1000, TAP)
    page.close()


def measure_memory(folder: Path, host: Host) -> None:
    """All of Shogun looked at, each sheet large too, and printed, one order after the other.

    Driven by its own pipe: for the debugger of other tests a tab keeps every picture that it has shown.
    """
    ends = list[str]()
    with open_prepared_browser(folder, host) as browser, watch_memory() as seen:
        for turn in range(ORDERS):
            order_print(browser, f"game=shogun&language=en&margin={5 + turn / 10}")
            ends.append(f"{measure_tab(os.getpid()) / 1e6:.0f}")
    print(
        f"pocket: memory of the tab, all of Shogun seen and printed {ORDERS} times: {max(seen) / 1e6:.0f} MB"
        f" (at most {MOST_MEMORY / 1e6:.0f}); after each {', '.join(ends)} MB"
    )


@contextmanager
def open_prepared_browser(folder: Path, host: Host) -> Iterator[Engine]:
    """Chromium as on a phone, with a pocket that was opened once before."""
    with open_browser("Chromium", folder, "--force-device-scale-factor=2") as browser:
        browser.go(host.url)
        wait_until_usable(browser)
        wait_until(lambda: browser.run("return document.documentElement.dataset.prepared || null"), "prepared")
        browser.reopen()
        browser.go(host.url)
        wait_until_usable(browser)
        yield browser


@contextmanager
def watch_memory() -> Iterator[list[int]]:
    """Measure the tab's memory again and again, and once more at the end."""
    seen, over = [measure_tab(os.getpid())], threading.Event()

    def take_sample() -> None:
        while not over.wait(LOOK):
            seen.append(measure_tab(os.getpid()))

    looking = threading.Thread(target=take_sample, daemon=True)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()
        seen.append(measure_tab(os.getpid()))


def run_promise(page: Page, script: str, given: Any) -> Any:
    """The result of a page's promise; a promise that never resolves ends the bench with an error."""
    return page.evaluate(
        f"""given => Promise.race([({script})(given), new Promise((_, failed) => {{
            setTimeout(() => failed(new Error("the page has not answered")), {OPENING});
        }})])""",
        given,
    )


def measure_photos(phone: Handset) -> None:
    """A photo from the tap to its map, and frames of a film as the camera's page has them looked at."""
    phone.host.start()  # the eyes come with the first photo
    page = phone.open()
    begin_table(page, "photos")
    made = [b64encode(generate(50 + turn, "easy", megapixels=12).jpeg).decode() for turn in range(OPENINGS + 1)]
    taken = [run_promise(page, SENT, [[jpeg], "file", ""])[0] for jpeg in made]
    print_time("a photo of 12 megapixels, the first, for which the eyes come", taken[0] / 1000, READ)
    print_time("a photo of 12 megapixels, median", statistics.median(taken[1:]) / 1000, READ)
    frames = [b64encode(generate(50 + n, "hard", megapixels=0.9).jpeg).decode() for n in range(FRAMES)]
    print_time(
        f"a frame, median of {FRAMES}",
        statistics.median(run_promise(page, SENT, [frames, "frame", "/frame"])) / 1000,
        None,
    )
    page.close()


def measure_opening(phone: Handset, *, keep: bool) -> float:
    taken = []
    for _ in range(OPENINGS + 1):
        page = phone.open_tab()
        page.goto(phone.host.url)
        taken.append(measure_seconds(page, USABLE))
        if not keep:  # the page is closed before another one is made
            page.evaluate(FORGET)
        page.close()
    return statistics.median(taken[1:])


def print_taps(phone: Handset) -> None:
    """From the tap to the page drawn, the row on the disk; the first of each kind too."""
    for kind, taken in measure_taps(phone, TAPS).items():
        ordered = sorted(taken)
        print_time(f"{kind}, the first", taken[0], TAP)
        print_time(f"{kind}, median", statistics.median(ordered), TAP)
        print_time(f"{kind}, 99 of 100", ordered[int(0.99 * (len(ordered) - 1))], TAP)


def print_time(name: str, taken: float, most: float | None, least: float | None = None) -> None:
    beside = f"; the floor {least:.2f} s, {taken / least:.2f} times" if least else ""
    print(f"pocket: {name}: {taken:.3f} s{f' (at most {most:g})' if most else ''}{beside}")
