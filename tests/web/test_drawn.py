"""What pages draw: the places of a map, a code for a camera, and files that a browser keeps."""

import re

import numpy
import zxingcpp

from companion.web.join import compute_qr_rows
from companion.web.people import PLAYER
from tests.web.conftest import Browser


def test_the_code_on_a_screen_is_read_by_a_camera() -> None:
    address = "http://192.168.1.20:8642/join/KOZU-KE37-2Q"
    squares = numpy.array(compute_qr_rows(address))
    quiet = numpy.argwhere(squares).min()
    assert quiet == 2
    picture = numpy.where(numpy.kron(squares, numpy.ones((8, 8), bool)), 0, 255).astype(numpy.uint8)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == address


def test_a_browser_asks_for_a_style_sheet_once(browser: Browser) -> None:
    phone = browser(PLAYER)
    (sheet, *_) = re.findall(r'href="(/static/[^"]+\.css)"', phone.get("/").text)
    assert phone.get(sheet).headers["cache-control"] == "public, max-age=31536000, immutable"
