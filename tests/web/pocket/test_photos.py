"""A photo of a map is read in a phone's browser: taken, mended by taps, scored; nothing leaves the phone.

What it becomes is told in one language.
"""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.choice import EVERYTHING
from tests.vision.photos import Generated, generate
from tests.vision.photos.film import render_still_frame
from tests.vision.photos.holding import hand
from tests.waiting import until
from tests.web.browser.looking import find_page_faults
from tests.web.pocket.inside import go, tap, watch_workers
from tests.web.pocket.served import FAKE, LET, Handset
from tests.web.pocket.spoken import LANGUAGE, check_chosen_language, translate_count, translate_sentence

SEEN = """() => [...document.querySelectorAll("[data-picture]")].every(
    each => (each.src || each.href.baseVal).startsWith("blob:"))"""
READ = 60_000  # milliseconds for a photo, on a machine that has much else to do


def begin(page: Page, name: str) -> None:
    """Begin a table of Honshu, and take a seat there."""
    form = [["table", name], ["player-blue", "Aya"], ["player-red", "Ben"]]
    status, shown, html = tap(page, "/new/honshu", form)
    assert (status, shown) == (200, f"/t/{name}/curtain"), html
    assert tap(page, f"/t/{name}/curtain", [["seat", "blue"]])[0] == 200


def file(content: bytes, name: str = "map.jpg", kind: str = "image/jpeg") -> Any:
    return {"name": name, "mimeType": kind, "buffer": content}


def send(page: Page, content: bytes, **named: str) -> None:
    """Choose a photo on the page that is there, once its script is."""
    page.wait_for_selector("#photo-form.live", state="attached")
    page.set_input_files("input[name=file]", file(content, **named))


def turn_photo(jpeg: bytes) -> bytes:
    """The same photo, stored as a phone does that was held upright."""
    image, out = Image.open(io.BytesIO(jpeg)), io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    image.transpose(Image.Transpose.ROTATE_90).save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()


def squares(made: Generated) -> int:
    return len(made.truth["cells"])


@pytest.mark.deep
def test_a_photo_becomes_a_score_without_a_line(ready: Handset) -> None:
    """The eyes come when its page is opened; after that nothing is asked of the host."""
    page = ready.open(f"/language?to={LANGUAGE}&back=/")
    begin(page, "friday")
    go(page, "/t/friday/squares")
    check_chosen_language(page)
    page.get_by_role("link", name=translate_sentence("From a photo"), exact=True).click()
    expect(page.get_by_role("heading", name=translate_sentence("Score your map from a photo"))).to_be_visible()
    assert find_page_faults(page) == {}
    until(lambda: page.evaluate(EYES_KEPT), "the eyes are kept")
    ready.offline()
    send(page, b"no photo at all, but a text", name="zz.jpg")
    expect(page.locator("#problem")).to_be_visible(timeout=READ)
    check_chosen_language(page)
    made = generate(50, "easy", megapixels=3, cards=13)
    known = translate_count("{count} square[|s]", squares(made))
    send(page, turn_photo(made.jpeg))
    expect(page.locator(".top-where")).to_contain_text(known, timeout=READ)
    page.wait_for_function(SEEN)
    check_chosen_language(page)
    assert find_page_faults(page, axe=EVERYTHING) == {}
    expect(page.get_by_text(translate_sentence("Every square is known"))).to_be_visible()
    page.get_by_role("button", name=translate_sentence("Take this map")).click()
    expect(page.locator(".top-where")).to_contain_text(known)
    go(page, "/t/friday/score")  # the tables' own worker knows it, too
    expect(page.locator(".top-where")).to_contain_text(known)
    check_chosen_language(page)


