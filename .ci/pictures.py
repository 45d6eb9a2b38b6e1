"""Make the pictures of README and docs from printed sheets: ``make gallery``.

Run it after faces, the first page or the calibration sheet have changed.
"""

import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2
from picture_sources import note_sources
from PIL import Image, ImageChops, ImageOps

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from companion.data.deck import open_deck  # noqa: E402
from companion.data.papers import Profile, parse_paper  # noqa: E402
from companion.play.games import GAMES  # noqa: E402
from companion.press.composition import compose  # noqa: E402
from companion.press.frame.outlines import Matrix  # noqa: E402
from companion.press.ink.pdf import render_document  # noqa: E402
from companion.press.sheets.gang import Edition  # noqa: E402
from companion.press.sheets.guide import lay_out_calibration  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
QUALITY = 86
GREY = (120, 116, 108)


def render_pages(data: bytes, width: int, *numbers: int) -> list[Image.Image]:
    """Pages of a PDF, by number from 0, as pictures of a width in pixels."""
    pdf = pypdfium2.PdfDocument(data)
    shown = []
    for number in numbers:
        page = pdf[number]
        shown.append(page.render(scale=width / page.get_width()).to_pil().convert("RGB"))
    return shown


def place_side_by_side(*pictures: Image.Image, gap: int = 14) -> Image.Image:
    """Pictures side by side on a grey table."""
    wide = sum(each.width for each in pictures) + gap * (len(pictures) + 1)
    table = Image.new("RGB", (wide, max(each.height for each in pictures) + 2 * gap), GREY)
    left = gap
    for each in pictures:
        table.paste(each, (left, gap))
        left += each.width + gap
    return table


def reduce_colours(picture: Image.Image) -> Image.Image:
    """The picture in 256 colours, which look like the original ones.

    Maximum coverage keeps colours of small areas; with a median cut, a seat's yellow would become brown.
    """
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, 3, None, Image.Dither.NONE)


def save_picture(name: str, picture: Image.Image) -> None:
    """Write a picture of few colours as a PNG."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    file = PICTURES / f"{name}.png"
    reduce_colours(picture).save(file, optimize=True)
    note_sources(file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


def save_all_colours(name: str, picture: Image.Image, quality: int = QUALITY) -> None:
    """Write a picture that has too many colours for ``save_picture`` as a WebP."""
    file = PICTURES / f"{name}.webp"
    picture.save(file, quality=quality, method=6)
    note_sources(file)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


def hold_against_window() -> Image.Image:
    """The calibration sheet of a printer that is slightly off, with its back shining through."""
    stock = parse_paper("a4")
    (document,) = lay_out_calibration(stock, "duplex-long", "en", None)
    front, back = render_pages(render_document(document), 640, 0, 1)
    off = Matrix.rotate(0.2).then(Matrix.translate(1.3, -0.7))
    k = back.width / stock.width
    (a, b, c, d, e, f) = off.invert()
    seen = ImageOps.mirror(back).transform(
        back.size,
        Image.Transform.AFFINE,
        (a, c, e * k, b, d, f * k),
        Image.Resampling.BICUBIC,
        fillcolor=(255, 255, 255),
    )
    return ImageChops.multiply(front, seen)


def main() -> None:
    deck = open_deck("honshu")
    whole = Edition(deck, "en", parse_paper("a4"))
    data = render_document(compose(whole).documents[0])
    save_picture("front-and-back", place_side_by_side(*render_pages(data, 340, 2, 3)))
    save_picture("first-page", place_side_by_side(*render_pages(data, 460, 0)))
    folded = Edition(deck, "en", parse_paper("letter"), "fold", only=("start-provinces",))
    save_picture("fold-sheet", place_side_by_side(*render_pages(render_document(compose(folded).documents[0]), 400, 1)))
    save_picture("calibration-sheet", place_side_by_side(hold_against_window()))
    office = Profile("office", "2", "a4", 1.3, -0.7, 0.2, 0.998, 1.001)
    corrected = Edition(deck, "en", parse_paper("a4"), only=("map-cards",), printer=office, cover=False)
    (sheet,) = render_pages(render_document(compose(corrected).documents[0]), 1400, 0)
    save_picture("margin-line", sheet.crop((40, sheet.height - 130, 1000, sheet.height - 30)))
    maps = Edition(deck, "en", parse_paper("a4"), "fronts", only=("map-cards",), cover=False)
    for name, edition, width in (("honshu-sheet", maps, 827), ("honshu-low-ink", replace(maps, ink="low"), 620)):
        (sheet,) = render_pages(render_document(compose(edition).documents[0]), width, 0)
        save_picture(name, sheet.crop((0, 0, sheet.width, sheet.height * 68 // 100)))
    pages = [Edition(open_deck(game), "en", parse_paper("a4"), only=("first-game",), cover=False) for game in GAMES]
    sheets = [render_pages(render_document(compose(each).documents[0]), 480, 0)[0] for each in pages]
    save_all_colours("first-games", place_side_by_side(*sheets))
    shogun = open_deck("shogun")

    def print_component(component: str, language: str = "en", stock: str = "a4") -> bytes:
        edition = Edition(shogun, language, parse_paper(stock), only=(component,), cover=False)
        return render_document(compose(edition).documents[0])

    for name, component, language in (("shogun-board", "board-sun", "en"), ("board-moon", "board-moon", "fr")):
        (board,) = render_pages(print_component(component, language, "a2"), 1000, 0)
        save_all_colours(name, board.transpose(Image.Transpose.ROTATE_90))  # it is printed with its top to the right
    save_picture("board-tiles", place_side_by_side(*render_pages(print_component("board-sun"), 330, 0, 1, 6)))
    save_picture("paper-tower", place_side_by_side(*render_pages(print_component("tower"), 400, 0, 1)))
    save_picture("tuck-box", place_side_by_side(*render_pages(print_component("tuckbox"), 400, 0)))


if __name__ == "__main__":
    main()
