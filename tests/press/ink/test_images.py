"""Pictures in a PDF: as they are seen, however the camera was held; each once, and not kept in memory."""

import io
import tracemalloc
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageOps

from companion.press.face.drawing.parts import get_parts
from companion.press.face.drawing.svg_file import read_art
from companion.press.face.typesetting import DeckResources
from companion.press.frame.frame import Document, Frame, Item, Page, Picture, Shape, Use
from companion.press.frame.outlines import line, rect
from companion.press.ink.pdf import render_pdf, write_document
from companion.press.ink.raster import render_pictures

QUARTERS = ((60, 60), (180, 60), (60, 180), (180, 180))


def build_quarters(mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (240, 240))
    for (x, y), colour in zip(QUARTERS, ("#c00000", "#00a000", "#0000c0", "#e0e0e0"), strict=True):
        image.paste(colour, (x - 60, y - 60, x + 60, y + 60))
    return image.convert(mode)


def render_picture(file: Path) -> bytes:
    return render_pdf([Page(Frame("f", 20, 20, (Picture(str(file), 0, 0, 20, 20),)))], "f", "en")


def rasterize_page(content: bytes) -> Image.Image:
    """The only page of a PDF, 12 dots a mm."""
    document = pypdfium2.PdfDocument(content)
    width, height = (round(points / 72 * 25.4) for points in document[0].get_size())
    seen = document[0].render(scale=12 * 25.4 / 72).to_pil().convert("RGB").resize((12 * width, 12 * height))
    document.close()
    return seen


def read_colours(image: Image.Image) -> list[int]:
    return [part for at in QUARTERS for part in image.getpixel(at)]  # type: ignore[union-attr]


@pytest.mark.parametrize("held", [1, 4, 6, 7])
def test_a_photo_is_turned_upright_and_stays_the_file_it_is(tmp_path: Path, held: int) -> None:
    file, exif = tmp_path / "a.jpg", Image.Exif()
    exif[0x0112] = held
    build_quarters().save(file, quality=95, exif=exif)
    expected = ImageOps.exif_transpose(Image.open(file))
    assert read_colours(rasterize_page(render_picture(file))) == pytest.approx(read_colours(expected), abs=12)
    assert file.read_bytes() in render_picture(file)


def test_a_photo_in_printing_inks_stays_a_photo_and_is_turned_once(tmp_path: Path) -> None:
    file, exif = tmp_path / "a.jpg", Image.Exif()
    exif[0x0112] = 6
    build_quarters("CMYK").save(file, quality=95, exif=exif)
    with pikepdf.open(io.BytesIO(render_picture(file))) as document:
        (image,) = (each for each in document.objects if each.get("/Subtype") == "/Image")
        assert (image.Filter[0], image.ColorSpace) == ("/DCTDecode", "/DeviceRGB")
    assert read_colours(rasterize_page(render_picture(file))) == pytest.approx(
        read_colours(build_quarters().rotate(-90)), abs=12
    )


def test_a_photo_that_lies_twice_is_stored_once_and_each_lies_in_its_place(tmp_path: Path) -> None:
    held, plain, exif = tmp_path / "held.jpg", tmp_path / "plain.png", Image.Exif()
    exif[0x0112] = 6
    build_quarters().save(held, quality=95, exif=exif)
    build_quarters().save(plain)
    items = tuple(Picture(str(file), 20.0 * at, 0, 20, 20) for at, file in enumerate((held, plain, held)))
    content = render_pdf([Page(Frame("f", 60, 20, items))], "f", "en")
    seen = rasterize_page(content)
    upright = read_colours(ImageOps.exif_transpose(Image.open(held)))
    for at, expected in enumerate((upright, read_colours(build_quarters()), upright)):
        assert read_colours(seen.crop((240 * at, 0, 240 * at + 240, 240))) == pytest.approx(expected, abs=12)
    assert content.count(held.read_bytes()) == 1
    with pikepdf.open(io.BytesIO(content)) as file:
        assert sum(each.get("/Subtype") == "/Image" for each in file.objects) == 2


def test_of_many_photos_memory_holds_one(tmp_path: Path) -> None:
    photo = io.BytesIO()
    Image.effect_noise((1000, 1000), 90).save(photo, "JPEG", quality=95)
    items = []
    for number in range(12):
        file = tmp_path / f"{number}.jpg"
        file.write_bytes(photo.getvalue())
        items.append(Picture(str(file), number, 0, 1, 1))

    class NullFile(io.RawIOBase):
        def write(self, part: object, /) -> int:
            return 0

    tracemalloc.start()
    write_document(Document("d", "all", "d", "en", (Page(Frame("f", 20, 20, tuple(items))),), "Simplex"), NullFile())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(photo.getvalue())


def test_transparent_parts_of_a_picture_show_the_ground_below(tmp_path: Path) -> None:
    file, image = tmp_path / "a.png", build_quarters("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 120, 120))
    image.save(file)
    items = (Shape(rect(0, 0, 20, 20), "#e0c000"), Picture(str(file), 0, 0, 20, 20))
    seen = rasterize_page(render_pdf([Page(Frame("f", 20, 20, items))], "f", "en"))
    assert read_colours(seen)[:3] == pytest.approx((0xE0, 0xC0, 0), abs=12)
    assert read_colours(seen)[3:] == pytest.approx(read_colours(build_quarters())[3:], abs=12)


@pytest.mark.parametrize("dpi", [100, 300])
@pytest.mark.parametrize("kind", ["line", "bar", "drawing"])
def test_a_thin_line_is_pale_in_a_coarse_picture(tmp_path: Path, kind: str, dpi: int) -> None:
    places = range(1, 20)
    if kind == "drawing":
        lines = "".join(f"M{x} 0V20" for x in places)
        file = tmp_path / "a.svg"
        file.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
            f'<path d="{lines}" stroke="#000" stroke-width="0.05"/></svg>'
        )
        items: list[Item] = [Use(get_parts(read_art(file, "a.svg"), DeckResources()).draw_page(20))]
    elif kind == "line":
        items = [Shape(line(x, 0, x, 20), None, "#000000", 0.05) for x in places]
    else:
        items = [Shape(rect(x, 0, 0.05, 20), "#000000") for x in places]
    (picture,) = render_pictures([Frame("f", 20, 20, tuple(items))], dpi)
    shades = picture.convert("L").histogram()
    ink = 1 - sum(shade * count for shade, count in enumerate(shades)) / sum(shades) / 255
    assert picture.size == (round(20 / 25.4 * dpi),) * 2
    assert ink == pytest.approx(19 * 0.05 / 20, abs=0.02)
