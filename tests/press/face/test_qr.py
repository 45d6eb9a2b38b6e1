"""QR codes: a phone reads them off the printed page."""

import pypdfium2
import pytest
import zxingcpp

from companion.press.face.qr import LEAST_MODULE, QUIET, module_size, qr_outline
from companion.press.frame.frame import Frame, Shape
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import bounds, moved
from companion.press.frame.page import Page
from companion.press.ink.pdf import pdf


@pytest.mark.parametrize("text", ["http://192.168.1.20:8765/t/abcd", "本州 et l’été à Ōsaka", "x" * 120])
@pytest.mark.parametrize("turn", [0, 90, 180])
def test_a_printed_code_is_read(text: str, turn: int) -> None:
    width = 30.0
    place = Matrix.moved(-width / 2, -width / 2).then(Matrix.turned(turn)).then(Matrix.moved(25, 25))
    code = Shape(moved(qr_outline(text, width), place), "#000000", role="qr")
    document = pypdfium2.PdfDocument(pdf([Page(Frame("code", 50, 50, (code,)))], "code", "en"))
    picture = document[0].render(scale=300 / 72).to_pil()
    document.close()
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == text


def test_the_quiet_zone_is_part_of_the_width() -> None:
    text = "http://192.168.1.20:8765"
    left, top, right, bottom = bounds(qr_outline(text, 20))
    module = module_size(text, 20)
    assert (left, top) == pytest.approx((QUIET * module, QUIET * module))
    assert (right, bottom) == pytest.approx((20 - QUIET * module, 20 - QUIET * module))


def test_an_address_of_the_table_fits_twenty_millimetres() -> None:
    assert module_size("http://192.168.100.200:8765/t/abcdefgh", 20) >= LEAST_MODULE
