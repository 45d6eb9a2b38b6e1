"""What tests do inside a phone: taps faster than any thumb, and a look at what is kept."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.service.kept_tables import OpenTables
from companion.service.rows import RowShelf
from companion.table.history import find_chain_faults
from tests.web.pocket.hosts import Host

BATTLE = [
    ["kind", "battle"],
    ["who-attacks", "blue"],
    ["who-defends", "red"],
    ["attacker", "4"],
    ["defender", "3"],
    ["throw", "1"],
]

HANDS = """
window.send = (method, path, body = null) =>
    window.companionSend({ method, url: new URL(path, location.origin).href, body });
window.read = html => new DOMParser().parseFromString(html, "text/html");
window.tap = async (path, more, repeat = 1) => {
    const page = read((await send("GET", path)).html), body = new URLSearchParams();
    for (const name of ["token", "tap", "seen"]) {
        const field = page.querySelector(`input[name=${name}]`);
        if (field) body.set(name, field.value);
    }
    for (const [name, value] of more) body.append(name, value);
    let got;
    for (let sent = 0; sent < repeat; sent += 1) got = await send("POST", path, body);
    return [got.status, new URL(got.url).pathname, got.html];
};
window.sendFiles = async (path, form, field, files) => {
    const page = read((await send("GET", path)).html), body = new FormData();
    for (const hidden of page.querySelectorAll(`${form} input[type=hidden]`)) body.set(hidden.name, hidden.value);
    for (const [name, content] of files) {
        body.append(field, new File([Uint8Array.from(atob(content), each => each.charCodeAt(0))], name));
    }
    return send("POST", path, body);
};
window.database = `companion ${new URL("./", location.href).href}`;
window.opened = version => new Promise((done, failed) => {
    const opening = indexedDB.open(window.database, version);
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
});
"""


ROOM = """
let room = true;
const put = IDBObjectStore.prototype.put;
new BroadcastChannel("room").onmessage = ({ data }) => { room = data; };
IDBObjectStore.prototype.put = function (...what) {
    if (!room && this.name !== "files") throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, what);
};
"""
"""A disk that is full while ``room`` is false, though the files of a deck could still be written."""


def install_helpers(page: Page) -> None:
    """Give a page what the functions here need."""
    page.evaluate(f"() => {{ {HANDS} }}")


def tap(page: Page, path: str, more: Sequence[Sequence[str]], repeat: int = 1) -> tuple[int, str, str]:
    """Send the form of a page: the status, the path and the page that comes of it."""
    install_helpers(page)
    status, shown, html = page.evaluate("all => tap(...all)", [path, more, repeat])
    return status, shown, html


def begin_tower(page: Page, name: str) -> None:
    """Begin a table of the tower alone."""
    status, shown, html = tap(
        page, "/new/shogun", [["name", name], ["way", "tower"], ["seat", "blue"], ["seat", "red"]]
    )
    assert (status, shown.startswith(f"/t/{name}")) == (200, True), html


def follow(page: Page, path: str) -> None:
    """Follow a link to a page of the pocket, as any link of a page is followed: nothing is opened anew."""
    page.evaluate(
        """path => {
        const link = document.createElement("a");
        link.href = `?${path}`;
        document.getElementById("main").append(link);
        link.click();
    }""",
        path,
    )
    page.wait_for_url(lambda url: url.endswith(f"?{path}"))


def go_to(page: Page, path: str) -> None:
    """Have an open page ask for another, as it does when it is opened, and draw it."""
    page.evaluate(
        """async path => {
        history.replaceState(null, "", `?${path}`);
        await companion.ask({ method: "GET", url: companionPocket.here(), body: null });
    }""",
        path,
    )


def read_rows(page: Page) -> list[tuple[Any, str]]:
    """All rows that the phone keeps, read as no page of ours does."""
    install_helpers(page)
    read = page.evaluate("""async () => {
        const database = await opened(), store = database.transaction("rows").objectStore("rows");
        const keys = store.getAllKeys(), texts = store.getAll();
        await new Promise(done => { texts.onsuccess = done; });
        database.close();
        return keys.result.map((key, at) => [key, texts.result[at]]);
    }""")
    return [(tuple(key), text) for key, text in read]


def count_events(page: Page, name: str) -> int:
    """How many events of a table are kept; they are a whole chain, and each can have happened."""
    shelf = RowShelf(read_rows(page))
    assert not [*find_chain_faults(shelf.list_events(name))]
    return len(OpenTables(shelf).open(name).history)


def patch(host: Host, to: Path, script: str, words: str) -> None:
    """Have a host serve a copy of its folder in which a script of the pocket begins otherwise."""
    host.folder = Path(shutil.copytree(host.folder, to / "patched"))
    (file,) = host.folder.glob(f"*/{script}")
    text = file.read_text("utf-8")
    file.write_text(text.replace('"use strict";\n', f'"use strict";\n{words}', 1), "utf-8")


def patch_kept(page: Page, script: str, words: str) -> None:
    """Have a script of the pocket begin otherwise, as this phone has kept it."""
    page.evaluate(
        """async ([script, words]) => {
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const key of await cache.keys()) {
                if (!key.url.endsWith(`/${script}`)) continue;
                const kept = await cache.match(key), text = await kept.text();
                const other = text.replace('"use strict";\\n', `"use strict";\\n${words}`);
                await cache.put(key, new Response(other, { headers: kept.headers }));
            }
        }
    }""",
        [script, words],
    )


def move_memory(page: Page, old: str, new: str) -> None:
    """Have the memory of one pocket be kept as that of another, of the same program at another address."""
    page.evaluate(
        """async ([old, now]) => {
        const name = (await caches.keys()).find(each => each.startsWith("memory "));
        const memories = await caches.open(name), there = await caches.open(name.replace(old, now));
        for (const key of await memories.keys()) {
            const kept = await memories.match(key);
            await memories.delete(key);
            await there.put(key.url.replace(old, now), kept);
        }
        if (name !== name.replace(old, now)) await caches.delete(name);
    }""",
        [old, new],
    )


def watch_workers(page: Page) -> None:
    """From the next page on, ``window.workers`` holds every worker it starts."""
    page.add_init_script("""
        window.workers = [];
        window.Worker = class extends Worker {
            constructor(...how) { super(...how); window.workers.push(this); }
        };
    """)
