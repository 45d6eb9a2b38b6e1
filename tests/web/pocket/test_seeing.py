"""The pocket reads photos: its Python asks a browser's eyes, which come with the first one and stay."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page

from companion.vision.eyes import FIGURES
from companion.vision.honshu.map_reading import get_local_eyes, read_map_photo
from companion.vision.honshu.recovery.geometry import load_code_book
from tests.needing import require_program
from tests.vision.photos import generate
from tests.waiting import until
from tests.web.pocket.served import Handset, build_of
from tests.web.pocket.test_update import NEWER, look_for_update, newer_version
from tests.web.pocket.unpacked import unpack

SMALL = {"megapixels": 1.5}


@pytest.mark.deep
def test_browser_python_reads_a_photo_like_this_computer(pocket_folder: Path, tmp_path: Path) -> None:
    """In Node, which runs the same Python and the same eyes."""
    node, made = require_program("node"), generate(50, "easy", **SMALL)
    unpack(pocket_folder, tmp_path)
    high, wide = made.photo.shape[:2]
    photo = tmp_path / "photo.raw"
    photo.write_bytes(np.dstack([made.photo, np.full((high, wide), 255, np.uint8)]).tobytes())
    done = subprocess.run(
        [node, Path(__file__).with_name("seeing.mjs"), tmp_path, photo, str(wide), str(high)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    here = read_map_photo(made.photo).squares
    assert json.loads(done.stdout) == [
        [each.row, each.column, each.card, each.square, each.doubt, each.cube] for each in here
    ]


LOOK = """
import { unpacked } from "./core.js";
import { openEyes } from "./eyes.js";
self.onmessage = async ({ data: [photo, codes, figures] }) => {
  try {
    const eyes = await openEyes(await (await unpacked("opencv.js.bin", () => {})).blob());
    const picture = await createImageBitmap(await (await fetch(photo)).blob());
    const { width, height } = picture, canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    const number = eyes.take(canvas.getImageData(0, 0, width, height));
    const ask = (...question) => JSON.parse(eyes.ask(JSON.stringify(question)));
    ask("begin", codes, [[0, 0, 0, 0]], [0], figures);
    self.postMessage(ask("seals", ask("grey", number), 1700).map(([found]) => found));
  } catch (error) { self.postMessage(String(error)); }
};
"""
SEEN = """([worker, ...given]) => new Promise(on => {
    const look = new Worker(worker, { type: "module" });
    look.onmessage = ({ data }) => on(data);
    look.postMessage(given);
})"""
KEPT = """async url => {
    for (const name of await caches.keys()) if (await (await caches.open(name)).match(url)) return true;
    return false;
}"""


@pytest.fixture
def handset(ready: Handset, tmp_path: Path) -> Iterator[Handset]:
    """A phone that has the pocket, whose host has a worker besides that looks at a photo."""
    ready.host.folder = Path(shutil.copytree(ready.host.folder, tmp_path / "site"))
    (ready.host.folder / build_of(ready.host.folder) / "look.js").write_text(LOOK, "utf-8")
    yield ready
    ready.host.start()


@pytest.mark.browser
def test_the_photo_reader_is_fetched_with_the_first_photo_and_kept(handset: Handset) -> None:
    page, build = handset.open(), build_of(handset.host.folder)
    code = f"{handset.host.url}{build}/opencv.js.bin"
    assert not page.evaluate(KEPT, code)
    assert f"/{build}/opencv.js.bin" not in handset.host.asked
    made = generate(50, "easy", **SMALL)
    assert seals(page, f"{handset.host.url}{build}/look.js", made.jpeg) == {
        number for number, _ in get_local_eyes().seals(get_local_eyes().grey(made.photo), 1700)
    }
    until(lambda: page.evaluate(KEPT, code), "the eyes are kept")
    assert handset.host.asked.count(f"/{build}/opencv.js.bin") == 1
    handset.host.stop()
    kept = page.evaluate("async url => (await (await fetch(url)).arrayBuffer()).byteLength", code)
    assert kept == (handset.host.folder / build / "opencv.js.bin").stat().st_size
    handset.host.start()
    newer_version(handset.host.folder)  # whoever reads photos does so with the next version, too
    look_for_update(page)
    until(lambda: page.evaluate(KEPT, code.replace(build, NEWER)), "the newer version has eyes")


def seals(page: Page, worker: str, jpeg: bytes) -> set[int]:
    """The numbers of the seals that a browser finds on a photo."""
    photo = f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"
    return set(page.evaluate(SEEN, [worker, photo, load_code_book(), FIGURES]))
