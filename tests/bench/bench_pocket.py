"""The pocket measured in Chromium: opened first on a slow line, later without one; its taps, prints, photos, memory."""

import os
import statistics
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

from playwright.sync_api import Page, expect, sync_playwright

from companion.web.pocket.offering import publish
from tests.bench.bench_rules import measure_call
from tests.bench.memory import measure_tab, open_chromium
from tests.vision.photos import generate
from tests.waiting import wait_until
from tests.web.pocket.engines import wait_until_usable
from tests.web.pocket.hosts import OPENING, Handset, Host, wait_until_kept
from tests.web.pocket.orders import order_print
from tests.web.pocket.pocket_pages import begin_tower, go_to
from tests.web.pocket.test_photos import READ, begin_table, send_photo
from tests.web.pocket.test_press import print_order

LINE = 10e6 / 8
"""Bytes a second: 10 Mbit."""

FIRST_PAGE, FIRST, AGAIN, TAP, PHOTO = 1.0, 10.0, 3.5, 0.050, 6.0
"""Seconds at most until something is seen, usable the first time, usable later, for a tap, and for a photo."""

MOST_POCKET_BYTES, MOST_PRESS_BYTES = 7_000_000, 1_500_000  # until the first page, and after it to print
PRINTS = {  # what is printed, with the seconds it may take the first time and later
    "all of Honshu": ({"game": "honshu"}, 4.0, 2.5),
    "Shogun's province cards": ({"game": "shogun", "part": "province-cards"}, 4.0, 4.0),
    "all of Shogun": ({"game": "shogun"}, 15.0, 15.0),
}
MOST_MEMORY = 400e6  # bytes of the tab and its workers
TAPS, OPENINGS, ORDERS = 60, 5, 4

USABLE = "() => !document.querySelector('.opening') && window.companion && performance.now()"
"""Milliseconds since this page was asked for."""

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
SEEN = "() => [...document.querySelectorAll('.thumbs img')].every(each => each.naturalWidth)"
FORGET = """async () => {
    for (const name of await caches.keys()) if (name.startsWith("memory ")) await caches.delete(name);
}"""
"""Lets go of the memory that makes an opening quick."""

PREPARED = "return document.documentElement.dataset.prepared || null"
TAPPED = """async find => {
    const node = eval(find), begun = performance.now();
    const drawn = new Promise(on => document.addEventListener("companion:page", on, { once: true }));
    node.click();
    await drawn;
    return performance.now() - begun;
}"""
"""Milliseconds from a tap to the page drawn, what it has changed on the disk."""


def main() -> None:
    with tempfile.TemporaryDirectory() as made, sync_playwright() as play:
        folder = Path(made)
        publish(folder / "site")
        host = Host(folder / "site")
        phone = Handset(play, folder / "profile", host)
        measure_first_opening(phone, host)
        host.stop()
        print_time("opened again without a network, from the memory kept", measure_opening(phone, keep=True), AGAIN)
        measure_taps(phone)
        print_time("opened again without that memory", measure_opening(phone, keep=False), AGAIN)
        measure_prints(phone)
        host.start()  # the eyes come with the first photo
        measure_photos(phone)
        phone.shut_down()
        measure_memory(folder, host)
        host.stop()


def print_time(name: str, taken: float, most: float) -> None:
    print(f"pocket: {name}: {taken:.3f} s (at most {most:g})")


def measure_seconds(page: Page) -> float:
    """When the pocket is usable, since its page was asked for."""
    return float(page.wait_for_function(USABLE, timeout=OPENING).json_value()) / 1000


def measure_first_opening(phone: Handset, host: Host) -> None:
    host.pace = LINE
    page = phone.open_tab()
    page.goto(host.url)
    first, needed = measure_seconds(page), host.sent
    host.pace = 0
    print_time("first opening at 10 Mbit, something is seen", page.evaluate(PAINTED) / 1000, FIRST_PAGE)
    print_time("first opening at 10 Mbit, usable", first, FIRST)
    wait_until_kept(page, host.folder)
    page.close()
    press = next(host.folder.glob("*/press.bin")).stat().st_size
    print(
        f"pocket: {host.sent - press:,} bytes over a line that compresses nothing ({MOST_POCKET_BYTES:,}),"
        f" {needed:,} of them to be usable; {press:,} more to print ({MOST_PRESS_BYTES:,})"
    )


