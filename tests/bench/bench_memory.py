"""What the pocket takes of memory in three browsers, beside a blank page and Python for browsers alone.

Each is measured from an empty profile on, some times over. WebKit keeps things only as long as it runs: where
the pocket is opened again there, the process of the page that was closed is counted too.
"""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from companion.web.pocket.publishing import publish
from tests.bench.bench_pocket import Hosted, bare
from tests.bench.memory import Watch, running
from tests.waiting import until
from tests.web.pocket.engines import Engine, started
from tests.web.pocket.served import Host

BROWSERS = ("Chromium", "WebKit", "Firefox")
TIMES = 5
MOST = 350.0  # MB

REST, STILL = 1.0, 2.0
"""Seconds in which memory moves by no more than so many MB, at the end of what is measured."""

BLANK = "<!doctype html><title>Blank</title>"


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        publish(folder / "site")
        place = bare(folder / "bare")
        (place / "blank.html").write_text(BLANK)
        with closing(Hosted(folder / "site")) as site, closing(Hosted(place)) as alone:
            for name in BROWSERS:
                taken = defaultdict[str, list[float]](list)
                for number in range(TIMES):
                    _look(name, folder / f"{name} {number}", site, alone, taken)
                for line in told(name, taken):
                    print(line, flush=True)


def _look(name: str, folder: Path, site: Host, alone: Host, taken: Mapping[str, list[float]]) -> None:
    """Open Python alone, and the pocket twice, each after a blank page, and add the MB of each."""
    for what in ("alone", "pocket"):
        with running(name, folder / what) as browser, closing(Watch()) as watch:
            browser.go(f"{alone.url}blank.html")
            _settle(watch)
            taken["blank"].append(watch.anew(watch.now))
            if what == "alone":
                browser.go(f"{alone.url}index.html")
                _until(browser, "return window.loaded")
                _settle(watch)
                taken["alone"].append(watch.anew())
                continue
            browser.go(site.url)
            started(browser)
            _until(browser, "return document.documentElement.dataset.prepared")
            _settle(watch)
            taken["first"].append(watch.anew())
            browser.again()
            browser.go(f"{alone.url}blank.html")
            _settle(watch)
            watch.anew()
            browser.go(site.url)
            started(browser)
            _until(browser, "return document.documentElement.dataset.remembered")
            assert browser.run("return document.documentElement.dataset.remembered") == "true"
            _settle(watch)
            taken["again"].append(watch.anew())


def _until(browser: Engine, script: str) -> None:
    until(lambda: browser.run(f"{script} || null"), script, pause=0.1)


def _settle(watch: Watch) -> None:
    was, since = watch.now, time.monotonic()
    while time.monotonic() - since < REST:
        if abs(watch.now - was) > STILL:
            was, since = watch.now, time.monotonic()
        time.sleep(0.05)


def told(name: str, taken: Mapping[str, Sequence[float]]) -> list[str]:
    """Every peak with the highest of its times, and what of it is not the blank page's."""
    blank = statistics.median(taken["blank"])
    lines = [f"{name}: a blank page: {blank:.0f} MB"]
    for key, what in (
        ("alone", "Python for browsers alone"),
        ("first", f"the pocket's first opening (at most {MOST:.0f})"),
        ("again", "opened again"),
    ):
        median, most = statistics.median(taken[key]), max(taken[key])
        lines.append(f"{name}: {what}: {median:.0f} MB, {most:.0f} at most; {median - blank:.0f} are ours")
    return lines
