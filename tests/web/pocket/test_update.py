"""A newer version in the same folder keeps the games; and the memory that makes the opening quick."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.web.pocket import building
from tests.web.pocket.inside import BATTLE, begin_tower, events, rows, tap
from tests.web.pocket.served import Handset, built, open_pocket, until_kept

NEWER = "0123456789ab"


@pytest.fixture
def handset(ready: Handset) -> Handset:
    """A phone that has opened the pocket before."""
    return ready


@pytest.fixture
def site(handset: Handset, tmp_path: Path) -> Path:
    """A folder of the test's own, which the phone's host serves."""
    handset.host.folder = Path(shutil.copytree(handset.host.folder, tmp_path / "site"))
    return handset.host.folder


def deploy(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a newer version into the folder."""
    monkeypatch.setattr(building, "_sign", lambda _: NEWER)
    built(site, overwrite=True)


def version(page: Page) -> str:
    """The version whose page this is."""
    return str(page.locator("link[rel=stylesheet]").first.get_attribute("href")).split("/")[0]


def asked_for_update(page: Page) -> bool:
    """Have the browser look for a newer version at once, and say whether one waits."""
    return bool(
        page.evaluate("""async () => {
        const here = await navigator.serviceWorker.ready;
        await here.update().catch(() => null);
        while (here.installing) await new Promise(on => here.installing.addEventListener("statechange", on));
        return here.waiting !== null;
    }""")
    )


def kept(page: Page) -> list[str]:
    """The address of every file that the phone keeps."""
    return list(
        page.evaluate("""async () => {
        const all = [];
        for (const name of await caches.keys()) all.push(...await (await caches.open(name)).keys());
        return all.map(each => each.url);
    }""")
    )


def test_a_newer_version_opens_when_it_is_whole_and_keeps_the_games(
    handset: Handset, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    until_kept(page, site)
    old = version(page)
    before = rows(page)
    deploy(site, monkeypatch)
    open_pocket(page, handset.host.url)
    assert version(page) == old
    assert asked_for_update(page)
    expect(page.get_by_text("A newer version is on this phone")).to_be_visible()
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200  # the old one goes on
    handset.shut_down()
    handset.start()
    page = handset.page()
    page.goto(handset.host.url)
    page.locator(f"body:not(.opening) img[src^='{NEWER}/']").first.wait_for()
    assert version(page) == NEWER
    page.wait_for_function("() => document.documentElement.dataset.prepared")
    until_kept(page, site)
    assert not [url for url in kept(page) if f"/{old}/" in url]
    assert set(before) <= set(rows(page))
    assert events(page, "moon") == 2


def test_half_of_a_newer_version_leaves_the_old_one_at_work(
    handset: Handset, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    until_kept(page, site)
    old = version(page)
    deploy(site, monkeypatch)
    (site / NEWER / "keeper.js").unlink()
    open_pocket(page, handset.host.url)
    assert not asked_for_update(page)
    page.close()
    handset.offline()
    page = handset.open()
    assert version(page) == old
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200


FIND = """async words => {
    const kept = await (await caches.open("companion-memory")).matchAll();
    const memory = new Uint8Array(await kept[0].arrayBuffer()), step = 1 << 24, found = new Set();
    for (let from = 0; from < memory.length; from += step) {
        const text = new TextDecoder("latin1").decode(memory.subarray(from, from + step + 200));
        for (const word of words) if (text.includes(word)) found.add(word);
    }
    return [kept.length, [...found]];
}"""

SPOIL = """async how => {
    const cache = await caches.open("companion-memory"), [key] = await cache.keys();
    const kept = await cache.match(key);
    let memory = new Uint8Array(await kept.arrayBuffer());
    if (how === "cut") memory = memory.slice(0, memory.length / 2); else memory[memory.length >> 1] ^= 1;
    await cache.put(key, new Response(memory, { headers: kept.headers }));
}"""


def test_no_table_is_in_the_memory_that_is_kept(handsets: Callable[..., Handset]) -> None:
    handset = handsets()
    page = handset.open()
    begin_tower(page, "zanzibar")
    assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
    seed = next(text for key, text in rows(page) if key == ("event", "zanzibar", 1)).split('\\"seed\\":\\"')[
        1
    ][:16]
    until_kept(page, handset.host.folder)
    assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
    ours = "companion.web.pocket"
    assert page.evaluate(FIND, ["zanzibar", seed, ours]) == [1, [ours]]


def remembered(page: Page) -> bool:
    """Whether the memory was put back at this opening."""
    page.wait_for_function("() => document.documentElement.dataset.remembered")
    return bool(page.evaluate("document.documentElement.dataset.remembered === 'true'"))


@pytest.mark.parametrize("how", ["cut", "one bit"])
def test_a_damaged_memory_is_not_used_and_is_made_anew(handset: Handset, how: str) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    until_kept(page, handset.host.folder)
    open_pocket(page, handset.host.url)
    assert remembered(page)
    page.evaluate(SPOIL, how)
    open_pocket(page, handset.host.url)
    assert not remembered(page)
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200
    page.wait_for_function("() => document.documentElement.dataset.prepared")
    open_pocket(page, handset.host.url)
    assert remembered(page)
