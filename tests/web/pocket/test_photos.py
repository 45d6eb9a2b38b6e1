"""A photo of a map is read in a phone's browser: taken, mended by taps, scored; nothing leaves the phone."""

import io
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.choice import EVERYTHING
from tests.press.pictures.test_reading import encode_image
from tests.vision.photos import generate
from tests.vision.photos.film import render_still_frame
from tests.vision.photos.holding import photograph_hand
from tests.vision.test_photo import build_png
from tests.waiting import wait_until
from tests.web.browser.page_faults import find_page_faults
from tests.web.pocket.hosts import FAKE, LET, Handset, get_build
from tests.web.pocket.pocket_pages import go_to, tap
from tests.web.pocket.test_update import NEWER, look_for_update, write_newer_version

SEEN = """() => [...document.querySelectorAll("[data-picture]")].every(
    each => (each.src || each.href.baseVal).startsWith("blob:"))"""
READ = 60_000  # milliseconds for a photo, on a machine that has much else to do


def begin_table(page: Page, name: str) -> None:
    form = [["table", name], ["player-blue", "Aya"], ["player-red", "Ben"]]
    status, shown, html = tap(page, "/new/honshu", form)
    assert (status, shown) == (200, f"/t/{name}/curtain"), html
    assert tap(page, f"/t/{name}/curtain", [["seat", "blue"]])[0] == 200


def send_photo(page: Page, content: bytes, name: str = "map.jpg", kind: str = "image/jpeg") -> None:
    page.wait_for_selector("#photo-form.live", state="attached")
    page.set_input_files("input[name=file]", {"name": name, "mimeType": kind, "buffer": content})