def test_a_hand_is_read_by_the_phone_itself_and_told_to_its_tables(ready: Handset) -> None:
    page = ready.open("/language?to=en&back=/")
    begin(page, "friday")
    go(page, "/t/friday/photo?hand=1")
    assert find_page_faults(page) == {}
    _, jpeg, cards = hand(5, "fan")
    send(page, jpeg)
    ticked = page.locator("input[name=card]:checked")
    expect(ticked).to_have_count(len(cards), timeout=READ)
    assert {int(each) for each in ticked.evaluate_all("(all) => all.map((each) => each.value)")} == cards
    assert find_page_faults(page) == {}
    page.get_by_role("button", name="These are my cards").click()
    expect(page.get_by_role("heading", name="Your start province")).to_be_visible()
    go(page, "/t/friday/history")
    expect(page.locator("main")).to_contain_text("Aya has entered a hand.")


EYES_KEPT = """async () => {
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys())
        if (url.endsWith("/opencv.js.bin")) return true;
    return false;
}"""


def gigapixel() -> bytes:
    """The head of a PNG of 40,000 by 40,000 pixels, and little more."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(9999))) + chunk(b"IEND", b"")


HEIC = (Path(__file__).parents[2] / "vision" / "upright.heic").read_bytes()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no photo at all, but a text", "this is no photo that can be read; expected a whole JPEG"),
        (b"GIF89a" + bytes(50), "this is no photo that can be read; expected a whole JPEG"),
        (b"\xff\xd8\xff", "this is no photo that can be read; expected a whole JPEG"),
        (gigapixel(), "the photo has more than 50 megapixels; save it smaller."),
        (HEIC, "this browser cannot read HEIC photos; save it as JPEG."),
        ("cut off", "the photo is damaged or incomplete"),
        ("small", "the photo has 160 x 120 pixels; at least 200 on each side were expected."),
    ],
    ids=["text", "gif", "short", "gigapixel", "heic", "cut off", "small"],
)
def test_a_photo_that_cannot_be_read_is_refused_in_one_sentence(home: Page, content: Any, sentence: str) -> None:
    """Nothing of a gigapixel is decoded; the page stands as before, and the next photo is read there."""
    name = f"strange{len(sentence)}{len(content)}"
    begin(home, name)
    if content == "cut off":
        content = generate(50, "easy", megapixels=1).jpeg[:-9000]
    if content == "small":
        out = io.BytesIO()
        Image.new("RGB", (160, 120)).save(out, "JPEG")
        content = out.getvalue()
    go(home, f"/t/{name}/photo")
    send(home, content)
    expect(home.locator("#problem")).to_contain_text(sentence)
    expect(home.get_by_text("Take a photo", exact=True)).to_be_visible()


def test_a_photo_of_two_maps_is_told_in_one_sentence_and_another_waits(home: Page) -> None:
    begin(home, "pair")
    go(home, "/t/pair/photo")
    send(home, generate(3, "easy", maps=2, megapixels=6).jpeg)
    expect(home.get_by_text("The photo shows two maps; photograph one at a time.")).to_be_visible(timeout=READ)
    home.wait_for_function(SEEN)
    home.get_by_role("button", name="Throw the photo away").click()
    go(home, "/t/pair/photo")
    send(home, generate(50, "easy", megapixels=3).jpeg)
    expect(home.get_by_text("Every square is known")).to_be_visible(timeout=READ)
    home.get_by_role("link", name="Another photo").click()
    home.get_by_role("link", name="View its map").first.click()
    tapped = tap(home, "/t/pair/squares", [["square", "5.5"], ["kind", "F"]])  # another worker writes
    assert tapped[0] == 200
    go(home, "/t/pair/photo/map")
    expect(home.get_by_text("Every square is known")).to_be_visible()


def test_an_offline_phone_without_photo_reader_says_so_until_online(ready: Handset) -> None:
    page = ready.open()
    begin(page, "friday")
    ready.offline()
    go(page, "/t/friday/photo")
    made = generate(50, "easy", megapixels=1.5)
    send(page, made.jpeg)
    told = "The photo reader is not on this phone yet; take the first photo with a network."
    expect(page.locator("#problem")).to_contain_text(told, timeout=READ)
    ready.host.start()
    send(page, made.jpeg)
    expect(page.locator(".top-where")).to_contain_text("squares", timeout=READ)


def test_a_photo_reader_that_dies_is_restarted_and_reads(ready: Handset) -> None:
    page = ready.page()
    watch_workers(page)
    page.goto(ready.host.url)
    page.wait_for_function("() => document.getElementById('main') && !document.querySelector('.opening')")
    begin(page, "friday")
    go(page, "/t/friday/photo")
    page.evaluate("workers.at(-1).terminate()")
    send(page, generate(50, "easy", megapixels=1.5).jpeg)
    expect(page.locator(".top-where")).to_contain_text("squares", timeout=READ)
    assert page.evaluate("workers.length") == 3, "the tables' own, one that was ended, and one more"


@pytest.fixture(scope="session")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A map with a thing on it, before a camera of Chromium: on no frame all of it is known."""
    file = tmp_path_factory.mktemp("film") / "map.mjpeg"
    file.write_bytes(render_still_frame(9))
    return file


