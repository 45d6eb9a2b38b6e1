"""A phone that opens the pocket for the first time: done once, for it is dear, and looked at by many.

Python starts from nothing there and nowhere else but where no files are kept. All other phones are given the
memory that was made there.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect

from tests.choice import SEED
from tests.web.pocket.hosts import OPENING, Handset, Host, has_restored_memory, open_pocket, wait_until_kept
from tests.web.pocket.pocket_pages import BATTLE, begin_tower, move_memory, read_rows, tap, watch_workers

FIND = """async words => {
    const name = (await caches.keys()).find(each => each.startsWith("memory "));
    const memories = await caches.open(name), urls = (await memories.keys()).map(each => each.url);
    const heads = urls.filter(url => url.endsWith("/memory")), parts = [];
    const first = urls.find(url => url.endsWith("/0"));
    for (let number = 0; number < urls.length - 1; number += 1) {
        const kept = await memories.match(first.replace(/0$/, number)); // all are of one memory
        parts.push(await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).blob());
    }
    const memory = new Uint8Array(await new Blob(parts).arrayBuffer()), step = 1 << 24, found = new Set();
    for (let from = 0; from < memory.length; from += step) {
        const text = new TextDecoder("latin1").decode(memory.subarray(from, from + step + 200));
        for (const word of words) if (text.includes(word)) found.add(word);
    }
    return [heads.length, [...found]];
}"""

FORGET = """() => new Promise(done => {
    localStorage.removeItem("companion-asked");
    indexedDB.deleteDatabase(`companion ${new URL("./", location.href).href}`).onsuccess = () => done();
})"""

LEAVE = """async () => {
    for (const service of await navigator.serviceWorker.getRegistrations()) await service.unregister();
    for (const name of await caches.keys()) if (!name.startsWith("memory ")) await caches.delete(name);
}"""

HEAR = """new MutationObserver(() => {
    const said = document.getElementById("offline");
    if (said && said.checkVisibility()) window.saidOffline = true;
}).observe(document, { subtree: true, childList: true, attributes: true });"""
"""The page may be drawn again as soon as it has said that it opens without a line."""

PREPARED = "html[data-prepared]"
OURS = "companion.web.pocket"


class FirstOpening:
    """The first opening of a phone on which a table is begun and played at, while Python's memory is kept.

    Attributes:
        asked: The address of every request.
        memory: How many are kept, and which of our own name, the table's and its seed are found in it.
        pythons: How many were started for all that; one rehearses.
    """

    def __init__(self, folder: Path) -> None:
        self._profile = folder / "profile"
        self._played = False
        self.asked: list[str] = []
        self.memory: Any = None
        self.pythons = 0

    def open_phone(self, play: Playwright, host: Host, profile: Path) -> Handset:
        """Another phone that has kept all files and the memory, and no table."""
        if not self._played:
            assert not self._profile.exists(), "the first opening of the pocket has failed"
            self._play(Handset(play, self._profile, host))
            self._played = True
        return Handset(play, profile, host, self._profile)

    def open_elsewhere(self, play: Playwright, host: Host, profile: Path, below: str) -> Handset:
        """A phone that was never at a folder below this host, but has the memory to open it quickly."""
        handset = self.open_phone(play, host, profile)
        page = handset.open_plain_tab()
        page.evaluate(LEAVE)
        move_memory(page, host.url, f"{host.url}{below}")
        page.close()
        return handset

    def _play(self, handset: Handset) -> None:
        page = handset.open_tab()
        page.add_init_script(HEAR)
        watch_workers(page)
        open_pocket(page, handset.host.url)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not has_restored_memory(page)  # asked before a tap: a page that is drawn again no longer says so
        if SEED % 2:  # else the table is begun before every page was rehearsed
            page.wait_for_selector(PREPARED, state="attached", timeout=OPENING)
        begin_tower(page, "zanzibar")
        assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
        begun = next(text for key, text in read_rows(page) if key == ("event", "zanzibar", 1))
        seed = begun.split('\\"seed\\":\\"')[1][:16]
        wait_until_kept(page, handset.host.folder)
        page.wait_for_function("() => window.saidOffline", timeout=OPENING)  # by itself, and once
        page.wait_for_selector(PREPARED, state="attached", timeout=OPENING)
        assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
        self.pythons = page.evaluate("workers.length")
        self.memory = page.evaluate(FIND, ["zanzibar", seed, OURS])
        page.evaluate(FORGET)
        page.close()
        handset.shut_down()
        self.asked = handset.asked
        assert handset.wrong == []
