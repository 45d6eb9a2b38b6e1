"""Firefox and WebKit beside Chromium: few things that each must do."""

import os
import shutil
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from tests.choice import pick
from tests.cli.test_main import run_companion
from tests.vision.photos import generate
from tests.waiting import wait_until
from tests.web.pocket.engines import NEEDED, Engine, open_engine, wait_until_usable
from tests.web.pocket.hosts import Host, count_kept_files, get_build
from tests.web.pocket.pocket_pages import BATTLE, HANDS
from tests.web.pocket.test_photos import turn_photo
from tests.web.pocket.test_update import NEWER, write_newer_version

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.timeout(400)]


WAYS = [(name, unpacking) for unpacking in (False, True) for name in NEEDED]
"""Each browser, behind a host that sends files as they are, and behind one that unpacks them on the way."""


@pytest.fixture(params=pick(WAYS, 1), ids=lambda way: f"{way[0]}{'-unpacked' * way[1]}")
def browser_and_compression(request: pytest.FixtureRequest) -> tuple[str, bool]:
    """The name of a browser, and how its host sends files."""
    name, unpacking = request.param
    return name, unpacking


@pytest.fixture
def other_engine(
    browser_and_compression: tuple[str, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    """That browser; the home that it is started from is somebody else's, as in a workflow's container."""
    (home := tmp_path / "home").mkdir()
    if os.geteuid() == 0:
        os.chown(home, 1001, 1001)
    monkeypatch.setenv("HOME", str(home))
    with open_engine(browser_and_compression[0], tmp_path) as engine:
        yield engine


def open_pocket(engine: Engine, url: str) -> None:
    engine.go(url)
    wait_until_usable(engine)
    engine.run(HANDS)


VERSION = "return document.querySelector('link[rel=stylesheet]').getAttribute('href').split('/')[0]"
CACHES = "return caches.keys()"


def format_newer_script(old: str) -> str:
    """Have the browser look for a newer version while pages of the old one open; whether one waits."""
    return f"""
        const opened = () => navigator.serviceWorker.controller.postMessage("{old}"); // as each page does
        const here = await navigator.serviceWorker.getRegistration();
        await here.update();
        opened();
        while (here.installing) await new Promise(on => {{ setTimeout(on, 20); }});
        opened();
        return here.waiting !== null;
    """


def test_a_newer_version_is_taken_when_the_page_is_closed_and_opened(
    other_engine: Engine, browser_and_compression: tuple[str, bool], pocket_folder: Path, tmp_path: Path
) -> None:
    """From a folder below a host."""
    site = Path(shutil.copytree(pocket_folder, tmp_path / "all" / "some" / "folder"))
    host, old = Host(tmp_path / "all"), get_build(site)
    host.unpacking = browser_and_compression[1]
    open_pocket(other_engine, f"{host.url}some/folder/")
    tower = [["name", "moon"], ["way", "tower"], ["seat", "blue"], ["seat", "red"]]
    assert other_engine.run("return tap(...given)", "/new/shogun", tower)[0] == 200
    assert other_engine.run("return tap(...given)", "/t/moon/tower", BATTLE)[:2] == [200, "/t/moon/thrown"]
    write_newer_version(site)
    assert other_engine.run(format_newer_script(old))
    assert other_engine.run(VERSION) == old
    host.stop()
    other_engine.reopen()

    def has_opened_newer() -> bool:
        with suppress(AssertionError):  # a browser that starts may not be done with the change of versions
            other_engine.go(f"{host.url}some/folder/?/t/moon/history")
        return bool(other_engine.run(VERSION) == NEWER)

    wait_until(has_opened_newer, "the newer version is lost", pause=0.1)
    wait_until_usable(other_engine)
    assert other_engine.run("return document.querySelectorAll('.story li').length") == 2
    wait_until(
        lambda: not any(old in name for name in other_engine.run(CACHES)),
        "the old version stays",
        pause=0.1,
        patience=100,
    )


KEPT = """
    const here = location.href.split("?")[0], [count, more] = given;
    for (const name of await caches.keys()) {
        const urls = (await (await caches.open(name)).keys()).map(each => each.url);
        const own = urls.filter(url => url.startsWith(here));
        if (own.length >= count && own.some(url => url.endsWith(more))) return true;
    }
    return false;
"""


def wait_until_files_kept(another: Engine, folder: Path, more: str) -> None:
    """Wait until a browser has kept every file of the pocket, and one that is kept when it was wanted.

    Each is kept by itself, some time after it has come: the host may not go before.
    """
    count = count_kept_files(folder)
    wait_until(lambda: another.run(KEPT, count, more), f"not all is kept, or not {more}", pause=0.1)


PRINT = """
    const [status, path] = await tap("/print", given[0]);
    const link = read((await send("GET", path)).html).querySelector("a.act[data-file]");
    const { got } = await send("GET", link.getAttribute("href"));
    const sum = await crypto.subtle.digest("SHA-256", got.body);
    return [status, Array.from(new Uint8Array(sum), each => each.toString(16).padStart(2, "0")).join("")];
"""
"""Prints an order; the sum of its file."""


PHOTO = """
    const { url, html } = await sendFiles("/t/photo/photo", "", "file", [["map.jpg", given[0]]]);
    const seen = read(html), text = each => seen.querySelector(each)?.textContent.replaceAll("\u00a0", " ");
    return [new URL(url).pathname, text(".top-where"), text(".say") ?? html];
"""
"""Sends a photo; where it led to, how many squares there are, and whether they are sure."""


def test_a_photo_is_read_as_the_laptop_reads_it(other_engine: Engine, pocket_folder: Path, tmp_path: Path) -> None:
    """With a line; after a restart without one. The photo is stored as a phone does that was held upright."""
    made = generate(50, "easy", megapixels=3)
    photo = b64encode(turn_photo(made.jpeg)).decode()
    expected = ["/t/photo/photo/map", f"photo · {len(made.truth['cells'])} squares", "Every square is known"]
    host = Host(pocket_folder)
    open_pocket(other_engine, host.url)
    form = [["table", "photo"], ["player-blue", "Aya"], ["player-red", "Ben"]]
    assert other_engine.run("return tap(...given)", "/new/honshu", form)[0] == 200
    assert other_engine.run("return tap(...given)", "/t/photo/curtain", [["seat", "blue"]])[0] == 200
    assert other_engine.run(PHOTO, photo) == expected
    wait_until_files_kept(other_engine, pocket_folder, "/opencv.js.bin")
    host.stop()
    other_engine.reopen()
    open_pocket(other_engine, f"{host.url}?/t/photo/squares")
    assert other_engine.run("return tap(...given)", "/t/photo/curtain", [["seat", "blue"]])[0] == 200
    assert other_engine.run(PHOTO, photo) == expected


OWN = """
    const taken = await sendFiles("/print/own", "#own", "files", given[0]);
    return new URL(taken.url).searchParams.get("deck") || taken.html;
"""
"""Takes files in as a deck; the name under which it is kept."""


def test_own_pictures_are_decoded_and_printed_as_by_the_command(
    other_engine: Engine, pocket_folder: Path, tmp_path: Path
) -> None:
    """With a line, and after a restart without one."""
    folder, camera = tmp_path / "pictures", Image.Exif()
    folder.mkdir()
    camera[0x0112] = 8
    image = Image.effect_noise((744, 1039), 90).convert("RGB")
    image.save(folder / "dots.png")
    image.save(folder / "held.jpg", quality=90, exif=camera)
    image.quantize(32).save(folder / "few.png")
    done = run_companion("print", str(folder), "--lang", "en", "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    (file,) = (tmp_path / "out").glob("*.pdf")
    host = Host(pocket_folder)
    open_pocket(other_engine, host.url)
    given = [[each.name, b64encode(each.read_bytes()).decode()] for each in sorted(folder.iterdir())]
    deck = other_engine.run(OWN, given)
    assert deck.startswith("own-"), deck
    printed = other_engine.run(PRINT, [["game", deck], ["language", "en"]])
    assert printed == [200, sha256(file.read_bytes()).hexdigest()]
    wait_until_files_kept(other_engine, pocket_folder, "/press.bin")
    host.stop()
    other_engine.reopen()
    open_pocket(other_engine, f"{host.url}?/print/own")
    assert other_engine.run("return document.querySelector('#main ul.rows b').textContent") == "pictures"
    assert other_engine.run(PRINT, [["game", "hogen"], ["part", "samurai"], ["sides", "fronts"]])[0] == 200