def turn_photo(jpeg: bytes) -> bytes:
    """The same photo, stored as a phone does that was held upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    image = Image.open(io.BytesIO(jpeg)).transpose(Image.Transpose.ROTATE_90)
    return encode_image(image, "JPEG", quality=92, exif=exif)


@pytest.mark.deep
def test_a_photo_becomes_a_score_without_a_line(ready_phone: Handset) -> None:
    """The eyes come when its page is opened; after that nothing is asked of the host."""
    page = ready_phone.open()
    begin_table(page, "friday")
    eyes = f"/{get_build(ready_phone.host.folder)}/opencv.js.bin"
    assert eyes not in ready_phone.host.asked
    go_to(page, "/t/friday/squares")
    page.get_by_role("link", name="From a photo", exact=True).click()
    expect(page.get_by_role("heading", name="Score your map from a photo")).to_be_visible()
    wait_until(lambda: page.evaluate(EYES_KEPT, eyes), "the eyes are kept")
    assert ready_phone.host.asked.count(eyes) == 1
    ready_phone.go_offline()
    made = generate(50, "easy", megapixels=3, cards=13)
    known = f"{len(made.truth['cells'])} squares"
    send_photo(page, turn_photo(made.jpeg))
    expect(page.locator(".top-where")).to_contain_text(known, timeout=READ)
    page.wait_for_function(SEEN)
    assert find_page_faults(page, axe=EVERYTHING) == {}
    expect(page.get_by_text("Every square is known")).to_be_visible()
    page.get_by_role("button", name="Take this map").click()
    expect(page.locator(".top-where")).to_contain_text(known)
    go_to(page, "/t/friday/score")  # the tables' own worker knows it, too
    expect(page.locator(".top-where")).to_contain_text(known)


def test_whoever_has_read_a_photo_reads_photos_with_the_next_version_too(ready_phone: Handset, tmp_path: Path) -> None:
    host = ready_phone.host
    host.folder = Path(shutil.copytree(host.folder, tmp_path / "site"))
    page = ready_phone.open()
    begin_table(page, "friday")
    go_to(page, "/t/friday/photo")
    wait_until(lambda: page.evaluate(EYES_KEPT, f"/{get_build(host.folder)}/opencv.js.bin"), "the eyes are kept")
    write_newer_version(host.folder)
    look_for_update(page)
    wait_until(lambda: page.evaluate(EYES_KEPT, f"/{NEWER}/opencv.js.bin"), "the newer version has eyes")


def test_a_hand_is_read_by_the_phone_itself_and_entered_at_its_table(ready_phone: Handset) -> None:
    page = ready_phone.open()
    begin_table(page, "friday")
    go_to(page, "/t/friday/photo?hand=1")
    assert find_page_faults(page) == {}
    _, jpeg, cards = photograph_hand(5, "fan")
    send_photo(page, jpeg)
    ticked = page.locator("input[name=card]:checked")
    expect(ticked).to_have_count(len(cards), timeout=READ)
    assert {int(each) for each in ticked.evaluate_all("(all) => all.map((each) => each.value)")} == cards
    assert find_page_faults(page) == {}
    page.get_by_role("button", name="These are my cards").click()
    expect(page.get_by_role("heading", name="Your start province")).to_be_visible()
    go_to(page, "/t/friday/history")
    expect(page.locator("main")).to_contain_text("Aya has entered a hand.")


EYES_KEPT = """async end => {
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys())
        if (url.endsWith(end)) return true;
    return false;
}"""


HEIC = (Path(__file__).parents[2] / "vision" / "upright.heic").read_bytes()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no photo at all, but a text", "this is not a photo that can be read; expected a complete JPEG"),
        (build_png(40_000, 40_000, bytes(9999)), "the photo has more than 50 megapixels; save it smaller."),
        (HEIC, "this browser cannot read HEIC photos; save it as JPEG."),
        (b"cut off", "the photo is damaged or incomplete"),
    ],
    ids=["text", "gigapixel", "heic", "cut off"],
)
def test_a_photo_that_cannot_be_read_is_refused_in_one_sentence(home_page: Page, content: bytes, sentence: str) -> None:
    """Nothing of a gigapixel is decoded; the page stands as before, and the next photo is read there."""
    name = f"strange{len(content)}"
    begin_table(home_page, name)
    if content == b"cut off":
        content = generate(50, "easy", megapixels=1).jpeg[:-9000]
    go_to(home_page, f"/t/{name}/photo")
    send_photo(home_page, content)
    expect(home_page.locator("#problem")).to_contain_text(sentence)
    expect(home_page.get_by_text("Take a photo", exact=True)).to_be_visible()


def test_an_offline_phone_without_photo_reader_says_so_until_online(ready_phone: Handset) -> None:
    page = ready_phone.open()
    begin_table(page, "friday")
    ready_phone.go_offline()
    go_to(page, "/t/friday/photo")
    made = generate(50, "easy", megapixels=1.5)
    send_photo(page, made.jpeg)
    message = "The photo reader is not on this phone yet; take the first photo with a network."
    expect(page.locator("#problem")).to_contain_text(message, timeout=READ)
    ready_phone.host.start()
    send_photo(page, made.jpeg)
    expect(page.locator(".top-where")).to_contain_text("squares", timeout=READ)


LIGHT = """() => {
    const canvas = document.querySelector("#finder canvas"), pen = canvas.getContext("2d");
    return canvas.width > 1000 && pen.getImageData(0, 0, canvas.width, canvas.height).data.some(each => each);
}"""
WATCHED = """() => {
    window.tracks = [];
    const devices = navigator.mediaDevices, ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (...all) => {
        const stream = await ask(...all);
        tracks.push(...stream.getTracks());
        return stream;
    };
}"""


def test_the_camera_counts_cards_and_the_best_frame_is_taken_by_the_thumb(ready_phone: Handset, tmp_path: Path) -> None:
    """What was read is lit, the small map stands; then the camera is let go."""
    filmed = tmp_path / "map.mjpeg"
    filmed.write_bytes(render_still_frame(9))  # with a thing on it: on no frame all of the map is known
    ready_phone.shut_down()
    ready_phone.words += FAKE, LET, f"--use-file-for-fake-video-capture={filmed}"
    ready_phone.start()
    page = ready_phone.open()
    begin_table(page, "friday")
    go_to(page, "/t/friday/photo")
    page.evaluate(WATCHED)
    assert find_page_faults(page) == {}
    counts = "9 of 13 cards"
    take = page.get_by_role("button", name="Use it")
    page.get_by_role("button", name="Point the camera at the map").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text(counts, timeout=READ)
    page.wait_for_function(LIGHT)
    expect(dialog.locator(".finder-map image").nth(30)).to_be_visible()
    assert find_page_faults(page, axe=EVERYTHING) == {}
    take.click()
    page.wait_for_url("**/photo/map")
    assert page.evaluate("tracks.map(each => each.readyState)") == ["ended"]
    expect(page.locator(".sheet-head .sum")).to_be_visible()
    page.wait_for_function(SEEN)
    expect(page.locator(".sheet-head")).to_contain_text("9 cards found")
