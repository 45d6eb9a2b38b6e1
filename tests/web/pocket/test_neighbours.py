"""Several pockets on one host, each in a folder: what each keeps is its own. No Python is started for it."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.pocket.served import Handset, build_of
from tests.web.pocket.test_update import NEWER, newer_version

SERVE = """async below => {
    const service = navigator.serviceWorker, registration = await service.register(`${below}service.js`);
    await registration.update();
    while (registration.installing) await new Promise(on => { setTimeout(on, 20); });
    if (registration.waiting) registration.waiting.postMessage("open");
    while (registration.waiting || registration.active?.state !== "activated") {
        await new Promise(on => { setTimeout(on, 20); });
    }
}"""
"""Has the browser look for a newer version of the pocket in a folder, which takes over at once."""

OPENED = """([below, build]) => new Promise(done => {
    navigator.serviceWorker.onmessage = done;
    navigator.serviceWorker.startMessages();
    navigator.serviceWorker.getRegistration(below).then(each => each.active.postMessage(build));
})"""
"""Tells a folder's version that a page of it is open, and waits until it has kept everything."""

CACHES = """async () => {
    const all = {};
    for (const name of await caches.keys()) all[name] = (await (await caches.open(name)).keys()).length;
    return all;
}"""

KEEPER = """async ([script, taps]) => {
    const { Keeper } = await import(script), all = {};
    for (const [address, row] of taps) {
        const keeper = await Keeper.open(address);
        await keeper.rows();
        if (row) await keeper.write([[["table", row, ""], row]]);
        all[address] = (await keeper.rows()).map(([key]) => key[1]);
    }
    return all;
}"""

EARLY = """name => new Promise(done => {
    const opening = indexedDB.open("companion", 1);
    opening.onupgradeneeded = () => {
        for (const each of ["rows", "revision"]) opening.result.createObjectStore(each);
        opening.transaction.objectStore("rows").put(name, ["table", name, ""]);
    };
    opening.onsuccess = () => { opening.result.close(); done(); };
})"""
"""Keeps a table as early versions did."""


@pytest.fixture
def site(handset: Handset, tmp_path: Path) -> Path:
    """A host with a pocket at its top and two below."""
    top = Path(shutil.copytree(handset.host.folder, tmp_path / "site"))
    for below in ("a", "b"):
        shutil.copytree(handset.host.folder, top / below)
    handset.host.folder = top
    return top


def open_and_count_files(page: Page, below: str, build: str) -> dict[str, int]:
    """Open the pocket in a folder; how many files are in each cache then."""
    page.evaluate(SERVE, below)
    page.evaluate(OPENED, [below, build])
    return dict(page.evaluate(CACHES))


def test_pockets_in_neighbouring_folders_keep_separate_file_caches(handset: Handset, site: Path) -> None:
    page, host = handset.open_plain_tab(), handset.host
    build = build_of(site / "a")
    page.evaluate(
        "url => caches.open('companion-00000000beef').then(each => each.put(url, new Response()))",
        f"{host.url}a/00000000beef/boot.js",
    )
    names = {below: f"pocket {build} {host.url}{below}" for below in ("a/", "b/", "")}
    for below in names:
        kept = open_and_count_files(page, f"/{below}", build)
    assert set(kept) == {*names.values()}  # what an early version of one of them had kept is gone
    assert len(set(kept[name] for name in names.values())) == 1
    newer_version(site / "a")
    kept = open_and_count_files(page, "/a/", NEWER)
    assert set(kept) == {f"pocket {NEWER} {host.url}a/", names["b/"], names[""]}
    other = handset.page()
    answer = other.goto(f"{host.url}somebody.html")  # the pocket above answers for itself alone
    assert answer is not None
    assert answer.status == 404
    other.close()


def test_neighbouring_pockets_keep_separate_tables_and_take_old_ones_once(handset: Handset, site: Path) -> None:
    page, a, b = handset.open_plain_tab(), f"{handset.host.url}a/", f"{handset.host.url}b/"
    script = f"/{build_of(site / 'a')}/keeper.js"
    page.evaluate(EARLY, "old")

    def keeps(*taps: Any) -> dict[str, list[str]]:
        return dict(page.evaluate(KEEPER, [script, list(taps)]))

    assert keeps([a, "moon"], [b, ""]) == {a: ["moon", "old"], b: ["old"]}
    page.evaluate(
        """name => new Promise(done => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
            const writing = opening.result.transaction("rows", "readwrite");
            writing.objectStore("rows").delete(["table", "old", ""]);
            writing.oncomplete = () => { opening.result.close(); done(); };
        };
    })""",
        f"companion {a}",
    )
    assert keeps([a, ""], [b, "sun"]) == {a: ["moon"], b: ["old", "sun"]}
