"""Make the pictures of phones in README and docs, from the running program: ``make phones``.

Run it after pages have changed. Tables and people are those of the browser tests.
"""

import io
import re
import sys
import tempfile
from pathlib import Path

from picture_sources import note_sources
from pictures import reduce_colours
from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import FilePayload, Page  # noqa: E402

from companion.data.deck import open_deck  # noqa: E402
from companion.press.ink.raster import render_png  # noqa: E402
from companion.press.layout import lay_out  # noqa: E402
from tests.vision.photos import generate  # noqa: E402
from tests.web.browser.examples import EXAMPLES  # noqa: E402
from tests.web.browser.moments import MOMENTS  # noqa: E402
from tests.web.evening import Phones, open_chromium, open_evening  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
TABLE, CASE, GAP = (91, 70, 54), (38, 34, 29), 20
WIDTH, HEIGHT = 390, 780
FALLING = "() => document.getAnimations().forEach((each) => { each.currentTime = 1050; each.pause(); })"


def take_screenshot(page: Page) -> Image.Image:
    """A screenshot of a page."""
    page.wait_for_timeout(400)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def draw_case(screen: Image.Image) -> Image.Image:
    """A screenshot inside the case of a phone, on a table."""
    edge = 11
    size = (screen.width + 2 * edge, screen.height + 2 * edge)
    mask = Image.new("L", (size[0] * 3, size[1] * 3), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 3 * 34, fill=255)
    inner = Image.new("L", (screen.width * 3, screen.height * 3), 0)
    ImageDraw.Draw(inner).rounded_rectangle((0, 0, inner.width - 1, inner.height - 1), 3 * 24, fill=255)
    phone = Image.new("RGB", size, CASE)
    phone.paste(screen, (edge, edge), inner.resize(screen.size))
    on_table = Image.new("RGB", size, TABLE)
    on_table.paste(phone, (0, 0), mask.resize(size))
    return on_table


def save_picture(name: str, *things: Image.Image, width: int = 1020) -> None:
    """Write pictures side by side on a table, ``width`` pixels wide, as a PNG."""
    high = max(each.height for each in things)
    table = Image.new("RGB", (sum(each.width + GAP for each in things) + GAP, high + 2 * GAP), TABLE)
    left = GAP
    for each in things:
        table.paste(each, (left, GAP + (high - each.height) // 2))
        left += each.width + GAP
    small = table.resize((width, table.height * width // table.width), Image.Resampling.LANCZOS)
    PICTURES.mkdir(parents=True, exist_ok=True)
    file = PICTURES / f"{name}.png"
    reduce_colours(small).save(file, optimize=True)
    note_sources(file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


def throw_battle(page: Page) -> None:
    """Throw the battle that is chosen on a page."""
    page.locator(".act").first.click()
    page.wait_for_url(re.compile("thrown"))


def take_all(phones: Phones) -> None:
    """Make every picture."""

    def open_phone(name: str, path: str, dark: bool = False, still: bool = True) -> Page:
        page = phones(name, width=WIDTH, height=HEIGHT, dark=dark, still=still)
        page.goto(path)
        return page

    def take_framed(name: str, path: str, dark: bool = False) -> Image.Image:
        return draw_case(take_screenshot(open_phone(name, path, dark)))

    score = take_framed("Aya", "/t/sunday/score")
    french = phones("Bo", language="fr", width=WIDTH, height=HEIGHT, dark=True)
    french.goto("/doors")
    save_picture(
        "front-page",
        take_framed("Aya", "/doors"),
        draw_case(take_screenshot(french)),
        take_framed("Aya", "/score"),
        width=900,
    )
    save_picture("phones-honshu", take_framed("Aya", "/t/sunday/squares"), take_framed("Aya", "/t/sunday/card"), score)
    tower = open_phone("Bo", "/t/harvest/tower?attacker=4&defender=3", still=False)
    before = draw_case(take_screenshot(tower))
    throw_battle(tower)
    tower.evaluate(FALLING)
    save_picture("phones-tower", before, draw_case(take_screenshot(tower)), take_framed("Bo", "/t/harvest/thrown"))
    board, points = take_framed("Aya", "/t/kabuto/board"), take_framed("Chen", "/t/kabuto/score", dark=True)
    save_picture("phones-shogun", board, take_framed("Bo", "/t/kabuto/board"), points)
    save_picture(
        "phones-hogen",
        take_framed("Aya", "/t/biwa/call"),
        take_framed("Bo", "/t/genpei/rally"),
        take_framed("Aya", "/t/biwa/sheet", dark=True),
    )
    save_picture(
        "phones-round",
        take_framed("Aya", "/t/full-planning/plan?as=proposed"),
        take_framed("Aya", "/t/full-choosing/round"),
        take_framed("Aya", "/t/board-revolts/winter?look=1"),
    )
    save_picture(
        "phones-end",
        take_framed("Aya", "/t/worded/thrown"),
        take_framed("Bo", "/t/board-end/verify", dark=True),
        take_framed("Aya", "/t/board-end/score"),
    )
    wall = phones("screen", width=1280, height=HEIGHT)
    wall.goto("/t/kabuto/board")
    save_picture("phones-screen", draw_case(take_screenshot(wall)), board.resize((board.width // 2, board.height // 2)))
    printing = open_phone("Aya", "/print?game=honshu")
    printing.locator(".thumbs img").nth(8).wait_for()
    printing.locator(".thumbs").scroll_into_view_if_needed()
    save_picture(
        "phones-join",
        take_framed("host", "/t/friday/lobby"),
        take_framed("Aya", "/t/friday/seat"),
        draw_case(take_screenshot(printing)),
    )
    take_photo_pages(open_phone("Aya", "/t/sunday/photo"))
    save_picture("cards-and-phone", draw_cards_beside(score), score, width=1200)


def take_photo_pages(page: Page) -> None:
    """Make a picture of three pages: to take a photo, with the map recognized on it, and with one square enlarged."""
    asked = draw_case(take_screenshot(page))
    photo = FilePayload(name="map.jpg", mimeType="image/jpeg", buffer=generate(8, "mixed").jpeg)
    page.set_input_files("input[name=file]", photo)
    page.wait_for_url("**/photo/map")
    whole = draw_case(take_screenshot(page))
    page.locator("svg a.p").nth(40).click()
    page.locator("#h-close").wait_for()
    save_picture("phones-photo", asked, whole, draw_case(take_screenshot(page)))


def draw_cards_beside(phone: Image.Image) -> Image.Image:
    """A sheet of map cards as high as a phone, with two samurai cards on top."""
    sheet = Image.open(PICTURES / "honshu-sheet.png").convert("RGB")
    table = sheet.resize((sheet.width * phone.height // sheet.height, phone.height), Image.Resampling.LANCZOS)
    samurai = {piece.card: piece.front for piece in lay_out(open_deck("hogen"), "en", ["samurai"])}
    for number, (card, turn) in enumerate((("Taira2", 7), ("Minamoto4", -5))):
        drawn = Image.open(io.BytesIO(render_png(samurai[card], bleed=False, dpi=210))).convert("RGBA")
        turned = drawn.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        left = table.width - turned.width - 20 - (1 - number) * drawn.width * 4 // 5
        table.paste(turned, (left, table.height - turned.height - 24), turned)
    return table


def main() -> None:
    with open_evening(Path(tempfile.mkdtemp()), tables={**EXAMPLES, **MOMENTS}) as evening, open_chromium() as browser:
        take_all(Phones(browser, evening))


if __name__ == "__main__":
    main()