def open_with_camera(phone: Handset, *words: str) -> Page:
    """Switch the phone on with a camera; a tab with the page of photos at a table."""
    phone.shut_down()
    phone.words += words
    phone.start()
    page = phone.open(f"/language?to={LANGUAGE}&back=/")
    begin(page, "friday")
    go(page, "/t/friday/photo")
    return page


LIGHT = """() => {
    const canvas = document.querySelector("#finder canvas"), pen = canvas.getContext("2d");
    return canvas.width > 1000 && pen.getImageData(0, 0, canvas.width, canvas.height).data.some(each => each);
}"""
WATCHED = """() => {
    window.tracks = [];
    const devices = navigator.mediaDevices, send = companionSend;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (...all) => {
        const stream = await ask(...all);
        tracks.push(...stream.getTracks());
        return stream;
    };
    window.looks = 0;
    window.companionSend = (request) => {
        if (request.url.endsWith("/photo/frame")) looks += 1;
        return send(request);
    };
}"""
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
STATES = "() => tracks.map(each => each.readyState)"


def test_the_camera_counts_cards_and_the_best_frame_is_taken_by_the_thumb(ready: Handset, filmed: Path) -> None:
    """What was read is lit, the small map stands; hidden, the camera is let go, and the best frame stays."""
    page = open_with_camera(ready, FAKE, LET, f"--use-file-for-fake-video-capture={filmed}")
    page.evaluate(WATCHED)
    assert find_page_faults(page) == {}
    counts = translate_count("{known} of {count} card[|s]", 13, known=9)
    take = page.get_by_role("button", name=translate_sentence("Use it"))
    page.get_by_role("button", name=translate_sentence("Point the camera at the map")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text(counts, timeout=READ)
    page.wait_for_function(LIGHT)
    expect(dialog.locator(".finder-map image").nth(30)).to_be_visible()
    check_chosen_language(page)
    assert find_page_faults(page, axe=EVERYTHING) == {}
    page.evaluate(HIDE, True)
    page.wait_for_function("() => tracks.every(each => each.readyState === 'ended')")
    until(lambda: is_still(page), "no frame is looked at while nobody sees the page")
    page.evaluate(HIDE, False)
    page.wait_for_function("() => tracks.length === 2 && tracks[1].readyState === 'live'")
    expect(dialog.get_by_role("status")).to_have_text(counts)
    take.click()
    page.wait_for_url("**/photo/map")
    assert page.evaluate(STATES) == ["ended", "ended"]
    expect(page.locator(".sheet-head .sum")).to_be_visible()
    page.wait_for_function(SEEN)
    expect(page.locator(".sheet-head")).to_contain_text(translate_count("{count} card[|s] found", 9))
    check_chosen_language(page)


def is_still(page: Page) -> bool:
    before = page.evaluate("looks")
    page.wait_for_timeout(300)
    return bool(page.evaluate("looks") == before)
