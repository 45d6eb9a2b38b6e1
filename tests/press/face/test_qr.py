"""QR codes: a phone reads them off the printed page."""

import pypdfium2
import pytest
import zxingcpp

from companion.press.face.kinds import LEAST_MODULE, QUIET, build_qr_outline
from companion.press.frame.frame import Frame, Page, Shape
from companion.press.frame.outlines import Matrix, compute_bounds, transform_outline
from companion.press.ink.pdf import render_pdf

ADDRESS = "http://192.168.100.200:8765/t/abcdefgh"
"""Of a table, as a phone is given it."""


@pytest.mark.parametrize(
    ("text", "turn"), [("http://192.168.1.20:8765/t/abcd", 0), ("本州 et l’été à Ōsaka", 90), ("x" * 120, 180)]
)
def test_a_printed_code_is_read(text: str, turn: int) -> None:
    width = 30.0
    place = Matrix.translate(-width / 2, -width / 2).then(Matrix.rotate(turn)).then(Matrix.translate(25, 25))
    code = Shape(transform_outline(build_qr_outline(text, width), place), "#000000", role="qr")
    document = pypdfium2.PdfDocument(render_pdf([Page(Frame("code", 50, 50, (code,)))], "code", "en"))
    picture = document[0].render(scale=300 / 72).to_pil()
    document.close()
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == text


@pytest.mark.parametrize(("text", "modules"), [("http://192.168.1.20:8765", 25), (ADDRESS, 29)])
def test_the_quiet_zone_is_part_of_the_width(text: str, modules: int) -> None:
    module = 20 / (modules + 2 * QUIET)
    margin = QUIET * module
    assert compute_bounds(build_qr_outline(text, 20)) == pytest.approx((margin, margin, 20 - margin, 20 - margin))
    assert module >= LEAST_MODULE
