"""A newer version in the same folder keeps the games; and the memory that makes the opening quick."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.pocket.first_opening import OURS, FirstOpening
from tests.web.pocket.hosts import (
    OPENING,
    Handset,
    Host,
    get_build,
    has_restored_memory,
    update_checksums,
    wait_until_kept,
    wait_until_true,
)
from tests.web.pocket.pocket_pages import BATTLE, begin_tower, count_events, patch, read_rows, tap

NEWER = "0123456789ab"
PATIENT = """
const soon = window.setTimeout;
window.setTimeout = (on, after, ...more) => soon(on, after >= 1000 ? 100 * after : after, ...more);
"""
"""Has a page that opens wait for the newer version as long as it takes here, not for a second or two."""


@pytest.fixture
def handset(ready_phone: Handset) -> Handset:
    return ready_phone


@pytest.fixture
def site(handset: Handset, tmp_path: Path) -> Path:
    """A folder of the test's own, which the phone's host serves."""
    handset.host.folder = Path(shutil.copytree(handset.host.folder, tmp_path / "site"))
    return handset.host.folder


def write_newer_version(site: Path) -> None:
    """Make of a pocket in a folder the same program as another version."""
    old = get_build(site)
    shutil.copytree(site / old, site / NEWER)
    for name in ("index.html", "service.js", "companion-pocket.json"):
        text = (site / name).read_text("utf-8")
        assert old in text
        (site / name).write_text(text.replace(old, NEWER), "utf-8")


@pytest.fixture(scope="module")
def newer_site(pocket_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A newer version alone; what a build puts beside an older one, test_publishing.py asks."""
    folder = Path(shutil.copytree(pocket_folder, tmp_path_factory.mktemp("newer") / "site"))
    old = get_build(folder)
    write_newer_version(folder)
    shutil.rmtree(folder / old)
    return folder


def deploy(site: Path, newer: Path, lacking: str = "") -> None:
    """Put a newer version into the folder, or all but one of its files."""
    shutil.copytree(newer, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns(lacking) if lacking else None)
    if lacking:
        (site / NEWER / lacking).unlink(missing_ok=True)


def get_version(page: Page) -> str:
    return str(page.locator("link[rel=stylesheet]").first.get_attribute("href")).split("/")[0]


def look_for_update(page: Page) -> bool:
    """Let the browser check for a newer version; whether one is waiting."""
    return bool(
        page.evaluate("""async () => {
        const here = await navigator.serviceWorker.getRegistration();
        const style = document.querySelector("link[rel=stylesheet]");
        const old = style && style.getAttribute("href").split("/")[0];
        const opened = () => { if (old) here.active.postMessage(old); };
        await here.update().catch(() => null);
        opened(); // as each page does, also one that opens while the newer version comes
        while (here.installing) await new Promise(on => here.installing.addEventListener("statechange", on));
        opened();
        return here.waiting !== null;
    }""")
    )


KEPT = """await (async () => {
    const all = [];
    for (const name of await caches.keys()) all.push(...await (await caches.open(name)).keys());
    return all.map(each => each.url);
})()"""
"""The address of every file that the phone keeps."""


def test_a_newer_version_opens_quickly_once_the_old_one_has_prepared_it_and_keeps_the_games(
    handset: Handset, site: Path, newer_site: Path
) -> None:
    page = handset.open()
    begin_tower(page, "moon")
    old = get_version(page)
    before = read_rows(page)
    deploy(site, newer_site)  # only now: a page that opens when a newer version is whole already is of that version
    assert look_for_update(page)
    assert get_version(page) == old
    expect(page.get_by_text("A new version is here")).to_be_visible()
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200  # the old one goes on
    prepared = f"async now => ({KEPT}).some(url => url.endsWith(now))"
    wait_until(lambda: page.evaluate(prepared, f"/{NEWER}/memory"), patience=OPENING / 1000)
    assert page.evaluate(f"async old => ({KEPT}).some(url => url.endsWith(old))", f"/{old}/memory")
    handset.shut_down()
    handset.start()
    page = handset.open_tab()
    page.add_init_script(PATIENT)
    page.goto(handset.host.url)
    page.locator(f"body:not(.opening) img[src^='{NEWER}/']").first.wait_for(timeout=OPENING)
    assert get_version(page) == NEWER
    assert has_restored_memory(page)
    wait_until_kept(page, site)
    wait_until_true(page, f"async old => !({KEPT}).some(url => url.includes(old))", f"/{old}/")
    assert set(before) <= set(read_rows(page))
    assert count_events(page, "moon") == 2


