"""Make the pictures of docs/own-decks.md from new, example and printed decks: ``make gallery``."""

import io
import tempfile
from pathlib import Path

from pictures import GREY, ROOT, place_side_by_side, render_pages, save_picture
from PIL import Image

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.exports import lay_out_hand, render_showcase
from companion.press.ink.pdf import render_document
from companion.press.ink.raster import build_cut_page, render_pictures, render_png
from companion.press.layout import lay_out
from companion.press.sheets.gang import Edition
from companion.service.press.new_deck import begin_deck
from tests.cli.test_deck_page import BLOCK, STEPS, follow_step

DPI = 110
EXAMPLES = {
    "seasons": ("cards/plum-7", "cards/pine-12", "cards/maple-5", "cards/wave-10", "cards/moon-1", "back"),
    "lagoon": ("islands/1", "islands/3", "islands/5", "islands/6", "boats/indigo", "boats/umber", "fares/3"),
    "sky": ("words/2", "words/6", "words/8", "words/10", "words/12", "back"),
}
"""The faces shown of each example."""
SHOWN = ("plum-4", "pine-5", "maple-6", "wave-7", "moon-8")


def render_sheets(folder: Path, width: int, *numbers: int, **more: object) -> list[Image.Image]:
    """Pages of a printed deck, by number from 0, as pictures of a width in pixels."""
    edition = Edition(open_deck(str(folder)), "en", parse_paper("a4"), cover=False, **more)
    return render_pages(render_document(compose(edition).documents[0]), width, *numbers)


def render_faces(folder: Path) -> dict[str, Image.Image]:
    """Every face of a deck, cut out, by ``component/card``; the first back is ``back``."""
    shown = {}
    for piece in lay_out(open_deck(str(folder)), "en"):
        for name, frame in ((f"{piece.component}/{piece.card}", piece.front), ("back", piece.back)):
            if frame is not None and name not in shown:
                shown[name] = Image.open(io.BytesIO(render_png(frame, False, DPI))).convert("RGBA")
    return shown


def lay_in_row(pictures: list[Image.Image]) -> Image.Image:
    """Cut-out cards in a row on a table, aligned at their middles."""
    gap = 12
    wide = sum(each.width for each in pictures) + gap * (len(pictures) + 1)
    table = Image.new("RGB", (wide, max(each.height for each in pictures) + 2 * gap), GREY)
    left = gap
    for each in pictures:
        table.paste(each, (left, (table.height - each.height) // 2), each)
        left += each.width + gap
    return table


def write_market_deck(folder: Path) -> Path:
    """Make the deck of docs/own-decks.md, up to its second language, in a folder."""
    begin_deck(folder, "plain", "en")
    blocks = BLOCK.findall((ROOT / "docs/own-decks.md").read_text(encoding="utf-8"))
    texts = [text for _, kind, text in blocks if kind != "sh"]
    for (step, *files), text in zip(STEPS[:-1], texts, strict=False):
        for file in files:
            follow_step(folder / file, step, text)
    return folder


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in ("plain", "honshu", "tiles", "tokens"):
            begin_deck(folder / f"my-{kind}", kind, "en")
        save_picture("own-new", place_side_by_side(*render_sheets(folder / "my-plain", 560, 0, 1)))
        firsts = [render_sheets(folder / f"my-{kind}", 420, 0)[0] for kind in ("honshu", "tiles", "tokens")]
        save_picture("own-kinds", place_side_by_side(*firsts))
        cards = render_faces(write_market_deck(folder / "market"))
        save_picture("own-market", lay_in_row([cards[f"cards/{number}"] for number in range(1, 6)]))
        (proof,) = render_sheets(folder / "market", 1400, 0, proof=True)
        save_picture("own-proof", proof.crop((40, 60, 720, 560)).rotate(90, expand=True))
    shown = render_faces(ROOT / "tests/press/face/look/styled")
    save_picture("own-styled", lay_in_row([shown[each] for each in ("cards/1", "cards/2", "back")]))
    deck = open_deck(str(ROOT / "docs/examples/seasons"))
    fronts = [piece.front for piece in lay_out(deck, "en", picks=[("cards", each) for each in SHOWN])]
    fan = next(render_pictures([lay_out_hand(fronts)], DPI)).convert("RGB")
    save_picture(
        "own-shown", place_side_by_side(fan, render_showcase([*render_pictures(map(build_cut_page, fronts), DPI)]))
    )
    for example, chosen in EXAMPLES.items():
        shown = render_faces(ROOT / "docs/examples" / example)
        save_picture(f"own-{example}", lay_in_row([shown[each] for each in chosen]))


if __name__ == "__main__":
    main()
