"""Own decks in a phone's browser: taken in as people have them, kept, printed as the command prints them."""

import io
import re
import struct
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pypdfium2
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from companion.paths import assets
from companion.press.frame.fonts import get_metrics
from tests.cli.test_main import companion
from tests.web.browser.looking import find_page_faults
from tests.web.pocket.inside import go, patch_kept
from tests.web.pocket.served import Handset, Host, until_kept
from tests.web.pocket.test_press import DOWNLOAD, compute_file_sum, print_order

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ROWS = '\ufeffname;cost;text\r\nApfel;2;"Süß; sehr"\r\n'


def folder_of(files: Mapping[str, bytes], at: Path) -> Path:
    """A folder with files in it."""
    for name, content in files.items():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_bytes(content)
    return at


def zip_of(folder: Path, file: Path, top: str = "", more: Mapping[str, bytes] = {}) -> Path:
    """A folder as another tool packs it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in more.items():
            packed.writestr(name, content)
        for each in sorted(folder.rglob("*")):
            packed.write(each, f"{top}{each.relative_to(folder)}")
    return file


def photo(size: tuple[int, int], colour: str, kind: str, **how: Any) -> bytes:
    goal = io.BytesIO()
    image = Image.new("RGB", size, colour)
    image.paste("white", (size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2))
    image.save(goal, kind, **how)
    return goal.getvalue()


def take_in(page: Page, given: Path | list[Path], field: str = "files") -> None:
    """Choose files, or a folder, and have them taken in."""
    go(page, "/print/own")
    page.set_input_files(f"#{field}", given)
    page.locator("#own > button").click()


def wait_for_deck(page: Page) -> str:
    """Wait until the newest deck is checked; return the name under which it is kept."""
    expect(page.locator("main .note[role=status]")).to_be_visible()
    return re.findall(r"deck=(own-[0-9a-f]+)", page.url)[0]


def print_by_command(given: Path, goal: Path, *more: str) -> dict[str, tuple[int, str]]:
    """What the command prints, by its files' names."""
    done = companion("print", str(given), "--lang", "en", "-o", str(goal), *more)
    assert done.returncode == 0, done.stderr
    return {file.name: compute_file_sum(file.read_bytes()) for file in goal.glob("*.pdf")}


def print_by_phone(page: Page, deck: str) -> dict[str, tuple[int, str]]:
    return {name: compute_file_sum(file) for name, file in print_order(page, {"language": "en", "game": deck}).items()}


def read_refusal(page: Page) -> str:
    """The sentence that says why nothing was taken in."""
    expect(page.locator("#problem")).to_be_visible()
    return page.locator("#problem").inner_text().replace("\u00a0", " ")


def list_deck_names(page: Page) -> list[str]:
    """The names of the decks that the phone keeps."""
    go(page, "/print/own")
    return page.locator("section[aria-labelledby=h-kept] .rows b").all_inner_texts()


@pytest.mark.deep
def test_a_folder_with_kanji_and_a_font_of_its_own_prints_the_bytes_of_the_command(own: Page, tmp_path: Path) -> None:
    take_in(own, EXAMPLES / "sky", "folder")
    assert print_by_phone(own, wait_for_deck(own)) == print_by_command(EXAMPLES / "sky", tmp_path / "out")


def test_a_workbook_prints_the_bytes_of_the_command(ready: Handset, tmp_path: Path) -> None:
    """What reads it is a parcel of its own, fetched when the first is taken in."""
    book, file = openpyxl.Workbook(), tmp_path / "Stücke.xlsx"
    for row in (["name", "cost", "text"], ["Apfel", 2, "Süß; sehr"]):
        book.active.append(row)
    book.save(file)
    take_in(page := ready.open(), file)
    assert print_by_phone(page, wait_for_deck(page)) == print_by_command(file, tmp_path / "out")
    assert any(url.endswith("/workbook.bin") for url in ready.asked)


