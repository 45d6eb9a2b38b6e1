"""A table goes from one engine to another: through a channel, by a code that moves, as a file."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.waiting import until
from tests.web.pocket.engines import Engine, engine, started
from tests.web.pocket.inside import BATTLE, HANDS
from tests.web.pocket.served import Handset, Host
from tests.web.pocket.test_joined import CODES, LIVE, OPEN, READ, WITHOUT

pytestmark = [pytest.mark.browser, pytest.mark.deep]

TOWER = [["name", "moon"], ["way", "tower"], ["seat", "blue"], ["seat", "red"]]


class Chromium:
    """A page of Chromium, driven as the other engines are."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def go(self, url: str) -> None:
        """See ``Engine``."""
        self._page.goto(url)

    def run(self, script: str, *given: Any) -> Any:
        """See ``Engine``."""
        return self._page.evaluate(f"given => (async (...given) => {{ {script} }})(...given)", given)

    def again(self) -> None:
        """See ``Engine``."""
        self._page.reload()


GO = """
    history.replaceState(null, "", `?${given[0]}`);
    await companion.ask({ method: "GET", url: companionPocket.here(), body: null });
"""
HELD = """
    window.held = 0;
    const peer = RTCPeerConnection.prototype, add = peer.addIceCandidate;
    peer.addIceCandidate = function (...all) { window.held += 1; return add.apply(this, all); };
"""
"""Counts how often a page has kept its answer awake."""

TAKE_IN = """
    const field = document.getElementById("file"), given_ = new DataTransfer();
    given_.items.add(new File([given[0]], "companion.txt", { type: "text/plain" }));
    field.files = given_.files;
    document.querySelector("button[name=sent]").click();
"""
"""Chooses a file on the page that reads, and takes it in."""

PRETEND = """
    const all = [...document.querySelectorAll("[data-joins=true] *, #problem")];
    return all.filter(each => each.offsetHeight).map(each => each.outerHTML);
"""
"""What a page shows of joining, and what went wrong on it."""

FILE = """
    const link = document.querySelector("a[download]"), { click } = HTMLAnchorElement.prototype;
    const { createObjectURL } = URL;
    let blob;
    URL.createObjectURL = given => { blob = given; return createObjectURL.call(URL, given); };
    const name = await new Promise(done => {
        HTMLAnchorElement.prototype.click = function () { done(this.download); };
        link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    });
    Object.assign(HTMLAnchorElement.prototype, { click });
    Object.assign(URL, { createObjectURL });
    return [name, await blob.text()];
"""
"""The name and the text of the file that a page hands out where there is nothing to share with."""


def told(here: Engine) -> str:
    found: str = here.run("return document.getElementById('channel')?.textContent || ''")
    return found


def until_run(here: Engine, script: str) -> None:
    until(lambda: here.run(f"return Boolean({script})"), script, pause=0.1)


def codes(here: Engine) -> list[str]:
    until_run(here, "document.querySelector('#film canvas')?.style.width")
    found: list[str] = here.run(f"return ({CODES})()")
    return found


def reads(here: Engine, seen: list[str]) -> None:
    until_run(here, "window.companionCodes && document.getElementById('finder-take')")
    assert here.run(f"return ({READ})(given[0])", seen)


def until_at(here: Engine, path: str) -> None:
    until_run(here, f"new URL(companionPocket.here()).pathname.startsWith('{path}')")


def events_seen(here: Engine, count: int) -> None:
    until_run(here, rf"/\b{count}\b/.test(document.querySelector('.top-where').textContent)")


def tap(here: Engine, path: str, form: list[list[str]]) -> None:
    here.run(HANDS)
    assert here.run("return tap(...given)", path, form)[0] == 200


def follows(looks: Engine, shows: Engine, awake: bool) -> None:
    """One shows a table, the other one follows it; its answer is read only after it was kept awake."""
    tap(shows, "/new/shogun", TOWER)
    shows.run(GO, "/t/moon/show/join")
    looks.run(GO, "/read")
    looks.run(HELD)
    reads(looks, codes(shows))
    until_at(looks, "/joined/")
    answer = codes(looks)
    if awake:
        until_run(looks, "window.held > 2")
    reads(shows, answer)
    until_at(looks, "/seen/")
    tap(shows, "/t/moon/tower", BATTLE)
    shows.run("companion.refresh()")
    events_seen(looks, 2)
    assert [told(shows), told(looks)] == [OPEN.format(count=1), LIVE]


@pytest.mark.parametrize("other", ["Chromium", *["Firefox"] * True])
def test_firefox_follows_and_is_followed(
    tmp_path: Path, filming: Callable[..., Handset], host: Host, other: str
) -> None:
    """Left alone Firefox would give an answer up before a person has filmed it."""
    with ExitStack() as stack:
        firefox = stack.enter_context(engine("Firefox", tmp_path))
        firefox.go(host.url)
        if other == "Firefox":
            (tmp_path / "second").mkdir()
            second: Engine = stack.enter_context(engine("Firefox", tmp_path / "second"))
            second.go(host.url)
        else:
            second = Chromium(filming().open())
        for each in (firefox, second):
            started(each)
        follows(firefox, second, awake=True)
        follows(second, firefox, awake=other == "Firefox")


def test_webkit_without_channels_says_so_and_a_code_or_a_file_goes_instead(
    tmp_path: Path, host: Host
) -> None:
    """From Debian's WebKit to Firefox, and a game the other way round."""
    with engine("WebKit", tmp_path) as webkit, engine("Firefox", tmp_path) as firefox:
        for each in (webkit, firefox):
            each.go(host.url)
        for each in (webkit, firefox):
            started(each)
        assert webkit.run("return typeof RTCPeerConnection") == "undefined"
        tap(webkit, "/new/shogun", TOWER)
        for path in ("/t/moon/show/join", "/t/moon/show"):
            webkit.run(GO, path)
            until_run(webkit, "document.querySelector('[data-joins=false]')?.offsetHeight")
            assert webkit.run("return document.querySelector('[data-joins=false]').innerText") == WITHOUT
            assert webkit.run(PRETEND) == []
        moving = codes(webkit)
        firefox.run(GO, "/read")
        reads(firefox, moving)
        until_at(firefox, "/seen/")
        tap(webkit, "/t/moon/tower", BATTLE)
        webkit.run(GO, "/t/moon/show")
        until_run(webkit, "document.querySelector('#film canvas')?.style.width")
        name, shown = webkit.run(FILE)
        assert name == "companion.txt"
        firefox.run(GO, "/read")
        firefox.run(TAKE_IN, shown)
        until_at(firefox, "/seen/")
        events_seen(firefox, 2)
        tap(firefox, "/new/shogun", [["name", "sun"], *TOWER[1:]])
        tap(firefox, "/t/sun/show?over=1", [["let", "1"]])
        firefox.run(GO, "/t/sun/show?over=1")
        until_run(firefox, "document.querySelector('#film canvas')?.style.width")
        _, whole = firefox.run(FILE)
        webkit.run(GO, "/read")
        webkit.run(TAKE_IN, whole)
        until_at(webkit, "/t/sun")
        tap(webkit, "/t/sun/tower", BATTLE)