def test_a_newer_version_waits_until_every_file_is_its_own_and_the_old_one_works(
    handset: Handset, site: Path, newer_site: Path
) -> None:
    """Each has its page where a network shows its door; a host may hand out the old first page for a while."""
    host, page = handset.host, handset.open_plain_tab()
    old = (site / "index.html").read_text("utf-8")
    deploy(site, newer_site, lacking="keeper.js")
    assert not look_for_update(page)
    page.evaluate("name => caches.delete(name)", f"pocket {NEWER} {host.url}")  # what has come
    deploy(site, newer_site)
    (site / "index.html").write_text(old, "utf-8")
    assert not look_for_update(page)
    deploy(site, newer_site)
    for host.lacking in (("/licenses.txt",), ("boot.js", ".svg", ".css", ".bin", ".png")):
        page.evaluate("name => caches.delete(name)", f"pocket {NEWER} {host.url}")
        assert not look_for_update(page)
    page.close()
    handset.go_offline()
    page = handset.open()
    assert get_version(page) != NEWER
    begin_tower(page, "moon")
    assert tap(page, "/t/moon/tower", BATTLE)[0] == 200


SENT = "async url => (await fetch(url)).text()"


def test_a_fetched_file_is_kept_only_if_it_is_the_built_one(handset: Handset, site: Path) -> None:
    host, page, build = handset.host, handset.open_plain_tab(), get_build(site)
    file, kept = f"{host.url}{build}/keeper.js", f"pocket {build} {host.url}"
    page.goto(f"{host.url}{build}/lock.json")  # which comes from what is kept
    page.evaluate("async ([name, file]) => (await caches.open(name)).delete(file)", [kept, file])
    host.lacking = ("/keeper.js",)
    assert "Log in" in page.evaluate(SENT, file)
    host.lacking = ()
    assert "Keeper" in page.evaluate(SENT, file)
    wait_until_true(page, "async file => await caches.match(file) !== undefined", file)
    host.stop()
    assert "Keeper" in page.evaluate(SENT, file)


def test_the_kept_memory_snapshot_contains_no_table(ready_phone: Handset, first_opening: FirstOpening) -> None:
    assert ready_phone.profile.exists()  # it has been played
    assert first_opening.memory == [1, [OURS]]
    assert first_opening.pythons == 2, "the second one rehearses from the first one's memory"


TELLS = """export async function loadPyodide(options) {
    throw new Error(options._makeSnapshot ? "a picture will be taken" : "without a picture");
}"""
TRIED = """async ([address, times]) => {
    const memories = await caches.open(`memory ${address.replace(/[^/]+\\/tried$/, "")}`);
    await memories.put(address, new Response(times));
}"""


@pytest.mark.parametrize(("memory", "tried", "taken"), [("", "2", True), ("1", "0", False), ("", "3", False)])
def test_a_phone_with_1_gb_or_that_has_died_three_times_keeps_no_memory_snapshot(
    handsets: Callable[..., Handset], host: Host, tmp_path: Path, memory: str, tried: str, taken: bool
) -> None:
    """Python need not start to say so."""
    handset = handsets()
    given = f"Object.defineProperty(navigator, 'deviceMemory', {{ value: {memory} }});" if memory else ""
    patch(host, tmp_path, "core.js", given)
    build = get_build(host.folder)
    (host.folder / build / "pyodide.js").write_text(TELLS)
    update_checksums(host.folder)
    beside = handset.open_plain_tab()
    beside.evaluate(TRIED, [f"{host.url}{build}/tried", tried])
    page = handset.open_tab()
    page.goto(host.url)
    expect(page.locator("#sentence")).to_contain_text("a picture will be taken" if taken else "without a picture")


SPOIL = """async () => {
    const cache = await caches.open((await caches.keys()).find(each => each.startsWith("memory ")));
    const key = (await cache.keys()).find(({ url }) => /[/]memory[/][0-9]+[/]1$/.test(url));
    const { headers, body } = await cache.match(key), all = new Uint8Array(await new Response(body).arrayBuffer());
    all[all.length >> 1] ^= 1;
    await cache.put(key, new Response(all, { headers }));
}"""


def test_a_memory_with_one_wrong_bit_is_thrown_away(handset: Handset) -> None:
    """What comes of that, the first opening of the pocket shows."""
    beside = handset.open_plain_tab()
    beside.evaluate(SPOIL)
    page = handset.open_tab()
    page.goto(handset.host.url)
    wait_until_true(beside, f"async () => !({KEPT}).some(url => url.includes('/memory/'))")
    page.close()


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


def test_pockets_in_neighbouring_folders_keep_separate_tables(handset: Handset, site: Path) -> None:
    page, a, b = handset.open_plain_tab(), f"{handset.host.url}a/", f"{handset.host.url}b/"
    taps = [f"/{get_build(site)}/keeper.js", [[a, "moon"], [b, "sun"], [a, ""]]]
    assert page.evaluate(KEEPER, taps) == {a: ["moon"], b: ["sun"]}