def test_photos_print_the_bytes_of_the_command(own: Page, tmp_path: Path) -> None:
    camera = Image.Exif()
    camera[0x0112] = 6
    photos = {
        "dragon.jpg": photo((744, 1039), "#803020", "JPEG", quality=90),
        "3x carp.jpg": photo((1039, 744), "#205080", "JPEG", quality=90, exif=camera),
        "back.jpg": photo((744, 1039), "#333333", "JPEG", quality=90, progressive=True),
    }
    folder = folder_of(photos, tmp_path / "pictures")
    take_in(own, sorted(folder.iterdir()))
    deck = wait_for_deck(own)
    assert list_deck_names(own) == ["pictures"]
    assert print_by_phone(own, deck) == print_by_command(folder, tmp_path / "out")


def render_card_sheet(file: bytes) -> Image.Image:
    """The sheet with cards on it, as a PDF draws it."""
    document = pypdfium2.PdfDocument(file)
    pages = [page.render(scale=1.5).to_pil().convert("RGB") for page in document]
    document.close()
    return max(pages, key=lambda page: len(page.getcolors(1 << 24) or ()))


def test_pictures_that_a_browser_decodes_look_as_those_of_the_command(own: Page, tmp_path: Path) -> None:
    clear = Image.new("RGBA", (744, 1039), (200, 30, 30, 255))
    clear.paste((0, 90, 0, 128), (100, 100, 400, 500))
    clear.paste((0, 0, 0, 0), (400, 500, 700, 900))
    grey, inks = Image.linear_gradient("L").resize((744, 1039)), io.BytesIO()
    Image.new("CMYK", (744, 1039), (0, 200, 200, 0)).save(inks, "JPEG", quality=95)
    pictures = {"inks.jpg": inks.getvalue()}
    for name, image in {"clear": clear, "grey": grey, "few": clear.convert("RGB").quantize(16)}.items():
        goal = io.BytesIO()
        image.save(goal, "PNG")
        pictures[f"{name}.png"] = goal.getvalue()
    folder = folder_of(pictures, tmp_path / "pictures")
    take_in(own, sorted(folder.iterdir()))
    form = {"language": "en", "game": wait_for_deck(own), "sides": "fronts"}
    (got,) = print_order(own, form).values()
    print_by_command(folder, tmp_path / "out", "--sides", "fronts")
    (file,) = (tmp_path / "out").glob("*.pdf")
    found, expected = render_card_sheet(got), render_card_sheet(file.read_bytes())
    assert found.size == expected.size
    off = ImageChops.difference(found, expected).getextrema()
    assert max(high for _, high in off) <= 6, off  # a browser rounds where something shows through


def test_a_deck_is_kept_until_it_is_deleted(host: Host, ready: Handset, tmp_path: Path) -> None:
    page = ready.open()
    until_kept(page, host.folder)
    take_in(page, zip_of(EXAMPLES / "seasons", tmp_path / "seasons.zip"))
    deck = wait_for_deck(page)
    ready.offline()
    page.close()
    page = ready.open("/print/own")
    assert list_deck_names(page) == ["seasons"]
    assert print_by_phone(page, deck) == print_by_command(EXAMPLES / "seasons", tmp_path / "out")
    go(page, "/print/own")
    page.locator("details:has(button[name=delete]) summary").click()
    page.locator("button[name=delete]").click()
    expect(page.locator("button[name=delete]")).to_have_count(0)
    page.close()
    page = ready.open(f"/print?game={deck}")
    assert read_refusal(page) == "This deck is no longer here; load it again."


