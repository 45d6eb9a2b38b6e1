"""What pages draw: the places of a map, a code for a camera, and files that a browser keeps."""

import re

import numpy
import zxingcpp

from companion.play.honshu.views import view
from companion.web.honshu.squares import build_grid, find_line_picture
from companion.web.join import compute_qr_rows
from companion.web.people import PLAYER
from tests.play.honshu import moves
from tests.web.conftest import Browser


def test_places_count_rows_and_columns_from_one_as_they_are_read_out(shelf) -> None:
    here = moves.begin(shelf, "friday", {"blue": "Aya"}, 5)
    moves.take_in(here, "blue", "F L\nn F")
    cells = build_grid(view(here.state).maps["blue"]).rows
    assert [[(cell.row, cell.column) for cell in row] for row in cells] == [[(1, 1), (1, 2)], [(2, 1), (2, 2)]]


def test_the_code_on_a_screen_is_read_by_a_camera() -> None:
    """With the light squares about it that a phone's camera needs, and no more of the screen."""
    address = "http://192.168.1.20:8642/join/KOZU-KE37-2Q"
    squares = numpy.array(compute_qr_rows(address))
    quiet = numpy.argwhere(squares).min()
    assert quiet == 2
    picture = numpy.where(numpy.kron(squares, numpy.ones((8, 8), bool)), 0, 255).astype(numpy.uint8)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == address


def test_a_browser_asks_for_a_style_sheet_once(browser: Browser) -> None:
    """Its address changes with what it holds; a tap that asked for it again would wait for it."""
    phone = browser(PLAYER)
    (sheet, *_) = re.findall(r'href="(/static/[^"]+\.css)"', phone.get("/").text)
    assert phone.get(sheet).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_score_line_shows_its_factory_or_else_its_first_square(shelf) -> None:
    here = moves.begin(shelf, "friday", {"blue": "Aya"}, 5)
    moves.take_in(here, "blue", "F L b\nB2 B3 y\nT - b*")
    map_ = view(here.state).maps["blue"]
    assert find_line_picture(map_, ()) == ""
    assert find_line_picture(map_, [(0, 2), (1, 0)]) == "factory-blue-2"
    assert find_line_picture(map_, [(1, 0), (0, 2), (1, 1)]) == "factory-blue-3"
    assert find_line_picture(map_, [(0, 2), (1, 2)]) == "production-blue"
    assert find_line_picture(map_, [(0, 1), (0, 0)]).startswith("lake-")
