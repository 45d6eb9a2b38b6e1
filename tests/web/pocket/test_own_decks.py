"""Own decks in a phone's browser: taken in as people have them, kept, printed as the command prints them."""

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pypdfium2
from PIL import Image, ImageFilter
from playwright.sync_api import Page, expect

from companion.paths import assets
from companion.press.frame.fonts import get_font_file, get_metrics
from tests.cli.test_main import run_companion
from tests.press.cards_in_pdf import draw_cards, grid_of, write_pdf
from tests.vision.test_photo import build_png
from tests.web.browser.page_faults import find_page_faults
from tests.web.pocket.hosts import Handset, Host, wait_until_kept
from tests.web.pocket.pocket_pages import ROOM, go_to, patch_kept
from tests.web.pocket.test_press import compute_file_sum, download, print_order, save_file

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ROWS = '\ufeffname;cost;text\r\nApfel;2;"Süß; sehr"\r\n'


def write_folder(files: Mapping[str, bytes], at: Path) -> Path:
    for name, content in files.items():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_bytes(content)
    return at


def zip_folder(folder: Path, file: Path) -> Path:
    """A folder as another tool packs it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for each in sorted(folder.rglob("*")):
            packed.write(each, each.relative_to(folder))
    return file


def encode_photo(size: tuple[int, int], colour: str, kind: str, **how: Any) -> bytes:
    goal = io.BytesIO()
    image = Image.new("RGB", size, colour)
    image.paste("white", (size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2))
    image.save(goal, kind, **how)
    return goal.getvalue()


def take_in(page: Page, given: Path | list[Path], field: str = "files") -> None:
    go_to(page, "/print/own")
    page.set_input_files(f"#{field}", given)
    page.locator("#own > button").click()


def wait_for_deck(page: Page) -> str:
    """Wait until the newest deck is checked; return the name under which it is kept."""
    expect(page.locator("main .note[role=status]")).to_be_visible()
    return re.findall(r"deck=(own-[0-9a-f]+)", page.url)[0]


def print_by_command(given: Path, goal: Path, *more: str) -> dict[str, tuple[int, str]]:
    done = run_companion("print", str(given), "--lang", "en", "-o", str(goal), *more)
    assert done.returncode == 0, done.stderr
    return {file.name: compute_file_sum(file.read_bytes()) for file in goal.glob("*.pdf")}


def print_by_phone(page: Page, deck: str) -> dict[str, tuple[int, str]]:
    return {name: compute_file_sum(file) for name, file in print_order(page, {"language": "en", "game": deck}).items()}


def read_refusal(page: Page) -> str:
    """The sentence that says why nothing was taken in."""
    expect(page.locator("#problem")).to_be_visible()
    return page.locator("#problem").inner_text().replace("\u00a0", " ")


def list_deck_names(page: Page) -> list[str]:
    go_to(page, "/print/own")
    return page.locator("section[aria-labelledby=h-kept] .rows b").all_inner_texts()


def test_a_folder_with_kanji_and_a_font_of_its_own_prints_the_bytes_of_the_command(
    deckless_page: Page, tmp_path: Path
) -> None:
    take_in(deckless_page, EXAMPLES / "sky", "folder")
    assert print_by_phone(deckless_page, wait_for_deck(deckless_page)) == print_by_command(
        EXAMPLES / "sky", tmp_path / "out"
    )


def test_a_workbook_prints_the_bytes_of_the_command(ready_phone: Handset, tmp_path: Path) -> None:
    """What reads it is a parcel of its own, fetched when the first is taken in."""
    book, file = openpyxl.Workbook(), tmp_path / "Stücke.xlsx"
    for row in (["name", "cost", "text"], ["Apfel", 2, "Süß; sehr"]):
        book.active.append(row)
    book.save(file)
    take_in(page := ready_phone.open(), file)
    assert print_by_phone(page, wait_for_deck(page)) == print_by_command(file, tmp_path / "out")
    assert any(url.endswith("/workbook.bin") for url in ready_phone.asked)


def test_a_pdf_of_cards_is_shown_as_it_is_cut_and_prints_the_bytes_of_the_command(
    ready_phone: Handset, tmp_path: Path
) -> None:
    """What reads it is a parcel too; the grid is found without a picture of the page."""
    cards = [[f"{number}" for number in range(1, 10)], ["B0"] * 9]
    pages = [[draw_cards(grid_of(8, 12, (63, 88), 2, (3, 3), names))] for names in cards]
    file = write_pdf(tmp_path / "game.pdf", pages)
    take_in(page := ready_phone.open(), file)
    name = wait_for_deck(page)
    go_to(page, f"/print?game={name}&backs=alternate")
    expect(page.locator(".thumbs figcaption").first).to_have_text("game/page 1", timeout=30_000)
    expect(page.get_by_text("backs on every second page")).to_be_visible()
    made = print_by_phone(page, name)
    assert made == print_by_command(file, tmp_path / "out")
    assert any(url.endswith("/pdf.bin") for url in ready_phone.asked)


def test_photos_print_the_bytes_of_the_command(deckless_page: Page, tmp_path: Path) -> None:
    camera = Image.Exif()
    camera[0x0112] = 6
    photos = {
        "dragon.jpg": encode_photo((744, 1039), "#803020", "JPEG", quality=90),
        "3x carp.jpg": encode_photo((1039, 744), "#205080", "JPEG", quality=90, exif=camera),
        "back.jpg": encode_photo((744, 1039), "#333333", "JPEG", quality=90, progressive=True),
    }
    folder = write_folder(photos, tmp_path / "pictures")
    take_in(deckless_page, sorted(folder.iterdir()))
    deck = wait_for_deck(deckless_page)
    assert list_deck_names(deckless_page) == ["pictures"]
    assert print_by_phone(deckless_page, deck) == print_by_command(folder, tmp_path / "out")


BEYOND_OUTLINES = """<svg xmlns="http://www.w3.org/2000/svg" width="57mm" height="82mm" viewBox="0 0 57 82">
<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient>
<mask id="m"><rect width="57" height="82" fill="url(#g)"/></mask><rect width="57" height="60" fill="#fc8"/>
<circle cx="28" cy="30" r="25" fill="maroon" mask="url(#m)"/><image href="tile.png" width="9" height="9"/>
<text x="3" y="70" font-size="7" font-family="wild">Wild words</text>
<text x="3" y="80" style="font:italic 7px sans-serif;fill:var(--c,#a00);text-transform:uppercase">caps</text>
</svg>"""


DECK = """name = "own"
[font]
wild = "w.ttf"
[[component]]
name = "cards"
face = "card"
table = "{table}"
"""
FACE = """size = [63, 88]
[[element]]
kind = "picture"
file = "{file}"
x = 3
y = 3
width = 57
height = 82
"""


def build_one_card(svg: str, file: str = "art/a.svg", table: str = "cards.csv") -> Mapping[str, bytes]:
    texts = {
        "deck.toml": DECK.format(table=table),
        "cards.csv": "name\nOne\n",
        "faces/card.toml": FACE.format(file=file),
        "art/a.svg": svg,
    }
    more = {"w.ttf": get_font_file("bold").read_bytes(), "art/tile.png": encode_photo((90, 90), "#3399cc", "PNG")}
    return {**{name: text.encode() for name, text in texts.items()}, **more}


def test_a_drawing_beyond_outlines_is_drawn_by_the_browser_as_by_the_command(
    deckless_page: Page, tmp_path: Path
) -> None:
    folder = write_folder(build_one_card(BEYOND_OUTLINES), tmp_path / "own")
    take_in(deckless_page, folder, "folder")
    (got,) = print_order(
        deckless_page, {"language": "en", "game": wait_for_deck(deckless_page), "sides": "fronts"}
    ).values()
    print_by_command(folder, tmp_path / "out", "--sides", "fronts")
    (file,) = (tmp_path / "out").glob("*.pdf")
    sheets = [pypdfium2.PdfDocument(each)[0].render(scale=1.5).to_pil() for each in (got, file.read_bytes())]
    found, expected = (each.convert("RGB").filter(ImageFilter.BoxBlur(1)) for each in sheets)
    differing = np.abs(np.asarray(found, int) - np.asarray(expected, int)).max(axis=2)
    assert (differing > 60).mean() < 0.0005
    assert (np.asarray(expected).min(axis=2) < 240).mean() > 0.03  # something is there


def test_a_deck_is_kept_until_it_is_deleted(host: Host, ready_phone: Handset, tmp_path: Path) -> None:
    page = ready_phone.open()
    wait_until_kept(page, host.folder)
    take_in(page, zip_folder(EXAMPLES / "seasons", tmp_path / "seasons.zip"))
    deck = wait_for_deck(page)
    ready_phone.go_offline()
    page.close()
    page = ready_phone.open("/print/own")
    assert list_deck_names(page) == ["seasons"]
    assert print_by_phone(page, deck) == print_by_command(EXAMPLES / "seasons", tmp_path / "out")
    go_to(page, "/print/own")
    page.locator("details:has(button[name=delete]) summary").click()
    page.locator("button[name=delete]").click()
    expect(page.locator("button[name=delete]")).to_have_count(0)
    page.close()
    page = ready_phone.open(f"/print?game={deck}")
    assert read_refusal(page) == "This deck is no longer here; load it again."


def write_bomb(file: Path) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("a.csv", "b.csv"):
            packed.writestr(name, bytes(60_000_000))
    return file


def test_files_that_are_no_deck_are_refused_and_kept_decks_stay(deckless_page: Page, tmp_path: Path) -> None:
    kept = tmp_path / "kept.csv"
    kept.write_text(ROWS, "utf-8")
    take_in(deckless_page, kept)
    wait_for_deck(deckless_page)
    cut = encode_photo((744, 1039), "red", "PNG")[:-300]
    (tmp_path / "cards.xlsx").write_bytes(b"PK")
    cases: dict[str, Path | list[Path]] = {
        "bomb.zip: a deck can have 100 MB at most.": write_bomb(tmp_path / "bomb.zip"),
        "cards.xlsx: this is not a workbook.": tmp_path / "cards.xlsx",
        "a: the picture 'a.png' has more than 100 million dots.": [
            write_folder({"a.png": build_png(40_000, 25_000)}, tmp_path / "giga") / "a.png"
        ],
        "a: the picture 'a.png' is damaged or cut short.": [write_folder({"a.png": cut}, tmp_path / "cut") / "a.png"],
        "Choose a file first.": [],
    }
    for sentence, given in cases.items():
        take_in(deckless_page, given)
        assert read_refusal(deckless_page) == sentence
        assert list_deck_names(deckless_page) == ["kept.csv"], sentence


LACKED = "No \U0001f600 no \u0e01 no \U00020000"


def test_a_deck_with_faults_is_reported_as_by_check_and_printed_all_the_same(
    ready_phone: Handset, tmp_path: Path
) -> None:
    """On a phone that has fetched no letters for decks; what is not theirs is no reason to."""
    file = tmp_path / "far.csv"
    file.write_text(f"name,text\nApple,{LACKED}\n", "utf-8")
    check = run_companion("check", str(file))
    assert (check.returncode, check.stdout.count("U+")) == (1, 3)
    page = ready_phone.open()
    take_in(page, file)
    wait_for_deck(page)
    lines = page.locator("main .note[role=status] p").all_inner_texts()
    assert " ".join(lines).split() == check.stdout.split()
    assert not any(url.endswith(("/letters.bin", "/workbook.bin")) for url in ready_phone.asked)
    page.get_by_role("link", name="Print", exact=True).last.click()
    page.get_by_role("radio", name="fronts only").check()
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("heading", name="Nothing was made")).to_be_visible()
    assert find_page_faults(page) == {}
    page.get_by_role("button", name="Print anyway").click()
    expect(page.get_by_role("heading", name="Ready to print")).to_be_visible()
    (expected,) = print_by_command(file, tmp_path / "out", "--sides", "fronts", "--force").items()
    saved = save_file(page)
    assert (saved.suggested_filename, compute_file_sum(Path(saved.path()).read_bytes())) == expected


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


def test_storage_that_fills_up_while_a_deck_is_kept_loses_nothing(ready_phone: Handset, tmp_path: Path) -> None:
    patch_kept(ready_phone.open_plain_tab(), "decks.js", ROOM)
    for name in ("small", "large"):
        (tmp_path / f"{name}.csv").write_text(f"{ROWS}{name};1;\r\n", "utf-8")
    page = ready_phone.open()
    take_in(page, tmp_path / "small.csv")
    wait_for_deck(page)
    page.evaluate("() => { new BroadcastChannel('room').postMessage(false); }")
    take_in(page, tmp_path / "large.csv")
    assert read_refusal(page) == "This phone has no room left for it; delete another deck first."
    page.close()
    assert list_deck_names(ready_phone.open("/print/own")) == ["small.csv"]


def test_a_new_deck_can_be_begun_downloaded_and_printed_on_a_phone(deckless_page: Page, tmp_path: Path) -> None:
    like = "tiles"
    assert run_companion("deck", "new", f"my-{like}", "--like", like, folder=tmp_path).returncode == 0
    files = [file for file in tmp_path.rglob("*.*") if file.is_file()]
    expected = {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in files}
    go_to(deckless_page, "/print/own")
    deckless_page.locator(f"button[name=begin][value={like}]").click()
    deck = wait_for_deck(deckless_page)
    for name in (like, deck):
        with zipfile.ZipFile(io.BytesIO(download(deckless_page, f"/print/own/{name}/file"))) as got:
            assert {each.filename: got.read(each) for each in got.infolist() if not each.is_dir()} == expected
    assert print_by_phone(deckless_page, deck) == print_by_command(tmp_path / f"my-{like}", tmp_path / "out")


def test_a_folder_is_dropped_on_the_page(deckless_page: Page) -> None:
    go_to(deckless_page, "/print/own")
    deckless_page.evaluate(
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
            name: b64encode(encode_photo((744, 1039), colour, "JPEG")).decode()
            for name, colour in {"a.jpg": "red", "b.jpg": "blue"}.items()
        },
    )
    wait_for_deck(deckless_page)
    assert list_deck_names(deckless_page) == ["shells"]


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>'
EVIL = """fetch("https://evil.example/"); document.title = "evil";"""
STRANGE = {
    "a table outside": build_one_card(SVG, table="../../../etc/passwd"),
    "a drawing anywhere": build_one_card(SVG, file="/companion/assets/web/img/mark.svg"),
    "a picture from elsewhere": build_one_card(
        SVG.format(inner="<image href='https://evil.example/a.png' width='9'/>")
    ),
    "a page inside": build_one_card(SVG.format(inner=f"<foreignObject><body onload='{EVIL}'/></foreignObject>")),
    "what doubles": build_one_card(
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        + SVG.format(inner="<text>&b;</text>")
    ),
}


def test_a_malicious_deck_is_reported_as_by_check_and_does_no_harm(ready_phone: Handset, tmp_path: Path) -> None:
    page = ready_phone.open("/print/own")
    for name, files in STRANGE.items():
        folder = write_folder(files, tmp_path / name / "strange")
        check = run_companion("check", str(folder), folder=tmp_path / name)
        assert check.returncode == 1, (name, check.stdout)
        take_in(page, folder, "folder")
        wait_for_deck(page)
        lines = page.locator("main .note.bad[role=status] p").all_inner_texts()
        output = check.stdout.replace(f"{folder}/", "strange/").replace(f"{folder.parent}/", "")
        assert " ".join(lines).split() == output.split(), name
        page.locator("a.act").click()
        expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
        expect(page.locator("[data-wait]")).to_have_count(0)
        assert page.title() == "Print · Companion", name
    assert [url for url in ready_phone.asked if "evil" in url] == []
