"""A phone that opens the pocket for the first time: done once, for it is dear, and looked at by many.

Where Python would start from nothing again, for another address, another version or a damage, it does so by
turns, at one of them each day; on other days it finds the memory of this first opening there.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect

from tests.day import is_todays
from tests.web.pocket.inside import BATTLE, begin_tower, move_memory, rows, tap
from tests.web.pocket.served import OPENING, Handset, Host, until_kept

FIND = """async words => {
    const kept = await (await caches.open("companion-memory")).matchAll();
    const memory = new Uint8Array(await kept[0].arrayBuffer()), step = 1 << 24, found = new Set();
    for (let from = 0; from < memory.length; from += step) {
        const text = new TextDecoder("latin1").decode(memory.subarray(from, from + step + 200));
        for (const word of words) if (text.includes(word)) found.add(word);
    }
    return [kept.length, [...found]];
}"""

FORGET = """() => new Promise(done => {
    localStorage.removeItem("companion-asked");
    indexedDB.deleteDatabase("companion").onsuccess = () => done();
})"""

LEAVE = """async () => {
    for (const service of await navigator.serviceWorker.getRegistrations()) await service.unregister();
    for (const name of await caches.keys()) if (name !== "companion-memory") await caches.delete(name);
}"""

OURS = "companion.web.pocket"
FROM_NOTHING = {
    "a laptop": 0,
    "a folder below": 1,
    "a newer version": 2,
    "cut": 3,
    "one bit": 4,
    "a private window": 5,
}
"""Where, and in which turn."""


def from_nothing(name: str) -> bool:
    """True on the days when Python starts from nothing there: without the memory of the first opening."""
    return is_todays(FROM_NOTHING[name], 1 + max(FROM_NOTHING.values()))


class FirstOpening:
    """The first opening of a phone on which a table is begun and played at, while Python's memory is kept.

    Attributes:
        asked: The address of every request.
        memory: How many are kept, and which of our own name, the table's and its seed are found in it.
    """

    def __init__(self, folder: Path) -> None:
        self._profile = folder / "profile"
        self._played = False
        self.asked: list[str] = []
        self.memory: Any = None

    def phone(self, play: Playwright, host: Host, profile: Path) -> Handset:
        """Another phone that has kept all files and the memory, and no table."""
        if not self._played:
            assert not self._profile.exists(), "the first opening of the pocket has failed"
            self._play(Handset(play, self._profile, host))
            self._played = True
        return Handset(play, profile, host, self._profile)

    def elsewhere(self, play: Playwright, host: Host, profile: Path, below: str) -> Handset:
        """A phone that was never at a folder below this host, but has the memory to open it quickly."""
        handset = self.phone(play, host, profile)
        page = handset.beside()
        page.evaluate(LEAVE)
        move_memory(page, host.url, f"{host.url}{below}")
        page.close()
        return handset

    def _play(self, handset: Handset) -> None:
        page = handset.open()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        begin_tower(page, "zanzibar")
        assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
        begun = next(text for key, text in rows(page) if key == ("event", "zanzibar", 1))
        seed = begun.split('\\"seed\\":\\"')[1][:16]
        until_kept(page, handset.host.folder)
        expect(page.locator("#offline")).to_be_visible(timeout=OPENING)  # it says so itself, and once
        page.wait_for_selector("html[data-prepared]", state="attached", timeout=OPENING)
        assert tap(page, "/t/zanzibar/tower", BATTLE)[0] == 200
        self.memory = page.evaluate(FIND, ["zanzibar", seed, OURS])
        page.evaluate(FORGET)
        page.close()
        handset.shut_down()
        self.asked = handset.asked
        assert handset.wrong == []