def measure_opening(phone: Handset, *, keep: bool) -> float:
    taken = []
    for _ in range(OPENINGS + 1):
        page = phone.open_tab()
        page.goto(phone.host.url)
        taken.append(measure_seconds(page))
        if not keep:  # the page is closed before another one is made
            page.evaluate(FORGET)
        page.close()
    return statistics.median(taken[1:])


def measure_taps(phone: Handset) -> None:
    page = phone.open()
    begin_tower(page, "bench")
    taken: dict[str, list[float]] = {"one army more or less": [], "a battle thrown": [], "another page": []}
    for number in range(TAPS):
        go_to(page, "/t/bench/tower?kind=battle&who-attacks=blue&who-defends=red&attacker=4&defender=3")
        armies = f'[name=attacker-is][value="{5 - number % 2}"]'
        history = "details.menu a[href$='/history']"
        for kind, selector in zip(taken, (armies, "button.act", history), strict=True):
            taken[kind].append(page.evaluate(TAPPED, f"document.querySelector({selector!r})") / 1000)
    for kind, all_ in taken.items():
        print_time(f"{kind}, the first", all_[0], TAP)
        print_time(f"{kind}, median", statistics.median(all_), TAP)
        print_time(f"{kind}, 99 of 100", sorted(all_)[int(0.99 * (TAPS - 1))], TAP)
    page.close()


def measure_prints(phone: Handset) -> None:
    """From the tap to the file, the sheets having been looked at."""
    page = phone.open()
    for name, (form, first, later) in PRINTS.items():
        taken = []
        for turn in range(OPENINGS + 1):
            fields = {"language": "en", "margin": str(5 + turn / 10), **form}  # none is printed already
            go_to(page, f"/print?{urlencode(fields)}")
            page.wait_for_selector(".thumbs a", timeout=OPENING)
            page.wait_for_function(SEEN, timeout=OPENING)
            taken.append(measure_call(partial(print_order, page, fields)))
        print_time(f"{name}, the first time, from the tap to the file", taken[0], first)
        print_time(f"{name}, median", statistics.median(taken[1:]), later)
    page.close()


def measure_photos(phone: Handset) -> None:
    """A photo of 12 megapixels from the tap to its map."""
    page = phone.open()
    begin_table(page, "photos")
    taken = []
    for turn in range(OPENINGS + 1):
        jpeg = generate(50 + turn, "easy", megapixels=12).jpeg
        go_to(page, "/t/photos/photo")
        page.wait_for_selector("#photo-form.live", state="attached")
        begun = perf_counter()
        send_photo(page, jpeg)
        expect(page.locator(".top-where")).to_contain_text("squares", timeout=READ)
        taken.append(perf_counter() - begun)
    print_time("a photo, the first, for which the eyes come", taken[0], PHOTO)
    print_time("a photo, median", statistics.median(taken[1:]), PHOTO)
    page.close()


def measure_memory(folder: Path, host: Host) -> None:
    """All of Shogun looked at, each sheet large too, and printed, one order after the other.

    Driven by its own pipe: for the debugger of other tests a tab keeps every picture that it has shown.
    """
    ends, seen = list[str](), list[int]()
    with open_chromium(folder, "--force-device-scale-factor=2") as browser:
        browser.go(host.url)
        wait_until_usable(browser)
        wait_until(lambda: browser.run(PREPARED), "what makes the next opening quick", patience=OPENING / 1000)
        browser.reopen()
        browser.go(host.url)
        wait_until_usable(browser)
        for turn in range(ORDERS):
            query = f"game=shogun&language=en&margin={5 + turn / 10}"
            order_print(browser, query, lambda: seen.append(measure_tab(os.getpid())))
            ends.append(f"{measure_tab(os.getpid()) / 1e6:.0f}")
    print(
        f"pocket: memory of the tab, all of Shogun seen and printed {ORDERS} times: {max(seen) / 1e6:.0f} MB"
        f" (at most {MOST_MEMORY / 1e6:.0f}); after each {', '.join(ends)} MB"
    )