def bomb(file: Path, *sizes: int) -> Path:
    """A zip file that unpacks to more than it is worth."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, size in enumerate(sizes):
            packed.writestr(f"{number}.csv", bytes(size))
    return file


def gigapixel() -> bytes:
    """A PNG of a few bytes that says it is as large as that."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 40_000, 25_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_files_that_are_no_deck_are_refused_and_kept_decks_stay(own: Page, tmp_path: Path) -> None:
    kept = tmp_path / "kept.csv"
    kept.write_text(ROWS, "utf-8")
    take_in(own, kept)
    wait_for_deck(own)
    cut = photo((744, 1039), "red", "PNG")[:-300]
    stranger = {"../../lib/deck.toml": b'name = "x"'}
    (tmp_path / "text.zip").write_text("no zip")
    (tmp_path / "cards.xlsx").write_bytes(b"PK")
    (tmp_path / "empty.csv").write_bytes(b"")
    cases: dict[str, Path | list[Path]] = {
        "bomb.zip: a deck has 100 MB at most.": bomb(tmp_path / "bomb.zip", 60_000_000, 60_000_000),
        "many.zip: these are more than 2000 files.": bomb(tmp_path / "many.zip", *[1] * 2001),
        "out.zip: '../../lib/deck.toml' lies outside the folder of the deck.": zip_of(
            tmp_path / "none", tmp_path / "out.zip", more=stranger
        ),
        "text.zip: this zip file cannot be read; it may be damaged or have a password.": tmp_path / "text.zip",
        "cards.xlsx: this is not a workbook.": tmp_path / "cards.xlsx",
        "empty.csv: this table has no cards.": tmp_path / "empty.csv",
        "a: the picture 'a.png' has more than 50 million dots.": [
            folder_of({"a.png": gigapixel()}, tmp_path / "giga") / "a.png"
        ],
        "a: the picture 'a.png' is damaged or cut short.": [folder_of({"a.png": cut}, tmp_path / "cut") / "a.png"],
        "Choose a file first.": [],
    }
    for sentence, given in cases.items():
        take_in(own, given)
        found = read_refusal(own)
        assert found == sentence, found
        assert list_deck_names(own) == ["kept.csv"], sentence


def test_a_deck_with_faults_is_kept_and_reported_as_by_check(own: Page, tmp_path: Path) -> None:
    folder = tmp_path / "market"
    assert companion("deck", "new", str(folder)).returncode == 0
    cards = (folder / "cards.csv").read_text("utf-8").splitlines()
    cards[1] = cards[1].replace(",", f"{' endless' * 40},", 2)
    (folder / "cards.csv").write_text("\n".join(cards), "utf-8")
    check = companion("check", str(folder))
    assert check.returncode == 1
    take_in(own, folder, "folder")
    wait_for_deck(own)
    told = own.locator("main .note[role=status] p").all_inner_texts()
    assert " ".join(told).split() == check.stdout.split()
    print_despite_faults(own, folder, tmp_path / "out")


def print_despite_faults(page: Page, given: Path, goal: Path) -> None:
    """Check that a faulty deck can be printed anyway, with the bytes of the command."""
    page.get_by_role("link", name="Print", exact=True).last.click()
    page.get_by_role("radio", name="fronts only").check()
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("heading", name="Nothing was made")).to_be_visible()
    assert find_page_faults(page) == {}
    page.get_by_role("button", name="Print anyway").click()
    expect(page.get_by_role("heading", name="Ready to print")).to_be_visible()
    (expected,) = print_by_command(given, goal, "--sides", "fronts", "--force").items()
    file = page.locator("a.act[href^='blob:']")
    assert file.get_attribute("download") == expected[0]
    with page.expect_download() as saved:
        file.click()
    assert compute_file_sum(Path(saved.value.path()).read_bytes()) == expected[1]
    page.get_by_role("link", name="Something else").click()


LACKED = "No \U0001f600 no \u0e01 no \U00020000"


def test_letters_missing_from_all_fonts_are_reported_as_by_check(ready: Handset, tmp_path: Path) -> None:
    """On a phone that has fetched no letters for decks; what is not theirs is no reason to."""
    file = tmp_path / "far.csv"
    file.write_text(f"name,text\nApple,{LACKED}\n", "utf-8")
    check = companion("check", str(file))
    assert (check.returncode, check.stdout.count("U+")) == (1, 3)
    page = ready.open()
    take_in(page, file)
    wait_for_deck(page)
    told = page.locator("main .note[role=status] p").all_inner_texts()
    assert " ".join(told).split() == check.stdout.split()
    print_despite_faults(page, file, tmp_path / "out")
    assert not any(url.endswith(("/letters.bin", "/workbook.bin")) for url in ready.asked)


