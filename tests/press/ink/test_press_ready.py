"""PDF/X-1a: what the norm asks of a file, and colours that come out of the press as they went in."""

import io

import pikepdf
import pytest
from PIL import Image, ImageCms

from companion.press.ink.press_ready import read_profile, render_press_ready, separate_inks


def render_pages(count: int = 3) -> pikepdf.Pdf:
    jpeg = separate_inks(Image.new("RGB", (60, 80), "#b3341f"))
    pages, trim = [(number % 2, [jpeg]) for number in range(count)], (3.175, 3.175, 66.675, 92.075)
    return pikepdf.open(io.BytesIO(b"".join(render_press_ready(pages, (69.85, 95.25), trim, "Honshū").parts())))


def test_the_file_declares_itself_and_encloses_the_colours_it_is_meant_for() -> None:
    document = render_pages()
    assert document.pdf_version == "1.3"
    said = [str(document.docinfo[f"/{key}"]) for key in ("GTS_PDFXVersion", "GTS_PDFXConformance", "Trapped", "Title")]
    assert said == ["PDF/X-1:2001", "PDF/X-1a:2001", "/False", "Honshū"]
    assert {"/CreationDate", "/ModDate"} <= set(document.docinfo.keys())
    assert "/ID" in document.trailer
    (intent,) = document.Root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
    assert intent.DestOutputProfile.read_bytes() == read_profile()
    assert int(intent.DestOutputProfile.N) == 4


def test_pages_are_pictures_in_four_inks_without_fonts_or_anything_clear() -> None:
    document = render_pages()
    for page in document.pages:
        assert [float(side) for side in page.trimbox] == pytest.approx([9, 9, 189, 261], abs=0.01)
        assert [float(side) for side in page.BleedBox] == pytest.approx([0, 0, 198, 270], abs=0.01)
        (picture,) = page.Resources.XObject.values()
        assert str(picture.ColorSpace) == "/DeviceCMYK"
        assert "/SMask" not in picture
        assert not page.Resources.get("/Font")
        assert page.Contents.read_bytes().endswith(b" Do Q")
    shown = [image.objgen for page in document.pages for image in page.Resources.XObject.values()]
    assert (shown[0], len(set(shown))) == (shown[2], 2)


@pytest.mark.parametrize("colour", ["#ffffff", "#f4ecd8", "#000000", "#b3341f", "#1f3a5f", "#4a7a3c"])
def test_a_colour_comes_out_of_the_press_as_it_went_in(colour: str) -> None:
    with Image.open(io.BytesIO(separate_inks(Image.new("RGB", (16, 16), colour)))) as picture:
        inks = picture.getpixel((8, 8))
        press = ImageCms.ImageCmsProfile(io.BytesIO(read_profile()))
        seen = ImageCms.profileToProfile(picture, press, ImageCms.createProfile("sRGB"), outputMode="RGB")
    assert isinstance(inks, tuple)
    assert sum(inks) <= 2.4 * 255 + 4  # what is lost by JPEG
    assert seen is not None
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    found = seen.getpixel((8, 8))
    assert isinstance(found, tuple)
    darkest = 62 if colour == "#000000" else 26  # coated paper has no deeper black
    assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) <= darkest


def test_transparent_pixels_carry_no_ink() -> None:
    with Image.open(io.BytesIO(separate_inks(Image.new("RGBA", (16, 16), (255, 0, 0, 0))))) as picture:
        assert picture.getpixel((8, 8)) == (0, 0, 0, 0)
