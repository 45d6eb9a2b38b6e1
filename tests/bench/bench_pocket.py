"""The pocket measured in Chromium: its first opening on a slow line, later ones without any, and its taps.

Beside it, in the same run, the floor: Python for browsers alone, as npm has it, loaded in a worker without
a program. Over a line, the floor is what its packed bytes take, and then to load.
"""

import statistics
import tempfile
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

from companion.web.pocket.parcels import kept_parcels
from companion.web.pocket.publishing import publish
from tests.web.pocket.served import OPENING, Handset, Host, until_kept

LINE = 10e6 / 8
"""Bytes a second: 10 Mbit."""

FIRST_PAGE, FIRST, AGAIN, TAP = 1.0, 10.0, 3.5, 0.050
"""Seconds at most until something is seen, usable the first time, usable later, and for a tap."""

MOST_BYTES = 7_000_000
TAPS, OPENINGS = 60, 5

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

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

BEGIN = """async () => {
    const form = [...document.forms].find(each => each.elements.tap && each.elements.way);
    const body = new URLSearchParams();
    for (const name of ["token", "tap"]) body.append(name, form.elements[name].value);
    for (const [name, value] of [["name", "bench"], ["way", "tower"], ["seat", "blue"], ["seat", "red"]])
        body.append(name, value);
    await companion.ask({ method: "POST", url: new URL("/new/shogun", location.origin).href, body });
}"""

BATTLE = """async () => {
    const path = "/t/bench/tower?kind=battle&who-attacks=blue&who-defends=red&attacker=4&defender=3";
    await companion.ask({ method: "GET", url: new URL(path, location.origin).href, body: null });
    const begun = performance.now();
    const drawn = new Promise(on => document.addEventListener("companion:page", on, { once: true }));
    document.querySelector(".act").click();
    await drawn;
    return performance.now() - begun;
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as made, sync_playwright() as play:
        folder = Path(made)
        publish(folder / "site")
        least = floor(play, folder)
        with closing(Hosted(folder / "site")) as host:
            measure(play, folder, host, least)


class Hosted(Host):
    """A host that can be closed."""

    def close(self) -> None:
        """Be gone."""
        self.stop()


def seconds(page: Page, condition: str) -> float:
    """When a condition first holds, since its page was asked for."""
    return float(page.wait_for_function(condition, timeout=OPENING).json_value()) / 1000


def floor(play: Playwright, folder: Path) -> float:
    """Seconds to load Python for browsers alone, from its second time on."""
    place = folder / "floor"
    place.mkdir()
    files = {**kept_parcels().python(), **{name: text.encode() for name, text in FLOOR.items()}}
    for name, content in files.items():
        (place / name).write_bytes(content)
    with closing(Hosted(place)) as host:
        phone = Handset(play, folder / "floor-profile", host)
        taken = []
        for _ in range(OPENINGS + 1):
            page = phone.page()
            page.goto(host.url)
            taken.append(seconds(page, "() => window.loaded"))
            page.close()
        phone.shut_down()
    return statistics.median(taken[1:])


def measure(play: Playwright, folder: Path, host: Host, least: float) -> None:
    """Open, open again, tap; and tell."""
    told("the core alone, loaded in a worker", least, None)
    phone = Handset(play, folder / "profile", host)
    host.pace = LINE
    page = phone.page()
    page.goto(host.url)
    first, painted = seconds(page, USABLE), page.evaluate(PAINTED)
    needed = host.sent
    host.pace = 0
    told("first opening at 10 Mbit, something is seen", painted / 1000, FIRST_PAGE)
    told("first opening at 10 Mbit, usable", first, FIRST, needed / LINE + least)
    until_kept(page, host.folder)
    page.close()
    print(
        f"pocket: {host.sent:,} bytes over a line that compresses nothing ({MOST_BYTES:,}),"
        f" {needed:,} of them to be usable"
    )
    host.stop()
    told("opened again without a network, from the memory kept", opened(phone, keep=True), AGAIN, least)
    taps(phone)
    told("opened again without a network and without that memory", opened(phone, keep=False), AGAIN, least)
    phone.shut_down()


def opened(phone: Handset, *, keep: bool) -> float:
    """The median of some openings without a network."""
    taken = []
    for _ in range(OPENINGS + 1):
        page = phone.page()
        page.goto(phone.host.url)
        taken.append(seconds(page, USABLE))
        if not keep:  # the page is closed before another one is made
            page.evaluate("() => caches.delete('companion-memory')")
        page.close()
    return statistics.median(taken[1:])


def taps(phone: Handset) -> None:
    """Battles: from the tap on the button to the page drawn, the row on the disk."""
    page = phone.open("/new/shogun")
    page.evaluate(BEGIN)
    taken = sorted(page.evaluate(BATTLE) / 1000 for _ in range(TAPS))
    page.close()
    for name, part in (("median", 0.5), ("99 of 100", 0.99)):
        told(f"a battle thrown, {name}", taken[min(len(taken) - 1, int(part * len(taken)))], TAP)


def told(name: str, taken: float, most: float | None, least: float | None = None) -> None:
    beside = f"; the floor {least:.2f} s, {taken / least:.2f} times" if least else ""
    print(f"pocket: {name}: {taken:.3f} s{f' (at most {most:g})' if most else ''}{beside}")