def test_decks_js_knows_every_letter_that_only_the_font_parcel_has() -> None:
    (listed,) = re.findall(r"FAR = /(.*)/i;", (assets() / "web" / "pocket" / "decks.js").read_text("utf-8"))
    far = re.compile(listed, re.I)
    for font, others in {
        "kanji": ("regular", "text"),
        "kanji-bold": ("bold", "text-bold", "kanji"),
        "signs": ("regular", "text", "bold", "text-bold", "italic", "bold-italic"),
    }.items():
        lacked = set(get_metrics(font).face.charToGlyph).difference(
            *(get_metrics(each).face.charToGlyph for each in others)
        )
        assert [hex(code) for code in lacked if not far.search(chr(code))] == [], font
    assert all(map(far.search, ("\\u9f98", "\\U00009f98", "&#x9f98;", "&#40856;")))
    assert all(map(far.search, ('font = "sans"', "font='sans-bold'", "font-family:sans-serif", "Fox,sans-italic,3")))
    assert not far.search("mais sans elle “Süß”, − 3 €, Łódź, Ἀθῆναι, Щука … ½ • →" + LACKED)


ROOM = """
let room = true;
const put = IDBObjectStore.prototype.put;
new BroadcastChannel("room").onmessage = ({ data }) => { room = data; };
IDBObjectStore.prototype.put = function (...what) {
    if (!room && this.name === "about") throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, what);
};
"""
"""A disk that is full when the files of a deck are written, and not yet what it is called."""


def test_storage_that_fills_up_while_a_deck_is_kept_loses_nothing(ready: Handset, tmp_path: Path) -> None:
    patch_kept(ready.open_plain_tab(), "decks.js", ROOM)
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    small.write_text(ROWS, "utf-8")
    large.write_text(f"{ROWS}Birne;1;{'sehr ' * 20}\r\n", "utf-8")
    page = ready.open()
    take_in(page, small)
    wait_for_deck(page)
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    take_in(page, large)
    assert read_refusal(page) == "This phone has no room left for it; delete another deck first."
    assert list_deck_names(page) == ["small.csv"]
    page.evaluate("() => { new BroadcastChannel('room').postMessage(true); }")
    take_in(page, large)
    wait_for_deck(page)
    page.close()
    assert list_deck_names(ready.open("/print/own")) == ["large.csv", "small.csv"]


@pytest.mark.parametrize("like", ["plain", "tiles"])
def test_a_new_deck_can_be_begun_downloaded_and_printed_on_a_phone(own: Page, tmp_path: Path, like: str) -> None:
    assert companion("deck", "new", f"my-{like}", "--like", like, folder=tmp_path).returncode == 0
    expected = {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in tmp_path.rglob("*.*")}
    expected = {name: content for name, content in expected.items() if (tmp_path / name).is_file()}
    go(own, "/print/own")
    own.locator(f"button[name=begin][value={like}]").click()
    deck = wait_for_deck(own)
    for name in (like, deck):
        with zipfile.ZipFile(io.BytesIO(b64decode(own.evaluate(DOWNLOAD, f"/print/own/{name}/file")))) as got:
            assert {each.filename: got.read(each) for each in got.infolist() if not each.is_dir()} == expected
    assert print_by_phone(own, deck) == print_by_command(tmp_path / f"my-{like}", tmp_path / "out")


def test_a_folder_is_dropped_on_the_page(own: Page) -> None:
    go(own, "/print/own")
    own.evaluate(
        """files => {
        const entry = (name, content) => ({ isFile: true, isDirectory: false, name,
            file: done => done(new File([Uint8Array.from(atob(content), one => one.charCodeAt(0))], name)) });
        const inner = Object.entries(files).map(([name, content]) => entry(name, content));
        let read = 0;
        const folder = { isFile: false, isDirectory: true, name: "shells",
            createReader: () => ({ readEntries: done => done(inner.slice(read, read += 1)) }) };
        const event = new Event("drop", { bubbles: true, cancelable: true });
        event.dataTransfer = { items: [{ kind: "file", webkitGetAsEntry: () => folder }], files: [] };
        document.getElementById("main").dispatchEvent(event);
    }""",
        {
            name: b64encode(photo((744, 1039), colour, "JPEG")).decode()
            for name, colour in {"a.jpg": "red", "b.jpg": "blue"}.items()
        },
    )
    wait_for_deck(own)
    assert list_deck_names(own) == ["shells"]
