"""What stands in the PDF: placed once, written in place; placed again, stored; nothing beyond the bleed."""

import io

import pikepdf
import pypdfium2
import pytest

from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Page, Shape, Text, Use
from companion.press.frame.outlines import Matrix, rect
from companion.press.ink.pdf import render_pdf
from tests.press.pdf_geometry import read_pages


def build_square(name: str, *more: Use | Text, bleed: float = 0.0) -> Frame:
    return Frame(name, 10, 10, (Shape(rect(-5, -5, 20, 20), fill="#ff0000"), *more), bleed)


def render_items(*items: Use | Text) -> bytes:
    return render_pdf([Page(Frame("page", 50, 50, items))], "x", "en")


def count_forms(data: bytes) -> int:
    with pikepdf.open(io.BytesIO(data)) as document:
        return sum(1 for each in document.objects if isinstance(each, pikepdf.Stream) and "/BBox" in each)


def test_a_frame_is_stored_where_it_is_placed_more_than_once() -> None:
    once, twice = build_square("once"), build_square("twice")
    assert count_forms(render_items(Use(once))) == 0
    assert count_forms(render_items(Use(twice), Use(twice, Matrix.translate(20, 0)))) == 1
    nested = build_square("outer", Use(once), Use(twice), Use(twice, Matrix.scale_by(0.5)))
    assert count_forms(render_items(Use(nested))) == 1
    (page,) = read_pages(render_items(Use(nested)))
    sizes = [side for form in page.forms for side in form.size]
    assert sizes == pytest.approx([10, 10, 10, 10, 10, 10, 5, 5], abs=0.01)


@pytest.mark.parametrize(("times", "bleed"), [(1, 2.0), (2, 0.0), (2, 2.0)])
def test_no_ink_shows_beyond_the_bleed(times: int, bleed: float) -> None:
    frame = build_square("card", bleed=bleed)
    uses = [Use(frame, Matrix.translate(15, 15 + 22 * number)) for number in range(times)]
    document = pypdfium2.PdfDocument(render_items(*uses))
    picture = document[0].render(scale=4).to_pil().convert("RGB")
    document.close()
    edges = [edge * 25.4 / 72 / 4 for edge in picture.point(lambda value: 255 - value).getbbox()[:3]]
    assert edges == pytest.approx([15 - bleed, 15 - bleed, 25 + bleed], abs=0.2)


def test_a_colour_holds_until_another_is_set_and_no_longer_than_its_frame() -> None:
    inner = Frame("inner", 5, 5, (Shape(rect(0, 0, 5, 5), fill="#0000ff"),))
    items = (
        Shape(rect(0, 0, 5, 5), fill="#ff0000"),
        Use(inner, Matrix.translate(10, 0)),
        Shape(rect(20, 0, 5, 5), fill="#ff0000"),
        Text("x", 30, 5, 20, colour="#ff0000"),
    )
    data = render_pdf([Page(Frame("page", 50, 10, items))], "x", "en")
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.pages[0].Contents.read_bytes().count(b" rg") == 2
    picture = pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("RGB")
    found = [picture.getpixel((round(x * 5.67), 14)) for x in (2, 12, 22)]
    assert found == [(255, 0, 0), (0, 0, 255), (255, 0, 0)]


def test_words_of_any_sign_are_found_in_the_file() -> None:
    known = sorted(each for each in map(chr, fonts.get_metrics("regular").face.charToGlyph) if each.isalnum())
    assert len(known) > 256  # more than one part of the font holds
    words = ["".join(known[at : at + 12]) for at in range(0, len(known), 12)] + [r"a (b) \c", "été"]
    items = (Text(word, 5 + 60 * (at % 6), 10 + 6 * (at // 6), 8, turn=90 * (at == 3)) for at, word in enumerate(words))
    document = pypdfium2.PdfDocument(render_pdf([Page(Frame("page", 400, 400, tuple(items)))], "x", "en"))
    found = document[0].get_textpage().get_text_bounded()
    document.close()
    assert set("".join(words)) <= set(found)
    assert r"a (b) \c" in found


def test_letters_that_are_lent_stand_in_their_line() -> None:
    said = "Łódź Ωμέγα Жук 森の薔薇 end"
    for anchor, x in (("start", 5.0), ("middle", 50.0), ("end", 95.0)):
        text = Text(said, x, 20, 12, anchor=anchor)
        document = pypdfium2.PdfDocument(render_pdf([Page(Frame("page", 100, 40, (text,)))], "x", "en"))
        page = document[0].get_textpage()
        assert page.get_text_bounded() == said
        left, right = page.get_charbox(0)[0], page.get_charbox(len(said) - 1)[2]
        assert right - left == pytest.approx(fonts.measure_width(said, "regular", 12), abs=1.5)
        document.close()


def test_no_number_is_written_with_an_exponent() -> None:
    tilted = Matrix.rotate(0.00001).then(Matrix.scale_by(1e-5)).then(Matrix.translate(1e-7, 1234567.0))
    data = render_items(Use(build_square("card"), tilted))
    with pikepdf.open(io.BytesIO(data)) as document:
        content = document.pages[0].Contents.read_bytes()
    assert b"e-" not in content
    assert b"e+" not in content


def test_a_zero_is_written_without_a_sign_whatever_was_inked_before() -> None:
    inked = []
    for zero in (0.0, -0.0, 0.0):
        box = Frame("box", 5, 5, (Shape(rect(zero, zero, 5, 5), "#a52823"),))
        places = (Matrix(1, zero, zero, 1, 10, 10), Matrix(1, zero, zero, 1, 20, 10))
        inked.append(render_items(*(Use(box, place) for place in places)))
    assert inked[0] == inked[1] == inked[2]
